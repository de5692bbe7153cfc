"""What may import what: cardkit in layers, no game in cardkit, and games that know cardkit's public names only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardkit

ROOT = Path(__file__).parents[1]
CORE, GAMES = ROOT / "cardkit", ROOT / "games"
pytestmark = pytest.mark.skipif(not CORE.is_dir(), reason="the layers are read from the sources of a checkout")

LAYERS = [
    ["errors", "blame", "chance", "versions"],
    ["cards", "rng", "uncompiled"],
    ["piles", "foreign", "deckfile"],
    ["events"],
    ["dealer"],
    ["game"],
    ["declaration", "views", "render"],
    ["answers", "notation"],
    ["match", "players"],
    ["endless", "human", "numbered"],
    ["table", "plugin"],
    ["__init__"],
    ["registry", "rulespage", "scores", "record", "rows", "tally", "cli_options"],
    ["tables", "summary", "session", "scaffold"],
    ["revival"],
    ["terminal", "reports", "batch", "desk", "replaying", "promises"],
    ["playing", "playout", "playthrough", "forecast", "export", "checking"],
    ["kernel", "workers", "testing", "menu", "checkpage", "pytest_plugin", "cli_record"],
    ["simulate", "cli_author"],
    ["simulating"],
    ["cli_simulate"],
    ["cli"],
    ["__main__"],
]
"""The modules of cardkit from the bottom up: each imports only from the lines above its own."""

FOR_KERNELS = {"cardkit.uncompiled", "cardkit.batch", "cardkit.rng"}
"""What a compiled twin of a game is written against beside cardkit's public names."""
KERNELS = {"kernel.py", "simulated.py"}

PLACE = {module: place for place, layer in enumerate(LAYERS) for module in layer}
MODULES = sorted(path for path in CORE.rglob("*.py") if "templates" not in path.parts)
GAME_MODULES = sorted(GAMES.rglob("*.py"))


def module_of(path: Path) -> str:
    """A module's name in the layers: a package is one of them as a whole."""
    return path.relative_to(CORE).with_suffix("").parts[0]


def imported(path: Path) -> Iterator[tuple[str, str | None]]:
    """Every module that a file imports, at the top or inside a function, each with the name taken from it if one is."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import"
            yield from ((node.module or "", alias.name) for alias in node.names)


def of_cardkit(path: Path) -> Iterator[str]:
    """The modules of cardkit that a file imports, by their names in the layers."""
    for module, name in imported(path):
        package, *inside = module.split(".")
        if package == "cardkit":
            yield inside[0] if inside else name if name in PLACE else "__init__"


def named(path: Path) -> str:
    """How a test is named after a file."""
    return path.relative_to(ROOT).as_posix()


def test_every_module_has_one_place_in_the_layers() -> None:
    modules = sorted({module_of(path) for path in MODULES})
    assert modules == sorted(module for layer in LAYERS for module in layer)


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_a_module_imports_only_from_layers_below_its_own(path: Path) -> None:
    own = module_of(path)
    too_high = {module for module in of_cardkit(path) if module != own and PLACE[module] >= PLACE[own]}
    if own == "chance":
        too_high.remove("uncompiled")  # its stand-in for Cython, which in turn runs the source of chance as Python
    assert set() == too_high


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_cardkit_knows_no_game_and_no_chance_but_its_own(path: Path) -> None:
    games = {folder.name for folder in GAMES.iterdir() if folder.is_dir()}
    packages = {module.split(".")[0] for module, _ in imported(path)}
    assert set() == packages & (games | {"games", "random", "numpy"})


def test_the_layers_are_looked_at_in_earnest() -> None:
    assert {"errors", "cards", "events", "piles", "rng"} == set(of_cardkit(CORE / "dealer.py"))
    assert {"cards", "dealer", "errors", "events", "game", "notation", "piles", "rng"} <= set(
        of_cardkit(CORE / "match.py")
    )
    assert "cli" in set(of_cardkit(CORE / "__main__.py"))
    assert ("cardkit", "Game") in set(imported(GAMES / "cardkit_war" / "rules.py"))
    assert {"games/cardkit_war/rules.py", "games/cardkit_crazy8s/rules.py"} <= set(map(named, GAME_MODULES))


@pytest.mark.parametrize("path", GAME_MODULES, ids=named)
def test_a_game_imports_of_cardkit_only_public_names_and_of_games_only_itself(path: Path) -> None:
    own = path.relative_to(GAMES).parts[0]
    for module, name in imported(path):
        package = module.split(".")[0]
        if package == "cardkit":
            public = module == "cardkit" and name in cardkit.__all__
            for_kernels = path.name in KERNELS and bool({module, f"{module}.{name}"} & FOR_KERNELS)
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
