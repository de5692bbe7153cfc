"""What happens at a table: events, the journal that they are made of, and the dealer, who alone moves cards."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Literal, cast

from cardkit.core.actions import Action, Value, kebab
from cardkit.core.cards import BACK, Card, Mark, Marks, Pile, Place, Seat, Sight
from cardkit.core.chance.generators import Rng, pick_out, shuffle
from cardkit.core.errors import Disagreement, EmptyPile
from cardkit.core.results import Result

if TYPE_CHECKING:
    from cardkit.core.state import State


class Event(Value):
    """Something that happened, in the words of the table. A game may tell events of its own by subclasses."""

    untold: ClassVar[frozenset[str]] = frozenset()
    """The fields that JSON leaves out."""
    says: ClassVar[str | None] = None
    """The event as a sentence for people, without whom it is about, which is its `seat`: `take the trick`."""
    deals: ClassVar[bool] = False
    """Whether cards are dealt anew after it, which people aren't told card by card, as at the beginning of the game."""

    def seen_by(self, seat: Seat | None, /) -> Event:
        """The event as a seat sees it; None is somebody who sees everything."""
        return self


class Begun(Event):
    """The game is set up and can be played."""

    seats: int


class TurnBegun(Event):
    """A seat has to act; `number` counts the rounds or turns of the game from 1."""

    seat: Seat
    number: int


class RoundBegun(Event):
    """The cards are dealt for a round of a game of several rounds, the first being number 1.

    Told by the rules before they gather and deal the cards; the moves up to the next action are the deal.
    """

    deals = True
    number: int


class RoundEnded(Event):
    """A round of a game of several rounds is over: each seat's points in it, and its score in all rounds up to now."""

    points: tuple[float, ...]
    scores: tuple[float, ...]


class Acted(Event):
    """A seat did something."""

    seat: Seat
    action: Action
    cards_of: Seat | None = None
    """The seat whose cards were played, where it was another one."""

    def seen_by(self, seat: Seat | None, /) -> Acted:
        return self if seat in (None, self.seat) else Acted(self.seat, self.action.redacted(), self.cards_of)


Taken = Literal["top", "chosen", "placed"]
"""How cards leave a pile: one by one from the top, out of its middle, or one by one by their places."""


class Moved(Event):
    """Cards went from one pile to another, in this order; `under` is true where they went to the bottom."""

    untold = frozenset({"taken", "places"})
    cards: tuple[Card, ...]
    source: str
    target: str
    owner: Seat | None
    """The owner of the pile the cards went to."""
    under: bool
    known_to: tuple[Seat, ...] | None
    """The seats that saw the faces, because they see one of the two piles; None where everybody did."""
    taken: Taken = dataclasses.field(default="chosen", compare=False, repr=False)
    """How the cards were taken, for players who remember the order of a pile."""
    places: tuple[int, ...] = dataclasses.field(default=(), compare=False, repr=False)
    """Where they are taken by place, the place of each when those before it had left."""

    def seen_by(self, seat: Seat | None, /) -> Moved:
        if seat is None or self.known_to is None or seat in self.known_to:
            return self
        return dataclasses.replace(self, cards=(BACK,) * len(self.cards))


class Chosen(Event):
    """A seat has made up its mind where several choose at the same time; what it chose is told when all have."""

    seat: Seat


class AllPassed(Event):
    """Nobody did anything where several seats might have."""

    seats: tuple[Seat, ...]


class Shown(Event):
    """Some seats had a look at cards, which stay where they lie."""

    untold = frozenset({"places"})
    cards: tuple[Card, ...]
    pile: str
    owner: Seat | None
    """The owner of the pile."""
    known_to: tuple[Seat, ...]
    places: tuple[int, ...] = dataclasses.field(default=(), compare=False, repr=False)
    """Where each of the cards lay, for players who remember the order of a pile; empty where an equal one lies there
    too, and for seats that saw nothing.
    """

    def seen_by(self, seat: Seat | None, /) -> Shown:
        if seat is None or seat in self.known_to:
            return self
        return dataclasses.replace(self, cards=(BACK,) * len(self.cards), places=())


