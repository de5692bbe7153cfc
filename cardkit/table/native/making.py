"""Making a twin: read, write, compile, compare; where that fails by a type that isn't true, once more without it.

Rules and twin are compared side by side, in a process of its own, as compiled code that is wrong may end it.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from cardkit.core.actions import Form, parts_of
from cardkit.core.cards import Card
from cardkit.core.chance.generators import Seeded
from cardkit.core.errors import CannotStart, told
from cardkit.core.files import cannot_write, holding, make_folder, replace
from cardkit.core.game import Game
from cardkit.core.results import How, Result
from cardkit.table.match import Match
from cardkit.table.native.engine import HandedBack, NativeTwin, Variant, facts_of, place_of, twin_of
from cardkit.table.native.reading import CannotCompile, Untranslatable, instead_of, read, source_files
from cardkit.table.native.writing import ModuleWriter, Written
from cardkit.table.turns import Random, Table, drawn_by_lot, first_legal

LONGEST = 40_000
"""After so many draws and choices a game that is compared is cut off."""
MOST_ACTIONS = 400_000
"""After so many actions no more games are compared."""
SECONDS, SECONDS_A_GAME = 5.0, 0.15
"""So long the processor compares, and so much longer for each game asked for; one game in each way it always does."""
NO_CARDS = "there are too few or too many cards for it"
TIMED = 1.0
"""For about so many seconds the rules are timed."""
MOST_TIMED = 10_000
"""So many games are timed at most."""


class Differs(Exception):
    """A twin plays otherwise than the rules; `lines` are those of the written module where it raised an error."""

    def __init__(self, what: str, lines: Sequence[int] = ()) -> None:
        super().__init__(what)
        self.lines = list(lines)


class NotCompared(Exception):
    """A game was not played to its end both ways, so that nothing is known of the twin."""


@dataclass
class Equal:
    """What was compared, and was equal."""

    games: int = 0
    actions: int = 0
    faster: float = 0.0
    """How many times as fast as the rules the twin played; 0 where it was not timed."""
    ways: tuple[str, ...] = ()


class _Recording(Random):
    """A random player whose choices are written down."""

    def __init__(self, rng: Seeded, seat: int, trace: list[Any]) -> None:
        super().__init__(rng)
        self.seat, self.trace = seat, trace

    def __call__(self, view: Any, legal: Sequence[Any], /) -> Any:
        chosen = super().__call__(view, legal)
        self.trace.append((self.seat, list(parts_of(legal)), chosen))
        return chosen


def plain(value: Any) -> Any:
    """A value of the rules, or of a twin, as something that is equal to the other's."""
    if isinstance(value, Enum):
        return value.name
    if value is None or isinstance(value, str | int | float):
        return value
    if hasattr(value, "sight"):
        return "pile", str(value.sight), value.owner, tuple(value.eyes), value.marks, [one.text for one in value.cards]
    if hasattr(value, "suit") and hasattr(value, "rank"):
        return value.text
    parts: Any = value
    if isinstance(value, Form):
        size = len(parts)
        return "form", size, [plain(parts.nth(place)) for place in (0, size - 1) if size]
    if isinstance(value, list | tuple):
        return list(map(plain, parts))
    if isinstance(value, dict):
        return [(plain(key), plain(part)) for key, part in parts.items()]
    if isinstance(value, set | frozenset):
        return sorted(str(plain(part)) for part in parts)
    own = value.values() if hasattr(value, "values") else getattr(value, "__dict__", {}).values()
    return (
        type(parts).__name__.removeprefix("Native"),
        str(parts) if hasattr(parts, "word") else "",
        plain(list(own)),
    )


