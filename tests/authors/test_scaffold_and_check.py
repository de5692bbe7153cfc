"""What authors of games have: `cardkit new`, `cardkit check`, and what is said of plugins that cannot be used."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from broken_games import BROKEN, DECK, DRAWN, HEAP, LEAKY, deck_for
from helpers import PYTEST, ROOT, TESTS, Run, cardkit, cardkit_process, environment, finished

from cardkit import CannotStart, Game, UnknownName, deck
from cardkit.authors.checking import Subject, findings
from cardkit.authors.laws import EVERY_PROMISE, PLUGIN_PROMISES, PROMISES
from cardkit.authors.testing import Verdict, verdicts
from cardkit.authors.trial import Stage, StepClock, in_ranges
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import examples, installed, load_game, usable
from cardkit.plugins.setup import Setup
from cardkit.records.record import read_record
from cardkit.records.replay import verify

EXAMPLES = ROOT / "docs" / "examples"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder."""
    (tmp_path / "desk").mkdir()
    return tmp_path / "desk"


@pytest.fixture
def leaky(folder: Path) -> Path:
    """A folder with a game that breaks promises."""
    (folder / "leaky.py").write_text(LEAKY, encoding="utf-8")
    return folder


# cardkit new


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package made by `cardkit new old-bachelor`, installed beside it in `there`."""
    folder = tmp_path_factory.mktemp("new")
    run = cardkit("new", "old-bachelor", folder=folder)
    assert (0, "") == (run.code, run.err)
    python_typed = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    assert f"Install it with: {python_typed} -m pip install -e old-bachelor" == run.lines[-1]
    options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--target", str(folder / "there")]
    python("-m", "pip", "install", *options, str(folder / "old-bachelor"), folder=folder)
    return folder


def python(*arguments: str, folder: Path, path: Path | None = None) -> str:
    """The output of Python with these arguments; fails, with what it said, where it fails."""
    changes = {"PYTHONPATH": str(path)} if path else {}
    own = environment(**changes, PYTHONWARNINGS="ignore")
    done = finished([sys.executable, *arguments], cwd=folder, env=own, text=True, limit=300)
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout


def with_it(made: Path, *arguments: str) -> str:
    """The output of cardkit in the folder where the made package is installed."""
    return python("-m", "cardkit", *arguments, folder=made, path=made / "there")


def test_a_made_package_is_among_the_games(made: Path) -> None:
    assert "old-bachelor: 2 to 5 players" in with_it(made, "games").splitlines()


def test_the_tests_of_a_made_package_pass(made: Path) -> None:
    told = python(*PYTEST, "-q", folder=made / "old-bachelor", path=made / "there")
    assert "5 passed" in told


def test_a_made_package_plays_its_deck_and_records(made: Path) -> None:
    short = "old-bachelor/decks/short.txt"
    arguments = ["--set", "hand_size=4", "--seat", "ai", "--seat", "random", "--seed", "1", "--record", "game.json"]
    told = with_it(made, "play", "old-bachelor", short, *arguments)
    assert told == with_it(made, "replay", "game.json")
    assert " after 8 turns." in told


def test_a_made_package_has_no_word_of_the_template_left(made: Path) -> None:
    files = [path for path in (made / "old-bachelor").rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert 7 <= len(files)
    for path in files:
        text = path.read_text(encoding="utf-8") + path.name
        assert not any(word in text for word in ("my-game", "my_game", "MyGame")), path
    assert 'dependencies = ["cardkit>=0.1.0"]' in (made / "old-bachelor" / "pyproject.toml").read_text("utf-8")


def test_a_made_file_plays_and_keeps_its_promises(folder: Path) -> None:
    run = cardkit("new", "--file", "old_bachelor.py", folder=folder)
    assert (0, "old_bachelor.py: play it with: cardkit play ./old_bachelor.py\n") == (run.code, run.out)
    told = cardkit("play", "./old_bachelor.py", "--seat", "ai", "--seat", "ai", "--seed", "1", folder=folder)
    assert (0, "") == (told.code, told.err)
    checked = cardkit("check", "./old_bachelor.py", "--games", "1", "--json", folder=folder)
    assert (0, "") == (checked.code, checked.err)
    report = json.loads(checked.out)
    assert ("old-bachelor", True) == (report["game"], report["kept"])
    assert dict.fromkeys(EVERY_PROMISE, "ok") == {one["promise"]: one["verdict"] for one in report["promises"]}


@pytest.mark.parametrize(("place", "typed"), [("my games", '"{}"'), ("games", "{}")])
def test_a_python_in_a_folder_with_a_blank_is_told_in_quotes(
    place: str, typed: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python_there = str(folder.parent / place / "bin" / "python")
    monkeypatch.setattr(sys, "executable", python_there)
    run = cardkit("new", "old-bachelor", folder=folder)
    assert (0, "") == (run.code, run.err)
    assert f"Install it with: {typed.format(python_there)} -m pip install -e old-bachelor" == run.lines[-1]


@pytest.mark.parametrize("arguments", [("old-bachelor",), ("--file", "old-bachelor.py")])
def test_nothing_that_is_there_is_replaced(folder: Path, arguments: tuple[str, ...]) -> None:
    (folder / arguments[-1]).write_text("mine", encoding="utf-8")
    run = cardkit("new", *arguments, folder=folder)
    already = f"{arguments[-1]} can't be written: there is something of this name already; choose another"
    assert (1, "", f"cardkit: {already}\n") == (run.code, run.out, run.err)
    assert "mine" == (folder / arguments[-1]).read_text(encoding="utf-8")


SMALL_LETTERS = ["OldMaid", "old_maid", "old--maid", "9-lives", "", "../up", "x" * 51]


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (SMALL_LETTERS, "a name is made of small letters"),
        (["class", "match", "none", "exception", "random"], "Python has that name"),
        (["pydantic"], "a package that is installed has that name"),
        (["cardkit", "cardkit-war", "tests", "con"], "the name is taken"),
        (["pile"], "Pile is a word of the rules"),
        (["lay"], "Lay is a word of the rules"),
        (["war"], "there is a game of that name"),
    ],
)
def test_a_name_that_does_not_do_is_refused(folder: Path, names: list[str], reason: str) -> None:
    for name in names:
        run = cardkit("new", name, folder=folder)
        assert (2, "", 1) == (run.code, run.out, len(run.err.splitlines()))
        assert reason in run.err, name
    assert [] == list(folder.iterdir())


def test_a_file_has_to_be_one_of_python(folder: Path) -> None:
    run = cardkit("new", "--file", "old-maid", folder=folder)
    assert (2, True) == (run.code, "'old-maid' is not the name of a Python file" in run.err)


# cardkit check


def test_a_broken_promise_is_named_shown_and_kept_and_no_record_is_replaced(leaky: Path) -> None:
    run = cardkit("check", "leaky.py", "--promise", "cards-conserved", "--promise", "ends", folder=leaky)
    assert (1, "") == (run.code, run.err)
    first, sentence, where, ends, last = run.lines
    assert ("broken  cards-conserved", "ok      ends") == (first, ends)
    assert "<leaky> breaks the promise cards-conserved: " in sentence
    assert "after 1 action: take" in sentence
    assert "        See it with: cardkit replay <leaky>-broken.json --game leaky.py" == where
    assert "<leaky> keeps 1 of 2 promises; 1 is broken." == last
    record = read_record(leaky / "<leaky>-broken.json")
    assert (["take"], 1) == (record.actions, len(record.deck.split(",")))
    replayed = cardkit("replay", "<leaky>-broken.json", "--game", "leaky.py", folder=leaky)
    assert (0, "", "Player 0 takes the top card.") == (replayed.code, replayed.err, replayed.lines[0])
    check = ("check", "leaky.py", "--promise", "cards-conserved")
    cardkit(*check, folder=leaky)
    assert {"<leaky>-broken.json", "<leaky>-broken-2.json"} == {path.name for path in leaky.glob("*.json")}
    run = cardkit(*check, "--record", "<leaky>-broken.json", folder=leaky)
    assert (1, "") == (run.code, run.out)
    assert "there is something of this name already" in run.err


def test_one_game_that_breaks_several_promises_is_kept_once(leaky: Path) -> None:
    chosen = ["--promise", "cards-conserved", "--promise", "moves-are-told"]
    run = cardkit("check", "leaky.py", *chosen, "--record", "one.json", folder=leaky)
    assert 2 == run.out.count("cardkit replay one.json --game leaky.py")
    assert ["one.json"] == [path.name for path in leaky.glob("*.json")]


def test_a_check_as_json_has_its_promises_and_nothing_else(leaky: Path) -> None:
    chosen = ("--promise", "cards-conserved", "--promise", "ends")
    run = cardkit("check", "leaky.py", "--json", "--games", "1", *chosen, folder=leaky)
    assert (1, "") == (run.code, run.err)
    report = json.loads(run.out)
    assert ("<leaky>", False) == (report["game"], report["kept"])
    assert {"ok": 1, "broken": 1, "open": 0, "long": 0} == report["counts"]
    verdicts = [(one["promise"], one["verdict"]) for one in report["promises"]]
    assert [("cards-conserved", "broken"), ("ends", "ok")] == verdicts
    broken = report["promises"][0]["broken"]
    assert (["take"], "<leaky>-broken.json") == (broken["actions"], broken["record"])


def test_a_page_has_everything_in_itself_and_no_text_as_markup(leaky: Path) -> None:
    arguments = ["check", "leaky.py", "--games", "1", "--promise", "cards-conserved", "--html", "report.html"]
    cardkit(*arguments, folder=leaky)
    text = (leaky / "report.html").read_text(encoding="utf-8")
    assert "&lt;leaky&gt; breaks the promise cards-conserved" in text
    assert "Player 0 takes the top card." in text
    assert not any(outside in text for outside in ("<leaky>", "http", "src=", "href=", "$"))
    run = cardkit(*arguments, folder=leaky)
    already = "report.html can't be written: there is something of this name already; choose another"
    assert (1, f"cardkit: {already}\n") == (run.code, run.err)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["nowhere.py"], 1, "there is no such file"),
        (["chess"], 2, "there is no game 'chess'"),
        (["leaky.py", "--promise", "honesty"], 2, "there is no promise 'honesty'"),
        (["leaky.py", "--set", "size=3"], 2, "there is no such option"),
        (["leaky.py", "--rules", "wild"], 2, "there is no rule set"),
        (["leaky.py", "no-deck.txt"], 1, "can't be read"),
        (["leaky.py", "--games", "0"], 2, "--games"),
    ],
)
def test_what_is_asked_wrongly_is_told_in_one_line(leaky: Path, arguments: list[str], code: int, said: str) -> None:
    run: Run = cardkit("check", *arguments, folder=leaky)
    assert (code, 1) == (run.code, len(run.err.splitlines()))
    assert said in run.err


# Each broken game

NO_GAME = ("DealsTooMuch", "KeepsTheDeck", "LegalIsADict")
"""Games that can't be set up, so that there is nothing to be recorded."""
NOT_THE_SAME_AGAIN = ("ChangesItsMind", "ShufflesItself", "WritesAnotherOption")
"""Games whose records can't be played again, which is just what is wrong with them."""


