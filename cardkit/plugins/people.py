"""What a person may do, in few lines: the actions by their words, each with all that it can be done with."""

from __future__ import annotations

import inspect
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from math import prod
from typing import Any, Protocol, TypeVar, cast

from cardkit.core.actions import Each, Form, Pass, SomeOf, kind_of, parts_of, spread
from cardkit.core.cards import Card
from cardkit.core.chance.generators import generator, read_seed
from cardkit.core.description import domains_of, fields_of
from cardkit.core.errors import BadSeed, CardkitError, IllegalAction, NotAnAction
from cardkit.core.piles import Domain, Seat, Sight
from cardkit.plugins.board import Board, Order, cards_in_suits, in_order, in_usual_ranks
from cardkit.plugins.lines import Entry, Line, Marked, Name, Row, interleaved, spoken
from cardkit.plugins.reading import Ambiguous, NotTaken, Reader
from cardkit.table.match import Match

_HAND = Line("your hand")
_FEW = 3
"""Up to how many cards are named though they are all of a hand."""
_MOST_LINES = 6
"""How many lines the actions of one kind have, where their fields depend on each other."""


def numbered(legal: Sequence[Any]) -> Sequence[Any]:
    """The actions that have a number: all, where they are words alone, which no number can mean."""
    parts = parts_of(legal)
    return parts if all(not isinstance(part, Form) and not vars(part) for part in parts) else ()


def question_lines(
    legal: Sequence[Any], names: Sequence[str], order: Order | None, hand: Collection[Card] = ()
) -> Iterator[Entry]:
    """The legal actions, those of a word in a line, those without cards or anything else in the last one."""
    parts = parts_of(legal)
    if words := numbered(legal):
        passing = ", as Enter does" if isinstance(words[-1], Pass) else ""
        yield Entry("you can", ", ".join(f"{number} {action}" for number, action in enumerate(words, 1)), passing)
        return
    asking = _Asking(names, order, hand)
    kinds: dict[tuple[Any, tuple[str, ...]], list[Any]] = {}
    for part in parts:
        if isinstance(part, Form):
            yield asking.form(cast(Form[Any], part))
        elif values := _values(part):
            kinds.setdefault((kind_of(part), tuple(values)), []).append(tuple(values.values()))
    for (kind, names_of_fields), rows in kinds.items():
        yield from asking.actions(kind, names_of_fields, rows)
    alone = [str(part) for part in parts if not isinstance(part, Form) and not _values(part)]
    if alone:
        alone[-1] += ", as Enter does" if isinstance(parts[-1], Pass) else ""
        yield Entry("or", ", ".join(alone))


def help_lines(legal: Sequence[Any], said: Callable[[Any], Line]) -> Iterator[Entry]:
    """What can be done now, each kind of action with an example of what is typed and what its author says of it."""
    kinds: dict[Any, Any] = {}
    for part in parts_of(legal):
        kinds.setdefault(kind_of(part), part)
    for kind, part in kinds.items():
        example = cast(Form[Any], part).nth(0) if isinstance(part, Form) else part
        meaning = inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0].replace("\n", " ")
        yield Entry(said(example), meaning or "what the rules say")


def _values(action: Any) -> dict[str, Any]:
    """What has to be typed beside the action's own word, by the names of the fields."""
    values = cast(dict[str, Any], vars(action))
    return {
        name: name if value is True else value
        for name, value in values.items()
        if value is not None and value is not False and value != ()
    }


class _Asking:
    """Writes the choices of actions in the words of a table: players by name, cards in their order."""

    def __init__(self, names: Sequence[str], order: Order | None, hand: Collection[Card]) -> None:
        self._names = names
        self._order = order
        self._hand = frozenset(hand)

    def form(self, form: Form[Any]) -> Entry:
        """A form in a line."""
        if isinstance(form, SomeOf):
            number = str(form.least) if form.least == form.most else f"{form.least} to {form.most}"
            cards = Line(f"{number} of ", self._cards(form.cards))
            return Entry(form.kind.word, *interleaved([cards, *map(Line, map(spread, form.choices))], " · "))
        choices = form.choices if isinstance(form, Each) else ()
        every = zip(choices, domains_of(form.kind), strict=True)
        return Entry(form.kind.word, *interleaved([self._some(values, domain) for values, domain in every], " · "))

    def actions(self, kind: Any, names: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> Iterator[Entry]:
        """The actions of a kind: in one line where all choices go together, else one for each of the first."""
        domains = [fields_of(kind)[name].domain for name in names]
        columns = [list(dict.fromkeys(column)) for column in zip(*rows, strict=True)]
        if prod(map(len, columns)) == len(rows):
            yield Entry(kind.word, *interleaved(list(map(self._some, columns, domains)), " · "))
        elif len(columns[0]) <= _MOST_LINES:
            for first in columns[0]:
                after = [row[1:] for row in rows if row[0] == first]
                rest = [list(dict.fromkeys(column)) for column in zip(*after, strict=True)]
                begun = Line(f"{kind.word} ", self._one(first, domains[0]))
                yield Entry(begun, *interleaved(list(map(self._some, rest, domains[1:])), " · "))
        else:
            lines = [Line(*interleaved(list(map(self._one, row, domains)), " ")) for row in rows]
            yield Entry(kind.word, Row(lines, ", "))

    def _some(self, values: Sequence[Any], domain: Domain | None) -> Marked:
        """Several values of a field."""
        if isinstance(values, range) and len(values) > 2:
            return Line(spread(values))
        if all(isinstance(value, Card) for value in values):
            cards = self._cards(cast(Sequence[Card], values))
            return Line("one of ", cards) if cards == _HAND else cards
        are_single = not any(value is None or isinstance(value, tuple) for value in values)
        if domain is Domain.PLACE and are_single:
            values = sorted(values)
        if domain is Domain.RANK and are_single:
            values = in_usual_ranks(cast(Sequence[str], values))
        shown = [self._one(value, domain) for value in values]
        return Row(shown, ", " if domain is Domain.SEAT or any(" " in one for one in shown) else " ")

    def _cards(self, cards: Sequence[Card]) -> Marked:
        """Cards to choose from, in a few words where they are all of a hand that is on the screen."""
        many = len(cards) > _FEW and self._hand == frozenset(cards)
        return _HAND if many else cards_in_suits(in_order(cards, self._order))

    def _one(self, value: Any, domain: Domain | None) -> Line:
        if isinstance(value, tuple):
            return Line(*interleaved([self._one(part, domain) for part in cast(tuple[Any, ...], value)], " "))
        if domain is Domain.SEAT and value is not None:
            return Line(self._names[int(value)])
        return Line(value if isinstance(value, Card) else str(value))


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
    """A seed that this kind of generator takes, asked for until it is one; whoever presses Enter gets some seed."""

    def read(text: str) -> int | None:
        return secrets.randbelow(1 << 31) if is_typed_at(console) and not text.strip() else read_seed(text)

    while True:
        seed = ask_until(console, read, "A seed is a whole number, such as 123456 or -7.", prompt)
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
