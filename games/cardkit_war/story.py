"""What happened in a battle, gathered from its events, for narrators to tell."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cardkit import Acted, Begun, Card, Ended, Event, Moved, Result, Seat, TurnBegun
from cardkit_war.rules import Battlefield, RanOut, WarBegun

Both = tuple[list[Card], list[Card]]
"""Cards of the first and of the second seat."""


def _nothing() -> Both:
    return [], []


@dataclass
class Showdown:
    """A card face up from each player, and after a tie the cards they lay face down for the war."""

    sizes: tuple[int, int]
    """How many cards the players had before it."""
    up: Both = field(default_factory=_nothing)
    down: Both = field(default_factory=_nothing)
    war: bool = False


@dataclass
class Battle:
    """What happened between two turns: one showdown or more, and who won what."""

    showdowns: list[Showdown] = field(default_factory=list[Showdown])
    out: tuple[Seat, ...] = ()
    winner: Seat | None = None
    taken: int = 0


class Story:
    """A narrator of War: gathers the events of each battle and tells it when it is over."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self._sizes = [0, 0]
        self._battle: Battle | None = None

    def __call__(self, event: Event, table: Battlefield) -> Iterator[str]:
        match event:
            case Moved(cards, source, target) if self._battle is not None:
                for card in cards:
                    self._moved(self._battle, card, source, target)
            case TurnBegun(number=number):
                yield from self._finish(table)
                yield from self.begin(number, table)
            case Acted():
                self._battle = Battle()
            case WarBegun() if self._battle is not None:
                self._battle.showdowns[-1].war = True
            case RanOut(seats) if self._battle is not None:
                self._battle.out = seats
            case Begun():
                self._sizes = [len(deck) + len(won) for deck, won in zip(table.decks, table.won, strict=True)]
            case Ended(result, number):
                yield from self._finish(table)
                yield from self.end(result, number, table)
            case _:
                pass

    def _finish(self, table: Battlefield) -> Iterator[str]:
        if self._battle is not None:
            yield from self.tell(self._battle, table)
        self._battle = None

    def _moved(self, battle: Battle, card: Card, source: str, target: str) -> None:
        place, _, seat = target.partition(" ")
        sizes, owner = self._sizes, int(seat or 0)
        if place == "up":
            if owner == 0:
                battle.showdowns.append(Showdown(sizes=(sizes[0], sizes[1])))
            battle.showdowns[-1].up[owner].append(card)
            sizes[owner] -= 1
        elif place == "down":
            if not battle.showdowns:
                battle.showdowns.append(Showdown(sizes=(sizes[0], sizes[1])))
            battle.showdowns[-1].down[owner].append(card)
            sizes[owner] -= 1
        elif place in ("decks", "won") and not source.startswith("won"):
            battle.winner = owner
            battle.taken += 1
            sizes[owner] += 1

    @abstractmethod
    def begin(self, number: int, table: Battlefield) -> Iterator[str]:
        """What is said before a turn."""

    @abstractmethod
    def tell(self, battle: Battle, table: Battlefield) -> Iterator[str]:
        """What is said of a turn when it is over."""

    @abstractmethod
    def end(self, result: Result, number: int, table: Battlefield) -> Iterator[str]:
        """What is said when the game is over."""
