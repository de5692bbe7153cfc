"""Games and players by name: installed, in a file, in a module, and what is said of those that can't be used."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from helpers import WINDOWS, finished

import cardkit_crazy8s
import cardkit_war
from cardkit import (
    CannotLoad,
    CardkitError,
    GameFault,
    Match,
    ScriptedRng,
    Seeded,
    Stacked,
    Table,
    UnknownName,
    first_legal,
)
from cardkit import registry as earlier
from cardkit import standard52 as pack
from cardkit.plugins.registry import examples, installed, load_game, load_player

HERE = Path(__file__).parents[1]
HIGH_CARD = HERE / "data" / "foreign_plugin"

GAME = '''
from cardkit import Action, Dealer, Game, Pile, Plugin, Result, State


class Wait(Action):
    """Do nothing."""


class Bench(State):
    """Nothing happens here."""

    stock: Pile
    waited: int = 0


class Waiting(Game[Bench, Wait]):
    """A game of patience."""

    name = "waiting"
    players = range(1, 5)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Bench:
        return Bench(seats=seats, stock=deck)

    def legal(self, bench: Bench) -> list[Wait]:
        return [Wait()]

    def apply(self, bench: Bench, wait: Wait, dealer: Dealer) -> None:
        bench.waited += 1
        bench.pass_turn()

    def result(self, bench: Bench) -> Result | None:
        return Result.draw(bench.seats) if bench.waited > 3 else None
'''
PLAYER = """
def player(view, legal):
    return Wait()
"""
SECOND = """

class Loitering(Waiting):
    name = "loitering"
"""

Write = Callable[..., str]


@pytest.fixture
def file(tmp_path: Path) -> Write:
    """Writes a Python file and says where it is."""

    def write(text: str, name: str = "mine.py") -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Writes a module that can be imported during the test."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(name: str, text: str) -> None:
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        monkeypatch.delitem(sys.modules, name, raising=False)

    return write


def refused(load: Callable[[], Any]) -> str:
    """Why something can't be loaded."""
    with pytest.raises(CannotLoad) as error:
        load()
    assert isinstance(error.value, CardkitError)
    assert f"{error.value.source}: {error.value.reason}" == str(error.value)
    return error.value.reason


def files_in_memory() -> list[str]:
    """The modules that were loaded from files by their paths."""
    return sorted(name for name in sys.modules if name.startswith("cardkit_file"))


# Installed games


def test_a_game_nobody_knows_is_told_with_those_that_are() -> None:
    for name in ("whist", "", "War", "war ", "cardkit_war", "human"):
        with pytest.raises(UnknownName, match=r"known: .*crazy8s, .*war") as error:
            load_game(name)
        assert ("game", name, (*installed(), *examples())) == (error.value.kind, error.value.name, error.value.known)
        assert isinstance(error.value, LookupError)


def test_a_file_can_say_which_of_its_games_is_meant_has_a_second_name_for_it_or_imports_others(file: Write) -> None:
    plugin = load_game(file(f"{GAME}{SECOND}\nplugin = Plugin(game=Loitering, players={{'ai': lambda v, l: l[0]}})\n"))
    assert ("loitering", ["ai"]) == (plugin.game.name, list(plugin.players))
    texts = (f"{GAME}{SECOND}\nplugin = Waiting\n", f"{GAME}\nOne = Waiting\n", f"from cardkit_war import War\n{GAME}")
    for number, text in enumerate(texts):
        assert "waiting" == load_game(file(text, f"other{number}.py")).game.name


@pytest.mark.parametrize(("game", "name"), [("Waiting()", "waiting"), ("7", "7"), ("int", "<class 'int'>")])
def test_who_gives_a_plugin_anything_but_the_class_of_a_game_is_told_where(file: Write, game: str, name: str) -> None:
    line = GAME.count("\n") + 1
    with pytest.raises(GameFault, match="is at fault: a game is given as its class, as in ") as fault:
        load_game(file(f"{GAME}plugin = Plugin(game={game})\n"))
    assert name == fault.value.game
    assert str(fault.value).endswith(f"(mine.py, line {line})")


# Games in a file


def test_a_file_in_this_folder_needs_no_folder_in_its_path(file: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(file(GAME)).parent)
    for path in ("mine.py", "./mine.py"):
        assert "waiting" == load_game(path).game.name