def compare(twin: NativeTwin, way: Variant, number: int) -> int:
    """Play the game of a number both ways; how many actions that were. Raises Differs, and NotCompared."""
    seats = range(way.seats)
    steady = [(number % 5 == 4 and seat != number % way.seats) for seat in seats]
    taken: list[Any] = []
    trace: list[tuple[int, list[Any], Any]] = []
    error: Exception | None = None
    result: Result | None = None
    match: Match[Any, Any] | None = None
    try:
        match = Match(way.game, way.cards, seats=way.seats, rng=Seeded(number))
        players: list[Any] = [
            first_legal if steady[seat] else _Recording(Seeded(1_000_003 * (number + 1) + seat), seat, taken)
            for seat in seats
        ]
        result = Table(match, players, seed=number, most=LONGEST).run()
    except CannotStart:
        raise
    except Exception as raised:
        error = raised
    played: Any = None
    try:
        play = twin.begin(
            way,
            way.cards,
            Seeded(number),
            [None if steady[seat] else Seeded(1_000_003 * (number + 1) + seat) for seat in seats],
            lot=lambda actions, among: drawn_by_lot(number, actions, among),
            most=LONGEST,
        )
        played = twin.finish(play, trace)
    except HandedBack:
        is_over = result is not None and result.how not in (How.ENDLESS, How.CUT_OFF)
        if is_over and len(taken) + (match.draws if match else 0) < LONGEST // 2:
            assert result is not None
            raise Differs(f"game {number} ends by the rules ({result.how}), and not compiled") from None
        raise NotCompared("it does not end" if error is None else f"by its rules {told(error)}") from None
    except Exception as raised:
        if error is None:
            lines = [
                at.lineno or 0 for at in traceback.extract_tb(raised.__traceback__) if at.filename.endswith("game.py")
            ]
            raise Differs(
                f"game {number}: {type(raised).__name__}: {raised}, which the rules don't raise", lines
            ) from None
        raise NotCompared(f"by its rules {told(error)}") from None
    if match is None or result is None:
        raise Differs(
            f"game {number}: by the rules {type(error).__name__}: {error}, and compiled it goes on"
        ) from error
    asked = [(seat, list(filter(_is_some, legal)), chosen) for seat, legal, chosen in trace if not steady[seat]]
    for place, (one, two) in enumerate(zip(taken, asked, strict=False)):
        if plain(one) != plain(two):
            raise Differs(f"game {number}, action {place + 1}: by the rules {_shown(one)}, compiled {_shown(two)}")
    if len(taken) != len(asked):
        raise Differs(f"game {number} has {len(taken)} actions by the rules, and {len(asked)} compiled")
    fields = cast(dict[str, Any], vars(match.state))
    values: dict[str, Any] = played.state.__dict__
    for name, value in fields.items():
        if plain(value) != plain(values.get(name)):
            raise Differs(f"game {number}: at the end {name} is {plain(value)}, and compiled {plain(values.get(name))}")
    ends = [(one.how, list(one.winners), list(one.scores), list(one.places), one.of) for one in (result, played.result)]
    if ends[0] != ends[1] or match.length != played.length:
        raise Differs(f"game {number} ends by the rules as {ends[0]}, and compiled as {ends[1]}")
    return int(played.actions)


def _is_some(part: Any) -> bool:
    """Whether this is an action, or a form of any."""
    return not isinstance(part, Form) or bool(cast(Any, part))


def _shown(one: Any) -> str:
    seat, legal, chosen = one
    return f"seat {seat}: {chosen} of {', '.join(map(str, legal))[:200]}"


def _by_rules(way: Variant, number: int) -> None:
    """Play a random game by the rules; raises what they raise."""
    match: Match[Any, Any] = Match(way.game, way.cards, seats=way.seats, rng=Seeded(number))
    Table(match, [Random(Seeded(number + seat)) for seat in range(way.seats)], most=LONGEST).run()


def try_rules(ways: Sequence[Variant], games: int) -> None:
    """Play by the rules until a game is not broken off; raises NotCompared where all are."""
    why, end = NO_CARDS, time.process_time() + SECONDS
    for number in range(games):
        for way in ways:
            try:
                return _by_rules(way, number)
            except CannotStart:
                continue
            except Exception as error:
                why = f"by its rules {told(error)}"
        if time.process_time() > end:
            break
    raise NotCompared(f"no game is played to its end: {why}")