@pytest.mark.parametrize(("promise", "game"), BROKEN, ids=lambda value: getattr(value, "__name__", None))
def test_each_broken_game_is_caught_with_a_record_that_shows_it(
    promise: str, game: type[Game[Any, Any]], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(TESTS))
    monkeypatch.setattr("cardkit.authors.verdicts._LIMIT", 50)
    spec = f"{game.__module__}:{game.__name__}"
    setup = Setup.of(Plugin(game=game), deck=deck_for(game)[::-1])
    subject = Subject(spec=spec, stages=[Stage(setup=setup)])
    [finding] = findings(subject, folder / "broken.json", promises=[promise], games=20)
    broken = finding.broken
    assert broken is not None
    assert promise == broken.promise
    assert promise == "ends" or len(broken.actions) <= 6
    assert broken.promise in next(finding.sentences)
    if finding.path is None:
        assert game.__name__ in NO_GAME
    elif game.__name__ not in NOT_THE_SAME_AGAIN:
        kept = read_record(finding.path)
        verify(subject.plugin, kept, finding.path)
        assert kept.actions == list(broken.actions)[: len(kept.actions)]
        assert len(broken.actions) - len(kept.actions) in (0, 1) or "ends" == promise


def test_what_is_open_for_one_reason_is_one_line(folder: Path) -> None:
    rules = HEAP.replace("        return Heap(", "        1 / 0\n        return Heap(")
    (folder / "leaky.py").write_text(rules, encoding="utf-8")
    run = cardkit("check", "leaky.py", folder=folder)
    assert (1, "", "broken  sets-up-or-says-why") == (run.code, run.err, run.lines[0])
    assert "ZeroDivisionError was raised (division by zero) (leaky.py, line " in run.lines[1]
    because = "        Not looked at: no game comes to its end, because the promise sets-up-or-says-why is broken."
    assert [f"open    {len(PROMISES) - 1} promises", because] == run.lines[-3:-1] or because in run.lines


