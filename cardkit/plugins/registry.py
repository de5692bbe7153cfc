"""How games and players are found by name: installed ones, examples, those in files and modules, and what is wrong."""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import sys
import zlib
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from importlib import resources
from importlib.metadata import Distribution, EntryPoint, entry_points, version
from inspect import isabstract, isbuiltin, isfunction
from itertools import groupby, pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, TypeGuard, cast

from pydantic import PydanticUserError

from cardkit.core.chance.generators import Rng
from cardkit.core.errors import CannotLoad, CardkitError, UnknownName, at_error, is_raised_by_author, shown, told
from cardkit.core.game import Game
from cardkit.plugins.plugin import Plugin, RuleSet
from cardkit.plugins.programs import is_program, player_file, reader_of
from cardkit.table.faults import fault
from cardkit.table.turns import Player, Random, is_steady, why_no_player

_OWN = re.compile(r"cardkit(?![\w.-])", re.IGNORECASE)


def unmet(package: Distribution | None) -> str:
    """What a package needs of cardkit that this one isn't, such as `cardkit>=2`; empty where there is nothing."""
    lines = [line for line in (package.requires if package else None) or () if _OWN.match(line)]
    if not lines:
        return ""
    from packaging.requirements import InvalidRequirement, Requirement

    for line in lines:
        try:
            needed = Requirement(line)
        except InvalidRequirement:
            return line
        applies = needed.marker is None or needed.marker.evaluate({"extra": ""})
        if applies and not needed.specifier.contains(version("cardkit"), prereleases=True):
            return f"{needed.name}{needed.specifier}"
    return ""


GROUP = "cardkit.games"


def installed() -> dict[str, EntryPoint]:
    """The entry points of the installed games by name, in alphabetical order."""
    return {name: next(same) for name, same in groupby(_entries(), lambda entry: entry.name)}


def left_out() -> list[tuple[str, str]]:
    """The games that are not used, as another package brings one of their name: each with its package."""
    return [(entry.name, _package(entry)) for used, entry in pairwise(_entries()) if used.name == entry.name]


def _entries() -> Sequence[EntryPoint]:
    """The entry points of games; of several by one name, cardkit's own comes first, or else the first package."""
    return _entries_on((*sys.path,))


@lru_cache(maxsize=1)
def _entries_on(_path: tuple[str, ...]) -> Sequence[EntryPoint]:
    """The entry points of games, looked for once in the packages of a path."""
    found = entry_points(group=GROUP)
    times = Counter([one.name for one in found])

    def order(one: EntryPoint) -> tuple[str, bool, str]:
        # What package brings it takes a while to read.
        package = _package(one) if times[one.name] > 1 else ""
        return one.name, package != "cardkit", package

    return sorted(found, key=order)


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else ""


def examples() -> dict[str, Path]:
    """The files of the example games that come with cardkit by name, in alphabetical order."""
    for folder in (Path(str(resources.files("cardkit"))) / "examples", Path(__file__).parents[2] / "docs" / "examples"):
        if folder.is_dir():
            whole = [path for path in sorted(folder.glob("*.py")) if not re.search(r"_\d+$", path.stem)]
            return {path.stem: path for path in whole if "(Game[" in path.read_text(encoding="utf-8")}
    return {}


def example(name: str) -> Path | None:
    """The file of an example game, whether its words are joined by `-` or `_`; None where there is none."""
    return examples().get(name.replace("-", "_"))


def load_game(name: str) -> Plugin:
    """The game of a name: an installed one, an example, one in a file given by its path, or `module:Class`.

    Raises UnknownName where there is none, and CannotLoad where it is found but can't be used.
    """
    if _is_path(name):
        return replace(_from_module(name, _module_at(Path(name))), source=str(Path(name).resolve()))
    games = installed()
    if name in games:
        package = games[name].dist
        if needed := unmet(package):
            raise CannotLoad(name, f"it needs {needed}, and this is cardkit {version('cardkit')}")
        plugin = _plugin(name, _loaded(name, games[name].load))
        return replace(plugin, version=package.version if package else "", source=name)
    if ":" in name:
        return replace(_plugin(name, _member(name)), source=name)
    path = example(name)
    if path is not None:
        return replace(_from_module(name, _module_at(path)), source=path.stem)
    raise UnknownName("game", name, (*games, *examples()))


