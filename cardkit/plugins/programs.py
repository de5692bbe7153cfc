"""Players that are files or programs: what names them, how they run within bounds and clocks, what they are told."""

from __future__ import annotations

import inspect
import json
import os
import re
import select
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import threading
import warnings
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from threading import Lock, Thread
from time import monotonic
from typing import IO, Annotated, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from cardkit.core.actions import Form, kebab, parts_of
from cardkit.core.cards import Card, Pile
from cardkit.core.chance.generators import Rng
from cardkit.core.errors import CannotLoad, NotAnAction, ProgramFault, shown
from cardkit.core.events import Ended, Event, plain
from cardkit.core.results import How
from cardkit.core.state import Part, State
from cardkit.table.notation import read_legal
from cardkit.table.turns import Seating


def player_file(spec: str) -> tuple[Path, str] | None:
    """The file and the name in it that `FILE.py` or `FILE.py:NAME` means; None where it is something else.

    >>> path, name = player_file("./bots.py:Careful")
    >>> path.name, name, player_file("python3 bot.py")
    ('bots.py', 'Careful', None)
    """
    found = re.fullmatch(r"(.+\.py)(?::(\w+))?", spec)
    if found is None or (len(spec.split()) > 1 and not Path(found[1]).is_file()):
        return None
    return Path(found[1]), found[2] or "player"


def is_program(spec: str) -> bool:
    """Whether this names a program: a path that is no `FILE.py`, or several words, as a shell has them.

    >>> [is_program(spec) for spec in ("./bot", "node bot.js", "python3 bot.py", "bot.py", "./bot.py", "random")]
    [True, True, True, False, False, False]
    """
    return player_file(spec) is None and (len(spec.split()) > 1 or "/" in spec or "\\" in spec)


def command_of(spec: str) -> list[str]:
    """The words of a command, or the path of a program; raises CannotLoad where nothing can be run by it."""
    if Path(spec).is_file():
        words = [spec]
    else:
        try:
            words = shlex.split(spec, posix=os.name != "nt")
        except ValueError as error:
            raise CannotLoad(spec, f"it is no command: {str(error).lower()}") from None
    if not words or shutil.which(words[0]) is None:
        is_there = bool(words) and Path(words[0]).is_file()
        instead = (
            f"it may not be run: chmod +x {words[0]}" if is_there else f"there is no program {' '.join(words[:1])}"
        )
        raise CannotLoad(spec, instead)
    return words


def reader_of(spec: str) -> EntryPoint | None:
    """What makes a player of a file whose name ends like this one, such as `.onnx`; None where nothing does."""
    suffix = Path(spec).suffix.removeprefix(".")
    return _readers().get(suffix) if suffix not in ("", "py") else None


@cache
def _readers() -> dict[str, EntryPoint]:
    """The entry points that make players of files, by the ends of their names."""
    return {entry.name: entry for entry in entry_points(group="cardkit.player_files")}


MEMORY = 2 * 1024**3
"""How many bytes of memory a process of a program may have."""
PROCESSES = 100
"""How many processes and threads a program may start beside those that its user has already."""


def end_with_parent() -> None:
    """Let the system kill this process when the one that started it has ended, however that came about."""
    if sys.platform == "linux":
        parent = os.getppid()
        system_library().prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


FORKS = sys.platform == "linux"
"""Whether processes are copies of this one, which are made at once; elsewhere they begin anew."""


def process_apart(work: Callable[..., None], *given: Any, daemon: bool | None = None) -> Any:
    """A process that is to do some work, and has not begun."""
    import multiprocessing

    context: Any = multiprocessing.get_context("fork" if FORKS else "spawn")
    return context.Process(target=work, args=given, daemon=daemon)


def begin_apart(process: Any) -> None:
    """Let a process begin, which shares what is loaded by now where it is a copy."""
    if FORKS:
        system_library()
    with warnings.catch_warnings():
        # Newer Pythons warn of copies of a process with threads, which have their locks: this one takes none.
        warnings.simplefilter("ignore", DeprecationWarning)
        process.start()


@cache
def system_library() -> Any:
    """The functions of the system."""
    import ctypes

    return ctypes.CDLL(None)


_PR_SET_PDEATHSIG = 1


_LAUNCHER = Path(__file__).with_name("launcher.py")
_PROMPT = 3.0
"""After so many seconds what starts programs is killed itself, if it doesn't end."""


