"""The picture that the README opens with: a game that somebody plays, as a terminal shows it.

`write()` draws it anew.
"""

from __future__ import annotations

import html
import io
import re

from helpers import ROOT, at_terminal
from rich.console import Console
from rich.text import Text

PICTURE = ROOT / "docs" / "images" / "hearts.svg"
COLUMNS = 76
TYPED = ["2h 7h 9h", "6c", "jc"]


def screen() -> str:
    """What is on the screen of somebody who plays Hearts against two machines."""
    names = [f"--name={name}" for name in ("Ann", "Bo", "Cy")]
    run = at_terminal("play", "hearts", "--seed=3", *names, typed=[*TYPED, ":quit"], size=(COLUMNS, 40))
    shown, _, _ = run.out.rpartition("> :quit")
    return f"$ cardkit play hearts --name Ann\n{shown}> "


def svg() -> str:
    """The screen as a picture."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(screen()))
    return console.export_svg(title="cardkit", unique_id="cardkit")


def words(picture: str) -> list[str]:
    """The words of a picture, without where they stand and what they look like."""
    return html.unescape(" ".join(re.findall(r"<text[^>]*>([^<]*)</text>", picture))).split()


def write() -> None:
    """Draw the picture as the screen is now."""
    PICTURE.write_text(svg(), encoding="utf-8")


def test_the_picture_shows_what_the_program_shows() -> None:
    assert words(svg()) == words(PICTURE.read_text(encoding="utf-8"))
    assert f"docs/images/{PICTURE.name}" in (ROOT / "README.md").read_text(encoding="utf-8")
