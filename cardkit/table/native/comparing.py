"""Rules and twin side by side, in a process of its own, as compiled code that is wrong may end it."""

from __future__ import annotations

import importlib
import importlib.util
import json
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, cast

from cardkit.core.actions import Form, parts_of
from cardkit.core.cards import Card
from cardkit.core.chance.generators import Seeded
from cardkit.core.errors import CannotStart, told
from cardkit.core.game import Game
from cardkit.core.results import How, Result
from cardkit.table.match import Match
from cardkit.table.native.engine import HandedBack, NativeTwin, Variant
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
    command = [sys.executable, "-c", "from cardkit.table.native.comparing import apart; apart()"]
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
