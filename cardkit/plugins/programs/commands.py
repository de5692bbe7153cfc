"""What a seat may name beside modules: files of players, programs, as `./bot` or `node bot.js`, files of policies."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from cardkit.core.errors import CannotLoad


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
