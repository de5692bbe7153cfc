"""What the words of all rule sets share: the story of a battle, and the person who turns a card by pressing Enter."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cardkit import Acted, Begun, Card, CardkitError, Ended, Event, Human, Line, Moved, Result, Seat, TurnBegun
from cardkit_war.rules import MOST_PLAYERS, Battlefield, RanOut, Turn, WarBegun

_PLACES = {f"{place} {seat}": place for place in ("up", "down", "decks", "won") for seat in range(MOST_PLAYERS)}
"""What kind of pile has a name."""


@dataclass
class Showdown:
    """A card face up from each player in it, and after a tie the cards they lay face down for the war."""

    sizes: tuple[int, ...]
    """How many cards the players had before it."""
    up: list[list[Card]]
    down: list[list[Card]]
    war: bool = False


@dataclass
class Battle:
    """What happened between two turns: one showdown or more, and who won what."""

    showdowns: list[Showdown]
    out: tuple[Seat, ...] = ()
    winner: Seat | None = None
    taken: int = 0


class WarStory:
    """A narrator of War: gathers the events of each battle and tells it when it is over."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self._sizes = [0] * len(names)
        self._battle: Battle | None = None
        """What happened in the battle that is not told yet."""

    def __call__(self, event: Event, table: Battlefield) -> Iterable[str]:
        battle = self._battle
        if isinstance(event, Moved):
            if battle is not None:
                self._moved(battle, event)
            return ()
        match event:
            case TurnBegun(number=number):
                return [*self._finish(table), *self.begin(number, table)]
            case Acted():
                self._battle = Battle([])
            case WarBegun() if battle is not None:
                battle.showdowns[-1].war = True
            case RanOut(seats) if battle is not None:
                battle.out += seats
            case Begun():
                self._sizes = [len(deck) + len(won) for deck, won in zip(table.decks, table.won, strict=True)]
            case Ended(result, number):
                return [*self._finish(table), *self.end(result, number, table)]
            case _:
                pass
        return ()

    def _finish(self, table: Battlefield) -> Iterable[str]:
        """What is said of the battle that is over, if there was one."""
        battle, self._battle = self._battle, None
        return () if battle is None else self.tell(battle, table)

    def _moved(self, battle: Battle, event: Moved) -> None:
        place, seat, cards = _PLACES.get(event.target), event.owner or 0, event.cards
        if place in ("up", "down"):
            showdowns = battle.showdowns
            if not showdowns or (place == "up" and showdowns[-1].war):
                showdowns.append(Showdown(tuple(self._sizes), [[] for _ in self._sizes], [[] for _ in self._sizes]))
            (showdowns[-1].up if place == "up" else showdowns[-1].down)[seat] += cards
            self._sizes[seat] -= len(cards)
        elif place is not None and _PLACES.get(event.source) != "won":
            battle.winner = seat
            battle.taken += len(cards)
            self._sizes[seat] += len(cards)

    @abstractmethod
    def begin(self, number: int, table: Battlefield) -> Iterable[str]:
        """What is said before a turn."""

    @abstractmethod
    def tell(self, battle: Battle, table: Battlefield) -> Iterable[str]:
        """What is said of a turn when it is over."""

    @abstractmethod
    def end(self, result: Result, number: int, table: Battlefield) -> Iterable[str]:
        """What is said when the game is over."""


class EnterToTurn(Human):
    """A person who turns over a card by pressing Enter."""

    def show(self, view: Battlefield) -> Iterable[str]:
        return ()

    def question(self, view: Battlefield, legal: Sequence[Turn]) -> Iterable[str]:
        yield Line(self.names[self.seat], ", press Enter to turn over your card.")

    def explain(self, error: CardkitError, asked: Sequence[str]) -> Iterable[str]:
        return asked
