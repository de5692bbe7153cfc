"""Cards that somebody gives to a seat or a pile in every deal, and the orders in which a deck can lie."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cardkit.core.cards import Card
from cardkit.core.cards import cards as read_cards
from cardkit.core.chance.generators import Seeded, Stacked, shuffle
from cardkit.core.errors import CannotStart, CardkitError, InvalidCard
from cardkit.core.game import Game
from cardkit.core.piles import Pile
from cardkit.core.state import State
from cardkit.plugins.game_seeds import shuffled_for
from cardkit.table.match import Match


class NotAskable(CardkitError):
    """A text that says nothing of a deal, or nothing of this game's."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(text, reason)
        self.text = text
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.text!r} can't be asked of a deal: {self.reason}"


@dataclass(frozen=True)
class Given:
    """Cards that lie in a place of every deal, in any order; on top of it, the first one uppermost."""

    text: str
    place: str
    on_top: bool
    cards: tuple[Card, ...]

    @classmethod
    def read(cls, text: str) -> Given:
        """What a text gives, as `seat 0: AC AD` or `stock top: 7H`; raises NotAskable."""
        place, colon, cards = text.partition(":")
        words = place.split()
        on_top = words[-1:] == ["top"]
        try:
            given = tuple(read_cards(cards))
        except InvalidCard as error:
            raise NotAskable(text, str(error)) from None
        if not (colon and words and given):
            raise NotAskable(text, "say where and which cards, as seat 0: AC AD, or stock top: 7H")
        return cls(text, " ".join(words[:-1] if on_top else words), on_top, given)


def piles_at(state: State, place: str, text: str) -> list[Pile]:
    """The piles of a place: those of a seat, or the one of a name; raises NotAskable where there is none."""
    state.name_piles()
    names = {pile.name: pile for pile in state.piles()}
    seats = {f"seat {seat}": [pile for pile in state.piles() if pile.owner == seat] for seat in range(state.seats)}
    if place in names:
        return [names[place]]
    if place not in seats:
        raise NotAskable(text, f"there is no {place}; there are {', '.join([*seats, *names])}")
    return seats[place]


class Layout:
    """Which place of a deck goes where in a deal, found by dealing the deck as it lies."""

    def __init__(self, game: Game[Any, Any], pile: Sequence[Card], seats: int, given: Sequence[Given]) -> None:
        self._game = game
        if len(set(pile)) < len(pile):
            raise CannotStart(game.name, "cards can be given only of a deck in which none comes twice")
        match = Match(game, pile, seats=seats, rng=Stacked())
        if len(match.outcomes) > 1:
            raise CannotStart(game.name, "cards can be given only where no more than the deck is shuffled in dealing")
        self.is_told = bool(match.outcomes)
        """Whether the rules shuffle the cards, so that the order has to be told to them as what chance made."""
        shuffled = match.outcomes[0] if match.outcomes else list(pile)
        if isinstance(shuffled, int):
            raise CannotStart(game.name, "cards can't be given where a roll comes before the deal")
        self._cards = shuffled
        place_of = {card: place for place, card in enumerate(shuffled)}
        found: list[tuple[Given, list[int]]] = []
        for one in given:
            lying = [card for held in piles_at(match.state, one.place, one.text) for card in held.cards[::-1]]
            found.append((one, [place_of[card] for card in lying if card in place_of]))
        # What lies on top has no choice of places, and a pile has less than its owner.
        self._places = sorted(found, key=lambda pair: (not pair[0].on_top, len(pair[1])))
        self._refuse_impossible(place_of)

    def _refuse_impossible(self, deck: Iterable[Card]) -> None:
        """Raises NotAskable where a card isn't there to be given, or a place has no room for those given."""
        left, room = set(deck), {place for _, places in self._places for place in places}
        for one, places in self._places:
            for card in one.cards:
                if card not in left:
                    raise NotAskable(one.text, f"{card} is not in the deck, or is given twice")
                left.remove(card)
            free = [place for place in places if place in room]
            if len(free) < len(one.cards) or (one.on_top and free[: len(one.cards)] != places[: len(one.cards)]):
                raise NotAskable(one.text, f"{len(one.cards)} cards are given, and there is room for {len(free)}")
            room.difference_update(free[: len(one.cards)])

    def order(self, seed: int) -> list[Card]:
        """The cards as a seed shuffles them, the top one last, with the given ones in their places."""
        cards, rng = shuffled_for(self._cards, seed), Seeded(seed).split("given")
        fixed: dict[int, Card] = {}
        for one, places in self._places:
            free = [place for place in places if place not in fixed]
            if not one.on_top:
                shuffle(free, rng)
            fixed.update(zip(free, one.cards, strict=False))
        given = set(fixed.values())
        others = iter([card for card in cards if card not in given])
        return [fixed[place] if place in fixed else next(others) for place in range(len(cards))]

    def check(self, state: State) -> None:
        """Raises CannotStart where the given cards don't lie where they should, because the deal hangs on the cards."""
        for one, _ in self._places:
            lying = [card for pile in piles_at(state, one.place, one.text) for card in pile.cards[::-1]]
            top = lying[: len(one.cards)] if one.on_top else lying
            if not set(one.cards) <= set(top):
                raise CannotStart(self._game.name, f"{one.text!r} can't be dealt: what lies where hangs on the cards")


def how_many_orders(cards: Sequence[Card]) -> int:
    """In how many orders cards can lie, of which those that are alike can't be told apart."""
    return math.factorial(len(cards)) // math.prod(map(math.factorial, Counter(cards).values()))


def order_of(cards: Sequence[Card], number: int) -> list[Card]:
    """The order of that number, from 0, of all in which these cards can lie.

    >>> [" ".join(map(str, order_of(read_cards("2H 2H 3H"), number))) for number in range(3)]
    ['2H 2H 3H', '2H 3H 2H', '3H 2H 2H']
    """
    left, orders, found = Counter(cards), how_many_orders(cards), list[Card]()
    for size in range(len(cards), 0, -1):
        for card, times in left.items():
            beginning_so = orders * times // size
            if number < beginning_so:
                left[card] -= 1
                orders = beginning_so
                found.append(card)
                break
            number -= beginning_so
    return found
