"""Lines of text that know what their words are, and how the piles of a table lie in them before people.

A line knows its cards, names and good news; what they look like is up to the output. Each is a `str`, so that whoever
wants text alone has it, and is told nothing else. Piles have one description, which lines, full screens and pages draw.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby, zip_longest
from typing import Any, ClassVar, Literal, Self, TypeAlias, cast

from cardkit.core.actions import Action, words_of
from cardkit.core.cards import BACK, Card, Domain, Pile, Seat, Sight, marked
from cardkit.core.description import domains_of
from cardkit.core.errors import GameFault, at, shown
from cardkit.core.events import Moved
from cardkit.core.game import Game
from cardkit.core.state import State
from cardkit.core.texts import width

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


Order = Callable[[Card], Any]

_SUITS = {
    spelling: place
    for place, names in enumerate(("c clubs ♣", "d diamonds ♦", "s spades ♠", "h hearts ♥"))
    for spelling in names.split()
}
_RANKS = {rank: place for place, rank in enumerate([*"123456789", "t", "10", "j", "q", "k", "a"])}


@cache
def usual_order(card: Card) -> Any:
    """The suits with their colours in turn, in each the ranks up to the ace; None for any other card."""
    suit, rank = _SUITS.get(card.suit.casefold()), _RANKS.get(card.rank.casefold())
    return None if suit is None or rank is None else (suit, rank)


def by_rank(card: Card) -> Any:
    """The ranks up to the ace, in each the suits; None for any other card."""
    usual = usual_order(card)
    return None if usual is None else usual[::-1]


ORDERS: Mapping[str, Order | None] = {"suit": None, "rank": by_rank}
"""The orders that a person can see a hand in: by suits as the game has it, or by ranks."""


def in_order(cards: Iterable[Card], order: Order | None) -> list[Card]:
    """Cards sorted as the game has it, else as people do; as they lie where the game says the same for all of them."""
    lying = list(cards)
    return [lying[place] for place in places_in_order(lying, order)]


def places_in_order(cards: Sequence[Card], order: Order | None) -> list[int]:
    """The places of cards in the order in which they are shown."""
    own = list(map(order, cards)) if order is not None else []
    keys = own if any(key is not None for key in own) else list(map(usual_order, cards))
    places = range(len(cards))
    return list(places) if None in keys else sorted(places, key=keys.__getitem__)


def in_usual_ranks(ranks: Sequence[str]) -> list[str]:
    """Ranks from the two up to the ace; others come last, as they are."""
    return sorted(ranks, key=lambda rank: _RANKS.get(rank.casefold(), len(_RANKS)))


def is_hand(pile: Pile) -> bool:
    """Whether a pile is a hand, which is shown in order: one that its owner sees alone, or that was laid open."""
    is_open = pile.sight is Sight.EVERYBODY and pile.owner is not None
    return pile.sight is Sight.OWNER or (is_open and not {"hand", "hands"}.isdisjoint(pile.name.split()))


def word_of(pile: str) -> str:
    """The first word of a pile's name: that of the field it is in."""
    return pile.split()[0]


def called(pile: str) -> str:
    """What a pile of a player is called, places from 1: `layout 4` for `layout 0 3`, `hand` for `boxes 0 hand`."""
    word, *rest = pile.split()
    own = [part for part in rest[1:] if not part.isdecimal()]
    named = own or ([word, *map(from_one, rest[1:])] if rest[1:] else [singular(word)])
    return " ".join(named).replace("_", " ")


_DONE = frozenset({"burnt", "drawn", "held", "kept", "laid", "out", "put", "shown", "spent", "taken", "won"})


def nobodys(pile: str) -> str:
    """What a pile that is nobody's is called, places from 1: `up 4` for `up 3`, `meld 2` for `melds 1 cards`."""
    word, *rest = pile.split()
    if rest[1:] and not rest[-1].isdecimal():
        word, rest = singular(word), [part for part in rest if part != "cards"]
    return " ".join(map(from_one, [word, *rest])).replace("_", " ")


def is_done(called: str) -> bool:
    """Whether a pile is called after what was done with its cards: `shown`, `claimed`, `left out`."""
    return called.split()[-1] in _DONE or called.endswith("ed")


