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
    "Non-trait base": "let the class have one base",
    "builtin type": "write a class that has one of these in a field",
    "metaclass": "write it without a metaclass",
    "cannot be deleted": "set it to None",
    "del obj.<attr>": "set it to None",
    "except*": "write `except`",
    "async": "write it without `async`",
    "Nested class": "write the class at the top of the file",
    "Multiple assignment in class bodies": "give each name an assignment of its own",
    "in class bod": "let classes have nothing but fields and methods there",
    "Overloads without": "write it without `overload`",
    "singledispatch": "ask by `isinstance` in one function",
    "Surrogate": "use `chr`",
    "Two starred": "write an assignment with one star",
    "Calling decorator": "ask by `isinstance` in one function",
    "Template strings": "write an f-string",
    "Property setters": "write a method that sets it",
    "property decorator": "write a method that sets it",
    "through class object": "read it from `self`",
    "defined as ClassVar": "let the class have it as a `ClassVar`",
    "Duplicate definition": "define it once, without `if` around it",
    "__getattr__": "write a property or a method for each name",
}
"""What to write instead of what the compiler refuses, by words of what it says."""


def instead_of(message: str) -> str:
    """What to write instead of what a compiler refuses by this message; empty where that is not known."""
    return next((instead for words, instead in INSTEAD.items() if words in message), "")
