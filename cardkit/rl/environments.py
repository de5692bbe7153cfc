"""The environments of PettingZoo and Gymnasium that a game is, and what they show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy, deepcopy
from typing import Any, Self, Unpack, cast, overload

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from cardkit.core.cards import BACK, Card, Pile, Seat
from cardkit.core.errors import CannotLoad, CannotStart
from cardkit.plugins.board import Board
from cardkit.plugins.people import Guarded
from cardkit.plugins.registry import examples, installed
from cardkit.plugins.sayings import result_lines
from cardkit.plugins.setup import AnyPlayer
from cardkit.rl.actions import NO_GAME, NotAnEnvironment, NotNow
from cardkit.rl.lanes import LanesEnv, TwinEpisode, begun
from cardkit.rl.setting import RENDER_MODES, AnyGame, Episode, Setting, Wishes, setting_of
from cardkit.table.faults import numbers
from cardkit.table.match import Match

WIDTH, CARD, GAP, LINE = 640, (40, 56), 6, 18
"""The width of a picture, the width and height of a card, the space between cards, and the height of a line."""
GREEN, WHITE, BLUE, RED, BLACK = (24, 92, 60), (250, 250, 250), (50, 80, 150), (180, 20, 30), (20, 20, 20)


def shown(mode: str | None, match: Match[Any, Any], seat: Seat, names: Sequence[str]) -> Any:
    """The table as a seat sees it: text, or an array of colours; None where the text was printed instead."""
    if mode == "rgb_array":
        return picture(match, seat, names)
    text = table_text(match, seat, names)
    if mode == "human":
        print(text)  # noqa: T201
        return None
    return text


def table_text(match: Match[Any, Any], seat: Seat, names: Sequence[str]) -> str:
    """What a seat sees of the table, and how the game ended."""
    game = type(match.game)
    board = Board.of(match.game, match.view(seat), seat, names)
    lines: list[str] = [board.head(match.game.name, f"{game.counts} {match.number}"), *board.lines()]
    if match.result is not None:
        lines += result_lines(match.result, match.length, game.counts, names, game.scored_in)
    return "\n".join(map(str, lines))


def picture(match: Match[Any, Any], seat: Seat, names: Sequence[str]) -> NDArray[np.uint8]:
    """What a seat sees of the table, a row for each pile that has cards; its backs are blue."""
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise CannotLoad("a picture of the table", "it needs pillow: pip install 'cardkit[rl]'") from None
    piles = [pile for pile in match.view(seat).piles() if pile.cards]
    height = LINE + CARD[1] + GAP
    image = Image.new("RGB", (WIDTH, GAP + height * len(piles)), GREEN)
    draw = ImageDraw.Draw(image)
    for row, pile in enumerate(piles):
        top = GAP + row * height
        draw.text((GAP, top), _label(pile, seat, names), fill=WHITE)
        for left, card in _spread(pile.cards):
            _draw(draw, left, top + LINE, card)
    return np.asarray(image, np.uint8)


def _label(pile: Pile, seat: Seat, names: Sequence[str]) -> str:
    """What a pile is called in a picture, and how many cards lie there."""
    whose = "" if pile.owner is None else f" of {names[pile.owner]}" + (", who looks" if pile.owner == seat else "")
    return f"{pile.name}{whose}: {len(pile)}".encode("ascii", "replace").decode()


def _spread(cards: Sequence[Card]) -> Iterator[tuple[int, Card]]:
    """Each card with its left edge: side by side, or one on the other where there are many."""
    room = WIDTH - 2 * GAP - CARD[0]
    step = min(float(CARD[0] + GAP), room / max(len(cards) - 1, 1))
    for place, card in enumerate(cards):
        yield GAP + int(place * step), card


def _draw(draw: Any, left: int, top: int, card: Card) -> None:
    """Draw a card, or its back."""
    box = (left, top, left + CARD[0], top + CARD[1])
    is_back = card is BACK
    draw.rounded_rectangle(box, radius=5, fill=BLUE if is_back else WHITE, outline=BLACK)
    if not is_back:
        colour = RED if card.suit[:1].upper() in "HD" else BLACK
        text = f"{card.rank}\n{card.suit[:5]}".encode("ascii", "replace").decode()
        draw.multiline_text((left + 4, top + 4), text, fill=colour)


Observation = dict[str, Any]


class NotBegun(NotNow, AttributeError):
    """What an environment has only after `reset`."""


_AFTER_RESET = frozenset({"agent_selection", "rewards", "terminations", "truncations", "infos", "seat"})
"""What environments have of the game that is played."""


class _Episodes:
    """What environments of one game at a time have in common."""

    setting: Setting
    _game: Episode | TwinEpisode | None = None

    @property
    def episode(self) -> Episode | TwinEpisode:
        """The game that is played; raises NotAnEnvironment before the first one."""
        if self._game is None:
            raise NotNow(self.setting.batch.game.name, NO_GAME)
        return self._game

    def __getattr__(self, name: str) -> Any:
        if name in _AFTER_RESET:
            raise NotBegun(self.setting.batch.game.name, NO_GAME)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)

    def _goes_on(self, seed: int | None) -> bool:
        """Whether the next hand of the same game was begun, where there is one and no seed asks for another game."""
        if seed is not None or self._game is None or not self._game.goes_on:
            return False
        self._game.next_hand()
        return True

    def describe(self, observation: Any = None) -> str:
        """What every number means; of an observation, what it says."""
        return self.setting.describe(observation)

    def __copy__(self) -> Self:
        """A whole copy: no two environments have a table in common."""
        return deepcopy(self)


class _Seats(_Episodes):
    """What environments in which every seat learns have in common."""

    metadata: dict[str, Any]
    agents: list[str]

    def _begin(self, seed: int | None, begun: Callable[[Setting], Episode | TwinEpisode]) -> Episode | TwinEpisode:
        """Begin the next hand or the next game; with a seed, the first one of that seed."""
        if not self._goes_on(seed):
            self.setting.next_game(seed)
            self._game = begun(self.setting)
        self.agents = self.possible_agents[:]
        return self.episode

    def _lay(self, setting: Setting) -> None:
        """Set up what is the same in all games."""
        batch = setting.batch
        self.setting = setting
        self.metadata = {"name": f"cardkit_{batch.game.name}_v0", "render_modes": list(RENDER_MODES)}
        self.render_mode = setting.render_mode
        self.possible_agents = list(setting.names)
        self.agents = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: spaces.Dict(self._seen()) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(setting.actions.size) for agent in self.possible_agents}

    def _seen(self) -> dict[str, spaces.Space[Any]]:
        """What the parts of an observation can be."""
        mask = spaces.Box(0, 1, (self.setting.actions.size,), np.int8)
        history = self.setting.history_space
        return {
            "observation": self.setting.observation_space,
            "action_mask": mask,
            **({} if history is None else {"history": history}),
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of the actions."""
        return self.action_spaces[agent]

    def _observation(self, seat: Seat) -> Observation:
        """What a seat sees now, and what it may do."""
        game = self.episode
        seen: Observation = {"observation": game.observation(seat), "action_mask": game.mask(seat)}
        if (history := game.history(seat)) is not None:
            seen["history"] = history
        return seen

    def _infos(self) -> dict[str, dict[str, Any]]:
        """What more is said to each agent: how it ended, where it is over."""
        game = self.episode
        return {agent: {"how": game.how} if game.is_over else {} for agent in self.agents}

    def _render(self, seat: Seat) -> Any:
        """The table as a seat sees it, in the chosen way."""
        return shown(self.render_mode, self.episode.match, seat, self.possible_agents)

    def close(self) -> None:
        """Nothing has to be closed."""