def launched(command: Sequence[str]) -> tuple[subprocess.Popen[bytes], socket.socket | None]:
    """A program that runs within bounds, and what it ends with when it is closed; raises OSError.

    On Windows it runs without them.
    """
    pipe = subprocess.PIPE
    if sys.platform == "win32":
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0), None
    here, there = socket.socketpair()
    with there:
        bounds = [str(there.fileno()), str(MEMORY), str(PROCESSES)]
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(_LAUNCHER), *bounds, *command],
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            bufsize=0,
            start_new_session=True,
            pass_fds=[there.fileno()],
        )
    return process, here


LONGEST_LINE = 65_536
"""How many bytes a line of a program may have."""
MOST_SAID = 1_048_576
"""How many bytes a program may say before it answers."""
_LAST_WORDS = 4_000
GRACE = 0.3
"""After so many seconds a program is killed that doesn't end with its input."""


class Process:
    """A program that is running, which nobody waits for longer than its clock allows.

    While it is asked, one thread listens to its errors, and another one kills it when its time is up; so neither
    writing to it nor reading from it can hang.
    """

    def __init__(self, command: Sequence[str], patience: float) -> None:
        try:
            process, self._lifeline = launched(command)
        except OSError as error:
            raise ProgramFault(f"it can't be started: {error.strerror}") from None
        self._process = process
        self._in, self._out, self._err = (
            cast(IO[bytes], pipe) for pipe in (process.stdin, process.stdout, process.stderr)
        )
        self._patience = patience
        self._waiting = b""
        self._rest = b""
        self._words = b""
        self._deadline = float("inf")
        self._errno = 0
        """The number of the error for which it couldn't be started, once it has ended."""
        self.is_late = False
        """Whether it was killed because its time was up."""
        self.has_left = False
        """Whether it ended in good order when it was asked, as one may that has played its game."""
        self._over = threading.Event()
        self.is_new = True
        """Whether it has not answered yet, so that it may still be starting."""
        self._listener = Thread(target=self._listen, daemon=True)
        self._watchdog = Thread(target=self._watch, daemon=True)
        self._listener.start()
        self._watchdog.start()

    def tell(self, line: str) -> None:
        """Keep a line for the program until it is asked or sent what was kept."""
        self._waiting += line.encode() + b"\n"

    def send(self) -> None:
        """Send what was kept, within the patience there is with this program; one that has ended misses it."""
        self._deadline = monotonic() + self._patience
        with suppress(OSError):
            self._write()
        self._deadline = float("inf")

    def ask(self, line: str, seconds: float) -> str:
        """What the program answers; raises ProgramFault where it doesn't, or says something else."""
        self._refuse_unasked()
        self.tell(line)
        self._deadline = monotonic() + seconds
        try:
            with suppress(OSError):
                self._write()
            answer = self._answer()
        except ProgramFault:
            if self.is_late:
                raise self._too_late(seconds) from None
            raise
        late = monotonic() > self._deadline
        self._deadline = float("inf")
        if late:
            raise self._too_late(seconds)
        self.is_new = False
        return answer

    def _write(self) -> None:
        waiting, self._waiting = self._waiting, b""
        while waiting:
            waiting = waiting[self._in.write(waiting) :]

    def _answer(self) -> str:
        """The next line that is no remark."""
        said = 0
        while True:
            while b"\n" in self._rest:
                line = self._line()
                if not is_remark(line):
                    return line
            chunk = self._read()
            said += len(chunk)
            if said > MOST_SAID:
                raise self.fault(f"it said {said:,} bytes and no answer")

    def _read(self) -> bytes:
        """What comes next of what the program says."""
        if len(self._rest) > LONGEST_LINE:
            raise self.fault(f"it said a line of more than {LONGEST_LINE:,} bytes")
        chunk = os.read(self._out.fileno(), LONGEST_LINE)
        if not chunk:
            raise self._ended()
        self._rest += chunk
        return chunk

    def _line(self) -> str:
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="replace").strip()

    def _refuse_unasked(self) -> None:
        """Raise ProgramFault where the program has said something since its last answer that is no remark."""
        if sys.platform != "win32" and select.select([self._out], [], [], 0)[0]:
            self._read()
        while b"\n" in self._rest:
            line = self._line()
            if not is_remark(line):
                raise self.fault(f"it said {shown(line)} without being asked")

    def _too_late(self, seconds: float) -> ProgramFault:
        begun = " and began a line that it doesn't end" if self._rest else ""
        hint = "" if self._rest else " (does it flush its output after each line?)"
        return self.fault(f"it took more than {seconds:.3g} seconds{begun or hint}")

    def _ended(self) -> ProgramFault:
        """The fault of a program that has closed its output."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        self.kill()
        code = self._process.returncode
        if self._errno:
            return self.fault(f"it can't be started: {os.strerror(self._errno)}")
        self.has_left = code == 0
        how = f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
        return self.fault(f"it has ended {how}")

    def fault(self, reason: str) -> ProgramFault:
        """The fault of this program, with its last words; it is ended."""
        self.end()
        lines = [line.strip() for line in self._words.decode(errors="replace").splitlines()]
        last = next((line for line in reversed(lines) if line), "")
        return ProgramFault(reason, "".join(letter if letter.isprintable() else "?" for letter in last[:200]))

    @property
    def pid(self) -> int:
        """The number of its process, and of the group of those that it starts."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def end(self, grace: float = GRACE) -> bool:
        """Let the program end with its input, and kill it with all that it started; whether it ended by itself."""
        try:
            with suppress(OSError):
                self._in.close()
            self._listener.join(0 if self.is_late else grace)
            by_itself = not self._listener.is_alive()
        finally:
            self.kill()
        self._listener.join(GRACE)
        self._out.close()
        return by_itself

    def kill(self) -> None:
        """Kill the program with all that it started."""
        if not self._over.is_set():
            self._over.set()
            self._strike()
            try:
                self._process.wait(_PROMPT)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            if self._lifeline is not None:
                with self._lifeline, suppress(OSError, ValueError):
                    self._errno = int(self._lifeline.recv(20, socket.MSG_DONTWAIT))

    def _strike(self) -> None:
        if self._lifeline is None:
            self._process.kill()
        else:
            with suppress(OSError):
                self._lifeline.shutdown(socket.SHUT_WR)

    def _listen(self) -> None:
        """Keep the last words that the program says to its standard error."""
        with self._err, suppress(OSError, ValueError):
            while chunk := self._err.read(LONGEST_LINE):
                self._words = (self._words + chunk)[-_LAST_WORDS:]

    def _watch(self) -> None:
        """Kill the program when its time is up; whoever asks it next has at least its patience before that."""
        while not self._over.wait(max(0.0, min(self._deadline - monotonic(), self._patience))):
            if monotonic() >= self._deadline:
                self.is_late = True
                self._strike()
                return