class LaidOpen(Event):
    """Some seats see the cards of a pile from now on, and no others do; None where everybody sees them."""

    cards: tuple[Card, ...]
    pile: str
    owner: Seat | None
    """The owner of the pile."""
    known_to: tuple[Seat, ...] | None

    def seen_by(self, seat: Seat | None, /) -> LaidOpen:
        if seat is None or self.known_to is None or seat in self.known_to:
            return self
        return dataclasses.replace(self, cards=(BACK,) * len(self.cards))


class Hinted(Event):
    """A seat was told, and all heard it, which cards of a pile have a rank or a suit: those at these places alone."""

    seat: Seat
    pile: str
    owner: Seat | None
    """The owner of the pile."""
    places: tuple[int, ...]
    rank: str | None
    suit: str | None


class Rolled(Event):
    """Chance gave a number from 1 to `sides`."""

    sides: int
    number: int


class PointsScored(Event):
    """A seat got points, or lost some where they are below 0, for something: fifteen, a run of four."""

    seat: Seat
    points: float
    reason: str


class Shuffled(Event):
    """A pile of `size` cards was shuffled."""

    pile: str
    size: int


class Ended(Event):
    """The game is over, after `number` rounds or turns."""

    result: Result
    number: int


_AS_IT_IS = frozenset({int, str, float, bool, type(None)})


def plain(value: Any) -> Any:
    """A value of an event as JSON has it: cards and actions in notation, events as objects with their name."""
    if type(value) in _AS_IT_IS:
        return value
    if isinstance(value, Card | Action | StrEnum):
        return str(value)
    if isinstance(value, Event):
        told = {name: plain(part) for name, part in vars(value).items() if name not in value.untold}
        if isinstance(value, Acted) and value.cards_of is None:
            del told["cards_of"]
        return {"event": kebab(type(value).__name__), **told}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        told = {name: plain(part) for name, part in vars(value).items()}
        if isinstance(value, Result) and value.of is None:
            del told["of"]
        return told
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, set | frozenset):
        return sorted((plain(part) for part in cast(set[Any], value)), key=str)
    if isinstance(value, tuple | list):
        return [plain(part) for part in cast(tuple[Any, ...], value)]
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in cast(Mapping[Any, Any], value).items()}
    return value


Move = tuple[Pile, Pile, list[Card], Sequence[int] | None, bool]
"""Where cards went from and to, the cards, their places in the pile they left, whether under.

The places are None for cards from the top, and a tuple for a whole pile from the bottom card up.
"""
Entry = Move | tuple[Pile, list[Card]] | tuple[Pile, None, tuple[Sight, tuple[Seat, ...], list[Marks]]] | Event
"""A move, a pile with its order before chance changed it, or with what is known of it before that changed, or something
that was told.
"""


class Journal:
    """What was done, in its order; where somebody wants to know it, with the fields of the table at each entry."""

    __slots__ = ("entries", "moments", "note")

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.note: Callable[[], dict[str, Any]] | None = None
        """Says how the plain fields of the table are, where somebody wants to know that for each entry."""
        self.moments: list[dict[str, Any]] = []
        """The fields at each entry."""

    def begin(self) -> None:
        """Start a new page."""
        self.entries.clear()
        if self.moments:
            self.moments = []

    def enter(self, entry: Entry) -> None:
        """Put something down."""
        self.entries.append(entry)
        if self.note is not None:
            self.moments.append(self.note())

    def events(self, seats: int = 0) -> list[Event]:
        """What was done, as events at a table of so many seats."""
        return [event for _, event in self.placed_events(seats)]

    def placed_events(self, seats: int) -> list[tuple[int, Event]]:
        """What was done, as events at a table of so many seats, each with the place of its entry."""
        told: list[tuple[int, Event]] = []
        everybody, by_chance = Sight.EVERYBODY, False
        gone: dict[int, str] = {}
        for place, entry in enumerate(self.entries):
            if isinstance(entry, Event):
                told.append((place, _with_pile(entry, self.entries[place - 1], gone) if place else entry))
                by_chance = False
            elif len(entry) == 5:
                source, target, cards, places, under = entry
                known_to: tuple[Seat, ...] | None = None
                if source.sight is not everybody and target.sight is not everybody:
                    known_to = tuple(dict.fromkeys((*source.watched_by(seats), *target.watched_by(seats))))
                taken: Taken = "chosen" if places or by_chance else "top"
                by_place = cast(tuple[int, ...], places) if type(places) is tuple else ()
                if by_place:
                    taken = "placed"
                where, to = source.name or _name(source, gone), target.name or _name(target, gone)
                told.append((place, Moved(tuple(cards), where, to, target.owner, under, known_to, taken, by_place)))
                by_chance = False
            elif len(entry) == 2:
                by_chance = True
        return told

    def rewind(self, place: int, pile_of: Callable[[Pile], Pile]) -> None:
        """Take back, in the piles themselves or in copies of them, what was done from a place on."""
        for entry in reversed(self.entries[place:]):
            if isinstance(entry, Event):
                continue
            if len(entry) == 2:
                pile, order = entry
                pile_of(pile).cards[:] = order
                continue
            if len(entry) == 3:
                pile = pile_of(entry[0])
                pile.sight, pile.eyes, pile.marks = entry[2]
                continue
            source, target, moved, places, under = entry
            lying, left = pile_of(target).cards, pile_of(source).cards
            del lying[slice(len(moved)) if under else slice(len(lying) - len(moved), None)]
            if places is None:
                left += moved[::-1]
                continue
            for k in range(len(moved) - 1, -1, -1):
                left.insert(places[k], moved[k])


