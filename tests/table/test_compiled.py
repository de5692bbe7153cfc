"""A game's file, compiled: the twin plays what the rules play, and is used only where it was compared with them."""

from __future__ import annotations

import ast
import dataclasses
import io
import itertools
import json
import os
import re
import shutil
import signal
import sys
import threading
import time
from errno import ENOSPC
from pathlib import Path
from textwrap import indent
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest
from helpers import ROOT, WINDOWS, cardkit

from cardkit import Match, Plugin, Seeded
from cardkit.bots.search import SearchPlayer
from cardkit.core.errors import CannotWrite
from cardkit.plugins.registry import examples, installed, load_game
from cardkit.simulation import simulate
from cardkit.simulation.simulate import ways_of
from cardkit.table.native import engine, making
from cardkit.table.native.engine import NativeTwin, Variant, twin_of
from cardkit.table.native.making import NotCompared, compare, compare_apart, lay, make, owner, why
from cardkit.table.native.reading import CannotCompile, Untranslatable, read, within
from cardkit.table.native.writing import ModuleWriter, Written
from cardkit.table.turns import seating_at

TURNS = (ROOT / "tests" / "data" / "turns.py").read_text(encoding="utf-8")


FIRST = (
    "cardkit: note: turns is compared with its rules in 1 game first, as it was not yet played compiled with these "
    "options, seats and cards\n"
)


def simulated(game: Path, *options: str, engine: str = "auto", said: str = "") -> dict[str, Any]:
    """What a simulation of 40 games finds, which says this beside it."""
    players = ("--seat", "random", "--seat", "ai")
    run = cardkit("simulate", str(game), "-n", "40", "--seed", "3", "--engine", engine, "--json", *players, *options)
    assert (0, said) == (run.code, run.err)
    found: dict[str, Any] = json.loads(run.out)
    return found


def test_a_compiled_game_is_used_where_it_was_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "LEVEL", "0")
    for module in (making, simulate):
        monkeypatch.setattr(module, "GAMES_MORE", 1)
    game = tmp_path / "turns.py"
    game.write_text(TURNS, encoding="utf-8")
    assert "cardkit: no compiled twin plays these games of turns: there is no twin of it" in asked_for(game)

    made = cardkit("compile", str(game), "-n", "20")
    assert (0, "") == (made.code, made.err)
    assert made.lines[0] == "turns: read turns.py"
    assert re.search(r"\ncompared in \d+ s: 20 games, 400 actions, in 2 ways to play, all equal\n", made.out)
    assert "nothing has changed since" in cardkit("compile", str(game)).out
    first = cardkit("simulate", str(game), "-n", "9", "--seed", "3").lines[0]
    assert first == "turns (ai, ai): 9 games, seed 3, compiled"
    kept_twins = engine.twins_folder()
    monkeypatch.setattr(engine, "BROUGHT", tmp_path / "wheel" / "cardkit" / "twins")
    shutil.copytree(kept_twins, engine.BROUGHT)
    assert "thrown away" in cardkit("compile", "--clean").out
    assert first == cardkit("simulate", str(game), "-n", "9", "--seed", "3").lines[0], "a wheel brings it"

    assert simulated(game, engine="rules") == simulated(game)
    others = ("--set", "turns=31")
    assert simulated(game, *others, engine="rules") == simulated(game, *others, engine="compiled", said=FIRST)
    contest_and_forecast_take_it(game, tmp_path)
    search_takes_it(game)
    assert heard_while_it_plays(game)
    assert kept(game) == (0, ["ok      compiled-alike", "turns keeps every promise, 1 of 1."])

    def wrong(*_: object) -> NoReturn:
        raise IndexError(7)

    with monkeypatch.context() as patch:
        patch.setattr(simulate, "by_twin", wrong)
        run = cardkit("simulate", str(game), "-n", "40", "--seed", "3", "--json", "--seat", "random", "--seat", "ai")
    assert json.loads(run.out) == simulated(game, engine="rules")
    assert run.err == (
        "cardkit: the twin of turns raised what its rules don't, and is used no more: game 0 of seed 3: IndexError: 7\n"
    )
    assert "its twin plays otherwise than the rules: game 0 of seed 3: IndexError: 7" in asked_for(game)
    assert "put aside: game 0 of seed 3: IndexError: 7" in cardkit("compile", "--list").out
    code, (verdict, said, *_) = kept(game)
    assert (1, "broken  compiled-alike") == (code, verdict)
    assert "its twin plays otherwise than the rules: game 0 of seed 3: IndexError: 7" in said

    game.write_text(TURNS.replace("table.left -= 1", "table.left -= 2"), encoding="utf-8")
    (tmp_path / "again").mkdir()
    again = game.rename(tmp_path / "again" / "turns.py")
    assert "there is no twin of it" in asked_for(again), "the source has changed"
    assert "thrown away" in cardkit("compile", "--clean").out
    assert "no twins are kept" in cardkit("compile", "--list").out


