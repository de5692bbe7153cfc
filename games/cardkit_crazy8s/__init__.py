"""Crazy 8s for cardkit: `cardkit play crazy8s`."""

from cardkit import Plugin, RuleSet, first_legal
from cardkit_crazy8s.bots import careful
from cardkit_crazy8s.deckfile import deck_text, options_of, read_deck, whole_deck
from cardkit_crazy8s.rules import Crazy8s
from cardkit_crazy8s.simulated import crazy8s_kernel
from cardkit_crazy8s.table import (
    Crazy8sTable,
    Draw,
    Flipped,
    HouseTable,
    Move,
    NewDeal,
    Pass,
    Play,
    Scored,
    Skipped,
    Stuck,
)
from cardkit_crazy8s.text import Guest, Told, Typist, as_people_play, ask

__all__ = [
    "Crazy8s",
    "Crazy8sTable",
    "Draw",
    "Flipped",
    "HouseTable",
    "Move",
    "NewDeal",
    "Pass",
    "Play",
    "Scored",
    "Skipped",
    "Stuck",
    "careful",
    "plugin",
    "read_deck",
]

plugin = Plugin(
    game=Crazy8s,
    rule_sets=(
        RuleSet(
            name="classic",
            about="The cards come from a deck file and are not shuffled, so that nothing is left to chance; whoever "
            "can't play, or doesn't want to, draws one card, and the turn ends.",
            style="classic",
        ),
        RuleSet(
            name="house",
            about="Crazy 8s as people play it: 52 shuffled cards, seven for each of two players and five for each of "
            "more, against a machine that plays well.",
            options={
                "shuffle": True,
                "reshuffle": "shuffle",
                "hand_size": "usual",
                "suits": "Hearts Clubs Diamonds Spades",
            },
            style="classic",
            deck=whole_deck,
            ask=as_people_play,
            human=Guest,
        ),
    ),
    styles={"classic": Told},
    players={"ai": first_legal, "careful": careful},
    file_prompt="Choose a file to load the deck from:",
    read_deck=read_deck,
    options_of=options_of,
    deck_text=deck_text,
    deck=None,
    for_people="house",
    opponent="crazy8s:careful",
    ask=ask,
    human=Typist,
    kernel=crazy8s_kernel,
)
