"""Games as environments, by the libraries' own tests and by ours."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from every_game import Way, in_every_way, in_every_way_by_turns
from gymnasium.utils.env_checker import check_env
from walks import COPIES, by_itself, by_turns

from cardkit import Table
from cardkit.core.errors import CardkitError
from cardkit.rl import aec_env, gym_env, parallel_env, register, vector_env
from cardkit.rl.environments import TurnsEnv

with warnings.catch_warnings():
    # PettingZoo's tests import environments of its own by their old names, where their libraries are installed.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, seed_test
    from pettingzoo.test.seed_test import parallel_seed_test

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def made(make: Any, way: Way) -> Any:
    """The environment of a way to play."""
    return make(way.game, rules=way.rules, history=10)


@in_every_way
def test_the_libraries_own_tests_pass(way: Way, monkeypatch: pytest.MonkeyPatch) -> None:
    api_test(made(aec_env, way), num_cycles=40)
    seed_test(partial(made, aec_env, way), num_cycles=30)
    ticks = count()
    monkeypatch.setattr(
        sys.modules[performance_benchmark.__module__], "time", SimpleNamespace(time=lambda: next(ticks))
    )
    performance_benchmark(made(aec_env, way))
    check_env(made(gym_env, way), skip_render_check=True)
    if way.has_several_at_a_time:
        parallel_api_test(made(parallel_env, way), num_cycles=30)
        parallel_seed_test(partial(made, parallel_env, way), num_cycles=30)


class Highest:
    """Takes the legal action with the highest number, as a bot that knows its seat."""

    def __init__(self, env: TurnsEnv, seat: int) -> None:
        self._actions, self._seat = env.setting.actions, seat

    def __call__(self, view: Any, legal: Sequence[Any], /) -> Any:
        said: Any = ()
        while isinstance(said, tuple):
            highest = max(self._actions.numbers(legal, self._seat, dict, said))
            said = self._actions.after(highest, legal, self._seat, dict, said)
        return said


@in_every_way_by_turns("history", [0, 5])
def test_a_game_is_the_one_that_a_table_plays_by_the_same_seed_and_choices(way: Way, history: int) -> None:
    env = aec_env(way.game, rules=way.rules, history=history, most_actions=60)
    for number in range(2 - bool(history)):
        env.reset(seed=7 if number == 0 else None)
        reward = play(env, -1)
        batch = env.setting.batch
        assert (7, number) == (batch.seed, env.setting.number)
        match, players = batch.match(number), [Highest(env, seat) for seat in range(batch.seats)]
        if any(env.truncations.values()):
            assert env.episode.is_cut_off
            continue
        assert Table(match, players, seed=batch.seed_of(number)).run() == env.episode.match.result
        assert match.state.position() == env.episode.match.state.position()
        assert list(env.rewards.values()) == env.setting.rewards(match.result)
        assert reward == env.rewards[env.agent_selection]


def play(env: TurnsEnv, which: int) -> float:
    """What a game was worth to the one asked last in which always the lowest (0) or the highest (-1) is answered."""
    while True:
        observation, reward, ended, stopped, _ = env.last()
        if ended or stopped:
            return reward
        env.step(np.flatnonzero(observation["action_mask"])[which])


def test_rewards_are_scores_where_that_is_chosen() -> None:
    env = aec_env("hearts", options={"limit": 1}, coarse={"Pass": 1}, rewards="scores", seats=4)
    env.reset(seed=1)
    play(env, 0)
    result = env.episode.match.result
    assert result is not None
    average = sum(result.scores) / 4
    assert [average - score for score in result.scores] == list(env.rewards.values())
    assert max(env.rewards.values()) == env.rewards[env.possible_agents[result.winners[0]]]


def test_an_action_that_is_not_legal_ends_the_game_as_pettingzoo_has_it() -> None:
    env = aec_env("crazy8s", seats=3)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]))
    others = [one for one in env.agents if one != agent]
    assert -1 == env.rewards[agent]
    assert {0} == {env.rewards[one] for one in others}
    assert all(env.terminations.values())
    assert all(env.truncations.values())
    for worth in (-1, 0, 0):
        assert worth == env.last()[1]
        env.step(None)
    assert not env.agents


def over(env: TurnsEnv) -> list[float]:
    """What it was worth to each seat, when legal actions were played by chance up to the end."""
    chance = np.random.default_rng(1)
    while not any([*env.terminations.values(), *env.truncations.values()]):
        env.step(int(chance.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    return list(env.rewards.values())


@pytest.mark.parametrize("name", ["hearts", "gin_rummy", "spades", "golf", "cribbage", "euchre"])
def test_an_episode_may_be_a_hand_and_its_points_the_reward(name: str) -> None:
    env = aec_env(name, episode="hand")
    env.reset(seed=3)
    before = np.zeros(len(env.possible_agents))
    for _ in range(3):
        assert 0 == env.setting.number
        worth, state = over(env), env.episode.match.state
        assert {"hand"} == {info["how"] for info in env.infos.values()}
        scores: Any = state.scores  # type: ignore[attr-defined]
        if len(scores) == len(before):
            points = (np.array(scores) - before) * (-1 if env.setting.batch.game.better == "least" else 1)
            assert np.allclose(points - points.mean(), worth)
            before = np.array(scores)
        env.reset()
    env.reset(seed=3)
    assert (0, 1) == (env.setting.number, env.episode.match.state.round)
    lanes = vector_env(name, 2, episode="hand")
    lanes.reset(seed=3)
    assert (lanes.step(lanes.any_actions())[0] != 0).any()


@pytest.mark.parametrize("others", ["random", "ai"])
def test_one_seat_learns_in_many_games_as_in_each_alone(others: str) -> None:
    wishes: dict[str, Any] = {"against": others, "seats": 3, "episode": "hand"}
    lanes, alone = vector_env("hearts", 2, **wishes), [gym_env("hearts", **wishes) for _ in range(2)]
    _, infos = lanes.reset(seed=5)
    known = [env.reset(seed=5 + lane)[1] for lane, env in enumerate(alone)]
    over, worth = [False, False], [0.0, 0.0]
    for _ in range(80):
        masks = lanes.action_masks()
        actions = [int(np.flatnonzero(mask)[-1]) if mask.any() else 0 for mask in masks]
        seen, rewards, ended, _, infos = lanes.step(np.array(actions))
        for lane, env in enumerate(alone):
            if over[lane]:
                numbers, known[lane] = env.reset()
                over[lane] = False
            else:
                numbers, reward, over[lane], _, known[lane] = env.step(actions[lane])
                assert (reward, over[lane]) == (rewards[lane], ended[lane])
                worth[lane] += abs(reward)
            assert np.array_equal(numbers, seen[lane])
            assert np.array_equal(known[lane]["action_mask"], infos["action_mask"][lane])
    assert all(worth)


def test_what_comes_with_a_game_is_told_to_be_missing_before_it_begins() -> None:
    env: Any = aec_env("crazy8s")
    single: Any = gym_env("crazy8s")
    names = ("agent_selection", "rewards", "terminations", "truncations", "infos")
    assert not any(hasattr(env, name) for name in names)
    asks = [partial(getattr, env, name) for name in names]
    asks += [partial(single.step, 0), lambda: single.seat, vector_env("crazy8s", 2).any_actions]
    for ask in (*asks, partial(env.observe, "player_0")):
        with pytest.raises(CardkitError, match=r"^crazy8s: no game was begun: call reset first$"):
            ask()


def test_a_game_that_takes_too_many_actions_is_truncated_and_worth_nothing() -> None:
    env = aec_env("war", most_actions=3)
    env.reset(seed=1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(0)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert {0} == {*env.rewards.values()}


def test_the_seat_that_learns_is_another_one_in_each_game_unless_it_is_named() -> None:
    env = gym_env("crazy8s", "ai", seats=3)
    assert [0, 1, 2, 0] == [env.reset(seed=5 if game == 0 else None)[1]["seat"] for game in range(4)]
    assert {2} == {gym_env("crazy8s", "ai", seats=3, seat=2).reset(seed=seed)[1]["seat"] for seed in range(3)}


def test_gymnasium_knows_the_games_once_they_are_registered(tmp_path: Path) -> None:
    register()
    register()
    env = gymnasium.make("cardkit/crazy8s-v0", against="ai", seats=3)
    assert env.unwrapped.setting.batch.seats == 3  # type: ignore[attr-defined]
    source = Path(__file__).parents[2] / "docs" / "examples" / "twenty_one.py"
    path = tmp_path / "mine.py"
    path.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    assert 2 == gymnasium.make("cardkit/file-v0", game=str(path)).action_space.n  # type: ignore[attr-defined]


def test_a_table_is_shown_as_text_and_as_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    env = aec_env("crazy8s", render_mode="human", names=["ada", "bo"])
    env.reset(seed=3)
    assert env.render() is None
    text = capsys.readouterr().out
    assert text.startswith("crazy8s · turn 1 · your turn · stock 41 · bo holds 5\n")
    assert "your hand: 5C QC · 8S KS · 8H" in text
    env.render_mode = "rgb_array"
    picture = env.render()
    assert (np.uint8, 3) == (picture.dtype, picture.shape[2])
    assert picture.shape[0] == 6 + 4 * (18 + 56 + 6)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 4


def test_what_the_numbers_mean_is_described() -> None:
    env = aec_env("crazy8s", history=4)
    env.reset(seed=3)
    said = env.unwrapped.describe()
    assert said.startswith("327 numbers that a seat sees:\n  0-51: stock, cards: 2C, 2D,")
    assert "\n4 rows of the history: event, seat, action, card, from, to, number\nnot told:\n  suits: " in said
    assert "\n262 actions:\n  0: play 2C C\n" in said
    assert said.endswith("\n  261: pass")
    assert [
        "stock, backs: cards 41",
        "discards, cards: 6C",
        "discards, top: 6C",
        "discards, bottom: 6C",
        "hands own, cards: 5C, 8H, 8S, KS, QC",
        "hands +1, backs: cards 5",
        "turn: own",
        "seat: 0",
        "suit: C",
    ] == env.describe(env.observe("player_0")).splitlines()


NOT = "can't be an environment:"
WRONG: list[tuple[Callable[[], Any], str]] = [
    (
        lambda: aec_env("spades", coarse={"Bit": 5}),
        f"spades {NOT} coarse names Bit, and its kinds of actions are Bid and Play",
    ),
    (lambda: aec_env("go_fish", seats=9), "go-fish: 9 seats were asked for, the game takes 2 to 6"),
    (lambda: aec_env("crazy8s", names=["bo", "bo"]), "crazy8s: there is 1 different name for 2 seats"),
    (lambda: aec_env("crazy8s", rewards="points"), "there is no kind of rewards 'points'; known: wins, scores"),
    (lambda: gym_env("crazy8s", render_mode="rgb"), "there is no render mode 'rgb'; known: ansi, human, rgb_array"),
    (
        lambda: vector_env("crazy8s", 2, render_mode="ansi"),
        "crazy8s: in lanes in which every seat learns nobody has a name, and nothing is drawn: leave names and "
        "render_mode out",
    ),
    (lambda: parallel_env("crazy8s"), f"crazy8s {NOT} no two seats ever act at the same time: take aec_env"),
    (
        lambda: aec_env("crazy8s", seatz=3),
        "there is no wish 'seatz'; known: seats, rules, options, deck, coarse, episode, rewards, history, "
        "most_actions, names, render_mode",
    ),
    (lambda: aec_env("war", history=-1), f"war {NOT} history is a number from 0 on, and was -1"),
    (lambda: gym_env("crazy8s", seat=2), "crazy8s: seat 2 is to learn, and the seats are 0 to 1"),
]


@pytest.mark.parametrize(("make", "reason"), WRONG)
def test_what_is_wrong_is_said_in_a_sentence(make: Callable[[], Any], reason: str) -> None:
    with pytest.raises(CardkitError) as refused:
        make()
    assert reason == str(refused.value)


def test_numbers_that_no_action_has_and_steps_at_the_wrong_time_are_refused() -> None:
    env = aec_env("twenty_one")
    env.reset(seed=1)
    for number in (2, -1, None, "draw"):
        with pytest.raises(CardkitError, match="is no action: they have the numbers from 0 to 1"):
            env.step(number)  # type: ignore[arg-type]
    single = gym_env("twenty_one")
    single.reset(seed=1)
    while not single.step(1)[2]:
        pass
    with pytest.raises(CardkitError, match="the game is over: call reset"):
        single.step(1)


ALL_LEARN: list[tuple[str, dict[str, Any]]] = [
    ("crazy8s", {}),
    ("crazy8s", {"history": 8}),
    ("war", {}),
    ("go_fish", {"seats": 3, "history": 5}),
    ("goofspiel", {}),
    ("golf", {}),
    ("kuhn", {}),
]


def assert_copies_are_whole(env: Any, walk: Callable[[Any], Iterator[Any]], steps_on: Callable[[], object]) -> None:
    """Now, and after the environment itself has gone on and begun anew."""
    now, later = ([copied(env) for copied in COPIES] for _ in range(2))
    seen = [*walk(env)]
    assert all(seen == [*walk(other)] for other in now)
    steps_on()
    assert all(seen == [*walk(other)] for other in later)


@pytest.mark.parametrize(("game", "options"), ALL_LEARN)
def test_copies_of_turns_are_whole(game: str, options: dict[str, Any]) -> None:
    env = aec_env(game, **options)
    for copied in COPIES:
        copied(env).reset(seed=1)
    env.reset(seed=3)
    assert [*by_turns(env, 6)]
    assert_copies_are_whole(env, partial(by_turns, steps=40), lambda: (env.reset(seed=9), [*by_turns(env, 11)]))


@pytest.mark.parametrize("against", ["random", "search:iterations=5"])
def test_copies_of_one_seat_are_whole(against: str) -> None:
    env = gym_env("crazy8s", against=against)
    _, info = env.reset(seed=3)
    assert_copies_are_whole(env, partial(by_itself, info=info, steps=12), lambda: env.reset(seed=9))
