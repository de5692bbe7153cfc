"""A table drawn from what its messages say of it, as large as there is room for, with nothing cut."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from cardkit.online.client.choosing import Choosing, Message
from cardkit.online.client.told import Told
from cardkit.online.screen.drawing.blocks import Block, Wish, above, beside, centred, flowing, piece, row_of
from cardkit.online.screen.drawing.paints import Paints
from cardkit.online.screen.drawing.piles import Piles, families_of
from cardkit.online.screen.drawing.words import words_of


class Size(NamedTuple):
    """How many rows a card has, among the others' cards, in the middle, and in front of the person."""

    others: int
    middle: int
    mine: int
    gap: int
    """How many empty rows are between these."""


SIZES = (Size(3, 5, 5, 1), Size(1, 5, 5, 1), Size(1, 3, 5, 1), Size(1, 3, 3, 1), Size(1, 3, 3, 0), Size(1, 1, 3, 0))
LEAST = Size(1, 1, 1, 0)


def fitting(told: Told, choosing: Choosing, paints: Paints, columns: int, rows: int, cursor: Wish | None) -> Block:
    """The largest picture that there is room for; the smallest one where there is room for none."""
    for size in SIZES:
        drawn = Picture(told, choosing, paints, columns, size, cursor).whole()
        if drawn.height <= rows and drawn.width <= columns:
            return drawn
    return Picture(told, choosing, paints, columns, LEAST, cursor).whole()


class Picture:
    """Draws a table in one size."""

    def __init__(
        self, told: Told, choosing: Choosing, paints: Paints, columns: int, size: Size, cursor: Wish | None
    ) -> None:
        self._told = told
        self._choosing = choosing
        self._paints = paints
        self._columns = columns
        self._size = size
        self._cursor = cursor
        self._drawn = Piles(told, choosing, paints, columns, cursor)

    def whole(self) -> Block:
        """The others above, what belongs to all in the middle, then what is one's own, and what can be done."""
        scene = self._told.scene
        if scene is None:
            return self._waiting()
        seats = len(self._told.names)
        me = self._told.seat
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
        names = [row_of(piece(f"{mark} {self._title(seat)}", style)) for seat, mark, style in self._here()]
        title = row_of(piece("The cards are dealt when everybody is there.", self._paints["turn"]))
        return centred(above([title, above(names), self._actions()], 1), self._columns)

    def _here(self) -> Iterator[tuple[int, str, Any]]:
        for seat, chair in enumerate(self._told.view["presence"]["chairs"]):
            there = chair["there"] or chair["machine"]
            yield seat, self._paints.chosen if there else "…", self._paints["name" if there else "dim"]

    def _title(self, seat: int) -> str:
        """A player's name, with whatever else is to be known of them."""
        view = self._told.view
        chair = view["presence"]["chairs"][seat]
        marks = [
            "you" if seat == self._told.seat else "",
            f"{view['scores'][seat]:g}" if view.get("scores") else "",
            "" if chair["there"] or chair["machine"] else "not there",
            "a machine plays" if chair["machine"] and chair["player"] == "human" else "",
        ]
        return " · ".join([chair["name"], *filter(None, marks)])

    def _name(self, seat: int) -> Block:
        """A player's name; pointing at it means the seat, where that means anything."""
        scene = self._told.scene
        is_asked = scene is not None and seat in scene["asked"]
        wish = Wish("seat", str(seat)) if self._told.is_asked and self._choosing.can("seat", seat) else None
        state = self._drawn.state(wish) if wish else ""
        mark = self._paints.turn if is_asked else self._paints.mark(state) if state else " "
        style = self._paints[state.split()[0] if state and state != "can" else "turn" if is_asked else "name"]
        return row_of(piece(f"{mark}{self._title(seat)}", style)).leading_to(wish)

    def _other(self, seat: int) -> Block:
        """Another player: the name with what lies face down, and below it what is seen."""
        families = families_of(seat, self._told)
        hidden = [piles[0] for piles in families if len(piles) == 1 and self._drawn.is_hidden(piles[0])]
        lying = [piles for piles in families if any(pile["size"] for pile in piles) and piles[0] not in hidden]
        head = beside([self._name(seat), *map(self._drawn.hidden, hidden)], 1)
        return above([head, flowing([self._drawn.family(piles, self._size.others) for piles in lying], self._columns)])

    def _middle(self, scene: Message) -> Block:
        """What belongs to nobody, and whatever else is to be known of the table."""
        blocks = [self._drawn.family(piles, self._size.middle) for piles in families_of(None, self._told)]
        facts = [row_of(piece(f"{name}: ", self._paints["dim"]), piece(str(value))) for name, value in scene["fields"]]
        return flowing([*blocks, above(facts)] if facts else blocks, self._columns, 3 if self._size.middle > 1 else 2)

    def _mine(self) -> Iterator[Block]:
        """One's own piles, the hand last; what else one has is smaller than a hand."""
        seat = self._told.seat
        if seat < 0:
            return
        families = families_of(seat, self._told)
        hands = [piles[0] for piles in families if piles[0]["looks"] == "hand"]
        scale = self._size.others if any(hand["size"] for hand in hands) else self._size.mine
        lying = [
            self._drawn.family(piles, scale)
            for piles in families
            if piles[0] not in hands and any(pile["size"] for pile in piles)
        ]
        yield centred(flowing([self._name(seat), *lying], self._columns), self._columns)
        for hand in hands:
            if hand["size"] or not lying:
                yield centred(self._drawn.pile(hand, self._size.mine, titled=len(hands) > 1), self._columns)

    def _actions(self) -> Block:
        """Buttons for what can be done and has no card to point at, or was narrowed down to."""
        blocks = [self._button(Wish("act", text), text) for text in self._choosing.buttons(self._drawn.visible())]
        for number, form in enumerate(self._choosing.forms):
            if form in self._choosing.ways:
                written = self._choosing.written(form)
                wish = Wish("form", str(number)) if written is None else Wish("act", written)
                blocks.append(self._button(wish, f"{briefly(form)} …" if written is None else written))
        return flowing(blocks, self._columns, 1)

    def _button(self, wish: Wish, text: str) -> Block:
        style = self._paints["cursor" if wish == self._cursor else "button"]
        words = words_of(self._told.marked(text), self._paints, style)
        edges = ("", "") if self._paints.colours else ("<", ">")
        return row_of(piece(f"{edges[0]} ", style), *words, piece(f" {edges[1]}", style)).leading_to(wish)


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
