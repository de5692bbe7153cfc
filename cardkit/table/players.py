"""Players: functions of a view and the legal actions, and what the core has of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeGuard, TypeVar, cast

from cardkit.core.actions import FORMS, Action, Choices, Form, parts_of
from cardkit.core.cards import Card
from cardkit.core.chance.generators import Rng, Seeded
from cardkit.core.errors import IllegalAction
from cardkit.core.events import Event
from cardkit.core.game import Game
from cardkit.core.piles import Seat
from cardkit.core.state import State
from cardkit.core.texts import alike

S = TypeVar("S", bound=State, contravariant=True)
A = TypeVar("A", bound=Action)
F = TypeVar("F", bound=Callable[..., Any])


class Player(Protocol[S, A]):
    """Chooses one of the legal actions, knowing nothing but the view of its seat."""

    def __call__(self, view: S, legal: Sequence[A], /) -> A:
        """The action to take."""
        ...


@dataclass(frozen=True, kw_only=True)
class Seating:
    """What somebody knows who sits down at a table."""

    game: Game[Any, Any]
    deck: tuple[Card, ...]
    """The cards of the game, sorted, so that nothing follows from their order."""
    seat: Seat
    seats: int


def seating_at(game: Game[Any, Any], state: State, seat: Seat) -> Seating:
    """What somebody knows who sits down at that seat of a table."""
    deck = sorted((card for pile in state.piles() for card in pile), key=str)
    return Seating(game=game, deck=tuple(deck), seat=seat, seats=state.seats)


class Bot(Protocol):
    """A player that remembers: it is told all that its seat may know, and then asked what to do.

    It is never steady. Where a choice is taken back or a record taken up, a copy of it as it was at some point before,
    or a new one, is told what happened from there on, and not asked again.
    """

    def begin(self, seating: Seating, view: Any, /) -> None:
        """The cards are dealt; the view is that of its seat."""
        ...

    def told(self, events: Sequence[Event], view: Any, /) -> None:
        """What happened in one step, actions first, as its seat sees it, and its view of the table after that."""
        ...

    def choose(self, view: Any, legal: Sequence[Any], /) -> Any:
        """The action to take."""
        ...


def is_bot(player: object) -> TypeGuard[Bot]:
    """Whether a player is told what happens, as a bot is."""
    return bool(getattr(player, "remembers", hasattr(player, "choose")))


def chooser(player: Any) -> Callable[[Any, Sequence[Any]], Any]:
    """What is asked for the action to take: a bot's method, or the player itself."""
    function: Callable[[Any, Sequence[Any]], Any] = getattr(player, "choose", player)
    return function


def steady(player: F) -> F:
    """Mark a player as one that always answers the same in the same position: no chance, no memory, and no look at what
    the table only counts.
    """
    setattr(player, "steady", True)  # noqa: B010
    return player


def blind(player: F) -> F:
    """Mark a player as one that never looks at the view, so that none has to be made for it."""
    setattr(player, "blind", True)  # noqa: B010
    return player


def is_steady(player: object) -> bool:
    """Whether a player is marked as steady, and remembers nothing."""
    return bool(getattr(player, "steady", False)) and not is_bot(player)


def why_no_player(player: object) -> str | None:
    """What is wrong with what should be a function or a bot; None where nothing is."""
    lacking = [f"`{name}`" for name in ("begin", "told", "choose") if not callable(getattr(player, name, None))]
    if 0 < len(lacking) < 3:
        return f"a bot has `begin`, `told` and `choose`; {type(player).__name__} lacks {' and '.join(lacking)}"
    return (
        f"it is {player!r}, not a function of the view and the legal actions"
        if not callable(player) and lacking
        else None
    )


def is_blind(player: object) -> bool:
    """Whether a player is marked as blind."""
    return bool(getattr(player, "blind", False))


def handed(legal: Sequence[A]) -> Sequence[A]:
    """The legal actions as a player is handed them: actions and forms of its own, whatever it does to them."""
    twins = [copy(part) for part in parts_of(legal)]
    return Choices(twins) if type(legal) is Choices else twins


class Company:
    """The players at a table: how each is asked, and whether it is steady or blind."""

    def __init__(self, players: list[Any], state: Any) -> None:
        self._players = players
        self.steady = list(map(is_steady, players))
        self.all_steady = all(self.steady)
        self._blind = list(map(is_blind, players))
        self._choosers = list(map(chooser, players))
        self._nothing = object.__new__(state)
        self.quick = list(map(quick, players))
        """How seats choose that look at nothing and change nothing, so that a loop may do it for them."""

    def sit(self, seat: Seat, player: Any) -> None:
        """Let somebody else play on at a seat."""
        self._players[seat], self._choosers[seat] = player, chooser(player)
        self.steady[seat], self._blind[seat] = is_steady(player), is_blind(player)
        self.quick[seat] = quick(player)
        self.all_steady = all(self.steady)

    def ask(self, match: Any, seat: Seat, legal: Sequence[Any]) -> Any:
        """What a player answers; it is handed a view and a list of its own, and can change nothing by them."""
        return self._choosers[seat](*self._handed(match, seat, legal))

    def question(self, match: Any, seat: Seat, legal: Sequence[Any]) -> Callable[[], Any]:
        """What asks a player; nothing that it is handed changes while it thinks."""
        return partial(self._choosers[seat], *self._handed(match, seat, legal))

    def _handed(self, match: Any, seat: Seat, legal: Sequence[Any]) -> tuple[Any, Sequence[Any]]:
        if self._blind[seat]:
            return self._nothing, legal
        view = match.view(seat)
        if self.steady[seat]:
            view.forget_counts()
        return view, handed(legal)


@steady
@blind
def first_legal(view: Any, legal: Sequence[A], /) -> A:
    """The first of the legal actions."""
    return legal[0]


class Random:
    """Any of the legal actions, each as likely as the others; a form is as likely as an action beside it."""

    blind = True

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def __call__(self, view: Any, legal: Sequence[A], /) -> A:
        parts = parts_of(legal)
        chosen = parts[self._rng.below(len(parts))]
        if type(chosen) in FORMS:
            form = cast(Form[A], chosen)
            return form.nth(self._rng.below(len(form)))
        return cast(A, chosen)


def quick(player: Any) -> Any:
    """What a loop may ask for the number of an action, given how many there are, in the place of a player that chooses
    any; the first of all players that choose the first is `first_legal` itself, and None is there for all others.
    """
    if type(player) is Random:
        return player._rng.below  # pyright: ignore[reportPrivateUsage]
    return player if player is first_legal else None


class Scripted:
    """The actions with the given notations, one after the other; raises IllegalAction where one isn't legal."""

    blind = True

    def __init__(self, script: Iterable[str]) -> None:
        self._script = iter(script)

    def __call__(self, view: Any, legal: Sequence[A], /) -> A:
        text = next(self._script, None)
        if text is None:
            raise IllegalAction("nothing", "the script is used up")
        found = alike(text, legal)
        if len(found) == 1:
            return found[0]
        raise IllegalAction(text, f"legal are {', '.join(map(str, legal))}")


def drawn_by_lot(seed: int, actions: int, number: int) -> int:
    """Which of so many that want to act at once does, in the game of a seed, after so many actions."""
    return Seeded(seed).derive(f"window {actions}").below(number)
