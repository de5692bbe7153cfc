"""Modules that may have a compiled twin beside them, which pytest would import in their place, have no doctests."""

from __future__ import annotations

from pathlib import Path

collect_ignore = [str(types.with_suffix(".py")) for types in Path(__file__).parent.glob("*/**/*.pxd")]
