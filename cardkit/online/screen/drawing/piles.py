"""Draws the piles of a table, and knows what pointing at a card, a place or a pile means."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from cardkit.core.cards import Card
from cardkit.online.client.choosing import Choosing, Message, Visible
from cardkit.online.client.told import Told
from cardkit.online.screen.drawing.blocks import Block, Wish, above, beside, centred, flowing, piece, row_of
from cardkit.online.screen.drawing.paints import Paints, back_block, card_block, empty_block

_BACK = "??"


class Piles:
    """The piles of a table as they are drawn for one seat."""

    def __init__(self, told: Told, choosing: Choosing, paints: Paints, columns: int, cursor: Wish | None) -> None:
        self._choosing = choosing
        self._paints = paints
        self._columns = columns
        self._cursor = cursor
        self._seat = told.seat
        self._asked = told.is_asked
        self._piles: Sequence[Message] = told.scene["piles"] if told.scene else ()

    def visible(self) -> Visible:
        """What can be pointed at here."""
        seen = [pile for pile in self._piles if pile["cards"]]
        hand = [card for pile in seen if pile["owner"] == self._seat for card in pile["cards"] if card != _BACK]
        return Visible(
            frozenset(card for pile in seen for card in pile["cards"]),
            frozenset(Card.read(card).rank for card in hand),
            frozenset(pile["name"] for pile in self._piles if pile["size"] or pile["owner"] is None),
            frozenset(place for pile in self._piles for place in self._places(pile)),
        )

    def is_hidden(self, pile: Message) -> bool:
        """Whether nothing is to be seen of a pile's cards, nor one of them to be pointed at."""
        return not pile["cards"] and not any(self._can("place", place) for place in self._places(pile))

    def hidden(self, pile: Message) -> Block:
        """A pile of backs, in one row: `hand 5`."""
        if not pile["size"]:
            return Block()
        wish = self._wish_for_pile(pile)
        return beside([self._label(_short(pile)), back_block(self._paints, 1, pile["size"], self.state(wish), wish)], 1)

    def family(self, piles: Sequence[Message], scale: int) -> Block:
        """Piles of one name, each with its number in their row; a pile alone with its name."""
        if piles[0]["looks"] == "grid":
            return self._grid(piles, scale)
        if len(piles) == 1:
            return self.pile(piles[0], scale)
        numbered = [self._labelled(_number(pile), pile, scale) for pile in piles]
        said = self._label(_short(piles[0]).removesuffix(f" {_number(piles[0])}"))
        return beside([said, flowing(numbered, self._columns - said.width - 1, 1)], 1)

    def pile(self, pile: Message, scale: int, *, titled: bool = True) -> Block:
        """A pile with its name: above it where there is room, else before it."""
        if not titled:
            return self._cards(pile, scale, self._columns)
        count = f" {pile['size']}" if pile["size"] > 1 and pile["cards"] else ""
        return self._labelled(f"{_short(pile)}{count}", pile, scale)

    def state(self, wish: Wish | None, *, is_mine: bool = False) -> str:
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
        return row_of(piece(text, self._paints["dim"]))

    def _labelled(self, label: str, pile: Message, scale: int) -> Block:
        said = self._label(label)
        if scale == 1:
            return beside([said, self._cards(pile, scale, self._columns - said.width - 1)], 1)
        cards = self._cards(pile, scale, self._columns)
        wide = max(cards.width, said.width)
        return above([centred(said, wide), centred(cards, wide)])

    def _grid(self, piles: Sequence[Message], scale: int) -> Block:
        """Piles of which each is a cell, or one of several that share it: the one that is not empty is seen."""
        cells: dict[int | None, Message] = {}
        for pile in piles:
            if pile["size"] or pile["place"] not in cells:
                cells[pile["place"]] = pile
        columns = piles[0]["columns"] or len(cells)
        drawn = [self._cards(pile, scale, self._columns) for pile in cells.values()]
        rows = [beside(drawn[first : first + columns], 1) for first in range(0, len(drawn), columns)]
        return above(rows)

    def _cards(self, pile: Message, scale: int, room: int) -> Block:
        """The cards of a pile."""
        wish = self._wish_for_pile(pile)
        if not pile["size"]:
            return empty_block(self._paints, 1 if pile["looks"] == "hand" else scale, self.state(wish), wish)
        if pile["looks"] in ("stack", "grid") and pile["cards"]:
            return self._card(pile, pile["size"] - 1, scale, wish)
        if self.is_hidden(pile) or pile["looks"] == "grid":
            return back_block(self._paints, scale, pile["size"], self.state(wish), wish)
        return flowing([self._card(pile, place, scale, wish) for place in range(pile["size"])], room, 0)

    def _card(self, pile: Message, place: int, scale: int, instead: Wish | None) -> Block:
        """A card as it lies in its pile; where it means nothing itself, its pile does."""
        text = pile["cards"][place] if pile["cards"] else _BACK
        is_mine = pile["owner"] == self._seat and pile["looks"] == "hand"
        wish = self._wish_for_card(pile, place, text, is_mine=is_mine) or instead
        state = self.state(wish, is_mine=is_mine)
        if text == _BACK:
            return back_block(self._paints, scale, 1, state, wish)
        whole = place == pile["size"] - 1 or pile["looks"] in ("stack", "grid")
        return card_block(self._paints, text, scale, whole=whole, state=state, wish=wish)

    def _wish_for_pile(self, pile: Message) -> Wish | None:
        """What pointing at a pile means, if it means anything: its place in a row, or the pile."""
        place = pile["place"]
        if place is not None and place in self._places(pile) and self._can("place", place):
            return Wish("place", str(place))
        return Wish("pile", pile["name"]) if self._can("pile", pile["name"]) else None

    def _wish_for_card(self, pile: Message, place: int, text: str, *, is_mine: bool) -> Wish | None:
        """What pointing at a card means: the card, or else its place among hidden ones."""
        if text != _BACK and self._asked and (is_mine or self._can("card", text)):
            return Wish("card", text)
        if text == _BACK and pile["place"] is None and self._can("place", place):
            return Wish("place", str(place))
        return None

    def _places(self, pile: Message) -> Sequence[int]:
        """The places that pointing at a pile, or at a hidden card in it, can mean."""
        if pile["place"] is not None:
            return (pile["place"],) if pile["owner"] in (None, self._seat) else ()
        return range(pile["size"]) if pile["looks"] == "backs" else ()

    def _can(self, what: str, value: str | int) -> bool:
        return self._asked and self._choosing.can(what, value)


def families_of(owner: int | None, told: Told) -> list[list[Message]]:
    """The piles of an owner, or those of nobody; those of a name stand together, and all that are cells of a grid."""
    piles: Sequence[Message] = told.scene["piles"] if told.scene else ()
    own = [pile for pile in piles if pile["owner"] == owner]
    return [list(group) for _, group in groupby(own, _family)]


def _family(pile: Message) -> str:
    return "grid" if pile["looks"] == "grid" else str(pile["name"]).split()[0]


def _short(pile: Message) -> str:
    """A pile's name without its owner's: `hand`."""
    return str(pile["title"]).rpartition("'s ")[2].removeprefix("your ")


def _number(pile: Message) -> str:
    """What tells a pile from the others of its row: `3` for `layout 1 3`."""
    return str(pile["name"]).split()[-1]