class TurnsEnv(_Seats, AECEnv[str, Observation, int]):  # pyright: ignore[reportIncompatibleVariableOverride]
    """A game whose agents act one after the other, as PettingZoo's AECEnv has it.

    Where several choose at a time, they are asked one after the other, and see nothing of what the others chose. An
    action that isn't legal ends the game: to the one who chose it it is worth what no end is below, to the others 0.
    """

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self._lay(setting)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin the next game, or the next hand; with a seed, the first one of that seed."""
        game = self._begin(seed, lambda setting: begun(setting, before=self._game))
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._infos()
        self._skip_agent_selection = None
        self._go_on(game)

    def observe(self, agent: str) -> Observation:
        """What an agent sees and may do; nothing may be done by one that isn't asked."""
        return self._observation(self._seat_of[agent])

    def step(self, action: int | None) -> None:
        """Play an action of the agent that is asked; None takes an agent away for whom the game is over."""
        agent, game = self.agent_selection, self.episode
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
        elif game.answer(self.setting.actions.checked(action), self._seat_of[agent]):
            self._go_on(game)
        else:
            self._end({**self.rewards, agent: self.setting.illegal}, terminated=True, truncated=True)

    def _go_on(self, game: Episode | TwinEpisode) -> None:
        """See who is asked next, or what the game was worth."""
        self.agent_selection = self.possible_agents[game.seat]
        if game.is_over:
            rewards = dict(zip(self.possible_agents, game.rewards(), strict=True))
            self._end(rewards, terminated=not game.is_cut_off, truncated=game.is_cut_off)

    def _end(self, rewards: dict[str, float], *, terminated: bool, truncated: bool) -> None:
        """End the game, which was worth this; before, nothing was worth anything."""
        self.infos = self._infos()
        self.rewards, self._cumulative_rewards = rewards, rewards.copy()
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)

    def render(self) -> Any:
        """The table as the agent sees it that is asked: text, or a picture; nothing where it was printed."""
        return self._render(self._seat_of[self.agent_selection])


