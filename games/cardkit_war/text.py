"""War in words: the narrators, and the person who turns a card by pressing Enter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardkit import (
    BACK,
    Acted,
    Card,
    Ended,
    Event,
    How,
    Human,
    Moved,
    Seat,
    TurnBegun,
    counted,
    result_lines,
)
from cardkit_war.rules import Battlefield, RanOut, Turn, WarBegun


class Rhodes:
    """Every round with its number, both decks before and after it, and what happens in between."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self._down: tuple[list[Card], ...] = ([], [])
        self._winner: Seat | None = None
        self._in_round = False

    def __call__(self, event: Event, field: Battlefield) -> Iterator[str]:
        match event:
            case TurnBegun(number=number):
                decks = self._decks(field)
                yield from self._end_of_round(decks)
                yield f"Round {number}"
                yield from decks
            case Acted():
                self._in_round = True
            case Moved(cards, _, target, int(seat)) if self._in_round:
                yield from self._moved(cards[0], target, seat)
            case WarBegun():
                yield "WAR"
            case RanOut(seats):
                yield from self._still_down()
                yield from (f"{self.names[seat]} is out of cards" for seat in seats)
            case Ended(result, number):
                yield from self._end_of_round(self._decks(field))
                if result.how is How.DRAW:
                    yield f"The game is a draw: both players ran out of cards in round {number}."
                else:
                    yield from result_lines(result, number, "round", self.names)
            case _:
                pass

    def _decks(self, field: Battlefield) -> list[str]:
        return [f"{name}'s deck: {deck}" for name, deck in zip(self.names, field.decks, strict=True)]

    def _moved(self, card: Card, target: str, seat: Seat) -> Iterator[str]:
        name, down = self.names[seat], self._down[seat]
        if target.startswith("down"):
            down.append(card)
        elif target.startswith("up"):
            yield f"{name} plays {_face_down(down)} and {card} face up" if down else f"{name} plays {card}"
            down.clear()
        else:
            self._winner = seat

    def _still_down(self) -> Iterator[str]:
        """What was laid face down in a step of a war that was never finished."""
        for name, down in zip(self.names, self._down, strict=True):
            if down:
                yield f"{name} plays {_face_down(down)}"
            down.clear()

    def _end_of_round(self, decks: Sequence[str]) -> Iterator[str]:
        if self._in_round:
            if self._winner is not None:
                yield f"{self.names[self._winner]} wins"
                yield from decks
            yield ""
        self._in_round, self._winner = False, None


def _face_down(cards: Sequence[Card]) -> str:
    shown = counted(len(cards), "card") if BACK in cards else " ".join(map(str, cards))
    return f"{shown} face down"


class EnterToTurn(Human):
    """A person who turns over a card by pressing Enter."""

    def __call__(self, view: Battlefield, legal: Sequence[Turn], /) -> Turn:
        self.confirm(f"{self.names[self.seat]}, press Enter to turn over your card.", legal[0])
        return legal[0]
