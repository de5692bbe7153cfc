"""People at seats: the console where they type, how an answer is taken or refused, and the boundary before them.

Any error that comes out of a game or a player becomes a sentence there. From Python, a match and a table let errors
through as they are.
"""

from __future__ import annotations

import inspect
import os
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from itertools import groupby
from math import prod
from typing import Any, NoReturn, Protocol, TypeVar, cast

from cardkit.core.actions import Action, Each, Form, Pass, SomeOf, cards_of, kind_of, parts_of
from cardkit.core.cards import Card, Domain, Seat, Sight
from cardkit.core.chance.generators import generator, read_seed
from cardkit.core.description import domains_of, fields_of
from cardkit.core.errors import (
    BadOption,
    BadSeed,
    CannotStart,
    CardkitError,
    DeckFileError,
    EmptyPile,
    GameFault,
    IllegalAction,
    InvalidCard,
    NotAnAction,
    OutOfNumbers,
    PlayerFault,
    ProgramFault,
    Unsteady,
    at,
    is_authors,
    is_from_author,
    is_raised_by_author,
    shown,
    told,
    told_with_function,
)
from cardkit.core.events import Event
from cardkit.plugins.board import Board
from cardkit.plugins.lines import (
    Entry,
    HeldTogether,
    Laying,
    Line,
    Marked,
    Name,
    Order,
    cards_in_suits,
    in_notation,
    in_order,
    in_usual_ranks,
)
from cardkit.plugins.reading import Ambiguous, NotTaken, Reader, numbered_cards
from cardkit.plugins.sayings import Narrator, Sayings, all_of, apart, title_of
from cardkit.table.match import Match
from cardkit.table.turns import Bot, Player, Seating, chooser, first_legal, is_blind, is_bot, is_steady

_HAND = Line("your hand")
_FEW = 3
"""Up to how many cards are named though they are all of a hand."""
_PARTICLES = frozenset({"down", "off", "out", "over", "up"})
"""What belongs to the verb before it: `turn up`."""
_MOST_NAMED = 40
"""Of so many values the actions of a kind are named; of more it is told how many have one card, two, and so on."""
_MOST_LINES = 6
"""How many lines the actions of one kind have, where their fields depend on each other."""


def numbered(legal: Sequence[Any]) -> Sequence[Any]:
    """The actions that have a number: all, where they are words alone, with no more to choose than whether or not."""
    parts = parts_of(legal)
    return parts if all(not isinstance(part, Form) and _is_bare(part) for part in parts) else ()


def question_lines(
    legal: Sequence[Any],
    says: Sayings,
    table: Any,
    order: Order | None = None,
    hand: Collection[Card] = (),
    *,
    half: str = "",
) -> Iterator[Entry]:
    """What can be done, the actions of a kind in a line, those without cards or anything else in the last one.

    Where half an answer was typed, Enter forgets that, and doesn't pass.
    """
    parts = parts_of(legal)
    by_enter = ", as Enter does" if parts and isinstance(parts[-1], Pass) and not half else ""
    if words := numbered(legal):
        named = [_numbered(number, in_notation(says.action(action, table))) for number, action in enumerate(words, 1)]
        yield Entry("you can", *apart(named), by_enter)
        return
    asking = _Asking(says, table, order, hand)
    kinds: dict[tuple[Any, tuple[str, ...]], list[Any]] = {}
    for part in parts:
        if isinstance(part, Form):
            yield asking.form(cast(Form[Any], part))
        elif not _is_bare(part):
            values = _values(part)
            kinds.setdefault((kind_of(part), tuple(values)), []).append(part)
    for (kind, names), actions in kinds.items():
        yield from asking.actions(kind, names, actions)
    alone = [in_notation(says.action(part, table)) for part in parts if not isinstance(part, Form) and _is_bare(part)]
    if alone:
        yield Entry("or" if len(alone) < len(parts) else "you can", *apart(alone), by_enter)


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
    return {name: value for name, value in values.items() if value is not None and value is not False and value != ()}


def _numbered(number: int, said: Line) -> Line:
    """A sentence with its number, from which its first word is not parted at the end of a line."""
    first, *rest = said.parts
    verb, blank, more = str(first).partition(" ")
    return Line(HeldTogether(f"{number} {verb}"), f"{blank}{more}", *rest)


