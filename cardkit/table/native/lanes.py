"""Games of a twin side by side: answers come in by their numbers, what is seen and may be done goes out in arrays."""

from __future__ import annotations

from struct import pack, unpack
from typing import Any, Final

from librt.strings import BytesWriter, write_f32_le
from librt.vecs import append, vec
from mypy_extensions import i32, i64, mypyc_attr, u8

from cardkit.core.actions import Each, choices
from cardkit.table.native.common import MOST_KNOWN, WayFinder, Ways
from cardkit.table.native.core import (
    CARDS_MADE,
    EVERYBODY,
    NOBODY,
    OWNER,
    NativeAction,
    NativeCard,
    NativeNumbers,
    NativePart,
    NativePile,
    any_of,
    filled,
    piles_in,
)

EACH: Final[Any] = Each
ONE: Final = 0x3F800000
MINUS_ONE: Final = -0x40800000
"""The bits of 1 and of -1 as floats of 32 bits."""


_WRITER: Final = BytesWriter()


def bits_of(number: float) -> i64:
    """The bits of a number as a float of 32 bits."""
    writer = _WRITER
    writer.truncate(0)
    write_f32_le(writer, number)
    bits: i64 = i64(writer[0]) | i64(writer[1]) << 8 | i64(writer[2]) << 16 | i64(writer[3]) << 24
    return bits - 0x100000000 if bits >= 0x80000000 else bits


MOST_WHOLE: Final = 2**53
WHOLE: Final = vec[i32]([i32(bits_of(float(number))) for number in range(256)])
"""The bits of small whole numbers."""


class NativeRows:
    """Rows of floats of 32 bits, of which few are not 0: it is known which, so that a row is soon written anew."""

    def __init__(self, count: int, width: int) -> None:
        self.width: i64 = width
        self.seen: vec[i32] = filled(count * width, 0)
        """The bits of all numbers, row by row."""
        self.touched: vec[i32] = filled(count * width, 0)
        """For each row the places in it that are not 0."""
        self.ends: vec[i32] = filled(count, 0)
        """How many those are."""
        self.first: i64 = 0
        """The place of the first number of the row that is written."""
        self.end: i64 = 0
        """The end of its places that are not 0."""

    def begin(self, row: i64) -> None:
        """Begin to write a row."""
        seen, touched = self.seen, self.touched
        first: i64 = row * self.width
        place: i64 = first
        end: i64 = first + i64(self.ends[row])
        while place < end:
            seen[first + i64(touched[place])] = 0
            place += 1
        self.first = self.end = first

    def finish(self, row: i64) -> None:
        """The row is written."""
        self.ends[row] = i32(self.end - self.first)

    def set(self, place: i64, bits: i64) -> None:
        """Set the bits at a place of the row."""
        at: i64 = self.first + place
        if self.seen[at] == 0:
            self.touched[self.end] = i32(place)
            self.end += 1
        self.seen[at] = i32(bits)

    def count(self, place: i64) -> None:
        """Add 1 to a whole number at a place: to its last bit, or the one before it that the exponent leaves."""
        bits: i64 = i64(self.seen[self.first + place])
        if bits == 0:
            self.set(place, ONE)
        else:
            one: i64 = 1
            self.set(place, bits + (one << (150 - (bits >> 23))))

    def add_whole(self, place: i64, number: i64) -> None:
        """Add a whole number at a place."""
        if 0 < number < 256 and self.seen[self.first + place] == 0:
            self.set(place, i64(WHOLE[number]))
        else:
            self.add(place, float(number))

    def add(self, place: i64, number: float) -> None:
        """Add a number at a place."""
        bits = int(self.seen[self.first + place])
        if bits != 0:
            there: float = unpack("<f", pack("<i", bits))[0]
            number += there
        if bits != 0 or number != 0.0:
            self.set(place, bits_of(number))


class NativeTelling:
    """How a value is told, as `cardkit.rl.observations.Telling` has it."""

    def write(self, rows: NativeRows, start: i64, value: Any, seat: int) -> None:
        """Write a value as this seat has it."""
        raise NotImplementedError