@pytest.mark.parametrize("name", ["with blanks.py", "1st.py", "json.py", "cardkit.py", "ünï.py", "deep/er/game.py"])
def test_a_file_may_have_any_name(file: Write, name: str) -> None:
    assert "waiting" == load_game(file(GAME, name)).game.name
    assert importlib.import_module("json") is json


def test_a_file_that_is_not_there_or_no_python_is_refused(
    file: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("nowhere.py", "nowhere/game.py", "./nowhere", "a\\b", "/", "./"):
        assert "there is no such file" == refused(lambda name=name: load_game(name))
    assert "it is not a Python file" == refused(lambda: load_game(file(GAME, "game.txt")))
    if not WINDOWS:
        assert "it can't be read: File name too long" == refused(lambda: load_game("x" * 300 + ".py"))


def test_files_of_one_name_in_different_folders_do_not_disturb_each_other(file: Write) -> None:
    first = load_game(file(GAME, "a/game.py"))
    second = load_game(file(GAME.replace("waiting", "queueing"), "b/game.py"))
    refused(lambda: load_game(file("1 / 0", "c/game.py")))
    assert ("waiting", "queueing") == (first.game.name, second.game.name)
    for plugin in (first, second):
        module = sys.modules[plugin.game.__module__]
        assert plugin.game is module.Waiting
        state: Any = Match(plugin.game(), pack(), seats=2, rng=Stacked()).state
        assert isinstance(state, module.Bench)


def test_a_file_is_run_once_for_its_game_and_its_player(file: Write) -> None:
    path = file(GAME + PLAYER)
    plugin = load_game(path)
    assert plugin.game is load_game(path).game
    player = load_player(path, plugin, Stacked())
    match = Match(plugin.game(), pack(), seats=1, rng=Stacked())
    Table(match, [player]).run()
    assert 4 == match.state.count


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it has none"),
        ("x = 1", "it has none"),
        ("from cardkit import Game", "it has none"),
        ("from cardkit_war import War", "it has none"),
        (GAME.replace("    def result", "    def outcome"), "it has none"),
        (GAME + SECOND, "it has Waiting, Loitering"),
        (GAME + "\nplugin = 5\n", "it is 5, not a Game class or a Plugin"),
        (GAME + "\nplugin = Waiting()\n", "it is Waiting(), not a Game class or a Plugin"),
        (GAME + "\nplugin = Game[Bench, Wait]\n", "not a Game class or a Plugin"),
        (GAME.replace('    name = "waiting"\n', ""), "the game Waiting has no `name`"),
        (GAME.replace("    players = range(1, 5)\n", ""), "the game Waiting has no `players`"),
    ],
)
def test_a_file_without_the_one_game_is_refused(file: Write, text: str, reason: str) -> None:
    assert reason in refused(lambda: load_game(file(text)))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (GAME.replace("[Wait()]", "[Wait()"), "SyntaxError while it was loaded: "),
        ("def f(:\n", "SyntaxError while it was loaded: invalid syntax"),
        ("\x00", "while it was loaded: "),
        ("1 / 0", "ZeroDivisionError while it was loaded: division by zero"),
        (
            "import nowhere_to_be_found",
            "ModuleNotFoundError while it was loaded: No module named 'nowhere_to_be_found'",
        ),
        ("raise SystemExit(3)", "SystemExit while it was loaded: 3"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt while it was loaded"),
        ("raise RecursionError('deep')", "RecursionError while it was loaded: deep"),
    ],
)
def test_a_file_that_fails_is_refused_and_nothing_of_it_stays(file: Write, text: str, reason: str) -> None:
    path, before = file(text), files_in_memory()
    for _ in range(2):
        assert reason in refused(lambda: load_game(path))
        assert before == files_in_memory()


def test_an_interruption_while_a_file_is_loaded_is_not_swallowed(file: Write) -> None:
    before = files_in_memory()
    with pytest.raises(KeyboardInterrupt):
        load_game(file("import signal\nsignal.default_int_handler(2, None)"))
    assert before == files_in_memory()


def test_a_file_that_was_changed_is_loaded_anew(file: Write) -> None:
    path = file("1 / 0")
    refused(lambda: load_game(path))
    for number, name in enumerate(("waiting", "queueing", "dozing")):
        file(GAME.replace("waiting", name))
        os.utime(path, (number, number))
        assert name == load_game(path).game.name


