"""The example that learns Crazy 8s, on a small budget."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import ROOT, cardkit, loaded_from

from cardkit.rl import aec_env

EXAMPLE = ROOT / "docs" / "examples" / "learn_crazy8s.py"
pytestmark = pytest.mark.skipif(not EXAMPLE.is_file(), reason="the examples lie in a checkout")


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
