"""What was drawn last for one pair of eyes, so that what lies as it lay isn't drawn again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class Sketch:
    """The piles, the facts and the actions that were drawn last; whatever is handed out is not to be changed."""

    def __init__(self) -> None:
        self._drawn: dict[Hashable, tuple[Any, Any]] = {}
        self._actions: dict[Any, dict[str, Any]] = {}
        self._words: Any = None

    def part(self, name: Hashable, looks: Any, draw: Callable[[], T]) -> T:
        """A part of the table, drawn anew where it looks otherwise than it did."""
        last = self._drawn.get(name)
        if last is None or last[0] != looks:
            last = self._drawn[name] = (looks, draw())
        drawn: T = last[1]
        return drawn

    def actions(self, legal: Sequence[Any], words: Any, draw: Callable[[Any], dict[str, Any]]) -> list[dict[str, Any]]:
        """The actions that are legal, of which those are drawn that weren't there last, or are told in other words."""
        last = self._actions if words == self._words else {}
        self._actions = {action: last.get(action) or draw(action) for action in legal}
        self._words = words
        return list(self._actions.values())
