"""Chance one card at a time: the card that comes off an unseen pile is drawn when it comes off, not in the shuffle.

A shuffle is foretold in some order, and of that order only the cards count that came off since. As long as a card lies
unseen, it may be any of those of its shuffle that lie unseen, so an action is tried, and where a card comes off by it
that wasn't drawn yet, chance says which one it is: the two change places in the order, and the action is tried again.
The rules don't notice; they must not look at a card that nobody has seen but by moving it.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Self, cast

from cardkit.core.actions import Action
from cardkit.core.cards import BACK, Card
from cardkit.core.chance.generators import Seeded
from cardkit.core.dealer import Move, Outcome
from cardkit.core.events import Event, Rolled, Shown, Shuffled
from cardkit.core.piles import Pile, Seat, Sight
from cardkit.core.state import State
from cardkit.rl.actions import NotAnEnvironment
from cardkit.rl.course import Course, Step, Word
from cardkit.rl.setting import Setting
from cardkit.table.match import Match

Place = tuple[int, int]
"""Which of the things that chance made, from 0, the first being the order of the deck; and the place in it."""
Lying = Sequence[Sequence[Place | None]]
"""For each pile of a table, for each of its cards, where it lay in its shuffle if it wasn't drawn yet."""


@dataclass(frozen=True, kw_only=True)
class Stop:
    """Something that chance has to say."""

    weights: Mapping[Card | int, int]
    """How likely each card, or each number, is in relation to the others."""
    made: int
    """How many things chance had made before."""
    place: Place | None = None
    """Where the card lay in its shuffle that comes off now; None where one is picked out, or a number is rolled."""
    rest: frozenset[Place] = frozenset()
    """Where the cards lay that it may be."""
    pile: tuple[Card, ...] = ()
    """The cards one of which is picked out."""


@dataclass(frozen=True, kw_only=True)
class DrawnTable:
    """A match, and which of its cards weren't drawn yet; nothing of it is changed."""

    match: Match[Any, Any]
    told: tuple[Outcome, ...]
    """The order of the deck, and what chance made since."""
    lying: Lying

    def with_swapped(self, one: Place, other: Place) -> DrawnTable:
        """The same table with two cards, neither of which was drawn yet, the other way round."""
        twin = self.match.fork()
        where = {
            place: (pile.cards, at)
            for pile, places in zip(twin.state.piles(), self.lying, strict=True)
            for at, place in enumerate(places)
            if place in (one, other)
        }
        (cards, at), (others, there) = where[one], where[other]
        cards[at], others[there] = others[there], cards[at]
        return replace(self, match=twin)


@dataclass(frozen=True, kw_only=True)
class DrawnTrial:
    """An action that is tried, or setting up where there is no table yet, with what chance has said up to now."""

    told: tuple[Outcome, ...]
    begun: int
    """How many things chance had made before the action."""
    table: DrawnTable | None = None
    action: tuple[int, Any] | None = None
    """The seat, and what it does."""
    said: int = 0
    """How often chance has had a say in this action."""

    def decided(self, stop: Stop, outcome: Card | int) -> DrawnTrial:
        """The trial with what chance says at a stop."""
        told, table = list(self.told[: stop.made]), self.table
        if stop.place is not None:
            shuffle, at = stop.place
            order = list(cast(Sequence[Card], told[shuffle]))
            there = next(place for place in sorted(stop.rest) if order[place[1]] is outcome)
            order[at], order[there[1]] = order[there[1]], order[at]
            told[shuffle] = order
            if table is not None and shuffle < self.begun and there != stop.place:
                table = table.with_swapped(stop.place, there)
        elif isinstance(outcome, int):
            told.append(outcome)
        else:
            order = list(stop.pile)
            at = order.index(outcome)
            order[at], order[-1] = order[-1], order[at]
            told.append(order)
        return replace(self, told=tuple(told), table=table, said=self.said + 1)