def usable() -> dict[str, Plugin]:
    """The installed games by name, without those that can't be used."""
    found: dict[str, Plugin] = {}
    for name in installed():
        with suppress(CardkitError):
            found[name] = load_game(name)
    return found


def is_known(spec: str, plugin: Plugin) -> bool:
    """Whether this is the name of a player that cardkit or the game brings, so that nothing else has to be loaded."""
    return (
        spec in ("human", "ai", "random")
        or is_search(spec)
        or spec.removeprefix(f"{plugin.game.name}:") in plugin.players
    )


def is_any(player: Any, plugin: Plugin) -> bool:
    """Whether a player is the one called random, who is ai as well where the game has none of its own."""
    return player in ("ai", "random") and player not in plugin.players


def own_name(spec: str, plugin: Plugin) -> str:
    """The one name of a player that may have several: without that of the game, and `random` where `ai` is no other."""
    own = spec.removeprefix(f"{plugin.game.name}:")
    return "random" if is_any(spec, plugin) else own if own in plugin.players else spec


def is_search(spec: str) -> bool:
    """Whether this is the name of a search player, perhaps with a level or a budget."""
    return spec.partition(":")[0] == "search"


def load_player(spec: str, plugin: Plugin, rng: Rng, names: Sequence[str] = ()) -> Player[Any, Any]:
    """The player of a name: `ai`, `random`, `search`, one of the game's own as `game:name` or `name`, in a file as
    `FILE.py` or `FILE.py:name`, `module:name`, or a program, which is told the names of all that play.
    """
    own = spec.removeprefix(f"{plugin.game.name}:")
    if own in plugin.players:
        return made_player(spec, plugin.players[own], rng)
    if is_any(spec, plugin):
        return Random(rng)
    if is_search(spec):
        from cardkit.bots.search import Budget, SearchPlayer

        return cast(Player[Any, Any], SearchPlayer(rng, Budget.of(spec), plugin.kernel))
    if reader := reader_of(spec):
        return made_player(spec, _loaded(spec, reader.load)(spec), rng)
    if is_program(spec):
        from cardkit.plugins.programs import Program

        program: Any = Program(spec, rng, names)
        return cast(Player[Any, Any], program)
    if file := player_file(spec):
        path, name = file
        return made_player(spec, _the_player(spec, _module_at(path), name), rng)
    if ":" in spec and not spec.startswith(f"{plugin.game.name}:"):
        return made_player(spec, _member(spec), rng)
    own_names = (f"{plugin.game.name}:{name}" for name in plugin.players if name != "ai")
    known = ("human", "ai", "random", "search", *own_names, "FILE.py", "FILE.onnx", "module:player", "./program")
    raise UnknownName("player", spec, known)


def _is_path(name: str) -> bool:
    return name.endswith(".py") or "/" in name or "\\" in name


def _loaded(source: str, load: Any) -> Any:
    """What `load` returns; whatever goes wrong in somebody's module is told as CannotLoad."""
    try:
        return load()
    except PydanticUserError as error:
        raise CannotLoad(source, _option_without_type(error) + at_error(error)) from error
    except BaseException as error:
        if isinstance(error, CardkitError | KeyboardInterrupt) and not is_raised_by_author(error):
            raise
        raise CannotLoad(source, told(error, " while it was loaded")) from error


def _option_without_type(error: PydanticUserError) -> str:
    """What an author has to hear who gave an option no type, or whatever else is wrong with the options."""
    option = re.search(r"detected: `(\w+) = (.*?)`\.", error.message)
    if option is None:
        return error.message.splitlines()[0]
    name, value = option.groups()
    return f"the option `{name}` has no type: write `{name}: int = {value}`, or what its type is"


