"""What a twin is compiled with: cards, piles, states, actions, and a dealer that keeps no journal.

Each class does what the class of `cardkit.core` does that it stands for, as far as rules ask it. It is compiled anew
with each game, so that the game's calls of it cost next to nothing, and it runs as plain Python, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i32, i64, mypyc_attr

from cardkit.core.actions import FORMS, Each, SomeOf
from cardkit.core.cards import Card, Mark, Pile, Sight
from cardkit.core.chance.generators import pick_out, shuffle
from cardkit.core.errors import EmptyPile, GameFault
from cardkit.core.events import RoundEnded, marks_left

NOBODY: Final[Any] = Sight.NOBODY
OWNER: Final[Any] = Sight.OWNER
OTHERS: Final[Any] = Sight.OTHERS
SEATS: Final[Any] = Sight.SEATS
EVERYBODY: Final[Any] = Sight.EVERYBODY


@mypyc_attr(acyclic=True)
class NativeCard:
    """A card; equal cards are one and the same object, as `card_of` makes them."""

    def __init__(self, rank: str, suit: str, number: int) -> None:
        self.rank: Final = rank
        self.suit: Final = suit
        self.text: Final = rank + suit if len(suit) == 1 else rank + " " + suit
        self.number: Final[i64] = number

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.rank!r}, {self.suit!r})"

    @staticmethod
    def read(text: str) -> NativeCard:
        """The card of a notation."""
        words = text.split()
        return card_of(words[0], words[1]) if len(words) == 2 else card_of(text[:-1], text[-1])


_MADE: Final[dict[tuple[str, str], NativeCard]] = {}
CARDS_MADE: Final[list[NativeCard]] = []
"""All cards that were made, each at the place of its number."""


def card_of(rank: str, suit: str) -> NativeCard:
    """The card of a rank and a suit."""
    made = _MADE.get((rank, suit))
    if made is None:
        made = NativeCard(rank, suit, len(CARDS_MADE))
        _MADE[rank, suit] = made
        CARDS_MADE.append(made)
    return made


BACK: Final = card_of("?", "?")


def deck(ranks: Iterable[str], suits: Iterable[str]) -> list[NativeCard]:
    """Every rank of the first suit, then every rank of the next."""
    every = tuple(ranks)
    return [card_of(rank, suit) for suit in suits for rank in every]


_STANDARD52: Final = deck("23456789TJQKA", "CDHS")


def standard52() -> list[NativeCard]:
    """The 52 cards."""
    return _STANDARD52.copy()


def cards(text: str) -> list[NativeCard]:
    """The cards of a text."""
    return [NativeCard.read(part) for part in (text.split(",") if "," in text else text.split())]


NO_MARKS: Final[list[Any]] = []
"""The marks of all piles of which nothing was told."""


@mypyc_attr(acyclic=True)
class NativePile:
    """A pile; it has no name, and no two piles are equal."""

    def __init__(
        self,
        cards: list[NativeCard] | None = None,
        sight: Any = NOBODY,
        owner: int | None = None,
        name: str = "",
        eyes: Any = (),
    ) -> None:
        self.cards: list[NativeCard] = [] if cards is None else cards
        self.sight: Any = sight
        self.owner: int | None = owner
        self.name: str = name
        self.eyes: Any = eyes
        self.marks: list[Any] = NO_MARKS
        """What was told of its cards by hints, set anew each time; empty where nothing was."""

    @staticmethod
    def face_down(cards: list[NativeCard] | None = None, *, owner: int | None = None) -> NativePile:
        """A pile that nobody sees."""
        return NativePile(cards, NOBODY, owner)

    @staticmethod
    def face_up(cards: list[NativeCard] | None = None, *, owner: int | None = None) -> NativePile:
        """A pile that everybody sees."""
        return NativePile(cards, EVERYBODY, owner)

    @staticmethod
    def hand(owner: int, cards: list[NativeCard] | None = None) -> NativePile:
        """A pile that its owner sees."""
        return NativePile(cards, OWNER, owner)

    @staticmethod
    def seen_by_others(owner: int, cards: list[NativeCard] | None = None) -> NativePile:
        """A pile that all see but its owner."""
        return NativePile(cards, OTHERS, owner)

    @staticmethod
    def seen_by_seats(*eyes: int, cards: list[NativeCard] | None = None, owner: int | None = None) -> NativePile:
        """A pile that these seats see."""
        return NativePile(cards, SEATS, owner, "", eyes)

    @staticmethod
    def hands(seats: int) -> list[NativePile]:
        """An empty hand for each seat."""
        return [NativePile([], OWNER, seat) for seat in range(seats)]

    @property
    def top(self) -> NativeCard:
        """The card on top."""
        cards = self.cards
        if not cards:
            raise EmptyPile(self.name)
        return cards[-1]

    def deal_from_top(self) -> NativeCard:
        """The card that was on top, taken off."""
        if not self.cards:
            raise EmptyPile(self.name)
        return self.cards.pop()

    def add_to_bottom(self, card: NativeCard) -> None:
        """Put a card under all the others."""
        self.cards.insert(0, card)

    def of(self, *, rank: str | None = None, suit: str | None = None) -> list[NativeCard]:
        """The cards of that rank, of that suit, or of both."""
        if rank is None:
            if suit is None:
                return self.cards.copy()
            return [one for one in self.cards if one.suit == suit]
        if suit is None:
            return [one for one in self.cards if one.rank == rank]
        return [one for one in self.cards if one.suit == suit and one.rank == rank]

    def seen_by(self, seat: int | None) -> bool:
        """Whether this seat sees the faces."""
        if seat is None or self.sight is EVERYBODY:
            return True
        if self.sight is OWNER:
            return self.owner == seat
        if self.sight is OTHERS:
            return seat >= 0 and seat != self.owner
        return self.sight is SEATS and seat in self.eyes

    def copy(self) -> NativePile:
        """The same pile once more."""
        twin = NativePile(self.cards.copy(), self.sight, self.owner, self.name, self.eyes)
        twin.marks = self.marks
        return twin

    def __len__(self) -> int:
        return len(self.cards)

    def __bool__(self) -> bool:
        return len(self.cards) > 0

    def __iter__(self) -> Iterator[NativeCard]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return any(one is card for one in self.cards)

    def __str__(self) -> str:
        return "[" + " ".join([one.text for one in reversed(self.cards)]) + "]"


class NativePart:
    """A part of a table; what is generated for each class says what its fields hold."""

    def values(self) -> Any:
        """What the fields hold, in their order."""
        return ()

    def clone(self) -> Any:
        """The same once more, with piles of its own."""
        raise NotImplementedError

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        """The fields by their names."""
        return {}


class NativeState(NativePart):
    """A table in the middle of a game."""

    def __init__(self, seats: int, turn: int, count: int, round: int) -> None:  # noqa: A002
        self.seats: int = seats
        self.turn: int = turn
        self.count: int = count
        self.round: int = round

    def others(self, seat: int | None = None) -> list[int]:
        """The other seats in turn order."""
        start = (self.turn if seat is None else seat) % self.seats
        return [*range(start + 1, self.seats), *range(start)]

    def everybody(self) -> range:
        """All seats."""
        return range(self.seats)

    def pass_turn(self) -> None:
        """Let the next seat have its turn."""
        self.turn = (self.turn + 1) % self.seats
        self.count += 1

    def piles(self) -> list[NativePile]:
        """Every pile on the table, in the order of the fields."""
        return piles_in(self.values())


def piles_in(value: Any) -> list[NativePile]:
    """Every pile that a value holds."""
    found: list[NativePile] = []
    _find_piles(value, found)
    return found


def _find_piles(value: Any, found: list[NativePile]) -> None:
    if isinstance(value, NativePile):
        found.append(value)
    elif isinstance(value, NativePart):
        _find_piles(value.values(), found)
    elif isinstance(value, list | tuple | dict):
        parts: Any = value  # pyright: ignore[reportUnknownVariableType]
        for part in parts.values() if isinstance(value, dict) else parts:
            _find_piles(part, found)


def copied(value: Any) -> Any:
    """A field's value once more, with piles of its own."""
    if isinstance(value, NativePile):
        return value.copy()
    if isinstance(value, NativePart):
        return value.clone()
    kind: Any = value.__class__
    if kind is list:
        return [copied(part) for part in value]
    if kind is tuple:
        return tuple([copied(part) for part in value])
    if kind is dict:
        return {key: copied(part) for key, part in value.items()}
    return value.copy() if kind is set else value


