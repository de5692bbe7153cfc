"""Pictures of cards, of any rank and suit, drawn as SVG: no files, no fonts, nobody's licence but our own."""

from __future__ import annotations

from html import escape
from zlib import crc32

from cardkit.core.cards import Card

SUITS = {
    "spades": (
        "M0-46C7-30 42-10 42 15 42 28 32 36 21 36 13 36 7 32 3 26 4 36 8 42 15 46H-15C-8 42-4 36-3 26-7 32-13 36-21 36"
        "-32 36-42 28-42 15-42-10-7-30 0-46Z"
    ),
    "hearts": (
        "M0 45C-9 28-43 9-43-17-43-34-31-43-20-43-10-43-3-37 0-27 3-37 10-43 20-43 31-43 43-34 43-17 43 9 9 28 0 45Z"
    ),
    "diamonds": "M0-47C9-29 22-12 36 0 22 12 9 29 0 47-9 29-22 12-36 0-22-12-9-29 0-47Z",
    "clubs": (
        "M0-46C12-46 21-37 21-26 21-20 18-15 14-11 18-13 21-14 25-14 36-14 45-5 45 6 45 17 36 26 25 26 16 26 8 21 3 13"
        " 4 28 8 39 15 46H-15C-8 39-4 28-3 13-8 21-16 26-25 26-36 26-45 17-45 6-45-5-36-14-25-14-21-14-18-13-14-11"
        "-18-15-21-20-21-26-21-37-12-46 0-46Z"
    ),
}
"""The outlines of the usual suits, each within a square of 100 around its middle."""
SHORT = {sign: suit for suit, signs in zip(SUITS, ("S♠", "H♥", "D♦", "C♣"), strict=True) for sign in signs}
BLACK, RED = "#1a1c22", "#c4122f"
INKS = {"spades": BLACK, "hearts": RED, "diamonds": RED, "clubs": BLACK}
FOUR_INKS = INKS | {"diamonds": "#1558c0", "clubs": "#0f7a3d"}
COLOURS = {
    "red": RED,
    "orange": "#b85300",
    "yellow": "#8a6a00",
    "green": "#0f7a3d",
    "blue": "#1558c0",
    "purple": "#6b2d91",
    "pink": "#b3246f",
    "brown": "#6d4324",
    "black": BLACK,
    "grey": "#5a6068",
}
RANKS = {"A": "Ace", "T": "10", "J": "Jack", "Q": "Queen", "K": "King"}
GOLD, SKIN, HAIR = "#e5ab2c", "#f8e7d3", "#a9703a"
COURT = {
    "K": (
        f'<path d="M40 0V-66M34-58H46M40-66 37-78H43Z" fill="{GOLD}"/>'
        f'<path d="M-21-72C-26-52-22-38-14-34H14C22-38 26-52 21-72Z" fill="{HAIR}"/>',
        f'<path d="M-15-54C-15-36-7-31 0-29 7-31 15-36 15-54 8-49-8-49-15-54Z" fill="{HAIR}"/>'
        f'<path d="M-20-80-25-106-12-96 0-112 12-96 25-106 20-80Z" fill="{GOLD}"/>',
    ),
    "Q": (
        '<path d="M40 0C36-16 42-26 40-40" fill="none"/>'
        f'<path d="M40-40C28-44 30-56 40-54 50-56 52-44 40-40Z" fill="{GOLD}"/>'
        f'<path d="M-19-78C-32-62-26-40-30-26H30C26-40 32-62 19-78Z" fill="{HAIR}"/>',
        f'<path d="M-19-80-24-100-14-92-8-106 0-93 8-106 14-92 24-100 19-80Z" fill="{GOLD}"/>',
    ),
    "J": (
        f'<path d="M40 0V-70M40-70 32-54 40-48 50-54Z" fill="{GOLD}"/>'
        f'<path d="M-19-78C-25-64-24-50-20-44H20C24-50 25-64 19-78Z" fill="{HAIR}"/>',
        f'<path d="M-23-80C-24-98 0-108 22-94L26-80Z" fill="{GOLD}"/>'
        f'<path d="M14-94C24-116 40-118 46-108 38-108 30-100 24-90Z" fill="#fffefa"/>',
    ),
}
"""What the court cards have behind and before their faces: sword, beard and crown; flower and coronet; pike and cap."""
_FONT = 'font-family="Georgia,\'DejaVu Serif\',serif" font-weight="700" text-anchor="middle"'
LEFT, RIGHT = -36, 36
ROWS = {
    4: (-92, 92),
    5: (-92, 92),
    6: (-92, 0, 92),
    7: (-92, 0, 92),
    8: (-92, 0, 92),
    9: (-92, -31, 31, 92),
    10: (-92, -31, 31, 92),
}
"""How high the pips lie at the left and at the right."""
MIDDLE: dict[int, tuple[int, ...]] = {
    2: (-92, 92),
    3: (-92, 0, 92),
    4: (),
    5: (0,),
    6: (),
    7: (-46,),
    8: (-46, 46),
    9: (0,),
    10: (-62, 62),
}
"""How high they lie in the middle."""


def face(text: str, *, four: bool = False, large: bool = False) -> str:
    """The picture of the card that `text` is the notation of: with `four` colours, with a `large` index.

    Raises InvalidCard.
    """
    card = Card.read(text)
    suit = SHORT.get(card.suit, card.suit.lower())
    ink = (FOUR_INKS if four else INKS).get(suit) or COLOURS.get(suit) or f"hsl({crc32(suit.encode()) % 360} 60% 34%)"
    rank = "10" if card.rank == "T" else card.rank
    if suit in SUITS:
        sign = f'<path id="s" d="{SUITS[suit]}" transform="scale(.01)"/>'
        body = f"<defs>{sign}</defs>" + (_large(rank) if large else _usual(card.rank, rank))
    else:
        suit = card.suit
        body = _large_words(rank, suit) if large else _words(rank, suit)
    named = f"{RANKS.get(card.rank, card.rank)} of {suit}"
    return _framed(named, f'<g fill="currentColor" color="{ink}" {_FONT}>{body}</g>')


