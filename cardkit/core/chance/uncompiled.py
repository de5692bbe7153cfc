"""Kernels as plain Python: what stands in for Cython where it isn't installed, and for compiled modules of cardkit."""

from __future__ import annotations

import sys
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


if TYPE_CHECKING:
    from cardkit.core.chance.compiled import Chance as Chance
else:
    Chance = as_python("cardkit.core.chance.compiled_as_python", Path(__file__).with_name("compiled.py")).Chance