def lying(value: Any) -> Any:
    """A field's value as something that stays as it is, to be compared with what it will be later."""
    if isinstance(value, NativePile):
        return value.cards.copy()
    if isinstance(value, NativePart):
        return lying(value.values())
    parts: Any = value
    if isinstance(value, list | tuple):
        return [lying(part) for part in parts]
    if isinstance(value, dict):
        return [(key, lying(part)) for key, part in parts.items()]
    return parts.copy() if isinstance(value, set) else parts


class NativeDealer:
    """Moves cards; it keeps no journal, tells nothing, and draws from the given source of chance."""

    def __init__(self, rng: Any, trying: bool = False) -> None:  # noqa: FBT001, FBT002
        self.rng: Any = rng
        self.trying: bool = trying
        """Whether it deals in a game that is tried out, where all ways to shuffle are as good."""
        self.draws: int = 0
        self.ended: Any = None
        """The end of a round, where one has ended; without points where it is void."""
        self.told: Any = None
        """What the first shuffle comes to, where that is said."""

    def shuffle(self, pile: NativePile, *, picking: bool = False) -> None:
        """Shuffle a pile."""
        self._by_chance(pile)
        if picking and not self.trying:
            pick_out(pile.cards, self.rng)
        else:
            shuffle(pile.cards, self.rng)
        if self.told is not None:
            pile.cards[:] = self.told
            self.told = None

    def roll(self, sides: int) -> int:
        """A number from 1 to `sides`."""
        if sides > 1:
            self.draws += 1
        number: int = self.rng.below(sides)
        return number + 1

    def pick(self, source: NativePile, target: NativePile, *, under: bool = False) -> NativeCard:
        """Move a card chosen by chance."""
        lying = source.cards
        if not lying:
            raise EmptyPile(source.name)
        self._by_chance(source)
        place: int = self.rng.below(len(lying))
        one = lying[place]
        lying[place] = lying[-1]
        lying[-1] = one
        return self.draw(source, target, under=under)[0]

    def _by_chance(self, pile: NativePile) -> None:
        """Count a change of a pile's order that hangs on chance, if the order can be another at all."""
        pile.marks = NO_MARKS
        for card in pile.cards:
            if card is not pile.cards[0]:
                self.draws += 1
                return

    def draw(self, source: NativePile, target: NativePile, n: int = 1, *, under: bool = False) -> list[NativeCard]:
        """Move n cards, one by one, from the top of a pile."""
        lying = source.cards
        if len(lying) < n:
            raise EmptyPile(source.name)
        drawn = [lying.pop() for _ in range(n)]
        self._lay(drawn, target, under)
        if source.marks or target.marks:
            _mark_moves(source, target, n, None, under)
        return drawn

    def deal(
        self, source: NativePile, hands: Sequence[NativePile], each: int | None = None, *, under: bool = False
    ) -> None:
        """Deal from the top to the hands in turn."""
        lying = source.cards
        count = len(lying) if each is None else each * len(hands)
        if count > len(lying):
            raise EmptyPile(source.name)
        k = 0
        while k < count:
            hand = hands[k % len(hands)]
            if under:
                hand.cards.insert(0, lying.pop())
            else:
                hand.cards.append(lying.pop())
            if source.marks or hand.marks:
                _mark_moves(source, hand, 1, None, under)
            k += 1

    def _lay(self, cards: list[NativeCard], target: NativePile, under: bool) -> None:  # noqa: FBT001
        if under:
            for one in cards:
                target.cards.insert(0, one)
        else:
            target.cards.extend(cards)

    def move(
        self, cards: Iterable[NativeCard], source: NativePile, target: NativePile, *, under: bool = False
    ) -> list[NativeCard]:
        """Move these cards, one by one."""
        moved: list[NativeCard] = list(cards)
        lying = source.cards
        places: list[int] = []
        for one in moved:
            place: i64 = 0
            size: i64 = len(lying)
            while place < size and lying[place] is not one:
                place += 1
            if place == size:
                for k in range(len(places) - 1, -1, -1):
                    lying.insert(places[k], moved[k])
                raise EmptyPile(source.name, one)
            lying.pop(place)
            places.append(place)
        self._lay(moved, target, under)
        if source.marks or target.marks:
            _mark_moves(source, target, len(moved), places, under)
        return moved

    def take(
        self, places: Iterable[int], source: NativePile, target: NativePile, *, under: bool = False
    ) -> list[NativeCard]:
        """Move the cards at these places, one by one."""
        wanted: list[int] = list(places)
        lying = source.cards
        for count in range(len(wanted)):
            if not 0 <= wanted[count] < len(lying) or wanted[count] in wanted[:count]:
                raise EmptyPile(source.name, f"at place {wanted[count]}")
        moved = [lying[place] for place in wanted]
        for place in sorted(wanted, reverse=True):
            lying.pop(place)
        self._lay(moved, target, under)
        if source.marks or target.marks:
            left = [place - sum([other < place for other in wanted[:count]]) for count, place in enumerate(wanted)]
            _mark_moves(source, target, len(moved), left, under)
        return moved

    def sweep(self, source: NativePile, target: NativePile, *, under: bool = False) -> list[NativeCard]:
        """Move a whole pile, from its bottom card up."""
        swept = source.cards.copy()
        source.cards.clear()
        self._lay(swept, target, under)
        if source.marks or target.marks:
            _mark_moves(source, target, len(swept), None, under)
        return swept

    def gather(self, state: NativeState, pile: NativePile) -> None:
        """Take up all cards of the table."""
        for other in state.piles():
            if other is not pile:
                self.sweep(other, pile)

    def show(self, cards: Iterable[NativeCard], pile: NativePile, to: Iterable[int]) -> None:
        """Look whether the cards lie there that some seats are shown."""
        for one in cards:
            if one not in pile:
                raise EmptyPile(pile.name + " that is " + one.text)

    def lay_open(self, pile: NativePile, to: Any = None) -> None:
        """Let these seats see the cards of a pile from now on, or everybody."""
        seats: Any = None if to is None else tuple(to)
        pile.eyes = ()
        if seats is None:
            pile.sight = EVERYBODY
        elif not seats:
            pile.sight = NOBODY
        elif seats == (pile.owner,):
            pile.sight = OWNER
        else:
            pile.sight = SEATS
            pile.eyes = seats

    def hint(self, pile: NativePile, seat: int, *, rank: str | None = None, suit: str | None = None) -> list[int]:
        """The places of the cards of a rank or a suit, which stays at the cards as a mark; nobody is told."""
        places: list[int] = []
        marks: list[Any] = []
        lying = pile.cards
        so, not_so = Mark(rank, suit, is_so=True), Mark(rank, suit, is_so=False)
        for place in range(len(lying)):
            is_so = lying[place].rank == rank if suit is None else lying[place].suit == suit
            if is_so:
                places.append(place)
            mark = so if is_so else not_so
            known: tuple[Any, ...] = pile.marks[place] if pile.marks else ()
            marks.append(known if mark in known else (*known, mark))
        pile.marks = marks
        return places

    def begin_round(self, state: NativeState) -> None:
        """Begin the next round."""
        if self.trying and state.round and self.ended is None:
            self.ended = RoundEnded((0.0,) * state.seats, (0.0,) * state.seats)
        state.round += 1
        if isinstance(getattr(state, "points", None), list):
            setattr(state, "points", [0] * state.seats)  # noqa: B010

    def score(self, state: Any, seat: int, points: Any, reason: str) -> None:
        """Add points to those of a seat."""
        scores: Any = state.scores
        scores[seat] = scores[seat] + points
        of_round: Any = getattr(state, "points", None)
        if isinstance(of_round, list):
            of_round[seat] = of_round[seat] + points

    def end_round(self, points: Any, scores: Any = ()) -> None:
        """End the round."""
        if hasattr(points, "seats"):
            points, scores = points.points, points.scores
        self.ended = RoundEnded(tuple(points), tuple(scores))

    def tell(self, event: Any) -> None:
        """Nobody is told."""


