"""What holds at a hosted table beside the rules of its game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cardkit.online.hosting.clocks import Clock


@dataclass(frozen=True, kw_only=True)
class Policy:
    """Absence, clocks, spectators and pace. Times are in seconds."""

    away: float | None = None
    """After how long somebody's absence a machine may play for them; None for never."""
    stand_in: Literal["ask", "at once", "never"] = "ask"
    """Whether that happens when somebody at the table asks for it, by itself, or not at all."""
    clock: Clock | None = None
    on_timeout: Literal["lose", "machine"] = "lose"
    """What follows when a clock has run out: the game is lost, or a machine makes the move."""
    delay: float = 0.0
    """How much later spectators see what happens."""
    pace: float = 0.0
    """How long a machine waits before it acts, so that people can follow."""
