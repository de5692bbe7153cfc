"""Tables that may be the true one: the cards that a seat can't see, dealt to slots of which each may be some cards.

What a seat concludes from how the table looks to it after an action is tried on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, cast

from cardkit.core.actions import choices, meant_by
from cardkit.core.cards import BACK, Card, Domain, Pile, Seat
from cardkit.core.chance.generators import Rng, shuffle
from cardkit.core.description import fields_of
from cardkit.core.errors import CardkitError
from cardkit.core.events import Acted, Dealer, Event, Moved, Rolled, RoundBegun, Shuffled
from cardkit.core.game import Game
from cardkit.core.state import NEVER_A_PILE, State, hashable, rebuilt
from cardkit.core.texts import counted
from cardkit.table.match import Position
from cardkit.table.native.common import Fitting
from cardkit.table.native.engine import NativeTwin


class WrongDeck(CardkitError):
    """A view that is not one of a game with this deck: the cards it doesn't show are not as many as its backs."""

    seat: Seat
    reason: str
    sentence = "the view of seat {seat} is not one of a game with this deck: {reason}"


def unseen_in(view: State, seat: Seat, deck: Mapping[Card, int]) -> list[Card]:
    """The cards of a deck that the view of a seat doesn't show; raises WrongDeck where it is not one of that deck."""
    left, backs = Counter(deck), 0
    for pile in view.piles():
        for card in pile.cards:
            if card is BACK:
                backs += 1
            else:
                left[card] -= 1
    for card, times in left.items():
        if times < 0:
            raise WrongDeck(seat, f"it shows {card} more often than the deck has it")
    unseen = list(left.elements())
    if backs != len(unseen):
        reason = f"it has {counted(backs, 'back')}, and doesn't show {counted(len(unseen), 'card')} of the deck"
        raise WrongDeck(seat, reason)
    return unseen


class World(NamedTuple):
    """What a seat doesn't see of a table that may be the true one."""

    cards: dict[int, list[Card]]
    """Those of each hidden pile, by its number among the piles."""
    values: dict[str, Any]
    """The private fields."""


class Worlds:
    """Deals tables that fit a view and what is known of its hidden piles, each about as likely as any other.

    A slot is a bit mask over the different cards of the deck. `hidden` has the number of each hidden pile among the
    piles of the view, its slots, and whether their order means nothing.
    """

    def __init__(
        self,
        view: State,
        kinds: Sequence[Card],
        unseen: Sequence[Card],
        hidden: Sequence[tuple[int, Sequence[int], bool]],
        private: Mapping[str, Mapping[Any, Sequence[Any]]],
    ) -> None:
        self._view = view
        self._piles = [*map(id, view.piles())]
        self._hidden = [(number, len(slots), mixed) for number, slots, mixed in hidden]
        self._private = private
        bits = {card: 1 << place for place, card in enumerate(kinds)}
        cards, every = [bits[card] for card in unseen], [slot for _, slots, _ in hidden for slot in slots]
        self.fitting = Fitting(cards, every, {bit: card for card, bit in bits.items()})
        self._own: Callable[[Any], Any] | None = None
        self._table: Any = None
        """The view as a compiled game has it, where it is for one."""

    def compiled(self, twin: NativeTwin) -> Worlds:
        """The same for a compiled game, which has cards and tables of its own; raises what making them does."""
        found, own, of = copy(self), twin.own, self.fitting
        found._own, found._table = own, own(self._view)
        found.fitting = twin.fitting(of.cards, of.slots, {bit: own(card) for bit, card in of.meaning.items()})
        return found

    def deal(self, chance: Rng) -> Any:
        """A table that may be the true one."""
        world = self.imagined(chance)
        if self._own is not None:
            table = self._table.clone()
            piles = table.piles()
            for number, cards in world.cards.items():
                piles[number].cards = cards
            for name, value in world.values.items():
                setattr(table, name, self._own(value))
            return table
        lying = {self._piles[number]: cards for number, cards in world.cards.items()}

        def dealt(pile: Pile) -> Pile:
            copy = pile.copy()
            copy.cards = lying.get(id(pile), copy.cards)
            return copy

        table = self._view.rebuilt(dealt)
        vars(table).update(world.values)
        return table

    def imagined(self, chance: Rng) -> World:
        """What may lie on the table that the seat doesn't see."""
        cards, end = self.fitting.dealt(chance), 0
        world = World({}, {})
        for number, size, mixed in self._hidden:
            start, end = end, end + size
            world.cards[number] = pile = cards[start:end]
            if mixed:
                shuffle(pile, chance)
        for name, possible in self._private.items():
            drawn = {seat: values[chance.below(len(values))] for seat, values in possible.items()}
            world.values[name] = with_values(vars(self._view)[name], drawn)
        return world


