"""What can be made of a view: a table that may be the true one, for all that a seat can see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from cardkit.core.cards import BACK, Card
from cardkit.core.chance.generators import Rng, shuffle
from cardkit.core.errors import CardkitError
from cardkit.core.piles import Seat
from cardkit.core.state import State
from cardkit.core.texts import counted

S = TypeVar("S", bound=State)


class WrongDeck(CardkitError):
    """A view that is not one of a game with this deck: the cards it doesn't show are not as many as its backs."""

    def __init__(self, seat: Seat, reason: str) -> None:
        super().__init__(seat, reason)
        self.seat = seat
        self.reason = reason

    def __str__(self) -> str:
        return f"the view of seat {self.seat} is not one of a game with this deck: {self.reason}"


def imagine(view: S, seat: Seat, deck: Iterable[Card], rng: Rng) -> S:
    """A table that may be the true one for all this seat can see: the cards its view doesn't show, dealt to the backs.

    Every deal of them is as likely as any other. Raises WrongDeck where the view shows a card too often for the
    deck, or has more or fewer backs than there are cards left.
    """
    world = view.clone()
    unseen = _unseen(world, seat, deck)
    backs = sum(card is BACK for pile in world.piles() for card in pile)
    if backs != len(unseen):
        raise WrongDeck(
            seat, f"it has {counted(backs, 'back')}, and doesn't show {counted(len(unseen), 'card')} of the deck"
        )
    shuffle(unseen, rng)
    dealt = iter(unseen)
    for pile in world.piles():
        pile.cards[:] = [next(dealt) if card is BACK else card for card in pile.cards]
    return world


def _unseen(view: State, seat: Seat, deck: Iterable[Card]) -> list[Card]:
    """The cards of the deck that the view doesn't show, in the order of the deck."""
    shown = Counter(card for pile in view.piles() for card in pile if card is not BACK)
    unseen: list[Card] = []
    for card in deck:
        if shown[card]:
            shown[card] -= 1
        else:
            unseen.append(card)
    for card, times in shown.items():
        if times:
            raise WrongDeck(seat, f"it shows {card} more often than the deck has it")
    return unseen