def back() -> str:
    """The picture of a card seen from behind."""
    return _framed(
        "card seen from behind",
        '<pattern id="p" width="24" height="24" patternUnits="userSpaceOnUse"><path d="M0 12 12 0 24 12 12 24Z" '
        'fill="#fff" opacity=".13"/><circle cx="12" cy="12" r="3" fill="#fff" opacity=".35"/></pattern>'
        '<rect x="-106" y="-154" width="212" height="308" rx="11" fill="#2b4b8f"/>'
        '<rect x="-106" y="-154" width="212" height="308" rx="11" fill="url(#p)"/>'
        '<rect x="-97" y="-145" width="194" height="290" rx="7" fill="none" '
        'stroke="#fff" stroke-width="3" opacity=".6"/>',
    )


def _framed(title: str, body: str) -> str:
    """A whole picture on white paper, five wide and seven high."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-120 -168 240 336" role="img">'
        f"<title>{escape(title)}</title>"
        '<rect x="-119" y="-167" width="238" height="334" rx="16" fill="#fffefa" stroke="#000" stroke-opacity=".3"/>'
        f"{body}</svg>"
    )


def _sign(x: float, y: float, size: float, *, turned: bool = False) -> str:
    """The sign of the card's suit around a place."""
    turn = " rotate(180)" if turned else ""
    return f'<use href="#s" transform="translate({x:g} {y:g}){turn} scale({size:g})"/>'


def _word(text: str, x: float, y: float, size: float, width: float) -> str:
    """A text around a place, as large as `size` says, or less where it would be wider than `width`."""
    size = min(size, width / len(text) / 0.72)
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:.3g}">{escape(text)}</text>'


def _twice(corner: str) -> str:
    """The same in two corners."""
    return f'<g id="c">{corner}</g><use href="#c" transform="rotate(180)"/>'


def _usual(name: str, rank: str) -> str:
    """A card of a usual suit: pips, or somebody of the court, else the rank as a word."""
    corners = _twice(_word(rank, -92, -118, 46, 42) + _sign(-94, -92, 30))
    number = 1 if rank == "A" else int(rank) if rank.isascii() and rank.isdecimal() and len(rank) < 3 else 0
    if number == 1:
        return corners + _sign(0, 0, 124)
    if number in MIDDLE:
        pips = [(x, y) for y in ROWS.get(number, ()) for x in (LEFT, RIGHT)] + [(0, y) for y in MIDDLE[number]]
        return corners + "".join(_sign(x, y, 46, turned=y > 0) for x, y in pips)
    return corners + (_court(name) if name in COURT else _word(rank, 0, 40, 120, 150))


def _court(rank: str) -> str:
    """A frame with the same half twice: somebody in a robe, with what belongs to the rank, and the card's suit."""
    behind, before = COURT[rank]
    half = (
        f'<path d="M-68-126H68V0H-68Z" opacity=".07" stroke="none"/>{_sign(-48, -104, 34)}{behind}'
        '<path d="M-64 0C-60-24-36-34-14-38L0-20 14-38C36-34 60-24 64 0Z"/>'
        f'<path d="M-14-38 0-20 14-38 24-34 0 0-24-34Z" fill="{GOLD}"/>'
        f'<path d="M-48 0C-46-12-40-20-30-26M48 0C46-12 40-20 30-26" stroke="{GOLD}" fill="none"/>'
        f'<ellipse cy="-60" rx="16" ry="22" fill="{SKIN}"/>'
        '<path d="M-9-64H-4M4-64H9M0-62-2-54H1M-4-47Q0-45 4-47" fill="none"/>'
        f"{before}"
    )
    frame = '<rect x="-68" y="-126" width="136" height="252" rx="7" fill="none"/>'
    return (
        '<g stroke="currentColor" stroke-width="2" stroke-linejoin="round" stroke-linecap="round">'
        f'<g id="h">{half}</g><use href="#h" transform="rotate(180)"/>{frame}</g>'
    )


def _large(rank: str) -> str:
    """The same for small screens and weak eyes: as much as can be seen of a card in a hand of many."""
    return _word(rank, -64, -68, 116, 102) + _sign(-66, -18, 76) + _sign(36, 78, 124)


def _words(rank: str, suit: str) -> str:
    """A card of any other suit, in words."""
    corner = _word(rank, -93, -118, 46, 54) + _upright(suit, -103, -104, 28)
    return _twice(corner) + _word(rank, 0, 26, 110, 130) + _word(suit, 0, 76, 40, 130)


def _large_words(rank: str, suit: str) -> str:
    """The same as large as can be."""
    return _word(rank, -64, -68, 116, 112) + _upright(suit, -84, -44, 58) + '<circle cx="44" cy="86" r="50"/>'


def _upright(suit: str, x: float, y: float, size: float) -> str:
    """The name of a suit along the edge, downwards, so that it is seen in a hand."""
    size = min(size, 200 / len(suit) / 0.66)
    place = f'transform="translate({x:g} {y:g}) rotate(90)" font-size="{size:.3g}" text-anchor="start"'
    return f"<text {place}>{escape(suit)}</text>"
