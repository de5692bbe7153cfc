"""Games for OpenSpiel, which says in its own words how a game goes on by seats and by chance.

In parameters commas, equals signs and parentheses are OpenSpiel's own, so lists have semicolons: `deck=7C;8C;7D`,
`options=hand_size:2;shuffle:true`, `coarse=Raise:5`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import isfunction
from typing import Any, ClassVar

import numpy as np
import pyspiel

from cardkit.core.cards import Seat, cards
from cardkit.core.chance.generators import Seeded
from cardkit.core.errors import CannotStart, CardkitError
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import examples, installed, load_game
from cardkit.records.record import (
    ChanceBegun,
    Entry,
    Record,
    RecordedEnd,
    cards_text,
    entries,
    header_of,
    record_text,
)
from cardkit.rl.actions import NotAnEnvironment
from cardkit.rl.course import Course, Drawn, Word
from cardkit.rl.observations import COLUMNS, Array
from cardkit.rl.player_files import seen
from cardkit.rl.setting import Setting, setting_of

SPECIFICATION: Mapping[str, Any] = {
    "seats": 0,
    "rules": "",
    "options": "",
    "deck": "",
    "coarse": "",
    "episode": "match",
    "rewards": "",
    "history": 100,
    "most_actions": 1_000,
    "explicit": False,
    "seed": -1,
}
"""Every parameter of a game, with what it is where nothing is said; 0 seats are as many as the game is played by."""


def setting_for(name: str, parameters: Mapping[str, Any]) -> Setting:
    """The setting that parameters ask for; raises the error of cardkit that says in a sentence what is wrong."""
    deck: str = parameters["deck"]
    plugin, options = load_game(name), _pairs(name, "options", parameters["options"])
    if parameters["explicit"] and _has_switch(plugin, "shuffle"):
        options = {"shuffle": "true", **options}
    setting = setting_of(
        plugin,
        parameters["seats"] or None,
        rules=parameters["rules"] or None,
        options=options,
        deck=cards(deck.replace(";", " ")) if ";" in deck else deck or None,
        coarse={kind: _few(few) for kind, few in _pairs(name, "coarse", parameters["coarse"]).items()},
        episode=parameters["episode"],
        rewards=parameters["rewards"] or None,
        history=parameters["history"],
        most_actions=parameters["most_actions"],
    )
    seed: int = parameters["seed"]
    setting.next_game(None if seed < 0 else seed)
    setting.number = -1
    return setting


def _has_switch(plugin: Plugin, option: str) -> bool:
    """Whether a game has an option of this name that is on or off."""
    field = plugin.game.model_fields.get(option)
    return field is not None and field.annotation is bool


def _pairs(game: str, parameter: str, text: str) -> dict[str, str]:
    """What a list of names and values says."""
    pairs = [part.partition(":") for part in text.split(";") if part]
    for name, colon, _ in pairs:
        if not colon:
            raise CannotStart(game, f"{parameter} is a list such as name:value;name:value, and has {name!r}")
    return {name.strip(): value.strip() for name, _, value in pairs}


def _few(text: str) -> int | Sequence[str]:
    """So many actions, or each of them in notation with a | between."""
    return int(text) if text.isdecimal() else [part.strip() for part in text.split("|")]


class Observer:
    """What OpenSpiel calls an observer; with perfect recall it has what the seat saw and did, in order.

    In the tensor these are the last rows of the history, as many as the game's parameter has; where that is 0 there is
    no such tensor.
    """

    def __init__(self, setting: Setting, *, recall: bool) -> None:
        self._layout, self._recall = setting.observations, recall
        self.tensor: Array | None = None
        self.dict: dict[str, Array] = {}
        length = 0 if setting.histories is None else setting.histories.length
        if recall and not length:
            return
        size = self._layout.size
        self.tensor = np.zeros(size + recall * length * len(COLUMNS), np.float32)
        self.dict["observation"] = self.tensor[:size]
        if recall:
            self.dict["history"] = self.tensor[size:].reshape(length, len(COLUMNS))

    def set_from(self, state: Any, player: Seat) -> None:
        """Write what a seat knows into the tensor."""
        course: Course = state.course
        for array in self.dict.values():
            array.fill(0)
        if course.match is None:
            return
        self._layout.encode(course.match.state, player, self.dict["observation"], course.begun_by(player))
        if self._recall:
            rows = np.frombuffer(course.rows(player), np.float32).reshape(-1, len(COLUMNS))
            if len(rows):
                self.dict["history"][-len(rows) :] = rows

    def string_from(self, state: Any, player: Seat) -> str:
        """What a seat knows in a line."""
        course: Course = state.course
        return course.knows(player, recall=self._recall)


def record_of(course: Course) -> Record:
    """The record of a game up to now; raises CannotStart for one that isn't dealt yet, or is imagined."""
    match, batch = course.match, course.setting.batch
    if match is None or course.is_imagined:
        what = "was imagined" if course.is_imagined else "isn't dealt yet"
        raise CannotStart(batch.game.name, f"a game that {what} has no record")
    log: list[Entry] = entries(None, course.opening)
    for played in course.log:
        log += entries(str(played.action), played.made, played.seat if played.is_shared else None)
    names = tuple(f"player_{seat}" for seat in range(batch.seats))
    chance = None if isinstance(course, Drawn) else ChanceBegun(generator=batch.setup.rng, seed=course.seed)
    result = None if match.result is None else RecordedEnd.made_of(match.result)
    parts = {"chance": chance, "deck": cards_text(course.deck), "result": result, "log": tuple(log)}
    return header_of(batch.setup.having(names=names)).model_copy(update=parts)