def is_remark(line: str) -> bool:
    """Whether a line of a program answers nothing."""
    return not line or line.startswith("#")


VERSION = 1
MOST_LISTED = 200
"""Up to how many actions of a form are listed."""
_ENCODER = json.JSONEncoder(separators=(",", ":"))
_word = cache(kebab)
_AS_IT_IS = frozenset({int, str, float, bool, type(None)})


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", defer_build=True)


class Begin(_Message):
    """A game begins, and the cards are dealt."""

    type: Literal["begin"]
    protocol: Literal[1]
    game: str
    rules: str
    """What the game says of its rules."""
    options: dict[str, Any]
    deck: list[str]
    """All cards of the game, sorted."""
    seat: int = Field(ge=0)
    seats: int = Field(ge=1)
    names: list[str]
    seed: int = Field(ge=0, lt=2**32)
    """A number for the program's own chance, the same when the game is played again."""
    view: dict[str, Any]
    """The table as the seat sees it."""


class Happened(_Message):
    """Something happened, as the seat sees it; what else it holds depends on the event."""

    model_config = ConfigDict(extra="allow")
    type: Literal["event"]
    event: str


class YourTurn(_Message):
    """The one message that has to be answered, by a legal action in its notation."""

    type: Literal["turn"]
    seconds: float = Field(ge=0)
    """What is left for this answer."""
    game_seconds: float = Field(ge=0)
    """What is left for all answers of this game."""
    view: dict[str, Any]
    forms: list[str]
    """What stands for more actions than are listed, in words."""
    legal: list[str]
    """The legal actions; of each form that has too many, some."""


class EndResult(_Message):
    how: How
    winners: list[int]
    scores: list[float]
    cycle: dict[str, int] | None
    places: list[int]
    of: float | None = None


class End(_Message):
    """The game is over; None is the result where another player broke it off."""

    type: Literal["end"]
    result: EndResult | None


MESSAGE: TypeAdapter[Begin | Happened | YourTurn | End] = TypeAdapter(
    Annotated[Begin | Happened | YourTurn | End, Field(discriminator="type")], config=ConfigDict(defer_build=True)
)


def schema_text() -> str:
    """The JSON Schema of a line to a program, as docs/bot-protocol.schema.json has it."""
    return json.dumps(MESSAGE.json_schema(), indent=1) + "\n"


def line(**message: Any) -> str:
    """A message as its line."""
    return _ENCODER.encode(message)