def test_a_game_that_is_wrongly_declared_is_told_of_in_one_sentence(folder: Path) -> None:
    (folder / "leaky.py").write_text(HEAP.replace("heap=deck", "heap=Pile.face_down()"), encoding="utf-8")
    run = cardkit("check", "leaky.py", folder=folder)
    assert (1, "", 1) == (run.code, run.out, len(run.err.splitlines()))
    assert "setup has to leave every card of the deck in a pile of the state, once: " in run.err


LOOKED_AT = ("ends", "one-score-a-seat", "cards-conserved", "record-plays-again", "moves-are-told")


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of more than 30 actions counts as long, and one of more than 300 as one that never ends."""
    monkeypatch.setattr("cardkit.authors.verdicts._LIMIT", 30)
    monkeypatch.setattr("cardkit.authors.verdicts._LONG_LIMIT", 20)


def checked(name: str, promises: list[str] | None = None, **options: Any) -> dict[str, Verdict]:
    """The verdicts on an example game, by their promises."""
    spec = str(EXAMPLES / f"{name}.py")
    game = load_game(spec).game.with_options(options)
    found = verdicts(game, seats=[2], games=1, promises=promises, spec=spec)
    return {verdict.promise: verdict for verdict in found}


@pytest.mark.usefixtures("short")
def test_a_long_game_is_long_and_not_broken_and_all_else_is_looked_at() -> None:
    found = checked("golf", [*LOOKED_AT], holes=3)
    assert {"ends"} == {promise for promise, verdict in found.items() if verdict.word != "ok"}
    assert "long" == found["ends"].word
    assert "a game takes " in found["ends"].long
    assert all(verdict.games for verdict in found.values())


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(
    ("points", "told"),
    [
        (-1, ", and for half of it the scores only fell, from -75 and -75 to -150 and -150"),
        (0, ", and for half of it the scores stayed 0 and 0: let it end then, too, or after so many rounds"),
        (1, ", in round 300"),
    ],
)
def test_of_a_game_that_goes_on_is_told_what_becomes_of_its_scores(folder: Path, points: int, told: str) -> None:
    plays = f"dealer.begin_round(table)\n        dealer.score(table, table.round % table.seats, {points}, 'x')"
    rules = HEAP.replace("    heap: Pile\n", "    heap: Pile\n    scores: list[int]\n")
    rules = rules.replace("heap=deck", "heap=deck, scores=[0] * seats").replace("None if table.heap", "None if 1")
    (folder / "leaky.py").write_text(rules.replace(f"{DRAWN}\n        table.pass_turn()", plays), encoding="utf-8")
    (ends,) = verdicts(load_game(str(folder / "leaky.py")).game(), seats=[2], games=1, promises=["ends"])
    assert ("long", True) == (ends.word, told in ends.long), ends.long
    assert (points > 0) == ends.long.endswith("in round 300")


@pytest.mark.usefixtures("short")
def test_a_game_that_is_long_by_other_orders_of_the_deck_is_compared_under_hash_seeds_up_to_the_limit(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardkit.authors.verdicts._ACTIONS", 10)
    rules = HEAP.replace("    heap: Pile\n", "    heap: Pile\n    left: int\n").replace(DRAWN, "table.left -= 1")
    rules = rules.replace("heap=deck", 'heap=deck, left=20 if str(deck.top) == "AS" else 60')
    path = folder / "leaky.py"
    path.write_text(rules.replace("None if table.heap", "None if table.left"), encoding="utf-8")
    asked = ("ends", "same-log-under-hash-seeds")
    ends, same = verdicts(load_game(str(path)).game(), seats=[2], promises=asked, spec=str(path))
    assert ("ok", "ok", "") == (ends.word, same.word, same.unseen)


@pytest.mark.usefixtures("short")
def test_a_game_that_never_ends_is_broken_and_all_else_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TESTS))
    game = next(game for promise, game in BROKEN if promise == "ends")
    spec = f"{game.__module__}:{game.__name__}"
    found = {
        verdict.promise: verdict.word for verdict in verdicts(game(), deck=DECK, games=1, promises=LOOKED_AT, spec=spec)
    }
    assert {"ends": "broken", "one-score-a-seat": "open"} == {
        name: word for name, word in found.items() if word != "ok"
    }


def test_a_game_that_no_other_process_can_load_leaves_one_promise_open() -> None:
    honest = next(game for promise, game in BROKEN if promise == "log-keeps-secrets")
    [verdict] = verdicts(honest(), deck=deck("2345", "AB"), promises=["same-log-under-hash-seeds"])
    assert ("open", "it takes a game that another process can load") == (verdict.word, verdict.unseen)


# Plugins that can't be used


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path where packages can be put as if they were installed."""
    folder = tmp_path / "packages"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    return folder


