"""What cards, names and buttons look like on the full screen, with the terminal's colours or without any."""

from __future__ import annotations

from functools import cache

from rich.style import Style

from cardkit.core.cards import Card
from cardkit.core.texts import padded, width
from cardkit.online.screen.drawing.blocks import Block, Wish, piece
from cardkit.play.looks import Look

_INKS = {
    "red": "#b3101f",
    "bright_blue": "#1f4fa3",
    "green": "#14692f",
    "yellow": "#7d6200",
    "gold1": "#7d6200",
    "cyan": "#006a75",
    "dark_turquoise": "#006a75",
    "dark_orange": "#a34a00",
    "hot_pink": "#b01567",
    "magenta": "#9c149c",
    "violet": "#8a2be2",
    "medium_purple": "#5b3fb0",
    "orange4": "#5f3700",
}
"""The colours of looks as inks that can be read on paper."""
_IN_COLOURS = {
    "": "#e9e6da on #1d3b2f",
    "head": "bold #f4f1e6 on #14291f",
    "dim": "#a9bcb1",
    "name": "bold",
    "turn": "bold #f0c75e",
    "alarm": "bold #ffb4a8",
    "win": "bold #8fe3a6",
    "paper": "on #fbf9f2",
    "grey": "on #b9b8af",
    "chosen": "on #ffd866",
    "back": "#8ea6dc on #27468a",
    "empty": "#7d968a",
    "button": "bold #ffffff on #2f7d59",
    "cursor": "bold #16181d on #f0a52e",
}
_WITHOUT = {
    "head": "bold",
    "name": "bold",
    "turn": "bold",
    "alarm": "bold",
    "win": "bold",
    "chosen": "bold",
    "button": "bold",
    "cursor": "reverse",
}


class Paints:
    """The styles of a screen by what they are for, and the signs that say the same without colours."""

    edge, can, chosen, turn, shade = "▏•✓▸▒"

    def __init__(self, look: Look, *, colours: bool = True) -> None:
        self.look = look
        self.colours = colours
        self._styles = {name: Style.parse(text) for name, text in (_IN_COLOURS if colours else _WITHOUT).items()}
        self._inked = cache(self._ink)

    def __getitem__(self, name: str) -> Style:
        """The style for something."""
        return self._styles.get(name) or Style.null()

    def mark(self, state: str) -> str:
        """The left edge of something: what can be done with it, also where there are no colours."""
        return self.can if state.endswith("can") else self.chosen if state.endswith("chosen") else self.edge

    def face(self, card: Card) -> str:
        """A card as it is written on its face."""
        return self.look.face(card)

    def word(self, card: Card) -> Style:
        """The style of a card in a text."""
        return Style.parse(self.look.style(card)) if self.colours else Style.null()

    def card(self, card: Card, state: str) -> Style:
        """The style of a card that `can` be played, `cannot`, or is `chosen`, after `cursor` for one under that."""
        return self._inked(card, state)

    def _ink(self, card: Card, state: str) -> Style:
        if state.startswith("cursor"):
            return self["cursor"]
        if not self.colours:
            return Style(bold=state in ("can", "chosen"), dim=state == "cannot")
        paper = self["grey" if state == "cannot" else "chosen" if state == "chosen" else "paper"]
        look = self.look.style(card)
        ink = look if look == "bold" else f"bold {_INKS.get(look, look) or '#16181d'}"
        return paper + Style.parse(f"#16181d {ink}" if look == "bold" else ink)


def card_block(paints: Paints, text: str, scale: int, *, whole: bool, state: str, wish: Wish | None) -> Block:
    """A card of so many rows; one that another lies on shows its left edge."""
    card = Card.read(text)
    face = paints.face(card)
    style = paints.card(card, state)
    inner = max(width(face), 2) + 1
    wide = inner + 2 if whole and scale > 1 else inner
    rows = [padded(face, wide), *[" " * wide] * (scale - 1)]
    if whole and scale > 1:
        rows[-1] = padded(face, wide, right=True)
    if scale > 4 and whole and not face.isascii():
        rows[scale // 2] = face[-1].center(wide)
    edges = [paints.mark(state), *[paints.edge] * (scale - 1)]
    drawn = [(piece(edge + row, style),) for edge, row in zip(edges, rows, strict=True)]
    return Block(drawn, wide + 1).leading_to(wish)


def back_block(paints: Paints, scale: int, size: int, state: str, wish: Wish | None) -> Block:
    """The back of a card, or of so many of them."""
    style = paints["cursor" if state.startswith("cursor") else "back"]
    many = f"{size}" if size > 1 else ""
    wide = max(5 if scale > 1 else 3, len(many) + 2)
    rows = [paints.shade * wide] * scale
    rows[scale // 2] = many.center(wide, paints.shade)
    edges = [paints.mark(state), *[paints.edge] * (scale - 1)]
    drawn = [(piece(edge + row, style),) for edge, row in zip(edges, rows, strict=True)]
    return Block(drawn, wide + 1).leading_to(wish)


def empty_block(paints: Paints, scale: int, state: str, wish: Wish | None) -> Block:
    """A place where no card lies."""
    style = paints["cursor" if state.startswith("cursor") else "empty"]
    rows = [f"{paints.mark(state) if state else '('} - )", *["     "] * (scale - 1)]
    return Block([(piece(row, style),) for row in rows], 5).leading_to(wish)