def _is_bare(action: Any) -> bool:
    """Whether nothing is typed beside an action's own word but that it is so: `order up TS, alone`."""
    return all(value is True for value in _values(action).values())


def _merged(said: Iterable[Line]) -> Iterator[Line]:
    """Sentences, those in a row that differ in nothing but their last word as one: `which cards are red or blue`."""
    for (first, begun), group in groupby(said, _all_but_the_last_word):
        *_, last = some = list(group)
        ends = [str(one.parts[-1])[len(begun) :] for one in some]
        yield Line(*first, begun, *all_of(ends, "or").parts) if len(some) > 1 else last


def _all_but_the_last_word(said: Line) -> tuple[Sequence[str | Card], str]:
    last = said.parts[-1]
    return said.parts[:-1], last[: last.rfind(" ") + 1] if type(last) is str else ""


class _Asking:
    """Writes the choices of actions in their sentences: players by name, cards in their order."""

    def __init__(self, says: Sayings, table: Any, order: Order | None, hand: Collection[Card]) -> None:
        self._says = says
        self._table = table
        self._order = order
        self._hand = frozenset(hand)

    def form(self, form: Form[Any]) -> Entry:
        """A form in a line: `pass: 3 of your hand`."""
        choices: list[Any] = list(form.choices) if isinstance(form, Each | SomeOf) else []
        every = [self._some(values, domain) for values, domain in zip(choices, _domains(form), strict=True)]
        some, cards = "", Line()
        if isinstance(form, SomeOf):
            some = numbered_cards(form.least, form.most)
            of, is_hand = self._cards(form.cards), self._cards(form.cards) == _HAND
            number = f"{form.least} to {form.most}" if form.least < form.most else some.split()[0]
            cards = Line() if is_hand else Line(f"{number} of ", of)
            every.insert(form.kind.place_of_cards(), lambda _: cards)
        offered = dict(zip(fields_of(form.kind), every, strict=False))
        said = self._says.offered(self._says.saying(form.nth(len(form) - 1), self._table), offered, self._table)
        return Entry("choose", f"{some} to {' '.join(said.split())}") if some and not cards else self._entry(said)

    def actions(self, kind: Any, names: Sequence[str], actions: Sequence[Any]) -> Iterator[Entry]:
        """The actions of a kind: in one line where all choices go together, else one for each of the first."""
        rows = [tuple(_values(action).values()) for action in actions]
        sayings = [self._says.saying(action, self._table) for action in actions]
        domains = [fields_of(kind)[name].domain for name in names]
        columns = [list(dict.fromkeys(column)) for column in zip(*rows, strict=True)]
        if sum(map(len, columns)) > _MOST_NAMED:
            yield from self._folded(actions)
            return
        if len(set(sayings)) == 1 and prod(map(len, columns)) == len(rows):
            offered = dict(zip(names, map(self._some, columns, domains), strict=True))
            yield self._entry(self._says.offered(sayings[0], offered, self._table))
            return
        lines = list(_merged(self._says.action(action, self._table) for action in actions))
        if len(lines) <= _MOST_LINES:
            yield from map(self._entry, lines)
            return
        yield Entry(str(self._entry(lines[0]).label), *apart([self._entry(line).content for line in lines]))

    def _folded(self, actions: Sequence[Any]) -> Iterator[Entry]:
        """A line for those with one card, for those with two, and so on: `play: 78 of two cards, such as 3D and 3C`."""
        classes: dict[int, list[Any]] = {}
        for action in actions:
            classes.setdefault(len(cards_of(action)), []).append(action)
        for number, some in sorted(classes.items()):
            of = f" of {numbered_cards(number, number)}" if number else ""
            first, last = (self._entry(self._says.action(action, self._table)) for action in (some[0], some[-1]))
            more = (" or ", last.content) if len(some) > 1 else ()
            yield Entry(str(first.label), f"{len(some)}{of}, such as ", first.content, *more)

    def _entry(self, line: Line) -> Entry:
        """A sentence with its verb before it, and its cards as they stand on the table."""
        first, *rest = in_notation(line).parts
        verb, _, more = str(first).partition(" ")
        if more.split(" ")[0] in _PARTICLES:
            particle, _, more = more.partition(" ")
            verb = f"{verb} {particle}"
        return Entry(verb, more, *rest)

    def _some(self, values: Sequence[Any], domain: Domain | None) -> Callable[[str], Line]:
        """Several values of a field, as its sentence wants them."""
        if values and all(isinstance(value, Card) for value in values):
            cards = self._cards(cast(Sequence[Card], values))
            shown = Line("a card" if cards == _HAND else cards)
            return lambda _: shown
        if domain is Domain.RANK and all(isinstance(value, str) for value in values):
            values = in_usual_ranks(cast(Sequence[str], values))
        return partial(self._says.some, values, domain)

    def _cards(self, cards: Sequence[Card]) -> Marked:
        """Cards to choose from, in a few words where they are all of a hand that is on the screen."""
        many = len(cards) > _FEW and self._hand == frozenset(cards)
        return _HAND if many else cards_in_suits(in_order(cards, self._order))