def with_values(field: Any, values: Mapping[Any, Any]) -> Any:
    """A private field's value with these values for some seats."""
    if isinstance(field, dict):
        return {**cast(dict[Any, Any], field), **values}
    parts = cast(list[Any], field)
    return type(field)([values.get(seat, part) for seat, part in enumerate(parts)])


def admits(slots: Sequence[int], cards: Sequence[int]) -> bool:
    """Whether these cards, as bits, can be dealt to these slots, one to each."""
    owner: dict[int, int] = {}

    def placed(slot: int, tried: set[int]) -> bool:
        fits = [place for place, card in enumerate(cards) if slot & card and place not in tried]
        for place in fits:
            if place not in owner:
                owner[place] = slot
                return True
        tried.update(fits)
        for place in fits:
            if placed(owner[place], tried):
                owner[place] = slot
                return True
        return False

    return len(slots) == len(cards) and all(placed(slot, set()) for slot in sorted(slots, key=int.bit_count))


def union(slots: Iterable[int]) -> int:
    """What any of some slots may be."""
    together = 0
    for slot in slots:
        together |= slot
    return together


PROBES = 250
"""How often the rules are asked about one action at most."""

FEW = 4
"""So few cards are asked about one by one."""
Concerns = Callable[[Sequence[Card]], bool]
"""Whether something is so with some of these cards."""
Move = tuple[str, str, tuple[Card, ...]]
"""Where cards came from and where they went to, and the cards."""
Trial = tuple[Pile, Pile, list[Card]]
"""The same of an action that was tried, with all faces."""
Leaving = Sequence[tuple[str, int]]
"""Where cards of one pile went to, and how many."""


class Spent(Exception):
    """The rules have been asked often enough about this action, or look at more than which cards a hand holds."""


@dataclass
class Question:
    """An action of a seat, which the rules are asked about, and whose eyes look on."""

    game: Game[Any, Any]
    acted: Acted
    eyes: Seat
    chance: Rng
    most: int = PROBES
    """How often they are asked at most."""
    asked: int = 0
    """How often they were asked."""


@dataclass
class Base:
    """A world in which an action comes out as it was told."""

    world: World
    more: list[Card]
    """What the acting seat holds beside the cards that it showed."""
    left: dict[str, list[Card]]
    """The cards that leave each pile there."""


def _noticed(name: str) -> Any:
    """A method of lists that notes that the cards were looked at."""
    method: Callable[..., Any] = getattr(list, name)

    def looks(self: Watched, *given: Any) -> Any:
        self.looked_at = True
        return method(self, *given)

    return looks


class Watched(list[Card]):
    """The cards of a pile, and whether anybody has looked at them; how many there are is no secret."""

    looked_at = False

    def __radd__(self, cards: list[Card]) -> list[Card]:
        return [*cards, *self]


for looking in (
    *("__iter__", "__reversed__", "__getitem__", "__contains__", "index", "count", "copy", "pop", "remove", "sort"),
    *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__add__", "__mul__", "__rmul__"),
):
    setattr(Watched, looking, _noticed(looking))


