"""Where in an author's code a fault is, and attributes that were meant to be fields."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any, cast

_CARDKIT = Path(__file__).parents[1]
_PYTHON = Path(inspect.__file__).parent
_PACKAGES = {"dist-packages", "site-packages"}
_NEEDED = {"_pytest", "click", "pluggy", "pydantic", "rich", "typer"}
"""The packages through which cardkit calls an author's code, or is itself called."""


def at(thing: Any) -> str:
    """The file and the line where a class or a function begins, in brackets; empty where they can't be known."""
    try:
        file = inspect.getsourcefile(thing)
        line = inspect.getsourcelines(thing)[1]
    except (OSError, TypeError):
        return ""
    return _brackets(file or "", line)


def at_caller() -> str:
    """The file and the line where cardkit was called, in brackets; empty where they can't be known."""
    frame = inspect.currentframe()
    while frame is not None and _is_ours(frame.f_code.co_filename):
        frame = frame.f_back
    return _brackets(frame.f_code.co_filename, frame.f_lineno) if frame is not None else ""


def at_error(error: BaseException) -> str:
    """The file and the line of an author's code where an error came up, in brackets; empty where there is none."""
    calls = _authors(error)
    return _brackets(calls[-1][0].co_filename, calls[-1][1]) if calls else ""


def told(error: BaseException) -> str:
    """An error that came out of an author's code in a clause: its type, its text, the file and the line."""
    return _clause(type(error).__name__, error)


def told_with_function(error: BaseException) -> str:
    """The same, with the function of the author's that cardkit called."""
    calls = _authors(error)
    return _clause(f"{type(error).__name__} in {_name(calls[0][0])}" if calls else type(error).__name__, error)


def is_from_author(error: BaseException) -> bool:
    """Whether an error came through an author's code."""
    return bool(_authors(error))


def _clause(what: str, error: BaseException) -> str:
    try:
        text = " ".join(str(error).split())
    except Exception as another:
        text = f"its text can't be had because of {type(another).__name__}"
    return f"{what}: {text}{at_error(error)}" if text else f"{what}{at_error(error)}"


def _name(code: CodeType) -> str:
    """The name of a function; with that of its class where that alone says little, as for `__call__`."""
    return code.co_name if code.co_name[:1].isalpha() else code.co_qualname


def _authors(error: BaseException) -> list[tuple[CodeType, int]]:
    """The calls in an author's code that an error came through, the outermost first, each with its line.

    Packages that are installed are none of it; but where there is nothing else, the one is that cardkit called.
    """
    calls: list[tuple[CodeType, int]] = []
    trace = error.__traceback__
    while trace is not None:
        calls.append((trace.tb_frame.f_code, trace.tb_lineno))
        trace = trace.tb_next
    own = [call for call in calls if not _is_ours(call[0].co_filename)]
    if own:
        return own
    installed = [call for call in calls if _is_installed_game(call[0].co_filename)]
    first = Path(installed[0][0].co_filename).parent if installed else Path()
    return [call for call in installed if Path(call[0].co_filename).is_relative_to(first)]


def _is_ours(file: str) -> bool:
    """Whether a file is no author's: cardkit's own, another package's, Python's own, or not a file."""
    path = Path(file)
    return _is_no_game(path) or not _PACKAGES.isdisjoint(path.parts)


def _is_installed_game(file: str) -> bool:
    """Whether a file may be one of a game that is installed, because it is not of a package that cardkit needs."""
    path = Path(file)
    return not _is_no_game(path) and _NEEDED.isdisjoint(path.parts)


def _is_no_game(path: Path) -> bool:
    """Whether a file is cardkit's, Python's own, or none."""
    is_pythons = _PYTHON in path.parents and _PACKAGES.isdisjoint(path.parts)
    return str(path).startswith("<") or _CARDKIT in path.parents or is_pythons


def _brackets(file: str, line: int) -> str:
    return f" ({Path(file).name}, line {line})"


def typeless(cls: type) -> Iterator[tuple[str, Any]]:
    """The attributes of a class that have no type and so are no fields, with their values; methods are none of them."""
    typed = inspect.get_annotations(cls)
    for name, value in vars(cls).items():
        is_data = not (name.startswith("_") or callable(value) or hasattr(value, "__get__"))
        if is_data and name not in typed and not _is_for_classes(cls, name):
            yield name, value


def typed(name: str, value: Any) -> str:
    """What to write in the place of an attribute that has no type."""
    kind = "Card" if value is None else type(value).__name__
    return f"its {name} has no type, so that it is no field: write `{name}: {kind}`, or what it is"


def shared(cls: type) -> Iterator[str]:
    """What is wrong with defaults of a class that can change and would be the same for all, with what to write."""
    for name in inspect.get_annotations(cls):
        value = vars(cls).get(name)
        if isinstance(value, list | dict | set):
            made = type(cast(Any, value)).__name__
            instead = f"`{name}: … = dataclasses.field(default_factory={made})`"
            yield f"its {name} has a {made} as its default, which all would share: write {instead}"


def _is_for_classes(cls: type, name: str) -> bool:
    """Whether a base of a class says that an attribute belongs to classes, as `word` of an action does."""
    return any("ClassVar" in str(inspect.get_annotations(base).get(name)) for base in cls.__mro__[1:])