class TogetherEnv(_Seats, ParallelEnv[str, Observation, int]):  # pyright: ignore[reportIncompatibleVariableOverride]
    """A game whose agents act at the same time, as PettingZoo's ParallelEnv has it.

    Where only some are asked, the mask of the others is all 0, and what they answer counts for nothing. An action that
    isn't legal ends the game: to the one who chose it it is worth what no end is below, to the others 0.
    """

    def __init__(self, setting: Setting) -> None:
        game = setting.batch.game
        if game.has_one_actor():
            raise NotAnEnvironment(game.name, "no two seats ever act at the same time: take aec_env")
        self._lay(setting)

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin the next game, or the next hand; with a seed, the first one of that seed."""
        self._begin(seed, Episode)
        return self._observations(), self._infos()

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observation(seat) for agent, seat in self._seat_of.items()}

    def step(self, actions: Mapping[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Play the actions of those that are asked."""
        game, agents, wrong = self.episode, self.agents, None
        for seat in list(game.asked) if agents else ():
            agent = agents[seat]
            if agent not in actions:
                raise CannotStart(self.setting.batch.game.name, f"there is no action for {agent}, who is asked")
            if not game.answer(self.setting.actions.checked(actions[agent]), seat):
                wrong = agent
                break
        is_over, is_cut_off = wrong is not None or game.is_over, game.is_cut_off
        rewards = dict(zip(agents, game.rewards() if wrong is None else [0.0] * len(agents), strict=True))
        if wrong is not None:
            rewards[wrong] = self.setting.illegal
        ended = dict.fromkeys(agents, is_over and not is_cut_off)
        stopped = dict.fromkeys(agents, is_cut_off or wrong is not None)
        seen = self._observations() if agents else {}
        infos = self._infos()
        self.agents = [] if is_over else agents
        return seen, rewards, ended, stopped, infos

    def render(self) -> Any:
        """The table as the first agent sees it: text, or a picture; nothing where it was printed."""
        return self._render(0)


_MOST_IDLE = 1_000
"""After so many games in which the seat isn't asked once, it is taken that it never is."""


