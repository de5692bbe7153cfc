"""Every file that grows or is replaced: killed at each step, on a disk that is full there, and in two hands at once.

After all of that a file is whole: what it was, or what it was to be.
"""

from __future__ import annotations

import asyncio
import errno
import json
import os
import signal
import stat
import sys
import time
from abc import abstractmethod
from collections.abc import Callable
from contextlib import suppress
from io import FileIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from helpers import needs_shell

from cardkit.arena.bouts import bouts, contest
from cardkit.arena.contest import results_of
from cardkit.core import files
from cardkit.core.errors import CannotWrite, CardkitError
from cardkit.core.files import Held, TakenOver, append, hold, let_go, named_after, replace, take_over, whole_lines
from cardkit.play.home import kept_games, note
from cardkit.play.settings import settings, settings_file, settle
from cardkit.records.record import RecordFile, beside_record, read_grown, read_record
from cardkit.records.store import FileStore
from cardkit.simulation import jobs
from cardkit.simulation.simulate import batch, blocks

pytestmark = needs_shell
RECORD = read_record(Path(__file__).parents[1] / "records" / "v1" / "crazy8s-unfinished.json")


class Grown:
    """A kind of file: how it is made, how it changes, otherwise for another `by`, and what is read of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self) -> None:
        self.change("a")

    @abstractmethod
    def change(self, by: str) -> None: ...

    @abstractmethod
    def read(self) -> Any: ...


class OfRecord(Grown):
    def make(self) -> None:
        RecordFile(self.folder / "x.json", RECORD).let_go()

    def change(self, by: str) -> None:
        file = RecordFile(self.folder / "x.json", read_grown(self.folder / "x.json"), replacing=True)
        for action in ("draw", f"play {by}"):
            file.add([action])
        file.let_go()

    def read(self) -> Any:
        return read_grown(self.folder / "x.json").actions[len(RECORD.actions) :]


class OfTable(Grown):
    def make(self) -> None:
        self.change("nobody")

    def change(self, by: str) -> None:
        async def seated() -> None:
            store = FileStore(self.folder)
            await store.open()
            (await store.create("round", {}, {"key": by})).begin(RECORD, {"key": by})
            await store.close()

        asyncio.run(seated())

    def read(self) -> Any:
        assert 0o600 == stat.S_IMODE(beside_record(self.folder / "round.json").stat().st_mode)
        assert RECORD.actions == read_grown(self.folder / "round.json").actions
        return json.loads(beside_record(self.folder / "round.json").read_text(encoding="utf-8"))["people"]["key"]


CONTEST = contest("crazy8s", ["ai", "random"], options={"shuffle": True}, seed=1)


class OfContest(Grown):
    def change(self, by: str) -> None:
        with results_of(self.folder / "c.jsonl", CONTEST) as file:
            file.write(bouts(CONTEST, len(file.kept), 2))

    def read(self) -> Any:
        with results_of(self.folder / "c.jsonl", CONTEST) as file:
            return len(file.kept) // CONTEST.games_a_deal


class OfList(Grown):
    def make(self) -> None:
        self.change("old")

    def change(self, by: str) -> None:
        replace(self.folder / f"{by}.json", "{}")
        note(self.folder / f"{by}.json", "war")

    def read(self) -> Any:
        return sorted(kept.path.stem for kept in kept_games())


class OfSettings(Grown):
    def make(self) -> None:
        settle("name", "Ann")

    def change(self, by: str) -> None:
        settle(*{"a": ("pause", "3"), "b": ("practice", "true")}[by])

    def read(self) -> Any:
        found = settings()
        assert found.name == "Ann"
        return {"a": found.pause == 3, "b": found.practice}


class OfRows(Grown):
    def make(self) -> None:
        replace(self.folder / "r.csv", "precious")

    def change(self, by: str) -> None:
        with jobs.results_of(self.folder / "r.csv", GAMES, overwrite=True) as results:
            results.write(ROWS)

    def read(self) -> Any:
        text = (self.folder / "r.csv").read_text(encoding="utf-8")
        assert text == "precious" or len(text.splitlines()) == len(ROWS) + 1
        return text == "precious"


class OfLines(Grown):
    def change(self, by: str) -> None:
        with jobs.results_of(self.folder / "r.jsonl", GAMES) as results:
            results.write(list(ROWS)[len(results.kept) :][:1])

    def read(self) -> Any:
        with jobs.results_of(self.folder / "r.jsonl", GAMES) as results:
            return len(results.kept)


GAMES = batch("war", seed=2)
ROWS = next(blocks(GAMES, 5, engine="rules"))

KINDS: list[type[Grown]] = [OfRecord, OfTable, OfContest, OfList, OfSettings, OfRows, OfLines]


class Steps:
    """Counts what happens to files, and does something at one step: a byte that is written is one."""

    def __init__(self, at: int | None, do: Callable[[], None]) -> None:
        self.at, self.do, self.seen = at, do, 0

    def step(self) -> None:
        """One more step."""
        if self.seen == self.at:
            self.do()
        self.seen += 1


def watched(steps: Steps) -> None:
    """Let the steps be counted in this process from now on."""

    class Watched(FileIO):
        def write(self, data: Any, /) -> int:
            whole = bytes(data)
            if steps.at is not None and steps.seen <= steps.at < steps.seen + len(whole):
                done = super().write(whole[: steps.at - steps.seen])
                steps.seen += done
                steps.step()
                return done + super().write(whole[done : done + 1])
            steps.seen += len(whole)
            return super().write(whole)

    def counted(call: Callable[..., Any]) -> Callable[..., Any]:
        def do(*arguments: Any, **more: Any) -> Any:
            steps.step()
            return call(*arguments, **more)

        return do

    files.FileIO = Watched  # type: ignore[misc, attr-defined]
    for name in ("fsync", "replace", "unlink"):
        setattr(os, name, counted(getattr(os, name)))


def full_from(more: int) -> None:
    """Let files grow by no more than so many bytes in this process from now on."""
    room = more

    class Full(FileIO):
        def write(self, data: Any, /) -> int:
            nonlocal room
            whole = bytes(data)
            grows = max(0, self.tell() + len(whole) - os.fstat(self.fileno()).st_size)
            if grows > room:
                whole = whole[: len(whole) - (grows - room)]
                grows = room
                if not whole:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            room -= grows
            return super().write(whole)

    files.FileIO = Full  # type: ignore[misc, attr-defined]


REFUSED, KILLED = 3, 9


def apart(task: Callable[[], None]) -> int:
    """Do something in a process of its own, whose number is returned; it ends with 0, or 3 where it was refused."""
    number = os.fork()
    if number:
        return number
    code = 1
    try:
        task()
        code = 0
    except CardkitError:
        code = REFUSED
    finally:
        os._exit(code)


def ended(number: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])


STEPS = [4, pytest.param(10_000, marks=pytest.mark.slow)]
"""About so many steps are tried of those that a change takes."""


def some(steps: int, most: int) -> list[int]:
    """Some of so many steps, the first and the last of them."""
    return sorted({*range(0, steps, max(1, steps // most)), *range(max(0, steps - most // 2), steps)})


def steps_of(kind: Grown, by: str) -> int:
    """How many steps a change takes."""
    read, write = os.pipe()

    def count() -> None:
        steps = Steps(None, lambda: None)
        watched(steps)
        kind.change(by)
        os.write(write, str(steps.seen).encode())

    assert 0 == ended(apart(count))
    found = int(os.read(read, 100))
    os.close(read)
    os.close(write)
    return found


@pytest.fixture(params=KINDS, ids=lambda kind: kind.__name__)
def made(request: pytest.FixtureRequest, tmp_path: Path, home: Path) -> Callable[[], Grown]:
    """A file of a kind, each time in a folder of its own."""
    number = 0

    def make() -> Grown:
        nonlocal number
        number += 1
        folder = tmp_path / str(number)
        folder.mkdir()
        os.environ["CARDKIT_HOME"] = str(folder)
        kind: Grown = request.param(folder)
        kind.make()
        return kind

    return make


def outcomes_of(made: Callable[[], Grown], by: str) -> tuple[Any, Any]:
    """What is read before a change, and after it."""
    kind = made()
    before = kind.read()
    kind.change(by)
    return before, kind.read()


@pytest.mark.parametrize("most", STEPS)
def test_whoever_is_killed_at_any_step_leaves_what_was_or_what_was_to_be(made: Callable[[], Grown], most: int) -> None:
    before, after = outcomes_of(made, "a")
    steps = steps_of(made(), "a")
    assert steps > 20
    seen = list[Any]()
    for at in some(steps, most):
        kind = made()

        def killed(kind: Grown = kind, at: int = at) -> None:
            watched(Steps(at, lambda: os._exit(KILLED)))
            kind.change("a")

        assert KILLED == ended(apart(killed))
        seen.append(kind.read())
        assert seen[-1] in (before, after) or (isinstance(kind, OfRecord) and seen[-1] == after[:1])
        kind.change("a")
        kind.read()
    assert before in seen


@pytest.mark.parametrize("most", STEPS)
def test_on_a_full_disk_a_file_stays_as_it_was_with_a_sentence(made: Callable[[], Grown], most: int) -> None:
    before, after = outcomes_of(made, "a")
    for more in some(steps_of(made(), "a"), most):
        kind = made()

        def full(kind: Grown = kind, more: int = more) -> None:
            full_from(more)
            kind.change("a")

        code = ended(apart(full))
        assert code in (0, REFUSED), more
        found = kind.read()
        assert found in (before, after) or (isinstance(kind, OfRecord) and found == after[:1])
        assert code == REFUSED or found == after
        assert [] == [path.name for path in kind.folder.glob(".*.new")]
        assert isinstance(kind, OfTable) or found == after or read_whole(kind)


def read_whole(kind: Grown) -> bool:
    """Whether nothing is half in any file."""
    return all(path.read_bytes()[-1:] in b"\n}s" for path in kind.folder.iterdir() if not path.name.startswith("."))


def test_two_programs_at_any_moment_lose_nothing(made: Callable[[], Grown]) -> None:
    before, _ = outcomes_of(made, "a")
    steps = steps_of(made(), "a")
    refused = 0
    for at in some(steps, 4):
        kind = made()
        told, tell = os.pipe()
        wait, go = os.pipe()

        def pause(tell: int = tell, wait: int = wait) -> None:
            os.write(tell, b".")
            os.read(wait, 1)

        def first(kind: Grown = kind, at: int = at, pause: Callable[[], None] = pause) -> None:
            watched(Steps(at, pause))
            kind.change("a")

        one = apart(first)
        os.read(told, 1)
        two = apart(lambda kind=kind: kind.change("b"))
        time.sleep(0.05)
        os.write(go, b".")
        codes = ended(one), ended(two)
        for end in (told, tell, wait, go):
            os.close(end)
        assert codes in ((0, 0), (0, REFUSED))
        refused += codes[1] == REFUSED
        found = kind.read()
        assert found != before
        if isinstance(kind, OfSettings) and codes == (0, 0):
            assert {"a": True, "b": True} == found
        if isinstance(kind, OfList):
            assert ["a", "b", "old"] == found


def no_file_grows_beyond(most: int) -> None:
    """Let no file of this process be larger than so many bytes from now on."""
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def test_a_full_disk_keeps_nobody_from_having_a_file_alone_and_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "x.json"

    def full() -> None:
        no_file_grows_beyond(0)
        hold(path)
        os.write(told[1], b".")
        os.read(go[0], 1)
        let_go(path)

    told, go = os.pipe(), os.pipe()
    number = apart(full)
    os.read(told[0], 1)
    with pytest.raises(Held, match="by another process"):
        hold(path)
    os.write(go[1], b".")
    assert 0 == ended(number)
    assert [] == list(tmp_path.iterdir())


def test_nothing_is_left_of_a_record_that_could_not_begin(tmp_path: Path) -> None:
    def full() -> None:
        no_file_grows_beyond(100)
        with pytest.raises(CannotWrite):
            RecordFile(tmp_path / "x.json", RECORD)

    assert 0 == ended(apart(full))
    assert [] == list(tmp_path.iterdir())


def test_on_windows_a_byte_is_locked_and_what_is_open_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Windows does it: a lock that another one has is an error of permission, and no file that is open goes."""
    import fcntl

    path, lock, at = tmp_path / "x.json", tmp_path / ".x.json.lock", set[int]()
    remove = Path.unlink

    def locking(number: int, mode: str, count: int) -> None:
        at.add(os.lseek(number, 0, os.SEEK_CUR))
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError(errno.EACCES, "Permission denied") from None

    def unlink(gone: Path, missing_ok: bool = False) -> None:  # noqa: FBT001, FBT002
        for number in range(3, 256):
            with suppress(OSError):
                if os.path.samestat(os.fstat(number), gone.stat()):
                    break
        else:
            remove(gone, missing_ok=missing_ok)
            return
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(files, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_NBLCK="at once", locking=locking))
    monkeypatch.setattr(Path, "unlink", unlink)
    hold(path)
    append(path, "one\n")
    replace(path, "two\n")
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(files, "_held", {})
        for have in (hold, take_over):
            with pytest.raises(Held, match=f"by process {os.getpid()} since"):
                have(path)
    append(path, "three\n")
    assert ["two", "three"] == whole_lines(path)
    assert lock.exists()
    let_go(path)
    assert (["x.json"], {1 << 30}) == ([one.name for one in tmp_path.iterdir()], at)