# Games in a module


def test_a_game_is_loaded_from_a_module(module: Callable[[str, str], None]) -> None:
    for name in ("cardkit_war:War", "cardkit_war.rules:War", "cardkit_war:plugin"):
        assert cardkit_war.War is load_game(name).game
    module("my_games", GAME + SECOND)
    for name in ("Waiting", "Loitering"):
        assert name.lower() == load_game(f"my_games:{name}").game.name
    module("my_broken_games", "1 / 0")
    told = refused(lambda: load_game("my_broken_games:War"))
    assert told.startswith("ZeroDivisionError while it was loaded: division by zero")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("cardkit_war:Whist", "the module cardkit_war has no Whist"),
        ("cardkit_war:", "the module cardkit_war has no "),
        ("cardkit_war:value", "not a Game class or a Plugin"),
        ("cardkit:Game", "not a Game class or a Plugin"),
        ("cardkit:State", "not a Game class or a Plugin"),
        ("nowhere_to_be_found:War", "ModuleNotFoundError while it was loaded: No module named 'nowhere_to_be_found'"),
        ("cardkit_war.nowhere:War", "ModuleNotFoundError while it was loaded: No module named 'cardkit_war.nowhere'"),
        (":War", "ValueError while it was loaded: Empty module name"),
        (".rules:War", "TypeError while it was loaded"),
    ],
)
def test_a_module_without_such_a_game_is_refused(name: str, reason: str) -> None:
    assert reason in refused(lambda: load_game(name))


# Players


@pytest.mark.parametrize("spec", ["ai", "random", "careful", "crazy8s:careful"])
def test_players_of_the_core_and_of_the_game_are_found_by_name(spec: str) -> None:
    plugin = load_game("crazy8s")
    player = load_player(spec, plugin, Seeded(1))
    match = Match(plugin.game(), pack(), seats=2, rng=Stacked())
    assert player(match.view(0), match.legal) in match.legal
    expected = {"ai": first_legal, "careful": cardkit_crazy8s.careful, "crazy8s:careful": cardkit_crazy8s.careful}
    assert player is expected.get(spec, player)


def test_a_player_in_a_file_is_found_by_its_path(file: Write) -> None:
    path = file("def player(view, legal): return legal[-1]\ndef other(view, legal): return legal[0]")
    for spec, chosen in ((path, "z"), (f"{path}:other", "a"), (f"{path}:player", "z")):
        player = load_player(spec, load_game("war"), Stacked())
        assert chosen == player(None, ["a", "z"])  # type: ignore[type-var]
    assert "has to define `nobody`" in refused(lambda: load_player(f"{path}:nobody", load_game("war"), Stacked()))


def test_a_module_in_the_current_folder_is_found_though_pythons_path_lacks_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lies_here.py").write_text("def last(view, legal): return legal[-1]\n", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert "No module named 'lies_here'" in refused(lambda: load_player("lies_here:last", load_game("war"), Stacked()))
    monkeypatch.chdir(tmp_path)
    assert "z" == load_player("lies_here:last", load_game("war"), Stacked())(None, ["a", "z"])  # type: ignore[type-var]
    assert "No module named 'nobody'" in refused(lambda: load_game("nobody:Game"))


def test_a_class_of_players_is_made_with_a_source_of_chance(file: Write) -> None:
    text = (
        "class player:\n    def __init__(self, rng): self.rng = rng\n"
        "    def __call__(self, view, legal): return legal[self.rng.below(len(legal))]\n"
    )
    player = load_player(file(text), load_game("war"), ScriptedRng([1]))
    assert "b" == player(None, ["a", "b", "c"])  # type: ignore[type-var]


def test_a_player_nobody_knows_is_told_with_those_that_are() -> None:
    for spec in ("careful", "war:careful", "war:ai2", "", "Random", "human", "AI", "war:"):
        with pytest.raises(UnknownName, match=r"human, ai, random.*, FILE\.py, FILE\.onnx, module:player") as error:
            load_player(spec, load_game("war"), Stacked())
        assert ("player", spec) == (error.value.kind, error.value.name)
    with pytest.raises(UnknownName, match="crazy8s:careful"):
        load_player("reckless", load_game("crazy8s"), Stacked())