def begin_line(seating: Seating, names: Sequence[str], seed: int, view: State) -> str:
    """The line by which a game begins."""
    game = seating.game
    return line(
        type="begin",
        protocol=VERSION,
        game=game.name,
        rules=inspect.cleandoc(game.__doc__ or ""),
        options=game.model_dump(mode="json"),
        deck=[str(card) for card in seating.deck],
        seat=seating.seat,
        seats=seating.seats,
        names=list(names),
        seed=seed,
        view=view_of(view),
    )


def event_line(event: Event) -> str:
    """The line of an event; that of the end is the last of a game."""
    if isinstance(event, Ended):
        return line(type="end", result=plain(event.result))
    told = {name: _told(value) for name, value in vars(event).items() if name not in event.untold}
    return line(type="event", event=_word(type(event).__name__), **told)


def turn_line(view: State, legal: Sequence[Any], seconds: float, left: float) -> str:
    """The line by which a program is asked for an action; the legal ones stand last."""
    listed: list[str] = []
    forms: list[str] = []
    for part in parts_of(legal):
        if not isinstance(part, Form):
            listed.append(str(part))
            continue
        form = cast(Form[Any], part)
        step = -(-len(form) // MOST_LISTED)
        listed += [str(form[number]) for number in range(0, len(form), step)]
        if step > 1:
            forms.append(str(form))
    return line(
        type="turn",
        seconds=round(seconds, 3),
        game_seconds=round(left, 3),
        view=view_of(view),
        forms=forms,
        legal=listed,
    )


def view_of(view: State | Part) -> dict[str, Any]:
    """A view by its fields, as JSON has it: a pile is the list of its cards, the top one last."""
    return {name: _told(value) for name, value in vars(view).items() if name[0] != "_"}


def _told(value: Any) -> Any:
    kind = cast(Any, type(value))
    if kind in _AS_IT_IS:
        return value
    if kind is Card:
        return value.text
    if kind is Pile:
        return [card.text for card in value.cards]
    if isinstance(value, list | tuple):
        return [_told(part) for part in cast(Sequence[Any], value)]
    if isinstance(value, Mapping):
        return {str(key): _told(part) for key, part in cast(Mapping[Any, Any], value).items()}
    if isinstance(value, Part):
        return view_of(value)
    return plain(value)


_SHOWN = 8
"""How many legal actions an error names."""
_LEAST, _MOST = 0.001, 1_000_000
"""What a clock may say, in seconds."""


@dataclass(frozen=True, kw_only=True)
class ProgramClock:
    """How many seconds a program has."""

    move: float = 10.0
    """For an action."""
    game: float = 600.0
    """For all actions of a game."""
    start: float = 30.0
    """Beside that for its first answer, because interpreters start slowly."""

    @classmethod
    def of(cls, spec: str) -> tuple[ProgramClock, str]:
        """The clock that stands before a command, and the command; raises CannotLoad where it is no clock.

        >>> ProgramClock.of("seconds=60 game_seconds=3600 node bot.js")
        (ProgramClock(move=60.0, game=3600.0, start=30.0), 'node bot.js')
        """
        clock, command = cls(), spec
        while found := re.match(r"(game_)?seconds=(\S*)\s+", command):
            try:
                seconds = float(found[2])
            except ValueError:
                seconds = 0.0
            if not _LEAST <= seconds <= _MOST:
                raise CannotLoad(spec, f"{found[0].strip()} is no number of seconds from {_LEAST:g} to {_MOST:,}")
            clock = replace(clock, **{"game" if found[1] else "move": seconds})
            command = command[found.end() :]
        return clock, command


class Running:
    """Programs that wait for their next game, by their commands."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, ...], list[Process]] = {}
        self._hanging: dict[tuple[str, ...], ProgramFault] = {}
        self._all: weakref.WeakSet[Process] = weakref.WeakSet()
        self._lock = Lock()
        self._is_closed = False

    def take(self, command: Sequence[str], clock: ProgramClock) -> Process:
        """A program of that command that waits, or a new one; raises ProgramFault where it can't be started.

        One that hung at its start is not waited for a second time.
        """
        if hung := self._hanging.get(tuple(command)):
            raise ProgramFault(hung.reason, hung.said)
        waiting = self._waiting.get(tuple(command), [])
        while waiting:
            process = waiting.pop()
            if process.is_alive:
                return process
            process.end()
        with self._lock:
            if self._is_closed:
                raise ProgramFault("it is not started any more")
            process = Process(command, clock.move)
            self._all.add(process)
        return process

    def keep(self, command: Sequence[str], process: Process) -> None:
        """Let a program wait for its next game."""
        self._waiting.setdefault(tuple(command), []).append(process)

    def give_up(self, command: Sequence[str], fault: ProgramFault) -> None:
        """Start no program of that command any more, which has never answered within its time."""
        self._hanging[tuple(command)] = fault

    def end(self) -> None:
        """End all that wait, and kill those that are in the middle of a game that was broken off."""
        try:
            for waiting in self._waiting.values():
                for process in waiting:
                    process.end()
        finally:
            self._waiting.clear()
            self.kill()

    def kill(self) -> None:
        """Kill all that were taken here, also in the middle of a game, and start no more."""
        with self._lock:
            self._is_closed = True
            for process in self._all:
                process.kill()


class Program:
    """A program at a seat; raises ProgramFault where it fails, and has ended then.

    Its clock may stand before the command, as `seconds=60 ./bot`. It is ended with its game, unless there is a place
    where it may wait for the next one.
    """

    def __init__(self, spec: str, rng: Rng, names: Sequence[str] = ()) -> None:
        self.clock, command = ProgramClock.of(spec)
        self._command = command_of(command)
        self._seed = rng.below(2**32)
        self._names = names
        self._process: Process | None = None
        self._opening: list[str] | None = None
        """What was told in this game, as long as it may turn out that the program ended after its last one."""
        self.running: Running | None = None
        """Where programs wait for their next game."""

    def begin(self, seating: Seating, view: Any, /) -> None:
        """Start the program, or take one that waits, and tell it of the game."""
        self._seating = seating
        self._left = self.clock.game
        names = self._names or [f"Player {seat}" for seat in range(seating.seats)]
        self._start([begin_line(seating, names, self._seed, view)])

    def _start(self, opening: list[str]) -> Process:
        """Take a program, which is told of the game up to now."""
        process = (self.running or Running()).take(self._command, self.clock)
        self._process = process
        self._killed = weakref.finalize(self, process.kill)
        for text in opening:
            process.tell(text)
        self._opening = None if process.is_new else opening
        return process

    def told(self, events: Sequence[Event], view: Any, /) -> None:
        """Pass on what happened; after the end of the game the program is let go."""
        for event in events:
            if self._process is not None:
                text = event_line(event)
                self._process.tell(text)
                if self._opening is not None:
                    self._opening.append(text)
            if isinstance(event, Ended):
                self._let_go()

    def choose(self, view: Any, legal: Sequence[Any], /) -> Any:
        """The action that the program answers with."""
        process = self._process
        if process is None:
            raise ProgramFault("it is out of the game")
        starting = self.clock.start if process.is_new else 0.0
        seconds = min(self.clock.move, self._left)
        asked = monotonic()
        try:
            answer = process.ask(turn_line(view, legal, seconds, self._left), seconds + starting)
        except ProgramFault as fault:
            self._process = None
            if process.has_left and self._opening is not None:
                self._killed.detach()
                self._start(self._opening)
                return self.choose(view, legal)
            if self.running and process.is_new and process.is_late:
                self.running.give_up(self._command, fault)
            raise
        self._opening = None
        self._left = max(0.0, self._left - max(0.0, monotonic() - asked - starting))
        found, reason = self._read(answer, legal)
        if found is None:
            self._process = None
            raise process.fault(reason)
        return found

    def _read(self, answer: str, legal: Sequence[Any]) -> tuple[Any, str]:
        """The legal action that an answer means, or None and what is wrong with it."""
        text: Any = answer
        if answer.startswith("{"):
            try:
                text = json.loads(answer).get("action")
            except ValueError:
                return None, f"it answered {shown(answer)}, which is no JSON"
        if not isinstance(text, str):
            return None, f"it answered {shown(answer)}, in which there is no action"
        try:
            found, _ = read_legal(type(self._seating.game), text, legal, self._seating.deck)
        except NotAnAction:
            found = None
        named = ", ".join(str(legal[number]) for number in range(min(_SHOWN, len(legal))))
        more = f" and {len(legal) - _SHOWN} more" if len(legal) > _SHOWN else ""
        return found, f"it answered {shown(text)}; legal {'was' if len(legal) == 1 else 'were'} {named}{more}"

    def leave(self) -> None:
        """Let the program go from a game that another player broke off."""
        if self._process is not None:
            self._process.tell(line(type="end", result=None))
            self._let_go()

    def _let_go(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        self._killed.detach()
        process.send()
        if self.running is None:
            process.end()
        else:
            self.running.keep(self._command, process)
