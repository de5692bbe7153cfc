"""Compiling a written game with the core, in a folder of its own, under a lock, and looking at what came of it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

CORE = Path(__file__).with_name("core.py")
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
    (place / "core.py").write_text(CORE.read_text(encoding="utf-8"), encoding="utf-8")
    (place / "game.py").write_text(text, encoding="utf-8")
    return [place / "core.py", place / "game.py"]


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
def locked(path: Path) -> Generator[None]:
    """Nobody else compiles here meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
