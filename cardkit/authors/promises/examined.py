"""A game under examination: it is played, and at each moment the laws of the promises look at it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from cardkit.authors.promises.promise import SECONDS, Breach, BrokenPromise, OutOfTime, StepClock, is_by_hand, raised
from cardkit.authors.promises.random_games import Allowed, RandomPlay, TrialSetup
from cardkit.authors.promises.trial import Trial
from cardkit.core.actions import Action
from cardkit.core.chance.generators import Seeded
from cardkit.core.errors import CannotStart, GameFault
from cardkit.core.events import Acted, Event
from cardkit.core.game import Game
from cardkit.core.piles import Seat
from cardkit.core.results import How
from cardkit.core.state import State
from cardkit.table.notation import catalogue

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
