"""The rooms of cardkit, and what games may import: cardkit's public names only, beside import-linter's contracts."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from pkgutil import resolve_name

import pytest

import cardkit
import cardkit.kernels

ROOT = Path(__file__).parents[2]
CORE, GAMES, DOCS = ROOT / "cardkit", ROOT / "games", ROOT / "docs"
pytestmark = pytest.mark.skipif(not CORE.is_dir(), reason="imports are read from the sources of a checkout")

GAME_MODULES = sorted(GAMES.rglob("*.py"))


@cache
def nodes(path: Path) -> Sequence[ast.AST]:
    """All that a file is made of."""
    return [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]


def imported(path: Path) -> Iterator[tuple[str, str | None]]:
    """Every module that a file imports, at the top or inside a function, each with the name taken from it if one is."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import"
            yield from ((node.module or "", alias.name) for alias in node.names)


def classes() -> Counter[str]:
    """The names of classes, each with how often it is declared."""
    return Counter(
        node.name for path in (*OF_CARDKIT, *GAME_MODULES) for node in nodes(path) if isinstance(node, ast.ClassDef)
    )


def base_names(node: ast.ClassDef) -> Iterator[ast.Name]:
    """What a class extends, each as it is named there."""
    for base in node.bases:
        named_there = base.value if isinstance(base, ast.Subscript) else base
        if isinstance(named_there, ast.Name):
            yield named_there


def named(path: Path) -> str:
    """How a test is named after a file."""
    return path.relative_to(ROOT).as_posix()


OF_CARDKIT = [path for path in CORE.rglob("*.py") if "templates" not in path.parts]
PUBLIC = {"cardkit": {*cardkit.__all__}, "cardkit.kernels": {*cardkit.kernels.__all__}}


@pytest.mark.parametrize("path", GAME_MODULES, ids=named)
def test_a_game_imports_of_cardkit_only_public_names_and_of_games_only_itself(path: Path) -> None:
    own = path.relative_to(GAMES).parts[0]
    for module, name in imported(path):
        package = module.split(".")[0]
        if package == "cardkit":
            assert name in PUBLIC.get(module, ()), f"{name} of {module} is not public"
            assert module == "cardkit" or path.parent.name == "fast", f"{name} is for kernels"
        else:
            assert package == own or not package.startswith(("cardkit_", "games")), f"{module} is another game"


@pytest.mark.parametrize("path", sorted(GAMES.rglob("*.pxd")), ids=named)
def test_a_kernel_has_of_cardkit_only_what_kernels_are_written_against(path: Path) -> None:
    own = path.relative_to(GAMES).parts[0]
    for module in re.findall(r"^from (\S+) cimport", path.read_text(encoding="utf-8"), re.MULTILINE):
        assert module == "cardkit.kernels" or module.split(".")[0] in (own, "cpython")


def test_what_kernels_are_written_against_is_there() -> None:
    assert [] == [name for name in cardkit.kernels.__all__ if getattr(cardkit.kernels, name, None) is None]


@pytest.mark.parametrize(
    "loaded", ["cardkit_war, cardkit_crazy8s", "cardkit.kernels", "cardkit.play.driver, cardkit.bots.search"]
)
def test_what_plays_millions_or_serves_pages_is_loaded_when_it_is_wanted(loaded: str) -> None:
    code = f"import sys, cardkit, {loaded}\nprint(*sys.modules)"
    found = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    heavy = {"numpy", "cardkit.simulation.batch", "cardkit.rl", "cardkit.core.chance.uncompiled", "cython"}
    heavy |= {"cardkit.hosting.protocol", "cardkit.table.native.making"}
    assert set() == heavy & {*found}
    assert not any(".fast." in module for module in found)


def test_no_two_classes_have_one_name() -> None:
    assert [] == [name for name, times in classes().items() if times > 1]


WRITTEN = {"NativeAction"}
"""Extended by what is written for compiled games, which is text here."""


def test_no_class_is_there_for_one_other_that_extends_it() -> None:
    """Such a class and its only heir are one; public names are there for whoever writes games."""
    heirs, uses = Counter[str](), Counter[str]()
    for path in (*OF_CARDKIT, *GAME_MODULES):
        bases = [name for node in nodes(path) if isinstance(node, ast.ClassDef) for name in base_names(node)]
        heirs.update(name.id for name in bases)
        uses.update(node.id for node in nodes(path) if isinstance(node, ast.Name))
    kept = WRITTEN.union(*PUBLIC.values())
    assert [] == [name for name, times in heirs.items() if times == 1 == uses[name] and name in classes().keys() - kept]


OF_THE_WORLD = {*("numpy", "typer", "rich", "random", "secrets", "time", "datetime", "os", "sys", "pathlib")}


@pytest.mark.parametrize("path", [path for path in GAME_MODULES if path.name == "rules.py"], ids=named)
def test_rules_need_no_clock_no_screen_no_files_and_no_chance_of_their_own(path: Path) -> None:
    packages = {module.split(".")[0] for module, _ in imported(path)}
    assert "cardkit" in packages
    assert set() == packages & OF_THE_WORLD


def test_the_folder_of_the_games_is_no_package() -> None:
    assert not (GAMES / "__init__.py").exists()
    assert {"cardkit_crazy8s", "cardkit_war"} == {path.parent.name for path in GAMES.glob("*/__init__.py")}


def test_every_public_name_is_there_and_is_listed_once() -> None:
    names = cardkit.__all__
    assert len(names) == len(set(names))
    assert [] == [name for name in names if not hasattr(cardkit, name)]
    assert [] == [name for name in names if name.startswith("_")]


ROOMS = sorted(path.parent for path in CORE.glob("*/__init__.py"))
FOLDERS = sorted({path.parent for path in CORE.rglob("*.py") if "templates" not in path.parts})


def test_nothing_stands_outside_the_rooms() -> None:
    outside = sorted(path.name for path in CORE.glob("*.py"))
    assert ["__init__.py", "__main__.py", "kernels.py", "openspiel.py", "registry.py"] == outside


@pytest.mark.parametrize("folder", FOLDERS, ids=named)
def test_a_room_says_what_lives_there(folder: Path) -> None:
    docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    assert docstring is not None
    assert folder == CORE or "tart reading at" in docstring
    assert [] == [name for name in re.findall(r"`([\w/]+\.py)`", docstring) if not (folder / name).exists()]


NAMED = [
    (page, name)
    for page in ("words.md", "inside.md")
    for name in re.findall(r"`(cardkit\.[\w.]+)`", (DOCS / page).read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("page", "name"), NAMED)
def test_what_the_pages_on_the_inside_name_is_there(page: str, name: str) -> None:
    """Modules, classes, functions and methods, each by its full name."""
    assert resolve_name(name) is not None


def test_each_word_has_one_row_and_each_room_is_named_where_changes_are_placed() -> None:
    words = re.findall(r"^\| ([\w ]+) \|", (DOCS / "words.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert [] == [word for word, times in Counter(words).items() if times > 1 and word != "word"]
    placed = re.findall(r"\| `(\w+)/?` \|$", (DOCS / "inside.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(placed) == sorted([*(room.name for room in ROOMS), "games"])


def test_types_of_fields_are_taken_apart_in_one_module() -> None:
    walking = {"get_origin", "get_type_hints"}
    found = {path.name for path in OF_CARDKIT if walking & {name for _, name in imported(path)}}
    assert {"description.py", "faults.py"} == found, "ask cardkit.core.description for the kinds of fields"