def install(folder: Path, name: str, text: str, *needs: str) -> None:
    """Put a package with one game into a folder."""
    module = name.replace("-", "_")
    (folder / f"{module}.py").write_text(text, encoding="utf-8")
    about = folder / f"{module}-1.0.dist-info"
    about.mkdir()
    required = "".join(f"Requires-Dist: {need}\n" for need in needs)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{required}", "utf-8")
    (about / "entry_points.txt").write_text(f"[cardkit.games]\n{name} = {module}:plugin\n", encoding="utf-8")


GOOD = (
    HEAP.replace("leaky", "good")
    + """

def hasty(view: Any, legal: Any) -> Any:
    return legal[0]


plugin = Plugin(game=Leaky, players={"hasty": hasty})
"""
)


def test_a_plugin_is_used_with_what_it_brings_and_those_that_fail_are_told_and_stop_nobody(plugins: Path) -> None:
    install(plugins, "a-good-one", GOOD, "cardkit>=0.1", "cardkit-war<0.0 ; extra == 'other'")
    install(plugins, "b-broken", "import no_such_module_anywhere")
    install(plugins, "c-raising", "raise SystemExit(3)")
    install(plugins, "d-from-the-future", GOOD, "pydantic", "cardkit>=99")
    install(plugins, "e-from-the-past", GOOD, "cardkit (<0.1)")
    install(plugins, "f-optional", GOOD, "cardkit>=99 ; extra == 'new'")
    install(plugins, "g-garbled", GOOD, "cardkit ???")
    run = cardkit("games")
    assert (0, "") == (run.code, run.err)
    told = dict(line.split(": ", 1) for line in run.lines)
    assert [*sorted(installed()), *examples()] == [*told]
    assert "1 to 2 players" == told["a-good-one"] == told["f-optional"]
    assert "No module named 'no_such_module_anywhere'" in told["b-broken"]
    assert "SystemExit" in told["c-raising"]
    assert told["d-from-the-future"].endswith("it needs cardkit>=99, and this is cardkit 0.1.0")
    assert "it needs cardkit<0.1, and" in told["e-from-the-past"]
    assert "can't be used" in told["g-garbled"]
    assert {"a-good-one", "crazy8s", "f-optional", "war"} == set(usable())
    assert "1.0" == load_game("a-good-one").version
    assert "Take cards until there are none." in cardkit("rules", "a-good-one").out
    played = cardkit("play", "a-good-one", "--seat", "good:hasty", "--seat", "random")
    assert (0, "") == (played.code, played.err)
    assert "Ada takes the top card." in played.lines
    decks = cardkit("decks")
    assert (0, True) == (decks.code, "microDeck" in decks.out)
    broken = ["b-broken", "c-raising", "d-from-the-future", "e-from-the-past", "g-garbled"]
    assert [f"cardkit: {name}" for name in broken] == [line.rsplit(": can't", 1)[0] for line in decks.err.splitlines()]
    play = cardkit("play", "d-from-the-future")
    assert (1, "") == (play.code, play.out)
    assert "cardkit: d-from-the-future: it needs cardkit>=99, and this is cardkit 0.1.0\n" == play.err


