"""The documentation is run: its Python, its commands with their output, links, picture; it forgets nothing public."""

from __future__ import annotations

import ast
import contextlib
import doctest
import html
import importlib
import importlib.util
import inspect
import io
import os
import pkgutil
import re
import shlex
import shutil
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import Any, Literal, get_args, get_origin

import pytest
from helpers import ROOT, WINDOWS, Run, at_terminal, cardkit, cardkit_process, finished, loaded_from
from rich.console import Console
from rich.text import Text
from typer.main import get_command

import cardkit as library
import cardkit.kernels as kernels
from cardkit import CardkitError, Match, Seeded, Table, standard52
from cardkit.authors import testing
from cardkit.authors.laws import KNOWN_PROMISES
from cardkit.authors.testing import check_game
from cardkit.cli.app import COMMANDS, app
from cardkit.plugins.registry import load_game, load_player
from cardkit.plugins.setup import Setup
from cardkit.table.turns import first_legal
from cardkit_crazy8s import Crazy8s
from cardkit_war import War

DOCS = ROOT / "docs"
EXAMPLES = DOCS / "examples"
HOW_TO = sorted((DOCS / "how-to").glob("*.md"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md")), *HOW_TO]
GAMES = [path for path in sorted(EXAMPLES.glob("*.py")) if "(Game[" in path.read_text(encoding="utf-8")]

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
HOME = "~/.local/share/cardkit"
"""What the pages call cardkit's home, as it is on most systems."""
PYTHON = ".venv/bin/python"
"""What the pages call the Python that cardkit is installed for."""
_FENCE = re.compile(r"^```(?P<info>\S.*?)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)\)")
_SUITS = set("♠♥♦♣")
_CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b")


@dataclass(frozen=True)
class Block:
    """A block of code on a page: what stands after the backticks, the lines within, and the first one's number."""

    info: str
    text: str
    line: int

    @property
    def language(self) -> str:
        """The first word after the backticks."""
        return self.info.split()[0]

    @property
    def file(self) -> str | None:
        """The file that the block is a part of, as a path from `docs`."""
        found = re.search(r"\bfile=(\S+)", self.info)
        return found[1] if found else None


def text_of(page: str) -> str:
    """The text of a page in docs."""
    return (DOCS / page).read_text(encoding="utf-8")


def blocks(page: Path) -> list[Block]:
    """The blocks of code on a page, in their order."""
    text = page.read_text(encoding="utf-8")
    found = _FENCE.finditer(text)
    return [Block(one["info"], one["text"], text.count("\n", 0, one.start()) + 2) for one in found]


def pages_with(language: str) -> list[Any]:
    """The pages that have blocks of a language, as parameters of a test."""
    having = (page for page in PAGES if any(block.language == language for block in blocks(page)))
    return [pytest.param(page, id=page.name) for page in having]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory: what a reader has of the checkout, and may write to."""
    folder = tmp_path / "desk"
    shutil.copytree(EXAMPLES, folder / "docs" / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(folder)
    return folder


# Python on the pages


@pytest.mark.parametrize("page", pages_with("python"))
def test_python_runs_as_one_script_a_page(page: Path, desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType(f"page_{page.stem.replace('-', '_')}")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    every = blocks(page)
    for number, block in enumerate(every):
        if block.language != "python":
            continue
        if block.file:
            whole = (DOCS / block.file).read_text(encoding="utf-8")
            assert f"\n{block.text}" in f"\n{whole}", f"{page.name}, line {block.line}: not in {block.file}"
        elif block.text.startswith(">>>"):
            test = doctest.DocTestParser().get_doctest(block.text, {}, page.name, str(page), block.line - 1)
            test.globs = vars(module)
            outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, clear_globs=False)
            assert outcome.failed == 0, f"{page.name}, line {block.line}"
        else:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile("\n" * (block.line - 1) + block.text, str(page), "exec"), vars(module))
            if printed.getvalue():
                shown = every[number + 1]
                assert "text" == shown.language, f"{page.name}, line {block.line}: its output has to follow"
                assert shown.text == printed.getvalue()


# Commands on the pages


@dataclass(frozen=True)
class Session:
    """A command on a page with what the page shows below it."""

    command: str
    shown: list[str]
    line: int


def sessions(page: Path) -> Iterator[Session]:
    """The commands in the console blocks of a page; their lines begin with `$ `."""
    for block in blocks(page):
        if block.language != "console":
            continue
        session: Session | None = None
        for number, line in enumerate(block.text.splitlines(), block.line):
            if line.startswith("$ "):
                if session:
                    yield session
                session = Session(line.removeprefix("$ "), [], number)
            else:
                assert session is not None, f"{page.name}, line {number}: a block begins with a command"
                session.shown.append(line)
        if session:
            yield session


_TOOK = re.compile(r"(?<=  )\d\.\d\d$")
"""How long a decision took, which is another number each time."""


def done(session: Session, folder: Path, code: int, *, alone: bool = False) -> tuple[list[str], int]:
    """What a command shows and its exit code; what is typed is shown after `> `, `code` is that of the command before.

    Understood are `cardkit …`, then perhaps `> FILE` or `| tail -N` or `| head -N`, and `echo $?`. Commands run in this
    process, or alone in one of their own, as those do whose output has the symbols of suits. A check plays few games.
    """
    if session.command == "echo $?":
        return [str(code)], 0
    words = shlex.split(session.command)
    assert "cardkit" == words[0]
    command, filters = words[1:], list[str]()
    for sign in (">", "|"):
        if sign in command:
            command, filters = command[: command.index(sign)], command[command.index(sign) :]
    if command[0] == "check" and "--promise" not in command:
        command += ["--games", "3"]
    typed = [line.removeprefix("> ") for line in session.shown if line.startswith("> ")]
    own_process = not typed and (alone or any(_SUITS & set(line) for line in session.shown))
    run: Run = (
        cardkit_process(*command, folder=folder) if own_process else cardkit(*command, typed=typed, folder=folder)
    )
    out = run.lines
    match filters:
        case [">", name]:
            (folder / name).write_text(run.out, encoding="utf-8")
            out = []
        case ["|", "tail", count]:
            out = out[int(count) :]
        case ["|", "head", count]:
            out = out[: -int(count)]
        case _:
            assert not filters
    if any(line.endswith("ms a decision") for line in out):
        out = [_TOOK.sub("0.00", line) for line in out]
    return [
        line.replace(os.environ["CARDKIT_HOME"], HOME)
        .replace(f'"{sys.executable}"', PYTHON)
        .replace(sys.executable, PYTHON)
        for line in (*out, *run.err.splitlines())
    ], run.code


@pytest.mark.parametrize("page", pages_with("console"))
def test_commands_print_what_the_page_shows(page: Path, desk: Path) -> None:
    code = 0
    for session in sessions(page):
        if WINDOWS and re.search(r"\bbash |python3 ", session.command):
            break
        printed, code = done(session, desk, code, alone=page.name == "README.md")
        if session.shown and session.shown[-1] == "...":
            shown = session.shown[:-1]
            assert len(printed) > len(shown), f"{page.name}, line {session.line}: nothing is cut"
            printed = printed[: len(shown)]
        else:
            shown = session.shown
        assert shown == printed, f"{page.name}, line {session.line}: {session.command}"


# Rooms


def test_the_map_of_the_rooms_is_the_list_that_the_imports_are_checked_by() -> None:
    first = "A room imports only from rooms further down this list"
    [rooms] = [one["layers"] for one in SETTINGS["tool"]["importlinter"]["contracts"] if one["name"] == first]
    table = text_of("design.md").split("| room | what lives there | start reading at |")[1].split("\n\n")[0]
    mapped = [line.split("|") for line in table.splitlines()[2:]]
    assert rooms == [f"cardkit.{room.strip().strip('`')}" for _, room, *_ in mapped]
    for room, row in zip(rooms, mapped, strict=True):
        for module in re.findall(r"`(\w+)\.py`", row[3]):
            assert importlib.util.find_spec(f"{room}.{module}"), f"{room} has no {module}.py"


# Links


def anchors(page: Path) -> list[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]


@pytest.mark.parametrize("page", [pytest.param(page, id=page.name) for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    for link in _LINK.finditer(text):
        target, _, anchor = link["target"].partition("#")
        if target.startswith(("http://", "https://")):
            continue
        place = page.parent / target if target else page
        assert place.exists() or place.name == "LICENSE", f"{page.name}: {link['target']}"
        if anchor:
            assert anchor in anchors(place), f"{page.name}: {link['target']}"


def test_each_page_lies_behind_one_of_four_doors() -> None:
    _, *doors = re.split(r"^## (.+)$", text_of("index.md"), flags=re.MULTILINE)
    assert doors[::2] == ["Play", "Write a game", "Run many games, or train", "Look inside"]
    linked = [
        page for door in doors[1::2] for page in {link["target"].partition("#")[0] for link in _LINK.finditer(door)}
    ]
    pages = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md") if path.name != "index.md"]
    assert sorted(linked) == sorted([*pages, "../CONTRIBUTING.md"])


def test_every_command_of_the_justfile_is_described() -> None:
    recipes = re.findall(r"^# .*\n([a-z-]+)", (ROOT / "justfile").read_text(encoding="utf-8"), re.MULTILINE)
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert recipes == re.findall(r"^\| `just ([a-z-]+)` \|", contributing, re.MULTILINE)


# Nothing is forgotten


def choices(annotation: Any) -> Iterator[str]:
    """The words that an option can be set to, where its type lists them."""
    if get_origin(annotation) is Literal:
        yield from map(str, get_args(annotation))
    else:
        for part in get_args(annotation):
            yield from choices(part)


def test_every_command_and_its_options_are_described() -> None:
    text = text_of("command-line.md")
    commands: Any = get_command(app)
    for name in COMMANDS:
        command = commands.get_command(None, name)
        assert f"`cardkit {name}`" in text or f"`cardkit {name} " in text, f"nothing is said of {name}"
        for parameter in command.params:
            for option in parameter.opts:
                assert not option.startswith("--") or f"`{option}" in text, f"nothing is said of {name} {option}"


def test_every_promise_is_described() -> None:
    text = " ".join(text_of("check-game.md").split())
    for name, sentence in KNOWN_PROMISES.items():
        assert f"`{name}` | {sentence}" in text


def test_what_cardkit_needs_is_told_with_the_reason() -> None:
    told = text_of("design.md").split("## What cardkit needs")[1]
    needed = [re.split(r"[^\w-]", one)[0] for one in SETTINGS["project"]["dependencies"]]
    assert [] == [name for name in needed if not re.search(rf"^\|.*\b{name}\b.*\|$", told, re.MULTILINE)]


HOUSEHOLD = {"begin", "events", "foretell", "fork", "keep", "keep_moments", "take_back"}
"""What a dealer does for the match, and for no rule."""


def test_each_thing_that_a_dealer_does_is_done_as_the_table_says() -> None:
    class Told(library.Event):
        pass

    class Heaps(library.State):
        heap: library.Pile
        pile: library.Pile
        other: library.Pile
        scores: list[int]
        points: list[int]

    rows = re.findall(
        r"^\| `(dealer\.(\w+)\(.*?\))` \| [^|]+ \| ([^|]*)\| ([^|]*)\|$", text_of("authors.md"), re.MULTILINE
    )
    does = {name for name, value in vars(library.Dealer).items() if inspect.isfunction(value) and name[0] != "_"}
    assert does - HOUSEHOLD == {name for _, name, _, _ in rows}
    for written, name, *then in rows:
        piles = [library.Pile.face_up(library.cards(text)) for text in ("2C 3C 4C", "KS AS", "")]
        given = dict(zip(("heap", "pile", "other"), piles, strict=True))
        table, dealer = Heaps(seats=2, scores=[0, 0], points=[0, 0], **given), library.Dealer(Seeded(1))
        eval(written, {"dealer": dealer, "table": table, "cards": library.cards, "Told": Told, **given})
        assert dealer.events(2), written
        moves = name in ("deal", "draw", "gather", "move", "sweep", "take")
        for pile, text in zip(piles, map(str.strip, then), strict=False):
            assert " ".join(card.text for card in pile) == text or not (moves or text), written


def every_error() -> Iterator[type[CardkitError]]:
    """The classes of errors of the library, wherever they are defined."""
    for module in pkgutil.walk_packages(library.__path__, "cardkit."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    waiting: list[type[CardkitError]] = [CardkitError]
    while waiting:
        error = waiting.pop()
        waiting += error.__subclasses__()
        if error.__module__.split(".")[0] == "cardkit":
            yield error


def test_every_error_is_described_with_its_parts() -> None:
    text = text_of("errors.md")
    for error in every_error():
        assert f"`{error.__name__}`" in text, f"nothing is said of {error.__name__}"
        row = next((line for line in text.splitlines() if line.startswith(f"| `{error.__name__}`")), "")
        given = inspect.signature(error.__init__).parameters.values()
        parts = {part.name for part in given if part.kind not in (part.VAR_POSITIONAL, part.VAR_KEYWORD)} - {"self"}
        for part in parts or (error._parts if error.__name__ in library.__all__ else ()):
            assert f"`{part}`" in row, f"nothing is said of {error.__name__}.{part}"
        said = {name for _, name, _, _ in Formatter().parse(error.sentence) if name}
        assert said <= {*parts, *error._parts}, f"{error.__name__} has no such fields: {error.sentence}"


def test_errors_that_are_not_public_are_where_the_page_says() -> None:
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| `(cardkit\.\S+)` \|$", text_of("errors.md"), re.MULTILINE)
    said = {name: module for names, module in rows for name in re.findall(r"\w+", names)}
    public = {*library.__all__, *testing.__all__}
    assert {error.__name__: error.__module__ for error in every_error() if error.__name__ not in public} == said


# The examples


SHORTER = {"gin_rummy.py": {"limit": 1, "knock": 20}}
"""Options by which a game that takes random players a hundred hands takes them few."""


@pytest.mark.parametrize("path", [pytest.param(path, id=path.name) for path in GAMES])
def test_games_of_the_examples_keep_every_promise(path: Path) -> None:
    plugin = load_game(str(path))
    seats = plugin.game.players[:1]
    pack = Setup.of(plugin, seats=("random",) * seats[0]).pile
    check_game(plugin.game(**SHORTER.get(path.name, {})), decks=[pack], seats=seats, games=1)


def test_the_tests_that_the_tutorial_writes_pass() -> None:
    module = loaded_from(EXAMPLES / "test_go_fish.py")
    tests = [value for name, value in vars(module).items() if name.startswith("test_")]
    assert tests
    for test in tests:
        test()


# Go Fish: what is hidden stays hidden


def test_no_hidden_card_is_printed_before_it_is_shown_up_to_the_end() -> None:
    """A person who takes the first action each time, and leaves sooner or later, beside the same game by itself."""
    for answers in (*range(0, 30, 7), 1000):
        match = Match[Any, Any](
            load_game("go_fish").game(), reversed(standard52()), seats=2, rng=Seeded(1).split("deal")
        )
        seen, taken = set[str](), list[str]()
        while True:
            seen.update(str(card) for pile in match.state.piles() if pile.seen_by(0) for card in pile)
            if match.is_over or (match.turn == 0 and len(taken) == answers):
                break
            taken += [str(match.legal[0])] * (match.turn == 0)
            match.play(match.legal[0])
        run = cardkit("play", "go_fish", "--seat", "human", "--seat", "cardkit:first_legal", "--seed", "1", typed=taken)
        assert {*_CARD.findall(run.out)} <= seen
        assert answers > 14 or (len(seen) < 52 and "Ada holds 7" in run.out)
    assert (0, "") == (run.code, run.err)
    assert any("You win the game" in line or "wins the game" in line or "a draw" in line for line in run.lines[-2:])


def test_the_lines_of_every_example_are_those_that_its_page_says() -> None:
    told = dict(re.findall(r"\(examples/(\w+\.py)\) \|.*\| (\d+) \|$", text_of("examples.md"), re.MULTILINE))
    assert {game.name: str(_lines_of_code(game.read_text("utf-8"))) for game in GAMES if game.name in told} == told
    assert {game.name for game in GAMES} - set(told) == {"go_fish_1.py", "go_fish_2.py", "go_fish_3.py"}


def _lines_of_code(text: str) -> int:
    """How many lines a file has without docstrings and blank lines."""
    alone = [one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.Expr)]
    said = [one for one in alone if isinstance(one.value, ast.Constant) and isinstance(one.value.value, str)]
    left_out = {number for one in said for number in range(one.lineno, (one.end_lineno or one.lineno) + 1)}
    return sum(bool(line.strip()) and number not in left_out for number, line in enumerate(text.splitlines(), 1))


@pytest.mark.parametrize(("page", "game"), [("war.md", War), ("crazy8s.md", Crazy8s)])
def test_every_option_and_rule_set_of_a_game_is_described(page: str, game: Any) -> None:
    text = text_of(page)
    for name, field in game.model_fields.items():
        for word in (name, *choices(field.annotation)):
            assert f"`{word}`" in text, f"{page} says nothing of {word}"
    for rules in load_game(game.name).rule_sets:
        assert f"`{rules.name}`" in text


def test_the_bot_of_the_examples_plays_a_game_and_beats_the_first_legal_card() -> None:
    path = str(EXAMPLES / "mybot.py")
    run = cardkit("play", "crazy8s", "standard52", "--seat", path, "--seat", "random", "--set", "hand_size=5")
    assert (0, "") == (run.code, run.err)
    bot, wins = load_player(path, load_game("crazy8s"), Seeded(1)), [0, 0]
    for seed in range(200):
        match = Match(Crazy8s(shuffle=True, wild="8"), standard52(), seats=2, rng=Seeded(seed))
        players = [bot, first_legal] if seed % 2 else [first_legal, bot]
        for winner in Table(match, players).run().winners:
            wins[int(players[winner] is bot)] += 1
    assert wins[1] > wins[0]


PICTURE = ROOT / "docs" / "images" / "hearts.svg"
COLUMNS = 76
TYPED = ["2h 7h 9h", "jc", "6s"]


def screen() -> str:
    """What is on the screen of somebody who plays Hearts against two machines."""
    names = [f"--name={name}" for name in ("Ann", "Bo", "Cy")]
    run = at_terminal("play", "hearts", "--seed=3", *names, typed=[*TYPED, ":quit"], size=(COLUMNS, 40))
    shown, _, _ = run.out.rpartition("> :quit")
    return f"$ cardkit play hearts --name Ann\n{shown}> "


def svg() -> str:
    """The screen as a picture."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(screen()))
    return console.export_svg(title="cardkit", unique_id="cardkit")


def words(picture: str) -> list[str]:
    """The words of a picture, without where they stand and what they look like."""
    return html.unescape(" ".join(re.findall(r"<text[^>]*>([^<]*)</text>", picture))).split()


def write() -> None:
    """Draw the picture as the screen is now."""
    PICTURE.write_text(svg(), encoding="utf-8")


def test_the_picture_shows_what_the_program_shows() -> None:
    assert words(svg()) == words(PICTURE.read_text(encoding="utf-8"))
    assert f"docs/images/{PICTURE.name}" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_public_name_is_in_the_reference_once() -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    listed = [*re.findall(r"^::: (\S+)$", text, re.MULTILINE), "cardkit.Field"]
    public = [*(f"cardkit.{name}" for name in library.__all__)]
    public += [f"cardkit.authors.testing.{name}" for name in testing.__all__]
    public += [f"cardkit.kernels.{name}" for name in kernels.__all__]
    assert sorted(public) == sorted(listed)


@pytest.mark.skipif(not (ROOT / "mkdocs.yml").is_file(), reason="the navigation is in a checkout")
def test_every_page_is_in_the_navigation_once() -> None:
    docs = ROOT / "docs"
    listed = re.findall(r"^ +- .+: (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    pages = [page.relative_to(docs).as_posix() for page in docs.rglob("*.md")]
    assert sorted([*pages, "readme.md", "contributing.md"]) == sorted(listed)


@pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="mkdocs is not installed")
@pytest.mark.skipif(not (ROOT / "mkdocs.yml").is_file(), reason="the site is built from a checkout")
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    built = finished(command, cwd=ROOT, text=True, limit=300)
    assert 0 == built.returncode, built.stdout + built.stderr
    api = (tmp_path / "site" / "api" / "index.html").read_text(encoding="utf-8")
    assert "Moves cards between piles and keeps a journal of it" in api
    assert "split at commas where there are any" in api, "the function `cards`, not the module of that name"
