"""The table and the question as a person is shown them, from what the engine knows: the hand last, sorted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import groupby
from typing import Any, cast

from cardkit.core.cards import BACK, Card
from cardkit.core.description import Kind, Kinds, fields_of
from cardkit.core.events import plain
from cardkit.core.game import Game
from cardkit.core.piles import Domain, Pile, Seat, Sight, marked
from cardkit.core.state import State
from cardkit.core.texts import listed
from cardkit.plugins.lines import Entry, HeldTogether, Line, Marked, Name, Row, interleaved

Order = Callable[[Card], Any]

_POINTS = frozenset({"scores", "points"})
"""What the core counts for each seat."""
_NEVER_SHOWN = frozenset({"seats", "turn", "count", "round"})
_SUITS = {
    spelling: place
    for place, names in enumerate(("c clubs ♣", "d diamonds ♦", "s spades ♠", "h hearts ♥"))
    for spelling in names.split()
}
_RANKS = {rank: place for place, rank in enumerate([*"23456789", "t", "10", "j", "q", "k", "a"])}


def usual_order(card: Card) -> Any:
    """The suits with their colours in turn, in each the ranks up to the ace; None for any other card."""
    suit, rank = _SUITS.get(card.suit.casefold()), _RANKS.get(card.rank.casefold())
    return None if suit is None or rank is None else (suit, rank)


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


def cards_in_suits(cards: Sequence[Card]) -> Marked:
    """Cards in a row, with a gap between the suits where they lie together."""
    blank = ", " if any(" " in card.text for card in cards) else " "
    suits = [Row(tuple(group), blank) for _, group in groupby(cards, lambda card: card.suit)]
    together = 1 < len(suits) == len({card.suit for card in cards})
    return Row(suits, " · ") if together else Row(tuple(cards), blank)


def marked_row(cards: Sequence[Card], marks: Sequence[str]) -> Marked:
    """Cards with what was told of them; where none is seen, the place of each and what was told of it."""
    if not cards:
        return Row([Line(f"{place}:{mark or BACK.text}") for place, mark in enumerate(marks)], ", ")
    return Row([Line(card, f" ({mark})") if mark else card for card, mark in zip(cards, marks, strict=True)], ", ")


class Board:
    """What the person at a seat sees of a table, in lines."""

    def __init__(
        self,
        view: State,
        seat: Seat,
        names: Sequence[str],
        order: Order | None = None,
        cards_of: Seat | None = None,
        roles: Mapping[str, Sequence[Seat]] | None = None,
    ) -> None:
        self._view = view
        self._seat = seat
        self._names = tuple(Name("you") if place == seat else name for place, name in enumerate(names))
        self._order = order
        self._cards_of = cards_of
        self._roles = roles or {}
        self.piles = view.piles()
        self._of_each = Counter((_word(pile), pile.owner) for pile in self.piles)

    @classmethod
    def of(
        cls, game: Game[Any, Any], view: State, seat: Seat, names: Sequence[str], cards_of: Seat | None = None
    ) -> Board:
        """The board of a game, with its order of cards and its parts."""
        return cls(view, seat, names, game.order_at(view), cards_of, game.roles(view))

    @cached_property
    def _hidden(self) -> list[Pile]:
        return [pile for pile in self.piles if pile and _is_hidden(pile) and not self._is_in_row(pile)]

    @cached_property
    def _seen(self) -> list[Pile]:
        return [pile for pile in self.piles if pile and (not _is_hidden(pile) or self._is_in_row(pile))]

    def head(self, title: str, counts: str) -> Line:
        """Which game it is, whose turn, and how many cards lie where they can't be seen."""
        whose = "" if self._cards_of is None else f" for {self._names[self._cards_of]}"
        parts = [Line(title), Line(HeldTogether(counts)), Line(HeldTogether(f"your turn{whose}"))]
        for (word, owner), group in groupby(self._hidden, lambda pile: (_word(pile), pile.owner)):
            sizes = " ".join(str(len(pile)) for pile in group)
            if owner is None:
                parts.append(Line(HeldTogether(f"{word.replace('_', ' ')} {sizes}")))
            elif word.startswith("hand") and owner != self._seat:
                parts.append(Line(self._names[owner], HeldTogether(f" holds {sizes}")))
            else:
                parts.append(Line(self._whose(owner, word), HeldTogether(f" {sizes}")))
        return Line(*interleaved(parts, " · "))

    def lines(self) -> Iterator[Entry]:
        """What else people are to know, then the piles that are seen, one's own hand last."""
        yield from self.facts()
        for _, group in groupby(
            sorted(self._seen, key=self._nearness), lambda pile: (self._nearness(pile), _word(pile))
        ):
            yield from self._piles(list(group))

    def facts(self) -> Iterator[Entry]:
        """What people are to know of the table beside its piles."""
        yield from self.parts()
        for name, _ in self.fields():
            yield from self.fact(name)

    def parts(self) -> Iterator[Entry]:
        """Who has which part in the game, where no field tells the same."""
        fields = {name for name, _ in self.fields()}
        for role, seats in self._roles.items():
            told = Entry(role, listed([self._names[seat] for seat in seats]))
            field = role.replace(" ", "_")
            if seats and not (field in fields and str(told) in map(str, self.fact(field))):
                yield told

    def fields(self) -> Iterator[tuple[str, Any]]:
        """The fields of the table that people are to know, with their values."""
        hidden = _never_shown(cast(Any, type(self._view)))
        for name in self._view.plain_fields():
            if name not in hidden:
                yield name, vars(self._view)[name]

    def fact(self, field: str) -> Iterator[Entry]:
        """What people are to know of a field of the table."""
        kinds = _kinds(cast(Any, type(self._view))).get(field)
        try:
            return iter([*self._fact(field, vars(self._view)[field], kinds)])
        except Exception:  # a value may fail when it is asked what it is, which takes nobody's table away
            return iter([Entry(field.replace("_", " "), "?")])

    def title(self, pile: Pile) -> str:
        """What a pile is called: `stock`, `your hand`, `Bo's layout 3`."""
        if pile.owner is None:
            return pile.name.replace("_", " ")
        word, place = _word(pile), _place(pile)
        said = f"{singular(word)} {place}".replace("_", " ") if place else word
        return str(self._whose(pile.owner, said))

    def where(self, counts: str) -> Iterator[Line]:
        """How it stands in three lines: whose turn it is and the scores, what lies open for all, and one's hand."""
        begun = Line(f"your turn, {counts}")
        facts = vars(self._view)
        yield Line(*interleaved([begun, *self._fact("scores", facts.get("scores"))], "; "))
        tops = [Line(f"{pile.name.replace('_', ' ')} ", pile.top) for pile in self._seen if pile.owner is None]
        yield Line(*interleaved(tops, ", ")) if tops else Line("nothing lies open for all")
        own = [pile for pile in self._seen if pile.owner == self._seat and pile.sight is Sight.OWNER]
        yield from (line for line in self._piles(own[-1:])) if own else [Line("your hand is empty")]

    def _nearness(self, pile: Pile) -> tuple[bool, bool, Seat]:
        """What is everybody's comes first, then others', then one's own, and one's hand last."""
        owner = -1 if pile.owner is None else pile.owner
        return owner == self._seat and pile.sight is Sight.OWNER, owner == self._seat, owner

    def _is_in_row(self, pile: Pile) -> bool:
        """Whether a pile is one of several in a row before a player."""
        return pile.owner is not None and len(pile.name.split()) > 2

    def _piles(self, piles: Sequence[Pile]) -> Iterator[Entry]:
        """The lines of piles that have a name and an owner in common."""
        first = piles[0]
        if first.owner is not None and self._is_in_row(first):
            row = sorted(
                (pile for pile in self._seen if self._is_in_row(pile) and pile.owner == first.owner), key=_place
            )
            if first is row[0] or _word(first) == _word(row[0]):
                yield Entry(
                    self._whose(first.owner, "cards"), Row([Line(f"{_place(p)}:", _lying(p)) for p in row], ", ")
                )
            return
        for pile in piles:
            label = pile.name.replace("_", " ") if pile.owner is None else self._whose(pile.owner, _word(pile))
            if pile.marks or not is_hand(pile):
                yield Entry(label, _lying(pile))
                continue
            cards = in_order(pile, self._order) if BACK not in pile.cards else list(pile)
            yield Entry(label, cards_in_suits(cards))

    def _whose(self, owner: Seat, word: str) -> str | Line:
        """What a pile is called: `your hand`, `Bo's books`."""
        said = (singular(word) if self._of_each[word, owner] == 1 else word).replace("_", " ")
        return f"your {said}" if owner == self._seat else Line(self._names[owner], f"'s {said}")

    def _fact(self, name: str, value: Any, kinds: Kinds | None = None) -> Iterator[Entry]:
        """A field of the table for people; nothing where it says no, none or nothing."""
        words, shown = name.replace("_", " "), plain(self._named(value, kinds))
        if value is True:
            yield Entry("now", words)
        elif isinstance(shown, dict):
            facts = [f"{key} {_said(part)}" for key, part in cast(Mapping[str, Any], shown).items() if part]
            if facts:
                yield Entry(words, ", ".join(facts))
        elif isinstance(shown, list):
            parts = list(map(_said, cast(list[Any], shown)))
            if any(cast(list[Any], shown)):
                if self._is_by_seat(name, kinds) and len(parts) == len(self._names) > 1:
                    parts = [
                        Line(name, HeldTogether(f" {part}")) for name, part in zip(self._names, parts, strict=True)
                    ]
                yield Entry(words, *interleaved(parts, ", "))
        elif shown or (value is not None and _is_seat(kinds)):
            yield Entry(words, _said(shown))

    def _is_by_seat(self, name: str, kinds: Kinds | None) -> bool:
        """Whether a field has a value for each seat: as its type says, because each seat sees its own, or as points."""
        is_said = kinds is not None and any(kind.by_seat for kind in kinds.each)
        return is_said or name in _POINTS or name in self._view.fields_marked("private")

    def _named(self, value: Any, kinds: Kinds | None) -> Any:
        """A value with the names of players in the place of their seats, and what has no order in one."""
        kind = _kind_of(value, kinds)
        inner = kind.parts if kind else ()
        if kind and kind.domain is Domain.SEAT:
            return self._names[value] if type(value) is int and 0 <= value < len(self._names) else value
        if isinstance(value, Mapping):
            key, part = inner if len(inner) == 2 else (None, None)
            both = cast(Mapping[Any, Any], value).items()
            return {self._named(one, key): self._named(other, part) for one, other in both}
        if isinstance(value, set | frozenset):
            return sorted((self._named(one, inner[0] if inner else None) for one in cast(set[Any], value)), key=str)
        if isinstance(value, list | tuple):
            parts = cast(Sequence[Any], value)
            each = inner if len(inner) == len(parts) else [inner[0] if inner else None] * len(parts)
            return [self._named(part, kinds) for part, kinds in zip(parts, each, strict=True)]
        return value


