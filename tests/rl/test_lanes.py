"""Games side by side by Crazy 8s' kernel: what is seen and may be done, step by step, as in the environments."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from every_game import COARSE
from gymnasium.vector import AutoresetMode
from helpers import ROOT
from walks import by_itself, by_turns

import cardkit_crazy8s.fast.kernel_lanes
from cardkit import Card, standard52
from cardkit.core.chance.uncompiled import as_python
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import examples, installed, load_game
from cardkit.rl import aec_env, gym_env, vector_env
from cardkit.rl import lanes as rl_lanes
from cardkit.rl.actions import NotAnEnvironment
from cardkit.rl.lanes import Arrays, LanesEnv, TwinEpisode, TwinLanes
from cardkit.table.native.engine import NativeTwin
from cardkit.table.native.making import lay
from cardkit.table.native.reading import read
from cardkit.table.native.writing import ModuleWriter
from cardkit_crazy8s.fast.batches import Crazy8sLanes, suits_of

SOURCE = as_python(
    "fast_kernel_lanes_as_python",
    Path(str(cardkit_crazy8s.fast.kernel_lanes.__file__)).with_name("kernel_lanes.py"),
)
SPADES = ROOT / "docs" / "examples" / "spades.py"


def twin_in(folder: Path, plugin: Plugin) -> NativeTwin:
    """The twin of a game as plain Python."""
    package = f"tw_{folder.name.translate(str.maketrans('-[]. ', '_____'))}"
    lay(folder, package, ModuleWriter(read(plugin.game)).write().text)
    return NativeTwin(folder, package)


SMALL = [Card(rank, suit) for suit in "SH" for rank in "7898"]
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {"options": {"shuffle": True}}),
    (2, {}),
    (2, {"rules": "house"}),
    (4, {"options": {"shuffle": True, "reshuffle": "shuffle"}}),
    (3, {"options": {"reshuffle": "shuffle", "draw": 2, "last_card_wild_asks": False}}),
    (2, {"options": {"shuffle": True, "draw": "until-playable"}}),
    (2, {"options": {"shuffle": True, "hand_size": 2}, "deck": SMALL}),
    (5, {"options": {"shuffle": True, "wild": "none"}, "deck": 2 * list(standard52())}),
    (1, {"options": {"shuffle": True}}),
    (2, {"history": 4}),
]


MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)


class BesideAec:
    """A lane's games by the rules, which are played as the lane plays them."""

    def __init__(self, game: str, seats: int | None, seed: int, wishes: dict[str, Any]) -> None:
        self.env = aec_env(game, seats=seats, **wishes)
        self.env.reset(seed=seed)

    def seen(self) -> tuple[dict[str, Any], int]:
        """What the seat whose turn it is sees and may do, and which one it is."""
        seat = self.env.episode.seat
        return self.env.observe(self.env.possible_agents[seat]), seat

    def step(self, action: int) -> tuple[list[float], float, bool, bool]:
        """What an action is worth to all seats, and to the one that acts; whether the game is over, or stopped."""
        actor = self.env.agent_selection
        self.env.step(action)
        rewards = [self.env.rewards[agent] for agent in self.env.possible_agents]
        return rewards, self.env.rewards[actor], self.env.terminations[actor], self.env.truncations[actor]


def assert_alike(seen: dict[str, Any], observations: Any, lane: int) -> None:
    """What is seen in a lane, with the history where there is one."""
    told = observations if isinstance(observations, dict) else {"observation": observations}
    assert seen.keys() - {"action_mask"} == told.keys()
    assert all(np.array_equal(seen[part], numbers[lane]) for part, numbers in told.items())


