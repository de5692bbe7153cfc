"""A game that answers of seats and words of chance lead on, and what was told in it, moment by moment, to each seat.

By `Drawn`, chance says one card at a time: the card that comes off an unseen pile is drawn when it comes off, not in
the shuffle. A shuffle is foretold in some order, and of that order only the cards count that came off since. As long
as a card lies unseen, it may be any of those of its shuffle that lie unseen, so an action is tried, and where a card
comes off by it that wasn't drawn yet, chance says which one it is: the two change places in the order, and the action
is tried again. The rules don't notice; they must not look at a card that nobody has seen but by moving it.
"""

from __future__ import annotations

from array import array
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import count
from typing import Any, Literal, NamedTuple, Self, cast

from cardkit.bots.knowledge import Knowledge
from cardkit.bots.worlds import Worlds
from cardkit.core.actions import Action, Pass
from cardkit.core.cards import BACK, Card, Pile, Seat, Sight
from cardkit.core.chance.generators import Rng, Seeded
from cardkit.core.errors import CannotStart
from cardkit.core.events import Acted, Event, Move, Outcome, Rolled, Shown, Shuffled
from cardkit.core.game import All, AnyOf
from cardkit.core.state import State, scores_of
from cardkit.plugins.setup import dealing
from cardkit.rl.actions import Beginning, NotAnEnvironment
from cardkit.rl.observations import COLUMNS, Histories
from cardkit.rl.player_files import said, seen
from cardkit.rl.setting import Setting
from cardkit.table.match import Match
from cardkit.table.turns import drawn_by_lot, seating_at


class PagedAction(NamedTuple):
    """An action that was played, and what chance made then."""

    seat: Seat
    action: Action
    is_shared: bool
    made: Sequence[Outcome]


class Wished(Acted):
    """What a seat wants to do where several may act; it alone is told."""


class Page:
    """What was told at one moment, to everybody or to one seat alone, as each may see it."""

    __slots__ = ("_rows", "_texts", "events", "seat", "slots")

    def __init__(self, events: Sequence[Event], seat: Seat | None = None, slots: Sequence[dict[str, int]] = ()) -> None:
        self.events, self.seat = events, seat
        self.slots = slots
        """The number that each pile has for each seat, by its name, where the history tells of them."""
        self._texts: dict[Seat, str] = {}
        self._rows: dict[Seat, bytes] = {}

    def rows(self, histories: Histories, seat: Seat) -> bytes:
        """The rows of what this seat was told, as numbers of 32 bits."""
        rows = self._rows.get(seat)
        if rows is None:
            told = [event.seen_by(seat) for event in self.events] if self.seat in (None, seat) else []
            slots = self.slots[seat] if self.slots else {}
            numbers = [number for event in told for row in histories.rows(event, seat, slots) for number in row]
            rows = self._rows[seat] = array("f", numbers).tobytes()
        return rows

    def text(self, seat: Seat) -> str:
        """What this seat was told."""
        text = self._texts.get(seat)
        if text is None:
            is_told = self.seat in (None, seat)
            text = ";".join([said(event.seen_by(seat)) for event in self.events]) if is_told else ""
            self._texts[seat] = text
        return text


Word = int | Card
"""What chance says: a card, or a number."""
Step = Literal["hear", "answer", "answer_together", "take"]
"""The methods by which a game goes on."""


