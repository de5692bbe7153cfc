"""Making a twin: read, write, compile, compare; where that fails by a type that isn't true, once more without it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from cardkit.core.files import cannot_write, holding, make_folder, replace
from cardkit.core.game import Game
from cardkit.table.native.comparing import Differs, Equal, NotCompared, compare_apart, try_rules
from cardkit.table.native.engine import NativeTwin, Variant, facts_of, place_of, twin_of
from cardkit.table.native.reading import CannotCompile, Untranslatable, instead_of, read, source_files
from cardkit.table.native.writing import ModuleWriter, Written

CORE = ("core.py", "common.py", "lanes.py")
"""What is compiled with each game."""
_SETUP = """
import sys
from mypyc.build import mypycify
from setuptools import setup
sys.argv = ["setup.py", "-q", "build_ext", "--inplace"]
options = ["--ignore-missing-imports", "--follow-imports=skip", "--no-error-summary"]
files = {files!r}
setup(name="twin", packages=[], ext_modules=mypycify([*options, *files], opt_level={level!r}, debug_level="0"))
"""
_UNREACHED = re.compile(
    r"^\S.* CPyDef_([\w$]+)\([^)]*\) \{\n(?:[^}\n]*;\n|CPyL\d+: ;\n)*?\s*CPy_Unreachable\(\);\n\}", re.M
)
LEVEL = "2"
"""How much the C compiler looks for what is faster."""
MOST_SECONDS = 600
"""So long a compiler may take."""


class Mistake(Exception):
    """What the compiler says of a game, with the places in it."""

    def __init__(self, text: str, places: list[tuple[int, str]]) -> None:
        super().__init__(text)
        self.places = places
        """Lines of the written module, each with what is said of it."""


def why_not() -> str | None:
    """Why nothing can be compiled here; None where it can."""
    if find_spec("mypyc") is None or find_spec("setuptools") is None:
        return 'mypyc is missing: pip install "cardkit[compile]" brings it'
    from shutil import which
    from sysconfig import get_config_var

    compiler = str(get_config_var("CC") or "cc").split()[0]
    if sys.platform != "win32" and which(compiler) is None:
        return f"there is no C compiler: {compiler} was not found"
    return None


def lay(folder: Path, package: str, text: str) -> list[Path]:
    """Write a unit's package into a folder: the core, and the game."""
    place = folder / package
    place.mkdir(parents=True, exist_ok=True)
    (place / "__init__.py").write_text("", encoding="utf-8")
    for name in CORE:
        own = Path(__file__).with_name(name).read_text(encoding="utf-8")
        (place / name).write_text(own.replace(f"from {__package__}.", "from ."), encoding="utf-8")
    (place / "game.py").write_text(text, encoding="utf-8")
    return [place / name for name in (*CORE, "game.py")]


def compile_unit(folder: Path, package: str, text: str) -> None:
    """Compile a written game in this folder; raises Mistake where the compiler refuses it."""
    files = [str(path.relative_to(folder)) for path in lay(folder, package, text)]
    command = [sys.executable, "-c", _SETUP.format(files=files, level=LEVEL)]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=MOST_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise Mistake(f"it is not done after {MOST_SECONDS} s", []) from None
    said = done.stdout + done.stderr
    if done.returncode:
        errors, notes = (re.findall(rf"game\.py:(\d+):(?:\d+:)? {kind}: (.*)", said) for kind in ("error", "note"))
        found = errors or notes
        if not found and (inner := re.search(r"In function .CPy(?:Def|Py)_([\w$]+).:", said)):
            what = f"what comes of {_named(inner[1])} is refused by the C compiler"
            found = [(str(line), what) for line in lines_of(text, inner[1])]
        last = [line for line in said.splitlines() if line.strip()][-1:]
        raise Mistake(found[0][1] if found else "".join(last), [(int(line), what) for line, what in found])
    for made in folder.rglob("__native*.c"):
        if emptied := _UNREACHED.search(made.read_text(encoding="utf-8")):
            what = f"{_named(emptied[1])} is compiled to nothing"
            raise Mistake(what, [(line, what) for line in lines_of(text, emptied[1])])


def lines_of(text: str, compiled: str) -> list[int]:
    """The line of a written module where the function begins that has this name in what is compiled."""
    begun = [(line, re.match(r"\s*# at \d+ (\S+)$", one)) for line, one in enumerate(text.splitlines(), start=1)]
    return [line for line, found in begun if found and found[1] == _named(compiled)][-1:]


def _named(compiled: str) -> str:
    """The name that a function has in a written module, of its name in what is compiled: `Turns.legal`."""
    plain = compiled.replace("___3_", "\0").replace("___", ".").replace("\0", "___")
    return plain.rpartition("game.")[2].removesuffix("__wrapper")


@contextmanager
def _alone(place: Path) -> Generator[None]:
    """Nobody else compiles this unit meanwhile; raises CannotWrite where its folder can't be written, and Held."""
    try:
        make_folder(place.parent)
        with holding(place, wait=TRIES * MOST_SECONDS):
            yield
    except OSError as error:
        if error.errno is None:
            raise
        raise cannot_write(place, error) from error


