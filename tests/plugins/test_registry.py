"""Games and players by name: installed, in a file, in a module, and what is said of those that can't be used."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from broken_games import HEAP
from helpers import WINDOWS

import cardkit_crazy8s
import cardkit_war
from cardkit import CannotLoad, CardkitError, GameFault, Match, ScriptedRng, Seeded, Stacked, Table, UnknownName
from cardkit import registry as earlier
from cardkit import standard52 as pack
from cardkit.plugins.registry import examples, installed, load_game, load_player
from cardkit.table.turns import first_legal

PLAYER = "\ndef player(view, legal):\n    return Take()\n"
SECOND = "\nclass Second(Leaky):\n    name = 'second'\n"

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


def files_in_memory() -> list[str]:
    """The modules that were loaded from files by their paths."""
    return sorted(name for name in sys.modules if name.startswith("cardkit_file"))


def refused(load: Callable[..., Any], *arguments: Any) -> str:
    """Why something can't be loaded."""
    with pytest.raises(CannotLoad) as error:
        load(*arguments)
    assert isinstance(error.value, CardkitError)
    assert f"{error.value.source}: {error.value.reason}" == str(error.value)
    return error.value.reason


def player_of(spec: str) -> Any:
    """A player of War."""
    return load_player(spec, load_game("war"), ScriptedRng([1]))


# Games


def test_installed_games_are_listed_in_alphabetical_order_and_loaded_by_their_names() -> None:
    names = list(installed())
    assert sorted(names) == names
    for name, game in (("war", cardkit_war.War), ("crazy8s", cardkit_crazy8s.Crazy8s)):
        assert (game, name) == ((plugin := load_game(name)).game, plugin.game.name)


def test_the_registry_is_there_under_its_earlier_name() -> None:
    assert (load_game, load_player, installed) == (earlier.load_game, earlier.load_player, earlier.installed)


def test_a_game_nobody_knows_is_told_with_those_that_are() -> None:
    for name in ("whist", "", "War", "war ", "cardkit_war", "human"):
        with pytest.raises(UnknownName, match=r"known: .*crazy8s, .*war") as error:
            load_game(name)
        assert ("game", name, (*installed(), *examples())) == (error.value.kind, error.value.name, error.value.known)
        assert isinstance(error.value, LookupError)


def test_a_file_can_say_which_of_its_games_is_meant_has_a_second_name_for_it_or_imports_others(file: Write) -> None:
    plugin = load_game(file(f"{HEAP}{SECOND}\nplugin = Plugin(game=Second, players={{'ai': lambda v, l: l[0]}})\n"))
    assert ("second", ["ai"]) == (plugin.game.name, list(plugin.players))
    texts = (f"{HEAP}{SECOND}\nplugin = Leaky\n", f"{HEAP}\nOne = Leaky\n", f"from cardkit_war import War\n{HEAP}")
    for number, text in enumerate(texts):
        assert "leaky" == load_game(file(text, f"other{number}.py")).game.name


@pytest.mark.parametrize(("game", "name"), [("Leaky()", "leaky"), ("7", "7"), ("int", "<class 'int'>")])
def test_who_gives_a_plugin_anything_but_the_class_of_a_game_is_told_where(file: Write, game: str, name: str) -> None:
    line = HEAP.count("\n") + 1
    with pytest.raises(GameFault, match="is at fault: a game is given as its class, as in ") as fault:
        load_game(file(f"{HEAP}plugin = Plugin(game={game})\n"))
    assert name == fault.value.game
    assert str(fault.value).endswith(f"(mine.py, line {line})")


