"""Lists for people and for programs: games with the examples, rules, decks, a deck; what a shell completes."""

from __future__ import annotations

import json
import os
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from helpers import ROOT, cardkit, cardkit_process, environment, finished

from cardkit.plugins.registry import example, examples, load_game


def told(*arguments: str) -> Any:
    """What a command says as JSON."""
    run = cardkit(*arguments, "--json")
    assert ("", 0, 1) == (run.err, run.code, len(run.lines))
    return json.loads(run.out)


def test_examples_are_games_by_their_names() -> None:
    names = [game["name"] for game in told("games")]
    assert ["crazy8s", "war", "blackjack", "cheat"] == names[:4]
    assert {"hearts", "go_fish", "old_maid"} <= set(names)
    assert not {"go_fish_1", "mybot", "test_go_fish"} & set(names)
    assert "hearts: 3 to 5 players; an example" in cardkit("games").lines
    run = cardkit("play", "hearts", "--seed", "1", "--people", "0", "--players", "3", "-q")
    assert ("", 0) == (run.err, run.code)
    assert run.out == cardkit("play", "docs/examples/hearts.py", *["--seat=ai"] * 3, "--seed=1", "-q", folder=ROOT).out


@pytest.mark.parametrize("name", list(examples()))
def test_an_example_is_found_by_the_name_of_its_game_and_has_a_line_for_a_list(name: str) -> None:
    game = load_game(name)
    assert example(game.game.name) == examples()[name]
    assert name == game.source
    about = next(fact["about"] for fact in told("games") if fact["name"] == name)
    assert 20 < len(about) < 130
    assert "." == about[-1]


@pytest.mark.skipif(not (ROOT / "hatch_build.py").exists(), reason="the wheel is made from a checkout")
def test_the_wheel_has_every_example() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    expected = {f"docs/examples/{name}.py": f"cardkit/examples/{name}.py" for name in examples()}
    assert expected == {source: target for source, target in included.items() if "examples" in source}


def test_rules_are_told_with_options_and_rule_sets() -> None:
    rules = told("rules", "crazy8s")
    assert ["classic", "house"] == [rule_set["name"] for rule_set in rules["rule_sets"]]
    assert 5 == rules["options"]["hand_size"]["default"]
    assert (1, 1000, "1 to 1000") == (rules["least"], rules["most"], rules["players"])
    assert rules["rules"].startswith("Everybody starts")
    assert ["ai", "careful"] == rules["own_players"]


def test_decks_are_told_with_their_games_and_their_cards() -> None:
    decks = {deck["name"]: deck["games"] for deck in told("decks")}
    assert (["crazy8s"], ["war"]) == (decks["microDeck"], decks["first-war"])
    deck = told("deck", "crazy8s", "microDeck")
    assert "7 Hearts" == deck["cards"][0]
    assert ["Hearts", "Clubs", "Spades"] == deck["suits"]
    assert ["Ada", "Ben"] == told("deck", "war", "first-war")["names"]


def test_a_package_that_brings_a_game_of_anothers_name_is_left_out_and_told(tmp_path: Path) -> None:
    package = tmp_path / "other_games-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: other-games\nVersion: 1.0\n", encoding="utf-8")
    entries = "[cardkit.games]\nwar = no_such_module:War\nzoo = no_such_module:Zoo\n"
    (package / "entry_points.txt").write_text(entries, encoding="utf-8")
    command = [sys.executable, "-m", "cardkit", "games"]
    done = finished(command, env={**environment(), "PYTHONPATH": str(tmp_path)}, encoding="utf-8")
    left_out = "war: that of the package other-games is left out, as there is a game of this name already"
    assert (0, f"cardkit: {left_out}\n") == (done.returncode, done.stderr)
    unused = [line.partition(": can't be used: ")[::2] for line in done.stdout.splitlines() if "can't be used" in line]
    assert unused == [("zoo", "zoo: ModuleNotFoundError while it was loaded: No module named 'no_such_module'")]


def completed(line: str) -> list[str]:
    """What bash is offered at the end of a line."""
    words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1)}
    run = cardkit_process(**words, _CARDKIT_COMPLETE="complete_bash", CARDKIT_HOME=os.environ["CARDKIT_HOME"])
    assert "" == run.err
    return run.out.split()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("cardkit play he", ["hearts"]),
        ("cardkit play crazy8s mi", ["microDeck"]),
        ("cardkit play crazy8s --rules ", ["classic", "house"]),
        ("cardkit simulate war --set f", ["face_down="]),
        ("cardkit play crazy8s --seat c", ["crazy8s:careful"]),
        ("cardkit play war --style u", ["umbc", "umassd"]),
        ("cardkit play chess --rules ", []),
        ("cardkit check --promise legal-is", ["legal-is-a-list"]),
        ("cardkit config get na", ["name"]),
    ],
)
def test_values_are_completed(line: str, words: list[str]) -> None:
    assert words == completed(line)


def test_kept_games_are_completed() -> None:
    cardkit("play", "go_fish", typed=[":go 1"])
    assert ["go-fish-1"] == completed("cardkit resume go")
