"""Players: functions of a view and the legal actions, and what the core has of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar, cast

from cardkit.core.acts.actions import Action
from cardkit.core.acts.choices import parts_of
from cardkit.core.acts.forms import Form
from cardkit.core.chance.generators import Rng
from cardkit.core.errors import IllegalAction
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
    """Whether a player is marked as steady."""
    return bool(getattr(player, "steady", False))


def is_blind(player: object) -> bool:
    """Whether a player is marked as blind."""
    return bool(getattr(player, "blind", False))


def handed(legal: Sequence[A]) -> Sequence[A]:
    """The legal actions as a player is handed them: a list of its own, or a form, which can't be changed."""
    return list(legal) if isinstance(legal, tuple) else legal


@steady
@blind
def first_legal(view: Any, legal: Sequence[A], /) -> A:
    """The first of the legal actions: what an `ai` seat does unless the game brings an `ai` of its own."""
    return legal[0]


class Random:
    """Any of the legal actions, each as likely as the others; a form is as likely as an action beside it."""

    blind = True

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def __call__(self, view: Any, legal: Sequence[A], /) -> A:
        parts = parts_of(legal)
        chosen = parts[self._rng.below(len(parts))]
        if isinstance(chosen, Form):
            form = cast(Form[A], chosen)
            return form[self._rng.below(len(form))]
        return cast(A, chosen)


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
