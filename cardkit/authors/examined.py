"""A game under examination: it is played, and at each moment laws look at it; those of what its rules do and say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from itertools import chain, zip_longest
from typing import Any, cast

from cardkit.authors.trial import (
    SECONDS,
    Allowed,
    Breach,
    BrokenPromise,
    OutOfTime,
    RandomPlay,
    StepClock,
    Trial,
    TrialSetup,
    changed,
    frozen,
    is_by_hand,
    log_of,
    raised,
    steps_of,
    wrong_scores,
)
from cardkit.core.actions import Action, likeness, parts_of
from cardkit.core.cards import Card, Domain, Seat, Sight
from cardkit.core.chance.generators import Seeded, shuffle
from cardkit.core.description import fields_of
from cardkit.core.errors import CannotStart, GameFault
from cardkit.core.events import Acted, Event, Move, plain
from cardkit.core.game import NO_REASON, NO_SEATS_YET, AnyOf, Game
from cardkit.core.results import How
from cardkit.core.state import State
from cardkit.core.texts import counted, spelled
from cardkit.plugins.reading import Pattern, cards_in
from cardkit.table.faults import PASS
from cardkit.table.notation import catalogue, read_action

_THOROUGH = 40
"""The number of actions up to which everything is looked at after each of them; later on, after one in eight."""
_LISTED = 2000
"""The number of actions up to which a catalogue is looked at."""
_LOOKED_AT = 200
"""About how many of the legal actions are looked at one by one."""
_PATIENCE, _AFTERWARDS = 10.0, 120.0
"""So many seconds of processor time a look at a promise may take after a step, and after a game."""


class When(Enum):
    """When a law looks at a game."""

    ASKED = auto()
    """Whenever the rules are asked: whoever plays says what is wrong."""
    ALWAYS = auto()
    """After setup, and after every action."""
    OFTEN = auto()
    """The same, but not after all actions of a long game."""
    AFTERWARDS = auto()
    """When a game has been played."""
    INSTEAD = auto()
    """In the place of a game: it plays itself, what comes with the rules taking part."""
    APART = auto()
    """When all games were played, or in other processes."""


@dataclass(frozen=True)
class Law:
    """What a promise means, and how a game is found to break it."""

    about: str
    look: Callable[[Examined], str | None] | None = None
    """Says what is wrong with a game under examination, in a clause, or None; or raises Breach or BrokenPromise."""
    when: When = When.ASKED


@dataclass(frozen=True)
class Listed:
    """The catalogue of a game."""

    actions: Mapping[Action, None]
    unlisted: Mapping[str, str]
    """Why actions of a kind aren't listed, by the name of their class."""


@dataclass(frozen=True, kw_only=True)
class StepTaken:
    """An action, and the match as it was before."""

    before: Trial
    seats: Sequence[Seat]
    """The seats that acted."""
    event: Acted
    """What they did."""

    @property
    def action(self) -> Action:
        """The action."""
        return self.event.action