def _said(part: Any) -> str | Marked:
    """What is told of a part of a field's value; what is marked, as names are, stays so."""
    if isinstance(part, list):
        return f"({', '.join(map(str, map(_said, cast(list[Any], part))))})"
    if isinstance(part, dict):
        facts = cast(dict[str, Any], part).items()
        return f"({', '.join(f'{key} {_said(value)}' for key, value in facts)})"
    if isinstance(part, Marked):
        return part
    return "-" if part is None else str(part)


def _kind_of(value: Any, kinds: Kinds | None) -> Kind | None:
    """The kind that tells how a value is named, of those that its field allows."""
    some = kinds.some if kinds else ()
    if len(some) == 1:
        return some[0]
    for kind in some:
        if type(value) is int if kind.domain is Domain.SEAT else kind.parts and isinstance(value, kind.base):
            return kind
    return None


def _is_seat(kinds: Kinds | None) -> bool:
    return kinds is not None and kinds.is_one(Domain.SEAT)


@cache
def _never_shown(state: Any) -> frozenset[str]:
    """The names of the fields that people aren't shown: the rules' own, and what the table only counts."""
    marked: frozenset[str] = state.fields_marked("inside") | state.uncounted_fields()
    return _NEVER_SHOWN | marked


@cache
def _kinds(state: Any) -> Mapping[str, Kinds]:
    """The kinds of the fields; none where their types can't be found out."""
    try:
        return fields_of(state)
    except Exception:  # types may be names that are nowhere
        return {}


