"""Policies as players: at a table, at a terminal, in an arena, out of a file, and learned by the example."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from every_game import WAYS, Way, in_every_way
from helpers import ROOT, Run, cardkit, environment, finished, loaded_from
from onnx_by_hand import network

from cardkit import PlayerFault, Seeded, Table, openspiel
from cardkit import rl as cardkit_rl
from cardkit.plugins.people import Guarded
from cardkit.rl import aec_env, player

Seen = list[dict[str, Any]]


def at_a_table(way: Way, policy: Any, **options: Any) -> Table[Any, Any]:
    """The first game of a seed, in which all seats do what a policy says."""
    batch = way.batch()
    seats = [player(policy, **options)(Seeded(seat)) for seat in range(batch.seats)]
    guarded = [Guarded(bot, seat, "learned") for seat, bot in enumerate(seats)]
    return Table(batch.match(0), guarded, seed=batch.seed_of(0), most=60, most_turns=40)


@in_every_way
def test_a_policy_is_shown_at_a_table_what_it_was_in_its_environment(way: Way) -> None:
    def policy(seen: dict[str, Any]) -> Any:
        shown.append(seen)
        return np.flatnonzero(seen["action_mask"])[-1]

    shown: Seen = []
    at_a_table(way, policy, history=8).run()
    learned, shown = shown, []
    env = aec_env(way.game, rules=way.rules, history=8, most_actions=10_000)
    env.reset(seed=1)
    while len(shown) < len(learned) and not any(env.terminations.values()):
        env.step(policy(env.observe(env.agent_selection)))
    assert len(learned) == len(shown) > 0
    for one, other in zip(learned, shown, strict=True):
        assert {name: array.tolist() for name, array in one.items()} == {
            name: array.tolist() for name, array in other.items()
        }


CRAZY8S = WAYS[0]


def test_of_values_the_best_legal_one_counts() -> None:
    by_value = at_a_table(CRAZY8S, lambda seen: 500.0 * (1 - seen["action_mask"]) - np.arange(262))
    lowest = at_a_table(CRAZY8S, lambda seen: np.flatnonzero(seen["action_mask"])[0])
    assert by_value.run() == lowest.run()
    assert by_value.match.state.position() == lowest.match.state.position()


NO_NUMBER = "the policy said that a legal action is worth something that is no number"
WRONG = [
    ("the policy said 261, and legal are ", 261),
    ("a policy says the number of an action, or 262 values, and this one said 3 values", [1, 2, 3]),
    ("a policy says the number of an action, or 262 values, and this one said 1.5", 1.5),
    (NO_NUMBER, [float("nan")] * 262),
    (NO_NUMBER, [1j] * 262),
    (NO_NUMBER, [None] * 262),
    (NO_NUMBER, ["1"] * 262),
]


@pytest.mark.parametrize(("reason", "said"), WRONG)
def test_what_is_no_action_is_told_as_the_fault_of_the_player(reason: str, said: Any) -> None:
    with pytest.raises(PlayerFault) as fault:
        at_a_table(CRAZY8S, lambda seen: said).run()
    assert str(fault.value).startswith(f"seat 0 (learned) is at fault: {reason}")


def seated(name: str) -> Run:
    """A game that a player of this name begins."""
    house = ["crazy8s", "--rules", "house", "--seed", "1", "--quiet"]
    return cardkit("play", *house, "--seat", name, "--seat", "ai")


def test_a_policy_in_a_module_sits_at_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "from cardkit.rl import player\nmine = player(lambda seen: seen['action_mask'])\n"
    (tmp_path / "a_learned_policy.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    run = seated("a_learned_policy:mine")
    assert (0, "") == (run.code, run.err)
    assert run.out.startswith("Ada wins the game in ")


# Files of ONNX


def test_a_file_of_onnx_sits_at_the_terminal_and_in_an_arena(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime", reason="the extra `onnx` is not installed")
    path = network(tmp_path / "policy.onnx", 327, 262, given="anything")
    run = seated(str(path))
    assert (0, "") == (run.code, run.err)
    assert "The game is a draw after " in run.out or " the game in " in run.out
    arena = cardkit("arena", "crazy8s", "--player", str(path), "--player", "random", "-n", "2")
    assert (0, "") == (arena.code, arena.err)


def test_what_is_wrong_with_a_file_of_onnx_is_said_in_a_sentence(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime", reason="the extra `onnx` is not installed")
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"no network")
    short, few = network(tmp_path / "short.onnx", 300, 262), network(tmp_path / "few.onnx", 327, 9)
    for path, said in (
        (tmp_path / "none.onnx", "there is no such file"),
        (broken, "it is no network that can be run: "),
        (short, "its network takes 300 numbers as observation, and this table tells 327\n"),
        (few, "its network says 9 values, and this table has 262 actions\n"),
    ):
        run = seated(str(path))
        assert (True, True) == (run.code != 0, said in run.err)


def test_a_library_that_is_missing_is_named_with_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = network(tmp_path / "unread.onnx", 327, 262)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    run = seated(str(path))
    assert 0 != run.code
    assert "it needs onnxruntime, which comes with: pip install 'cardkit[onnx]'\n" in run.err
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    for name in [name for name in sys.modules if name.startswith("cardkit.rl.environments")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(ImportError) as missing:
        getattr(cardkit_rl, "aec_env")  # noqa: B009
    assert "aec_env needs pettingzoo, which comes with: pip install 'cardkit[rl]'" == str(missing.value)
    monkeypatch.delitem(sys.modules, "cardkit.rl.openspiel", raising=False)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ImportError, match=r"needs pyspiel, which comes with: pip install 'cardkit\[openspiel\]'"):
        openspiel.register()


PLAYED = """
import sys
from cardkit.cli.app import main
sys.argv = "cardkit play crazy8s --rules house --seed 1 --quiet --seat ai --seat random".split()
try:
    main()