def test_a_file_that_was_taken_over_is_written_no_more(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    file = RecordFile(path, RECORD)

    def other() -> None:
        files._held.clear()  # pyright: ignore[reportPrivateUsage]
        with pytest.raises(Held):
            hold(path)
        take_over(path)
        RecordFile(path, RECORD, replacing=True).add(["draw"])
        os.write(told[1], b".")
        os.read(go[0], 1)

    told, go = os.pipe(), os.pipe()
    number = apart(other)
    os.read(told[0], 1)
    for write in (lambda: file.add(["play 7H"]), lambda: file.replace(RECORD)):
        with pytest.raises(TakenOver, match=f"was taken over by process {number} since"):
            write()
    file.let_go()
    assert (tmp_path / ".x.json.lock").exists()
    os.write(go[1], b".")
    assert 0 == ended(number)
    assert "draw" == read_record(path).actions[-1]


@pytest.mark.parametrize(
    ("change", "mode"), [("settle", 0o600), ("record", 0o640), ("replace", 0o644), ("append", 0o600)]
)
def test_a_link_stays_one_and_a_mode_as_it_was(change: str, mode: int, home: Path, tmp_path: Path) -> None:
    home.mkdir()
    target = tmp_path / "elsewhere"
    if change == "record":
        RecordFile(target, RECORD).let_go()
    else:
        target.write_text('name = "Ann"\n', encoding="utf-8")
    target.chmod(mode)
    link = settings_file()
    link.symlink_to(target)
    {
        "settle": lambda: settle("pause", "2"),
        "record": lambda: RecordFile(link, RECORD, replacing=True).let_go(),
        "replace": lambda: replace(link, "x"),
        "append": lambda: append(link, "x\n"),
    }[change]()
    assert link.is_symlink()
    assert mode == stat.S_IMODE(target.stat().st_mode)


def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for path in (tmp_path / "pipe", tmp_path, loop, Path("/dev/null"), tmp_path / "no" / "x", Path("x\0y")):
        with pytest.raises(CannotWrite):
            replace(path, "x")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_folder_with_keys_is_its_owners(tmp_path: Path) -> None:
    async def opened() -> int:
        store = FileStore(tmp_path / "a" / "tables")
        await store.open()
        mode = store.folder.stat().st_mode
        await store.close()
        return mode

    assert 0o700 == stat.S_IMODE(asyncio.run(opened()))


def test_a_line_that_broke_off_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "x"
    for begun, whole in (("", []), ("a\nb\nhal", ["a", "b"]), ("half", []), ("a" * 200_000, [])):
        path.write_text(begun, encoding="utf-8")
        assert whole == whole_lines(path)
        append(path, "new\n")
        assert [*whole, "new"] == path.read_text(encoding="utf-8").splitlines()


SPOILT: dict[str, Callable[[list[dict[str, Any]]], Any]] = {
    "a line twice": lambda lines: lines.insert(2, lines[1]),
    "a deal left out": lambda lines: lines.__delitem__(slice(1, 3)),
    "lines in another order": lambda lines: lines.insert(1, lines.pop(2)),
    "an endless deal": lambda lines: lines[1].update(deal=10**30),
    "no seating": lambda lines: lines[1].update(seating=[]),
    "nobody's seating": lambda lines: lines[1].update(seating=[7, 9]),
    "three shares": lambda lines: lines[1].update(shares=[0, 0, 1]),
    "shares out of range": lambda lines: lines[1].update(shares=[5, -3]),
    "shares of more than one game": lambda lines: lines[1].update(shares=[1, 1]),
    "shares that are no numbers": lambda lines: lines[1].update(shares=[float("nan"), 0]),
    "endless scores": lambda lines: lines[1].update(scores=[float("inf"), 0]),
    "three scores": lambda lines: lines[1].update(scores=[1, 2, 3]),
    "a fault of nobody": lambda lines: lines[1].update(how="fault"),
    "a fault of somebody else": lambda lines: lines[1].update(how="fault", at_fault=99),
    "somebody at fault in a game that was won": lambda lines: lines[1].update(at_fault=0),
    "an end of no game": lambda lines: lines[1].update(how="\x1b[31m"),
    "a length of no game": lambda lines: lines[1].update(length=-1),
    "a reason that moves the screen": lambda lines: lines[1].update(reason="\x1b[2J"),
    "a list": lambda lines: lines.__setitem__(1, []),  # type: ignore[call-overload]
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_contest_in_which_a_line_is_none_of_its_is_refused_with_the_line(
    spoil: Callable[[list[dict[str, Any]]], Any], tmp_path: Path
) -> None:
    path = tmp_path / "c.jsonl"
    with results_of(path, CONTEST) as file:
        file.write(bouts(CONTEST, 0, 6))
    lines = [json.loads(line) for line in whole_lines(path)]
    spoil(lines)
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CannotWrite, match=r"line [2-7] of it .*; take it and what follows out"):
        results_of(path, CONTEST)
    assert text == path.read_text(encoding="utf-8")
    hold(path)
    let_go(path)


@pytest.mark.parametrize("name", ["../../evil", "/etc/evil", "..", "a/../../b", "\x1b[2J", "x" * 300, "", "CON:\\x"])
def test_a_name_of_a_game_leads_out_of_no_folder(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{named_after(name)}-1.json"
    replace(path, "x")
    assert [path] == [*tmp_path.rglob("*")]
