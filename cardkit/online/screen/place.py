"""A seat at this keyboard, what its person is told of it, and what is said at the top of the screen."""

from __future__ import annotations

import time

from rich.text import Text

from cardkit.core.texts import width
from cardkit.online.client.choosing import Choosing, Message, offered
from cardkit.online.client.told import Told
from cardkit.online.client.ways import Way
from cardkit.online.screen.drawing.blocks import Wish
from cardkit.online.screen.drawing.paints import Paints

KEYS = (
    "Arrow keys     go from card to card",
    "Enter, Space   play it, or choose it where more has to be said; so does the mouse",
    "Esc            gives up a choice",
    "Letters, Tab   begin a line: an action as at the terminal, /words to talk, :commands",
    "Ctrl-P         all commands to choose from",
    "F1, F2, F3     the rules, a hint, why a card can't be played",
)
"""What can be pressed."""


class KeyboardSeat:
    """A seat at this keyboard: what it was told, what it chose, and its way to the table."""

    def __init__(self, way: Way) -> None:
        self.way = way
        self.told = Told()
        self.choosing = Choosing((), ())
        self.heard_at = 0.0

    def take(self, message: Message) -> list[str]:
        """Take in a message; the lines that are new."""
        before = self.told.view.get("legal"), self.told.view.get("forms")
        new = self.told.take(message)
        view = self.told.view
        if view and (view["legal"], view["forms"]) != before:
            self.choosing = Choosing(*offered(view))
        self.heard_at = time.monotonic()
        return new

    def hint(self, wish: Wish | None) -> str:
        """What Enter would do."""
        if wish is None or not self.told.is_asked:
            return ""
        if wish.what == "act":
            return f"Enter: {_say(self.choosing, wish.value)}"
        if wish.what == "form":
            return "Enter: fill in what is open"
        if self.choosing.choice.has(wish.what, wish.meaning):
            return "Enter: give it up again"
        if not self.choosing.can(wish.what, wish.meaning) and not self.choosing.begun_again().can(
            wish.what, wish.meaning
        ):
            return "Enter: why this can't be played"
        following = self.choosing.after(wish.what, wish.meaning)
        if following.meant is not None:
            return f"Enter: {_say(following, following.meant)}"
        return "Enter: choose it, then what to do with it"


def _say(choosing: Choosing, text: str) -> str:
    """An action in words."""
    return next((action["say"] for action in choosing.legal if action["text"] == text), text)


def head_of(told: Told, paints: Paints, passed: float, columns: int) -> Text:
    """Which game it is, how far it is, whose turn, and the clocks; `passed` are the seconds since that was told."""
    scene = told.scene
    parts = [told.title] if scene is None else [told.title, f"{told.counts} {scene['number']}"]
    result = told.view["result"]
    if result:
        parts.append(result["text"])
    elif told.is_asked:
        parts.append("it is your turn")
    elif scene is not None:
        parts.append(f"{told.asked} to act")
    left = " · ".join(parts)
    right = "  ".join(
        f"{told.names[seat]} {_clock(clock['left'] - (passed if clock['running'] else 0))}"
        for seat, clock in enumerate(told.view["clocks"] or ())
    )
    gap = " " * max(columns - width(left) - width(right) - 2, 1)
    return Text(f" {left}{gap}{right} ", style=paints["head"], no_wrap=True, overflow="ellipsis")


def _clock(seconds: float) -> str:
    whole = max(int(seconds), 0)
    return f"{whole // 60}:{whole % 60:02}"