class Course:
    """A game in which each answer of a seat, and each word of chance, leads on to the next stop.

    Chance says one thing, the number 0: it deals the game by a seed, from which all follows that is left to chance.
    """

    seed = 0
    """The seed of the game."""
    is_shared = False
    """Whether a copy has the same match."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.match: Match[Any, Any] | None = None
        """The game; None as long as chance hasn't dealt it."""
        self.deck: Sequence[Card] = ()
        """The cards that the game was given, the top one last."""
        self.opening: Sequence[Outcome] = ()
        """What chance made in setting up."""
        self.log: list[PagedAction] = []
        self.pages: list[Page] = []
        self.wishes: list[tuple[Seat, Action]] = []
        """What seats want that may act at the same time, as long as others have yet to be asked."""
        self.begun: Beginning = ()
        """What the seat that is asked next has begun to say of an action."""
        self.answers = 0
        """How many answers were given."""
        self.points: Sequence[float] = ()
        """The points of the hand, where that was to be played, and is over."""
        self._names: list[str] = []
        self._slots: list[dict[str, int]] = [{} for _ in range(setting.batch.seats)]
        self._rows: dict[Seat, tuple[int, bytes]] = {}
        """The last rows of each seat, and how many pages they were read from."""
        self._knowing: dict[Seat, Knowledge] = {}
        """What seats know for which worlds were imagined."""
        self.is_imagined = False
        """Whether the cards were dealt anew to where a seat can't see them."""

    # Where the game is

    @property
    def playing(self) -> Match[Any, Any]:
        """The game after it was dealt."""
        return cast("Match[Any, Any]", self.match)

    @property
    def is_chance(self) -> bool:
        """Whether chance has a say next."""
        return self.match is None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, or was stopped because so many answers were given."""
        if self.is_chance:
            return False
        return bool(self.points) or self.playing.result is not None or self.answers >= self.setting.most_actions

    @property
    def is_together(self) -> bool:
        """Whether several seats choose now, each without knowing what the others do; not where they do so by steps."""
        acting = self.playing.acting
        return self.setting.actions.spelling is None and type(acting) is All and len(acting.seats) > 1

    @property
    def asked(self) -> Seat:
        """The seat that is asked next."""
        match = self.playing
        return match.to_act[len(self.wishes)] if self.wishes else match.turn

    def numbers(self, seat: Seat) -> list[int]:
        """The numbers of what a seat may answer, in rising order."""
        look = partial(self.playing.view, seat)
        return sorted(self.setting.actions.numbers(self.legal(seat), seat, look, self.begun_by(seat)))

    def begun_by(self, seat: Seat) -> Beginning:
        """What a seat has begun to say of an action."""
        return self.begun if self.begun and seat == self.asked else ()

    def legal(self, seat: Seat) -> Sequence[Any]:
        """What a seat may do."""
        match = self.playing
        return match.legal_of(seat) if match.is_shared and seat != match.turn else match.legal

    def action(self, number: int, seat: Seat) -> Any:
        """The action of a seat that a number stands for."""
        return self.setting.actions.action(number, self.legal(seat), seat, partial(self.playing.view, seat))

    # How it goes on

    def after(self, step: Step, said: Any) -> Self:
        """The game after a step: this one, which has gone on, or another."""
        getattr(self, step)(said)
        return self

    def words(self) -> Mapping[Word, float]:
        """What chance can say next, each with how likely it is."""
        return {0: 1.0}

    def hear(self, word: Word) -> None:
        """Go on with what chance says."""
        setting = self.setting
        setting.number += 1
        self.deal(setting.batch.seed_of(setting.number), setting.batch.setup.pile_of(setting.number))

    def deal(self, seed: int, deck: Sequence[Card]) -> None:
        """Deal the game of a seed."""
        self.seed, self.deck = seed, deck
        self.began(self.again(), deck)

    def lot(self, wishes: Sequence[tuple[Seat, Action]]) -> None:
        """Let chance say who acts of several that want to."""
        self.play([wishes[drawn_by_lot(self.seed, len(self.log), len(wishes))]])

    def play(self, actions: Sequence[tuple[Seat, Action]]) -> None:
        """Play actions, one after the other."""
        match = self.playing
        if self.is_shared:
            match, self.is_shared = match.fork(), False
        for seat, action in actions:
            shared = match.is_shared
            match.advance(action, seat)
            self.took(match, seat, action, is_shared=shared)

    def answer(self, number: int) -> None:
        """Take the answer of the seat that is asked next, or a step of it, by its number."""
        seat = self.asked
        look = partial(self.playing.view, seat)
        said: Any = self.setting.actions.after(number, self.legal(seat), seat, look, self.begun)
        self.begun = cast(Beginning, said) if isinstance(said, tuple) else ()
        if not self.begun:
            self.take(said)

    def take(self, action: Any) -> None:
        """Take the answer of the seat that is asked next."""
        seat = self.asked
        self.answers += 1
        acting = self.playing.acting
        if not isinstance(acting, All | AnyOf):
            self.play([(seat, action)])
            return
        self.wish(seat, action)
        if len(self.wishes) == len(self.playing.to_act):
            wishes, self.wishes = self.wishes, []
            if isinstance(acting, All):
                self.play(wishes)
                return
            speaking = [wish for wish in wishes if not isinstance(wish[1], Pass)]
            if len(speaking) > 1:
                self.lot(speaking)
            else:
                self.play(speaking or wishes)

    def wish(self, seat: Seat, action: Action) -> None:
        """Keep what a seat wants that may act, and tell nobody else."""
        self.wishes.append((seat, action))
        self.pages.append(Page([Wished(seat, action)], seat))

    def answer_together(self, numbers: Sequence[int]) -> None:
        """Take the answers of all seats that choose at the same time; those of other seats don't matter."""
        self.answers += 1
        self.play([(seat, self.action(numbers[seat], seat)) for seat in self.playing.acting.seats])

    def took(self, match: Match[Any, Any], seat: Seat, action: Action, *, is_shared: bool) -> None:
        """Keep what was played."""
        self.match, ended, match.dealer.ended = match, match.dealer.ended, None
        if ended is not None and self.setting.by_hand:
            self.points = ended.points
        vars(self).pop("_worlds", None)
        self.log.append(PagedAction(seat, action, is_shared, match.outcomes))
        self._find_piles()
        events = [*match.acted, *match.events()]
        self.pages.append(Page(events, slots=self._slots))
        for own, knowledge in self._knowing.items():
            knowledge.told([event.seen_by(own) for event in events], match.view(own))

    def began(self, match: Match[Any, Any], deck: Sequence[Card]) -> None:
        """Keep how the game was dealt."""
        self.match, self.deck, self.opening = match, deck, match.outcomes
        self._find_piles()
        self.pages.append(Page(match.events(), slots=self._slots))

    def _find_piles(self) -> None:
        """Remember which piles there were, where the history tells of them."""
        histories, state = self.setting.histories, self.playing.state
        names = [pile.name for pile in state.piles()] if histories else self._names
        if histories and names != self._names:
            self._names = names
            self._slots = [{**known, **histories.piles(state, seat)} for seat, known in enumerate(self._slots)]

    def rows(self, seat: Seat) -> bytes:
        """The last rows of the history of a seat, as numbers of 32 bits."""
        histories = cast(Histories, self.setting.histories)
        read, rows = self._rows.get(seat, (0, b""))
        if read < len(self.pages):
            new = b"".join([page.rows(histories, seat) for page in self.pages[read:]])
            rows = (rows + new)[-4 * len(COLUMNS) * histories.length :]
            self._rows[seat] = len(self.pages), rows
        return rows

    def worth(self) -> list[float]:
        """What the game, or the hand, is worth to each seat; nothing as long as it isn't over."""
        if self.match is None or not self.is_over:
            return [0.0] * self.setting.batch.seats
        return self.setting.worth(self.match.result, self.points, scores_of(self.match.state))

    def shown(self) -> State:
        """The table as somebody sees it who sees all that there is to see."""
        return cast(State, self.playing.view(None))

    # Copies and other worlds

    def knows(self, seat: Seat, *, recall: bool) -> str:
        """What a seat sees now, in a line; with recall, after all that it saw and did since the game began."""
        if self.match is None:
            return f"seat {seat}: before the deal"
        told = [text for page in self.pages if (text := page.text(seat))] if recall else []
        steps = [self.setting.actions.names[number] for number in self.begun_by(seat)]
        view = "; ".join([seen(self.match.view(seat)), *([f"begun: {' '.join(steps)}"] if steps else [])])
        return f"seat {seat}: {' | '.join([*told, view])}"

    def bare(self) -> Self:
        """The same without what is found again, to be pickled."""
        twin = copy(self)
        for name in ("setting", "_worlds", "_knowing", "_rows", "_reached", "_seen"):
            vars(twin).pop(name, None)
        return twin

    @property
    def is_bare(self) -> bool:
        """Whether that was left out."""
        return "setting" not in vars(self)

    def take_in(self, other: Course) -> None:
        """Take in what was left out, as another game of the same setting has it."""
        self.setting, self._knowing, self._rows = other.setting, {}, {}

    def copy(self) -> Self:
        """What a copy of a state holds; neither changes by what is played in the other."""
        self.is_shared = True
        return self.twin()

    def twin(self) -> Self:
        """The same game once more."""
        twin = copy(self)
        vars(twin).pop("_worlds", None)
        twin._knowing = {}
        twin.log, twin.pages, twin.wishes = self.log.copy(), self.pages.copy(), self.wishes.copy()
        twin._rows = self._rows.copy()
        return twin

    def again(self) -> Match[Any, Any]:
        """The game as it was dealt."""
        batch = self.setting.batch
        return Match(batch.game, self.deck, seats=batch.seats, rng=dealing(batch.setup.rng, self.seed))

    def imagined(self, seat: Seat, chance: Rng) -> Self:
        """A game that may be this one, for all that a seat knows: what it can't see is dealt anew."""
        twin = self.twin()
        if seat not in self._worlds:
            self._worlds[seat] = self._known(seat)
        match = self.playing
        twin.match = Match[Any, Any].at(match.game, self._worlds[seat].deal(chance), Seeded(chance.below(2**63)))
        twin.is_imagined = True
        twin.forget()
        twin.begun = self.begun_by(seat)
        for place, (actor, action) in enumerate(twin.wishes):
            legal = twin.legal(actor)
            if actor != seat and action not in legal:
                # What others have chosen nobody knows.
                twin.wishes[place] = (actor, legal[chance.below(len(legal))])
        return twin

    def forget(self) -> None:
        """Take the cards as they lie."""
        self.is_shared = False

    @cached_property
    def _worlds(self) -> dict[Seat, Worlds]:
        """What deals what each seat can't see."""
        return {}

    def _known(self, seat: Seat) -> Worlds:
        """What deals what a seat can't see, by what it was told from the beginning."""
        match = self.playing
        if self.is_imagined:
            raise CannotStart(match.game.name, "worlds are imagined of true games, not of imagined ones")
        if seat in self._knowing:
            return self._knowing[seat].worlds(match.view(seat))
        again = self.again()
        knowledge = Knowledge(seating_at(match.game, again.state, seat))
        knowledge.begin(again.view(seat))
        for played in self.log:
            again.advance(played.action, played.seat)
            told = [event.seen_by(seat) for event in [*again.acted, *again.events()]]
            knowledge.told(told, again.view(seat))
        self._knowing[seat] = knowledge
        return knowledge.worlds(match.view(seat))


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
"""So many games are kept that steps lead to; those that nobody came to for the longest time are forgotten."""
_NUMBERS = count()
"""Each game has a number that no other one has."""


