"""The umassd rules in words: a line for each battle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, zip_longest

from cardkit import Alarm, Card, Face, How, Line, Result, Row, Win, result_lines
from cardkit_war.rules import Battlefield
from cardkit_war.words.story import Battle, WarStory

SYMBOLS = {"H": "♥", "D": "♦", "C": "♣", "S": "♠"}

LETTERS = "ABCDEFGHIJ"
"""What the players are called by umassd."""


class Umassd(WarStory):
    """One line a battle: how many cards the two have, the cards they play, and who wins or what a war costs."""

    def begin(self, number: int, table: Battlefield) -> Iterable[str]:
        yield from ()

    def tell(self, battle: Battle, table: Battlefield) -> Iterable[str]:
        for showdown in battle.showdowns:
            sizes = ",".join(f"{LETTERS[seat]}:{size:2}" for seat, size in enumerate(showdown.sizes))
            shown = Line(sizes, " ", *side_by_side([cards[0] if cards else None for cards in showdown.up], "-"), " ")
            if not showdown.war:
                yield Line(shown, f"{LETTERS[battle.winner or 0]} Wins")
                continue
            hidden = [Line(*side_by_side(cards, ",")) for cards in zip_longest(*showdown.down)]
            yield Line(shown, Alarm("!!WAR!!"), *([" [", Row(hidden, "; "), "]"] if hidden else []))

    def end(self, result: Result, number: int, table: Battlefield) -> Iterable[str]:
        if result.cycle is not None:
            cycle = result.cycle
            yield f"[** battle {cycle.again} would begin as battle {cycle.first} did **]"
            yield f"This is Lamb Chop mode, the game goes on for ever in a cycle of {cycle.length} battles"
            return
        if result.how is How.CUT_OFF:
            yield from result_lines(result, number, "battle", self.names, "card")
            return
        out = [LETTERS[seat] for seat in range(table.seats) if not table.held(seat)]
        if out:
            yield f"[** {' and '.join(out)} out of cards **]"
        if result.winners:
            yield "We have a winner"
            yield Win(f"Congratulations Player {LETTERS[result.winners[0]]}")
        else:
            yield "We have a draw"


def side_by_side(cards: Sequence[Card | None], between: str) -> list[str]:
    """A card of each player who has one, with the symbols of their suits: `A:7♥-B:K♠`."""
    laid = [[between, f"{LETTERS[seat]}:", symbol(card)] for seat, card in enumerate(cards) if card is not None]
    return list(chain.from_iterable(laid))[1:]


def symbol(card: Card) -> Face:
    """A card with the symbol of its suit."""
    return Face(card.rank + SYMBOLS.get(card.suit, card.suit), card)
