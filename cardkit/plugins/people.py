"""A person at a seat, and the console where people read and type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from cardkit.core.chance.generators import read_seed
from cardkit.core.chance.languages import generator
from cardkit.core.errors import BadSeed, CardkitError, IllegalAction, NotAnAction
from cardkit.core.piles import Seat
from cardkit.core.texts import tidy
from cardkit.plugins.lines import Line, Name, spoken
from cardkit.plugins.narrators import table_lines
from cardkit.table.match import Match

T = TypeVar("T")


class Console(Protocol):
    """Where a person reads and types."""

    def say(self, line: str, /) -> None:
        """Show a line."""
        ...

    def ask(self, prompt: str = "", /) -> str:
        """The next typed line, without its end; raises EndOfInput where there is none."""
        ...


class Stopped(CardkitError):
    """A game was broken off; `how` says how it can be taken up again, if it can."""

    reason = "the game was broken off"

    def __init__(self, how: str = "") -> None:
        super().__init__(how)
        self.how = how

    def __str__(self) -> str:
        return f"{self.reason}; {self.how}" if self.how else self.reason


class EndOfInput(Stopped):
    """The input ended where an answer was needed."""

    reason = "the input ended where an answer was needed"


class Interrupted(Stopped):
    """A person stopped the game by Ctrl-C."""

    reason = "interrupted"


class OutputLost(OSError):
    """What a console shows can't be written, because the output takes no more."""


class Undone(Exception):
    """A person takes back their last choice: the game goes on after so many actions."""

    def __init__(self, actions: int) -> None:
        super().__init__(actions)
        self.actions = actions


class Left(Exception):
    """A person leaves the game."""


def ask_until(console: Console, read: Callable[[str], T | None], complaint: str, prompt: str = "") -> T:
    """What `read` makes of the typed line; where that is None, complain and ask again."""
    while True:
        answer = read(console.ask(prompt))
        if answer is not None:
            return answer
        console.say(complaint)


def ask_seed(console: Console, prompt: str, kind: str) -> int:
    """A seed that this kind of generator takes, asked for until it is one."""
    while True:
        seed = ask_until(console, read_seed, "A seed is a whole number, such as 123456 or -7.", prompt)
        try:
            generator(kind, seed)
        except BadSeed as error:
            console.say(f"{error}.")
        else:
            return seed


class Human:
    """A person who is shown what the seat sees and may do, and types an action or its number in the list."""

    def __init__(self, console: Console, seat: Seat, names: Sequence[str], match: Match[Any, Any]) -> None:
        self.console = console
        self.seat = seat
        self.names = tuple(map(Name, names))
        self.match = match

    def __call__(self, view: Any, legal: Sequence[Any], /) -> Any:
        name, say = self.names[self.seat], self.console.say
        for line in table_lines(view, self.seat, self.names):
            say(line)
        if len(legal) == 1:
            return self.confirm(Line(name, ", press Enter to ", spoken(legal[0]), "."), legal[0])
        say(Line(name, ", you can do this:"))
        for number, action in enumerate(legal, 1):
            say(Line(f"  {number}. ", spoken(action)))
        while True:
            say("What do you do? (the words, or the number)")
            text = self.console.ask()
            chosen = whole_number(text)
            if chosen is not None and 1 <= chosen <= len(legal):
                return legal[chosen - 1]
            try:
                return self.match.read(text)
            except (NotAnAction, IllegalAction) as error:
                say(f"{error}. Try again.")

    def confirm(self, prompt: str, action: Any) -> Any:
        """The only legal action, as soon as the person presses Enter or types it."""
        while True:
            self.console.say(prompt)
            if tidy(self.console.ask()) in ("", tidy(str(action))):
                return action


def whole_number(text: str) -> int | None:
    """The number that a typed text is in plain decimal digits, or None; more digits than a count can have are cut.

    >>> whole_number(" 12 "), whole_number("+3"), whole_number("²"), whole_number("1_0")
    (12, None, None, None)
    """
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal()):
        return None
    return int(digits.lstrip("0")[:18] or "0")
