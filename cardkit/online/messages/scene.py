"""What a seat sees of a table and may do there, as plain data: a page, a screen and whatever else draw the same.

It is made of the seat's view and of what is legal for it, and of nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any, Literal, cast

from cardkit.core.cards import BACK
from cardkit.core.errors import GameFault, shown
from cardkit.core.game import Game
from cardkit.core.piles import Pile, Seat, Sight
from cardkit.core.state import State
from cardkit.core.where import at
from cardkit.online.messages.handles import Offer
from cardkit.online.messages.sketch import Sketch
from cardkit.plugins.person.board import Board, places_in_order
from cardkit.table.match import Match

Looks = Literal["hand", "backs", "stack", "row", "fan", "grid"]

_SAID = re.compile(r"(?P<looks>stack|row|fan)|grid( (?P<columns>[1-9]\d?))?")
_HEAPS = frozenset({"discard", "discards", "foundation", "foundations", "heap", "heaps", "starter", "talon", "waste"})
"""What piles are called, open for all, of which people look at the top card alone."""


def scene(
    match: Match[Any, Any], seat: Seat, names: Sequence[str], asked: Sequence[Seat], sketch: Sketch | None = None
) -> dict[str, Any]:
    """The parts of a view message that follow from the table: what is seen, what is legal, and the scores.

    What these eyes were shown last is in their sketch.
    """
    known = sketch or Sketch()
    game: Game[Any, Any] = match.game
    view: State = match.view(seat)
    board = Board(view, seat, names, game.order)
    piles = board.piles
    legal = match.legal_of(seat) if seat in match.to_act else match.legal
    pile_names = [pile.name for pile in piles]
    offer = Offer(names, pile_names)
    teams = [list(team) for team in game.teams(view.seats)]
    return {
        "view": {
            "turn": match.turn,
            "asked": list(asked),
            "number": match.number,
            "piles": [
                known.part(pile.name, pile_looks(pile, title), partial(drawn, pile, seat, title, game))
                for pile, title in zip(piles, map(board.title, piles), strict=True)
            ],
            "fields": [
                fact
                for name, value in board.fields()
                for fact in known.part(("field", name), (type(value), value), partial(told, board, name))
            ],
            "teams": teams if any(len(team) > 1 for team in teams) else None,
        },
        "legal": known.actions(offer.single(legal), (names, pile_names), offer.action) if seat in asked else [],
        "forms": offer.forms(legal) if seat in asked else [],
        "scores": scores(view),
    }


def told(board: Board, field: str) -> list[list[str]]:
    """What people are to know of a field of the table."""
    return [[str(entry.label), str(entry.content)] for entry in board.fact(field)]


def pile_looks(pile: Pile, title: str) -> tuple[Any, ...]:
    """All by which it follows how a pile is drawn."""
    return title, pile.sight, pile.eyes, pile.owner, tuple(pile.cards)


def drawn(pile: Pile, seat: Seat, title: str, game: Game[Any, Any]) -> dict[str, Any]:
    """A pile as its seat sees it, the cards that it shows in the order in which they are shown."""
    word, *places = pile.name.split()
    looks, columns = looks_said(game, word) or (looks_of(pile, seat), None)
    is_placed = looks in ("grid", "row") or pile.owner is None
    cards, order = pile.cards, None
    if looks == "hand" and BACK not in cards:
        sorted_places = places_in_order(cards, game.order)
        order = sorted_places if sorted_places != list(range(len(cards))) else None
        cards = [cards[place] for place in sorted_places]
    return {
        "name": pile.name,
        "title": title,
        "owner": pile.owner,
        "looks": looks,
        "columns": columns,
        "place": int(places[-1]) if is_placed and places and places[-1].isdecimal() else None,
        "size": len(cards),
        "cards": [card.text for card in cards] if any(card is not BACK for card in cards) else [],
        "places": order,
    }


def looks_said(game: Game[Any, Any], field: str) -> tuple[str, int | None] | None:
    """How a game says that the piles of a field look, and in how many columns; raises GameFault for other looks."""
    said = game.looks(field)
    if said is None:
        return None
    found = _SAID.fullmatch(str(said))
    if found is None:
        what = f"looks has to return stack, row, fan, grid, or a grid such as grid 3; for {field} it returned"
        raise GameFault(game.name, f"{what} {shown(said)}{at(game.looks)}")
    columns = found["columns"]
    return found["looks"] or "grid", int(columns) if columns else None


def looks_of(pile: Pile, seat: Seat) -> Looks:
    """How a pile is drawn where its game doesn't say it: it follows from who sees it, its place and its name."""
    word, *places = pile.name.split()
    if pile.owner is not None and len(places) > 1:
        return "grid"
    if pile.sight is Sight.NOBODY:
        return "stack"
    if pile.sight is Sight.EVERYBODY:
        return "stack" if _HEAPS.intersection(word.split("_")) else "fan"
    return "hand" if pile.seen_by(seat) else "backs"


def scores(view: State) -> list[float] | None:
    """The scores in a game that keeps them in a field of that name, one for each seat."""
    found = vars(view).get("scores")
    values = list(cast(Sequence[Any], found)) if isinstance(found, list | tuple) else []
    return values if len(values) == view.seats and all(isinstance(value, int | float) for value in values) else None
