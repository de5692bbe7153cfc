"""What is said of chance after a game: a seed or a generator that had no effect, or one that is no good for samples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardkit.play.output import aside
from cardkit.plugins.game_seeds import NEIGHBOURS, without_a_say
from cardkit.plugins.session import Session
from cardkit.table.turns import Table


def tell_of_chance(session: Session, table: Table[Any, Any]) -> None:
    """Say, beside what is told of the game, what the person who gave a seed or a generator should know."""
    for note in _notes(session, table):
        aside(f"note: {note}")


def _notes(session: Session, table: Table[Any, Any]) -> Iterator[str]:
    draws = session.match.draws
    if session.seed_was_given and not draws and not session.has_chance and not table.drew_lots:
        yield "the seed had no effect, because nothing in this game was left to chance"
    if session.rng != session.rules.rng and not draws:
        yield without_a_say(session.rng)
    if session.rng == "java" != session.rules.rng and session.seed_was_given and draws:
        yield NEIGHBOURS