def compare(env: LanesEnv, game: str, seats: int | None, wishes: dict[str, Any], *, steps: int, seed: int) -> int:
    """Play by chance, and by the rules beside each lane; returns how many games were over."""
    lanes = [BesideAec(game, seats, seed + lane, wishes) for lane in range(env.num_envs)]
    at_once = env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = env.reset(seed=seed)
    assert env.observation_space.contains(observations)
    is_over, games = [False] * env.num_envs, 0
    for _ in range(steps):
        for lane, beside in enumerate(lanes):
            seen, seat = beside.seen()
            assert_alike(seen, observations, lane)
            assert np.array_equal(seen["action_mask"], infos["action_mask"][lane])
            assert seat == infos["seat"][lane]
            if isinstance(env.lanes, Crazy8sLanes):
                stock, discards, *hands = [pile.cards for pile in beside.env.episode.match.state.piles()]
                assert env.lanes.piles(lane) == [stock, discards, *(sorted(hand, key=str) for hand in hands)]
        actions = env.any_actions()
        observations, rewards, ended, stopped, infos = env.step(actions)
        for lane, beside in enumerate(lanes):
            if is_over[lane]:
                beside.env.reset()
                is_over[lane] = False
                assert (0.0, False, False) == (rewards[lane], ended[lane], stopped[lane])
                continue
            worth = beside.step(int(actions[lane]))
            assert worth == (list(infos["rewards"][lane]), rewards[lane], ended[lane], stopped[lane])
            if ended[lane] or stopped[lane]:
                games += 1
                if at_once:
                    seen, seat = beside.seen()
                    assert infos["_final_obs"][lane]
                    assert_alike(seen, infos["final_obs"], lane)
                    assert seat == infos["final_info"]["seat"][lane]
                    beside.env.reset()
                else:
                    is_over[lane] = True
    return games