def kept(game: Path) -> tuple[int, list[str]]:
    """What is found of the promise that a game plays the same games compiled."""
    run = cardkit("check", str(game), "--promise", "compiled-alike", folder=game.parent)
    return run.code, run.lines


def asked_for(game: Path) -> str:
    """What is said where a twin is asked for and there is none that may be used."""
    run = cardkit("simulate", str(game), "-n", "2", "--engine", "compiled")
    assert (1, "") == (run.code, run.out)
    return run.err


def contest_and_forecast_take_it(game: Path, folder: Path) -> None:
    """See that contests and forecasts say that a twin plays, and find with it what they find by the rules."""
    players = ("--player", "random", "--player", "ai", "-n", "20", "--seed", "2")
    by_rules, compiled = (
        cardkit("arena", str(game), *players, "--engine", engine, "--out", str(folder / f"{engine}.jsonl"))
        for engine in ("rules", "auto")
    )
    note = "cardkit: note: random and ai are one player in turns: only chance tells them apart\n"
    assert (0, note, 0, note) == (by_rules.code, by_rules.err, compiled.code, compiled.err)
    (title, *table), (named, *same) = by_rules.lines, compiled.lines
    assert f"{title}, compiled" == named
    # The last column is the time that a decision takes.
    assert [row.rsplit(None, 1)[0] for row in table] == [row.rsplit(None, 1)[0] for row in same]
    assert (folder / "rules.jsonl").read_text() == (folder / "auto.jsonl").read_text()
    kept = cardkit("arena", str(game), *players, "--engine", "compiled", "--records", str(folder / "records"))
    assert (1, "records are kept of them, which the rules write") == (kept.code, kept.err.strip().rpartition(": ")[2])
    assert 1 == cardkit("arena", str(game), *players, "--engine", "compiled", "--player", "search:easy").code
    asked = (str(game), str(ROOT / "decks" / "standard52.txt"), "--seat", "random", "--seat", "ai")
    by_rules, compiled = (cardkit("forecast", *asked, "--seed", "2", "--engine", one) for one in ("rules", "compiled"))
    assert ["compiled", *by_rules.lines] == compiled.lines
    assert cardkit("forecast", *asked).err == cardkit("forecast", *asked, "--engine", "rules").err
    assert "left to chance" in cardkit("forecast", *asked).err


def search_takes_it(game: Path) -> None:
    """See that search plays by the twin with other options too, once they were compared."""
    plugin = load_game(str(game))
    way = Variant(plugin.game.with_options({"turns": 29}), 2, ways_of(plugin)[0].cards)
    assert twin_of(way) is None
    bot, match = SearchPlayer(Seeded(1)), Match[Any, Any](way.game, way.cards, seats=2, rng=Seeded(1))
    bot.begin(seating_at(match.game, match.state, 0), match.view(0))
    bot.choose(match.view(0), match.legal)
    assert twin_of(way) is not None
    assert bot._twin is twin_of(way)  # pyright: ignore[reportPrivateUsage]


