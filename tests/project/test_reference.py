"""The API reference leaves nothing public out, and the site is built of all pages without a warning."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path

import pytest
from helpers import ROOT, finished

import cardkit
import cardkit.authors.testing
import cardkit.kernels


def test_every_public_name_is_in_the_reference_once() -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    listed = [*re.findall(r"^::: (\S+)$", text, re.MULTILINE), "cardkit.Field"]
    public = [*(f"cardkit.{name}" for name in cardkit.__all__)]
    public += [f"cardkit.authors.testing.{name}" for name in cardkit.authors.testing.__all__]
    public += [f"cardkit.kernels.{name}" for name in cardkit.kernels.__all__]
    assert sorted(public) == sorted(listed)


@pytest.mark.skipif(not (ROOT / "mkdocs.yml").is_file(), reason="the navigation is in a checkout")
def test_every_page_is_in_the_navigation_once() -> None:
    docs = ROOT / "docs"
    listed = re.findall(r"^ +- .+: (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    pages = [page.relative_to(docs).as_posix() for page in docs.rglob("*.md")]
    assert sorted([*pages, "readme.md", "contributing.md"]) == sorted(listed)


@pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="mkdocs is not installed")
@pytest.mark.skipif(not (ROOT / "mkdocs.yml").is_file(), reason="the site is built from a checkout")
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    built = finished(command, cwd=ROOT, text=True, limit=300)
    assert 0 == built.returncode, built.stdout + built.stderr
    api = (tmp_path / "site" / "api" / "index.html").read_text(encoding="utf-8")
    assert "Moves cards between piles and keeps a journal of it" in api
    assert "split at commas where there are any" in api, "the function `cards`, not the module of that name"
