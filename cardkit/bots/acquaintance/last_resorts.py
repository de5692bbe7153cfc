"""What a hand doesn't hold, if its seat takes a last resort only where it has to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardkit.bots.knowledge import Knowledge
from cardkit.bots.rollout import kind_of, parts
from cardkit.core.acts.actions import Action
from cardkit.core.acts.events import Acted
from cardkit.core.cards import Card
from cardkit.core.chance.generators import Seeded
from cardkit.core.piles import Sight


def lacking(knowledge: Knowledge, acted: Acted, last_resorts: frozenset[type[Action]]) -> Mapping[str, Sequence[Card]]:
    """The cards with which a seat could have done something else than a last resort, by the name of its hand.

    There are none where it did something else, or could always have, whatever it holds.
    """
    if type(acted.action) not in last_resorts:
        return {}
    state: Any = knowledge.worlds().deal(Seeded(0))
    hands = [pile for pile in state.piles() if pile.sight is Sight.OWNER and pile.owner == acted.seat]
    if len(hands) != 1:
        return {}
    unseen, found = list(dict.fromkeys(knowledge.unseen(knowledge.view))), list[Card]()
    for card in unseen:
        hands[0].cards[:] = [card]
        try:
            legal = parts(knowledge.game.legal_for(state, acted.seat))
        except Exception:
            return {}
        if any(kind_of(part) not in last_resorts for part in legal):
            found.append(card)
    return {hands[0].name: found} if len(found) < len(unseen) else {}
