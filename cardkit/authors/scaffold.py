"""Making the files of a new game from templates, which are files of a working game called my-game."""

from __future__ import annotations

import builtins
import keyword
import re
import sys
from collections.abc import Iterator
from importlib import resources
from importlib.metadata import version
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

import cardkit
from cardkit.core.errors import CannotWrite
from cardkit.core.files import cannot_write, make_folder, refuse_existing, replace
from cardkit.plugins.registry import installed

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST = 50
_OWN_CLASSES = ("Lay", "Layout")
"""The classes that the template has beside the game."""
_DEVICES = ("aux", "con", "nul", "prn")
"""Names that no file can have on Windows."""
_NEEDED = "cardkit>=0.1"
"""What the template needs."""


def objection(name: str) -> str | None:
    """Why a new game can't have this name, in a clause; None where it can."""
    module = name.replace("-", "_")
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        return "a name is made of small letters and digits, with single hyphens between words, such as old-maid"
    names = {*keyword.kwlist, *keyword.softkwlist, *dir(builtins)}
    if not names.isdisjoint((module, class_name(name))) or module in sys.stdlib_module_names:
        return "Python has that name for something of its own"
    if module in (*_DEVICES, "test", "tests") or module.split("_")[0] == "cardkit":
        return "the name is taken for something else"
    found = find_spec(module)
    if found is not None and found.origin is not None and name not in installed():
        return "a package that is installed has that name"
    if class_name(name) in (*cardkit.__all__, *_OWN_CLASSES):
        return f"{class_name(name)} is a word of the rules already"
    return "there is a game of that name" if name in installed() else None


def class_name(name: str) -> str:
    """The name of a game's class: `OldMaid` for `old-maid`."""
    return "".join(word.capitalize() for word in name.split("-"))


def make_package(name: str, folder: Path) -> list[Path]:
    """Make a folder with a plugin package of that name, which has passed `objection`; the files, in their order.

    Raises CannotWrite where there is something of that name already, or nothing can be written.
    """
    template = resources.files("cardkit") / "authors" / "templates" / "package"
    if folder.exists() or folder.is_symlink():
        raise CannotWrite(folder, "there is something of this name already; choose another")
    return [written(folder / renamed(str(path), name), renamed(text, name)) for path, text in _files(template, Path())]


def make_file(name: str, path: Path) -> Path:
    """Make a file with the whole game of that name, which has passed `objection`; its path. Raises CannotWrite."""
    rules = resources.files("cardkit") / "authors" / "templates" / "package" / "src" / "my_game" / "rules.py"
    text = rules.read_text(encoding="utf-8").replace("The rules of my-game.", "my-game, a whole game in one file.")
    return written(path, renamed(text, name))


def renamed(text: str, name: str) -> str:
    """A text of the template with the name of a new game in every form, and the version of cardkit that it needs."""
    for old, new in (
        ("my-game", name),
        ("my_game", name.replace("-", "_")),
        ("MyGame", class_name(name)),
        (_NEEDED, f"cardkit>={version('cardkit').partition('+')[0]}"),
    ):
        text = text.replace(old, new)
    return text


def _files(folder: Traversable, path: Path) -> Iterator[tuple[Path, str]]:
    """The files in a folder and the folders in it, with their paths and texts."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name == "__pycache__":
            continue
        if entry.is_dir():
            yield from _files(entry, path / entry.name)
        else:
            yield path / entry.name, entry.read_text(encoding="utf-8")


def written(path: Path, text: str) -> Path:
    """The path of a file that was not there before, and now has this text."""
    refuse_existing(path)
    try:
        make_folder(path.parent)
    except (OSError, ValueError) as error:
        raise cannot_write(path, error) from error
    replace(path, text)
    return path