class NativeOneOf(NativeTelling):
    """A 1 in the place of the value."""

    def __init__(self, places: dict[Any, int], other: Any, named: bool) -> None:  # noqa: FBT001
        self.places: dict[Any, int] = places
        self.other: int = -1 if other is None else other
        self.named: bool = named
        """Whether values are looked up by their names."""

    def place(self, value: Any) -> int:
        """The place of a value, or -1."""
        key = value.name if self.named and value is not None else value
        return self.places.get(key, self.other)

    def write(self, rows: NativeRows, start: i64, value: Any, seat: int) -> None:
        if value is not None:
            place = self.place(value)
            if place >= 0:
                rows.set(start + place, ONE)


class NativeSeat(NativeTelling):
    """A 1 for the seat."""

    def __init__(self, seats: int) -> None:
        self.seats: int = seats

    def write(self, rows: NativeRows, start: i64, value: Any, seat: int) -> None:
        if value is not None:
            named: int = value
            rows.set(start + (named - seat) % self.seats, ONE)


class NativeSeveral(NativeTelling):
    """Each of several values, in the places of one."""

    def __init__(self, part: NativeTelling) -> None:
        self.part: NativeTelling = part

    def write(self, rows: NativeRows, start: i64, value: Any, seat: int) -> None:
        for one in value or ():
            self.part.write(rows, start, one, seat)


class NativeCounts(NativeTelling):
    """How often each value is there, and where that matters, which one is the last."""

    def __init__(self, one: NativeOneOf, last: int) -> None:
        self.one: NativeOneOf = one
        self.last: int = last
        """The first place for the last value, or -1."""

    def write(self, rows: NativeRows, start: i64, value: Any, seat: int) -> None:
        for one in value or ():
            place = self.one.place(one)
            if place >= 0:
                rows.count(start + place)
        if value and self.last >= 0:
            self.one.write(rows, start + self.last, value[-1], seat)


class NativeNumber(NativeTelling):
    """The value, and where there may be none, whether there is one."""

    def __init__(self, scale: float, or_none: bool) -> None:  # noqa: FBT001
        self.scale: float = scale
        self.or_none: bool = or_none

    def write(self, rows: NativeRows, start: i64, value: Any, seat: int) -> None:
        if value is None:
            return
        if self.scale == 1.0 and isinstance(value, int) and -MOST_WHOLE < value < MOST_WHOLE:
            rows.add_whole(start, value)
        elif value:
            number: float = float(value)
            rows.add(start, number / self.scale)
        if self.or_none:
            rows.set(start + 1, ONE)


class NativeEach(NativeTelling):
    """A value for each of some, beginning with the one that looks, or with its team."""

    def __init__(self, part: NativeTelling, first: list[int], number: int, size: int) -> None:
        self.part: NativeTelling = part
        self.first: list[int] = first
        self.number: i64 = number
        self.size: i64 = size

    def write(self, rows: NativeRows, start: i64, value: Any, seat: int) -> None:
        if not value:
            return
        part, size, number = self.part, self.size, self.number
        place: i64 = self.first[seat]
        items: list[Any] = value if type(value) is list else [value[each] for each in range(number)]  # pyright: ignore[reportUnknownVariableType]
        for _ in range(number):
            part.write(rows, start, items[place], seat)
            start += size
            place += 1
            if place == number:
                place = 0


class NativeOwn(NativeTelling):
    """The value that belongs to the one that looks."""

    def __init__(self, part: NativeTelling) -> None:
        self.part: NativeTelling = part

    def write(self, rows: NativeRows, start: i64, value: Any, seat: int) -> None:
        has_one = seat in value if isinstance(value, dict) else seat < len(value or ())
        if has_one:
            self.part.write(rows, start, value[seat], seat)


class NativeParts(NativeTelling):
    """What the plain fields of parts say, added up for the parts of each owner."""

    def __init__(self, names: list[str], tellings: list[NativeTelling], sizes: list[int], seats: int) -> None:
        self.names: list[str] = names
        self.tellings: list[NativeTelling] = tellings
        self.sizes: list[int] = sizes
        self.size: int = sum(sizes)
        self.seats: int = seats

    def write(self, rows: NativeRows, start: i64, value: Any, seat: int) -> None:
        if isinstance(value, NativePart):
            owner: Any = None
            for pile in piles_in(value):
                if pile.owner is not None:
                    owner = pile.owner
                    break
            at: i64 = start
            if owner is not None:
                at += (1 + (owner - seat) % self.seats) * self.size
            for k in range(len(self.names)):
                self.tellings[k].write(rows, at, getattr(value, self.names[k]), seat)
                at += self.sizes[k]
        elif isinstance(value, list | tuple | dict):
            parts: Any = value  # pyright: ignore[reportUnknownVariableType]
            for part in parts.values() if isinstance(value, dict) else parts:
                self.write(rows, start, part, seat)