class Watched:
    """A game that a twin plays, and the processor time for which it plays at most before it hands back."""

    def __init__(self, play: Any) -> None:
        self._play = play
        self.longest = 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._play, name)

    def play(self, budget: int, trace: Any) -> bool:
        """Play on."""
        start = time.thread_time()
        is_over: bool = self._play.play(budget, trace)
        self.longest = max(self.longest, time.thread_time() - start)
        return is_over


def heard_while_it_plays(game: Path) -> bool:
    """Whether a twin in the middle of a game of a hundred million turns hears a signal, and lets other threads play."""
    if WINDOWS:
        return True
    plugin = load_game(str(game))
    way = ways_of(plugin)[0]
    twin = twin_of(way)
    assert twin is not None
    long = Variant(plugin.game.with_options({"turns": 100_000_000}), 2, way.cards)
    play = Watched(twin.begin(long, long.cards, Seeded(1), [None, None], lot=lambda _, among: among - 1, most=10**9))
    beats: list[int] = []
    over = threading.Event()

    def beat() -> None:
        while not over.wait(0.005):
            beats.append(play.actions)

    other = threading.Thread(target=beat)
    before = signal.signal(signal.SIGVTALRM, signal.default_int_handler)
    other.start()
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.5)
    try:
        with pytest.raises(KeyboardInterrupt):
            twin.finish(play)
    finally:
        signal.signal(signal.SIGVTALRM, before)
        over.set()
        other.join()
    return play.actions > 1000 and len({*beats}) > 4 and play.longest < 0.05


def written(path: Path, text: str) -> Written:
    """A game of this text, written anew."""
    path.write_text(text, encoding="utf-8")
    return ModuleWriter(read(load_game(str(path)).game)).write()


OWN = """from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import isqrt

@dataclass(frozen=True)
class Most(ABC):
    cards: int

    @abstractmethod
    def more(self) -> int: ...

    def never(self) -> int:
        return isqrt(self.cards)

class Cards(Most):
    def more(self) -> int:
        return self.cards

"""


def test_an_own_class_of_the_rules_is_written_with_all_that_it_names(tmp_path: Path) -> None:
    text = OWN + TURNS.replace("[len(hand) for hand", "[Cards(len(hand)).more() for hand")
    module = written(tmp_path / "own.py", text).text
    assert all(f" {name} as {name}\n" in module for name in ("ABC", "abstractmethod", "dataclass", "isqrt"))
    lay(tmp_path, "tw_own", module)
    assert 20 == compare(NativeTwin(tmp_path, "tw_own"), ways_of(load_game(str(tmp_path / "own.py")))[0], 0)


def test_what_cant_be_written_anew_is_told_with_its_file(tmp_path: Path) -> None:
    before, game = TURNS.split("class Turns(")
    with pytest.raises(Untranslatable, match=r"told\.py: the class Turns isn't at the top of the file"):
        written(tmp_path / "told.py", f"{before}if True:\n{indent('class Turns(' + game, '    ')}")


BEFORE = "class Turns("
LEFT = "        table.left -= 1\n"
REFUSED = {
    "del": (
        LEFT,
        f"{LEFT}        left = table.left\n        del table.left\n        table.left = left\n",
        "del table",
        '"left" cannot be deleted: set it to None',
    ),
    "except*": (
        LEFT,
        "        try:\n            table.left -= 1\n        except* ValueError:\n            table.left = 0\n",
        "try:",
        "Exception groups and except* cannot be compiled yet: write `except`",
    ),
    "two bases": (
        BEFORE,
        f"class A:\n    one = 1\n\n\nclass B:\n    two = 2\n\n\nclass Odd(A, B):\n    three = Keep()\n\n\n{BEFORE}",
        "class Odd",
        "Multiple inheritance is not supported (except for traits): let the class have one base",
    ),
    "a list of one's own": (
        BEFORE,
        f"class Odd(list):\n    three = 3\n\n\n{BEFORE}",
        "class Odd",
        "Inheriting from most builtin types is unimplemented: write a class that has one of these in a field",
    ),
    "defined by a condition": (
        BEFORE,
        "if len('a') == 1:\n    def odd() -> int:\n        return 1\n"
        f"else:\n    def odd() -> int:\n        return 2\n\n\n{BEFORE}",
        "if len",
        'Duplicate definition of "odd" not supported by mypyc: define it once, without `if` around it',
    ),
}
"""What the compiler refuses: text of a game's file, what it is changed to, where it is refused, and what is said."""