class Examined:
    """A game under examination: the laws look at what it is like now, and at what has led here."""

    match: Trial
    step: StepTaken | None = None
    """What was done last, or None after setup."""
    events: Sequence[Event] = ()
    """What came of it, the action itself not included."""

    def __init__(self, setting: TrialSetup, laws: Mapping[str, Law]) -> None:
        self.setting = setting
        self._laws = laws
        self.chance: Seeded = setting.chance("examination")
        """Random numbers for choosing what to look at."""
        self.log: list[Event] = []
        """All that happened, each action before what it brought about."""
        self.actions: list[str] = []
        """The notations of what was played."""
        self._clock = StepClock()
        self.roles: tuple[str, ...] | None = None
        """The names of the parts in the game, as they were at the last table that was looked at."""
        self.catalogue: Listed | None = None
        """Every action there could be, and the kinds that can't be listed; None where they are very many."""

    @property
    def game(self) -> Game[Any, Any]:
        """The rules."""
        return self.setting.game

    @property
    def state(self) -> State:
        """The table."""
        return self.match.state

    @property
    def legal(self) -> Sequence[Action]:
        """Legal actions of the seat that is asked next: all of them, or some where they are very many, the last too."""
        legal = self.match.legal
        step = 1 + len(legal) // _LOOKED_AT
        return legal[(len(legal) - 1) % step :: step] if legal else ()

    def run(self) -> How:
        """How the game ended; raises BrokenPromise, or CannotStart where the game says that it can't be set up."""
        self.setting.tell()
        with self._clock:
            instead = [name for name, law in self._laws.items() if law.when is When.INSTEAD]
            self._look(instead)
            if instead and len(instead) == len(self._laws):
                return How.CUT_OFF
            self._begin()
            play = RandomPlay(self.match, self.setting)
            self._look_now(thorough=True)
            while (action := self._chosen(play)) is not None:
                thorough = play.is_last or len(self.actions) < _THOROUGH or self.chance.below(8) == 0
                self._play(action)
                self._look_now(thorough=thorough)
            self._look([name for name, law in self._laws.items() if law.when is When.AFTERWARDS])
        if self.match.result is None:
            return How.ENDLESS if play.cycle else How.CUT_OFF
        return self.match.result.how

    def _begin(self) -> None:
        setting = self.setting
        self._clock.step()
        try:
            deck, chance = setting.deck, setting.chance("deal")
            self.match = Trial(setting.game, deck, seats=setting.seats, rng=chance, promises=self._laws)
        except CannotStart:
            raise
        except Breach as breach:
            raise self._broken(breach.promise, breach.reason) from breach
        except GameFault as fault:
            raise self._broken("cards-conserved", fault.reason) from fault
        except BaseException as error:
            if is_by_hand(error):
                raise
            raise self._broken("sets-up-or-says-why", raised(error), error=error) from error
        with self._blaming("catalogue-complete"):
            self.catalogue = (
                _listed(setting) if {"catalogue-complete", "objection-agrees"} & self._laws.keys() else None
            )
        self.events = self.match.events()
        self.log += self.events

    def _chosen(self, play: RandomPlay) -> Action | None:
        with self._blaming("plays-without-errors"):
            return play.choose()

    def _play(self, action: Action) -> None:
        """Play an action."""
        match = self.match
        with self._blaming("fork-goes-on-alike"):
            before = match.fork()
        acting = (match.turn,) if match.is_shared else match.acting.seats
        self.step = StepTaken(before=before, seats=acting, event=Acted(match.turn, action))
        self.actions.append(str(action))
        if words := StepClock.last_words:
            words.action(self.actions[-1])
        self.log += [Allowed.by(match), self.step.event]
        with self._blaming("plays-without-errors"):
            match.advance(action)
        self.events = match.events()
        self.log += self.events

    def _look_now(self, *, thorough: bool) -> None:
        """Look at all promises that this moment can show broken, or only at those that take no time."""
        whens = (When.ALWAYS, When.OFTEN) if thorough else (When.ALWAYS,)
        self._look([name for name, law in self._laws.items() if law.when in whens])

    def _look(self, promises: Sequence[str]) -> None:
        for promise in promises:
            law = self._laws[promise]
            assert law.look is not None
            seconds = _PATIENCE if law.when in (When.ALWAYS, When.OFTEN) else _AFTERWARDS
            with self._blaming(promise, seconds):
                if reason := law.look(self):
                    raise Breach(promise, reason)

    @contextmanager
    def _blaming(self, promise: str, seconds: float = SECONDS) -> Generator[None]:
        """Whatever goes wrong in here breaks this promise, unless it is the breach of another one."""
        self._clock.step(seconds)
        if words := StepClock.last_words:
            words.promise(promise)
        try:
            yield
        except (BrokenPromise, CannotStart):
            raise
        except Breach as breach:
            raise self._broken(breach.promise, breach.reason, breach.after) from breach
        except BaseException as error:
            if is_by_hand(error):
                raise
            raise self._broken(promise, raised(error), error=error) from error

    def _broken(
        self, promise: str, reason: str, after: int | None = None, error: BaseException | None = None
    ) -> BrokenPromise:
        broken = self.setting.broken(promise, reason, self.actions[:after])
        broken.is_stuck = isinstance(error, OutOfTime | KeyboardInterrupt)
        return broken


def _listed(setting: TrialSetup) -> Listed | None:
    """Every action there could be, and the kinds that can't be listed; None where they are very many."""
    try:
        actions = catalogue(setting.game, setting.deck, setting.seats)
    except GameFault:
        return None
    return Listed(dict.fromkeys(actions), actions.unlisted) if len(actions) <= _LISTED else None


_FAILURES = 20
"""At about how many operations of an action the dealer is made to fail."""
_TAKEN_UP = 10
"""At about how many points of a game it is taken up again."""
_OBJECTIONS = 50
"""How many actions of the catalogue are tried for an objection in one scene."""


