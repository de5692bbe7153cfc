"""The keyboard and the screen that several people share: nobody sees what was shown to another."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

from cardkit.core.piles import Seat
from cardkit.play.line_editing import forget_lines
from cardkit.play.terminal import Terminal
from cardkit.plugins.people import Undone

_UNDO = (":undo", ":u")
"""What somebody types who has just acted, and takes it back before the next person looks."""


class Keyboard:
    """One keyboard for several people, who are asked to take it before anything is shown to them."""

    def __init__(self, terminal: Terminal, take_back: Callable[[Seat], None]) -> None:
        self._terminal = terminal
        self._take_back = take_back
        self._holder: Seat | None = None
        """The seat of the person who is at the keyboard."""

    def is_passed_to(self, seat: Seat, name: str) -> bool:
        """Whether the keyboard has now been passed to a person who was not at it, and the screen cleared for them."""
        if seat == self._holder or not self._terminal.has_people:
            return False
        before = self._holder
        forget_lines()
        self._terminal.clear()
        self._terminal.say(f"{name}, it is your turn. Press Enter when nobody else is looking.")
        while self._terminal.ask().strip().casefold() in _UNDO and before is not None:
            self._holder = None
            self._take_back(before)
        self._holder = seat
        return True

    @contextmanager
    def left_clear(self) -> Generator[None]:
        """Within, whatever breaks the game off clears the screen, if people shared it."""
        try:
            yield
        except Undone:
            raise
        except BaseException:
            if self._holder is not None:
                self._holder = None
                self._terminal.clear()
            raise
