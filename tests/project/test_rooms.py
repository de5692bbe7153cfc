"""The rooms of cardkit, and what games may import: cardkit's public names only, beside import-linter's contracts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardkit

ROOT = Path(__file__).parents[2]
CORE, GAMES = ROOT / "cardkit", ROOT / "games"
pytestmark = pytest.mark.skipif(not CORE.is_dir(), reason="imports are read from the sources of a checkout")

FOR_KERNELS = {
    "cardkit.core.chance.generators",
    "cardkit.core.chance.uncompiled",
    "cardkit.rl.actions",
    "cardkit.rl.environments.lanes",
    "cardkit.rl.layout",
    "cardkit.simulation.batch",
    "cardkit.simulation.figures.outcomes",
    "cardkit.table.players",
}
"""What a compiled twin of a game is written against beside cardkit's public names."""
KERNELS = {"lanes.py", "numbered.py", "playouts.py", "simulated.py"}
"""What belongs to such a twin beside the modules that have their types in a file for the compiler."""

GAME_MODULES = sorted(GAMES.rglob("*.py"))


def imported(path: Path) -> Iterator[tuple[str, str | None]]:
    """Every module that a file imports, at the top or inside a function, each with the name taken from it if one is."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import"
            yield from ((node.module or "", alias.name) for alias in node.names)


def named(path: Path) -> str:
    """How a test is named after a file."""
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", GAME_MODULES, ids=named)
def test_a_game_imports_of_cardkit_only_public_names_and_of_games_only_itself(path: Path) -> None:
    own = path.relative_to(GAMES).parts[0]
    is_kernel = path.name in KERNELS or path.with_suffix(".pxd").exists()
    for module, name in imported(path):
        package = module.split(".")[0]
        if package == "cardkit":
            public = module == "cardkit" and name in cardkit.__all__
            for_kernels = is_kernel and bool({module, f"{module}.{name}"} & FOR_KERNELS)
            assert public or for_kernels, f"{name} of {module} is not public"
        else:
            assert package == own or not package.startswith(("cardkit_", "games")), f"{module} is another game"


@pytest.mark.parametrize("path", [path for path in GAME_MODULES if path.name == "rules.py"], ids=named)
def test_rules_need_no_clock_no_screen_no_files_and_no_chance_of_their_own(path: Path) -> None:
    packages = {module.split(".")[0] for module, _ in imported(path)}
    assert "cardkit" in packages
    assert set() == packages & {
        "numpy",
        "typer",
        "rich",
        "random",
        "secrets",
        "time",
        "datetime",
        "os",
        "sys",
        "pathlib",
    }


def test_the_folder_of_the_games_is_no_package() -> None:
    assert not (GAMES / "__init__.py").exists()
    assert sorted({"cardkit_crazy8s", "cardkit_war"}) == sorted(
        path.parent.name for path in GAMES.glob("*/__init__.py")
    )


def test_every_public_name_is_there_and_is_listed_once() -> None:
    names = cardkit.__all__
    assert len(names) == len(set(names))
    assert [] == [name for name in names if not hasattr(cardkit, name)]
    assert [] == [name for name in names if name.startswith("_")]


ROOMS = sorted(path.parent for path in CORE.glob("*/__init__.py"))
FOLDERS = sorted({path.parent for path in CORE.rglob("*.py") if "templates" not in path.parts})


def test_the_house_has_few_rooms_and_nothing_stands_outside_them() -> None:
    assert 5 <= len(ROOMS) <= 13
    outside = sorted(path.name for path in CORE.glob("*.py"))
    assert ["__init__.py", "__main__.py", "openspiel.py", "registry.py"] == outside


@pytest.mark.parametrize("folder", FOLDERS, ids=named)
def test_a_room_says_what_lives_there(folder: Path) -> None:
    docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    assert docstring is not None
    assert folder == CORE or "tart reading at" in docstring