LANTERNS = (ROOT / "docs" / "examples" / "lanterns.py").read_text(encoding="utf-8")
"""A game in which a lantern is seldom full, and in which nobody sees the own cards."""
HINTED = "dealer.hint(table.hands[to], to, rank=rank)"
NOTED = {
    "    mistakes: int = 0\n": "    mistakes: int = 0\n    notes: list[str] = field(default_factory=list)\n",
    "from cardkit import (": "from dataclasses import field\n\nfrom cardkit import (",
    HINTED: f"{HINTED}\n                table.notes = [f'{{card.rank == rank}}' for card in table.hands[to]]",
}
"""What is told of a hand is written down too."""
TAKES = HEAP.replace('"leaky"', '"takes"').replace(DRAWN, f"RULE\n        {DRAWN}")


def told_by_check(folder: Path, text: str, *promises: str) -> list[str]:
    """The lines that are told of a game, and the exit code first."""
    (folder / "game.py").write_text(text, encoding="utf-8")
    asked = [word for promise in promises for word in ("--promise", promise)]
    run = cardkit_process("check", str(folder / "game.py"), *asked, "--record", str(folder / "broken.json"))
    assert "" == run.err
    return [str(run.code), *run.lines]


def test_a_fault_that_random_games_seldom_meet_is_found_soon(tmp_path: Path) -> None:
    text = LANTERNS.replace("len(lit) == RANKS.index(card.rank)", "RANKS[len(lit)] == card.rank")
    told = told_by_check(tmp_path, text.replace(', "B": "blue", "Y": "yellow"', ""), "plays-without-errors")
    assert ["1", "broken  plays-without-errors"] == told[:2]
    assert "IndexError was raised" in told[2]


