"""Where in an author's code a fault is, and attributes that were meant to be fields."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_CARDKIT = Path(__file__).parents[1]


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
    lines: list[str] = []
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if not _is_ours(file):
            lines.append(_brackets(file, trace.tb_lineno))
        trace = trace.tb_next
    return lines[-1] if lines else ""


def _is_ours(file: str) -> bool:
    """Whether a file is no author's: cardkit's own, another package's, Python's own, or not a file."""
    path = Path(file)
    return file.startswith("<") or _CARDKIT in path.parents or "site-packages" in path.parts or _is_pythons(path)


def _is_pythons(path: Path) -> bool:
    return Path(inspect.__file__).parent in path.parents


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


def _is_for_classes(cls: type, name: str) -> bool:
    """Whether a base of a class says that an attribute belongs to classes, as `word` of an action does."""
    return any("ClassVar" in str(inspect.get_annotations(base).get(name)) for base in cls.__mro__[1:])
