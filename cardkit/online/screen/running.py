"""Showing the full screen in this terminal, in its colours."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.core.errors import CardkitError
from cardkit.online.client.ways import Way
from cardkit.online.screen.app import TableApp
from cardkit.online.screen.drawing.paints import Paints
from cardkit.play.kept.settings import settings
from cardkit.play.looks import chosen_look
from cardkit.play.output import standard_output
from cardkit.play.terminal import is_full_screen, is_plain


class NoScreen(CardkitError):
    """A full screen is wanted where there is none."""

    def __str__(self) -> str:
        return "a full screen needs a terminal, and this is a pipe or a file"


def paints() -> Paints:
    """What everything looks like on this terminal."""
    out = standard_output()
    look = chosen_look(settings().cards)
    return Paints(look, colours=not (look.spare or is_plain(out)))


def show(ways: Sequence[Way]) -> TableApp:
    """Show the full screen until the person leaves; raises what ended it, if something did, and NoScreen."""
    if not is_full_screen():
        raise NoScreen
    app = TableApp(ways, paints())
    app.run()
    if app.fault is not None:
        raise app.fault
    return app