class NativeField:
    """A field that is told: its place among those of the table, the place of its first number, and how."""

    def __init__(self, place: int, start: int, telling: NativeTelling) -> None:
        self.place: Final = place
        self.start: Final[i64] = start
        self.telling: Final = telling


class NativeHints(NativeTelling):
    """What was told of each card of a pile, from the bottom up."""

    def __init__(self, places: dict[Any, int], most: int) -> None:
        self.places: dict[Any, int] = places
        """The place of each rank and suit among the numbers of a card."""
        self.most: int = most

    def write(self, rows: NativeRows, start: i64, value: Any, seat: int) -> None:
        for marks in value[: self.most]:
            for rank, suit, is_so in marks:
                place = self.places["suit", suit] if rank is None else self.places["rank", rank]
                rows.set(start + place, ONE if is_so else MINUS_ONE)
            start += len(self.places)


class NativeSlot:
    """Where a pile is told: the first number of its cards, its backs, its top, its bottom and its hints, or -1."""

    def __init__(self, cards: int, backs: int, top: int, bottom: int, hints: int) -> None:
        self.cards: Final[i64] = cards
        self.backs: Final[i64] = backs
        self.top: Final[i64] = top
        self.bottom: Final[i64] = bottom
        self.hints: Final[i64] = hints


def _slots(told: Any) -> list[NativeSlot]:
    return [NativeSlot(cards, backs, top, bottom, hints) for cards, backs, top, bottom, hints in told]


class NativeLane:
    """A game among many side by side: whose answer it waits for, and what that does, as is generated for each game."""

    def __init__(self) -> None:
        self.seat: int = 0
        """The seat whose answer is waited for; after the end, the one whose turn it was."""
        self.legal: list[Any] = []
        self.result: Any = None
        self.meaning: NativeMeaning | None = None
        """What is legal, where actions are, or forms, that have no number."""
        self.begun: tuple[int, ...] = ()
        """The steps of an action that isn't said to its end, by their numbers."""
        self.answers: int = 0
        """How many actions were answered, hand by hand where the episodes are hands."""
        self.is_over: bool = False
        self.answered: list[int] = []
        """The numbers of all that was answered in this game."""
        self.before: int = 0
        """How many of the actions were answered before the round that is played."""
        self.scores: Any = ()
        """What the scores were at its beginning."""
        self.points: Any = ()
        """The points of the hand, where that was the episode, and is over."""

    def ended(self) -> Any:
        """The end of a round in the last answer, or None."""
        raise NotImplementedError

    def piles(self) -> list[NativePile]:
        """The piles of the table, in the order of the fields."""
        raise NotImplementedError

    def names(self) -> list[str]:
        """The fields of the table."""
        raise NotImplementedError

    def values(self) -> Any:
        """What they hold."""
        raise NotImplementedError

    def answer(self, action: Any) -> None:
        """Take the answer of the seat that is asked."""
        raise NotImplementedError


MOST_ROUNDS: Final = 100
"""So many times as many answers as in a round are taken in a game at most."""
PLAIN: Final = 0
ENDED: Final = 1
STOPPED: Final = 2
ILLEGAL: Final = 3
FAILED: Final = 4
OVER: Final = 5
"""How an answer was a plain one, or none: it ended the game, or was the last that is taken, or not legal, or it failed,
or the game was over before.
"""


@mypyc_attr(acyclic=True)
class NativeMeaning:
    """What is legal for a seat where not all of it has numbers: what is answered in one step, and what step by step."""

    def __init__(self, told: Any, legal: Any, seat: int, whole: list[int], ways: Ways | None) -> None:
        self.told: Any = told
        self.legal: Any = legal
        self.seat: int = seat
        self.whole: list[int] = whole
        self.ways: Ways | None = ways
        """What says all else."""

    def numbers(self, begun: tuple[int, ...]) -> list[int]:
        """The numbers of what may be answered when an action is begun so."""
        ways = self.ways
        if ways is None:
            return self.whole
        if begun:
            return ways.numbers(begun)
        return [*self.whole, *ways.numbers((), is_first=len(self.whole) > 0)]

    def after(self, begun: tuple[int, ...], number: int) -> Any:
        """The action that a number says then, or what is begun of one."""
        ways = self.ways
        if ways is None or (not begun and number in self.whole):
            return self.told.meant(number, self.legal, self.seat)
        return ways.after(begun, number)