def test_notes_that_follow_from_what_was_told_are_no_leak(tmp_path: Path) -> None:
    text = LANTERNS
    for old, new in NOTED.items():
        text = text.replace(old, new, 1)
    told = told_by_check(tmp_path, text, "log-keeps-secrets")
    assert ["0", "ok      log-keeps-secrets"] == told[:2]


@pytest.mark.parametrize(
    "leak",
    [
        "table.seen = f'{table.stock.top.suit}{table.stock.top.rank}' if table.stock else ''",
        "table.seen = str([sum(card.rank > '3' for card in hand) for hand in table.hands])",
    ],
)
def test_values_made_of_hidden_cards_are_found(leak: str, tmp_path: Path) -> None:
    turn = "        table.pass_turn()"
    text = LANTERNS.replace(turn, f"        {leak}\n{turn}")
    text = text.replace("    mistakes: int = 0\n", "    mistakes: int = 0\n    seen: str = ''\n", 1)
    told = told_by_check(tmp_path, text, "log-keeps-secrets")
    assert ["1", "broken  log-keeps-secrets"] == told[:2]
    assert "the field seen tells " in told[2]


def test_the_lines_that_were_never_run_are_told(tmp_path: Path) -> None:
    text = TAKES.replace("RULE", "if len(table.heap) > 52:\n            print('never')")
    line = text.splitlines().index("            print('never')") + 1
    told = told_by_check(tmp_path, text, "plays-without-errors")
    assert f"Never run: line {line} of game.py." == told[-2]
    assert "1, 4-6" == in_ranges([1, 4, 5, 6])


