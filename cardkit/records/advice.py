"""A machine for somebody else's seat: told what happened so far, to play on there or to say what it would do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from cardkit.core.chance.generators import Seeded
from cardkit.core.errors import NotAnAction
from cardkit.core.piles import Seat
from cardkit.plugins.boundaries import Guarded
from cardkit.plugins.lines import Line
from cardkit.plugins.registry import load_player
from cardkit.plugins.sayings import Sayings
from cardkit.plugins.session import Session
from cardkit.table.notation import read_legal
from cardkit.table.players import first_legal, handed
from cardkit.table.turns import Table

Taken = Sequence[tuple[Seat | None, str]]
"""The actions of a record, in notation, each with its seat where several acted at the same time."""


class Advice(NamedTuple):
    """What a machine would do, and why, as far as it says that."""

    action: Any
    said: Line
    """The action as a sentence."""
    reasons: Sequence[str]


def stand_in(session: Session, seat: Seat, taken: Taken) -> Guarded:
    """The machine that plays on for a person, told what happened."""
    return _machine(session, seat, f"go {seat}", taken)


def advice(session: Session, seat: Seat, taken: Taken) -> Callable[[], Advice]:
    """What asks a machine for what it would do at a seat as things stand now, here or in another thread."""
    match = session.match
    view, legal = match.view(seat), handed(match.legal_of(seat))
    says, deck = Sayings(match.game, session.names, seat), session.setup.pile

    def in_words(reason: str) -> Line:
        """A reason in which the action that it begins with is a sentence."""
        notation, colon, rest = reason.partition(": ")
        action = None
        if colon:
            with suppress(NotAnAction):
                action, _ = read_legal(type(match.game), notation, legal, deck)
        return Line(reason) if action is None else Line(says.action(action, view), colon, rest)

    def advised() -> Advice:
        adviser = _machine(session, seat, f"hint {seat} after {len(taken)} actions", taken)
        try:
            action = adviser(view, legal)
            reasons = getattr(adviser.player, "reasons", (_of_whom(adviser.name),))
            return Advice(action, says.action(action, view), list(map(in_words, reasons)))
        finally:
            adviser.leave()

    return advised


def _of_whom(name: str) -> str:
    """Whose advice it is, where a player gives no reasons."""
    return f"so says {name}, the player that comes with the game; it gives no reasons"


def _machine(session: Session, seat: Seat, chance: str, taken: Taken) -> Guarded:
    """A machine at a seat, with chance of its own; one that remembers is told what happened."""
    name = session.plugin.opponent
    player = Guarded(load_player(name, session.plugin, Seeded(session.seed).derive(chance)), seat, name)
    if player.remembers and session.match.begin_again is not None:
        others: list[Any] = [first_legal] * session.match.state.seats
        others[seat] = player
        Table(session.match.begin_again(), others).retell(taken)
    return player
