"""What is said of a broken promise: the reason, and the seed and the actions that show it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cardkit.authors.promises.clock import OutOfTime
from cardkit.core.cards import Card
from cardkit.core.errors import CardkitError, at_error
from cardkit.core.texts import counted

_SHOWN = 12
"""How many of the actions that led to a broken promise fit into a sentence."""


class Breach(Exception):
    """A promise is found broken; whoever plays the game knows how it came to that, and tells it as BrokenPromise."""

    def __init__(self, promise: str, reason: str, after: int | None = None) -> None:
        super().__init__(promise, reason, after)
        self.promise = promise
        self.reason = reason
        self.after = after
        """After how many actions that is so; None after all that were played."""


class BrokenPromise(CardkitError):
    """A game that breaks a promise every game makes, and the seed and the actions that show it."""

    def __init__(
        self,
        game: str,
        promise: str,
        reason: str,
        *,
        deck: Iterable[Card],
        seats: int,
        seed: int,
        actions: Iterable[str] = (),
    ) -> None:
        self.game = game
        self.promise = promise
        self.reason = reason
        self.deck: Sequence[Card] = tuple(deck)
        """The cards the game was played with, the last one on top."""
        self.seats = seats
        self.seed = seed
        """The seed of the game: `Seeded(seed).split("deal")` deals, and `derive("seat 0")` plays for the first seat."""
        self.rules: str | None = None
        """The rule set that it was played by, where that is known."""
        self.actions: Sequence[str] = tuple(actions)
        """The notations of what was played."""
        self.is_stuck = False
        """Whether the last action, or setting up, comes to no end, or ends the program."""
        super().__init__(game, promise, reason, self.deck, seats, seed, self.actions)

    def __reduce__(self) -> tuple[Any, ...]:
        return _as_it_was, (vars(self).copy(),)

    def __str__(self) -> str:
        table = f"{counted(self.seats, 'seat')}, seed {self.seed}"
        return f"{self.game} breaks the promise {self.promise}: {self.reason}, {self._when()} ({table})"

    def _when(self) -> str:
        if not self.actions:
            return "after setup"
        number, last = len(self.actions), ", ".join(self.actions[-_SHOWN:])
        if number <= _SHOWN:
            return f"after {counted(number, 'action')}: {last}"
        return f"after {number} actions, the last ones being {last}"


def _as_it_was(parts: dict[str, Any]) -> BrokenPromise:
    """A broken promise that was pickled."""
    names = ("game", "promise", "reason", "deck", "seats", "seed", "actions")
    broken = BrokenPromise(**{name: parts[name] for name in names})
    vars(broken).update(parts)
    return broken


def raised(error: BaseException) -> str:
    """An error as a reason why a promise is broken.

    >>> raised(KeyError("hands"))
    "KeyError was raised ('hands')"
    """
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = ""
    if isinstance(error, OutOfTime):
        return f"{text}{at_error(error)}"
    return f"{type(error).__name__} was raised{f' ({text})' if text else ''}{at_error(error)}"
