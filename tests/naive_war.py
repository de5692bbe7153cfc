"""War once more, as plainly as it can be written: two lists of numbers, the top first, and nothing of cardkit's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")
Numbers = Sequence[int]


@dataclass(frozen=True)
class Outcome:
    """How a game ended: `won` by a seat, `draw` or `endless`; for a cycle the two rounds that would begin alike."""

    how: str
    winner: int | None
    rounds: int
    wars: int
    cycle: tuple[int, int] | None = None


def dealt(deck: Sequence[T]) -> tuple[list[T], list[T]]:
    """Two decks of the cards dealt in turn, the first card on top."""
    return list(deck[::2]), list(deck[1::2])


def play(first: Numbers, second: Numbers, *, face_down: int = 1, pickup: str = "winner-first") -> Outcome:
    """Play until somebody has no cards or the decks have been like this before."""
    a, b = list(first), list(second)
    rounds = wars = 0
    seen: dict[tuple[int, ...], int] = {}
    while a and b:
        position = (*a, -1, *b)
        if position in seen:
            return Outcome("endless", None, rounds, wars, (seen[position] + 1, rounds + 1))
        seen[position] = rounds
        rounds += 1
        mine, theirs = [a.pop(0)], [b.pop(0)]
        winner: int | None = None
        while winner is None:
            if mine[-1] != theirs[-1]:
                winner = 0 if mine[-1] > theirs[-1] else 1
                break
            wars += 1
            for _ in range(face_down + 1):
                if not a and not b:
                    return Outcome("draw", None, rounds, wars)
                if not a or not b:
                    winner = 0 if a else 1
                    break
                mine.append(a.pop(0))
                theirs.append(b.pop(0))
        won, lost = (mine, theirs) if winner == 0 else (theirs, mine)
        (a if winner == 0 else b).extend(ORDERS[pickup](won, lost, mine, theirs))
    return Outcome("won", 0 if a else 1, rounds, wars)


ORDERS: dict[str, Callable[[list[int], list[int], list[int], list[int]], list[int]]] = {
    "winner-first": lambda won, lost, mine, theirs: won + lost,
    "loser-first": lambda won, lost, mine, theirs: lost + won,
    "table": lambda won, lost, mine, theirs: [card for step in zip(mine, theirs, strict=True) for card in step],
    "seat": lambda won, lost, mine, theirs: mine + theirs,
}


def deals(counts: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Every different order of a deck that has so many cards of value 0, of value 1, and so on."""
    left = list(counts)
    order: list[int] = []

    def going_on() -> Iterator[tuple[int, ...]]:
        if not any(left):
            yield tuple(order)
        for value, number in enumerate(left):
            if number:
                left[value] -= 1
                order.append(value)
                yield from going_on()
                order.pop()
                left[value] += 1

    return going_on()


@dataclass(frozen=True)
class Tally:
    """What many games came to; rounds and wars are those of the games that ended."""

    deals: int
    first: int
    second: int
    draws: int
    endless: int
    rounds: int
    wars: int
    longest: int