class TrialTable:
    """A table on which an action is tried out again and again, each time with other cards."""

    def __init__(self, question: Question, view: State) -> None:
        self._question = question
        self.state = view.clone()
        self._piles = self.state.piles()
        self._ids = [*map(id, self._piles)]
        self._hidden = [number for number, pile in enumerate(self._piles) if BACK in pile.cards]
        self._kinds: list[type[list[Card]]] = [Watched if BACK in pile.cards else list for pile in self._piles]
        self._lying: dict[int, Sequence[Card]] = {number: pile.cards.copy() for number, pile in enumerate(self._piles)}
        self._seen = [pile.known for pile in self._piles]
        self._answers: dict[tuple[Any, ...], Leaving | None] = {}
        self._position = Position(self.state)
        self._fields = self._position.fields()
        plain = {name: self._fields[name] for name in self.state.plain_fields()}
        self._steady = {name: value for name, value in plain.items() if type(value) in NEVER_A_PILE}
        self._changeable = [name for name in plain if name not in self._steady]

    def played(self, world: World, hands: Mapping[int, Sequence[Card]] | None = None) -> list[Trial] | None:
        """What the action moves in a world where some piles, by their numbers, have other cards; None if not legal.

        Raises Spent.
        """
        question, state = self._question, self.state
        if question.asked >= question.most:
            raise Spent
        question.asked += 1
        self._lay(world, hands or {})
        action, seat, dealer = question.acted.action, question.acted.seat, Dealer(question.chance)
        try:
            if meant_by(choices(question.game.legal_for(state, seat)), action, self._piles, seat) is None:
                return None
            question.game.apply_for(state, action, dealer, seat)
            state.look_for_piles()
        except Exception:
            return None
        entries = dealer.journal.entries
        return [(entry[0], entry[1], entry[2]) for entry in entries if not isinstance(entry, Event) and len(entry) == 5]

    def leaving(self, number: int, hand: Sequence[Card], world: World) -> Leaving | None:
        """How many cards go to each pile from one that has these cards; None where the action isn't legal then.

        The rules are asked once for each hand in a world, or in all worlds where they look at no other hidden cards.
        """
        sizes = tuple(map(len, world.cards.values()))
        for where in (sizes, id(world)):
            if (where, number, *hand) in self._answers:
                return self._answers[where, number, *hand]
        moves, pile = self.played(world, {number: hand}), self._piles[number]
        leaving = None if moves is None else [(to.name, len(cards)) for source, to, cards in moves if source is pile]
        is_so_everywhere = not world.values and all(looked_at == number for looked_at in self.looked_at())
        self._answers[sizes if is_so_everywhere else id(world), number, *hand] = leaving
        return leaving

    def looked_at(self) -> list[int]:
        """The numbers of the hidden piles whose cards the rules looked at when the action was tried last."""
        return [number for number in self._hidden if getattr(self._piles[number].cards, "looked_at", True)]

    def seen(self, moves: Sequence[Trial]) -> list[Move]:
        """Some moves as the onlooker sees them."""
        eyes = self._question.eyes
        return [
            (source.name, target.name, tuple(cards))
            if source.seen_by(eyes) or target.seen_by(eyes)
            else (source.name, target.name, (BACK,) * len(cards))
            for source, target, cards in moves
        ]

    def fields(self) -> dict[str, Any]:
        """The fields that hold no piles, as the onlooker sees them after the action."""
        return plain_fields(self.state, self._question.eyes)

    def _lay(self, world: World, hands: Mapping[int, Sequence[Card]]) -> None:
        """Lay the cards, and put all fields back as they were; those of piles too, where piles have come or gone."""
        fields = vars(self.state)
        if len(fields) != len(self._fields) or [*map(id, self.state.piles())] != self._ids:
            self._position.put_back(self._fields)
            self._fields = self._position.fields()
        fields.update(self._steady)
        for name in self._changeable:
            fields[name] = rebuilt(world.values.get(name, self._fields[name]), Pile.copy)
        lying = {**self._lying, **world.cards, **hands}
        for pile, kind, cards, seen in zip(self._piles, self._kinds, lying.values(), self._seen, strict=True):
            pile.cards = kind(cards)
            pile.sight, pile.eyes, pile.marks = seen


def moves_of(events: Sequence[Event]) -> list[Move]:
    """The moves among some events."""
    return [(event.source, event.target, event.cards) for event in events if isinstance(event, Moved)]


def plain_fields(state: State, eyes: Seat) -> dict[str, Any]:
    """The fields of a table that hold no piles, as a seat sees them."""
    seen = state.view(eyes) if state.fields_marked("private") else state
    return {name: vars(seen)[name] for name in state.plain_fields()}


def shown_by(hand: str, moves: Sequence[Move]) -> list[Card]:
    """The cards that a hand showed by going, but for the last ones where others had just come to it unseen."""
    shown, came = list[Card](), 0
    for source, target, cards in moves:
        if source == hand and BACK not in cards:
            shown += cards[: max(len(cards) - came, 0)]
            came -= min(came, len(cards))
        elif target == hand and BACK in cards:
            came += len(cards)
    return shown


def hangs_on_chance(events: Sequence[Event]) -> bool:
    """Whether chance had a say in what was moved, or a new round was dealt."""
    shuffled: set[str] = set()
    for event in events:
        if isinstance(event, RoundBegun | Rolled) or (isinstance(event, Moved) and event.source in shuffled):
            return True
        if isinstance(event, Shuffled):
            shuffled.add(event.pile)
    return False