def cards_conserved(scene: Examined) -> str | None:
    """The cards in all the piles are those of the deck."""
    lying = Counter(card for pile in scene.state.piles() for card in pile)
    deck = Counter(scene.setting.deck)
    for card in (*deck, *lying):
        if lying[card] != deck[card]:
            was = f"in the deck it was {counted(deck[card], 'time')}"
            return f"{card} lies in the piles {counted(lying[card], 'time')}, and {was}"
    return None


def moves_are_told(scene: Examined) -> str | None:
    """The piles before the action become those after it by what the dealer did; the order in a pile isn't compared."""
    if scene.step is None:
        return None
    piles = {id(pile): pile for pile in scene.state.piles()}
    piles.update((id(pile), pile) for pile, _ in scene.match.lay)
    follows = defaultdict(Counter[Card], {id(pile): Counter(cards) for pile, cards in scene.match.lay})
    for source, target, cards, _, _ in _moves(scene):
        piles.update({id(source): source, id(target): target})
        follows[id(source)].subtract(cards)
        follows[id(target)].update(cards)
    for number, pile in piles.items():
        if follows[number] != Counter(pile.cards):
            return f"what lies in {pile.name} doesn't follow from the moves in the log"
    return None


def moves_by_place(scene: Examined) -> str | None:
    """Where an action names a card by its place, and an equal card lies in the pile, the named one is moved.

    What `dealer.take` and `sweep` move is what they were told to; the place may be that of a pile in a row, then.
    """
    if scene.step is None:
        return None
    values = vars(scene.step.action)
    fields = fields_of(cast(Any, type(scene.step.action))).items()
    places = {name for name, kinds in fields if kinds.domain is Domain.PLACE}
    named = [value for name, value in values.items() if name in places and isinstance(value, int)]
    moves = _moves(scene)
    for pile, lay in scene.match.lay if named else ():
        out = [move for move in moves if move[0] is pile]
        if len(out) != 1 or any(move[1] is pile for move in moves):
            continue
        _, _, moved, left_places, _ = out[0]
        if len(moved) != 1 or type(left_places) is not list:
            continue
        card, left = moved[0], cast(list[int], left_places)[0]
        meant = [place for place in named if place < len(lay) and lay[place] == card]
        if meant and left not in meant:
            place = f"place {left} of {pile.name}"
            return f"{card} is moved from {place}, and the action says place {meant[0]}: use dealer.take"
    return None


def _moves(scene: Examined) -> list[Move]:
    """What the dealer moved in the action."""
    return [entry for entry in scene.match.dealer.journal.entries if isinstance(entry, tuple) and len(entry) == 5]


def fork_goes_on_alike(scene: Examined) -> str | None:
    """The same action in a fork brings about the same, and leaves the match that was forked as it was."""
    if scene.step is None:
        return None
    before = scene.step.before
    as_it_was = frozen(before.state)
    twin = before.fork()
    events = twin.play(scene.step.action)
    if list(map(plain, events)) != list(map(plain, scene.events)):
        return "other things happen in a fork"
    if what := changed(as_it_was, before.state, "was changed by playing in a fork"):
        return what
    what = scene.match.differs(twin)
    return what and f"in a fork {what}"


