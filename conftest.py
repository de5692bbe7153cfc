"""Modules that may have a compiled twin beside them, which pytest would import in their place, have no doctests."""

from __future__ import annotations

from pathlib import Path


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """True where a module has its types beside it; collect_ignore would compare every path with every such module."""
    return collection_path.with_suffix(".pxd").exists() or None