@cache
def names_a_place(kind: Any) -> bool:
    """Whether actions of a class say where a card lies, and not which one it is."""
    return any(kinds.domain is Domain.PLACE for kinds in fields_of(kind).values())


def seen_to_leave(events: Sequence[Event]) -> Iterator[tuple[str, int | None, Card]]:
    """The cards that left piles, face up, to which none had come: pile, how many lay above it where known, card."""
    came, chosen, gone = set[str](), set[str](), Counter[str]()
    for event in events:
        if not isinstance(event, Moved):
            continue
        source = event.source
        chosen.update([source] if event.taken != "top" else ())
        for card in event.cards:
            if card is not BACK and source not in came:
                yield source, None if source in chosen else gone[source], card
            gone[source] += 1
        came.add(event.target)


def concerned(groups: Iterable[Sequence[Card]], concerns: Concerns, room: int) -> list[Card]:
    """The cards that a question concerns, which is asked of as many of a group as there is room for, then of fewer."""
    left = [group[k : k + max(room, 1)] for group in groups for k in range(0, len(group), max(room, 1))]
    found: list[Card] = []
    while left:
        some = left.pop(0)
        if not concerns(some):
            continue
        if len(some) == 1:
            found += some
        size = len(some) // 2 if len(some) > FEW else 1
        left[:0] = [some[k : k + size] for k in range(0, len(some), size)] if len(some) > 1 else ()
    return found


_WORLDS = 16
"""On how many imagined tables an action is tried at most to find some on which it is legal."""
_LEGAL = 8
"""On how many of them it has to be legal."""
_ALIKE = 3
"""Where these leave behind what was seen, so do all."""
_FEW = 10
"""Of a pile with more cards only the top one is asked about."""
_DOUBTS = 12
"""With how many other cards around it is tried again what a card at a place leaves behind."""
_GOOD = 4
"""So many of the cards that leave behind what was seen are laid elsewhere, and of those that the action names."""
_SURE = 3
"""How often that has to have been legal, and the same."""

Sign = tuple[Any, ...]
"""Where something is seen: the way to a part of a field, or the number of a move."""
Signs = Mapping[Sign, Any]
"""What is seen there."""
Spot = tuple[int, int]
"""The number of a hidden pile, and a place in it."""


def signs_in(value: Any, way: Sign) -> Iterator[tuple[Sign, Any]]:
    """The parts of a field's value: those of lists by their places and as what is in them, of texts the words."""
    if isinstance(value, dict):
        for key, part in cast(dict[Any, Any], value).items():
            yield from signs_in(part, (*way, key))
    elif isinstance(value, list | tuple | set | frozenset):
        parts = cast(Sequence[Any], value)
        for part in parts:
            yield (*way, "in", hashable(part)), True
        for place, part in enumerate(parts if isinstance(value, list | tuple) else ()):
            yield from signs_in(part, (*way, place))
    elif isinstance(value, str) and " " in value:
        yield from (((*way, place), word) for place, word in enumerate(value.split()))
    elif type(value).__hash__ is None and hasattr(value, "__dict__"):
        yield from signs_in(vars(value), way)
    else:
        yield way, hashable(value)


def signs_of(moves: Sequence[Move], fields: Mapping[str, Any]) -> dict[Sign, Any]:
    """All that is seen of an action: what it moved, and the fields that it left behind."""
    signs: dict[Sign, Any] = dict(signs_in(fields, ()))
    signs.update((("", number), move) for number, move in enumerate(moves))
    return signs