def _mark_moves(source: NativePile, target: NativePile, count: int, places: Any, under: bool) -> None:  # noqa: FBT001
    """Keep marks at their cards where others come and go, as a dealer of the rules does."""
    if source.marks:
        source.marks = marks_left(source.marks, count, places)
    if target.marks:
        come: list[Any] = [()] * count
        target.marks = [*come, *target.marks] if under else [*target.marks, *come]


_ALONE: Final[list[list[int]]] = []


def alone(seat: int) -> list[int]:
    """A seat alone, in a list that is made once."""
    for other in range(len(_ALONE), seat + 1):
        _ALONE.append([other])
    return _ALONE[seat] if seat >= 0 else [seat]


@mypyc_attr(acyclic=True)
class NativeActing:
    """Who acts next, and how."""

    def __init__(self, seats: Any) -> None:
        self.seats: list[int] = alone(seats) if isinstance(seats, int) else list(seats)


@mypyc_attr(acyclic=True)
class NativeOne(NativeActing):
    """One action is taken, by a seat, which may be another one than that whose turn it is, or by several together."""

    def __init__(self, seats: Any, cards_of: Any = None) -> None:
        super().__init__(seats)
        self.cards_of: Any = cards_of

    def actor(self, turn: int) -> int:
        """The seat that acts where it is the turn of this one."""
        return turn if turn in self.seats and self.cards_of is None else self.seats[0]