TRIES = 6


@dataclass
class Made:
    """A twin that was made and compared."""

    folder: Path
    files: list[str]
    left_out: list[str] = field(default_factory=list[str])
    notes: dict[str, int] = field(default_factory=dict[str, int])
    as_it_is: list[str] = field(default_factory=list[str])
    untyped: list[str] = field(default_factory=list[str])
    """The functions and fields whose types are not true, and so were left out."""
    compiled: float = 0.0
    """How many seconds the compiler took, in all its tries."""
    compared: float = 0.0
    """How many seconds rules and twin played side by side."""
    equal: Equal = field(default_factory=Equal)


def make(
    ways: Sequence[Variant],
    games: int,
    *,
    advance: Callable[[int], None] = lambda _: None,
    force: bool = False,
) -> Made | None:
    """Make the twin of a game and compare it in these ways; None where there is one that was compared in them.

    Raises CannotCompile, which says why there can be none, and CannotWrite.
    """
    kind = type(ways[0].game)
    if reason := why_not():
        raise CannotCompile(kind.name, reason)
    try:
        place = place_of(kind)
    except Untranslatable as refused:
        raise CannotCompile(kind.name, str(refused)) from None
    with _alone(place):
        facts = facts_of(place)
        known = facts.get("compared", {})
        if not force and facts and facts["compiler"] == version("mypy"):
            if known and all(one.key in known for one in ways):
                return None
            if not facts["games"]:
                raise CannotCompile(kind.name, facts["refused"], wrong=facts["wrong"])
        try:
            try_rules(ways, games)
        except NotCompared as broken_off:
            raise _not_compared(kind, broken_off) from None
        with tempfile.TemporaryDirectory(dir=place.parent, prefix="making-") as folder:
            try:
                made = _made(kind, Path(folder), f"tw_{place.name}", ways, games, advance)
            except CannotCompile as refused:
                if refused.is_final and not known:
                    files = [path.name for path in source_files(kind)]
                    _keep(Made(Path(folder) / "refused", files), kind, place, refused)
                raise
            _keep(made, kind, place)
    return made


def _otherwise(kind: type[Game[Any, Any]], wrong: str) -> CannotCompile:
    return CannotCompile(kind.name, f"compiled it plays otherwise than by its rules: {wrong}", wrong=wrong)


def _not_compared(kind: type[Game[Any, Any]], reason: NotCompared) -> CannotCompile:
    return CannotCompile(kind.name, f"it can't be compared with its rules, as {reason}")


def _made(
    kind: type[Game[Any, Any]],
    folder: Path,
    package: str,
    ways: Sequence[Variant],
    games: int,
    advance: Callable[[int], None],
) -> Made:
    loose: dict[str, None] = {}
    lean, seconds = _lean_as_its_rules(kind, folder, package, ways), 0.0
    for attempt in range(TRIES):
        try:
            reading = read(kind)
            written = ModuleWriter(reading, lean=lean, loose=loose).write()
        except Untranslatable as refused:
            raise CannotCompile(kind.name, str(refused)) from None
        here = folder / str(attempt)
        here.mkdir()
        start = time.perf_counter()
        try:
            compile_unit(here, package, written.text)
            between = time.perf_counter()
            seconds += between - start
            equal = compare_apart(here, package, ways, games, advance)
            compared = time.perf_counter() - between
        except NotCompared as reason:
            raise _not_compared(kind, reason) from None
        except (Mistake, Differs) as failed:
            lines = [line for line, _ in failed.places] if isinstance(failed, Mistake) else failed.lines[-1:]
            owners = [one for one in dict.fromkeys(owner(written, line) for line in lines) if one and one not in loose]
            if not owners and isinstance(failed, Differs) and lines:
                owners = [one for one in written.fielded if one not in loose]
            if isinstance(failed, Mistake):
                seconds += time.perf_counter() - start
            if isinstance(failed, Mistake) and instead_of(str(failed)):
                raise CannotCompile(kind.name, why(failed, written, lines), is_final=True) from None
            if owners and attempt < TRIES - 2:
                loose |= dict.fromkeys(owners)
            elif lean:
                lean = False
            elif isinstance(failed, Differs):
                raise _otherwise(kind, _at(written, lines) + str(failed)) from None
            else:
                raise CannotCompile(kind.name, why(failed, written, lines), is_final=bool(lines)) from None
            continue
        files = [path.name for path in reading.paths]
        notes, as_it_is = dict(written.notes), written.as_it_is
        return Made(here, files, written.left_out, notes, as_it_is, list(loose), seconds, compared, equal)
    raise CannotCompile(kind.name, "it was tried in all ways there are")


