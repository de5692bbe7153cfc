"""What playouts suppose of those who play on, in a game that cardkit has never seen."""

from __future__ import annotations

import pytest
from climbing import Climbing
from following import seating_of

from cardkit.bots.tuning import acquainted
from cardkit.plugins.plugin import Plugin


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_to_pass_is_neither_a_bid_nor_a_last_resort_where_it_keeps_high_cards(seats: int) -> None:
    known = acquainted(seating_of(Plugin(game=Climbing), seats))
    assert (frozenset(), frozenset()) == (known.bids, known.last_resorts)
    assert ["bid"] == [kind.word for kind in acquainted(seating_of("spades", 4)).bids]
