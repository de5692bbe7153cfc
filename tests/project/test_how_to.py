"""The how-to pages and the reference: what is on them runs, links lead somewhere, nothing public is left out."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import test_docs
from helpers import ROOT

import cardkit
import cardkit.authors.testing

HOW_TO = sorted((ROOT / "docs" / "how-to").glob("*.md"))
desk = test_docs.desk


def named(path: Path) -> Any:
    """A page as a parameter of a test."""
    return pytest.param(path, id=path.name)


@pytest.mark.parametrize("page", [named(page) for page in HOW_TO])
def test_python_runs(page: Path, desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    test_docs.test_python_runs_as_one_script_a_page(page, desk, monkeypatch)


@pytest.mark.parametrize("page", [named(page) for page in HOW_TO])
def test_links_lead_somewhere(page: Path) -> None:
    test_docs.test_links_lead_somewhere(page)


def test_every_how_to_page_is_linked() -> None:
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    assert [] == [page.name for page in HOW_TO if f"](how-to/{page.name})" not in text]


def test_every_public_name_is_in_the_reference_once() -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    listed = [*re.findall(r"^::: (\S+)$", text, re.MULTILINE), "cardkit.Field"]
    public = [*(f"cardkit.{name}" for name in cardkit.__all__)]
    public += [f"cardkit.authors.testing.{name}" for name in cardkit.authors.testing.__all__]
    assert sorted(public) == sorted(listed)


@pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="mkdocs is not installed")
@pytest.mark.skipif(not (ROOT / "mkdocs.yml").is_file(), reason="the site is built from a checkout")
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == built.returncode, built.stdout + built.stderr
    api = (tmp_path / "site" / "api" / "index.html").read_text(encoding="utf-8")
    assert "Moves cards between piles and keeps a journal of it" in api
