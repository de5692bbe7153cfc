"""What is told at a hosted table: to each pair of eyes lines of words, and moves to be drawn."""

from __future__ import annotations

from collections import deque
from typing import Any

from cardkit.core.acts.events import Event, Moved
from cardkit.core.cards import BACK
from cardkit.plugins.narrators import Narrator

LAST_LINES = 300
_LAST_MOVES = 24


class Texts:
    """Lets lines that several pairs of eyes are told be kept once."""

    def __init__(self) -> None:
        self._last: deque[str] = deque(maxlen=12)

    def once(self, line: str) -> str:
        """The same line, as it was kept lately if it was."""
        for known in self._last:
            if known == line:
                return known
        self._last.append(line)
        return line


class Teller:
    """A watcher that keeps what one pair of eyes was told: the last lines, the last moves, and how many there were."""

    def __init__(self, narrator: Narrator, texts: Texts) -> None:
        self._narrator = narrator
        self._texts = texts
        self._lines: deque[str] = deque(maxlen=LAST_LINES)
        self._moves: deque[Moved] = deque(maxlen=_LAST_MOVES)
        self.line_count = self.move_count = 0

    def __call__(self, event: Event, view: Any) -> None:
        for line in self._narrator(event, view):
            self.say(str(line))
        if isinstance(event, Moved):
            self._moves.append(event)
            self.move_count += 1

    def say(self, line: str) -> None:
        """Tell a line."""
        self._lines.append(self._texts.once(line))
        self.line_count += 1

    def lines(self, first: int, end: int) -> list[str]:
        """The lines from a number on up to another, as far as they are kept."""
        start = self.line_count - len(self._lines)
        return list(self._lines)[max(first - start, 0) : max(end - start, 0)]

    def moves(self, first: int, end: int) -> list[dict[str, Any]]:
        """The moves from a number on up to another, as far as they are kept."""
        start = self.move_count - len(self._moves)
        return [
            {
                "cards": [] if BACK in move.cards else [card.text for card in move.cards],
                "size": len(move.cards),
                "source": move.source,
                "target": move.target,
            }
            for move in list(self._moves)[max(first - start, 0) : max(end - start, 0)]
        ]


class Delay:
    """What the public sees, so many seconds later."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._frames: deque[tuple[float, dict[str, Any]]] = deque()

    def add(self, frame: dict[str, Any], now: float) -> None:
        """Keep what can be seen from now on."""
        if not self._frames or self._frames[-1][1] != frame:
            self._frames.append((now, frame))

    def shown(self, now: float) -> dict[str, Any] | None:
        """What is shown now; None where that was before the table was laid."""
        while len(self._frames) > 1 and self._frames[1][0] <= now - self._seconds:
            self._frames.popleft()
        return self._frames[0][1] if self._frames and self._frames[0][0] <= now - self._seconds else None

    def is_due(self, now: float) -> bool:
        """Whether something else is shown now than was shown last."""
        return len(self._frames) > 1 and self._frames[1][0] <= now - self._seconds

    def changes(self, now: float) -> float | None:
        """When the public will see something else; None where nothing is to come."""
        return next((then + self._seconds for then, _ in self._frames if then > now - self._seconds), None)