def faster(twin: NativeTwin, way: Variant) -> float:
    """How many times as fast as the rules a twin plays random games, of which those are left out that raise."""
    rules = compiled = 0.0
    for number in range(MOST_TIMED):
        start = time.process_time()
        try:
            _by_rules(way, number)
            between = time.process_time()
            rngs = [Seeded(number + seat) for seat in range(way.seats)]
            twin.finish(twin.begin(way, way.cards, Seeded(number), rngs, lot=lambda _, among: 0, most=LONGEST))
        except Exception:
            continue
        rules += between - start
        compiled += time.process_time() - between
        if rules > TIMED:
            break
    return rules / compiled if compiled else 0.0


def compare_apart(
    folder: Path, package: str, ways: Sequence[Variant], games: int, advance: Callable[[int], None] = lambda _: None
) -> Equal:
    """Compare so many games, spread over these ways, in another process; raises Differs, and NotCompared."""
    kind = type(ways[0].game)
    order = {
        "folder": str(folder),
        "package": package,
        "module": kind.__module__,
        "file": str(sys.modules[kind.__module__].__file__),
        "class": kind.__qualname__,
        "path": sys.path,
        "games": games,
        "ways": [
            {
                "options": one.game.model_dump(mode="json"),
                "seats": one.seats,
                "cards": [(card.rank, card.suit) for card in one.cards],
                "key": one.key,
            }
            for one in ways
        ],
    }
    command = [sys.executable, "-c", "from cardkit.table.native.making import apart; apart()"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(order) + "\n")
        process.stdin.close()
        found: dict[str, Any] = {}
        said = ""
        for line in process.stdout:
            if line.startswith("{"):
                found = json.loads(line)
                advance(found.get("played", 0))
            else:
                said = line.strip() or said
        process.stdout.close()
        code = process.wait()
    if "differs" in found:
        raise Differs(found["differs"], found["lines"])
    if "not compared" in found:
        raise NotCompared(found["not compared"])
    if "games" not in found:
        raise Differs(f"it broke down: {said or f'it ended by signal {-code}'}")
    return Equal(found["games"], found["actions"], found["faster"], tuple(found["ways"]))


def apart() -> None:
    """Compare what is asked for on standard input, and tell it on standard output, for `compare_apart`."""
    order = json.loads(sys.stdin.readline())
    sys.path[:] = order["path"]
    kind = _found(order["module"], order["file"], order["class"])
    twin = NativeTwin(Path(order["folder"]), order["package"])
    ways: dict[str, Variant] = {
        one["key"]: Variant(
            kind(**one["options"]), one["seats"], tuple(Card(rank, suit) for rank, suit in one["cards"])
        )
        for one in order["ways"]
    }
    done = Equal()
    timed = None
    reached: dict[str, int] = {}
    why = NO_CARDS
    end = time.process_time() + SECONDS + SECONDS_A_GAME * order["games"]
    try:
        while ways and done.games < order["games"] and done.actions < MOST_ACTIONS and time.process_time() < end:
            for key, way in list(ways.items()):
                try:
                    done.actions += compare(twin, way, done.games)
                except CannotStart:
                    del ways[key]
                    continue
                except NotCompared as reason:
                    why = str(reason)
                timed = timed or way
                reached[key] = reached.get(key, 0) + 1
                done.games += 1
                _tell({"played": done.games})
    except Differs as differs:
        _tell({"differs": str(differs), "lines": differs.lines})
        return
    if timed is None or not done.actions:
        _tell({"not compared": f"no game is played to its end: {why}"})
        return
    ratio = faster(twin, timed) if order["games"] > 1 else 0.0
    _tell({"games": done.games, "actions": done.actions, "faster": ratio, "ways": list(reached)})


def _tell(what: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def _found(module: str, file: str, name: str) -> type[Game[Any, Any]]:
    """The class of a game, from its module or its file."""
    try:
        found = importlib.import_module(module)
        if str(found.__file__) != file:
            raise ImportError(module)
    except ImportError:
        spec = importlib.util.spec_from_file_location(module, file)
        assert spec is not None
        assert spec.loader is not None
        found = importlib.util.module_from_spec(spec)
        sys.modules[module] = found
        sys.path.insert(0, str(Path(file).parent))
        spec.loader.exec_module(found)
    kind: type[Game[Any, Any]] = getattr(found, name)
    return kind


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