@pytest.mark.parametrize(
    "name", [name if name == "del" else pytest.param(name, marks=pytest.mark.slow) for name in REFUSED]
)
def test_what_the_compiler_refuses_is_told_with_its_file_its_line_and_what_to_write_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    old, new, at, said = REFUSED[name]
    text = TURNS.replace(old, new)
    if " odd" in new.lower():
        text = text.replace(LEFT, f"{LEFT}        Odd()\n" if "Odd" in new else f"{LEFT}        odd()\n")
    path = tmp_path / "refused.py"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CannotCompile) as refused:
        make(ways_of(load_game(str(path))), 5)
    line = 1 + text[: text.index(at)].count("\n")
    assert refused.value.reason in (
        f"refused.py, {before}line {line}: the compiler says: {said}" for before in ("", "from ")
    )
    monkeypatch.setattr(making, "compile_unit", None)
    assert f"it can't be compiled: {refused.value.reason}" in asked_for(path)
    assert f"put aside: {refused.value.reason}" in cardkit("compile", "--list").out
    with pytest.raises(CannotCompile, match=re.escape(refused.value.reason)):
        make(ways_of(load_game(str(path))), 5)


def test_a_function_that_the_c_compiler_refuses_is_named_by_its_place(tmp_path: Path) -> None:
    text = TURNS.replace(BEFORE, f"class Odd:\n    def __index__(self) -> int:\n        return 7\n\n\n{BEFORE}")
    module = written(tmp_path / "named.py", text.replace(LEFT, f"{LEFT}        [1] * Odd()\n"))
    names = {"game___Turns___legal": "Turns.legal", "game___Turns___result__wrapper": "Turns.result"}
    names["game___Odd_____index___3__wrapper"] = "Odd.__index__"
    for compiled, name in names.items():
        (line,) = making.lines_of(module.text, compiled)
        assert name == owner(module, line)


def test_where_the_rules_break_off_every_game_their_place_is_told_before_anything_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = TURNS.replace(LEFT, "        table.left = sorted([table.left], strict=True)[0]\n")
    path = tmp_path / "breaks.py"
    lay(tmp_path, "tw_breaks", written(path, text).text)
    ways = ways_of(load_game(str(path)))
    with pytest.raises(NotCompared) as found:
        compare_apart(tmp_path, "tw_breaks", ways, 3)
    line = 1 + text[: text.index("strict")].count("\n")
    wrong = "'strict' is an invalid keyword argument for sort()"
    assert f"no game is played to its end: by its rules TypeError: {wrong} (breaks.py, line {line})" == str(found.value)
    monkeypatch.setattr(making, "compile_unit", None)
    with pytest.raises(CannotCompile, match=re.escape(f"as {found.value}")):
        make(ways, 3)


def test_what_nobody_thought_of_and_what_the_compiler_gives_no_line_is_told_with_the_file_and_a_line(
    tmp_path: Path,
) -> None:
    node = ast.parse("\n\nx = 1").body[0]
    with pytest.raises(Untranslatable, match=r"g\.py, line 3: .* \(KeyError: 'y'\)"), within(node, tmp_path / "g.py"):
        raise KeyError("y")
    module = written(tmp_path / "named.py", TURNS)
    assert why(making.Mistake("it is not done", []), module, []).startswith("named.py, from line ")


