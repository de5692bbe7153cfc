"""A table as people are shown it that watch agents: in lines, and as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardkit.core.cards import BACK, Card
from cardkit.core.errors import CannotLoad
from cardkit.core.piles import Pile, Seat
from cardkit.plugins.narrators import result_lines
from cardkit.plugins.person.board import Board
from cardkit.table.match import Match

WIDTH, CARD, GAP, LINE = 640, (40, 56), 6, 18
"""The width of a picture, the width and height of a card, the space between cards, and the height of a line."""
GREEN, WHITE, BLUE, RED, BLACK = (24, 92, 60), (250, 250, 250), (50, 80, 150), (180, 20, 30), (20, 20, 20)


RENDER_MODES = ("ansi", "human", "rgb_array")


def shown(mode: str | None, match: Match[Any, Any], seat: Seat, names: Sequence[str]) -> Any:
    """The table as a seat sees it: text, or an array of colours; None where the text was printed instead."""
    if mode == "rgb_array":
        return picture(match, seat, names)
    text = table_text(match, seat, names)
    if mode == "human":
        print(text)  # noqa: T201
        return None
    return text


def table_text(match: Match[Any, Any], seat: Seat, names: Sequence[str]) -> str:
    """What a seat sees of the table, and how the game ended."""
    counts = type(match.game).counts
    board = Board(match.view(seat), seat, names, match.game.order)
    lines: list[str] = [board.head(match.game.name, f"{counts} {match.number}"), *board.lines()]
    if match.result is not None:
        lines += result_lines(match.result, match.length, counts, names)
    return "\n".join(map(str, lines))


def picture(match: Match[Any, Any], seat: Seat, names: Sequence[str]) -> NDArray[np.uint8]:
    """What a seat sees of the table, a row for each pile that has cards; its backs are blue."""
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise CannotLoad("a picture of the table", "it needs pillow: pip install 'cardkit[rl]'") from None
    piles = [pile for pile in match.view(seat).piles() if pile.cards]
    height = LINE + CARD[1] + GAP
    image = Image.new("RGB", (WIDTH, GAP + height * len(piles)), GREEN)
    draw = ImageDraw.Draw(image)
    for row, pile in enumerate(piles):
        top = GAP + row * height
        draw.text((GAP, top), _label(pile, seat, names), fill=WHITE)
        for left, card in _spread(pile.cards):
            _draw(draw, left, top + LINE, card)
    return np.asarray(image, np.uint8)


def _label(pile: Pile, seat: Seat, names: Sequence[str]) -> str:
    """What a pile is called in a picture, and how many cards lie there."""
    whose = "" if pile.owner is None else f" of {names[pile.owner]}" + (", who looks" if pile.owner == seat else "")
    return f"{pile.name}{whose}: {len(pile)}".encode("ascii", "replace").decode()


def _spread(cards: Sequence[Card]) -> Iterator[tuple[int, Card]]:
    """Each card with its left edge: side by side, or one on the other where there are many."""
    room = WIDTH - 2 * GAP - CARD[0]
    step = min(float(CARD[0] + GAP), room / max(len(cards) - 1, 1))
    for place, card in enumerate(cards):
        yield GAP + int(place * step), card


def _draw(draw: Any, left: int, top: int, card: Card) -> None:
    """Draw a card, or its back."""
    box = (left, top, left + CARD[0], top + CARD[1])
    is_back = card is BACK
    draw.rounded_rectangle(box, radius=5, fill=BLUE if is_back else WHITE, outline=BLACK)
    if not is_back:
        colour = RED if card.suit[:1].upper() in "HD" else BLACK
        text = f"{card.rank}\n{card.suit[:5]}".encode("ascii", "replace").decode()
        draw.multiline_text((left + 4, top + 4), text, fill=colour)