def the(called: str) -> str:
    """A pile within a sentence.

    >>> the("stock"), the("left out"), the("up 4")
    ('the stock', 'the left out cards', 'up 4')
    """
    return called if called.split()[-1].isdecimal() else f"the {called}{' cards' * is_done(called)}"


def from_one(place: str) -> str:
    """A part of a pile's name, places as people count them."""
    return str(int(place) + 1) if place.isdecimal() else place


def singular(word: str) -> str:
    """One of what an English word in the plural says, as far as that follows from its ending.

    >>> singular("hands"), singular("boxes"), singular("won"), singular("melds"), singular("cross")
    ('hand', 'box', 'won', 'meld', 'cross')
    """
    if word.endswith(("xes", "shes", "ches")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


Looks = Literal["hand", "backs", "stack", "row", "fan", "grid"]
PileSeen: TypeAlias = Mapping[str, Any]
"""A pile as these eyes see it; its parts are those of the table protocol."""

_SAID = re.compile(r"(?P<looks>stack|row|fan)|grid( (?P<columns>[1-9]\d?))?")
_HEAPS = frozenset({"discard", "discards", "foundation", "foundations", "heap", "heaps", "starter", "talon", "waste"})
"""What piles are called, open for all, of which people look at the top card alone."""
_LABEL = 14
"""The columns of what a row of cells is about."""


class Laying:
    """Follows what lies open for some eyes: who laid the cards of a pile that is nobody's, and the last trick."""

    def __init__(self) -> None:
        self.by: dict[str, dict[Card, Seat | None]] = {}
        """For piles that are nobody's own, the seat that each of their cards came from."""
        self.last: list[tuple[Seat, Card]] = []
        """The cards of the last trick, each with who laid it, the one that led first."""
        self.taker: Seat | None = None
        self._owners: dict[str, Seat | None] = {}
        """Who owns the piles that cards have come from or gone to."""

    def follow(self, move: Moved, view: Any) -> None:
        """Take in a move, with the table as it was seen after the action."""
        lying = self.by.get(move.source, {})
        gone = [(lying.pop(card), card) for card in move.cards if card in lying]
        laid = [(seat, card) for seat, card in gone if seat is not None]
        if 1 < len(laid) == len(gone) == len(dict(laid)) and move.owner is not None:
            self.last, self.taker = laid, move.owner
        self._owners[move.target] = move.owner
        if move.owner is None and BACK not in move.cards:
            if move.source not in self._owners:
                self._owners[move.source] = owner_in(move.source, view)
            giver = self._owners[move.source]
            self.by.setdefault(move.target, {}).update(dict.fromkeys(move.cards, giver))

    def copy(self) -> Laying:
        """What lies there now, which goes on to be so."""
        made = Laying()
        made.by = {name: dict(lying) for name, lying in self.by.items() if lying}
        made.last, made.taker, made._owners = self.last, self.taker, self._owners.copy()
        return made

    def of(self, pile: Pile, seats: int) -> tuple[Seat, ...] | None:
        """Who laid the cards of a trick; None where a pile is none."""
        by = self.by.get(pile.name)
        if not by or pile.owner is not None or len(pile.cards) > seats or is_done(pile.name):
            return None
        laid = [by.get(card) for card in pile.cards]
        seen = tuple(seat for seat in laid if seat is not None)
        return seen if seen and len(seen) == len(laid) == len(set(seen)) else None


def owner_in(pile: str, view: Any) -> Seat | None:
    """Who owns a pile of this table; nobody where the table isn't known."""
    piles = view.piles() if isinstance(view, State) else []
    return next((one.owner for one in piles if one.name == pile), None)


def pile_seen(
    pile: Pile,
    seat: Seat,
    title: str,
    game: Game[Any, Any] | None,
    order_of: Order | None,
    by: Sequence[Seat] | None = None,
    takes: Card | None = None,
    *,
    is_noted: bool = False,
) -> dict[str, Any]:
    """A pile as its seat sees it, the cards that it shows in the order in which they are shown."""
    word, *places = pile.name.split()
    looks, columns = looks_said(game, word) or (looks_of(pile, seat), None)
    is_placed = looks in ("grid", "row") or pile.owner is None
    cards, order = pile.cards, None
    marks = [marked(of_card) for of_card in pile.marks]
    if (looks == "hand" or (looks == "fan" and is_hand(pile))) and BACK not in cards and not marks:
        sorted_places = places_in_order(cards, order_of)
        order = sorted_places if sorted_places != list(range(len(cards))) else None
        cards = [cards[place] for place in sorted_places]
    is_trick = by is not None and looks in ("fan", "row")
    return {
        "name": pile.name,
        "title": title,
        "owner": pile.owner,
        "looks": looks,
        "columns": columns,
        "place": int(places[-1]) if is_placed and places and places[-1].isdecimal() else None,
        "size": len(cards),
        "cards": [card.text for card in cards] if any(card is not BACK for card in cards) else [],
        "places": order,
        "by": list(by) if by is not None and is_trick else None,
        "takes": cards.index(takes) if is_trick and takes is not None and takes in cards else None,
        "marks": marks,
        "noted": is_noted,
    }


def looks_said(game: Game[Any, Any] | None, field: str) -> tuple[str, int | None] | None:
    """How a game says that the piles of a field look, and in how many columns; raises GameFault for other looks."""
    said = game.looks(field) if game is not None else None
    if game is None or said is None:
        return None
    found = _SAID.fullmatch(str(said))
    if found is None:
        what = f"looks has to return stack, row, fan, grid, or a grid such as grid 3; for {field} it returned"
        raise GameFault(game.name, f"{what} {shown(said)}{at(game.looks)}")
    columns = found["columns"]
    return found["looks"] or "grid", int(columns) if columns else None


def looks_of(pile: Pile, seat: Seat) -> Looks:
    """How a pile is drawn where its game doesn't say it: it follows from who sees it, its place and its name."""
    word, *places = pile.name.split()
    if pile.owner is not None and len(places) > 1 and places[-1].isdecimal():
        return "grid"
    if pile.sight is Sight.NOBODY:
        return "stack"
    if pile.sight is Sight.EVERYBODY:
        return "stack" if _is_heap(word) else "fan"
    return "hand" if pile.seen_by(seat) else "backs"


def is_column(pile: PileSeen) -> bool:
    """Whether a pile hangs in a column, as one of several that are nobody's."""
    return pile["owner"] is None and pile["place"] is not None and pile["looks"] != "grid"


def lies_open(pile: PileSeen) -> bool:
    """Whether the cards of a pile are seen where any lie there, so that people know it as a place when it is empty."""
    return pile["looks"] != "stack" or is_column(pile) or _is_heap(word_of(pile["name"]))


def _is_heap(word: str) -> bool:
    return bool(_HEAPS.intersection(word.split("_")))


def is_shown(pile: PileSeen) -> bool:
    """Whether something of a pile is drawn beside how many cards it has."""
    return is_column(pile) or pile["looks"] == "grid" or bool(pile["cards"] or pile["marks"])


def hidden_said(piles: Sequence[PileSeen], names: Sequence[str], seat: Seat) -> Iterator[Line]:
    """How many cards lie where they can't be seen: `stock 31`, `Ada holds 10`."""
    hidden = [pile for pile in piles if pile["size"] and not is_shown(pile)]
    for (word, owner), group in groupby(hidden, lambda pile: (word_of(pile["name"]), pile["owner"])):
        some = list(group)
        sizes = " ".join(str(pile["size"]) for pile in some)
        if owner is not None and word.startswith("hand") and owner != seat:
            yield Line(_named(owner, names), HeldTogether(f" holds {sizes}"))
        elif owner is None:
            yield Line(HeldTogether(f"{word.replace('_', ' ')} {sizes}"))
        else:
            yield Line(_label(some[0], names, seat), HeldTogether(f" {sizes}"))


def pile_lines(piles: Sequence[PileSeen], names: Sequence[str], seat: Seat) -> Iterator[Line]:
    """The piles that are seen in lines, everybody's first, then others', then one's own, one's hand last."""
    seen = sorted((pile for pile in piles if is_shown(pile)), key=lambda pile: _nearness(pile, seat))
    for _, group in groupby(seen, lambda pile: (_nearness(pile, seat), _family(pile))):
        some = list(group)
        first = some[0]
        if is_column(first):
            yield from _columns(some)
        elif first["looks"] == "grid":
            yield from _grid(some, names, seat)
        elif first["looks"] == "stack" and first["owner"] is None:
            tops = [Line(_card(pile["cards"][-1]), _under(pile)) for pile in some]
            yield Entry(word_of(first["name"]).replace("_", " "), *interleaved(tops, " · "))
        else:
            for pile in some:
                yield Entry(_label(pile, names, seat), _lying(pile, names, seat))


def stack_lines(piles: Sequence[PileSeen], names: Sequence[str]) -> Iterator[Entry]:
    """How many cards lie in each player's own stacks, which nobody looks through: `taken   you 4, Ada 8 cards`."""
    stacks = [pile for pile in piles if _is_own_stack(pile) and pile["cards"] and not pile["noted"]]
    for word, group in groupby(stacks, lambda pile: word_of(pile["name"])):
        some = list(group)
        counts = [Line(_named(pile["owner"], names), HeldTogether(f" {pile['size']}")) for pile in some]
        cards = HeldTogether(f" card{'s' * (some[-1]['size'] != 1)}")
        yield Entry(word.replace("_", " "), *interleaved(counts, ", "), cards)


def last_trick(laying: Laying, names: Sequence[str]) -> Line:
    """The last trick in a sentence; empty where there was none."""
    if not laying.last:
        return Line("")
    laid = [Line(names[seat], " ", card) for seat, card in laying.last]
    taker = () if laying.taker is None else ("; it went to ", names[laying.taker])
    return Line("The last trick: ", *interleaved(laid, " · "), *taker, ".")


def _named(seat: Seat, names: Sequence[str]) -> str:
    return names[seat]


def _is_own_stack(pile: PileSeen) -> bool:
    return pile["looks"] == "stack" and pile["owner"] is not None


def _nearness(pile: PileSeen, seat: Seat) -> tuple[bool, bool, int]:
    owner = -1 if pile["owner"] is None else pile["owner"]
    return owner == seat and pile["looks"] == "hand", owner == seat, owner


def _family(pile: PileSeen) -> str:
    """What piles of an owner have in common that are drawn together."""
    return "|" if is_column(pile) else "#" if pile["looks"] == "grid" else word_of(pile["name"])


def _label(pile: PileSeen, names: Sequence[str], seat: Seat) -> Line:
    """What a pile is called, in which its owner's name is one."""
    title, owner = str(pile["title"]), pile["owner"]
    if owner is None or owner == seat or not title.startswith(f"{names[owner]}'s "):
        return Line(title)
    return Line(Name(names[owner]), title.removeprefix(str(names[owner])))


def _card(text: str) -> Card:
    return BACK if text == BACK.text else Card.read(text)


def _under(pile: PileSeen) -> str:
    return f" on {pile['size'] - 1} more" if pile["size"] > 1 else ""


def _lying(pile: PileSeen, names: Sequence[str], seat: Seat) -> Marked:
    """The cards of a pile as they lie, the newest last, with who laid them or what was told of them."""
    cards = list(map(_card, pile["cards"]))
    if pile["marks"]:
        return marked_row(cards, pile["marks"])
    if pile["by"]:
        did = " led " if pile["name"] in ("trick", "tricks") else " laid "
        takes = {pile["takes"]: " (takes it so far)"} if len(cards) > 1 else {}
        laid = [
            Line(Name(names[by]), HeldTogether(" " if place else did), card, takes.get(place, ""))
            for place, (by, card) in enumerate(zip(pile["by"], cards, strict=True))
        ]
        return Row(laid, " · ")
    is_hand = pile["looks"] == "hand" and pile["owner"] == seat
    return cards_in_suits(cards) if is_hand or pile["places"] else Row(cards, ", ")


def cards_in_suits(cards: Sequence[Card]) -> Marked:
    """Cards in a row, with a gap between the suits where they lie together."""
    blank = ", " if any(" " in card.text for card in cards) else " "
    suits = [Row(tuple(group), blank) for _, group in groupby(cards, lambda card: card.suit)]
    together = 1 < len(suits) == len({card.suit for card in cards})
    return Row(suits, " · ") if together else Row(tuple(cards), blank)


def marked_row(cards: Sequence[Card], marks: Sequence[str]) -> Marked:
    """Cards with what was told of them; where none is seen, the place of each and what was told of it."""
    if not cards:
        return Row([Line(f"{place}:{mark or BACK.text}") for place, mark in enumerate(marks, 1)], ", ")
    return Row([Line(card, f" ({mark})") if mark else card for card, mark in zip(cards, marks, strict=True)], ", ")


def _grid(piles: Sequence[PileSeen], names: Sequence[str], seat: Seat) -> Iterator[Line]:
    """Piles that are cells of a grid in its rows, one's own with their numbers; of several in a cell, the one that has
    a card.
    """
    cells: dict[int, PileSeen] = {}
    for pile in piles:
        if pile["size"] or pile["place"] not in cells:
            cells[pile["place"]] = pile
    owner = piles[0]["owner"]
    whose = Line("your cards") if owner == seat else Line(Name(names[owner]), "'s cards")
    numbered = [Line(f"{place + 1}:" if owner == seat else "", _top(pile)) for place, pile in sorted(cells.items())]
    columns = piles[0]["columns"]
    if columns is None or columns >= len(numbered):
        yield Entry(whose, *interleaved(numbered, ", "))
        return
    rows = [numbered[first : first + columns] for first in range(0, len(numbered), columns)]
    yield from in_cells([whose, *[Line("")] * (len(rows) - 1)], rows, [Entry(whose, *interleaved(numbered, ", "))])


def _top(pile: PileSeen) -> Card | str:
    """The card of a cell, a back where it is hidden."""
    return "-" if not pile["size"] else _card(pile["cards"][-1]) if pile["cards"] else BACK


def _columns(piles: Sequence[PileSeen]) -> Iterator[Line]:
    """Piles that hang in columns side by side, with their numbers: what is face down counted, open cards each."""
    places = sorted({pile["place"] for pile in piles})
    labels, rows = [Line("")], [[Line(str(place + 1)) for place in places]]
    told: dict[int, list[Line]] = {place: [] for place in places}
    for word in dict.fromkeys(word_of(pile["name"]) for pile in piles):
        family = {pile["place"]: pile for pile in piles if word_of(pile["name"]) == word}
        hanging: list[list[Line]] = []
        for place in places:
            pile = family.get(place)
            cards = [] if pile is None else [Line(_card(text)) for text in pile["cards"]]
            size = 0 if pile is None else pile["size"]
            hanging.append(cards or [Line(f"{size} face down" if size else "-")])
            if size:
                told[place].append(Line(*interleaved(cards, " ")) if cards else Line(f"{size} face down"))
        if all("face down" in line[0] or line[0] == "-" for line in hanging):
            hanging = [[Line(line[0].partition(" ")[0])] for line in hanging]
        drawn = [list(row) for row in zip_longest(*hanging, fillvalue=Line(""))]
        labels += [Line(word.replace("_", " ")), *[Line("")] * (len(drawn) - 1)]
        rows += drawn
    entries = [Entry(f"column {place + 1}", *interleaved(parts or ["-"], ", ")) for place, parts in told.items()]
    yield from in_cells(labels, rows, entries)


def in_cells(labels: Sequence[Line], rows: Sequence[Sequence[Line]], instead: Sequence[Line]) -> Iterator[Wide]:
    """Rows of cells under each other, each row after what it is about; other lines where there is no room for them."""
    before = max(_LABEL, *(width(label) + 2 for label in labels))
    wide = max(_widest(cell) for row in rows for cell in row) + 2
    for number, (label, row) in enumerate(zip(labels, rows, strict=True)):
        cells: list[str] = [label, Pad(" " * (before - width(label)), before)]
        last = max((place for place, cell in enumerate(row) if cell), default=-1)
        for place, cell in enumerate(row[: last + 1]):
            cells += [cell, Pad(" " * (wide - width(cell)), wide)] if place < last else [cell]
        yield Wide(*cells, width=before + wide * len(row), instead=() if number else instead)


def _widest(cell: Line) -> int:
    """How many columns a cell takes at most, whatever its card looks like."""
    tens = any(isinstance(part, Card) and part.rank == "T" for part in cell.parts)
    return width(cell) + tens
