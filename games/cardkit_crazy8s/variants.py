"""The named ways to play Crazy 8s: options, deck, questions and words, bundled."""

from __future__ import annotations

from cardkit import RuleSet
from cardkit_crazy8s.deck_files import whole_deck
from cardkit_crazy8s.words import Guest, as_people_play

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