def _lean_as_its_rules(kind: type[Game[Any, Any]], folder: Path, package: str, ways: Sequence[Variant]) -> bool:
    """Whether a game that is written for speed plays as its rules do before it is compiled; False where it does only as
    it stands. Raises CannotCompile where it plays otherwise both ways, as no compiler and no type mends that.
    """
    for lean in (True, False):
        try:
            written = ModuleWriter(read(kind), lean=lean).write()
        except Untranslatable as refused:
            raise CannotCompile(kind.name, str(refused)) from None
        here = folder / f"lean-{lean}"
        lay(here, package, written.text)
        try:
            compare_apart(here, package, ways, 1)
        except NotCompared:
            return lean
        except Differs as differs:
            wrong = _at(written, differs.lines[-1:]) + str(differs)
        else:
            return lean
    raise _otherwise(kind, wrong)


def _at(written: Written, lines: list[int]) -> str:
    """The place in a game's file from which lines of a written module come, or where the game begins."""
    return (origin(written, lines[0]) if lines else "") or origin(written, written.begins)


def why(failed: Mistake, written: Written, lines: list[int]) -> str:
    """Why the compiler refuses a game, with the place in its file that this comes from."""
    instead = instead_of(str(failed))
    return f"{_at(written, lines)}the compiler says: {failed}{f': {instead}' if instead else ''}"


def owner(written: Written, line: int) -> str:
    """The function, the constant or the class that a line of a written module belongs to."""
    lines = written.text.splitlines()
    for k in range(min(line, len(lines)) - 1, -1, -1):
        if found := re.match(r"\s*# at \d+ (\S+)$", lines[k]):
            return found[1]
        if re.match(r"# \S+:\d+ ", lines[k]):
            found = re.search(r"^(\w+): Final|^class (\w+)", "\n".join(lines[k + 1 : k + 3]), re.M)
            return found[1] or found[2] if found else ""
    return ""


def origin(written: Written, line: int) -> str:
    """The place in the author's file that a line of a written module comes from, as the beginning of a sentence."""
    lines = written.text.splitlines()
    number = ""
    for k in range(min(line, len(lines)) - 1, -1, -1):
        if not number and (found := re.match(r"\s*# (at|line) (\d+)", lines[k])):
            number = f"{'from ' if found[1] == 'at' else ''}line {found[2]}"
        if found := re.match(r"# (\S+):(\d+) ", lines[k]):
            return f"{found[1]}, {number or f'from line {found[2]}'}: "
    return ""


def _keep(made: Made, kind: type[Game[Any, Any]], place: Path, refused: CannotCompile | None = None) -> None:
    """Keep a twin that was compared: its compiled files alone, and what was compared; of one that was refused, why."""
    made.folder.mkdir(exist_ok=True)
    for left in ("build", ".mypy_cache"):
        shutil.rmtree(made.folder / left, ignore_errors=True)
    for path in made.folder.rglob("*.py"):
        if path.name != "__init__.py":
            path.unlink()
    facts: dict[str, Any] = {
        "game": kind.name,
        "files": made.files,
        "compiler": version("mypy"),
        "games": made.equal.games,
        "actions": made.equal.actions,
        "faster": round(made.equal.faster, 2),
        "compared": dict.fromkeys(made.equal.ways, made.equal.games),
        "wrong": refused.wrong if refused else "",
        "refused": refused.reason if refused else "",
    }
    (made.folder / "compared.json").write_text(json.dumps(facts, indent=1), encoding="utf-8")
    if place.exists():
        shutil.rmtree(place)
    made.folder.rename(place)
    made.folder = place


GAMES_MORE = 50
"""So many games are compared where a twin is to play in a way that it was not yet compared in."""
_TRIED: set[tuple[Path, str]] = set()
"""The twins and ways for which that was done here."""


def compared_twin(way: Variant) -> NativeTwin | None:
    """The twin that plays such games, once it was compared with the rules in them; None where there is none."""
    twin = twin_of(way)
    if twin is not None:
        return twin
    try:
        place = place_of(type(way.game))
    except (Untranslatable, SyntaxError, OSError):
        return None
    if (place, way.key) in _TRIED or not facts_of(place).get("compared"):
        return None
    _TRIED.add((place, way.key))
    return None if compare_more(way, GAMES_MORE) else twin_of(way)


def compare_more(way: Variant, games: int) -> str:
    """Why the twin of a game may not be used in a way that it was not yet compared in; empty where it was equal."""
    place = place_of(type(way.game))
    with _alone(place):
        facts = facts_of(place)
        if way.key in facts["compared"]:
            return ""
        try:
            equal = compare_apart(place, f"tw_{place.name}", [way], games)
        except NotCompared as reason:
            return f"its twin can't be compared with the rules, as {reason}"
        except Differs as differs:
            facts |= {"compared": {}, "wrong": str(differs)}
        else:
            facts["compared"].update(dict.fromkeys(equal.ways, equal.games))
        replace(place / "compared.json", json.dumps(facts, indent=1))
    return "" if facts["compared"] else f"its twin plays otherwise than the rules: {facts['wrong']}"