@mypyc_attr(acyclic=True)
class NativeAll(NativeActing):
    """Each of these seats chooses."""


@mypyc_attr(acyclic=True)
class NativeAnyOf(NativeActing):
    """Each of these seats may act and need not."""


def filled(count: int, each: int) -> vec[i32]:
    """So many numbers of 32 bits that are the same."""
    made = vec[i32](capacity=count)
    for _ in range(count):
        made = append(made, i32(each))
    return made


@mypyc_attr(acyclic=True)
class NativeAction:
    """Something a player may do; what is generated for each class says what its fields hold."""

    word: ClassVar[str] = ""
    alike: ClassVar[Any] = ()
    """What matters of the cards, where actions are one that name others which are the same in it."""
    tw_place: i64 = -1
    """Its place among those that are made once, or -1."""
    cards_at: ClassVar[int] = -1
    """The place among the fields of the one for a tuple of cards."""

    def values(self) -> Any:
        """What the fields hold, in their order."""
        return ()

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        """The fields by their names."""
        return {}

    @classmethod
    def place_of_cards(cls) -> int:
        """The place among the fields of the one for a tuple of cards; raises GameFault where there is none."""
        if cls.cards_at < 0:
            raise GameFault(cls.__name__, "some_of needs one field for cards")
        return cls.cards_at

    @classmethod
    def of(cls, *choices: Any) -> Any:
        """Every action of this class with one of these values in each field."""
        form: Any = Each
        return form(cls, choices)

    @classmethod
    def of_ranks(cls, cards: Any, ranks: Any, *others: Any) -> Any:
        """The action with cards of these ranks, the first that are there."""
        left: list[Any] = list(cards)
        taken: list[Any] = []
        for rank in ranks:
            found = next((one for one in left if one.rank == rank), None)
            if found is None:
                raise ValueError(f"there are too few cards of the rank {rank}")
            left.remove(found)
            taken.append(found)
        values: list[Any] = list(others)
        values.insert(cls.place_of_cards(), tuple(taken))
        make: Any = cls
        return make(*values)

    @classmethod
    def some_of(cls, cards: Any, least: int = 1, most: int | None = None, *choices: Any) -> Any:
        """Every action of this class with `least` to `most` of these cards."""
        form: Any = SomeOf
        return form(cls, cards, least, most, choices)


