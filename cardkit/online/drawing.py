"""A table as a picture of styled pieces: cards, piles, names, buttons, in the largest size that there is room for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from cardkit.core.cards import Card
from cardkit.core.texts import padded, width
from cardkit.online.lines import Choosing, Message, Told, Visible
from cardkit.play.settings import Look
from cardkit.plugins.lines import Face, from_one, is_column, lies_open, pieces
from cardkit.plugins.plugin import is_plain


def words_of(line: str, paints: Paints, style: Style | None = None) -> Iterator[Segment]:
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


class Spotted(NamedTuple):
    """What somebody points at: a card, a seat, a pile, a place, an action, a form, or what is done beside the game."""

    what: str
    value: str

    @property
    def meaning(self) -> str | int:
        """The value as actions have it: seats and places as numbers."""
        return int(self.value) if self.what in ("seat", "place") else self.value


class Spot(NamedTuple):
    """Where something can be chosen, in columns and rows of a block."""

    x: int
    y: int
    width: int
    height: int
    wish: Spotted

    def moved(self, x: int, y: int) -> Spot:
        """The spot in a block that has this one so far from its corner."""
        return Spot(self.x + x, self.y + y, self.width, self.height, self.wish)

    def holds(self, x: int, y: int) -> bool:
        """Whether a cell belongs to it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True)
