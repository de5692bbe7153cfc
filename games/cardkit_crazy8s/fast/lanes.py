"""Crazy 8s for agents that learn: its kernel plays many games side by side, by the numbers of actions."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from cardkit import Action, Card
from cardkit_crazy8s.fast.numbered import Numbered
from cardkit_crazy8s.rules import DRAW, PASS, Crazy8s, Play

if TYPE_CHECKING:
    from cardkit.kernels import ActionSpace, Arrays, Batch, Layout

FACTS = 11
"""How many numbers the kernel keeps of each table beside the sizes of the hands."""

MOST_ALIKE = 127
"""How many cards that are the same one seat may hold."""


class Crazy8sLanes:
    """As many games as the arrays have rows, as `cardkit.rl.vector.Lanes` has them."""

    def __init__(
        self, module: ModuleType, batch: Batch, suits: Sequence[str], space: ActionSpace, layout: Layout, arrays: Arrays
    ) -> None:
        game: Crazy8s = batch.game  # type: ignore[assignment]
        numbered = Numbered(game, batch.setup.pile, batch.seats, suits)
        kernel: Any = module
        self._kernel = kernel.NumberedLanes(
            *numbered.facts(random=[False] * batch.seats, rng=batch.setup.rng, is_shuffled=batch.setup.is_shuffled)
        )
        lanes, size, kinds = arrays.lanes, len(batch.setup.cards), len(layout.cards)
        self._arrays, self._cards = arrays, layout.cards
        self._states = array("Q", bytes(8 * lanes))
        self._kernel.hold(
            actions_of(space, layout, suits),
            layout_of(layout, numbered, space),
            [
                arrays.seen,
                arrays.masks,
                array("I", bytes(4 * lanes * size)),
                array("b", bytes(lanes * batch.seats * kinds)),
                array("q", bytes(8 * lanes * (FACTS + batch.seats))),
                array("I", bytes(4 * lanes * space.size)),
            ],
        )

    def begin(self) -> None:
        """Begin in each lane the game with the number and of the seed that the arrays have."""
        arrays = self._arrays
        self._kernel.begin_at(arrays.seen, arrays.turns, arrays.seeds, arrays.numbers, self._states)

    def step(self, most_actions: int, *, at_once: bool) -> None:
        """Play the actions that the arrays have."""
        arrays = self._arrays
        results = [arrays.rewards, arrays.all_rewards, arrays.ended, arrays.stopped, arrays.turns]
        self._kernel.step(arrays.actions, most_actions, at_once, results, [arrays.seen, arrays.last_seen])

    def choose(self) -> None:
        """Put a legal action by chance into the arrays for each lane."""
        self._kernel.any_actions(self._arrays.actions, self._arrays.chances)

    def piles(self, lane: int) -> list[list[Card]]:
        """What the piles of a lane hold, in the order of the state; hands are sorted as the layout has their cards."""
        return [[self._cards[place] for place in pile] for pile in self._kernel.piles_of(lane)]


def named(space: ActionSpace, action: Action) -> int:
    """The number of an action, or -1 where it has none and never comes up."""
    number = space.number(action, 0)
    return -1 if number is None else number


def actions_of(space: ActionSpace, layout: Layout, suits: Sequence[str]) -> list[array[int]]:
    """The actions as `hold` of the kernel has them."""
    places = {card: place for place, card in enumerate(layout.cards)}
    card_of, suit_of = array("q"), array("q")
    for number in range(space.size):
        action: Any = space.action(number, (), 0, lambda: None)
        is_play = isinstance(action, Play)
        card_of.append(places[action.card] if is_play else -1)
        suit_of.append(suits.index(action.suit) if is_play and action.suit else -1)
    plain = array("q", [named(space, Play(card)) for card in layout.cards])
    with_suits = array("q", [named(space, Play(card, suit)) for card in layout.cards for suit in suits])
    return [card_of, suit_of, plain, with_suits]


def layout_of(layout: Layout, numbered: Numbered, space: ActionSpace) -> list[array[int]]:
    """Where the numbers stand that are seen, as `hold` of the kernel has it."""
    at = {(section.name, section.what): section for section in layout.sections}
    parts = [
        ("stock", "backs"),
        ("discards", "cards"),
        ("discards", "top"),
        ("discards", "bottom"),
        ("hands own", "cards"),
        ("turn", "value"),
        ("seat", "value"),
        ("drawn", "value"),
        ("stuck", "value"),
    ]
    starts = [at[part].start for part in parts]
    others = [0, *(at[f"hands +{offset}", "backs"].start for offset in range(1, layout.seats))]
    told = at["suit", "value"]
    columns = [
        told.start + (told.labels.index(suit) if suit in told.labels else told.size - 1) for suit in numbered.suits
    ]
    codes = numbered.numbers(layout.cards)
    kind_of = array("q", bytes(8 * 256 * len(numbered.ranks)))
    for kind, code in enumerate(codes):
        kind_of[code] = kind
    return [
        array("q", [*starts, layout.size, named(space, DRAW), named(space, PASS)]),
        array("q", others),
        array("q", columns),
        array("q", codes),
        kind_of,
    ]