def test_what_plays_otherwise_is_refused_before_it_is_compiled_and_that_is_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "turns.py").write_text(TURNS, encoding="utf-8")
    game, write = tmp_path / "turns.py", ModuleWriter.write

    def wrong(writer: ModuleWriter) -> Written:
        found = write(writer)
        return dataclasses.replace(found, text=found.text.replace("left -= 1", "left -= 2"))

    monkeypatch.setattr(ModuleWriter, "write", wrong)
    monkeypatch.setattr(making, "compile_unit", None)
    refused = cardkit("compile", str(game))
    place = "turns.py, from line 22: game 0 "
    assert f"compiled it plays otherwise than by its rules: {place}" in refused.err
    monkeypatch.setattr(making, "compare_apart", None)
    assert (1, refused.err) == (refused.code, cardkit("compile", str(game)).err)
    assert f"its twin plays otherwise than the rules: {place}" in asked_for(game)
    assert f"put aside: {place}" in cardkit("compile", "--list").out
    assert kept(game)[1][0] == "broken  compiled-alike"


def test_a_game_for_any_number_of_people_is_compared_with_a_few_each_by_the_options_of_so_many() -> None:
    assert {1, 2, 5, 8} == {way.seats for way in ways_of(load_game("crazy8s"))}

    class Golfed(load_game("golf").game):  # type: ignore[misc]
        by_seats = {3: {"holes": 2}}  # noqa: RUF012

    for way in ways_of(Plugin(game=Golfed)):
        assert way.game.holes == (2 if way.seats == 3 else Golfed().holes)  # type: ignore[attr-defined]


def test_without_a_compiler_the_reason_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reason = 'mypyc is missing: pip install "cardkit[compile]" brings it'
    monkeypatch.setattr(making, "why_not", lambda: reason)
    assert 2 == cardkit("compile").code
    run = cardkit("compile", "spades")
    assert (1, f"cardkit: spades can't be compiled: {reason}; it is played by its rules\n") == (run.code, run.err)
    game = tmp_path / "turns.py"
    game.write_text(TURNS, encoding="utf-8")
    code, lines = kept(game)
    assert (1, "open    compiled-alike") == (code, lines[0])
    assert f"it can't be compiled: {reason}" in "\n".join(lines)


def test_games_that_take_long_are_compared_as_far_as_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[dict[str, Any]] = []
    order = {"path": sys.path, "module": "", "file": "", "class": "", "folder": "", "package": "", "games": 200}
    ways = [{"options": {}, "seats": 2, "cards": [], "key": key} for key in ("one", "other")]
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(order | {"ways": ways})))
    monkeypatch.setattr(making, "_found", lambda *_: SimpleNamespace)
    monkeypatch.setattr(making, "_tell", told.append)
    monkeypatch.setattr(making, "NativeTwin", lambda *_: None)
    monkeypatch.setattr(making, "faster", lambda *_: 1.0)
    clock = itertools.count()
    monkeypatch.setattr(making.time, "process_time", lambda: next(clock))
    monkeypatch.setattr(making, "compare", lambda *_: next(clock))
    making.apart()
    assert told[-1]["ways"] == ["one", "other"]
    assert 2 < told[-1]["games"] < 40


def test_a_full_disk_is_told_with_the_place_of_the_twin_and_nothing_is_left_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> NoReturn:
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    monkeypatch.setenv("CARDKIT_HOME", str(tmp_path))
    monkeypatch.setattr(making, "lay", full)
    with pytest.raises(CannotWrite, match=r"twins.kuhn_\w+ can't be written: No space left on device"):
        make(ways_of(load_game("kuhn")), 5)
    assert [] == list((tmp_path / "twins").iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("name", [*installed(), *examples()])
def test_every_game_is_compiled_and_plays_the_same_games(name: str) -> None:
    made = make(ways_of(load_game(name)), 10_000)
    assert made is not None
    assert made.equal.games >= 10_000 or made.equal.actions >= 400_000
    assert made.untyped == []


@pytest.mark.slow
def test_types_that_are_not_true_are_left_out_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "LEVEL", "0")
    path = tmp_path / "mistyped.py"
    untrue = "left: int = table.left - 1.0\n        table.left = left\n"
    path.write_text(TURNS.replace("table.left -= 1\n", untrue), encoding="utf-8")
    made = make(ways_of(load_game(str(path))), 20)
    assert made is not None
    assert {"Turns.apply", "Table"} <= set(made.untyped)
    assert 20 == made.equal.games
