"""Games that are played at random, the same ones for the same seed."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

from cardkit.authors.promises.promise import Breach, BrokenPromise, StepClock
from cardkit.core.actions import Action, parts_of
from cardkit.core.cards import Card
from cardkit.core.chance.generators import Seeded, shuffle
from cardkit.core.dealer import Outcome
from cardkit.core.errors import CardkitError
from cardkit.core.events import Acted, Event
from cardkit.core.game import AnyOf, Game
from cardkit.core.piles import Seat
from cardkit.core.results import Cycle
from cardkit.core.texts import counted
from cardkit.plugins.setup import Setup, player_chance
from cardkit.table.faults import PASS
from cardkit.table.match import Match
from cardkit.table.players import Random
from cardkit.table.turns import Positions


@dataclass(frozen=True, kw_only=True)
class Stage:
    """A game by one of its rule sets, with all that its plugin brings."""

    setup: Setup
    seated: tuple[str, ...] = ()
    """Who plays, in turn at the seats; by default each of the plugin's players."""

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players that take part."""
        return self.seated or tuple(dict.fromkeys((*self.setup.plugin.players, "ai")))


@dataclass(frozen=True, kw_only=True)
class TrialSetup:
    """All that a random game follows from; chance is shared out by labels as `cardkit play` does it."""

    game: Game[Any, Any]
    deck: Sequence[Card]
    """The cards, the last one on top."""
    seats: int
    seed: int
    max_actions: int
    """After so many actions a game is taken for one that doesn't end."""
    is_cut: bool = False
    """Whether a game that takes more actions is looked at up to there, and not blamed for it."""
    script: Sequence[tuple[Seat | None, str]] | None = None
    """The actions that were chosen before, each with its seat, or None for whoever is asked; None for random ones."""
    stage: Stage | None = None
    """What comes with the game, where that is looked at."""
    skips: bool = False
    """Whether what isn't legal any more is left out of a script."""

    def __post_init__(self) -> None:
        vars(self)["game"] = self.game.at_seats(self.seats)

    def tell(self, *actions: str) -> None:
        """Tell whoever hears the last words of this process that this game is played, and got so far."""
        if words := StepClock.last_words:
            words.promise("plays-without-errors" if actions else "sets-up-or-says-why")
            words.game(self._about, actions)

    @cached_property
    def _about(self) -> bytes:
        rules = (self.stage and self.stage.setup.rules.name) or None
        return pickle.dumps((self.game.name, tuple(self.deck), self.seats, self.seed, rules))

    def chance(self, label: str) -> Seeded:
        """The random numbers for one purpose."""
        return Seeded(self.seed).split(label)

    def match(self, *, told: Iterable[Outcome] = ()) -> Match[Any, Any]:
        """The game at its beginning, its first shuffles coming out as told."""
        chance = self.chance("deal")
        return Match(self.game, self.deck, seats=self.seats, rng=chance, told=told, strict=True)

    def read_back(self) -> TrialSetup:
        """The same setting with the options of the game written as JSON and read again."""
        options = json.loads(json.dumps(self.game.model_dump(mode="json")))
        return replace(self, game=type(self.game).with_options(options))

    def broken(self, promise: str, reason: str, actions: Iterable[str] = ()) -> BrokenPromise:
        """What shows that the game breaks a promise, after these actions."""
        broken = BrokenPromise(
            self.game.name, promise, reason, deck=self.deck, seats=self.seats, seed=self.seed, actions=actions
        )
        broken.rules = (self.stage and self.stage.setup.rules.name) or None
        return broken

    def players(self) -> list[Random]:
        """A random player for each seat."""
        return [Random(player_chance(self.seed, seat)) for seat in range(self.seats)]


def shuffled(deck: Iterable[Card], seed: int) -> list[Card]:
    """A deck shuffled by numbers that nothing else in the game of that seed uses."""
    cards = list(deck)
    shuffle(cards, Seeded(seed).split("deck"))
    return cards


class RandomPlay:
    """Chooses for every seat of a match, until the game is over or is seen to go round in a circle for ever."""

    def __init__(self, match: Match[Any, Any], setting: TrialSetup) -> None:
        self._match = match
        self._players = setting.players()
        self._positions = Positions(match, lambda ahead: ahead.legal[0])
        self._setting = setting
        self._left = setting.max_actions
        self._script = None if setting.script is None else list(setting.script)
        self.cycle: Cycle | None = None
        """Where the game goes round in a circle, once that is seen."""

    def choose(self) -> Action | None:
        """The next action, or None at the end or where a game is cut; raises Breach where it takes too many actions."""
        match = self._match
        if match.is_over:
            return None
        if self._script is None:
            self.cycle = self._positions.note()
            if self.cycle:
                return None
        if not self._left:
            if self._setting.is_cut:
                return None
            raise Breach("ends", f"the game goes on and on, for {counted(self._setting.max_actions, 'action')} or more")
        self._left -= 1
        if self._script is not None:
            return self._written(self._script)
        legal = match.legal
        if len(legal) > 1:
            self._positions.forget()
        action: Action = legal[0]
        for seat in (match.turn,) if match.is_shared else match.acting.seats:
            action = self._players[seat](None, legal)
        return action

    @property
    def is_last(self) -> bool:
        """Whether nothing more is written of a game that was chosen before."""
        return self._script is not None and not self._script

    def _written(self, script: list[tuple[Seat | None, str]]) -> Action | None:
        """The next action of a script; in a window all pass who come before the seat that acts."""
        match = self._match
        while script:
            if isinstance(match.acting, AnyOf) and script[0][0] not in (None, match.turn):
                return PASS
            try:
                return cast(Action, match.read(script.pop(0)[1]))
            except CardkitError:
                if not self._setting.skips:
                    raise
        return None


class Allowed(Event):
    """What is legal, forms as such, in the order of the rules, which a random player's choice depends on."""

    actions: tuple[str, ...]

    @classmethod
    def by(cls, match: Match[Any, Any]) -> Allowed:
        """What is legal in a match."""
        return cls(tuple(map(str, parts_of(match.legal))))


def log_of(setting: TrialSetup) -> Iterator[Event]:
    """The events of a random game: those of setting it up, then for each action what was legal, the action, and what
    it brings about.
    """
    match = setting.match()
    play = RandomPlay(match, setting)
    yield from match.events()
    while (action := play.choose()) is not None:
        yield Allowed.by(match)
        yield Acted(match.turn, action)
        yield from match.play(action)


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """What a record keeps of a step, and the events it has to bring about; the opening has no notation."""

    notation: str = ""
    outcomes: list[Outcome]
    events: Sequence[Event]


def steps_of(setting: TrialSetup) -> Iterator[Recorded]:
    """The opening of a random game, and then each of its actions."""
    match = setting.match()
    play = RandomPlay(match, setting)
    yield Recorded(outcomes=match.outcomes, events=match.events())
    while (action := play.choose()) is not None:
        events = match.play(action)
        yield Recorded(notation=str(action), outcomes=match.outcomes, events=events)
