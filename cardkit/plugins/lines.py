"""Lines of text that know what their words are: cards, names, good news. What they look like is up to the output.

Each of them is a `str`, so that whoever wants text alone has it, and is told nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self, TypeAlias, cast

from cardkit.core.actions import Action, words_of
from cardkit.core.cards import Card
from cardkit.core.description import domains_of
from cardkit.core.piles import Domain

_new = str.__new__


class Marked(str):
    """Text of which is known what it is."""

    __slots__ = ()
    holds: ClassVar[bool] = False
    """Whether it is kept together at the end of a line, as cards are, in so far as there is room."""

    @property
    def text(self) -> str:
        """The text itself, as a card has its notation."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy is made of its text and its fields, whatever the class is made of."""
        return _new, (type(self), str(self)), self.__getstate__()


class Heading(Marked):
    """What begins a round or a turn."""

    __slots__ = ()


class Win(Marked):
    """Says who wins."""

    __slots__ = ()


class Alarm(Marked):
    """Something that nobody should miss, such as a war in War."""

    __slots__ = ()


class Name(Marked):
    """What a player is called."""

    __slots__ = ()
    holds = True


class HeldTogether(Marked):
    """Words that are kept together."""

    __slots__ = ()
    holds = True


class SuitName(Marked):
    """A suit, where it is spoken of alone."""

    __slots__ = ()
    holds = True


class Face(Marked):
    """A card in words that are just so, or in a picture: `Face("ace of Spades", card)`."""

    __slots__ = ("card",)
    card: Card

    def __new__(cls, text: str, card: Card) -> Self:
        made = super().__new__(cls, text)
        made.card = card
        return made


class Line(Marked):
    """A line of parts: its text is theirs, one after the other.

    >>> line = Line("Ada plays ", Card("7", "H"), ".")
    >>> line
    'Ada plays 7H.'
    >>> line.parts
    ('Ada plays ', Card('7', 'H'), '.')
    """

    __slots__ = ("parts",)
    parts: tuple[str | Card, ...]

    def __new__(cls, *parts: str | Card) -> Self:
        made = _new(cls, "".join([part if isinstance(part, str) else part.text for part in parts]))
        made.parts = parts
        return made


class Row(Marked):
    """Cards in a row, or whatever else is marked, with the same text between any two, and text around them.

    >>> Row([Card("7", "H"), Card("K", "S")], ", ", "Ada's hand: ")
    "Ada's hand: 7H, KS"
    """

    __slots__ = ("after", "before", "between", "cards", "in_letters")
    cards: Sequence[Card | Marked]
    """They must not be changed any more."""
    between: str
    before: str
    after: str
    in_letters: bool
    """Whether cards are written in their notation, whatever they look like elsewhere."""

    def __new__(
        cls,
        cards: Sequence[Card | Marked],
        between: str = " ",
        before: str = "",
        after: str = "",
        *,
        in_letters: bool = False,
    ) -> Self:
        made = _new(cls, before + between.join([card.text for card in cards]) + after)
        made.cards, made.between, made.before, made.after = cards, between, before, after
        made.in_letters = in_letters
        return made


class Entry(Line):
    """A line that begins with what it is about. On a screen entries stand in two columns.

    >>> Entry("trick", Card("2", "C"))
    'trick: 2C'
    """

    __slots__ = ("at_seats", "content", "label")
    label: Line
    content: Line
    at_seats: Mapping[int, str]
    """What of it is said of each seat, empty where that is no more than its label; nothing where it isn't of seats."""

    def __new__(cls, label: str, *content: str | Card, at_seats: Mapping[int, str] | None = None) -> Self:
        made = super().__new__(cls, label, ": ", *content)
        made.label, made.content, made.at_seats = Line(label), Line(*content), at_seats or {}
        return made


class Wide(Line):
    """A line that makes sense only where `width` columns are free; elsewhere other lines are shown in its place."""

    __slots__ = ("instead", "width")
    width: int
    instead: Sequence[str]

    def __new__(cls, *parts: str | Card, width: int = 0, instead: Sequence[str] = ()) -> Self:
        made = super().__new__(cls, *parts)
        made.width, made.instead = width, instead
        return made


class Pad(Marked):
    """Blanks that fill a cell up to so many columns, counted from where the last one ended, as wide as it may look."""

    __slots__ = ("columns",)
    columns: int

    def __new__(cls, text: str, columns: int) -> Self:
        made = super().__new__(cls, text)
        made.columns = columns
        return made


What: TypeAlias = Card | Marked | None
"""What a piece of text is: a card, something marked, or nothing in particular."""


def pieces(line: str | Card) -> Iterator[tuple[str, What]]:
    """The text of a line piece by piece, each with what it is.

    >>> list(pieces(Line("Ada plays ", Card("7", "H"), ".")))
    [('Ada plays ', None), ('7H', Card('7', 'H')), ('.', None)]
    """
    match line:
        case Card():
            yield line.text, line
        case Line():
            for part in line.parts:
                yield from pieces(part)
        case Row():
            cards = map(in_letters, line.cards) if line.in_letters else line.cards
            for part in (line.before, *interleaved(cards, line.between), line.after):
                yield from pieces(part)
        case Face():
            yield line, line.card
        case Marked():
            yield str(line), line
        case _:
            yield line, None


def in_letters(card: Card | Marked) -> Marked:
    """A card in its notation, whatever cards look like elsewhere."""
    return Face(card.text, card) if isinstance(card, Card) else card


def in_notation(line: Line) -> Line:
    """A line with its cards as they stand on the table, and not in words."""
    parts = [part.card if isinstance(part, Face) else part for part in line.parts]
    return Line(*[in_notation(part) if isinstance(part, Line) else part for part in parts])


def interleaved(parts: Iterable[str | Card], between: str) -> Iterator[str | Card]:
    """The parts with the same text between any two."""
    for number, part in enumerate(parts):
        if number:
            yield between
        yield part


def spoken(action: object) -> Line:
    """An action in its notation as people type it: places from 1, and the cards in it cards."""
    if isinstance(action, Action) and type(action).__str__ is Action.__str__:
        words = words_of(with_places(action, 1) or action)
        return Line(*interleaved([word if isinstance(word, Card) else str(word) for word in words], " "))
    return Line(str(action))


def with_places(action: Action, more: int) -> Action | None:
    """An action whose places are so many more, as people count them from 1; the same one where it has none, and None
    where one would be below 0.
    """
    values = vars(action)
    domains = domains_of(cast(Any, type(action)))
    of_places = [name for name, domain in zip(values, domains, strict=True) if domain is Domain.PLACE]
    moved = {name: _more(values[name], more) for name in of_places if values[name] is not None}
    below = any(place < 0 for value in moved.values() for place in _places_in(value))
    return None if below else replace(action, **moved) if moved else action


def _places_in(value: Any) -> tuple[int, ...]:
    return cast(tuple[int, ...], value if isinstance(value, tuple) else (value,))


def _more(value: Any, more: int) -> Any:
    return tuple(place + more for place in _places_in(value)) if isinstance(value, tuple) else value + more