finally:
    print({"numpy", "gymnasium", "pettingzoo", "onnxruntime", "sklearn", "PIL"} & {*sys.modules})
"""


def test_nothing_of_it_is_loaded_where_somebody_plays() -> None:
    done = finished([sys.executable, "-c", PLAYED], b"", env=environment())
    assert b"set()" == done.stdout.split(b"\n")[-2].strip(), done.stderr


EXAMPLE = ROOT / "docs" / "examples" / "learn_crazy8s.py"


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The example as a module, in a folder of its own, with lessons of few games."""
    pytest.importorskip("sklearn", reason="the extra `learn` is not installed")
    module = loaded_from(EXAMPLE)
    monkeypatch.setattr(module, "LESSON", 20)
    monkeypatch.chdir(tmp_path)
    return module


def test_it_learns_to_play_better_than_at_random(example: Any, capsys: pytest.CaptureFixture[str]) -> None:
    example.main(["--games", "100", "--deals", "5", "--against", "random"])
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("against random: ")
    assert float(last.split()[2]) > 60
    house = ["crazy8s", "--rules", "house", "--quiet", "--seed", "1"]
    run = cardkit("play", *house, "--seat", str(EXAMPLE), "--seat", "ai", folder=Path.cwd())
    assert (0, "") == (run.code, run.err)


def test_what_the_page_says_plays_the_game_that_was_learned_and_asks_nothing() -> None:
    page = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")
    (line,) = (line for line in page.splitlines() if line.startswith("cardkit play crazy8s "))
    words = line.replace("human", "ai").replace(EXAMPLE.relative_to(ROOT).as_posix(), "ai").split()[1:]
    run = cardkit(*words, "--seed", "1")
    assert (0, "", "The initial discard is") == (run.code, run.err, run.lines[0][:22])
    assert 327 == aec_env("crazy8s", options={"shuffle": True}).setting.observations.size, "and it sees as much"


def test_what_was_kept_says_the_same_as_the_network(example: Any) -> None:
    values = example.learn(1, 3)
    example.np.savez_compressed(example.LEARNED, values.size, *values.layers)
    seen = example.np.arange(327, dtype="float32")
    assert values.of(seen, [3, 5, 261]).tolist() == example.learned().of(seen, [3, 5, 261]).tolist()
    one, other = (values.of(seen, [number]).tolist() for number in (3, 5))
    assert values.of(seen, [3, 5]).tolist() == pytest.approx([*one, *other], rel=1e-5)