UNSPEAKABLE = """
class Unspeakable(Exception):
    def __str__(self):
        raise KeyboardInterrupt
"""


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("while True: pass", "it takes "),
        ("raise SystemExit(3)", "SystemExit was raised (3)"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt was raised"),
        ("raise Unspeakable", "Unspeakable was raised (its text can't be had because of KeyboardInterrupt)"),
        ("__import__('os')._exit(0)", "SystemExit was raised (os._exit(0))"),
        ("__import__('ctypes').CDLL(None)._exit(0)", "it ends the process, with the exit code 0"),
    ],
)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system can't fork")
def test_check_goes_on_whatever_a_rule_does(
    rule: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = StepClock.step
    monkeypatch.setattr(StepClock, "step", lambda clock, seconds=0.5: step(clock, min(seconds, 0.5)))
    text = f"{TAKES}\n\n{UNSPEAKABLE}".replace("RULE", f"if len(table.heap) < 50:\n            {rule}")
    told = told_by_check(tmp_path, text, "plays-without-errors", "cards-conserved")
    assert ["1", "broken  plays-without-errors"] == told[:2]
    assert said in told[2]
    assert any(line.split()[1:] == ["cards-conserved"] or "keeps 1 of 2" in line for line in told[3:])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system can't fork")
def test_check_goes_on_where_no_game_can_be_set_up(tmp_path: Path) -> None:
    error = "KeyboardInterrupt"
    text = TAKES.replace("RULE", "").replace("taken=Pile.hands(seats)", f"taken=exec('raise {error}')")
    told = told_by_check(tmp_path, text)
    assert "1" == told[0]
    assert any(f": {error} was raised" in line and ", after setup" in line for line in told)
    assert "takes keeps 0 of " in told[-1]


RULES = (
    HEAP.replace('    """Take the top card."""\n', '    """Take cards."""\n\n    number: int\n')
    .replace("range(1, 3)\n", "range(1, 4)\n    left: int = 40\n")
    .replace("[Take()]", "[Take(1), Take(2)]")
    .replace("table.taken[table.turn])", "table.taken[table.turn], action.number)\n        assert self.left != 45")
    .replace("None if table.heap", "None if len(table.heap) > self.left")
    .replace("import Action,", "import Acted, Action, Human, RuleSet,")
)
"""Take one card or two until there are few left."""
BROUGHT = """

class Narrator:
    def __init__(self, names):
        self.names = names

    def __call__(self, event, view):
        if isinstance(event, Acted):
            yield f"{self.names[event.seat]} takes"
            NARRATED


class Bot:
    def __init__(self, rng):
        self.rng = rng
        self.turns = 0

    def __call__(self, view, legal):
        self.turns += 1
        BOT
        return legal[self.rng.below(len(legal))]


class Person(Human):
    def show(self, view):
        PERSON
        return ["This is the table."]


def ask(order, console):
    ASKED
    return order


plugin = Plugin(
    game=Leaky,
    players={"bold": Bot},
    styles={"short": Narrator},
    human=Person,
    rule_sets=[RuleSet(name="long", about="x"), RuleSet(name="quick", about="x", options={"left": LEFT}, ask=ask)],
)
"""
FAULTLESS = {"NARRATED": "pass", "BOT": "pass", "PERSON": "pass", "ASKED": "pass", "LEFT": "48"}


def verdicts_on(folder: Path, *promises: str, seated: tuple[str, ...] = (), **faults: str) -> dict[str, Verdict]:
    """The verdicts on the game with these faults, by their promises."""
    text = RULES + BROUGHT
    for word, instead in {**FAULTLESS, **faults}.items():
        text = text.replace(word, instead)
    path = folder / "takes.py"
    path.write_text(text, encoding="utf-8")
    subject = Subject.named(str(path), file=None, rules=None, options={}, seated=seated)
    found = findings(subject, folder / "broken.json", games=1, promises=promises or PLUGIN_PROMISES)
    return {finding.promise: finding for finding in found}


def test_what_is_well_made_keeps_every_promise(tmp_path: Path) -> None:
    assert dict.fromkeys(PLUGIN_PROMISES, "ok") == {name: one.word for name, one in verdicts_on(tmp_path).items()}


AT_FAULT = {
    "NARRATED": "told-in-every-style",
    "BOT": "players-answer",
    "LEFT": "players-answer",
    "PERSON": "people-can-answer",
    "ASKED": "people-can-answer",
}


@pytest.mark.parametrize(
    ("place", "fault", "said"),
    [
        ("NARRATED", "{}['x']", "the narrator short on Acted: KeyError was raised ('x') (takes.py"),
        ("NARRATED", "yield 7", "the narrator short on Acted: it tells 7, which is no line"),
        ("BOT", "1 / (self.turns - 2)", "(bold) is at fault: ZeroDivisionError: division by zero (takes"),
        ("BOT", "return Take(9)", "'take 9' can't be done: not allowed now"),
        ("BOT", "return None", "(bold) is at fault: it chose None, which is none of the legal actions"),
        ("LEFT", "45", "AssertionError was raised (takes.py, line "),
        ("PERSON", "raise KeyError('hand')", "(human) is at fault: KeyError: 'hand' (takes.py, line"),
        ("PERSON", "return [7]", "people are shown 7, which is no line of text"),
        ("ASKED", "1 / 0", "the questions before the game: ZeroDivisionError was raised (division"),
    ],
)
def test_a_crash_in_what_comes_with_the_rules_is_found(place: str, fault: str, said: str, tmp_path: Path) -> None:
    found, promise = verdicts_on(tmp_path, **{place: fault}), AT_FAULT[place]
    asked = {promise, "typed-as-said"} if place == "PERSON" else {promise}
    assert asked == {name for name, verdict in found.items() if verdict.word != "ok"}
    assert said in str(found[promise].broken)


def test_what_is_typed_is_not_taken_for_another_thing(tmp_path: Path) -> None:
    other = "self.read = lambda text, legal: legal[0]"
    found = verdicts_on(tmp_path, PERSON=other)
    assert "'take 2' was typed, and taken for 'take 1'" in str(found["people-can-answer"].broken)


def test_a_card_that_is_typed_in_full_is_not_taken_for_another(tmp_path: Path) -> None:
    plural = "self.read = lambda text, legal, own=self.read: legal[0] if text.endswith('s') else own(text, legal)"
    assert " was typed, which is " in str(verdicts_on(tmp_path, PERSON=plural)["typed-as-said"].broken)


def test_a_person_or_an_unknown_player_cannot_play_in_a_check(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="a person can't play while it is checked"):
        verdicts_on(tmp_path, seated=("human",))
    with pytest.raises(UnknownName, match="'nobody'"):
        verdicts_on(tmp_path, seated=("nobody",))