def _domains(form: Form[Any]) -> list[Domain | None]:
    """What the fields of a form are whose choices it names."""
    domains = domains_of(form.kind)
    if isinstance(form, SomeOf):
        del domains[form.kind.place_of_cards()]
    return domains if isinstance(form, Each | SomeOf) else []


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

    how: str = ""

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
        self.sorts: Order | None = None
        """The order that this person wants to see their hand in, if it isn't that of the game."""

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
                for line in self.explain(error, [*self.question(view, legal)] if self.half else asked):
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
        """An action in words that are taken when they are typed here, by default its sentence."""
        return self.says.action(action, self.match.view(self.seat))

    @cached_property
    def says(self) -> Sayings:
        """The sentences of this table for who sits here."""
        return Sayings(self.match.game, self.names, self.seat)

    def show(self, view: Any) -> Iterable[str]:
        """The lines that show the table."""
        yield from self.beginning(view)
        yield from self._board(view).lines()

    def _board(self, view: Any) -> Board:
        laying: Laying | None = getattr(self.console, "laying", None)
        cards_of = self.match.acting.cards_of
        return Board(view, self.seat, self.names, self._order(view), self.match.game, cards_of, laying)

    def _order(self, view: Any) -> Order:
        order: Order = self.sorts or self.match.game.order_at(view)
        return order

    def beginning(self, view: Any) -> Iterable[Line]:
        """The first line, which says whose turn it is and what lies face down, and what has come to one's hand."""
        game = self.match.game
        board = self._board(view)
        yield board.head(title_of(game), f"{game.counts} {self.match.number}")
        if self.news:
            yield Entry("new", cards_in_suits(in_order(self.news, self._order(view))))

    def question(self, view: Any, legal: Sequence[Any]) -> Iterable[str]:
        """The lines that ask what to do; they are shown again where an answer can't be taken."""
        if len(legal) == 1:
            yield Line("Press Enter to ", in_notation(self.says.action(legal[0], view)), ".")
        else:
            yield from question_lines(
                legal, self.says, view, self._order(view), self._cards_before or (), half=self.half
            )

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


_NO_FAULTS = (KeyboardInterrupt, Left, OutputLost, Stopped, Undone)
"""What a person does, or the output, unless an author's code raises it."""
_TRIPPED_OVER = (EmptyPile, IllegalAction, InvalidCard, NotAnAction, OutOfNumbers)
"""Errors of cardkit that a rule can't mean, whoever raises them."""
_MEANT = (BadOption, CannotStart, DeckFileError)
"""Errors of cardkit that an author's code may raise; any other one is as any error of its own."""


def _is_no_fault(error: BaseException) -> bool:
    return isinstance(error, _NO_FAULTS) and not is_raised_by_author(error)


def _is_fault(error: CardkitError) -> bool:
    """Whether an error of cardkit is one of an author's code, which has no reason to raise it."""
    return is_raised_by_author(error) and not isinstance(error, _MEANT)


