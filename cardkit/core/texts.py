"""Texts that people type, compared with notation."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import TypeVar

A = TypeVar("A")


def spelled(text: str) -> str:
    """A text with single blanks, as notation has it."""
    return " ".join(text.split())


def tidy(text: str) -> str:
    """A typed text as it is compared with notation: single blanks, no difference between capitals and small letters,
    nor between a letter with its marks and the same as one character.
    """
    return unicodedata.normalize("NFC", spelled(text).casefold())


def alike(text: str, actions: Iterable[A]) -> list[A]:
    """The action whose notation is spelled as the text is; where there is none, all that it is like when tidy."""
    tidied, exact = tidy(text), spelled(text)
    found = [action for action in actions if tidy(str(action)) == tidied]
    return [action for action in found if spelled(str(action)) == exact][:1] or found