class NativeLayout:
    """Where all is told that is seen and may be done, as `cardkit.rl.lanes.TwinNumbers` has it."""

    def __init__(self, told: Any) -> None:
        self.told: Any = told
        self.by_hand: bool = told.by_hand
        """Whether a lane is over with each hand."""
        self.size: i64 = told.actions
        self.numbers: list[NativeNumbers] = [NativeNumbers(of) for of in told.numbers]
        """The numbers of the actions of each seat."""
        self.actions: list[list[Any]] = []
        """The actions of each seat by their numbers, None where one has a number only now and then."""
        for of in told.numbers:
            actions: list[Any] = [None] * self.size
            for action, number in of.items():
                if isinstance(action, NativeAction) and not action.alike:
                    actions[number] = action
            self.actions.append(actions)
        self.forms: list[dict[Any, Any]] = [{} for _ in told.numbers]
        """The numbers of all actions that a form stands for, None where one has none."""
        self.finder: WayFinder | None = told.finder
        """What finds the ways to say actions step by step, where some are said so."""
        self.digits: dict[int, str] = told.digits
        self.first_step: int = told.steps[0] if told.steps else 0
        self.steps: int = len(told.steps)
        """How many steps there are."""
        self.plans: list[list[NativeSlot]] = [_slots(plan) for plan in told.plans]
        """Where the piles of the table are told to each seat, where none come and go."""
        self.pile_names: list[str] = told.pile_names
        self.slots: list[dict[Any, list[NativeSlot]]] = [
            {owner: _slots(places) for owner, places in slots.items()} for slots in told.slots
        ]
        """For each field with piles where they are told, by how far their owner is from who looks."""
        self.changing: list[bool] = told.changing
        self.hinted: NativeTelling = told.hinted
        """How hints are told."""
        self.seats: int = told.seats
        self.has_doubles: bool = told.has_doubles
        self.width: int = told.width
        self.own_seat: int = told.own_seat
        self.begun: int = told.begun_at
        self.places: vec[i32] = filled(len(CARDS_MADE), 2**31 - 1)
        """The place of each card among those that are told; beyond all rows where it isn't."""
        for place in range(len(told.own)):
            card: NativeCard = told.own[place]
            self.places[card.number] = i32(place)
        self.fields: list[NativeField] = []
        self.pile_fields: list[int] = []
        """The places of the fields for piles among those of the table."""

    def learn(self, names: list[str]) -> None:
        """The table has these fields."""
        self.fields = [NativeField(names.index(name), start, telling) for name, start, telling in self.told.fields]
        self.pile_fields = [names.index(name) for name in self.pile_names]

    def meaning(self, legal: list[Any], seat: int) -> NativeMeaning:
        """What is legal for a seat, where not all of it has numbers."""
        of, finder = self.numbers[seat], self.finder
        whole: list[int] = []
        said: list[Any] = []
        for one in legal:
            numbers: Any = None
            if isinstance(one, NativeAction):
                number = of.number(one)
                if number >= 0:
                    whole.append(number)
                    continue
            else:
                numbers = self.of_form(one, seat)
            if numbers is not None:
                whole.extend(numbers)
            elif finder is not None and finder.knows(one):
                said.append(one)
            else:
                every = choices(legal)
                found, ways = self.told.answers(every, seat)
                return NativeMeaning(self.told, every, seat, found, ways)
        return NativeMeaning(self.told, legal, seat, whole, None if finder is None else finder.ways(said, seat))

    def of_form(self, form: Any, seat: int) -> Any:
        """The numbers of all actions that a form stands for, or None."""
        if type(form) is not EACH:
            return None
        known = self.forms[seat]
        key = (form.kind, form.choices)
        if key in known:
            return known[key]
        of = self.numbers[seat]
        numbers: list[int] = [] if len(form) > self.size else [of.number(action) for action in form]
        found: Any = None if -1 in numbers or len(numbers) != len(form) else numbers
        if len(known) >= MOST_KNOWN:
            known.clear()
        known[key] = found
        return found


