"""Players: functions of a view and the legal actions, and what the core has of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

from cardkit.errors import CardkitError, IllegalAction, NotAnAction
from cardkit.events import Action
from cardkit.game import State
from cardkit.notation import tidy
from cardkit.piles import Seat
from cardkit.rng import Rng

S = TypeVar("S", bound=State, contravariant=True)
A = TypeVar("A", bound=Action)
F = TypeVar("F", bound=Callable[..., Any])


class Player(Protocol[S, A]):
    """Chooses one of the legal actions, knowing nothing but the view of its seat."""

    def __call__(self, view: S, legal: Sequence[A], /) -> A:
        """The action to take."""
        ...


def steady(player: F) -> F:
    """Mark a player as one that always answers the same to the same view and legal actions: no chance, no memory."""
    vars(player)["steady"] = True
    return player


def blind(player: F) -> F:
    """Mark a player as one that never looks at the view, so that none has to be made for it."""
    vars(player)["blind"] = True
    return player


def is_steady(player: object) -> bool:
    """Whether a player is marked as steady."""
    return bool(getattr(player, "steady", False))


def is_blind(player: object) -> bool:
    """Whether a player is marked as blind."""
    return bool(getattr(player, "blind", False))


@steady
@blind
def first_legal(view: Any, legal: Sequence[A], /) -> A:
    """The first of the legal actions: what an `ai` seat does unless the game brings an `ai` of its own."""
    return legal[0]


class Random:
    """Any of the legal actions, each as likely as the others."""

    blind = True

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def __call__(self, view: Any, legal: Sequence[A], /) -> A:
        return legal[self._rng.below(len(legal))]


class Scripted:
    """The actions with the given notations, one after the other; raises IllegalAction where one isn't legal."""

    blind = True

    def __init__(self, script: Iterable[str]) -> None:
        self._script = iter(script)

    def __call__(self, view: Any, legal: Sequence[A], /) -> A:
        text = next(self._script, None)
        if text is None:
            raise IllegalAction("nothing", "the script is used up")
        for action in legal:
            if tidy(str(action)) == tidy(text):
                return action
        raise IllegalAction(text, f"legal are {', '.join(map(str, legal))}")


class Console(Protocol):
    """Where a person reads and types."""

    def say(self, line: str, /) -> None:
        """Show a line."""
        ...

    def ask(self) -> str:
        """The next typed line, without its end; raises EndOfInput where there is none."""
        ...


class EndOfInput(CardkitError):
    """The input ended where an answer was needed."""

    def __str__(self) -> str:
        return "the input ended before the game did"


class Human:
    """A person at a console, who is shown the legal actions and types one, or its number in the list."""

    def __init__(self, console: Console, seat: Seat, name: str, read: Callable[[str], Action]) -> None:
        self.console = console
        self.seat = seat
        self.name = name
        self.read = read
        """The legal action of a notation, as `Match.read` has it."""

    def __call__(self, view: Any, legal: Sequence[Any], /) -> Any:
        if len(legal) == 1:
            return self._confirmed(legal[0])
        self.console.say(f"{self.name}, you can do this:")
        for number, action in enumerate(legal, 1):
            self.console.say(f"  {number}. {action}")
        while True:
            self.console.say("What do you do? (the words or the number)")
            text = self.console.ask().strip()
            if text.isascii() and text.isdecimal() and text.lstrip("0")[:6] in map(str, range(1, len(legal) + 1)):
                return legal[int(text[-6:]) - 1]
            try:
                return self.read(text)
            except (NotAnAction, IllegalAction) as error:
                self.console.say(f"{error}. Try again.")

    def _confirmed(self, action: Any) -> Any:
        while True:
            self.console.say(f"{self.name}, press Enter to {action}.")
            if tidy(self.console.ask()) in ("", tidy(str(action))):
                return action