class NativePass(NativeAction):
    """Let the others go on."""

    word: ClassVar[str] = "pass"

    def __str__(self) -> str:
        return "pass"

    def __eq__(self, other: object) -> bool:
        return type(other) is NativePass

    def __hash__(self) -> int:
        return 1


_ACTIONS_MADE: Final[list[NativeAction]] = []
MOST_MADE: Final = 10_000
"""So many actions are kept, all others made anew."""


def are_many() -> bool:
    """Whether no more actions are kept."""
    return len(_ACTIONS_MADE) >= MOST_MADE


def made_once(action: NativeAction) -> Any:
    """An action of which no other is made that is the same; it has a place among all such."""
    action.tw_place = len(_ACTIONS_MADE)
    _ACTIONS_MADE.append(action)
    return action


PASS: Final[NativePass] = made_once(NativePass())


class NativeNumbers:
    """The numbers of the actions of a seat."""

    def __init__(self, of: dict[Any, int]) -> None:
        self.of: dict[Any, int] = of
        self.known: vec[i32] = vec[i32]()
        """Those of actions that are made once, by their places: -1 for none, -2 where it was not looked for."""

    def number(self, action: NativeAction) -> i64:
        """The number of an action, or -1."""
        place = action.tw_place
        if place < 0:
            return self.of.get(action, -1)
        while place >= len(self.known):
            self.known = append(self.known, -2)
        if self.known[place] == -2:
            self.known[place] = self.of.get(action, -1)
        return i64(self.known[place])