NO_PLAYER = [
    ("", "a file of a player has to define `player`"),
    ("player = 5", "it is 5, not a function of the view and the legal actions"),
    ("class player:\n    pass", "TypeError while it was loaded"),
    ("class player:\n    def __init__(self, rng): pass", "not a function of the view and the legal actions"),
    (
        "class player:\n    def __init__(self, rng): pass\n    def choose(self, view, legal): return legal[0]",
        "a bot has `begin`, `told` and `choose`; player lacks `begin` and `told`",
    ),
    ("class player:\n    def __init__(self, rng): 1 / 0", "ZeroDivisionError while it was loaded"),
    ("def player(view, legal)", "SyntaxError while it was loaded"),
]


def test_what_is_no_player_is_refused(file: Write) -> None:
    for number, (text, reason) in enumerate(NO_PLAYER):
        path = file(text, f"player{number}.py")
        assert reason in refused(lambda path=path: load_player(path, load_game("war"), Stacked()))
    for spec, reason in (
        ("nowhere.py", "there is no such file"),
        ("cardkit:Nobody", "the module cardkit has no Nobody"),
        ("cardkit:BACK", "not a function of the view and the legal actions"),
        ("nowhere_to_be_found:player", "ModuleNotFoundError while it was loaded"),
    ):
        assert reason in refused(lambda spec=spec: load_player(spec, load_game("war"), Stacked()))


# A game of somebody else's


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which a package with a game was installed."""
    if importlib.util.find_spec("hatchling") is None:
        pytest.skip("hatchling, which builds the package, is not installed")
    source = tmp_path_factory.mktemp("source") / "foreign_plugin"
    shutil.copytree(HIGH_CARD, source, ignore=shutil.ignore_patterns("__pycache__"))
    target = tmp_path_factory.mktemp("elsewhere")
    options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(target), str(source)]
    done = finished(command, text=True, limit=300)
    assert 0 == done.returncode, done.stderr
    return target


def run(elsewhere: Path, *arguments: str) -> list[str]:
    """The lines that a Python prints which finds what is installed there."""
    own = {**os.environ, "PYTHONPATH": str(elsewhere)}
    done = finished([sys.executable, *arguments], env=own, encoding="utf-8")
    assert (0, "") == (done.returncode, done.stderr)
    return done.stdout.splitlines()


def test_a_foreign_game_keeps_the_promises_of_every_game() -> None:
    spec = importlib.util.spec_from_file_location("high_card_here", HIGH_CARD / "cardkit_high_card" / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
        from cardkit.authors.testing import check_game

        assert 20 == check_game(module.HighCard()).games
    finally:
        del sys.modules[spec.name]


def test_the_registry_is_there_under_its_earlier_name() -> None:
    assert load_game is earlier.load_game
    assert load_player is earlier.load_player
    assert installed is earlier.installed


def test_installed_games_are_listed_in_alphabetical_order_and_loaded_by_their_names() -> None:
    names = list(installed())
    assert sorted(names) == names
    for name, game in (("war", cardkit_war.War), ("crazy8s", cardkit_crazy8s.Crazy8s)):
        assert (game, name) == ((plugin := load_game(name)).game, plugin.game.name)


def test_a_foreign_game_is_listed_played_and_brings_its_version_and_its_rules(elsewhere: Path) -> None:
    assert "high-card" not in installed()
    lines = run(elsewhere, "-m", "cardkit", "games")
    assert [*sorted([*installed(), "high-card"]), *examples()] == [line.split(":")[0] for line in lines]
    assert "high-card: 2 to 5 players; rules: high, low" in lines
    seats = ["--seat", "ai", "--seat", "high-card:hasty", "--seat", "random"]
    lines = run(elsewhere, "-m", "cardkit", "play", "high-card", *seats, "--seed", "4", "--rules", "low")
    assert [f"{name} reveals." for name in ("Ada", "Ben", "Cleo")] == [line for line in lines if "reveal" in line]
    assert any("wins the game" in line for line in lines)
    code = "from cardkit.plugins.registry import load_game; plugin = load_game('high-card'); print(plugin.version)"
    code += "; from cardkit.cli.app import main; import sys; sys.argv[1:] = ['rules', 'high-card']; main()"
    version, *page = run(elsewhere, "-c", code)
    assert ("2.5", True) == (version, "Everybody turns over a card. The highest one wins." in page)