class OneSeatEnv(_Episodes, gymnasium.Env[Any, Any]):
    """A game seen from one seat, which learns; players sit at the others.

    The seat is the next one in each game, unless it is named. What it may do is in `info["action_mask"]`, and as truth
    values in `action_masks()`. An action that isn't legal ends the game, and is worth what no end is below.
    """

    def __init__(self, setting: Setting, others: Sequence[AnyPlayer], seat: Seat | None = None) -> None:
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}
        self.setting, self.render_mode = setting, setting.render_mode
        self._others, self._wanted = tuple(others), seat
        self.action_space = spaces.Discrete(setting.actions.size)
        self.observation_space = setting.shown_space
        self._players: Sequence[Any] = ()
        self._is_broken_off = False

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin the next game in which the seat is asked anything; with a seed, look from the first one of that on."""
        super().reset(seed=seed)
        for _ in range(_MOST_IDLE):
            if self._goes_on(seed):
                self._go_on()
            else:
                self.setting.next_game(seed)
                self._begin()
            seed = None
            if not self.episode.is_over:
                return self._seen(), self._info()
        raise NotAnEnvironment(self.setting.batch.game.name, f"seat {self.seat} is never asked anything")

    def _begin(self) -> None:
        """Lay the table, and let the others act until the seat is asked."""
        self.close()
        setting, batch = self.setting, self.setting.batch
        self.seat = setting.number % batch.seats if self._wanted is None else self._wanted
        others = iter(self._others)
        sitting = [None if seat == self.seat else next(others) for seat in range(batch.seats)]
        self._game, self._is_broken_off = begun(setting, sitting, self._game), False
        if isinstance(self._game, Episode):
            self._players = self._game.players
        self._go_on()

    def _go_on(self) -> None:
        """Let the others answer until the seat is asked, or the game is over."""
        self.episode.let_others(self.seat)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action of the seat, and let the others act until it is asked again."""
        game = self.episode
        if game.is_over or self._is_broken_off:
            raise NotNow(self.setting.batch.game.name, "the game is over: call reset")
        if game.answer(self.setting.actions.checked(action), self.seat):
            self._go_on()
            value = float(game.rewards()[self.seat])
            return self._seen(), value, game.is_over and not game.is_cut_off, game.is_cut_off, self._info()
        self._is_broken_off = True
        return self._seen(), self.setting.illegal, True, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Whether each action is legal now."""
        return self.episode.mask(self.seat).astype(np.bool_)

    def any_action(self) -> int:
        """A legal number by chance, as `any_actions` of lanes draws it; 0 where the game is over."""
        legal = np.flatnonzero(self.action_masks())
        return int(self.np_random.choice(legal)) if legal.size else 0

    def _seen(self) -> Any:
        """What the seat sees now."""
        game = self.episode
        numbers, history = game.observation(self.seat), game.history(self.seat)
        return numbers if history is None else {"observation": numbers, "history": history}

    def _info(self) -> dict[str, Any]:
        """What the seat may do, and which one it is."""
        game = self.episode
        how = {"how": game.how} if game.is_over else {}
        return {"action_mask": game.mask(self.seat), "seat": self.seat, **how}

    def render(self) -> Any:
        """The table as the seat sees it: text, or a picture; nothing where it was printed."""
        return shown(self.render_mode, self.episode.match, self.seat, self.setting.names)

    def close(self) -> None:
        """Let players go that are programs."""
        for player in self._players:
            if isinstance(player, Guarded):
                player.leave()
        self._players = ()


class OneSeatLanes(SyncVectorEnv):
    """So many games side by side, in each of which one seat learns; what it may do is in `infos["action_mask"]`."""

    def __init__(self, make: Callable[[], OneSeatEnv], n: int, seed: int | None, autoreset_mode: AutoresetMode) -> None:
        cast(Any, super()).__init__([make] * n, autoreset_mode=autoreset_mode)
        self._seed, self.setting = seed, cast(OneSeatEnv, self.envs[0]).setting

    def describe(self, observation: Any = None) -> str:
        """What every number means; of an observation of one lane, what it says."""
        return self.setting.describe(observation)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin the next game in each; with a seed the first one of that seed in the first, then of the next."""
        seed, self._seed = self._seed if seed is None else seed, None
        return super().reset(seed=seed, options=options)

    def action_masks(self) -> NDArray[np.bool_]:
        """Whether each action is legal now, a row for each game."""
        return np.stack([cast(OneSeatEnv, env).action_masks() for env in self.envs])

    def any_actions(self) -> NDArray[np.int64]:
        """A legal action in each game, by chance; 0 where the game is over."""
        return np.array([cast(OneSeatEnv, env).any_action() for env in self.envs], np.int64)


def aec_env(game: AnyGame, *, seats: int | None = None, **wishes: Unpack[Wishes]) -> TurnsEnv:
    """A game as PettingZoo's AECEnv, in which one agent acts after the other: `aec_env("crazy8s", seats=3)`."""
    return TurnsEnv(setting_of(game, seats, **wishes))


