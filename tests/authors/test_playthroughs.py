"""Every game that is part of cardkit, each of its rule sets and every example has a playthrough that is up to date."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import ROOT

from cardkit import UnknownName
from cardkit.authors.testing import known_games, main, playthrough_text, playthroughs
from cardkit.plugins.registry import installed, load_game

KEPT = ROOT / "tests" / "playthroughs"
EXAMPLES = ROOT / "docs" / "examples"
GAMES = [path for path in sorted(EXAMPLES.glob("*.py")) if "(Game[" in path.read_text(encoding="utf-8")]
OWN = [name for name, entry in installed().items() if entry.dist and entry.dist.name == "cardkit"]
RENEW = "python -m cardkit.authors.testing --write tests/playthroughs"


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """The current directory is that of the project, whose examples are looked at."""
    monkeypatch.chdir(ROOT)


def example(name: str) -> str:
    """The path of an example."""
    return str(EXAMPLES / f"{name}.py")


def expected_files() -> list[str]:
    """The names that the files have to have: worked out from the entry points and the examples once more."""
    names: list[str] = []
    for name in OWN:
        rule_sets = load_game(name).rule_sets
        names += [f"{name}-{rules.name}.txt" for rules in rule_sets] or [f"{name}.txt"]
    return sorted([*names, *(f"{path.stem}.txt" for path in GAMES)])


def test_every_game_has_a_playthrough_and_none_is_left_over() -> None:
    kept = sorted(path.name for path in KEPT.iterdir())
    assert expected_files() == kept, f"renew them by: {RENEW}"


def test_the_games_that_are_known_are_those_installed_and_the_examples() -> None:
    assert {"war", "crazy8s"} <= set(OWN) <= set(known_games())
    assert str(Path("docs") / "examples" / "hearts.py") in known_games()
    assert str(Path("docs") / "examples" / "mybot.py") not in known_games()


@pytest.mark.parametrize("game", [*OWN, *(path.relative_to(ROOT).as_posix() for path in GAMES)])
def test_the_playthrough_is_up_to_date(game: str) -> None:
    for name, text in playthroughs([game]):
        assert (KEPT / name).read_text(encoding="utf-8") == text, f"{name} has changed; renew it by: {RENEW}"


def test_a_playthrough_is_short_and_has_all_of_its_parts() -> None:
    text = playthrough_text(load_game(example("go_fish")), options={"hand_size": 2}, seats=2, seed=3, actions=4)
    lines = text.splitlines()
    assert ["game go-fish", "option hand_size 2", "seats 2", "seed 3"] == lines[:4]
    assert 4 == sum(line.startswith("legal: ") for line in lines)
    assert "  hidden from seat 0: stock, hands 1" in lines
    assert "how won" in lines
    assert all(line == line.rstrip() for line in lines)


def test_a_secret_action_is_shown_as_the_others_see_it() -> None:
    text = playthrough_text(load_game(example("hearts")), actions=3)
    assert "(to the others: pass ?? ?? ??)" in text
    assert "\n  seat 2, no seat: from hands 0: 3 ?? to hands 1\n" in text


def test_a_change_after_the_last_action_shown_changes_the_digest() -> None:
    plugin = load_game(example("hearts"))
    one, other = (playthrough_text(plugin, options={"limit": limit}, actions=1) for limit in (50, 80))
    assert one.splitlines()[-1] != other.splitlines()[-1]


def test_an_endless_game_ends_with_its_cycle() -> None:
    options = {"face_down": 0, "pickup": "table"}
    war = load_game("war")
    texts = (playthrough_text(war, "rhodes", options=options, seats=2, seed=seed, actions=0) for seed in range(9))
    assert any("\nhow endless\n" in text and "\ncycle " in text for text in texts)


def test_an_unknown_rule_set_is_told() -> None:
    with pytest.raises(UnknownName, match="'x'; known: classic"):
        playthrough_text(load_game("crazy8s"), "x")


def test_the_command_writes_files_and_takes_away_what_is_left_over(tmp_path: Path) -> None:
    folder = tmp_path / "golden"
    folder.mkdir()
    (folder / "gone.txt").write_text("of a game that is no more")
    main(["--write", str(folder)])
    assert expected_files() == sorted(path.name for path in folder.iterdir())


def test_the_command_leaves_other_files_where_a_game_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.txt").write_text("of another game")
    main([example("go_fish"), "--write", str(tmp_path)])
    assert ["go_fish.txt", "mine.txt"] == sorted(path.name for path in tmp_path.iterdir())
    main([example("go_fish")])
    assert (tmp_path / "go_fish.txt").read_text(encoding="utf-8") == capsys.readouterr().out
