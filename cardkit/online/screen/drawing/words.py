"""Marked lines as styled pieces: cards with their symbols and colours, names and good news as they are elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from cardkit.core.cards import Card
from cardkit.online.screen.drawing.paints import Paints
from cardkit.plugins.lines import Face, pieces


def words_of(line: str, paints: Paints, style: Style) -> Iterator[Segment]:
    """The pieces of a line in one style, cards as they are written on their faces."""
    for text, what in pieces(line):
        is_card = isinstance(what, Card) and not isinstance(text, Face)
        yield Segment(paints.face(what) if is_card and isinstance(what, Card) else str(text), style)


def text_of(line: str, paints: Paints, style: str = "") -> Text:
    """A line as a text of rich, cards in their colours."""
    made = Text(style=paints[style] if style else "")
    for text, what in pieces(line):
        if isinstance(what, Card) and not isinstance(text, Face):
            made.append(paints.face(what), paints.word(what))
        else:
            made.append(str(text), paints.look.style(what) if paints.colours else "")
    return made


def joined(lines: Iterable[str], paints: Paints) -> Text:
    """Lines one under the other."""
    return Text("\n").join(text_of(line, paints) for line in lines)