def parallel_env(game: AnyGame, *, seats: int | None = None, **wishes: Unpack[Wishes]) -> TogetherEnv:
    """A game as PettingZoo's ParallelEnv, in which agents act at the same time: `parallel_env("goofspiel")`."""
    return TogetherEnv(setting_of(game, seats, **wishes))


def gym_env(
    game: AnyGame,
    against: AnyPlayer | Sequence[AnyPlayer] = "random",
    *,
    seats: int | None = None,
    seat: Seat | None = None,
    **wishes: Unpack[Wishes],
) -> OneSeatEnv:
    """A game as Gymnasium's Env, in which one seat learns: `gym_env("crazy8s", against="ai")`.

    The others are players as `--seat` has them, one for all or one for each in turn order. The seat that learns is the
    next one in each game, unless it is named.
    """
    return one_seat(game, against, seats, seat, wishes)()


def one_seat(
    game: AnyGame,
    against: AnyPlayer | Sequence[AnyPlayer],
    seats: int | None,
    seat: Seat | None,
    wishes: Wishes,
) -> Callable[[], OneSeatEnv]:
    """What makes environments for the seat that learns, each with games of its own, and all else in common."""
    several = list(cast(Sequence[AnyPlayer], against)) if isinstance(against, list | tuple) else None
    setting = setting_of(game, seats if several is None else len(several) + 1, **wishes)
    number = setting.batch.seats
    if seat is not None and seat not in range(number):
        reason = f"seat {seat} is to learn, and the seats are {numbers(range(number))}"
        raise CannotStart(setting.batch.game.name, reason)
    others = [cast(AnyPlayer, against)] * (number - 1) if several is None else several
    for player in others:
        setting.batch.player(player, 0, 0)
    return lambda: OneSeatEnv(copy(setting), others, seat)


@overload
def vector_env(
    game: AnyGame,
    n: int,
    *,
    against: None = None,
    seats: int | None = None,
    seed: int | None = None,
    autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    **wishes: Unpack[Wishes],
) -> LanesEnv: ...
@overload
def vector_env(
    game: AnyGame,
    n: int,
    *,
    against: AnyPlayer | Sequence[AnyPlayer],
    seats: int | None = None,
    seat: Seat | None = None,
    seed: int | None = None,
    autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    **wishes: Unpack[Wishes],
) -> OneSeatLanes: ...
def vector_env(
    game: AnyGame,
    n: int,
    *,
    against: AnyPlayer | Sequence[AnyPlayer] | None = None,
    seats: int | None = None,
    seat: Seat | None = None,
    seed: int | None = None,
    autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    **wishes: Unpack[Wishes],
) -> LanesEnv | OneSeatLanes:
    """So many games side by side as Gymnasium's VectorEnv, of any game: `vector_env("crazy8s", n=4096)`.

    Where nobody is said to play against, every seat learns: each step is the action of the seat whose turn it is. Else
    one seat learns in each game, as in `gym_env`. The seed is for the first reset that is given none.
    """
    if n < 1:
        name = setting_of(game, seats).batch.game.name
        raise NotAnEnvironment(name, f"it was to have {n} lanes, and has at least 1")
    if against is None:
        if seat is not None:
            raise CannotStart(setting_of(game, seats).batch.game.name, f"seat {seat} learns against somebody: say whom")
        setting = setting_of(game, seats, **wishes)
        if wishes.get("names") or wishes.get("render_mode"):
            reason = "in lanes in which every seat learns nobody has a name, and nothing is drawn"
            raise CannotStart(setting.batch.game.name, f"{reason}: leave names and render_mode out")
        return LanesEnv(setting, n, seed=seed, autoreset_mode=autoreset_mode)
    return OneSeatLanes(one_seat(game, against, seats, seat, wishes), n, seed, autoreset_mode)


def register() -> None:
    """Let `gymnasium.make` know every installed game and every example, as `cardkit/crazy8s-v0`, and files of games.

    A file is `gymnasium.make("cardkit/file-v0", game="./my_game.py")`.
    """
    for name in (*installed(), *examples()):
        _register(name, game=name)
    _register("file")


def _register(name: str, **known: Any) -> None:
    identifier = f"cardkit/{name}-v0"
    if identifier not in gymnasium.registry:
        cast(Any, gymnasium).register(identifier, entry_point="cardkit.rl.environments:gym_env", kwargs=known)