class Evidence:
    """Rules out the cards that would have left something else to be seen, wherever other cards lie."""

    def __init__(self, question: Question, before: State, worlds: Worlds, told: Signs) -> None:
        self._table, self._worlds, self._told = TrialTable(question, before), worlds, told
        self._chance: Rng = question.chance
        self._tried: list[tuple[World, Signs]] = []
        self.piles: Sequence[int] = ()
        """The numbers of the hidden piles that the rules looked at."""

    def is_any(self) -> bool:
        """Whether there is anything to be seen that hangs on hidden cards."""
        looked_at = set[int]()
        for _ in range(_WORLDS):
            world = self._worlds.imagined(self._chance)
            if (signs := self._signs(world)) is not None:
                self._tried.append((world, signs))
                looked_at.update(self._table.looked_at())
                if len(self._tried) == _ALIKE and not any(self._differing(signs) for _, signs in self._tried):
                    return False
            if len(self._tried) == _LEGAL:
                break
        self.piles = sorted(looked_at)
        return any(self._differing(signs) for _, signs in self._tried)

    def barred(
        self, slots: Mapping[int, Sequence[Sequence[Card]]], mixed: set[int], named: Sequence[Card]
    ) -> Iterator[tuple[Spot, list[Card]]]:
        """The cards that can't lie at a place, of those that may for all that was known, in piles that aren't mixed.

        `slots` has the cards that may lie at each place of each pile that the rules looked at. The cards of `named`, of
        which the action speaks, are laid elsewhere, too, to see whether they make a difference there.
        """
        self._tried.sort(key=lambda tried: len(self._differing(tried[1])))
        self._mixed, self._named = mixed, named
        self._spots = [
            (number, place)
            for number, pile in slots.items()
            for place in (range(len(pile) - 1, len(pile)) if number in mixed or len(pile) > _FEW else range(len(pile)))
        ]
        with suppress(Spent):
            for number, place in self._spots:
                if number not in mixed and (found := self._barred_at((number, place), slots[number][place])):
                    yield (number, place), found

    def _signs(self, world: World, hands: Mapping[int, Sequence[Card]] | None = None) -> Signs | None:
        """What is seen of the action in a world where some piles have other cards; None where it isn't legal."""
        moves = self._table.played(world, hands)
        return None if moves is None else signs_of(self._table.seen(moves), self._table.fields())

    def _differing(self, signs: Signs) -> list[Sign]:
        """Where something else is seen than what was told."""
        return [sign for sign in {**self._told, **signs} if signs.get(sign) != self._told.get(sign)]

    def _barred_at(self, spot: Spot, possible: Sequence[Card]) -> list[Card]:
        """The cards with which a sign that hangs on this place alone is another one than was told."""
        if len(possible) < 2:
            return []
        seen = {card: signs for card in possible if (signs := self._with(spot, card)) is not None}
        bad: dict[Sign, list[Card]] = {}
        for sign in dict.fromkeys(sign for signs in seen.values() for sign in self._differing(signs)):
            others = [card for card, signs in seen.items() if signs.get(sign) != self._told.get(sign)]
            if 0 < len(others) < len(seen):
                bad[sign] = others
        if not bad:
            return []
        groups = list(dict.fromkeys(map(tuple, bad.values())))
        good = dict.fromkeys(card for cards in bad.values() for card in seen if card not in cards)
        checks = list(self._checks(spot, groups, [*list(good)[:_GOOD], *self._named[:_GOOD]]))
        barred: dict[Card, None] = {}
        for sign, cards in bad.items():
            is_same = [signs.get(sign) == seen[card].get(sign) for card, signs in checks]
            if all(is_same) and sum(card in cards for card, _ in checks) >= _SURE:
                barred.update(dict.fromkeys(cards))
        return list(barred)

    def _with(self, spot: Spot, card: Card) -> Signs | None:
        """What is seen with a card at a place, in the first world where the action is legal then."""
        for tried in self._tried:
            world, _ = tried
            if (signs := self._signs(world, self._laid(world, spot, card))) is not None:
                self._tried.remove(tried)
                self._tried.insert(0, tried)
                return signs
        return None

    def _checks(
        self, spot: Spot, groups: Sequence[Sequence[Card]], elsewhere: Sequence[Card]
    ) -> Iterator[tuple[Card, Signs]]:
        """What else is seen with cards of these groups there: with some other card elsewhere, and in other worlds."""

        def suspect(count: int) -> Card:
            group = groups[count % len(groups)]
            return group[count // len(groups) % len(group)]

        world, number = self._tried[0][0], 0
        moved = [world.cards[spot[0]][spot[1]], *elsewhere]
        for other in self._spots:
            for card in dict.fromkeys(moved) if other != spot else ():
                number += 1
                varied = World({**world.cards, **self._laid(world, other, card)}, world.values)
                hands = {other[0]: varied.cards[other[0]], **self._laid(varied, spot, suspect(number))}
                if (signs := self._signs(world, hands)) is not None:
                    yield suspect(number), signs
        for number in range(_DOUBTS * len(groups)):
            world = self._worlds.imagined(self._chance)
            if (signs := self._signs(world, self._laid(world, spot, suspect(number)))) is not None:
                yield suspect(number), signs

    def _laid(self, world: World, spot: Spot, card: Card) -> dict[int, list[Card]]:
        """The cards of a pile with a card at a place; at any place of a mixed one."""
        number, place = spot
        hand = world.cards[number].copy()
        hand[self._chance.below(len(hand)) if number in self._mixed else place] = card
        return {number: hand}
