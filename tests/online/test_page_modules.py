"""The modules of the page that need no browser, by Node's own tests."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

NODE = shutil.which("node")
TESTS = Path(__file__).parent / "page"


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
@pytest.mark.parametrize("name", sorted(file.name for file in TESTS.iterdir()))
def test_the_modules_of_the_page_do_what_they_say(name: str) -> None:
    assert NODE is not None
    run = subprocess.run([NODE, "--test", TESTS / name], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