def failing_changes_nothing(scene: Examined) -> str | None:
    """Whichever operation of the dealer fails in the action, the match is then as it was before."""
    if scene.step is None:
        return None
    before, action = scene.step.before, scene.step.action
    last = before.operations(action) - 1
    if last < 0:
        return None
    for operation in (*range(0, last, 1 + last // _FAILURES), last):
        twin = before.fork()
        if twin.fails(action, operation) and (what := before.differs(twin)):
            return f"after an error at operation {operation + 1} of {last + 1} in {action}, {what}"
    return None


def acting_without_choice(scene: Examined) -> str | None:
    """The turn and those who act are seats, each once; where more than one take an action
    together, it is the only one that is legal.
    """
    seats = range(scene.state.seats)
    if scene.match.turn not in seats:
        return f"it is the turn of seat {scene.match.turn}, and the seats are 0 to {len(seats) - 1}"
    if scene.match.is_over:
        return None
    acting = list(scene.match.acting.seats)
    if not acting or any(seat not in seats for seat in acting) or len(set(acting)) < len(acting):
        return f"the seats that act are {acting}"
    if len(acting) > 1 < len(scene.match.legal) and not scene.match.is_shared:
        return f"{len(acting)} seats act together where {len(scene.match.legal)} actions are legal"
    return None


def one_notation_each(scene: Examined) -> str | None:
    """The notations of the legal actions differ, in more than blanks."""
    seen: dict[str, None] = {}
    for action in scene.legal:
        notation = spelled(str(action))
        if notation in seen:
            return f"two legal actions are written {notation!r}"
        seen[notation] = None
    return None


def notation_reads_back(scene: Examined) -> str | None:
    """Each legal action is read back from its notation, among the legal ones and among all the game has."""
    for action in scene.legal:
        readings = [scene.match.read(str(action))]
        if not _is_pass(action, scene):
            readings.append(read_action(type(scene.game), str(action), scene.setting.deck))
        for read in readings:
            if read != action:
                return f"{str(action)!r}, the notation of {action!r}, is read as {read!r}"
    return None


def catalogue_complete(scene: Examined) -> str | None:
    """Each legal action is in the catalogue, or of a kind of which the catalogue says why it isn't listed."""
    if scene.catalogue is not None:
        for action in scene.legal:
            known = scene.catalogue.actions
            is_named = (
                action in known
                or likeness(action) in map(likeness, known if action.alike else ())
                or type(action).__name__ in scene.catalogue.unlisted
            )
            if not is_named and not _is_pass(action, scene):
                return f"{action} is legal, and not in the catalogue of all actions"
    return None


def objection_agrees(scene: Examined) -> str | None:
    """There is no objection to the legal actions, and there is a text of one to some of the others.

    A game that says why says it of each held card that can't be played: people click on it and ask.
    """
    if scene.match.is_over or not scene.game.says_why():
        return None
    objection: object
    for action in scene.legal:
        objection = scene.game.objection_to(scene.state, action, scene.match.turn)
        if objection is not None and not _is_pass(action, scene):
            return f"{action} is legal, and the objection to it is {objection!r}"
    for action in _some_illegal(scene):
        objection = scene.game.objection_to(scene.state, action, scene.match.turn)
        if not isinstance(objection, str) or not objection:
            return f"{action} is not legal, and the objection to it is {objection!r}"
        if objection == NO_REASON and cards_in(action) & _idle(scene):
            return f"{action} is not legal, and no reason is given: objection says why a held card can't be played"
    return None


def _idle(scene: Examined) -> set[Card]:
    """The cards which the seat whose turn it is alone sees, and can do nothing with."""
    seat, piles = scene.match.turn, scene.state.piles()
    held = {card for pile in piles if pile.owner == seat and pile.sight is Sight.OWNER for card in pile.cards}
    fields = (field for part in parts_of(scene.match.legal) for field in Pattern.of(part).fields)
    usable = {card for field in fields for card in field.cards()}
    return held - usable


def _is_pass(action: Action, scene: Examined) -> bool:
    """Whether this is to pass where seats may act and need not, which the core allows and not the game."""
    return isinstance(scene.match.acting, AnyOf) and action == PASS


def _some_illegal(scene: Examined) -> Sequence[Action]:
    """Actions of the catalogue that are not legal, at most 50 of them."""
    listed = scene.catalogue.actions if scene.catalogue else ()
    legal = scene.match.legal
    alike = set(map(likeness, legal)) if scene.game.has_alike() else ()
    others = [action for action in listed if action not in legal and likeness(action) not in alike]
    shuffle(others, scene.chance)
    return others[:_OBJECTIONS]


def one_score_a_seat(scene: Examined) -> str | None:
    """A result has as many scores as there are seats, and its winners are among them, each once."""
    return wrong_scores(scene.match.result, scene.match.game, scene.state.seats)


def same_seed_same_log(game: Examined) -> str | None:
    """The game, played once more, has the same events."""
    for number, (event, again) in enumerate(zip_longest(game.log, log_of(game.setting)), 1):
        if plain(event) != plain(again):
            return f"event {number} is {event} the first time, and {again} the second"
    return None


def record_plays_again(game: Examined) -> str | None:
    """Taken up from its notation after some of the actions, the game brings about the same as it did."""
    setting = game.setting
    opening, *steps = steps_of(setting)
    every = max(1, len(steps) // _TAKEN_UP)
    for cut in range(0, len(steps), every):
        told = chain.from_iterable(step.outcomes for step in (opening, *steps[:cut]))
        again = setting.read_back().match(told=told)
        for number, step in enumerate(steps):
            again.advance(again.read(step.notation))
            if number >= cut and [*map(plain, again.events())] != [*map(plain, step.events)]:
                return f"taken up after {counted(cut, 'action')}, the game is another after {step.notation!r}"
    return None


_OTHER = 1_000_003
"""How much is added to what is only counted, so that no rule takes it for what it was."""
_BLOCKS, _BLOCK = 32, 8
"""In the first turns so many small numbers are tried as well, out of the first few hundred."""


def counts_change_nothing(scene: Examined) -> str | None:
    """Where uncounted fields are others, the same is legal and comes of it, and the game is as far from its end."""
    few: Sequence[int] = ()
    if scene.step is not None and scene.state.count < _BLOCKS:
        few = range(scene.chance.below(_BLOCKS) * _BLOCK, _BLOCKS * _BLOCK)[:_BLOCK]
    uncounted = scene.state.uncounted_fields()
    names = [name for name in vars(scene.state) if name in uncounted]
    what = _hanging_on(scene, names, few)
    if what is None:
        return None
    named = next((name for name in names if _hanging_on(scene, [name], few)), " or ".join(names))
    return f"{what} hangs on a field that is only counted: {named}, which rules may write and not read"


def _hanging_on(scene: Examined, names: Sequence[str], few: Sequence[int]) -> str | None:
    """What is another where these fields are others, in the last step also by a few small numbers."""
    try:
        world = scene.state.clone()
        _count_otherwise(world, names, _OTHER)
        if (scene.game.result(world) is None) is scene.match.is_over:
            return "whether the game is over"
        if not scene.match.is_over and not _may_do_the_same(scene, world, scene.match.turn):
            return "what is legal"
        step = scene.step
        for more in (_OTHER, *(number - scene.state.count for number in few)) if step else ():
            assert step is not None
            twin = step.before.fork()
            _count_otherwise(twin.state, names, more)
            twin.play(step.action)
            if twin.state.position() != scene.state.position() or twin.is_over is not scene.match.is_over:
                return "what an action does"
    except Exception as error:
        return f"{raised(error)}, so that whether a rule fails"
    return None


def _count_otherwise(state: State, names: Sequence[str], more: int) -> None:
    """Add to these fields, which are only counted and never less than nothing then."""
    for name in names:
        value = getattr(state, name)
        if type(value) is int:
            setattr(state, name, max(0, value + more))


def private_values_change_nothing(scene: Examined) -> str | None:
    """Where the other seats' private values are turned round, a seat sees the same, and may do the same if it acts."""
    private = scene.state.fields_marked("private")
    for seat in scene.state.everybody() if private else ():
        world = scene.state.clone()
        for name in private:
            vars(world)[name] = _turned(vars(world)[name], seat)
        if what := changed(scene.match.view(seat), world.view(seat), "is different"):
            return f"with other private values, {what} for seat {seat}"
        if not scene.match.is_over and seat in scene.match.to_act and not _may_do_the_same(scene, world, seat):
            return f"with other private values, other actions are legal for seat {seat}"
    return None


def invariants_hold(scene: Examined) -> str | None:
    """What the game says always holds does; each seat is of one side, and the parts in the game have the same names."""
    game, state = scene.game, scene.state
    for holds, said in game.invariants(state):
        if not holds:
            return f"it doesn't hold that {said}"
    sides = game.sides(state)
    if sorted(seat for side in sides for seat in side) != list(state.everybody()):
        return f"sides has {sides}: each seat is of one side"
    for seat in state.everybody():
        if (seen := game.sides(scene.match.view(seat))) != sides:
            return f"sides is {sides}, and {seen} by what seat {seat} sees"
    names = tuple(game.roles(state))
    before, scene.roles = scene.roles, names
    if before not in (None, names):
        told = (", ".join(some or ()) or "nobody" for some in (names, before))
        return f"roles names {' at a table, and '.join(told)} at another one: {NO_SEATS_YET}"
    return None


def _may_do_the_same(scene: Examined, world: State, seat: Seat) -> bool:
    """Whether a seat may do in another world what it may do in the true one."""
    told = [[str(part) for part in scene.game.legal_for(state, seat)] for state in (scene.state, world)]
    return told[0] == told[1]


def _turned(values: Any, seat: Seat) -> Any:
    """The value of a private field, with what belongs to others gone round, and the last with one's own."""
    parts = cast(dict[Any, Any], values) if isinstance(values, dict) else dict(enumerate(cast(list[Any], values)))
    others = [key for key in parts if key != seat]
    turned = {**parts, **{key: parts[after] for key, after in zip(others, [*others[1:], seat], strict=True)}}
    return turned if isinstance(values, dict) else type(values)(turned.values())
