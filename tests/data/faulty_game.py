"""A game that fails where it is told to, in any of the places where cardkit calls what an author wrote."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import typer

from cardkit import Action, Card, Dealer, EmptyPile, Event, Game, Human, Pile, Plugin, Result, State, UnknownName
from cardkit.plugins.people import Interrupted


class Unspeakable(Exception):
    """An error whose text can't be had."""

    def __str__(self) -> str:
        raise self.args[0]


class Inhuman(BaseException):
    """An error that is no Exception."""


ERRORS: dict[str, Callable[[], BaseException]] = {
    "a pipe that broke": lambda: BrokenPipeError(32, "Broken pipe"),
    "leaving Python": lambda: SystemExit("enough"),
    "Ctrl-C that is none": lambda: KeyboardInterrupt("no"),
    "no text": AssertionError,
    "lines": lambda: ValueError("one\n  two"),
    "an error without words": lambda: Unspeakable(LookupError("no words")),
    "an error whose words leave": lambda: Unspeakable(SystemExit(0)),
    "no Exception": lambda: Inhuman("out of the ordinary"),
    "an empty pile": lambda: EmptyPile("the well"),
    "a name of nothing": lambda: UnknownName("game", "x", ["y"]),
    "Ctrl-C of cardkit's": Interrupted,
    "leaving the command line": lambda: typer.Exit(0),
    "no more": StopIteration,
}


def fail(kind: str) -> None:
    """Raise an error of this kind."""
    match kind:
        case "a missing file":
            Path("weights.txt").read_text(encoding="utf-8")
        case "no card":
            Card("", "X")
        case "a loop":
            fail(kind)
        case _:
            raise ERRORS.get(kind, lambda: KeyError(kind))()


def trip(place: str) -> None:
    """Fail here if the game is told to."""
    if os.environ.get("FAULTY_PLACE") == place:
        fail(os.environ.get("FAULTY_KIND", "key"))


class Take(Action):
    """Take the top card, or pass."""

    word = "take"
    many: int

    def __str__(self) -> str:
        trip("str")
        return f"take {self.many}"


class Heap(State):
    """The cards that are left, and those taken."""

    heap: Pile
    taken: list[Pile]


class Faulty(Game[Heap, Take]):
    """Take cards, one by one or more at once, until there are none."""

    name = "faulty"
    players = range(1, 4)
    most: int = 2

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Heap:
        """Lay the deck on the table."""
        trip("setup")
        return Heap(seats=seats, heap=deck, taken=Pile.hands(seats))

    def legal(self, state: Heap) -> list[Take]:
        """One card or more."""
        if len(state.heap) < 48:
            trip("legal")
        return [Take(number + 1) for number in range(self.most)]

    def objection(self, state: Heap, action: Take) -> str | None:
        """No more than are offered."""
        return None if action.many <= self.most else f"take {self.most} at most"

    def apply(self, state: Heap, action: Take, dealer: Dealer) -> None:
        """Take them."""
        for _ in range(min(action.many, len(state.heap))):
            dealer.draw(state.heap, state.taken[state.turn])
        if len(state.heap) < 48:
            trip("apply")
        state.pass_turn()

    def result(self, state: Heap) -> Result | None:
        """A draw."""
        if len(state.heap) < 48:
            trip("result")
        return None if state.heap else Result.draw(state.seats)


class Words:
    """A narrator."""

    def __init__(self, names: Sequence[str]) -> None:
        trip("words for names")

    def __call__(self, event: Event, view: Any) -> Iterator[str]:
        """Tell the name of the event."""
        trip("words")
        yield type(event).__name__


class Prompt(Human):
    """What asks a person."""

    def __call__(self, view: Any, legal: Sequence[Any], /) -> Any:
        """Ask."""
        trip("prompt")
        return super().__call__(view, legal)


class Bot:
    """The game's own machine."""

    def __init__(self, rng: Any) -> None:
        self.asked = 0

    def __call__(self, view: Any, legal: Sequence[Any]) -> Any:
        """Take one card; the third time, something may go wrong."""
        self.asked += 1
        print("the bot thinks")  # noqa: T201
        if self.asked > 2:
            trip("bot")
        match os.environ.get("FAULTY_PLACE"):
            case "answers nothing":
                return None
            case "answers what is no action":
                return "take 1"
            case "answers what isn't legal":
                return Take(3)
            case "answers what no rule can read":
                return Take("three")  # type: ignore[arg-type]
            case "adds to what is legal":
                legal.append(Take(4))  # type: ignore[attr-defined]
                return legal[-1]
            case _:
                return legal[0]


def ask(order: Any, console: Any) -> Any:
    """Ask nothing."""
    trip("ask")
    return order


plugin = Plugin(game=Faulty, styles={"plain": Words}, human=Prompt, players={"ai": Bot}, ask=ask)
