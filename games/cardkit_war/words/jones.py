"""The jones rules in pictures: cards as ASCII art, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import zip_longest

from cardkit import (
    Alarm,
    Card,
    Face,
    Heading,
    How,
    Line,
    Name,
    Result,
    Wide,
    Win,
    counted,
    cut,
    padded,
    result_lines,
    width,
)
from cardkit_war.rules import Battlefield
from cardkit_war.words.story import Battle, WarStory

HALF = 39
"""The columns that each player's cards have: half of 80, with a gap."""
ACROSS = 5
"""How many cards lie side by side in them."""


@cache
def card_art(card: Card | None) -> tuple[str, ...]:
    """The five lines of a card of seven columns; None is a card face down."""
    if card is None:
        return (".-----.", *["|#####|"] * 3, "'-----'")
    rank = "10" if card.rank == "T" else card.rank
    lines = [".-----.", f"|{padded(rank, 5)}|", f"|  {card.suit}  |", f"|{padded(rank, 5, right=True)}|", "'-----'"]
    return tuple(Face(line, card) for line in lines)


def rows_of_art(cards: Sequence[Card | None]) -> list[str]:
    """Cards side by side, in as many rows as they need."""
    rows: list[str] = []
    for start in range(0, len(cards), ACROSS):
        art = [card_art(card) for card in cards[start : start + ACROSS]]
        rows += art[0] if len(art) == 1 else [Line(*parts) for parts in zip(*art, strict=True)]
    return rows


def side_by_side(left: Sequence[str], right: Sequence[str]) -> Iterator[Wide]:
    """Two columns of text, each at most half the width; where that is not there, the second below the first."""
    columns = max(map(width, left), default=0) if not right else HALF + 2 + max(map(width, right))
    instead = [*left, *right]
    for first, second in zip_longest(left, right, fillvalue=""):
        parts = (first, " " * (HALF + 2 - width(first)), second) if second else (first,)
        yield Wide(*parts, width=columns, instead=instead)
        instead = []


def in_pairs(columns: Sequence[Sequence[str]]) -> Iterator[Wide]:
    """Columns of text, two and two side by side."""
    for left, right in zip_longest(columns[::2], columns[1::2], fillvalue=()):
        yield from side_by_side(left, right)


class Jones(WarStory):
    """Each hand with its cards as pictures, and what is left to the players."""

    def begin(self, number: int, table: Battlefield) -> Iterator[str]:
        yield Heading(f"Hand {number}")
        yield from in_pairs([self._standing(table, seat) for seat in range(table.seats)])

    def _standing(self, table: Battlefield, seat: int) -> list[str]:
        hand, won = len(table.decks[seat]), len(table.won[seat])
        return [Name(cut(self.names[seat], HALF).rstrip()), f"{hand} in hand, {won} won"]

    def tell(self, battle: Battle, table: Battlefield) -> Iterator[str]:
        for showdown in battle.showdowns:
            laid = [[*up, *[None] * len(down)] for up, down in zip(showdown.up, showdown.down, strict=True)]
            yield from in_pairs([rows_of_art(cards) for cards in laid])
            if showdown.war:
                yield Alarm("WAR!")
        yield from (Line(self.names[seat], " has no cards left for the war.") for seat in battle.out)
        if battle.winner is not None:
            yield Line(self.names[battle.winner], f" wins {counted(battle.taken, 'card')}.")
        yield ""

    def end(self, result: Result, number: int, table: Battlefield) -> Iterator[str]:
        hands = counted(number, "hand")
        match result.how:
            case How.WON:
                yield Win(f"{self.names[result.winners[0]]} wins the game after {hands}!")
            case How.DRAW:
                yield f"The game is a draw after {hands}."
            case _:
                yield from result_lines(result, number, "hand", self.names, "card")