class Block:
    """Rows of pieces, none wider than the block."""

    rows: Sequence[Sequence[Segment]] = ()
    width: int = 0
    spots: Sequence[Spot] = field(default_factory=tuple[Spot, ...])

    @property
    def height(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    def leading_to(self, wish: Spotted | None) -> Block:
        """The same block, all of which is a spot."""
        return self if wish is None else replace(self, spots=(Spot(0, 0, self.width, self.height, wish),))


def folded(pieces: Iterable[Segment], columns: int) -> Block:
    """A block of as many rows as it takes, none wider than so many columns; words stay whole where they can."""
    text = Text.assemble(*((one.text, one.style or "") for one in pieces), end="")
    rows = [[*line.render(_FOLDING)] for line in text.wrap(_FOLDING, max(columns, 1))]
    return Block(rows, max(map(width_of, rows), default=0))


_FOLDING = Console()
"""What rich wants to have to fold a text, though nothing is shown there."""


def filled(row: Sequence[Segment], used: int, width: int) -> Sequence[Segment]:
    """A row with blanks after it."""
    return row if used >= width else (*row, Segment(" " * (width - used)))


def width_of(row: Iterable[Segment]) -> int:
    """How many columns the pieces of a row take."""
    return sum(cell_len(one.text) for one in row)


def above(blocks: Iterable[Block], gap: int = 0) -> Block:
    """Blocks one above the other, with so many empty rows between any two."""
    rows: list[Sequence[Segment]] = []
    spots: list[Spot] = []
    width = 0
    for block in blocks:
        if rows and block.rows:
            rows += [()] * gap
        spots += [spot.moved(0, len(rows)) for spot in block.spots]
        rows += block.rows
        width = max(width, block.width)
    return Block(rows, width, spots)


def beside(blocks: Sequence[Block], gap: int = 0) -> Block:
    """Blocks side by side, their first rows level."""
    height = max((block.height for block in blocks), default=0)
    rows: list[list[Segment]] = [[] for _ in range(height)]
    spots: list[Spot] = []
    x = 0
    for number, block in enumerate(blocks):
        x += gap if number else 0
        spots += [spot.moved(x, 0) for spot in block.spots]
        for y, row in enumerate(rows):
            own = block.rows[y] if y < block.height else ()
            before = [Segment(" " * gap)] if number and gap else []
            row += [*before, *filled(own, width_of(own), block.width)]
        x += block.width
    return Block(rows, x, spots)


def flowing(blocks: Iterable[Block], width: int, gap: int = 2) -> Block:
    """Blocks side by side as far as there is room, then in further rows of blocks."""
    lines: list[list[Block]] = []
    used = 0
    for block in blocks:
        if not lines or used + gap + block.width > width:
            lines.append([])
            used = -gap
        lines[-1].append(block)
        used += gap + block.width
    return above([beside(line, gap) for line in lines])


def centred(block: Block, width: int) -> Block:
    """A block in the middle of so many columns, which then has them all."""
    return replace(indented(block, max((width - block.width) // 2, 0)), width=max(block.width, width))


def indented(block: Block, left: int) -> Block:
    """A block so many columns further to the right."""
    if not left:
        return block
    rows = [(Segment(" " * left), *row) for row in block.rows]
    return Block(rows, left + block.width, [spot.moved(left, 0) for spot in block.spots])


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

    def __init__(self, look: Look, *, colours: bool = True, letters: bool = False) -> None:
        self.look = replace(look, symbols=False) if letters else look
        self.letters = letters
        """Whether the symbols of suits can't be shown."""
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


def card_block(
    paints: Paints, text: str, scale: int, *, whole: bool, state: str, wish: Spotted | None, mark: str = ""
) -> Block:
    """A card of so many rows, with what was told of it; one that another lies on shows its left edge."""
    card = Card.read(text)
    face = f"{paints.face(card)} ({mark})" if mark else paints.face(card)
    style = paints.card(card, state)
    inner = max(width(face), 2) + 1
    wide = inner + 2 if whole and scale > 1 else inner
    rows = [padded(face, wide), *[" " * wide] * (scale - 1)]
    if whole and scale > 1:
        rows[-1] = padded(face, wide, right=True)
    if scale > 4 and whole and not face.isascii():
        rows[scale // 2] = face[-1].center(wide)
    edges = [paints.mark(state), *[paints.edge] * (scale - 1)]
    drawn = [(Segment(edge + row, style),) for edge, row in zip(edges, rows, strict=True)]
    return Block(drawn, wide + 1).leading_to(wish)


def back_block(paints: Paints, scale: int, many: str, state: str, wish: Spotted | None) -> Block:
    """The back of a card, with what was told of it, or of so many of them."""
    style = paints["cursor" if state.startswith("cursor") else "back"]
    wide = max(5 if scale > 1 else 3, len(many) + 2)
    rows = [paints.shade * wide] * scale
    rows[scale // 2] = many.center(wide, paints.shade)
    edges = [paints.mark(state), *[paints.edge] * (scale - 1)]
    drawn = [(Segment(edge + row, style),) for edge, row in zip(edges, rows, strict=True)]
    return Block(drawn, wide + 1).leading_to(wish)


def empty_block(paints: Paints, scale: int, state: str, wish: Spotted | None) -> Block:
    """A place where no card lies."""
    style = paints["cursor" if state.startswith("cursor") else "empty"]
    rows = [f"{paints.mark(state) if state else '('} - )", *["     "] * (scale - 1)]
    return Block([(Segment(row, style),) for row in rows], 5).leading_to(wish)


_BACK = "??"


def _many(pile: Message) -> str:
    """How many cards lie in a pile, if they are several."""
    return str(pile["size"]) if pile["size"] > 1 else ""


def _family(pile: Message) -> str:
    return "grid" if pile["looks"] == "grid" else "columns" if is_column(pile) else str(pile["name"]).split()[0]


def _short(pile: Message) -> str:
    """A pile's name without its owner's: `hand`."""
    return str(pile["title"]).rpartition("'s ")[2].removeprefix("your ").partition(" by ")[0]


def _number(pile: Message) -> str:
    """What tells a pile from the others of its row: `4` for `layout 1 3`."""
    return from_one(str(pile["name"]).split()[-1])


class Size(NamedTuple):
    """How many rows a card has, among the others' cards, in the middle, and in front of the person."""

    others: int
    middle: int
    mine: int
    gap: int
    """How many empty rows are between these."""


SIZES = (Size(3, 5, 5, 1), Size(1, 5, 5, 1), Size(1, 3, 5, 1), Size(1, 3, 3, 1), Size(1, 3, 3, 0), Size(1, 1, 3, 0))
LEAST = Size(1, 1, 1, 0)


def fitting(told: Told, choosing: Choosing, paints: Paints, columns: int, rows: int, cursor: Spotted | None) -> Block:
    """The largest picture that there is room for; the smallest one where there is room for none."""
    for size in SIZES:
        drawn = Picture(told, choosing, paints, columns, size, cursor).whole()
        if drawn.height <= rows and drawn.width <= columns:
            return drawn
    return Picture(told, choosing, paints, columns, LEAST, cursor).whole()


class Picture:
    """Draws a table for one seat, in one size."""

    def __init__(
        self, told: Told, choosing: Choosing, paints: Paints, columns: int, size: Size, cursor: Spotted | None
    ) -> None:
        self._told, self._choosing, self._paints = told, choosing, paints
        self._columns, self._size, self._cursor = columns, size, cursor
        self._seat, self._asked = told.seat, told.is_asked
        self._names = ["you" if seat == told.seat else name for seat, name in enumerate(told.names)]
        self._piles: Sequence[Message] = told.scene["piles"] if told.scene else ()

    def whole(self) -> Block:
        """The others above, what belongs to all in the middle, then what is one's own, and what can be done."""
        scene = self._told.scene
        if scene is None:
            return self._waiting()
        seats = len(self._told.names)
        me = self._seat
        others = [(max(me, 0) + turn) % seats for turn in range(1 if me >= 0 else 0, seats)]
        parts = [
            flowing(map(self._other, others), self._columns, 3),
            self._middle(scene),
            above([*self._mine()]),
            self._actions(),
        ]
        return above([centred(part, self._columns) for part in parts if part.rows], self._size.gap)

    def _waiting(self) -> Block:
        """Who is there already, before the cards are dealt."""
        names = [
            folded([Segment(f"{mark} {self._title(seat)}", style)], self._columns) for seat, mark, style in self._here()
        ]
        title = folded([Segment("The cards are dealt when everybody is there.", self._paints["turn"])], self._columns)
        return centred(above([title, above(names), self._actions()], 1), self._columns)

    def _here(self) -> Iterator[tuple[int, str, Any]]:
        for seat, chair in enumerate(self._told.view["presence"]["chairs"]):
            there = chair["there"] or chair["machine"]
            yield seat, self._paints.chosen if there else "…", self._paints["name" if there else "dim"]

    def _title(self, seat: int) -> str:
        """A player's name, with whatever else is to be known of them."""
        view = self._told.view
        chair = view["presence"]["chairs"][seat]
        is_mine = seat == self._seat
        marks = [
            "" if is_mine and is_plain(chair["name"]) else chair["name"],
            "you" if is_mine else "",
            f"{view['scores'][seat]:g}" if view.get("scores") else "",
            "" if chair["there"] or chair["machine"] else "not there",
            "a machine plays" if chair["machine"] and chair["player"] == "human" and not view["result"] else "",
        ]
        return " · ".join(filter(None, marks))

    def _name(self, seat: int) -> Block:
        """A player's name; pointing at it means the seat, where that means anything."""
        scene = self._told.scene
        is_asked = scene is not None and seat in scene["asked"]
        wish = Spotted("seat", str(seat)) if self._can("seat", seat) else None
        state = self.state(wish) if wish else ""
        mark = self._paints.turn if is_asked else self._paints.mark(state) if state else " "
        style = self._paints[state.split()[0] if state and state != "can" else "turn" if is_asked else "name"]
        return folded([Segment(f"{mark}{self._title(seat)}", style)], self._columns).leading_to(wish)

    def _other(self, seat: int) -> Block:
        """Another player: the name with what lies face down, and below it what is seen."""
        families = self._families(seat)
        hidden = [piles[0] for piles in families if len(piles) == 1 and self.is_hidden(piles[0])]
        lying = [piles for piles in families if any(pile["size"] for pile in piles) and piles[0] not in hidden]
        backs = [self.hidden(pile) for pile in hidden if pile["size"]]
        head = flowing([self._name(seat), *backs], self._columns, 1)
        return above([head, flowing([self.family(piles, self._size.others) for piles in lying], self._columns)])

    def _middle(self, scene: Message) -> Block:
        """What belongs to nobody, and whatever else is to be known of the table."""
        families = [piles for piles in self._families(None) if not self.is_used_up(piles)]
        blocks = [self.family(piles, self._size.middle) for piles in families]
        facts = [
            folded(
                [Segment(f"{name}: ", self._paints["dim"]), *words_of(self._told.marked(str(value)), self._paints)],
                self._columns,
            )
            for name, value in scene["fields"]
        ]
        return flowing([*blocks, above(facts)] if facts else blocks, self._columns, 3 if self._size.middle > 1 else 2)

    def _mine(self) -> Iterator[Block]:
        """One's own piles, the hand last; what else one has is smaller than a hand."""
        seat = self._seat
        if seat < 0:
            return
        families = self._families(seat)
        hands = [piles[0] for piles in families if piles[0]["looks"] == "hand"]
        scale = self._size.others if any(hand["size"] for hand in hands) else self._size.mine
        lying = [
            self.family(piles, scale)
            for piles in families
            if piles[0] not in hands and any(pile["size"] for pile in piles)
        ]
        yield centred(flowing([self._name(seat), *lying], self._columns), self._columns)
        for hand in hands:
            if hand["size"] or not lying:
                yield centred(self.pile(hand, self._size.mine, titled=len(hands) > 1), self._columns)

    def _actions(self) -> Block:
        """Buttons for what can be done and has no card to point at, or was narrowed down to."""
        said = {action["text"]: str(action["say"]) for action in self._choosing.legal}
        blocks = [self._button(Spotted("act", text), said[text]) for text in self._choosing.buttons(self.visible())]
        for number, form in enumerate(self._choosing.forms):
            if form in self._choosing.ways:
                written = self._choosing.written(form)
                wish = Spotted("form", str(number)) if written is None else Spotted("act", written)
                blocks.append(self._button(wish, f"{briefly(form)} …" if written is None else written))
        if self._told.view["can"]["rematch"]:
            blocks.append(self._button(Spotted("do", "rematch"), "play again"))
        return flowing(blocks, self._columns, 1)

    def _button(self, wish: Spotted, text: str) -> Block:
        style = self._paints["cursor" if wish == self._cursor else "button"]
        said = words_of(self._told.marked(text), self._paints, style)
        edges = ("", "") if self._paints.colours else ("<", ">")
        words = [Segment(f"{edges[0]} ", style), *said, Segment(f" {edges[1]}", style)]
        return folded(words, self._columns).leading_to(wish)

    def _families(self, owner: int | None) -> list[list[Message]]:
        """The piles of an owner, or of nobody; those of a name stand together, and all that are cells of a grid."""
        own = [pile for pile in self._piles if pile["owner"] == owner and not pile["noted"]]
        return [list(group) for _, group in groupby(own, _family)]

    def visible(self) -> Visible:
        """What can be pointed at here."""
        seen = [pile for pile in self._piles if pile["cards"]]
        hand = [card for pile in seen if pile["owner"] == self._seat for card in pile["cards"] if card != _BACK]
        return Visible(
            frozenset(card for pile in seen for card in pile["cards"]),
            frozenset(Card.read(card).rank for card in hand),
            frozenset(place for pile in self._piles for place in self._places(pile)),
        )

    def is_hidden(self, pile: Message) -> bool:
        """Whether nothing is to be seen of a pile's cards, nor one of them to be pointed at."""
        if pile["looks"] == "stack" and pile["owner"] is not None:
            return True
        return not pile["cards"] and not any(self._can_place(place, pile) for place in self._places(pile))

    def is_used_up(self, piles: Sequence[Message]) -> bool:
        """Whether no card lies where nobody sees any, as in the stock when all are dealt, and nothing can be done."""
        return not any(pile["size"] or lies_open(pile) or self._wish_for_pile(pile) for pile in piles)

    def hidden(self, pile: Message) -> Block:
        """A pile of backs, in one row: `hand 5`."""
        wish = self._wish_for_pile(pile)
        back = back_block(self._paints, 1, _many(pile), self.state(wish), wish)
        return self._after(_short(pile), self._columns, lambda _: back)

    def family(self, piles: Sequence[Message], scale: int) -> Block:
        """Piles of one name, each with its number in their row; a pile alone with its name."""
        if piles[0]["looks"] == "grid":
            return self._grid(piles, scale)
        if is_column(piles[0]):
            return self._hanging(piles, scale)
        if len(piles) == 1:
            return self.pile(piles[0], scale)
        said = _short(piles[0]).removesuffix(f" {_number(piles[0])}")

        def numbered(room: int) -> Block:
            return flowing((self._labelled(_number(pile), pile, scale, room) for pile in piles), room, 1)

        return self._after(said, self._columns, numbered)

    def pile(self, pile: Message, scale: int, *, titled: bool = True) -> Block:
        """A pile with its name: above it where there is room, else before it."""
        if not titled:
            return self._cards(pile, scale, self._columns)
        count = f" {pile['size']}" if pile["size"] > 1 and pile["cards"] and not pile["by"] else ""
        return self._labelled(f"{_short(pile)}{count}", pile, scale, self._columns)

    def state(self, wish: Spotted | None, *, is_mine: bool = False) -> str:
        """How something that can be pointed at is marked; empty where it is nothing."""
        if wish is None:
            return ""
        state = "cannot" if is_mine else ""
        if self._choosing.choice.has(wish.what, wish.meaning):
            state = "chosen"
        elif self._choosing.can(wish.what, wish.meaning):
            state = "can"
        return f"cursor {state}" if wish == self._cursor else state

    def _label(self, text: str) -> Block:
        return folded([Segment(text, self._paints["dim"])], self._columns)

    def _after(self, label: str, columns: int, drawn: Callable[[int], Block]) -> Block:
        """What is drawn in so many columns, after its name; below it where that leaves less than half of them."""
        said = self._label(label)
        if said.width > columns // 2:
            return above([said, drawn(columns)])
        return beside([said, drawn(columns - said.width - 1)], 1)

    def _labelled(self, label: str, pile: Message, scale: int, room: int) -> Block:
        if scale == 1:
            return self._after(label, room, lambda left: self._cards(pile, scale, left))
        said, cards = self._label(label), self._cards(pile, scale, room)
        wide = max(cards.width, said.width)
        return above([centred(said, wide), centred(cards, wide)])

    def _hanging(self, piles: Sequence[Message], scale: int) -> Block:
        """Piles in columns: what is face down counted, the open cards under it, each over the one before."""
        columns: list[Block] = []
        for place in sorted({pile["place"] for pile in piles}):
            here = [pile for pile in piles if pile["place"] == place]
            drawn = [self._hung(pile, scale) for pile in here if pile["size"]] or [
                self._cards(here[-1], 1, self._columns)
            ]
            columns.append(above([self._label(f" {place + 1}"), *drawn]))
        return flowing(columns, self._columns, 1)

    def _hung(self, pile: Message, scale: int) -> Block:
        """The cards of a pile that hang in a column; of the last one all is seen."""
        wish, last = self._wish_for_pile(pile), pile["size"] - 1
        if not pile["cards"]:
            return back_block(self._paints, 1, str(pile["size"]), self.state(wish), wish)
        if pile["looks"] == "stack":
            return self._card(pile, last, scale, wish)
        return above([self._card(pile, place, scale if place == last else 1, wish) for place in range(last + 1)])

    def _trick(self, pile: Message, scale: int, room: int) -> Block:
        """The cards of a trick, each under the name of who laid it, with the lead and who takes it so far."""
        laid: list[Block] = []
        for place, seat in enumerate(pile["by"]):
            takes = place == pile["takes"] and pile["size"] > 1
            said = f"{self._names[seat]}{'' if place else ' led'}{', winning' if takes else ''}"
            name = folded([Segment(said, self._paints["turn" if takes else "dim"])], room)
            laid.append(above([name, self._card({**pile, "looks": "stack"}, place, scale, None)]))
        return flowing(laid, room)

    def _grid(self, piles: Sequence[Message], scale: int) -> Block:
        """Piles of which each is a cell, or one of several that share it: the one that is not empty is seen."""
        cells: dict[int | None, Message] = {}
        for pile in piles:
            if pile["size"] or pile["place"] not in cells:
                cells[pile["place"]] = pile
        columns = piles[0]["columns"] or len(cells)
        drawn = [self._cards(pile, scale, self._columns) for pile in cells.values()]
        rows = [flowing(drawn[first : first + columns], self._columns, 1) for first in range(0, len(drawn), columns)]
        return above(rows)

    def _cards(self, pile: Message, scale: int, room: int) -> Block:
        """The cards of a pile."""
        wish = self._wish_for_pile(pile)
        if not pile["size"]:
            return empty_block(self._paints, 1 if pile["looks"] == "hand" else scale, self.state(wish), wish)
        if pile["by"]:
            return self._trick(pile, scale, room)
        if pile["looks"] in ("stack", "grid") and pile["cards"]:
            return self._card(pile, pile["size"] - 1, scale, wish)
        if not pile["marks"] and (self.is_hidden(pile) or pile["looks"] == "grid"):
            return back_block(self._paints, scale, _many(pile), self.state(wish), wish)
        return flowing([self._card(pile, place, scale, wish) for place in range(pile["size"])], room, 0)

    def _card(self, pile: Message, place: int, scale: int, instead: Spotted | None) -> Block:
        """A card as it lies in its pile; where it means nothing itself, its pile does."""
        text = pile["cards"][place] if pile["cards"] else _BACK
        is_mine = pile["owner"] == self._seat and pile["looks"] == "hand"
        wish = self._wish_for_card(pile, place, text, is_mine=is_mine) or instead
        state = self.state(wish, is_mine=is_mine)
        mark = pile["marks"][place] if pile["marks"] else ""
        if text == _BACK:
            return back_block(self._paints, scale, mark, state, wish)
        whole = place == pile["size"] - 1 or pile["looks"] in ("stack", "grid")
        return card_block(self._paints, text, scale, whole=whole, state=state, wish=wish, mark=mark)

    def _wish_for_pile(self, pile: Message) -> Spotted | None:
        """What pointing at a pile means, if it means anything: its place in a row, or the pile."""
        place = pile["place"]
        if place is not None and place in self._places(pile) and self._can_place(place, pile):
            return Spotted("place", str(place))
        return Spotted("pile", pile["name"]) if self._can("pile", pile["name"]) else None

    def _wish_for_card(self, pile: Message, place: int, text: str, *, is_mine: bool) -> Spotted | None:
        """What pointing at a card means: the card, or else its place among hidden ones."""
        if text != _BACK and self._asked and (is_mine or self._can("card", text)):
            return Spotted("card", text)
        if text == _BACK and pile["place"] is None and self._can_place(place, pile):
            return Spotted("place", str(place))
        return None

    def _places(self, pile: Message) -> Sequence[int]:
        """The places that pointing at a pile, or at a hidden card in it, can mean."""
        if pile["place"] is not None:
            return (pile["place"],) if pile["owner"] in (None, self._seat) else ()
        return range(pile["size"]) if pile["looks"] == "backs" else ()

    def _can_place(self, place: int, pile: Message) -> bool:
        return self._asked and self._choosing.can_place(place, pile["name"])

    def _can(self, what: str, value: str | int) -> bool:
        return self._asked and self._choosing.can(what, value)


def briefly(form: Message) -> str:
    """A form in a few words: `put 1 to 4 cards`."""
    words = [form["verb"]]
    for part in form["parts"]:
        if part["kind"] == "choice":
            words.append(str(part["of"][0]) if len(part["of"]) == 1 else part["name"])
        else:
            least, most = part["least"], part["most"]
            number = f"{least}" if least == most else f"{least} to {most}"
            words.append(number if part["kind"] == "number" else f"{number} card{'s' * (most > 1)}")
    return " ".join(words)