@pytest.mark.parametrize("steps", [260, pytest.param(2_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("seats", "wishes"), TABLES)
@pytest.mark.parametrize("mode", MODES)
def test_every_step_is_as_by_the_rules(seats: int, wishes: dict[str, Any], mode: AutoresetMode, steps: int) -> None:
    wishes = {**wishes, "most_actions": 120}
    env = vector_env("crazy8s", 6, seats=seats, autoreset_mode=mode, **wishes)
    assert compare(env, "crazy8s", seats, wishes, steps=steps, seed=40) > 6


@pytest.mark.parametrize(("name", "mode"), [*zip([*installed(), *examples()], cycle(MODES), strict=False)])
def test_every_game_is_played_side_by_side_as_in_its_environment(name: str, mode: AutoresetMode) -> None:
    wishes = {"coarse": COARSE.get(name, {}), "most_actions": 8}
    env = vector_env(name, 2, autoreset_mode=mode, **wishes)
    assert compare(env, name, None, wishes, steps=60, seed=5) >= 2


WITH_HANDS = ("cribbage", "gin_rummy", "hearts")
"""Games whose hands are over soon, played hand by hand."""


@pytest.mark.parametrize(
    ("name", "episode"),
    [
        *((name, "match") for name in sorted({*installed(), *examples()} - {"crazy8s"})),
        *((name, "hand") for name in WITH_HANDS),
        (str(ROOT / "tests" / "data" / "out_of_turn.py"), "match"),
    ],
)
def test_a_twin_plays_side_by_side_and_by_turns_as_in_the_environment(
    name: str, episode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    twin = twin_in(tmp_path, load_game(name))
    monkeypatch.setattr(rl_lanes, "lanes_of", partial(TwinLanes, twin=twin))
    mode = AutoresetMode.NEXT_STEP if len(name) % 2 else AutoresetMode.SAME_STEP
    wishes: dict[str, Any] = {"most_actions": 8} if episode == "match" else {"episode": episode}
    env = vector_env(name, 2, autoreset_mode=mode, **wishes)
    assert compare(env, name, None, wishes, steps=60 if episode == "match" else 130, seed=5) >= 2
    assert isinstance(env.lanes, TwinLanes)
    assert not env.lanes.by_rules
    monkeypatch.setattr(rl_lanes, "compared_twin", lambda _: twin)
    assert_a_twin_walks_as_the_rules(name, wishes)


def assert_a_twin_walks_as_the_rules(name: str, wishes: dict[str, Any]) -> None:
    """Whether all seats learn or one; an environment that has a history goes by the rules."""
    env, beside = aec_env(name, **wishes), aec_env(name, history=1, **wishes)
    for one in (env, beside):
        one.reset(seed=2)
    assert isinstance(env.episode, TwinEpisode)
    assert [*by_turns(beside, 100, history=False)] == [*by_turns(env, 100, copied=True)]
    alone, next_to = gym_env(name, **wishes), gym_env(name, history=1, **wishes)
    (_, info), (_, other) = alone.reset(seed=2), next_to.reset(seed=2)
    assert isinstance(alone.episode, TwinEpisode)
    assert [*by_itself(next_to, other, 40)] == [*by_itself(alone, info, 40, copied=True)]


ODD = """
from dataclasses import field
from enum import Enum
from typing import Literal

from cardkit import Action, Card, Dealer, Form, Game, Pile, Result, Seat, State, Suit, private


class Mood(Enum):
    CALM = "calm"
    WILD = "wild"


class Lay(Action):
    how: Literal["high", "low"]
    cards: tuple[Card, ...]
    to: Seat


class Stay(Action):
    pass


class Table(State):
    stock: Pile
    hands: list[Pile]
    heaps: list[Pile]
    mood: Mood = Mood.CALM
    warmth: float = -0.5
    secrets: list[int | None] = private(default_factory=list)
    named: list[Card] = field(default_factory=list)
    led: list[Suit] = field(default_factory=list)
    out: list[Seat] = field(default_factory=list)
    last: Card | None = None


class Odd(Game[Table, Lay | Stay]):
    name = "odd"
    players = range(2, 4)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Table:
        dealer.shuffle(deck)
        heaps = [Pile.face_up(owner=seat) for seat in range(seats)]
        table = Table(seats=seats, stock=deck, hands=Pile.hands(seats), heaps=heaps, secrets=[None] * seats)
        dealer.deal(table.stock, table.hands, 5)
        return table

    def legal(self, table: Table) -> list[Lay | Stay | Form[Lay]]:
        how = "high" if table.mood is Mood.CALM else "low"
        lay = Lay.some_of(table.hands[table.turn].cards, 1, 3, [how], [(table.turn + 1) % table.seats])
        return [lay] if table.count % 3 else [Stay(), lay]

    def apply(self, table: Table, action: Lay | Stay, dealer: Dealer) -> None:
        seat = table.turn
        table.pass_turn()
        if isinstance(action, Stay):
            table.mood = Mood.WILD if table.mood is Mood.CALM else Mood.CALM
            table.out = [seat, *table.out[:1]]
            return
        dealer.move(action.cards, table.hands[seat], table.heaps[action.to])
        table.warmth = -table.warmth * 1.7
        table.secrets[seat] = len(action.cards) - 2
        table.named = [*action.cards]
        table.last = action.cards[-1]
        table.led = [*table.led, action.cards[0].suit][-4:]
        hand = table.hands[seat]
        dealer.draw(table.stock, hand, min(len(table.stock), 5 - len(hand)))

    def result(self, table: Table) -> Result | None:
        return None if all(table.hands) else Result.most([len(heap) for heap in table.heaps])
"""
"""A game with values of all kinds, and with equal cards, some of which are chosen one by one."""


def test_values_of_all_kinds_and_equal_cards_are_told_by_a_twin_as_by_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "odd.py").write_text(ODD, encoding="utf-8")
    game = str(tmp_path / "odd.py")
    twin = twin_in(tmp_path, load_game(game))
    monkeypatch.setattr(rl_lanes, "lanes_of", partial(TwinLanes, twin=twin))
    wishes: dict[str, Any] = {"deck": 2 * [Card(rank, suit) for rank in "2345" for suit in "CD"]}
    env = vector_env(game, 3, seats=3, **wishes)
    assert compare(env, game, 3, wishes, steps=100, seed=5) > 6
    assert isinstance(env.lanes, TwinLanes)
    assert not env.lanes.by_rules


@pytest.mark.parametrize("episode", ["match", "hand"])
def test_where_a_twin_fails_the_rules_play_on(episode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wishes: dict[str, Any] = {"coarse": COARSE["spades"], "options": {"limit": 180}, "episode": episode}
    failing = ("                self.score(table, dealer)\n", "                [][1]\n")
    text = SPADES.read_text(encoding="utf-8")
    assert failing[0] in text
    (tmp_path / "failing.py").write_text(text.replace(*failing), encoding="utf-8")
    twin = twin_in(tmp_path, load_game(str(tmp_path / "failing.py")))
    monkeypatch.setattr(rl_lanes, "lanes_of", partial(TwinLanes, twin=twin))
    env = vector_env("spades", 2, **wishes)
    assert compare(env, "spades", None, wishes, steps=240, seed=5) > 0
    env.reset(seed=5)
    lanes = env.lanes
    assert isinstance(lanes, TwinLanes)
    for _ in range(70):
        env.step(env.any_actions())
    assert lanes.by_rules == {0, 1}
    monkeypatch.setattr(rl_lanes, "compared_twin", lambda _: twin)
    assert_a_twin_walks_as_the_rules("spades", wishes)


def test_the_uncompiled_kernel_plays_the_same_games() -> None:
    options = {"shuffle": True, "draw": 2, "reshuffle": "shuffle"}
    env = vector_env("crazy8s", 3, seats=3, options=options, most_actions=90)
    setting = env.setting
    batch, arrays = setting.batch, Arrays.of(setting, 3)
    plain = Crazy8sLanes(SOURCE, batch, suits_of(batch), setting.actions, setting.observations, arrays)
    env.reset(seed=3)
    arrays.seeds[:], arrays.chances[:] = env.arrays.seeds, env.arrays.chances
    plain.begin()
    for _ in range(130):
        assert (env.arrays.seen, env.arrays.masks) == (arrays.seen, arrays.masks)
        plain.choose()
        env.step(env.any_actions())
        plain.step(90, at_once=False)
        assert env.arrays == arrays
    assert max(arrays.numbers) > 0


def test_arrays_are_handed_out_without_a_copy() -> None:
    env = vector_env("crazy8s", 2, seats=2, seed=4)
    observations, infos = env.reset()
    again, rewards, _, _, told = env.step(env.any_actions())
    assert again is observations
    assert told["action_mask"] is infos["action_mask"]
    assert rewards is env.step(env.any_actions())[1]


@pytest.mark.parametrize("name", ["crazy8s", "go_fish"])
def test_an_illegal_action_ends_the_game_for_the_seat_that_acted(name: str) -> None:
    env = vector_env(name, 2, seats=3, seed=4)
    _, infos = env.reset()
    wrong = int(np.flatnonzero(infos["action_mask"][0] == 0)[0])
    actions = env.any_actions().copy()
    actions[0] = wrong
    _, rewards, ended, stopped, infos = env.step(actions)
    assert [-1, 0] == rewards.tolist()
    assert [[-1, 0, 0], [0, 0, 0]] == infos["rewards"].tolist()
    assert ([True, False], [False, False]) == (ended.tolist(), stopped.tolist())
    assert not infos["action_mask"][0].any()
    assert [0, 0] == env.step(env.any_actions())[1].tolist(), "the next game has begun in the first lane"
    assert infos["action_mask"][0].any()


@pytest.mark.parametrize(("name", "costs"), [("hearts", 125), ("spades", 1_000)])
def test_an_illegal_action_costs_no_less_than_the_worst_hand_in_every_environment(name: str, costs: float) -> None:
    lanes, one, turns = (
        vector_env(name, 1, episode="hand"),
        gym_env(name, episode="hand"),
        aec_env(name, episode="hand"),
    )
    turns.reset(seed=1)
    agent = turns.agent_selection
    wrong = int(np.argmin(turns.observe(agent)["action_mask"]))
    turns.step(wrong)
    lanes.reset(seed=1)
    _, info = one.reset(seed=1)
    told = [lanes.step([wrong])[1][0], one.step(info["action_mask"].argmin())[1], turns.rewards[agent]]
    assert [-costs] * 3 == told


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda env: vector_env("crazy8s", 0), "it was to have 0 lanes"),
        (lambda env: vector_env("crazy8s", 0, against="random"), "it was to have 0 lanes"),
        (lambda env: vector_env("crazy8s", 2, autoreset_mode=AutoresetMode.DISABLED), "NEXT_STEP or SAME_STEP"),
        (lambda env: vector_env("crazy8s", 2).step([0, 0]), "call reset first"),
        (lambda env: env.reset(seed=[1]), "1 seed was given for 2 lanes"),
        (lambda env: env.step([0]), "a step takes 2 whole numbers"),
        (lambda env: env.step([0.5, 1]), "a step takes 2 whole numbers"),
        (lambda env: env.step([0, 262]), "from 0 to 261"),
        (lambda env: env.step([-1, 0]), "from 0 to 261"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(make: Callable[[LanesEnv], Any], reason: str) -> None:
    begun = vector_env("crazy8s", 2, seats=2, seed=1)
    begun.reset()
    with pytest.raises(NotAnEnvironment, match=reason) as error:
        make(begun)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["crazy8s", "go_fish"])
@pytest.mark.parametrize("mode", MODES)
def test_nobody_can_change_the_game_through_what_is_handed_out(mode: AutoresetMode, name: str) -> None:
    env = vector_env(name, 2, seats=2, seed=4, autoreset_mode=mode)
    observations, infos = env.reset()
    handed = [observations, *infos.values()]
    observations, rewards, ended, stopped, infos = env.step(env.any_actions())
    handed += [observations, rewards, ended, stopped, *infos.values(), infos.get("final_info", {}).get("seat")]
    arrays = [array for array in handed if isinstance(array, np.ndarray)]
    assert len(arrays) >= 12
    for array in [*arrays, env.any_actions()]:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[0]
