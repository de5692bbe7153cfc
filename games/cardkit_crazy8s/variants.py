"""The named ways to play Crazy 8s: options, deck, questions and words, bundled, and a player who does better."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit import RuleSet, steady
from cardkit_crazy8s.deck_files import whole_deck
from cardkit_crazy8s.rules import Crazy8sTable, Move, Play
from cardkit_crazy8s.words import Guest, as_people_play


@steady
def careful(view: Crazy8sTable, legal: Sequence[Move]) -> Move:
    """Any card before a wild one, and with a wild one the suit it holds most of."""
    hand = view.hands[view.turn]
    plays = [move for move in legal if isinstance(move, Play)]
    plain = [move for move in plays if move.suit is None]
    if plain:
        return plain[0]
    if not plays:
        return legal[0]
    wild = plays[0].card.rank
    return max(plays, key=lambda move: len([card for card in hand.of(suit=move.suit) if card.rank != wild]))


RULE_SETS = (
    RuleSet(
        name="classic",
        about="The cards come from a deck file and are not shuffled, so that nothing is left to chance; whoever "
        "can't play, or doesn't want to, draws one card, and the turn ends.",
        style="classic",
    ),
    RuleSet(
        name="house",
        about="Crazy 8s as people play it: 52 shuffled cards, seven for each of two players and five for each of "
        "more, against a machine that plays well; whoever can't play draws one card (draw=until-playable for more).",
        options={
            "shuffle": True,
            "reshuffle": "shuffle",
            "hand_size": "usual",
            "suits": "Hearts Clubs Diamonds Spades",
        },
        deck=whole_deck,
        ask=as_people_play,
        human=Guest,
    ),
)