def notation(word: str, fields: Any) -> str:
    """The notation of an action, from the names and the values of its fields."""
    words = [word]
    for name, value in fields:
        if isinstance(value, tuple):
            parts: Any = value  # pyright: ignore[reportUnknownVariableType]
            words.extend([str(part) for part in parts])
        elif value is True:
            words.append(name)
        elif value is not None and value is not False:
            words.append(str(value))
    return " ".join(words)


class CardOrder:
    """The order of cards by a key that hangs on nothing but the card: places, so that sorting compares numbers."""

    def __init__(self, key: Callable[[Any], Any]) -> None:
        self.key: Any = key
        self.places: vec[i64] = vec[i64]()
        """The place of each card, or -1 where it has to be compared by its key."""

    def _learn(self) -> None:
        known: dict[int, Any] = {}
        for one in CARDS_MADE:
            try:
                known[one.number] = self.key(one)
            except Exception:
                continue
        places = vec[i64]([-1] * len(CARDS_MADE))
        try:
            order: list[int] = sorted(known, key=known.__getitem__)
        except TypeError:
            order = []
        place: i64 = 0
        for k in range(len(order)):
            if k and known[order[k]] != known[order[k - 1]]:
                place += 1
            places[order[k]] = place
        self.places = places

    def place(self, card: NativeCard) -> i64:
        """The place of a card, or -1 where it has to be compared by its key."""
        if card.number >= len(self.places):
            self._learn()
        return self.places[card.number]

    def sorted(self, items: Any) -> list[Any]:
        """What `sorted(items, key=key)` gives."""
        return self._sorted(items, once=False)

    def sorted_once(self, items: Any) -> list[Any]:
        """What `sorted(dict.fromkeys(items), key=key)` gives."""
        return self._sorted(items, once=True)

    def _sorted(self, items: Any, *, once: bool) -> list[Any]:
        given: list[Any] = items if type(items) is list else list(items)  # pyright: ignore[reportUnknownVariableType]
        found: list[NativeCard] = []
        count: i64 = 0
        for one in given:
            place: i64 = self.place(one) if isinstance(one, NativeCard) else -1
            if place < 0:
                return sorted(dict.fromkeys(given) if once else given, key=self.key)
            places = self.places
            at = count
            while at > 0 and places[found[at - 1].number] > place:
                at -= 1
            if once:
                before = at
                while before > 0 and found[before - 1] is not one and places[found[before - 1].number] == place:
                    before -= 1
                if before > 0 and found[before - 1] is one:
                    continue
            if at == count:
                found.append(one)
            else:
                found.insert(at, one)
            count += 1
        return found

    def best(self, items: Any, most: bool) -> Any:  # noqa: FBT001
        """What `max(items, key=key)` gives, or `min`."""
        cards: list[Any] = items if type(items) is list else list(items)  # pyright: ignore[reportUnknownVariableType]
        found: Any = None
        best: i64 = -1
        for one in cards:
            place: i64 = self.place(one) if isinstance(one, NativeCard) else -1
            if place < 0:
                found = None
                break
            if best < 0 or (place > best if most else place < best):
                best = place
                found = one
        if found is not None:
            return found
        return max(cards, key=self.key) if most else min(cards, key=self.key)

    def best_or(self, items: Any, most: bool, default: Any) -> Any:  # noqa: FBT001
        """The same, or the default where there are no items."""
        cards: list[Any] = list(items)
        return self.best(cards, most) if cards else default


def distinct(cards: list[NativeCard]) -> list[NativeCard]:
    """What `dict.fromkeys(cards)` goes over."""
    found: list[NativeCard] = []
    for one in cards:
        for other in found:
            if other is one:
                break
        else:
            found.append(one)
    return found


def any_cards(piles: list[NativePile]) -> bool:
    """What `any(piles)` gives."""
    for pile in piles:  # noqa: SIM110
        if pile.cards:
            return True
    return False


def all_cards(piles: list[NativePile]) -> bool:
    """What `all(piles)` gives."""
    for pile in piles:  # noqa: SIM110
        if not pile.cards:
            return False
    return True


