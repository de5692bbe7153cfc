"""Sitting down from a terminal at a table that others see in their browsers."""

from __future__ import annotations

import asyncio

from cardkit.online.client.lines import Lines
from cardkit.online.client.link import Link, LinkWay
from cardkit.play.kept.settings import settings
from cardkit.play.line_editing import terminal_kept
from cardkit.play.terminal import Terminal
from cardkit.plugins.people import Interrupted


def join(link: str, *, screen: bool = False, name: str = "") -> None:
    """Be at the table of a link until the person leaves, in lines or on the full screen.

    Raises BadLink or NotLetIn, and Interrupted after Ctrl-C; the same link leads back to the seat.
    """
    way = LinkWay(Link.read(link), name or settings().name)
    try:
        if screen:
            from cardkit.online.screen.running import show

            if show([way]).was_interrupted:
                raise KeyboardInterrupt
        else:
            with terminal_kept():
                asyncio.run(Lines(Terminal(), way).run())
    except KeyboardInterrupt:
        if Terminal().is_typed_at and not screen:
            Terminal().say("")
        raise Interrupted("the same link leads back to the seat") from None