def _name(pile: Pile, gone: dict[int, str]) -> str:
    """The name of a pile; one that came and went within an action, of which no field is left, has one of its own.

    >>> gone = {}
    >>> [_name(pile, gone) for pile in (Pile(name="stock"), Pile(), Pile())]
    ['stock', 'passing_pile', 'passing_pile 1']
    """
    return pile.name or gone.setdefault(id(pile), f"passing_pile {len(gone)}".removesuffix(" 0"))


def _with_pile(event: Event, before: Entry, gone: dict[int, str]) -> Event:
    """What was told of the pile that the entry before is about, with its name where it had none yet."""
    if getattr(event, "pile", None) != "" or isinstance(before, Event) or len(before) == 5:
        return event
    told: Event = dataclasses.replace(cast(Any, event), pile=_name(before[0], gone))
    return told


Outcome = list[Card] | int
"""What chance made: an order of cards, from the bottom up, or the number of a roll."""


def _nowhere(entry: Entry) -> None:
    """Put something down where nothing is kept."""


class Dealer:
    """Moves cards between piles and keeps a journal of it, from which it can tell the moves or take them back."""

    __slots__ = (
        "_before_chance",
        "_draws_before",
        "_enter",
        "_rng",
        "_strict",
        "_told",
        "draws",
        "ended",
        "has_disclosed",
        "journal",
        "outcomes",
    )

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        self._before_chance: Rng | None = None
        self.journal = Journal()
        """What was done since the last action began."""
        self._enter: Callable[[Entry], None] = self.journal.entries.append
        self._told, self._strict = list[Outcome](), False
        self._draws_before = 0
        self.draws = 0
        """How often something was left to chance."""
        self.ended: RoundEnded | None = None
        """The end of the round that ended last, for whoever looks at it and puts None in its place."""
        self.has_disclosed = False
        """Whether a pile may have been laid open, or have marks."""
        self.outcomes: list[Outcome] = []
        """What chance made of the piles on this page of the journal, and the numbers it gave."""

    def __setstate__(self, state: tuple[None, dict[str, Any]]) -> None:
        """A copy enters in its own journal."""
        for name, value in state[1].items():
            setattr(self, name, value)
        if self._enter not in (_nowhere, self.journal.enter):
            self._enter = self.journal.entries.append

    def shuffle(self, pile: Pile, *, picking: bool = False) -> None:
        """Shuffle a pile: by swapping from the top down, or by picking each next card, the top one first."""
        self._by_chance(pile)
        (pick_out if picking else shuffle)(pile.cards, self._rng)
        self._settle(pile)
        self._enter(Shuffled(pile.name, len(pile.cards)))

    def draw(self, source: Pile, target: Pile, n: int = 1, *, under: bool = False) -> list[Card]:
        """Move n cards, one by one, from the top of a pile to the top of another, or under it; the cards in that order.

        Raises EmptyPile, and moves nothing, where there are fewer.
        """
        cards = source.cards
        if n == 1 and cards:
            card = cards.pop()
            drawn = [card]
            if under:
                target.cards.insert(0, card)
            else:
                target.cards.append(card)
        elif len(cards) < n:
            raise EmptyPile(source.name)
        else:
            drawn = [cards.pop() for _ in range(n)]
            if not drawn:
                return drawn
            self._lay(drawn, target, under=under)
        if source.marks or target.marks:
            self._mark_moves(source, target, n, None, under=under)
        self._enter((source, target, drawn, None, under))
        return drawn

    def deal(self, source: Pile, hands: Sequence[Pile], each: int | None = None, *, under: bool = False) -> None:
        """Deal from the top to the hands in turn, one card at a time: `each` to every hand, or all there are.

        A card goes on top of those dealt before it, or under them.
        """
        count = _to_deal(source, hands, each)
        if type(self) is Dealer and self.journal.note is None and _apart(source, hands):
            dealt, seats = _deal_out(source, hands, count, under=under), len(hands)
            self.journal.entries += [(source, hands[k % seats], [card], None, under) for k, card in enumerate(dealt)]
            return
        for k in range(count):
            self.draw(source, hands[k % len(hands)], under=under)

    def pick(self, source: Pile, target: Pile, *, under: bool = False) -> Card:
        """Move a card chosen by chance to another pile, or under it; the top card takes its place.

        Raises EmptyPile where there is none.
        """
        if not source.cards:
            raise EmptyPile(source.name)
        self._by_chance(source)
        lying, place = source.cards, self._rng.below(len(source.cards))
        lying[place], lying[-1] = lying[-1], lying[place]
        self._settle(source)
        return self.draw(source, target, under=under)[0]

    def move(self, cards: Iterable[Card], source: Pile, target: Pile, *, under: bool = False) -> list[Card]:
        """Move these cards, one by one, to the top of another pile, or under it; the cards in that order.

        Of equal cards the lowest is moved: `take` moves by place. Raises EmptyPile where one doesn't lie in `source`.
        """
        moved = list(cards)
        lying = source.cards
        places: list[int] = []
        for card in moved:
            if card not in lying:
                for k in range(len(places) - 1, -1, -1):
                    lying.insert(places[k], moved[k])
                raise EmptyPile(source.name, card)
            place = lying.index(card)
            places.append(place)
            del lying[place]
        self._lay(moved, target, under=under)
        if source.marks or target.marks:
            self._mark_moves(source, target, len(moved), places, under=under)
        if moved:
            self._enter((source, target, moved, places, under))
        return moved

    def take(self, places: Iterable[Place], source: Pile, target: Pile, *, under: bool = False) -> list[Card]:
        """Move the cards at these places of a pile, from 0 at the bottom, one by one to the top of another pile, or
        under it; the cards in that order.

        Of equal cards exactly the one at the place is moved, which `move` can't know. Raises EmptyPile, and moves
        nothing, where no card lies at a place, or a place is named twice.
        """
        wanted = [*places]
        lying = source.cards
        for count, place in enumerate(wanted):
            if not 0 <= place < len(lying) or place in wanted[:count]:
                raise EmptyPile(source.name, f"at place {place}")
        moved = [lying[place] for place in wanted]
        left = [place - sum(other < place for other in wanted[:count]) for count, place in enumerate(wanted)]
        for place in left:
            del lying[place]
        self._lay(moved, target, under=under)
        if source.marks or target.marks:
            self._mark_moves(source, target, len(moved), left, under=under)
        if moved:
            self._enter((source, target, moved, tuple(left), under))
        return moved

    def sweep(self, source: Pile, target: Pile, *, under: bool = False) -> list[Card]:
        """Move a whole pile, from its bottom card up, to another pile, or under it; the cards in that order."""
        swept = source.cards.copy()
        source.cards.clear()
        self._lay(swept, target, under=under)
        if source.marks or target.marks:
            self._mark_moves(source, target, len(swept), None, under=under)
        if swept:
            self._enter((source, target, swept, (0,) * len(swept), under))
        return swept

    def gather(self, state: State, pile: Pile) -> None:
        """Take up all cards of the table: sweep every other pile, in the order of the fields, to this one."""
        for other in state.name_piles():
            if other is not pile:
                self.sweep(other, pile)

    def show(self, cards: Iterable[Card], pile: Pile, to: Iterable[Seat]) -> None:
        """Let some seats have a look at cards of a pile, which stay where they lie.

        Raises EmptyPile where one of them doesn't lie there.
        """
        shown = tuple(cards)
        for card in shown:
            if card not in pile.cards:
                raise EmptyPile(f"{pile.name} that is {card}")
        if not pile.name:
            self._enter((pile, None, pile.known))
        found = [place for place, card in enumerate(pile.cards) if card in shown]
        places = sorted(found, key=lambda place: shown.index(pile.cards[place])) if len(found) == len(shown) else []
        self._enter(Shown(shown, pile.name, pile.owner, tuple(to), tuple(places)))

    def hint(self, pile: Pile, seat: Seat, *, rank: str | None = None, suit: str | None = None) -> list[Place]:
        """Tell a seat aloud which cards of a pile have this rank, or this suit, and so which haven't; their places.

        It stays at the cards as a mark that everybody reads, until they move or chance changes the pile. Raises
        TypeError unless either a rank or a suit is given.
        """
        if (rank is None) is (suit is None):
            raise TypeError("a hint tells of a rank or of a suit: write `dealer.hint(hand, seat, rank=rank)`")
        is_so = [card.rank == rank if suit is None else card.suit == suit for card in pile.cards]
        before = pile.marks or [()] * len(is_so)
        self._enter((pile, None, pile.known))
        given = [Mark(rank, suit, so) for so in is_so]
        pile.marks = [(*known, mark) if mark not in known else known for known, mark in zip(before, given, strict=True)]
        self.has_disclosed = True
        places = [place for place, so in enumerate(is_so) if so]
        self._enter(Hinted(seat, pile.name, pile.owner, tuple(places), rank, suit))
        return places

    def lay_open(self, pile: Pile, to: Iterable[Seat] | None = None) -> None:
        """Let these seats see the cards of a pile from now on, and no others; everybody where none are named."""
        seats = None if to is None else tuple(to)
        self._enter((pile, None, pile.known))
        if seats is None:
            pile.sight, pile.eyes = Sight.EVERYBODY, ()
        elif not seats:
            pile.sight, pile.eyes = Sight.NOBODY, ()
        elif seats == (pile.owner,):
            pile.sight, pile.eyes = Sight.OWNER, ()
        else:
            pile.sight, pile.eyes = Sight.SEATS, seats
        self.has_disclosed = True
        self._enter(LaidOpen(tuple(pile.cards), pile.name, pile.owner, seats))

    def _mark_moves(self, source: Pile, target: Pile, count: int, places: Sequence[int] | None, *, under: bool) -> None:
        """Keep marks at their cards where others come and go; those that moved are not marked any more."""
        for pile in (source, target):
            if pile.marks:
                self._enter((pile, None, pile.known))
        if source.marks:
            source.marks = marks_left(source.marks, count, places)
        if target.marks:
            come: list[Marks] = [()] * count
            target.marks = [*come, *target.marks] if under else [*target.marks, *come]

    def roll(self, sides: int) -> int:
        """A number from 1 to `sides` that chance gives, as a die does; everybody is told."""
        self._before(sides)
        number = self._rng.below(sides) + 1
        if self._told:
            told = self._told.pop(0)
            if not isinstance(told, int) or not 1 <= told <= sides:
                raise Disagreement(f"a roll of 1 to {sides} is told otherwise", "roll")
            if self._strict and told != number:
                raise Disagreement(f"a roll of 1 to {sides} is not the one that follows from the seed", "roll")
            number = told
        self.outcomes.append(number)
        self._enter(Rolled(sides, number))
        return number

    def begin_round(self, state: State) -> None:
        """Begin the next round of a game of several rounds, before its cards are gathered and dealt."""
        state.round += 1
        begin_points(state)
        if self._enter is not _nowhere:
            state.name_piles()
            self._enter(RoundBegun(state.round))

    def score(self, state: State, seat: Seat, points: float, reason: str) -> None:
        """Add points to those of a seat in `scores`, a list of the table, and tell everybody what they are for.

        A table with a list `points`, too, has those of the round there, which begins with none. Raises TypeError where
        the table has no scores.
        """
        scores: Any = getattr(state, "scores", None)
        if not isinstance(scores, list):
            raise TypeError(f"points are added to scores, which {type(state).__name__} needs as `scores: list[int]`")
        scores[seat] += points
        if isinstance(of_round := vars(state).get("points"), list):
            of_round[seat] += points
        if self._enter is not _nowhere:
            self._enter(PointsScored(seat, points, reason))

    def end_round(self, points: Iterable[float] | State, scores: Iterable[float] = ()) -> None:
        """End the round: each seat's points in it, and its score in all rounds up to now.

        Given a table these are its lists `points` and `scores`; raises TypeError where it has none.
        """
        told: Any = points
        if hasattr(told, "seats"):
            table, told, scores = told, getattr(told, "points", None), getattr(told, "scores", ())
            if told is None:
                where = f"which {type(table).__name__} needs as `points: list[int]` beside `scores`"
                raise TypeError(f"the points of a round are told from points, {where}")
        self.ended = RoundEnded(tuple(told), tuple(scores))
        self._enter(self.ended)

    @staticmethod
    def _lay(cards: list[Card], target: Pile, *, under: bool) -> None:
        """Lay cards on a pile, or under it, one by one."""
        if under:
            target.cards[:0] = cards[::-1]
        else:
            target.cards += cards

    def _by_chance(self, pile: Pile) -> None:
        """Make ready for a change of a pile's order that hangs on chance, if the order can be another at all."""
        cards = pile.cards
        if pile.marks:
            self._enter((pile, None, pile.known))
            pile.marks = []
        self._before(len(cards) if any(card is not cards[0] for card in cards) else 1)
        self._enter((pile, cards.copy()))

    def _before(self, possible: int) -> None:
        """Make ready for chance; where there is one possible outcome alone, nothing is left to it."""
        if self._before_chance is None:
            self._before_chance = copy.copy(self._rng)
        if possible > 1:
            self.draws += 1

    def _settle(self, pile: Pile) -> None:
        """Keep what chance made of a pile; where the outcome was told beforehand, that counts."""
        if self._told:
            told = self._told.pop(0)
            if isinstance(told, int) or sorted(map(id, told)) != sorted(map(id, pile.cards)):
                raise Disagreement(f"a shuffle of {pile.name} has other cards than the pile", pile.name)
            if self._strict and told != pile.cards:
                raise Disagreement(f"a shuffle of {pile.name} is not the one that follows from the seed", pile.name)
            pile.cards[:] = told
        self.outcomes.append(pile.cards.copy())

    def foretell(self, outcomes: Iterable[Sequence[Card] | int], *, strict: bool) -> None:
        """Let these be the next things that chance makes; if `strict`, the source of chance has to give the same.

        Raises Disagreement, when it comes to it, where it doesn't or where the cards are others.
        """
        self._told = [outcome if isinstance(outcome, int) else list(outcome) for outcome in outcomes]
        self._strict = strict

    def tell(self, event: Event) -> None:
        """Let everybody at the table know something that no move of a card shows."""
        self._enter(event)

    def keep(self, *, journal: bool) -> None:
        """Keep a journal of what is done from now on, or none, so that nothing can be told or taken back."""
        self._enter = self.journal.entries.append if journal else _nowhere
        if type(self) in (Dealer, QuietDealer):
            cast(Any, self).__class__ = Dealer if journal else QuietDealer
        self.begin()

    def keep_moments(self, note: Callable[[], dict[str, Any]]) -> None:
        """Keep what somebody notes of the table with each thing that is put down from now on."""
        self.journal.note = note
        self._enter = self.journal.enter

    def begin(self) -> None:
        """Start a new page of the journal."""
        self.journal.begin()
        self._before_chance = None
        self._draws_before = self.draws
        if self.outcomes:
            self.outcomes = []

    def events(self, seats: int = 0) -> list[Event]:
        """What was done since then, as events at a table of so many seats."""
        return self.journal.events(seats)

    def fork(self) -> Dealer:
        """A dealer with an empty journal and the same chance to come."""
        twin = Dealer(copy.copy(self._rng))
        twin.draws, twin.has_disclosed = self.draws, self.has_disclosed
        return twin

    def take_back(self) -> None:
        """Undo everything on this page of the journal, the random numbers drawn included."""
        self.journal.rewind(0, lambda pile: pile)
        if self._before_chance is not None:
            self._rng = self._before_chance
        self.draws = self._draws_before
        self.begin()