class Walk:
    """What was done in a trial, gone through to see which cards came off that weren't drawn yet."""

    def __init__(
        self, trial: DrawnTrial, match: Match[Any, Any], before: Sequence[Pile], *, deck_is_shuffled: bool
    ) -> None:
        self.told = (*trial.told[: trial.begun], *match.outcomes)
        self._match, self._made = match, trial.begun
        self._entries = match.dealer.journal.entries
        self._places: dict[int, list[Place | None]] = {}
        if trial.table is not None:
            for pile, places in zip(before, trial.table.lying, strict=True):
                self._places[id(pile)] = list(places)
        self._find_others(deck_is_shuffled=deck_is_shuffled and trial.table is None)
        self._undrawn: dict[int, set[Place]] = {}
        for place in (place for places in self._places.values() for place in places if place):
            self._undrawn.setdefault(place[0], set()).add(place)

    def _find_others(self, *, deck_is_shuffled: bool) -> None:
        """Take in the piles that weren't on the table before: in setting up, one of them is the deck."""
        change, piles = Counter[int](), {id(pile): pile for pile in self._match.state.piles()}
        for entry in self._entries:
            if not isinstance(entry, Event):
                piles[id(entry[0])] = entry[0]
                if len(entry) == 5:
                    source, target, cards, _, _ = entry
                    piles[id(target)] = target
                    change[id(source)] -= len(cards)
                    change[id(target)] += len(cards)
        deck = len(cast(Sequence[Card], self.told[0]))
        for number, pile in piles.items():
            size = len(pile.cards) - change[number]
            if number not in self._places:
                is_deck = deck_is_shuffled and size == deck
                self._places[number] = [(0, at) if is_deck else None for at in range(size)]

    def stops(self) -> Iterator[Stop]:
        """What chance had to say, in its order."""
        for number, entry in enumerate(self._entries):
            if isinstance(entry, Rolled):
                self._made += 1
                yield Stop(weights=dict.fromkeys(range(1, entry.sides + 1), 1), made=self._made - 1)
            elif isinstance(entry, Shown):
                yield from self._shown(entry)
            elif isinstance(entry, Event):
                continue
            elif len(entry) == 5:
                yield from self._moved(entry)
            elif len(entry) == 3:
                continue
            elif isinstance(self._entries[number + 1], Shuffled):
                yield from self._shuffled(entry[0])
            else:
                yield from self._picked(*entry)
        for pile in self._match.state.piles():
            yield from self._seen(pile)

    def _moved(self, move: Move) -> Iterator[Stop]:
        source, target, cards, places, under = move
        lying = self._places[id(source)]
        taken = [lying.pop(place) for place in ((-1,) * len(cards) if places is None else places)]
        # Whole piles that are put together, as for the next round, are only moved.
        if type(places) is not tuple or not source.sight is Sight.NOBODY is target.sight:
            yield from self._drawn(taken)
            taken = [None] * len(taken)
        if under:
            self._places[id(target)][:0] = taken[::-1]
        else:
            self._places[id(target)] += taken

    def _shuffled(self, pile: Pile) -> Iterator[Stop]:
        lying, number = self._places[id(pile)], self._made
        here = {place for place in lying if place}
        apart = [place for place in lying if place and not self._undrawn[place[0]] <= here]
        yield from self._drawn(apart)
        for place in here.difference(apart):
            self._undrawn[place[0]].discard(place)
        self._made += 1
        lying[:] = [(number, at) for at in range(len(lying))]
        self._undrawn[number] = {place for place in lying if place}
        yield from self._seen(pile)

    def _picked(self, pile: Pile, before: Sequence[Card]) -> Iterator[Stop]:
        lying, number = self._places[id(pile)], self._made
        if len({place and place[0] for place in lying}) > 1 or None in lying:
            yield from self._drawn(reversed(lying))
            lying[:] = [None] * len(lying)
            cards = tuple(before)
            if len(set(cards)) > 1:
                yield Stop(weights=Counter[Card | int](cards), made=number, pile=cards)
        else:
            after = cast(Sequence[Card], self.told[number])
            at = next((at for at, card in enumerate(after) if card is not before[at]), -1)
            lying[at], lying[-1] = lying[-1], lying[at]
        self._made += 1

    def _shown(self, shown: Shown) -> Iterator[Stop]:
        pile = next(pile for pile in self._match.state.piles() if pile.name == shown.pile)
        lying = self._places[id(pile)]
        for card in shown.cards:
            for at in range(len(lying) - 1, -1, -1):
                place = lying[at]
                if place and cast(Sequence[Card], self.told[place[0]])[place[1]] is card:
                    yield from self._drawn([place])
                    lying[at] = None
                    break

    def _seen(self, pile: Pile) -> Iterator[Stop]:
        """Draw all cards of a pile that somebody sees."""
        if pile.sight is not Sight.NOBODY:
            lying = self._places[id(pile)]
            yield from self._drawn(reversed(lying))
            lying[:] = [None] * len(lying)

    def _drawn(self, places: Iterable[Place | None]) -> Iterator[Stop]:
        """Draw the cards that lay at these places of their shuffles."""
        for place in places:
            if place is None:
                continue
            undrawn = self._undrawn[place[0]]
            order = cast(Sequence[Card], self.told[place[0]])
            weights: Counter[Card | int] = Counter([order[at] for _, at in undrawn])
            if len(weights) > 1:
                yield Stop(weights=weights, made=self._made, place=place, rest=frozenset(undrawn))
            undrawn.discard(place)

    def lying(self) -> Lying:
        """Where the cards lay in their shuffles that were not drawn; raises NotAnEnvironment where that is unknown."""
        found = [tuple(self._places[id(pile)]) for pile in self._match.state.piles()]
        for pile, places in zip(self._match.state.piles(), found, strict=True):
            if len(pile) != len(places):
                raise NotAnEnvironment(self._match.game.name, f"cards of {pile.name} were moved without the dealer")
        return found


