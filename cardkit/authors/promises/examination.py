"""A random game that is played to its end while everything is examined that a game promises."""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from cardkit.authors.promises.checks import claims, knowledge, rules, secrecy
from cardkit.authors.promises.promise import Breach, BrokenPromise, raised
from cardkit.authors.promises.random_games import Allowed, RandomPlay, TrialSetup
from cardkit.authors.promises.scene import Listed, Playthrough, PlaythroughCheck, Scene, SceneCheck, StepTaken
from cardkit.authors.promises.trial import Trial
from cardkit.core.actions import Action
from cardkit.core.cards import Card
from cardkit.core.errors import CannotStart, GameFault
from cardkit.core.events import Acted, Event
from cardkit.core.game import Game
from cardkit.core.results import How
from cardkit.table.notation import catalogue

_THOROUGH = 40
"""The number of actions up to which everything is looked at after each of them; later on, after one in eight."""

_CHECKS: Mapping[str, SceneCheck] = {
    **rules.QUICK_CHECKS,
    **rules.SCENE_CHECKS,
    **secrecy.SCENE_CHECKS,
    **claims.SCENE_CHECKS,
}

_LATER_CHECKS: Mapping[str, PlaythroughCheck] = {**rules.PLAYTHROUGH_CHECKS, **knowledge.PLAYTHROUGH_CHECKS}

_LISTED = 2000
"""The number of actions up to which a catalogue is looked at."""


def listed_actions(game: Game[Any, Any], deck: Sequence[Card], seats: int) -> Listed | None:
    """Every action there could be, and the kinds that can't be listed; None where they are very many."""
    try:
        actions = catalogue(game, deck, seats)
    except GameFault:
        return None
    return Listed(dict.fromkeys(actions), actions.unlisted) if len(actions) <= _LISTED else None


class Examination:
    """A random game under examination."""

    def __init__(self, setting: TrialSetup, promises: Collection[str], catalogue: Listed | None = None) -> None:
        self._setting = setting
        self._promises = promises
        self._catalogue = catalogue
        self._chance = setting.chance("examination")
        self._log: list[Event] = []
        self.actions: list[str] = []
        """The notations of what was played."""

    def run(self) -> How:
        """How the game ended; raises BrokenPromise, or CannotStart where the game says that it can't be set up."""
        match = self._begun()
        play = RandomPlay(match, self._setting)
        self._examine(self._scene(match), thorough=True)
        while (action := self._chosen(play)) is not None:
            thorough = len(self.actions) < _THOROUGH or self._chance.below(8) == 0
            step = self._step(match, action)
            self._examine(self._scene(match, step), thorough=thorough)
        self._look_back()
        if match.result is None:
            return How.ENDLESS if play.cycle else How.CUT_OFF
        return match.result.how

    def _begun(self) -> Trial:
        setting = self._setting
        try:
            return Trial(
                setting.game, setting.deck, seats=setting.seats, rng=setting.chance("deal"), promises=self._promises
            )
        except CannotStart:
            raise
        except Breach as breach:
            raise self._broken(breach.promise, breach.reason) from breach
        except GameFault as fault:
            raise self._broken("cards-conserved", fault.reason) from fault
        except Exception as error:
            raise self._broken("sets-up-or-says-why", raised(error)) from error

    def _chosen(self, play: RandomPlay) -> Action | None:
        with self._blaming("plays-without-errors"):
            return play.choose()

    def _step(self, match: Trial, action: Action) -> StepTaken:
        """Play an action."""
        with self._blaming("fork-goes-on-alike"):
            before = match.fork()
        step = StepTaken(
            before=before,
            seats=(match.turn,) if match.is_shared else match.acting.seats,
            event=Acted(match.turn, action),
        )
        self.actions.append(str(action))
        self._log += [Allowed.by(match), step.event]
        with self._blaming("plays-without-errors"):
            match.advance(action)
        return step

    def _scene(self, match: Trial, step: StepTaken | None = None) -> Scene:
        events = match.events()
        self._log.extend(events)
        return Scene(
            match=match,
            setting=self._setting,
            catalogue=self._catalogue,
            chance=self._chance,
            events=events,
            step=step,
        )

    def _examine(self, scene: Scene, *, thorough: bool) -> None:
        """Look at all promises that a scene can show broken, or only at those that take no time."""
        checks = _CHECKS if thorough else rules.QUICK_CHECKS
        for promise in self._promises:
            if promise in checks:
                with self._blaming(promise):
                    self._found(promise, checks[promise](scene))

    def _look_back(self) -> None:
        """Look at all promises that a whole game can show broken."""
        playthrough = Playthrough(setting=self._setting, log=self._log)
        for promise in self._promises:
            if promise in _LATER_CHECKS:
                with self._blaming(promise):
                    self._found(promise, _LATER_CHECKS[promise](playthrough))

    @staticmethod
    def _found(promise: str, reason: str | None) -> None:
        if reason:
            raise Breach(promise, reason)

    @contextmanager
    def _blaming(self, promise: str) -> Generator[None]:
        """Whatever goes wrong in here breaks this promise, unless it is the breach of another one."""
        try:
            yield
        except Breach as breach:
            raise self._broken(breach.promise, breach.reason) from breach
        except Exception as error:
            raise self._broken(promise, raised(error)) from error

    def _broken(self, promise: str, reason: str) -> BrokenPromise:
        return self._setting.broken(promise, reason, self.actions)