def marks_left(marks: Sequence[Marks], count: int, places: Sequence[int] | None) -> list[Marks]:
    """The marks that are left when so many cards have gone from the top, or one by one from these places."""
    left = list(marks)
    if places is None:
        del left[len(left) - count :]
    else:
        for place in places:
            del left[place]
    return left if any(left) else []


def begin_points(state: State) -> None:
    """Begin a round without points, where the table has a list of each seat's `points` in the round."""
    if isinstance(vars(state).get("points"), list):
        vars(state)["points"] = [0] * state.seats


class QuietDealer(Dealer):
    """What a dealer becomes while it keeps no journal: it moves cards, and writes nothing down."""

    __slots__ = ()

    def shuffle(self, pile: Pile, *, picking: bool = False) -> None:
        if self._told or pile.marks:
            super().shuffle(pile, picking=picking)
            return
        cards = pile.cards
        if any([card is not cards[0] for card in cards]):
            self.draws += 1
        (pick_out if picking else shuffle)(cards, self._rng)

    def draw(self, source: Pile, target: Pile, n: int = 1, *, under: bool = False) -> list[Card]:
        if source.marks or target.marks:
            return super().draw(source, target, n, under=under)
        cards = source.cards
        if n == 1 and cards:
            card = cards.pop()
            if under:
                target.cards.insert(0, card)
            else:
                target.cards.append(card)
            return [card]
        if len(cards) < n:
            raise EmptyPile(source.name)
        if n <= 0:
            return []
        drawn = cards[: -n - 1 : -1]
        del cards[-n:]
        self._lay(drawn, target, under=under)
        return drawn

    def deal(self, source: Pile, hands: Sequence[Pile], each: int | None = None, *, under: bool = False) -> None:
        if _apart(source, hands):
            _deal_out(source, hands, _to_deal(source, hands, each), under=under)
        else:
            super().deal(source, hands, each, under=under)

    def move(self, cards: Iterable[Card], source: Pile, target: Pile, *, under: bool = False) -> list[Card]:
        if source.marks or target.marks:
            return super().move(cards, source, target, under=under)
        moved = [*cards]
        lying = source.cards
        if len(moved) == 1:
            card = moved[0]
            try:
                lying.remove(card)
            except ValueError:
                raise EmptyPile(source.name, card) from None
            if under:
                target.cards.insert(0, card)
            else:
                target.cards.append(card)
            return moved
        if len(moved) == len(lying) and moved == lying:
            lying.clear()
        else:
            before = lying.copy()
            for card in moved:
                try:
                    lying.remove(card)
                except ValueError:
                    lying[:] = before
                    raise EmptyPile(source.name, card) from None
        self._lay(moved, target, under=under)
        return moved

    def sweep(self, source: Pile, target: Pile, *, under: bool = False) -> list[Card]:
        if source.marks or target.marks:
            return super().sweep(source, target, under=under)
        lying = source.cards
        swept = lying.copy()
        lying.clear()
        if under:
            target.cards[:0] = swept[::-1]
        else:
            target.cards += swept
        return swept


def _to_deal(source: Pile, hands: Sequence[Pile], each: int | None) -> int:
    """How many cards are dealt in all; raises EmptyPile where there are fewer."""
    count = len(source) if each is None else each * len(hands)
    if count > len(source):
        raise EmptyPile(source.name)
    return count


def _apart(source: Pile, hands: Sequence[Pile]) -> bool:
    """Whether there are hands, none with marks, each another pile than all others, so that all are dealt to at once."""
    is_apart = 0 < len(hands) < len({id(source), *map(id, hands)})
    return is_apart and not source.marks and not any([hand.marks for hand in hands])


def _deal_out(source: Pile, hands: Sequence[Pile], count: int, *, under: bool) -> list[Card]:
    """Deal so many cards from the top, one to each hand in turn, with nothing written down; returns them in order."""
    lying, seats = source.cards, len(hands)
    dealt = lying[: -count - 1 : -1]
    del lying[len(lying) - count :]
    for place, hand in enumerate(hands):
        if under:
            hand.cards[:0] = dealt[place::seats][::-1]
        else:
            hand.cards += dealt[place::seats]
    return dealt