_MOST_KEPT = 30_000
ALL = 1_000_000_000
"""More often than this chance has no say in an action."""


class Reached:
    """The games that steps lead to; those that nobody came to for the longest time are forgotten."""

    def __init__(self) -> None:
        self._games: OrderedDict[Any, Any] = OrderedDict()
        self._count = count(1)

    def number(self) -> int:
        """A number that no other game has."""
        return next(self._count)

    def get(self, key: Any) -> Any:
        """The game that a step leads to; None where it isn't kept."""
        game = self._games.get(key)
        if game is not None:
            self._games.move_to_end(key)
        return game

    def keep(self, key: Any, game: Any) -> None:
        """Keep the game that a step leads to."""
        self._games[key] = game
        if len(self._games) > _MOST_KEPT:
            self._games.popitem(last=False)


class Drawn(Course):
    """Chance says one thing at a time: which card comes off a pile, which number is rolled, who acts.

    It doesn't change: a step leads to another one, which is kept for a while, as who solves a game comes there again.
    """

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self._number = 0
        self._reached = Reached()
        self._seen: dict[Any, Any] = {}
        self.table: DrawnTable | None = None
        self.trial: DrawnTrial | None = None
        self.stop: Stop | None = None
        """What chance has a say in, where cards or numbers are drawn."""
        self.speaking: Sequence[tuple[Seat, Action]] = ()
        """The seats one of which chance lets act."""
        self.to_come: Sequence[tuple[Seat, Action]] = ()
        """The actions that follow upon the one that is tried."""
        self.open([list(setting.batch.setup.pile)], 0)

    def open(self, told: Sequence[Outcome], said: int) -> None:
        """Set the game up with the deck, and what chance makes then, where chance has had a say so often."""
        self.match = None
        self.pages.clear()
        self._rows.clear()
        self.trial = DrawnTrial(told=tuple(told), begun=1, said=said)
        self.go_on()

    @property
    def is_chance(self) -> bool:
        return self.stop is not None or bool(self.speaking)

    def after(self, step: Step, said: Any) -> Self:
        key = (self._number, step, tuple(said) if step == "answer_together" else said)
        reached: Self | None = self._reached.get(key)
        if reached is None:
            reached = self.twin()
            getattr(reached, step)(said)
            self._reached.keep(key, reached)
        return reached

    def copy(self) -> Self:
        return self

    def twin(self) -> Self:
        twin = super().twin()
        twin._number, twin._seen = self._reached.number(), {}
        return twin

    def anew(self) -> Self:
        twin = super().anew()
        twin._reached, twin._number = self._reached, self._reached.number()
        return twin

    def numbers(self, seat: Seat) -> list[int]:
        numbers: list[int] | None = self._seen.get(seat)
        if numbers is None:
            numbers = self._seen[seat] = super().numbers(seat)
        return numbers

    def knows(self, seat: Seat, *, recall: bool) -> str:
        line: str | None = self._seen.get((seat, recall))
        if line is None:
            line = self._seen[seat, recall] = super().knows(seat, recall=recall)
        return line

    def words(self) -> Mapping[Word, float]:
        if self.speaking:
            return dict.fromkeys([seat for seat, _ in self.speaking], 1 / len(self.speaking))
        weights = cast(Stop, self.stop).weights
        total = sum(weights.values())
        return {word: weight / total for word, weight in weights.items()}

    def hear(self, word: Word) -> None:
        if self.speaking:
            wishes, self.speaking = self.speaking, ()
            self.play([next(wish for wish in wishes if wish[0] == word)])
        else:
            self.trial = trial = cast(DrawnTrial, self.trial).decided(cast(Stop, self.stop), word)
            if trial.table is not None:
                self._correct(trial.told[: trial.begun])
            self.go_on()

    def lot(self, wishes: Sequence[tuple[Seat, Action]]) -> None:
        self.speaking = wishes

    def play(self, actions: Sequence[tuple[Seat, Action]]) -> None:
        self.resume(actions, cast(DrawnTable, self.table).told, 0)

    def replay(self, seat: Seat, action: Action, made: Sequence[Outcome]) -> None:
        self.resume([(seat, action)], (*cast(DrawnTable, self.table).told, *made), ALL)

    def resume(self, actions: Sequence[tuple[Seat, Action]], told: Sequence[Outcome], said: int) -> None:
        """Play actions, in the first of which chance has had a say so often."""
        table = cast(DrawnTable, self.table)
        self.trial = DrawnTrial(told=tuple(told), begun=len(table.told), table=table, action=actions[0], said=said)
        self.to_come = actions[1:]
        self.go_on()

    def shown(self) -> State:
        view, lying = super().shown(), cast(DrawnTable, self.table).lying
        for pile, places in zip(view.piles(), lying, strict=True):
            pile.cards[:] = [BACK if place else card for card, place in zip(pile.cards, places, strict=True)]
        return view

    def go_on(self) -> None:
        """Try what is played next, up to where chance has a say that it hasn't had."""
        trial = cast(DrawnTrial, self.trial)
        match, walk = self._tried(trial)
        self.stop = None
        for number, stop in enumerate(walk.stops()):
            if number == trial.said:
                self.stop = stop
                self.trial = DrawnTrial(
                    told=walk.told, begun=trial.begun, table=trial.table, action=trial.action, said=trial.said
                )
                return
        self.trial = None
        shared = self.match is not None and self.match.is_shared
        self.table = DrawnTable(match=match, told=walk.told, lying=walk.lying())
        if trial.action is None:
            self.began(match, cast(Sequence[Card], walk.told[0]))
        else:
            self.took(match, *trial.action, is_shared=shared)
        if self.to_come:
            self.play(self.to_come)

    def _tried(self, trial: DrawnTrial) -> tuple[Match[Any, Any], Walk]:
        """The match after an action, or after setting up, and what was done."""
        batch, told = self.setting.batch, trial.told[trial.begun :]
        if trial.table is None or trial.action is None:
            deck = cast(Sequence[Card], trial.told[0])
            match = Match[Any, Any](batch.game, deck, seats=batch.seats, rng=Seeded(0), told=told)
            return match, Walk(trial, match, (), deck_is_shuffled=batch.setup.is_shuffled)
        match = trial.table.match.fork()
        piles = match.state.piles()
        match.dealer.foretell(told, strict=False)
        match.advance(trial.action[1], trial.action[0])
        return match, Walk(trial, match, piles, deck_is_shuffled=False)

    def _correct(self, told: Sequence[Outcome]) -> None:
        """Put the cards that were drawn since into the orders of earlier shuffles."""
        made = 1 + len(self.opening)
        self.deck, self.opening = cast(Sequence[Card], told[0]), told[1:made]
        for number, played in enumerate(self.log):
            if played.made:
                self.log[number] = played._replace(made=told[made : made + len(played.made)])
                made += len(played.made)

    def again(self) -> Match[Any, Any]:
        return self._told(cast(DrawnTable, self.table).told)

    def _told(self, told: Sequence[Outcome]) -> Match[Any, Any]:
        """The game as it is dealt where chance makes this."""
        batch = self.setting.batch
        deck = cast(Sequence[Card], told[0])
        return Match(batch.game, deck, seats=batch.seats, rng=Seeded(0), told=told[1:])

    def otherwise(self) -> Match[Any, Any]:
        """The game up to here with the cards in another order that weren't drawn yet: nobody can tell it from this."""
        table = cast(DrawnTable, self.table)
        undrawn: dict[int, list[int]] = {}
        for shuffle, at in sorted(place for places in table.lying for place in places if place):
            undrawn.setdefault(shuffle, []).append(at)
        told = list(table.told)
        for shuffle, places in undrawn.items():
            order = list(cast(Sequence[Card], told[shuffle]))
            for at, card in zip(places, [order[at] for at in (*places[1:], places[0])], strict=True):
                order[at] = card
            told[shuffle] = order
        match = self._told(told)
        for played in self.log:
            match.advance(played.action, played.seat)
        return match

    def forget(self) -> None:
        match = self.playing
        self.table = DrawnTable(
            match=match, told=(list(self.deck),), lying=[[None] * len(pile) for pile in match.state.piles()]
        )
