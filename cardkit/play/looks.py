"""What cards and other words look like on a terminal: colours by suit, or none, chosen by one setting."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from cardkit.core.cards import Card
from cardkit.core.errors import UnknownName
from cardkit.plugins.lines import Alarm, Heading, Marked, Name, SuitName, What, Win

SETTING = "CARDKIT_CARDS"
"""The environment variable that chooses a look by its name."""


@dataclass(frozen=True, kw_only=True)
class Look:
    """Styles, as rich writes them: of cards by their suit in small letters, of other words by what they are."""

    suits: Mapping[str, str]
    words: Mapping[type[Marked], str]
    card: str = ""
    """The style of a card whose suit has none."""
    symbols: bool = True
    """Whether a card is shown with the symbol of its suit, where that has one."""
    spare: bool = False
    """Whether there is nothing but words: no columns, no drawn tables, for those who have them read aloud."""

    def face(self, card: Card) -> str:
        """A card as it is shown: `10♥` for TH, and `10 Hearts` where a deck has words."""
        symbol = _SYMBOLS.get(card.suit.lower()) if self.symbols else None
        return card.text if symbol is None else f"{'10' if card.rank == 'T' else card.rank}{symbol}"

    def style(self, what: What) -> str:
        """The style of a piece of text; empty where it has none."""
        match what:
            case Card():
                return self.suits.get(what.suit.lower(), self.card)
            case SuitName():
                return self.suits.get(what.lower(), self.card)
            case Marked():
                return self.words.get(type(what), "")
            case None:
                return ""


def _known_as(style: str, *names: str) -> dict[str, str]:
    return dict.fromkeys(names, style)


_COLOURS = {
    "red": "red",
    "orange": "dark_orange",
    "yellow": "yellow",
    "green": "green",
    "turquoise": "dark_turquoise",
    "cyan": "cyan",
    "blue": "bright_blue",
    "purple": "medium_purple",
    "violet": "violet",
    "magenta": "magenta",
    "pink": "hot_pink",
    "brown": "orange4",
    "gold": "gold1",
}
"""Suits that are called after colours, such as the shipped deck `colours` has."""
_SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_RED = _known_as("red", "hearts", "h", "♥", "diamonds", "d", "♦")
_BLUE = _known_as("bright_blue", "diamonds", "d", "♦")
_GREEN = _known_as("green", "clubs", "c", "♣")
_WORDS: dict[type[Marked], str] = {Name: "bold", Heading: "underline", Win: "bold green", Alarm: "bold yellow"}

LOOKS: Mapping[str, Look] = {
    "two-colour": Look(suits={**_COLOURS, **_RED}, words=_WORDS),
    "four-colour": Look(suits={**_COLOURS, **_RED, **_BLUE, **_GREEN}, words=_WORDS),
    "bold": Look(suits={}, words=dict.fromkeys((Heading, Win, Alarm), "bold"), card="bold"),
    "letters": Look(suits={**_COLOURS, **_RED}, words=_WORDS, symbols=False),
    "plain": Look(suits={}, words={}, symbols=False, spare=True),
}
"""The looks by name; the first is the one where none is chosen."""


def chosen_look(settled: str = "") -> Look:
    """The look that the environment asks for, or else the settled one; raises UnknownName for an unknown name."""
    name = os.environ.get(SETTING) or settled or next(iter(LOOKS))
    if name not in LOOKS:
        raise UnknownName(f"look for {SETTING}", name, LOOKS)
    return LOOKS[name]
