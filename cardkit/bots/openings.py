"""What setting up a game always does: found out by setting it up with the deck in other orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from cardkit.bots.rollout import QuickDealer
from cardkit.core.cards import Card
from cardkit.core.chance.generators import Seeded, shuffle
from cardkit.core.state import State
from cardkit.table.players import Seating
from cardkit.table.setting_up import laid

_MOST = 30
"""How often a game is set up to be sure of what is always so: a card of two would lie right by accident in 2**-29."""
_FEW = 8
"""How often it is set up at least, where there are private values to be seen."""


def openings(seating: Seating) -> Sequence[State]:
    """Tables after setting up, with the deck in other orders; none where the rules can't set up all of them.

    No more are laid once no two piles are the same on all of them.
    """
    chance, deck = Seeded(0), list(seating.deck)
    states: list[State] = []
    while len(states) < _MOST:
        shuffle(deck, chance)
        try:
            states.append(laid(seating.game, deck, seating.seats, QuickDealer(chance)))
        except Exception:
            return []
        least = _FEW if states[0].fields_marked("private") else 2
        if len(states) >= least and not surely_in(states):
            break
    return states


def surely_in(states: Sequence[State]) -> Mapping[str, Sequence[Card]]:
    """The cards of each pile that holds the same ones, in any order, on all of the tables, by the pile's name."""
    if not states:
        return {}
    first, *others = map(_held, states)
    return {
        name: list(cards.elements())
        for name, cards in first.items()
        if cards and all(other.get(name) == cards for other in others)
    }


def _held(state: State) -> Mapping[str, Counter[Card]]:
    """The cards of each pile by its name."""
    return {pile.name: Counter(pile.cards) for pile in state.piles()}