def is_hand(pile: Pile) -> bool:
    """Whether a pile is a hand, which is shown in order: one that its owner sees alone, or that was laid open."""
    is_open = pile.sight is Sight.EVERYBODY and pile.owner is not None
    return pile.sight is Sight.OWNER or (is_open and _word(pile) in ("hand", "hands"))


def _is_hidden(pile: Pile) -> bool:
    """Whether nothing is known of the cards of a pile."""
    return not pile.marks and set(pile) == {BACK}


def _word(pile: Pile) -> str:
    """The first word of a pile's name: that of the field it is in."""
    return pile.name.split()[0]


def _place(pile: Pile) -> str:
    """Where a pile lies in a row before its owner: `3` for `layout 1 3`."""
    return " ".join(pile.name.split()[2:])


def _lying(pile: Pile) -> Marked:
    """The cards of a pile as they lie, the newest last, with what was told of them."""
    if pile.marks:
        return marked_row([] if set(pile) == {BACK} else pile.cards, list(map(marked, pile.marks)))
    if set(pile) == {BACK}:
        return Line("??" if len(pile) == 1 else f"{len(pile)} hidden")
    return Row(tuple(pile), ", ")


def singular(word: str) -> str:
    """One of what an English word in the plural says, as far as that follows from its ending.

    >>> singular("hands"), singular("boxes"), singular("won"), singular("melds"), singular("cross")
    ('hand', 'box', 'won', 'meld', 'cross')
    """
    if word.endswith(("xes", "shes", "ches")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
