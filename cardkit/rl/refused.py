"""Why a game can't be an environment."""

from __future__ import annotations

from cardkit.core.errors import CardkitError


class NotAnEnvironment(CardkitError):
    """A game whose actions or tables can't be told in numbers, or not as they were asked for."""

    def __init__(self, game: str, reason: str) -> None:
        super().__init__(game, reason)
        self.game = game
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.game} can't be an environment: {self.reason}"