@pytest.mark.parametrize("name", ["with blanks.py", "1st.py", "json.py", "cardkit.py", "ünï.py", "deep/er/game.py"])
def test_a_file_may_have_any_name_and_needs_no_folder_where_it_lies(
    file: Write, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for path in (file(HEAP, name), name, f"./{name}"):
        assert "leaky" == load_game(path).game.name
    assert importlib.import_module("json") is sys.modules["json"]
    assert "json.py" != Path(str(sys.modules["json"].__file__)).name


def test_files_of_one_name_in_different_folders_do_not_disturb_each_other(file: Write) -> None:
    first = load_game(file(HEAP, "a/game.py"))
    second = load_game(file(HEAP.replace("leaky", "other"), "b/game.py"))
    refused(load_game, file("1 / 0", "c/game.py"))
    assert ("leaky", "other") == (first.game.name, second.game.name)
    for plugin in (first, second):
        module = sys.modules[plugin.game.__module__]
        assert plugin.game is module.Leaky
        assert isinstance(Match[Any, Any](plugin.game(), pack(), seats=2, rng=Stacked()).state, module.Heap)


def test_a_file_is_run_once_for_its_game_and_its_player(file: Write) -> None:
    path = file(HEAP + PLAYER)
    plugin = load_game(path)
    assert plugin.game is load_game(path).game
    match = Match[Any, Any](plugin.game(), pack(), seats=1, rng=Stacked())
    Table(match, [load_player(path, plugin, Stacked())]).run()
    assert 52 == match.state.count


def test_an_interruption_while_a_file_is_loaded_is_not_swallowed(file: Write) -> None:
    before = files_in_memory()
    with pytest.raises(KeyboardInterrupt):
        load_game(file("import signal\nsignal.default_int_handler(2, None)"))
    assert before == files_in_memory()


def test_a_file_that_was_changed_is_loaded_anew(file: Write) -> None:
    path = file("1 / 0")
    refused(load_game, path)
    for number, name in enumerate(("leaky", "queueing", "dozing")):
        file(HEAP.replace("leaky", name))
        os.utime(path, (number, number))
        assert name == load_game(path).game.name


def test_a_game_is_loaded_from_a_module(file: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("cardkit_war:War", "cardkit_war.rules:War", "cardkit_war:plugin"):
        assert cardkit_war.War is load_game(name).game
    monkeypatch.syspath_prepend(tmp_path)
    file(HEAP + SECOND, "my_games.py")
    file("1 / 0", "my_broken_games.py")
    for name in ("Leaky", "Second"):
        assert name.lower() == load_game(f"my_games:{name}").game.name
    told = refused(load_game, "my_broken_games:War")
    assert told.startswith("ZeroDivisionError while it was loaded: division by zero")
    monkeypatch.delitem(sys.modules, "my_games")


FAILS = "while it was loaded"
BAD_FILES = [
    *((text, "it has none") for text in ("", "x = 1", "from cardkit import Game", "from cardkit_war import War")),
    (HEAP.replace("    def result", "    def outcome"), "it has none"),
    (HEAP + SECOND, "it has Leaky, Second"),
    (f"{HEAP}\nplugin = 5\n", "it is 5, not a Game class or a Plugin"),
    (f"{HEAP}\nplugin = Leaky()\n", "it is Leaky(), not a Game class or a Plugin"),
    (f"{HEAP}\nplugin = Game[Heap, Take]\n", "not a Game class or a Plugin"),
]
FAILING = [
    (HEAP.replace("[Take()]", "[Take()"), f"SyntaxError {FAILS}: "),
    ("def f(:\n", f"SyntaxError {FAILS}: invalid syntax"),
    ("\x00", f"{FAILS}: "),
    ("1 / 0", f"ZeroDivisionError {FAILS}: division by zero"),
    ("import nowhere_to_be_found", f"ModuleNotFoundError {FAILS}: No module named 'nowhere_to_be_found'"),
    ("raise SystemExit(3)", f"SystemExit {FAILS}: 3"),
    ("raise KeyboardInterrupt", f"KeyboardInterrupt {FAILS}"),
    ("raise RecursionError('deep')", f"RecursionError {FAILS}: deep"),
]
BAD_NAMES = [
    *((name, "there is no such file") for name in ("nowhere.py", "nowhere/game.py", "./nowhere", "a\\b", "/", "./")),
    *([] if WINDOWS else [("x" * 300 + ".py", "it can't be read: File name too long")]),
    ("cardkit_war:Whist", "the module cardkit_war has no Whist"),
    ("cardkit_war:", "the module cardkit_war has no "),
    *((name, "not a Game class or a Plugin") for name in ("cardkit_war:value", "cardkit:Game", "cardkit:State")),
    ("nowhere_to_be_found:War", f"ModuleNotFoundError {FAILS}: No module named 'nowhere_to_be_found'"),
    ("cardkit_war.nowhere:War", f"ModuleNotFoundError {FAILS}: No module named 'cardkit_war.nowhere'"),
    (":War", f"ValueError {FAILS}: Empty module name"),
    (".rules:War", f"TypeError {FAILS}"),
]


@pytest.mark.parametrize(("text", "reason"), BAD_FILES)
def test_a_file_without_the_one_game_is_refused(file: Write, text: str, reason: str) -> None:
    assert reason in refused(load_game, file(text))


@pytest.mark.parametrize(("text", "reason"), FAILING)
def test_a_file_that_fails_is_refused_and_nothing_of_it_stays(file: Write, text: str, reason: str) -> None:
    path, before = file(text), files_in_memory()
    for _ in range(2):
        assert reason in refused(load_game, path)
        assert before == files_in_memory()


@pytest.mark.parametrize(("name", "reason"), BAD_NAMES)
def test_a_file_or_a_module_without_such_a_game_is_refused(
    name: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert reason in refused(load_game, name)


def test_a_file_of_another_kind_is_refused(file: Write) -> None:
    assert "it is not a Python file" == refused(load_game, file(HEAP, "game.txt"))


# Players


@pytest.mark.parametrize("spec", ["ai", "random", "careful", "crazy8s:careful"])
def test_players_of_the_core_and_of_the_game_are_found_by_name(spec: str) -> None:
    plugin = load_game("crazy8s")
    player = load_player(spec, plugin, Seeded(1))
    match = Match(plugin.game(), pack(), seats=2, rng=Stacked())
    assert player(match.view(0), match.legal) in match.legal
    expected = {"ai": first_legal, "careful": cardkit_crazy8s.careful, "crazy8s:careful": cardkit_crazy8s.careful}
    assert player is expected.get(spec, player)


def test_a_player_in_a_file_is_found_by_its_path_and_a_class_is_made_with_a_source_of_chance(file: Write) -> None:
    path = file("def player(view, legal): return legal[-1]\ndef other(view, legal): return legal[0]")
    for spec, chosen in ((path, "z"), (f"{path}:other", "a"), (f"{path}:player", "z")):
        assert chosen == player_of(spec)(None, ["a", "z"])
    assert "has to define `nobody`" in refused(player_of, f"{path}:nobody")
    call = f"{INIT}self.rng = rng\n    def __call__(self, view, legal): return legal[self.rng.below(len(legal))]\n"
    assert "b" == player_of(file(call, "made.py"))(None, ["a", "b", "c"])


def test_a_module_in_the_current_folder_is_found_though_pythons_path_lacks_it(
    file: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file("def last(view, legal): return legal[-1]\n", "lies_here.py")
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert "No module named 'lies_here'" in refused(player_of, "lies_here:last")
    monkeypatch.chdir(tmp_path)
    assert "z" == player_of("lies_here:last")(None, ["a", "z"])
    assert "No module named 'nobody'" in refused(load_game, "nobody:Game")


def test_a_player_nobody_knows_is_told_with_those_that_are() -> None:
    for spec in ("careful", "war:careful", "war:ai2", "", "Random", "human", "AI", "war:"):
        with pytest.raises(UnknownName, match=r"human, ai, random.*, FILE\.py, FILE\.onnx, module:player") as error:
            player_of(spec)
        assert ("player", spec) == (error.value.kind, error.value.name)
    with pytest.raises(UnknownName, match="crazy8s:careful"):
        load_player("reckless", load_game("crazy8s"), Stacked())


INIT = "class player:\n    def __init__(self, rng): "
NO_FUNCTION = "not a function of the view and the legal actions"
NO_PLAYER = [
    ("", "a file of a player has to define `player`"),
    ("player = 5", f"it is 5, {NO_FUNCTION}"),
    ("class player:\n    pass", f"TypeError {FAILS}"),
    (f"{INIT}pass", NO_FUNCTION),
    (
        f"{INIT}pass\n    def choose(self, view, legal): return legal[0]",
        "a bot has `begin`, `told` and `choose`; player lacks `begin` and `told`",
    ),
    (f"{INIT}1 / 0", f"ZeroDivisionError {FAILS}"),
    ("def player(view, legal)", f"SyntaxError {FAILS}"),
]


def test_what_is_no_player_is_refused(file: Write) -> None:
    for number, (text, reason) in enumerate(NO_PLAYER):
        assert reason in refused(player_of, file(text, f"player{number}.py"))
    for spec, reason in (
        ("nowhere.py", "there is no such file"),
        ("cardkit:Nobody", "the module cardkit has no Nobody"),
        ("cardkit:BACK", NO_FUNCTION),
        ("nowhere_to_be_found:player", f"ModuleNotFoundError {FAILS}"),
    ):
        assert reason in refused(player_of, spec)
