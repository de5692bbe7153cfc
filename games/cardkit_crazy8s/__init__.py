"""Crazy 8s for cardkit: `cardkit play crazy8s`."""

from cardkit import Plugin, first_legal
from cardkit_crazy8s.deck_files import deck_text, options_of, read_deck
from cardkit_crazy8s.fast import crazy8s_kernel
from cardkit_crazy8s.rules import (
    Crazy8s,
    Crazy8sTable,
    Draw,
    EndTurn,
    Flipped,
    HouseTable,
    Move,
    NewDeal,
    Play,
    Scored,
    Skipped,
    Stuck,
)
from cardkit_crazy8s.variants import RULE_SETS, careful
from cardkit_crazy8s.words import Crazy8sWords, ToTheLetter, ask

__all__ = [
    "Crazy8s",
    "Crazy8sTable",
    "Draw",
    "EndTurn",
    "Flipped",
    "HouseTable",
    "Move",
    "NewDeal",
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
    rule_sets=RULE_SETS,
    styles={"classic": Crazy8sWords},
    players={"ai": first_legal, "careful": careful},
    file_prompt="Choose a file to load the deck from:",
    read_deck=read_deck,
    options_of=options_of,
    deck_text=deck_text,
    deck=None,
    for_people="house",
    opponent="crazy8s:careful",
    ask=ask,
    human=ToTheLetter,
    kernel=crazy8s_kernel,
)
