"""What is in the wheel and in the source distribution, that they play from anywhere, and the commands of the README."""

from __future__ import annotations

import re
import shutil
import sys
import tarfile
import tomllib
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from helpers import ROOT, environment, finished

from cardkit.plugins.registry import examples, installed, load_game

pytest.importorskip("build")
pytest.importorskip("hatchling")
pytest.importorskip("pip")

needs_checkout = pytest.mark.skipif(
    not (ROOT / "cardkit" / "__init__.py").is_file(), reason="a wheel is built from a checkout"
)


WITHOUT_HELP = ["--no-isolation", "--skip-dependency-check"]
"""Options of `build` with which it fetches nothing."""


def run(*arguments: str, folder: Path, **changes: str) -> str:
    """The output of Python with these arguments; fails, with what it said, where it fails."""
    command = [sys.executable, *arguments]
    done = finished(command, cwd=folder, env=environment(**changes), text=True, limit=900)
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel without compiled modules, which needs no compiler and no other package to build it."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ("-m", "build", "--wheel", *WITHOUT_HELP, "--outdir", str(folder), str(ROOT))
    run(*build, folder=folder, CARDKIT_COMPILE="no")
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def contents(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@needs_checkout
@pytest.mark.slow
def test_a_wheel_for_a_release_plays_every_game_compiled(tmp_path: Path) -> None:
    pytest.importorskip("mypyc")
    wishes = {"CARDKIT_COMPILE": "no", "CARDKIT_TWINS": "yes"}
    run("-m", "build", "--wheel", *WITHOUT_HELP, "--outdir", str(tmp_path), str(ROOT), folder=tmp_path, **wishes)
    [built] = tmp_path.glob("*.whl")
    assert "none-any" not in built.name
    with zipfile.ZipFile(built) as archive:
        archive.extractall(tmp_path / "there")
    for name in [*installed(), *examples()]:
        game = load_game(name).game
        seats = ["--seat", "random"] * (game.usual or game.players[0])
        words = ["simulate", name, *seats, "-n", "2", "--engine", "compiled"]
        there = {"PYTHONPATH": str(tmp_path / "there"), "CARDKIT_HOME": str(tmp_path / "home")}
        told = run("-m", "cardkit", *words, folder=tmp_path, **there)
        assert told.splitlines()[0].endswith(", compiled")


COMPILES = """
from hatch_build import KernelHook
hook = KernelHook(HERE, {}, None, None, HERE, "wheel")
hook.initialize("editable", {})
hook.finalize("editable", {}, HERE)
from cardkit import number
print(number.Number(4).value, number.__file__)
"""


@needs_checkout
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_where_code_may_be_edited_compiled_modules_lie_beside_their_sources(tmp_path: Path) -> None:
    pytest.importorskip("Cython")
    folder = tmp_path / "cardkit"
    folder.mkdir()
    (folder / "__init__.py").touch()
    source = "class Number:\n    def __init__(self, value):\n        self.value = value\n"
    (folder / "number.py").write_text(source, encoding="utf-8")
    (folder / "number.pxd").write_text("cdef class Number:\n    cdef public long value\n", encoding="utf-8")
    words = COMPILES.replace("HERE", repr(str(tmp_path)))
    told = run("-W", "ignore", "-c", words, folder=tmp_path, PYTHONPATH=str(ROOT), CARDKIT_COMPILE="yes")
    assert told.endswith(f"4 {folder / 'number'}{EXTENSION_SUFFIXES[0]}\n")


@needs_checkout
def test_the_top_level_is_the_packages_and_nothing_else(contents: set[str]) -> None:
    tops = {name.partition("/")[0] for name in contents}
    [metadata] = [top for top in tops if top.endswith(".dist-info")]
    assert {"cardkit", "cardkit_crazy8s", "cardkit_war", metadata} == tops


@needs_checkout
def test_every_deck_is_in_the_wheel_and_all_of_the_code(contents: set[str]) -> None:
    decks = {f"cardkit/decks/{path.name}" for path in (ROOT / "decks").glob("*.txt")}
    assert decks == {name for name in contents if name.startswith("cardkit/decks/")}
    packages = [ROOT / "cardkit", ROOT / "games" / "cardkit_war", ROOT / "games" / "cardkit_crazy8s"]
    code = {path.relative_to(package.parent).as_posix() for package in packages for path in package.rglob("*.py")}
    shipped = {name for name in contents if name.startswith("cardkit/examples/")}
    assert shipped
    assert shipped <= {f"cardkit/examples/{path.name}" for path in (ROOT / "docs" / "examples").glob("*.py")}
    assert code == {name for name in contents if name.endswith(".py")} - shipped
    assert {f"{package.name}/py.typed" for package in packages} <= contents
    assert [] == [name for name in contents if "__pycache__" in name or name.endswith((".so", ".pyd", ".c"))]


@needs_checkout
def test_the_wheel_plays_a_shipped_deck_from_an_empty_directory(wheel: Path, tmp_path: Path) -> None:
    there, empty = tmp_path / "installed", tmp_path / "empty"
    empty.mkdir()
    run("-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(there), str(wheel), folder=empty)
    where = "import cardkit, cardkit_war; from cardkit.plugins.deck_files import find; print(cardkit.__file__); "
    where += "print(cardkit_war.__file__); print(find('first-war'))"
    found = run("-c", where, folder=empty, PYTHONPATH=str(there)).splitlines()
    files = ("cardkit/__init__.py", "cardkit_war/__init__.py", "cardkit/decks/first-war.txt")
    assert [there / file for file in files] == [*map(Path, found)]
    told = run("-m", "cardkit", "play", "war", "first-war", "--quiet", folder=empty, PYTHONPATH=str(there))
    assert "Ada wins the game in 14 rounds.\n" == told


@needs_checkout
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="git tells which files the checkout has")
def test_the_source_distribution_is_the_whole_checkout(tmp_path: Path) -> None:
    run("-m", "build", "--sdist", *WITHOUT_HELP, "--outdir", str(tmp_path), str(ROOT), folder=tmp_path)
    [built] = tmp_path.glob("*.tar.gz")
    with tarfile.open(built) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    listed = finished(["git", "ls-files", "-z"], cwd=ROOT, text=True)
    assert {*filter(None, listed.stdout.split("\0"))} <= packed


def test_the_first_version_of_the_changelog_is_the_one_that_is_built() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    first = re.search(r"^## (\S+) \((.*)\)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert first
    assert project["version"] == first[1]
    assert re.fullmatch(r"unreleased|\d{4}-\d\d-\d\d", first[2])


def test_the_two_commands_of_the_readme_are_one_line_each_and_begin_with_a_virtual_environment() -> None:
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.DOTALL)
    play, test = blocks[:2]
    for command in (play, test):
        assert 1 == len(command.splitlines())
        assert re.match(r"python3 -m venv (\.venv\S*) && \1/bin/pip install .* && \1/bin/\w+ ", command)
    assert play.endswith("/bin/cardkit play war first-war\n")
    assert re.search(r"/bin/python -m pytest\b", test)