class Drawn(Course):
    """Chance says one thing at a time: which card comes off a pile, which number is rolled, who acts.

    It doesn't change: a step leads to another one, which is kept for a while, as who solves a game comes there again.
    """

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self._number = next(_NUMBERS)
        self._reached = OrderedDict[Any, Self]()
        """The games that steps lead to, by the number of a game and the step."""
        self._seen: dict[Any, Any] = {}
        self.table: DrawnTable | None = None
        self.trial: DrawnTrial | None = DrawnTrial(told=(list(setting.batch.setup.pile),), begun=1)
        self.stop: Stop | None = None
        """What chance has a say in, where cards or numbers are drawn."""
        self.speaking: Sequence[tuple[Seat, Action]] = ()
        """The seats one of which chance lets act."""
        self.to_come: Sequence[tuple[Seat, Action]] = ()
        """The actions that follow upon the one that is tried."""
        self.go_on()

    @property
    def is_chance(self) -> bool:
        return self.stop is not None or bool(self.speaking)

    def after(self, step: Step, said: Any) -> Self:
        key = (self._number, step, tuple(said) if step == "answer_together" else said)
        reached = self._reached.pop(key, None)
        if reached is None:
            reached = self.twin()
            getattr(reached, step)(said)
            if len(self._reached) == _MOST_KEPT:
                self._reached.popitem(last=False)
        self._reached[key] = reached
        return reached

    def copy(self) -> Self:
        return self

    def twin(self) -> Self:
        twin = super().twin()
        twin._number, twin._seen = next(_NUMBERS), {}
        return twin

    def take_in(self, other: Course) -> None:
        super().take_in(other)
        self._reached, self._number, self._seen = cast(Self, other)._reached, next(_NUMBERS), {}

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
        table = cast(DrawnTable, self.table)
        self.trial = DrawnTrial(told=table.told, begun=len(table.told), table=table, action=actions[0])
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
                self.trial = replace(trial, told=walk.told)
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