def _module_at(path: Path) -> ModuleType:
    """The module in a file, which is run once until it is changed, whether a game or players are looked for in it."""
    try:
        place, written = path.resolve(), path.stat().st_mtime_ns if path.is_file() else None
    except OSError as error:
        raise CannotLoad(str(path), f"it can't be read: {error.strerror}") from error
    if written is None:
        raise CannotLoad(str(path), "there is no such file")
    name = f"cardkit_file_{path.stem}_{zlib.crc32(os.fsencode(place)):08x}_{written:x}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, place)
    if spec is None or spec.loader is None:
        raise CannotLoad(str(path), "it is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        _loaded(str(path), lambda: spec.loader.exec_module(module))  # pyright: ignore[reportOptionalMemberAccess]
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _imported(module: str) -> ModuleType:
    """The module of a name; it may lie in the current folder, where an installed command doesn't look by itself."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module.partition(".")[0] or str(Path.cwd()) in sys.path:
            raise
    sys.path.append(str(Path.cwd()))
    importlib.invalidate_caches()
    return importlib.import_module(module)


def _member(name: str) -> Any:
    module, _, member = name.partition(":")
    found = _loaded(name, lambda: _imported(module))
    if not hasattr(found, member):
        raise CannotLoad(name, f"the module {module} has no {member}")
    return getattr(found, member)


def _plugin(source: str, found: Any) -> Plugin:
    plugin = found if isinstance(found, Plugin) else Plugin(game=found) if _is_game(found) else None
    if plugin is None:
        raise CannotLoad(source, f"it is {shown(found)}, not a Game class or a Plugin")
    if not all(isinstance(cast(Any, rules), RuleSet) for rules in plugin.rule_sets):
        raise CannotLoad(source, f"its rule_sets are {shown(plugin.rule_sets)}: write `rule_sets=[RuleSet(…)]`")
    if clause := fault(plugin.game):
        raise CannotLoad(source, f"the game {plugin.game.__name__} {clause}")
    return plugin


def _is_game(value: Any) -> TypeGuard[type[Game[Any, Any]]]:
    """Whether a value is a game to be played: not abstract, nor a base with its types filled in."""
    return _is_game_class(value) and not isabstract(value)


def _is_game_class(value: Any) -> TypeGuard[type[Game[Any, Any]]]:
    """Whether a value is the class of a game, finished or not."""
    return isinstance(value, type) and issubclass(value, Game) and not _generic(value)["origin"]


def _generic(game: Any) -> Any:
    return game.__pydantic_generic_metadata__


def _from_module(source: str, module: ModuleType) -> Plugin:
    """The module's `plugin`, or else the one game class it defines."""
    if hasattr(module, "plugin"):
        return _plugin(source, module.plugin)
    own = [value for value in vars(module).values() if getattr(value, "__module__", None) == module.__name__]
    complete = list(dict.fromkeys(value for value in own if _is_game(value)))
    if len(complete) != 1:
        names = ", ".join(game.__name__ for game in complete) or "none"
        unfinished = [value for value in own if _is_game_class(value)] if not complete else []
        because = f", because {unfinished[0].__name__} {fault(unfinished[0])}" if unfinished else ""
        raise CannotLoad(
            source, f"a file has to define one game, or say which by `plugin = Plugin(game=…)`; it has {names}{because}"
        )
    return _plugin(source, complete[0])


def _the_player(source: str, module: ModuleType, name: str) -> Any:
    if not hasattr(module, name):
        raise CannotLoad(
            source, f"a file of a player has to define `{name}`, a function of the view and the legal actions"
        )
    return getattr(module, name)


def made_player(source: str, found: Any, rng: Rng) -> Player[Any, Any]:
    """The player for one seat in one game: what a class makes of its source of chance, or a function as it is.

    Raises CannotLoad where it is neither, and where it is an object that may remember one game in the next.
    """
    is_made_here = isinstance(found, type)
    player: Any = _loaded(source, lambda: found(rng)) if is_made_here else found
    if why := why_no_player(player):
        raise CannotLoad(source, why)
    if not (is_made_here or isfunction(player) or isbuiltin(player) or is_steady(player)):
        shared = f"it is an object of {type(player).__name__}, in which one game would remember another"
        raise CannotLoad(source, f"{shared}: give a class, or a function, or mark it as steady if it remembers nothing")
    function: Player[Any, Any] = player
    return function
