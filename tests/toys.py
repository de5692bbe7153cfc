"""Small games for tests: what most of them have, and one that goes round in circles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from cardkit import Action, Dealer, Game, Match, Pile, Result, Seat, Seeded, State, cards


class Table(State):
    """A stock, a hand for each seat, and a heap that everybody sees."""

    stock: Pile
    hands: list[Pile]
    heap: Pile


class Toy:
    """Rules of a game, all that one has to have: nothing is dealt, an action passes the turn, and there is no end."""

    name: ClassVar[str] = "toy"
    players: ClassVar[range] = range(1, 5)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Any:
        return Table(seats=seats, stock=deck, hands=Pile.hands(seats), heap=Pile.face_up())

    def legal(self, table: Any) -> list[Any]:
        return []

    def apply(self, table: Any, action: Any, dealer: Dealer) -> None:
        table.pass_turn()

    def result(self, table: Any) -> Result | None:
        return None


class Hop(Action):
    """Go on to the next square, or to one further along."""

    further: bool = False


class Track(State):
    """The square the token is on, and cards to shuffle."""

    pot: Pile
    square: int = 0


class Hopping(Toy, Game[Track, Hop]):
    """A token hops from each square to the one written on it, for so many rounds; some squares leave a choice, and
    some are left by chance.
    """

    name = "hopping"
    counts = "round"

    squares: tuple[int, ...] = (0,)
    choices: frozenset[int] = frozenset()
    chances: frozenset[int] = frozenset()
    rounds: int = 1000
    together: bool = False

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Track:
        return Track(seats=seats, pot=deck)

    def legal(self, table: Track) -> list[Hop]:
        return [Hop(), Hop(further=True)] if -table.square in self.choices else [Hop()]

    def acting(self, table: Track) -> Sequence[Seat]:
        return range(table.seats) if self.together else (table.turn,)

    def apply(self, table: Track, action: Hop, dealer: Dealer) -> None:
        square = -table.square
        if square in self.chances:
            dealer.shuffle(table.pot)
        table.square = -((self.squares[square] + action.further) % len(self.squares))
        table.count += 1

    def result(self, table: Track) -> Result | None:
        return Result.draw(table.seats) if table.count == self.rounds else None


def hopping(squares: Sequence[int], *, seats: int = 1, pot: str = "KS QS", **options: Any) -> Match[Track, Hop]:
    """A match on these squares, numbered from 0, and kept by the game as 0, -1, -2 …"""
    return Match(Hopping(squares=tuple(squares), **options), cards(pot), seats=seats, rng=Seeded(1))
