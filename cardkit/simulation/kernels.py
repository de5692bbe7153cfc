"""Kernels: compiled twins of a game's rules, for many games in a short time. Without one a game runs by its rules."""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterable
from typing import Protocol

from cardkit.core.cards import Card
from cardkit.core.errors import CardkitError, GameFault, UnknownName
from cardkit.simulation.batch import Batch
from cardkit.simulation.runs import by_kernel, played
from cardkit.simulation.summary import Rows
from cardkit.simulation.twins import NoTwin, why_no_twin

ENGINES = ("auto", "rules", "compiled", "kernel", "both")


class Twin(Protocol):
    """A kernel that is set to the games of one batch; each thread has one of its own."""

    def play(self, first: int, rows: Rows, halt: array[int], /) -> None:
        """Play the games from this one on and fill the rows, as many as there are; other threads run meanwhile.

        Where scores say more than who won, it adds those of all games.

        When one of them sets the first number of `halt` to another one than 0, it soon leaves the rest.
        """
        ...

    def numbers(self, cards: Iterable[Card], /) -> list[int]:
        """The number that the kernel has for each of these cards."""
        ...

    def play_deals(self, first: int, deals: array[int], rows: Rows, halt: array[int], /) -> None:
        """Do the same with decks of these numbers as they lie, each with its top card first, in the place of shuffled
        ones.
        """
        ...

    def piles(self, number: int, /) -> list[list[Card]]:
        """What the piles of the state hold when the game of that number has ended, in the order of the state."""
        ...


class Kernel(Protocol):
    """What a plugin's `kernel` returns."""

    compiled: bool
    """Whether it runs at the speed of compiled code."""
    knows: Container[str]
    """What it knows of `most_turns`, a limit of turns, and `deals`, which are cards that are given, and all deals."""

    def deals_by_place(self, batch: Batch, /) -> bool:
        """Whether it hangs on the places of the cards alone what is dealt where."""
        ...

    def refusal(self, batch: Batch, /) -> str | None:
        """Why it can't play these games, or None where it can."""
        ...

    def twin(self, batch: Batch, /) -> Twin:
        """A twin for these games."""
        ...


class NoKernel(CardkitError):
    """A kernel was asked for, and there is none that plays these games."""

    game: str
    reason: str

    def __str__(self) -> str:
        return f"no kernel plays these games of {self.game}: {self.reason}"


def kernel_of(batch: Batch) -> Kernel:
    """The kernel that plays these games; raises NoKernel where there is none."""
    if batch.setup.plugin.kernel is None:
        raise NoKernel(batch.game.name, "the game has none; --engine rules plays it")
    kernel: Kernel = batch.setup.plugin.kernel()
    if batch.setup.most_turns is not None and "most_turns" not in kernel.knows:
        raise NoKernel(batch.game.name, "it knows no limit of turns")
    if batch.setup.names_deals and "deals" not in kernel.knows:
        raise NoKernel(batch.game.name, "it shuffles by itself, and is given no decks")
    reason = kernel.refusal(batch)
    if reason is not None:
        raise NoKernel(batch.game.name, reason)
    return kernel


def chosen_engine(batch: Batch, wanted: str) -> tuple[str, str]:
    """The engine to play these games by, and what a person should know about it, if anything.

    Raises UnknownName, and NoKernel or NoTwin where a kernel or a twin is wanted and there is none.
    """
    if wanted not in ENGINES:
        raise UnknownName("engine", wanted, ENGINES)
    if wanted in ("kernel", "both"):
        kernel_of(batch)
        return wanted, ""
    if wanted == "compiled":
        if reason := why_no_twin(batch.setup):
            raise NoTwin(batch.game.name, reason)
        return wanted, ""
    if wanted == "rules":
        return "rules", ""
    if batch.setup.plugin.kernel is None:
        return "rules" if why_no_twin(batch.setup) else "compiled", ""
    try:
        kernel = kernel_of(batch)
    except NoKernel as error:
        if why_no_twin(batch.setup) is None:
            return "compiled", ""
        return "rules", f"{error}; they are played by the rules, which takes longer"
    if not kernel.compiled:
        if why_no_twin(batch.setup) is None:
            return "compiled", ""
        return "rules", (
            "the kernels were not compiled when cardkit was installed, for want of a C compiler, so that the games "
            "are played by the rules, which takes much longer"
        )
    return "kernel", ""


def check_kernel(batch: Batch, games: int, *, first: int = 0) -> None:
    """Play games by the rules and by the kernel; raises GameFault at the first that differs.

    They may not differ in the last card that lies anywhere at the end, where the kernel deals by itself.
    """
    twin = kernel_of(batch).twin(batch)
    for number in range(first, first + games):
        rows = by_kernel(batch, number, 1)
        outcome, match = played(batch, number)
        kernels = next(iter(rows))
        if kernels != outcome:
            raise GameFault(batch.game.name, f"by the rules {outcome}, by the kernel {kernels}")
        piles = [pile.cards for pile in match.state.piles()]
        if not batch.setup.names_deals and twin.piles(number) != piles:
            shown = " | ".join(" ".join(map(str, pile)) for pile in piles)
            raise GameFault(
                batch.game.name, f"game {number} leaves other piles by the kernel than by the rules: {shown}"
            )