def as_long(value: Any, other: Any) -> Any:
    """A sequence for `zip`; raises ValueError where another one is not as long."""
    if len(value) != len(other):
        raise ValueError("zip() of different lengths")
    return value


def places_of(row: Any) -> dict[Any, int]:
    """The place of each of the different things in a row, the first one where it is there more than once."""
    places: dict[Any, int] = {}
    for one in row:
        if one not in places:
            places[one] = len(places)
    return places if len(places) == len(row) else {}


def place_in(row: Any, places: dict[Any, int], one: Any) -> int:
    """What `row.index(one)` gives."""
    place = places.get(one)
    found: int = row.index(one) if place is None else place
    return found


def untyped(value: Any) -> Any:
    """The same value, of whose type nothing is known."""
    return value


def likeness(action: Any) -> Any:
    """What all actions that are alike have in common; else the action itself."""
    if not isinstance(action, NativeAction) or not action.alike:
        return action
    look: Any = attrgetter(*action.alike)
    seen: list[Any] = [action.word]
    for value in action.values():
        if isinstance(value, NativeCard):
            seen.append(look(value))
        elif isinstance(value, list | tuple) and value and isinstance(value[0], NativeCard):
            seen.append(tuple(sorted([look(one) for one in untyped(value)], key=str)))
        else:
            seen.append(value)
    return tuple(seen)


def one_of_each(legal: list[Any]) -> list[Any]:
    """What is legal with the first alone of actions that are alike."""
    found: dict[Any, Any] = {}
    for part in legal:
        found.setdefault(likeness(part), part)
    return list(found.values())


def first_of(legal: list[Any]) -> Any:
    """The first legal action: what a seat does that makes no choice of its own."""
    first = legal[0]
    if type(first) in FORMS:
        for part in legal:
            if type(part) not in FORMS:
                return part
            if len(part):
                return part.nth(0)
    return first


def any_of(legal: list[Any], rng: Any) -> Any:
    """Any of the legal actions, as the player called `random` draws it."""
    for one in legal:
        if type(one) in FORMS:
            parts = [part for part in legal if type(part) not in FORMS or len(part)]
            chosen = parts[rng.below(len(parts))]
            return chosen.nth(rng.below(len(chosen))) if type(chosen) in FORMS else chosen
    return legal[rng.below(len(legal))]


def parts(legal: list[Any]) -> list[Any]:
    """The legal actions and forms, without forms that stand for none."""
    for one in legal:
        if not isinstance(one, NativeAction):
            return [part for part in legal if isinstance(part, NativeAction) or part]
    return legal


def tried(legal: list[Any], avoided: Any, mixed: int, chance: Any) -> Any:
    """An action as playouts choose it: of kinds that are not avoided where there are any, mostly the first or any."""
    if avoided:
        left = [one for one in legal if (one.kind if type(one) in FORMS else type(one)) not in avoided]
        legal = left or legal
    place = 0
    if not mixed or chance.below(3) == 0:
        place = chance.below(len(legal))
    elif isinstance(legal[0], NativeAction):
        return legal[0]
    else:
        return legal[0][0]
    one = legal[place]
    return one if isinstance(one, NativeAction) else one[chance.below(len(one))]


def loaded(value: Any, kinds: Any) -> Any:
    """A value of the rules as the twin has it; `kinds` has the twin's classes by their names.

    Raises KeyError for values of other classes.
    """
    kind: Any = value.__class__
    if value is None or kind is int or kind is str or kind is bool or kind is float:
        return value
    if kind is Card:
        return card_of(value.rank, value.suit)
    if kind is Pile:
        cards = [card_of(one.rank, one.suit) for one in value.cards]
        pile = NativePile(cards, value.sight, value.owner, value.name, value.eyes)
        pile.marks = value.marks
        return pile
    if kind is list:
        return [loaded(one, kinds) for one in value]
    if kind is tuple:
        return tuple([loaded(one, kinds) for one in value])
    if kind is dict:
        return {loaded(key, kinds): loaded(one, kinds) for key, one in value.items()}
    if kind is set:
        return {loaded(one, kinds) for one in value}
    if kind is frozenset:
        return frozenset([loaded(one, kinds) for one in value])
    own = kinds[kind.__name__]
    fields: dict[str, Any] = {}
    held: Any = value.__dict__
    for name, one in held.items():
        fields[name] = loaded(one, kinds)
    return own(**fields)