class Holder:
    """Holds the game of a state, which is copied and pickled in cardkit's way."""

    __slots__ = ("course",)

    def __init__(self, course: Course | None) -> None:
        self.course = course

    def __deepcopy__(self, memo: Any) -> Holder:
        return Holder(self.course and self.course.copy())

    def __reduce__(self) -> tuple[type[Holder], tuple[Course | None]]:
        return Holder, (self.course and self.course.bare(),)


class CardState(pyspiel.State):
    """A game that has come to where a seat or chance has a say."""

    __slots__ = ("__dict__", "_game")

    def __init__(self, game: CardGame) -> None:
        super().__init__(game)
        self._game = game
        self._holder = Holder(None)
        self._player: int | None = None

    @property
    def course(self) -> Course:
        """The game."""
        holder = self._holder
        if holder.course is None:
            holder.course = self._game.first.copy()
        if holder.course.is_bare:
            holder.course.take_in(self._game.first)
        return holder.course

    def record(self) -> str:
        """The game up to here as cardkit's record, which `cardkit replay` plays."""
        return record_text(record_of(self.course))

    def current_player(self) -> int:
        """Whose turn it is, in OpenSpiel's numbers."""
        if self._player is None:
            course = self.course
            if course.is_chance:
                self._player = int(pyspiel.PlayerId.CHANCE)
            elif course.is_over:
                self._player = int(pyspiel.PlayerId.TERMINAL)
            else:
                self._player = int(pyspiel.PlayerId.SIMULTANEOUS) if course.is_together else course.asked
        return self._player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.course.is_over

    def _legal_actions(self, player: Seat) -> list[int]:
        return self.course.numbers(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can say, and how likely each is."""
        return sorted((self._number(word), chance) for word, chance in self.course.words().items())

    def _number(self, word: Word) -> int:
        return word if isinstance(word, int) else self._game.setting.observations.cards.index(word)

    def _word(self, number: int) -> Word:
        return next(word for word in self.course.words() if self._number(word) == number)

    def _apply_action(self, action: int) -> None:
        course, self._player = self.course, None
        if course.is_chance:
            self._holder.course = course.after("hear", self._word(action))
        else:
            self._holder.course = course.after("answer", action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self._player = None
        self._holder.course = self.course.after("answer_together", actions)

    def _action_to_string(self, player: Seat, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self._word(action))
        actions = self._game.setting.actions
        return str(self.course.action(action, player)) if actions.is_whole(action) else actions.names[action]

    def returns(self) -> list[float]:
        """What the game, or the hand, is worth to each seat; nothing as long as it isn't over."""
        return self.course.worth()

    def resample_from_infostate(self, player: Seat, sampler: Callable[[], float]) -> CardState:
        """A state that this may be for all that a player knows: the cards it doesn't see are dealt anew by chance.

        Algorithms in Python find it; those in C++ don't, as OpenSpiel lets no game in Python say it for them.
        """
        twin = self.clone()
        twin._holder, twin._player = Holder(self.course.imagined(player, Seeded(int(sampler() * 2**53)))), None
        return twin

    def __str__(self) -> str:
        course = self.course
        lines = ["before the deal"] if course.match is None else seen(course.shown()).split("; ")
        waiting = [f"chance: {', '.join(map(str, course.words()))}"] if course.is_chance else []
        wishes = [f"seat {seat}: {action}" for seat, action in course.wishes]
        return "\n".join([*lines, *wishes, *waiting])


Types = pyspiel.GameType
_MOST_SEATS = 100
_MOST_SIDES = 100
"""Dice of more sides have outcomes with higher numbers than OpenSpiel is told."""


class CardGame(pyspiel.Game):
    """A game with its seats, its options and its deck; there is a subclass for each name that OpenSpiel knows."""

    known: ClassVar[pyspiel.GameType]
    """What OpenSpiel knows of the game before its parameters are read."""
    played: ClassVar[str] = ""
    """The name of the game; empty where a parameter has it."""

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        kind = self.known
        given = {**kind.parameter_specification, **(parameters or {})}
        try:
            name = self.played or given["game"]
            if not name:
                raise CannotStart(kind.short_name, "the game is missing, such as in cardkit(game=./my_game.py)")
            self.setting = setting = setting_for(name, given)
            self.is_explicit: bool = given["explicit"]
            self.first: Course = (Drawn if self.is_explicit else Course)(setting)
            """A game before it is dealt."""
            if isinstance(self.first, Drawn):
                _check(self.first)
        except CardkitError as error:
            raise ValueError(str(error)) from None
        batch, spelling = setting.batch, setting.actions.spelling
        most = min(1e6, setting.most)
        steps = 1 if spelling is None else len(spelling.names) + len(batch.setup.cards)
        info = pyspiel.GameInfo(
            num_distinct_actions=setting.actions.size,
            max_chance_outcomes=max(len(setting.observations.cards), batch.seats, _MOST_SIDES + 1),
            num_players=batch.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=None if _may_be_lopsided(type(batch.game)) or batch.seats == 1 else 0.0,
            max_game_length=setting.most_actions * steps,
        )
        super().__init__(_type_of(kind, setting, is_explicit=self.is_explicit), info, dict(parameters or {}))

    def new_initial_state(self) -> CardState:
        """A game before its cards are dealt."""
        return CardState(self)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance can have a say in a game, never more."""
        return self.setting.most_actions * len(self.setting.batch.setup.cards) if self.is_explicit else 1

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer | None:
        """What a seat knows, as OpenSpiel asks for it; None for what is public alone, or private alone."""
        if kind is None:
            return Observer(self.setting, recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self.setting, recall=kind.perfect_recall)


def _check(course: Drawn) -> None:
    """Raises NotAnEnvironment where the rules look, in setting up, at cards that nobody has seen."""
    while course.is_chance:
        course = course.after("hear", next(iter(course.words())))
    match, other = course.playing, course.otherwise()
    for seat in range(match.state.seats):
        if seen(match.view(seat)) != seen(other.view(seat)):
            reason = "setting it up looks at cards that nobody has seen, which aren't drawn before they come off"
            raise NotAnEnvironment(match.game.name, reason)


def _may_be_lopsided(game: type[object]) -> bool:
    """Whether the rules seem to know results in which all lose, or score together: what makes those is named in some
    function."""
    functions = [value for kind in game.__mro__ for value in vars(kind).values() if isfunction(value)]
    return any({"lost", "LOST", "together"} & {*function.__code__.co_names} for function in functions)


def _type_of(kind: pyspiel.GameType, setting: Setting, *, is_explicit: bool) -> pyspiel.GameType:
    """What OpenSpiel knows of a game with its parameters."""
    batch = setting.batch
    is_sequential = batch.game.has_one_actor() or setting.actions.spelling is not None
    is_zero_sum = batch.seats > 1 and not _may_be_lopsided(type(batch.game))
    return game_type(
        kind.short_name,
        kind.parameter_specification,
        long_name=kind.long_name,
        dynamics=Types.Dynamics.SEQUENTIAL if is_sequential else Types.Dynamics.SIMULTANEOUS,
        chance=Types.ChanceMode.EXPLICIT_STOCHASTIC if is_explicit else Types.ChanceMode.SAMPLED_STOCHASTIC,
        utility=Types.Utility.ZERO_SUM if is_zero_sum else Types.Utility.GENERAL_SUM,
        seats=(min(batch.game.players), max(batch.game.players)),
        recalls=setting.histories is not None,
    )


def game_type(
    name: str,
    specification: Mapping[str, Any],
    *,
    long_name: str,
    dynamics: Any = Types.Dynamics.SEQUENTIAL,
    chance: Any = Types.ChanceMode.SAMPLED_STOCHASTIC,
    utility: Any = Types.Utility.ZERO_SUM,
    seats: tuple[int, int] = (1, _MOST_SEATS),
    recalls: bool = True,
) -> pyspiel.GameType:
    """What OpenSpiel knows of a game."""
    return pyspiel.GameType(
        short_name=name,
        long_name=long_name,
        dynamics=dynamics,
        chance_mode=chance,
        information=Types.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=Types.RewardModel.TERMINAL,
        min_num_players=seats[0],
        max_num_players=seats[1],
        provides_information_state_string=True,
        provides_information_state_tensor=recalls,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(specification),
        default_loadable=False,
    )


def register_all() -> None:
    """Let OpenSpiel know every installed game and every example, as `cardkit_crazy8s`, and games in files.

    A file is `cardkit(game=./my_game.py)`.
    """
    known = set(pyspiel.registered_names())
    for name in (*installed(), *examples(), ""):
        short = f"cardkit_{name}".removesuffix("_")
        if short not in known:
            _register(short, name)


def _register(short: str, name: str) -> None:
    """Let OpenSpiel know a game, or where there is no name, those that a parameter names."""
    specification = dict(SPECIFICATION) if name else {"game": "", **SPECIFICATION}
    kind = game_type(short, specification, long_name=f"{name or 'A game'} of cardkit")

    # A class, as OpenSpiel lets go of what makes games when Python is gone already, and classes outlive that.
    pyspiel.register_game(kind, type(short, (CardGame,), {"known": kind, "played": name}))
