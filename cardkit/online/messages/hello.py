"""What somebody is told first: all that doesn't change while the table stands."""

from __future__ import annotations

import inspect
from typing import Any

from cardkit.core.piles import Seat
from cardkit.online.protocol import PROTOCOL
from cardkit.plugins.person.board import in_usual_ranks
from cardkit.plugins.session import Session
from cardkit.table.players import seating_at


def hello_of(session: Session, *, table: str, seat: Seat, is_host: bool) -> dict[str, Any]:
    """The first message to a seat, or to spectators, at a table of this name or before a record."""
    game, match = session.match.game, session.match
    deck = seating_at(game, match.state, 0).deck
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "table": table,
        "game": game.name,
        "rules": inspect.cleandoc(game.__doc__ or ""),
        "counts": game.counts,
        "rule_set": session.rules.name,
        "options": game.model_dump(mode="json"),
        "deck": [card.text for card in deck],
        "seat": seat,
        "is_host": is_host,
        "rank_order": in_usual_ranks(list(dict.fromkeys(card.rank for card in deck))),
        "suits": list(dict.fromkeys(card.suit for card in deck)),
    }