class NativeLanes:
    """Many games side by side, with what is seen and may be done in arrays."""

    def __init__(self, layout: NativeLayout, count: int) -> None:
        self.layout: NativeLayout = layout
        self.lanes: list[NativeLane] = []
        self.rows: NativeRows = NativeRows(count, layout.width)
        self.masks: vec[u8] = vec[u8](capacity=count * layout.size)
        """A 1 for each number that is legal, lane by lane."""
        self.marked: vec[i32] = filled(count * layout.size, 0)
        """For each lane those numbers."""
        self.ends: vec[i32] = filled(count, 0)
        """How many those are."""
        self.turns: vec[i64] = vec[i64](capacity=2 * count)
        """The seat that is asked in each lane, and room for those of other games."""
        for _ in range(count * layout.size):
            self.masks = append(self.masks, 0)
        for _ in range(2 * count):
            self.turns = append(self.turns, 0)

    def begin(self, k: int, lane: NativeLane) -> None:
        """Play a game in a lane from its beginning on."""
        if not self.layout.fields:
            self.layout.learn(lane.names())
        if k < len(self.lanes):
            self.lanes[k] = lane
        else:
            self.lanes.append(lane)
        lane.is_over = lane.result is not None
        self.number(k, lane)
        self.see(k, lane)

    def next_hand(self, k: int) -> None:
        """Go on with the next hand of the same game."""
        lane = self.lanes[k]
        lane.points = ()
        lane.answers = 0
        lane.before = 0
        self.begin(k, lane)

    def number(self, k: int, lane: NativeLane) -> None:
        """Number what is legal in a lane."""
        layout, seat = self.layout, lane.seat
        self.clear(k)
        lane.meaning = None
        if lane.is_over:
            return
        of = layout.numbers[seat]
        for one in lane.legal:
            if isinstance(one, NativeAction):
                number = of.number(one)
                if number >= 0:
                    self.allow(k, number)
                    continue
            else:
                found: Any = layout.of_form(one, seat)
                if found is not None:
                    for each in found:
                        self.allow(k, each)
                    continue
            meaning = lane.meaning = layout.meaning(lane.legal, seat)
            self.mark(k, meaning.numbers(()))
            return

    def clear(self, k: i64) -> None:
        """No number is legal in a lane."""
        masks, marked = self.masks, self.marked
        first: i64 = k * self.layout.size
        for place in range(first, first + i64(self.ends[k])):
            masks[first + i64(marked[place])] = 0
        self.ends[k] = 0

    def allow(self, k: i64, number: i64) -> None:
        """A number is legal in a lane."""
        first: i64 = k * self.layout.size
        if self.masks[first + number] == 0:
            self.masks[first + number] = 1
            self.marked[first + i64(self.ends[k])] = i32(number)
            self.ends[k] += 1

    def mark(self, k: int, legal: list[int]) -> None:
        """These numbers, and no others, are legal in a lane."""
        self.clear(k)
        for number in legal:
            self.allow(k, number)

    def step(self, actions: list[int], first: int, end: int, most: int) -> list[tuple[int, int, int]]:
        """Answer in these lanes; those where that was no plain step, with what it was, and whose turn it had been."""
        found: list[tuple[int, int, int]] = []
        for k in range(first, end):
            lane = self.lanes[k]
            seat = lane.seat
            how = OVER if lane.is_over else self.answer(k, lane, actions[k], most)
            if how != PLAIN:
                found.append((k, how, seat))
            if how != OVER and how != FAILED:
                self.see(k, lane)
        return found

    def answer(self, k: int, lane: NativeLane, number: int, most: int) -> int:
        """Answer in a lane."""
        layout = self.layout
        if not self.masks[k * layout.size + number]:
            return self.end(k, lane, ILLEGAL)
        seat = lane.seat
        action = layout.actions[seat][number]
        if action is None:
            try:
                meaning = lane.meaning or layout.meaning(lane.legal, seat)
                action = meaning.after(lane.begun, number)
                if not isinstance(action, NativeAction):
                    lane.begun = action
                    self.mark(k, meaning.numbers(action))
                    lane.answered.append(number)
                    return PLAIN
            except Exception:
                lane.is_over = True
                return FAILED
        how = self.play(k, lane, action, most)
        if how != FAILED:
            lane.answered.append(number)
        return how

    def let_others(self, seat: int, chances: list[Any], most: int) -> int:
        """Let all others answer in the first lane by their chances, until this seat is asked or the game is over."""
        lane = self.lanes[0]
        how = PLAIN
        while not lane.is_over and lane.seat != seat:
            how = self.play(0, lane, any_of(lane.legal, chances[lane.seat]), most)
            if how == FAILED:
                return how
        lane.seat = seat
        self.see(0, lane)
        return how

    def play(self, k: int, lane: NativeLane, action: Any, most: int) -> int:
        """Play an action in a lane."""
        layout = self.layout
        try:
            lane.begun = ()
            lane.answer(action)
            lane.is_over = lane.result is not None
            self.number(k, lane)
        except Exception:
            lane.is_over = True
            return FAILED
        lane.answers += 1
        ended = lane.ended()
        if ended is not None:
            lane.before = lane.answers
            lane.scores = ended.scores
            if layout.by_hand and ended.points:
                lane.points = ended.points
                return self.end(k, lane, ENDED)
        if lane.is_over:
            return ENDED
        if lane.answers - lane.before >= most or lane.answers >= MOST_ROUNDS * most:
            return self.end(k, lane, STOPPED)
        return PLAIN

    def end(self, k: int, lane: NativeLane, how: int) -> int:
        """Let no more answers be taken in a lane, and say how that came."""
        lane.is_over = True
        self.number(k, lane)
        return how

    def put(self, k: int, bits: list[int], mask: list[int], seat: int) -> None:
        """Write what a seat sees and may do in a game that the rules play on."""
        rows = self.rows
        rows.begin(k)
        for place in range(len(bits)):
            if bits[place] != 0:
                rows.set(place, bits[place])
        rows.finish(k)
        self.mark(k, mask)
        self.turns[k] = seat

    def see(self, k: int, lane: NativeLane) -> None:
        """Write what the seat sees that is asked in a lane."""
        layout, rows, seat = self.layout, self.rows, lane.seat
        self.turns[k] = seat
        rows.begin(k)
        piles = lane.piles()
        is_fixed = len(layout.plans) > 0 and len(piles) == len(layout.plans[seat])
        slots = layout.plans[seat] if is_fixed else self.plan(lane)
        places, seen, touched = layout.places, rows.seen, rows.touched
        each_once = is_fixed and not layout.has_doubles
        base: i64 = rows.first
        for pile, slot in zip(piles, slots):  # noqa: B905
            cards = pile.cards
            size = len(cards)
            if size == 0:
                continue
            if slot.hints >= 0 and pile.marks:
                layout.hinted.write(rows, slot.hints, pile.marks, seat)
            sight: Any = pile.sight
            if sight is not EVERYBODY:
                sees = False
                if sight is OWNER:
                    sees = pile.owner == seat
                elif sight is not NOBODY:
                    sees = pile.seen_by(seat)
                if not sees:
                    rows.add_whole(slot.backs, size)
                    continue
            first: i64 = slot.cards
            if each_once:
                end: i64 = rows.end
                for card in cards:
                    place: i64 = first + i64(places[card.number])
                    seen[base + place] = ONE
                    touched[end] = i32(place)
                    end += 1
                rows.end = end
            else:
                for card in cards:
                    rows.count(first + i64(places[card.number]))
            if slot.top >= 0:
                rows.set(slot.top + i64(places[cards[size - 1].number]), ONE)
            if slot.bottom >= 0:
                rows.set(slot.bottom + i64(places[cards[0].number]), ONE)
        rows.set(layout.own_seat + seat, ONE)
        values: tuple[Any, ...] = lane.values()
        for field in layout.fields:
            field.telling.write(rows, field.start, values[field.place], seat)
        if lane.begun:
            text = ""
            for step in lane.begun:
                rows.count(layout.begun + step - layout.first_step)
                digit = layout.digits.get(step)
                text = "" if digit is None else text + digit
            if text.strip("-"):
                rows.add(layout.begun + layout.steps, float(text))
        rows.finish(k)

    def plan(self, lane: NativeLane) -> list[NativeSlot]:
        """Where the piles are told that lie in a lane, where some come and go."""
        layout = self.layout
        slots: list[NativeSlot] = []
        values: tuple[Any, ...] = lane.values()
        for field in range(len(layout.pile_fields)):
            taken: dict[Any, int] = {}
            for pile in piles_in(values[layout.pile_fields[field]]):
                owner: Any = pile.owner
                offset: Any = None if owner is None else (owner - lane.seat) % layout.seats
                place = 0 if layout.changing[field] else taken.get(offset, 0)
                taken[offset] = place + 1
                there = layout.slots[field].get(offset)
                if there is None or place >= len(there):
                    raise layout.told.no_place(layout.pile_names[field])
                slots.append(there[place])
        return slots
