"""What a twin can't be made of, said with its place and with what to write instead."""

from __future__ import annotations

import ast
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from cardkit.core.errors import CardkitError


class CannotCompile(CardkitError):
    """A game's file has something that can't be compiled; the rules play it as ever."""

    def __init__(self, game: str, reason: str, *, differs: bool = False) -> None:
        super().__init__(game, reason)
        self.game = game
        self.reason = reason
        self.differs = differs
        """Whether it was compiled, and played otherwise than by its rules."""

    def __str__(self) -> str:
        return f"{self.game} can't be compiled: {self.reason}; it is played by its rules"


class Untranslatable(Exception):
    """A construct of a file that can't be written anew: where it is, and what to write instead."""

    def __init__(self, what: str, node: ast.AST | None = None, path: Path | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.line: int | None = getattr(node, "lineno", None)
        self.path = path

    def __str__(self) -> str:
        if self.path is None:
            return self.what
        return f"{self.path.name}, line {self.line}: {self.what}" if self.line else f"{self.path.name}: {self.what}"


@contextmanager
def within(node: ast.AST, path: Path) -> Generator[None]:
    """What can't be written anew within is told with its place, whatever it is."""
    try:
        yield
    except Untranslatable:
        raise
    except Exception as error:
        reason = f"this can't be written anew ({type(error).__name__}: {error}): write it in plainer words"
        raise Untranslatable(reason, node, path) from error


INSTEAD = {
    "Multiple inheritance": "let the class have one base",
    "metaclass": "write it without a metaclass",
    "is bound twice": "give the second one another name",
    "generator": "return a list",
    "async": "write it without `async`",
}


def advice(message: str) -> str:
    """A compiler's message, with what to write instead where that is known."""
    return next((f"{message}: {advised}" for word, advised in INSTEAD.items() if word in message), message)
