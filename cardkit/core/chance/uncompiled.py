"""Kernels as plain Python: what stands in for Cython where it isn't installed, and for compiled modules of cardkit."""

from __future__ import annotations

import re
import sys
from array import array
from contextlib import nullcontext
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Literal

compiled: Literal[False] = False
nogil = nullcontext()


def as_python(name: str, path: Path) -> ModuleType:
    """The module in a source file, run as plain Python under this name, whether it was compiled or not."""
    if name not in sys.modules:
        spec = spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise ImportError(f"{path} is not a Python file")
        module = module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


def beside(path: str, name: str) -> ModuleType:
    """The module of this name beside a source file, run as plain Python."""
    source = Path(path).with_name(f"{name}.py")
    return as_python(f"{source.parent.name}_{name}_as_python", source)


def constants(path: str, enum: str) -> list[int]:
    """The numbers of the `cdef enum:  # NAME` in the file of types beside a source file, in their order."""
    types = Path(path).with_suffix(".pxd").read_text(encoding="utf-8")
    lines = re.search(rf"^cdef enum:  # {enum}\n((?:    \w+ = -?\d+\n)+)", types, re.MULTILINE)
    if lines is None:
        raise ImportError(f"the file of types beside {path} has no enum {enum}")
    return list(map(int, re.findall(r"-?\d+$", lines[1], re.MULTILINE)))


def upper(number: int, n: int) -> int:
    """The upper 64 bits of a product of two numbers of 64 bits."""
    return number * n >> 64


def bit(place: int) -> int:
    """The set of one place."""
    return 1 << place


def highest(places: int) -> int:
    """The highest place in a set of places, which is a number that has bit k where it has place k, and is not 0."""
    return places.bit_length() - 1


def cells(numbers: array[int]) -> array[int]:
    """The numbers of an array of type q or Q, where compiled code reads and writes them."""
    return numbers


def floats(numbers: array[float]) -> array[float]:
    """The numbers of an array of type f, where compiled code reads and writes them."""
    return numbers


def doubles(numbers: array[float]) -> array[float]:
    """The numbers of an array of type d, where compiled code reads and writes them."""
    return numbers


def small(numbers: array[int]) -> array[int]:
    """The numbers of an array of type b, where compiled code reads and writes them."""
    return numbers


def counts(numbers: array[int]) -> array[int]:
    """The numbers of an array of type I, where compiled code reads and writes them."""
    return numbers


def is_set(flag: array[int]) -> bool:
    """Whether a flag, the first number of an array, is set, perhaps by another thread."""
    return flag[0] != 0


if TYPE_CHECKING:
    from cardkit.core.chance.streams import Chance as Chance
else:
    Chance = beside(__file__, "streams").Chance
