"""A person at a seat, and the console where people read and type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, Protocol, TypeVar

from cardkit.core.acts.actions import Pass
from cardkit.core.cards import Card
from cardkit.core.chance.generators import read_seed
from cardkit.core.chance.languages import generator
from cardkit.core.errors import BadSeed, CardkitError, IllegalAction, NotAnAction
from cardkit.core.piles import Seat, Sight
from cardkit.plugins.lines import Entry, Line, Name, spoken
from cardkit.plugins.person.board import Board, cards_in_suits, in_order
from cardkit.plugins.person.question import numbered, question_lines
from cardkit.plugins.person.reader import Ambiguous, NotTaken, Reader
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


class OutputLost(Exception):
    """What a console shows can't be written, because the output takes no more."""

    def __init__(self, error: OSError) -> None:
        super().__init__(error)
        self.error = error


class Undone(Exception):
    """A person has gone to another point of the game, or lets a machine play for them: nothing is asked here now."""


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


class Again(Exception):
    """A person wants to see the table and the question again; what was half typed is dropped."""


def is_typed_at(console: Console) -> bool:
    """Whether a person types at a console, and no program."""
    return bool(getattr(console, "is_typed_at", False))


class Human:
    """A person who is shown what the seat sees and may do, and types an action or its number in the list.

    A person of a game's own overrides any of `show`, `question`, `read` and `explain`; who is asked when is not theirs.
    """

    def __init__(self, console: Console, seat: Seat, names: Sequence[str], match: Match[Any, Any]) -> None:
        self.console = console
        self.seat = seat
        self.names = tuple(map(Name, names))
        self.match = match
        self.half = ""
        """What was typed of an action of which more has to be said."""
        self.news: Sequence[Card] = ()
        """The cards that came to this person's hand since they were asked last."""
        self._cards_before: Counter[Card] | None = None

    def __call__(self, view: Any, legal: Sequence[Any], /) -> Any:
        self._take_in(view)
        asked = self._asked(view, legal)
        while True:
            try:
                return self.read(self.console.ask(), legal)
            except Again:
                self.half = ""
                asked = self._asked(view, legal)
            except (NotAnAction, IllegalAction, NotTaken) as error:
                for line in self.explain(error, asked):
                    self.console.say(line)

    def _take_in(self, view: Any) -> None:
        """See which cards came to one's hand since one was asked last, unless all are others."""
        hands = [pile for pile in view.piles() if pile.owner == self.seat and pile.sight is Sight.OWNER]
        now = Counter(card for hand in hands for card in hand)
        before, self._cards_before = self._cards_before, now
        self.news = list((now - before).elements()) if before is not None and now & before else []

    def _asked(self, view: Any, legal: Sequence[Any]) -> list[str]:
        """Show the table and ask; the lines of the question."""
        asked = [*self.question(view, legal)]
        for line in (*self.show(view), *asked):
            self.console.say(line)
        return asked

    @cached_property
    def reader(self) -> Reader:
        """Reads what is typed here."""
        return Reader(self.match, self.seat, self.names, self.said)

    @property
    def is_typed_at(self) -> bool:
        """Whether a person types here, and no program, so that what is meant counts more than how it is spelled."""
        return is_typed_at(self.console)

    def said(self, action: Any) -> Line:
        """An action in words that are taken when they are typed here, by default its notation."""
        return spoken(action)

    def show(self, view: Any) -> Iterable[str]:
        """The lines that show the table."""
        yield from self.beginning(view)
        yield from Board(view, self.seat, self.names, self.match.game.order).lines()

    def beginning(self, view: Any) -> Iterable[Line]:
        """The first line, which says whose turn it is and what lies face down, and what has come to one's hand."""
        game = self.match.game
        title = " ".join(word[:1].upper() + word[1:] for word in game.name.replace("_", "-").split("-"))
        board = Board(view, self.seat, self.names, game.order)
        yield board.head(title, f"{game.counts} {self.match.number}")
        if self.news:
            yield Entry("new", cards_in_suits(in_order(self.news, game.order)))

    def question(self, view: Any, legal: Sequence[Any]) -> Iterable[str]:
        """The lines that ask what to do; they are shown again where an answer can't be taken."""
        if len(legal) == 1:
            yield Line(self.names[self.seat], ", press Enter to ", spoken(legal[0]), ".")
        else:
            yield from question_lines(legal, self.names, self.match.game.order, self._cards_before or ())

    def numbered(self, legal: Sequence[Any]) -> Sequence[Any]:
        """The actions that have a number in the question, from 1 on: all, if none takes more than its own word."""
        return numbered(legal)

    def read(self, text: str, legal: Sequence[Any]) -> Any:
        """The legal action that a typed line means; raises NotAnAction, IllegalAction or NotTaken where it means none,
        and Again where the table is to be shown again.

        A number is that of an action in the list; Enter alone is the only action, or passes where a seat need not act.
        After a line that could mean several actions, more words of the same one will do.
        """
        half, self.half = self.half, ""
        if not text.strip():
            if not half and (len(legal) == 1 or _passes(legal)):
                return legal[-1]
            raise Again
        numbered, chosen = self.numbered(legal), whole_number(text)
        if chosen is not None and 1 <= chosen <= len(numbered):
            return numbered[chosen - 1]
        if half and self.reader.meanings(f"{half} {text}", legal):
            text = f"{half} {text}"
        try:
            return self.reader.read(text, legal)
        except Ambiguous:
            self.half = text
            raise

    def explain(self, error: CardkitError, asked: Sequence[str]) -> Iterable[str]:
        """The lines that say why an answer can't be taken, and ask again; `asked` are those of the question."""
        reason = error.reason if isinstance(error, NotTaken) else f"{error}"
        return reason if isinstance(error, Ambiguous) else Line(reason, ". Try again."), *asked


def _passes(legal: Sequence[Any]) -> bool:
    """Whether the seat need not act."""
    return isinstance(legal[-1], Pass)


def whole_number(text: str) -> int | None:
    """The number that a typed text is in plain decimal digits, or None; more digits than a count can have are cut.

    >>> whole_number(" 12 "), whole_number("+3"), whole_number("²"), whole_number("1_0")
    (12, None, None, None)
    """
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal()):
        return None
    return int(digits.lstrip("0")[:18] or "0")