class Guarded:
    """A player at a seat, whose every error, or answer that is no action, is told as its fault."""

    def __init__(self, player: Player[Any, Any] | Bot, seat: Seat, name: str) -> None:
        self.steady = is_steady(player)
        self.blind = is_blind(player)
        self.remembers = is_bot(player)
        self.seat = seat
        self.name = name
        self.chosen: Any = None
        """What it chose last."""
        self.had_a_choice = False
        """Whether it was ever asked where more than one action was legal."""
        self.player: Any = player
        self._choose = chooser(player)

    def begin(self, seating: Seating, view: Any, /) -> None:
        """Let a bot sit down."""
        self._answer(self.player.begin, seating, view)

    def told(self, events: Sequence[Event], view: Any, /) -> None:
        """Tell a bot what happened."""
        self._answer(self.player.told, events, view)

    def leave(self) -> None:
        """Let go a program that plays here, from a game that doesn't go on."""
        leave: Callable[[], None] | None = getattr(self.player, "leave", None)
        if leave is not None:
            leave()

    def _answer(self, asked: Callable[..., Any], *question: Any) -> Any:
        """What the player answers; raises PlayerFault where it fails."""
        try:
            return asked(*question)
        except ProgramFault as error:
            raise PlayerFault(self.seat, self.name, str(error)) from error
        except BaseException as error:
            if _is_no_fault(error):
                raise
            raise PlayerFault(self.seat, self.name, told(error)) from error

    def __call__(self, view: Any, legal: Sequence[Any], /) -> Any:
        self.had_a_choice = self.had_a_choice or len(legal) > 1
        chosen = self._answer(self._choose, view, legal)
        if not isinstance(chosen, Action):
            raise PlayerFault(self.seat, self.name, f"it chose {shown(chosen)}, which is none of the legal actions")
        self.chosen = chosen
        return chosen


class GuardedNarrator:
    """A narrator whose lines are a list; raises GameFault where it returns anything else than lines."""

    def __init__(self, tell: Narrator, game: str) -> None:
        self._tell, self._game = tell, game

    def __call__(self, event: Event, view: Any, /) -> list[str]:
        told: Any = self._tell(event, view)
        found = list(cast(Iterable[Any], told)) if isinstance(told, Iterable) else [told]
        if isinstance(told, str) or not all(isinstance(line, str) for line in found):
            raise GameFault(
                self._game, f"its narrator returned {shown(cast(object, told))}, and not lines{at(type(self._tell))}"
            )
        return found


@contextmanager
def guarding(game: str, players: Sequence[Player[Any, Any]] = ()) -> Generator[None]:
    """Within, whatever the code of a game raises is told as its fault, and an illegal action as that of its player."""
    try:
        yield
    except CardkitError as error:
        if _is_fault(error) or (isinstance(error, _TRIPPED_OVER) and is_from_author(error)):
            raise GameFault(game, told_with_function(error)) from error
        for player in players:
            if (
                isinstance(error, Unsteady)
                and isinstance(player, Guarded)
                and player.steady
                and player.player is not first_legal
            ):
                raise PlayerFault(player.seat, player.name, str(error)) from error
            if isinstance(error, IllegalAction) and isinstance(player, Guarded) and player.chosen is error.action:
                raise PlayerFault(player.seat, player.name, str(error)) from error
        raise
    except BaseException as error:
        if is_from_author(error) and not _is_no_fault(error):
            raise GameFault(game, told_with_function(error)) from error
        raise


@contextmanager
def telling() -> Generator[None]:
    """Within, whatever comes out of an author's code, and no nearer boundary has told, is told with its function.

    Code of an author that would end the process without a word raises SystemExit.
    """
    ends = {name: getattr(os, name) for name in ("_exit", "abort")}
    for name, end in ends.items():
        setattr(os, name, partial(_end, name, end))
    try:
        yield
    except BaseException as error:
        if isinstance(error, CardkitError):
            is_told = not _is_fault(error)
        else:
            is_told = _is_no_fault(error) or not is_from_author(error)
        if is_told:
            raise
        raise CardkitError(told_with_function(error)) from error
    finally:
        for name, end in ends.items():
            setattr(os, name, end)


def _end(name: str, end: Callable[..., NoReturn], *status: Any, **named: Any) -> NoReturn:
    """End the process, unless an author's code asks for it."""
    here = inspect.currentframe()
    if here is not None and here.f_back is not None and is_authors(here.f_back.f_code.co_filename):
        raise SystemExit(f"os.{name}({''.join(map(shown, (*status, *named.values())))})")
    end(*status, **named)
