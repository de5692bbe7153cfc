"""Which games of Crazy 8s its kernels play, and the numbers in which they are told the rules and the cards.

Games are played by the million, side by side for agents that learn, or on from an imagined table for search.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from cardkit import Action, Card, Seat, Seeded
from cardkit.kernels import GENERATORS, CardNumbers, ModuleKernel, streams
from cardkit_crazy8s.rules import DRAW, PASS, Crazy8s, Crazy8sTable, Draw, Move, Play

if TYPE_CHECKING:
    from cardkit.kernels import ActionSpace, Arrays, Batch, NumberLayout, Rows, Seating

RESHUFFLES = ("flip", "shuffle", "never")
MOST_TURNS = 2**31 - 1
"""The highest limit of turns that the kernel is told; no game has as many."""
DRAWS: dict[str | int, int] = {"one": 0, "until-playable": -1}
MOST_SUITS = 256


class Numbered(CardNumbers):
    """A game and its deck, whose top card is its last, with the suits that can be named, in their order."""

    def __init__(self, game: Crazy8s, deck: Sequence[Card], seats: int, suits: Sequence[str]) -> None:
        self._game, self._deck, self._seats = game, deck, seats
        self.suits = suits
        self.ranks = list(dict.fromkeys([game.wild, *(card.rank for card in deck)]))
        super().__init__(
            {Card(rank, suit): k << 8 | j for k, rank in enumerate(self.ranks) for j, suit in enumerate(suits)}
        )

    def facts(
        self,
        *,
        random: Sequence[bool],
        seed: int = 0,
        rng: str = "seeded",
        is_shuffled: bool = False,
        most_turns: int | None = None,
    ) -> tuple[array[int], array[int], array[int], int]:
        """What the kernel's table is made of; for each seat whether it is random."""
        game = self._game
        choices = (
            self._seats,
            game.each_of(self._seats),
            min(int(DRAWS.get(game.draw, game.draw)), MOST_TURNS),
            RESHUFFLES.index(game.reshuffle),
            len(self.ranks),
            len(self.suits),
            game.last_card_wild_asks,
            GENERATORS.index(rng),
            is_shuffled,
            game.shuffle,
            game.starter == "not-wild",
            min(most_turns or 0, MOST_TURNS),
            *random,
        )
        return (
            array("i", self.numbers(self._deck)),
            array("i", [int(choice) for choice in choices]),
            streams(),
            seed % 2**64,
        )


FACTS = 11
"""How many numbers the kernel keeps of each table beside the sizes of the hands."""

MOST_ALIKE = 127
"""How many cards that are the same one seat may hold."""


class Crazy8sLanes:
    """As many games as the arrays have rows, as `cardkit.rl.lanes.Lanes` has them."""

    def __init__(
        self,
        module: ModuleType,
        batch: Batch,
        suits: Sequence[str],
        space: ActionSpace,
        layout: NumberLayout,
        arrays: Arrays,
    ) -> None:
        game: Crazy8s = batch.game  # type: ignore[assignment]
        numbered = Numbered(game, batch.setup.pile, batch.seats, suits)
        kernel: Any = module
        self._kernel = kernel.NumberedLanes(
            *numbered.facts(random=[False] * batch.seats, rng=batch.setup.rng, is_shuffled=batch.setup.is_shuffled)
        )
        lanes, size, kinds = arrays.lanes, len(batch.setup.cards), len(layout.cards)
        self.arrays, self._cards = arrays, layout.cards
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
        arrays = self.arrays
        self._kernel.begin_at(arrays.seen, arrays.turns, arrays.seeds, arrays.numbers, self._states)

    def step(self, most_actions: int, *, at_once: bool) -> None:
        """Play the actions that the arrays have."""
        arrays = self.arrays
        results = [arrays.rewards, arrays.all_rewards, arrays.ended, arrays.stopped, arrays.turns]
        self._kernel.step(arrays.actions, most_actions, at_once, results, [arrays.seen, arrays.last_seen])

    def choose(self) -> None:
        """Put a legal action by chance into the arrays for each lane."""
        self._kernel.any_actions(self.arrays.actions, self.arrays.chances)

    def piles(self, lane: int) -> list[list[Card]]:
        """What the piles of a lane hold, in the order of the state; hands are sorted as the layout has their cards."""
        return [[self._cards[place] for place in pile] for pile in self._kernel.piles_of(lane)]


def named(space: ActionSpace, action: Action) -> int:
    """The number of an action, or -1 where it has none and never comes up."""
    number = space.number(action, 0)
    return -1 if number is None else number


def actions_of(space: ActionSpace, layout: NumberLayout, suits: Sequence[str]) -> list[array[int]]:
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


def layout_of(layout: NumberLayout, numbered: Numbered, space: ActionSpace) -> list[array[int]]:
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


LONGEST = 400
"""After so many actions a game is given up, and worth as much as a draw."""


class Crazy8sPlayouts:
    """Plays games on from the tables of one game, as `cardkit.bots.rollout.Playouts` has it."""

    taken_to = "play mostly as `careful` does, and to draw only where nothing can be played"

    def __init__(self, module: ModuleType, seating: Seating) -> None:
        self._module: Any = module
        self._seating = seating
        self._in_numbers = cache(self._with_suits)
        self._playable = cache(self._fitting)

    def _with_suits(self, suits: tuple[str, ...]) -> tuple[Numbered, Any]:
        """The cards of a table on which these suits can be named, and the kernel for it."""
        game: Crazy8s = self._seating.game  # type: ignore[assignment]
        seats = self._seating.seats
        numbered = Numbered(game, self._seating.deck, seats, suits)
        return numbered, self._module.NumberedPlayouts(*numbered.facts(random=[False] * seats))

    def play_out(self, state: Crazy8sTable, games: int, seed: int) -> Sequence[float]:
        """The wins of each seat in so many games, of which a draw is an equal share for each."""
        numbered, kernel = self._in_numbers(state.suits)
        piles = [state.stock.cards, state.discards.cards, *[hand.cards for hand in state.hands]]
        sizes = [len(pile) for pile in piles]
        table = [*sizes[:2], state.turn, numbered.suits.index(state.suit), state.drawn, *sizes[2:]]
        for pile in piles:
            table += numbered.numbers(pile)
        wins = array("q", bytes(8 * (state.seats + 1)))
        kernel.play_out(array("q", table), games, seed, LONGEST, wins)
        drawn = wins.pop() / state.seats
        return [won + drawn for won in wins]

    def lacking(self, view: Crazy8sTable, action: Move, seat: Seat) -> Mapping[str, Sequence[Card]]:
        """The cards that could have been played, of a hand that draws."""
        if not isinstance(action, Draw):
            return {}
        return {view.hands[seat].name: self._playable(view.suit, view.discards.top.rank)}

    def _fitting(self, suit: str, rank: str) -> Sequence[Card]:
        """The cards of the deck that can be played on this suit and rank."""
        game: Crazy8s = self._seating.game  # type: ignore[assignment]
        return [card for card in self._seating.deck if card.suit == suit or card.rank in (rank, game.wild)]


class Crazy8sKernel(ModuleKernel):
    """Crazy 8s' compiled twin."""

    def refusal(self, batch: Batch) -> str | None:
        """Why these games have to be played by the rules, or None."""
        game: Crazy8s = batch.game  # type: ignore[assignment]
        strange = [player for player in batch.setup.sitting if player not in ("ai", "random")]
        if strange:
            return "it has the players ai and random, and no others"
        if reason := self._strange_table(batch):
            return reason
        if "random" in batch.setup.sitting and game.draw != "one":
            return "it has random players only where one card is drawn"
        if "random" in batch.setup.sitting and not {card.suit for card in batch.setup.cards} <= set(game.suits):
            return "it has random players only where the option suits has all suits"
        return None

    def deals_by_place(self, batch: Batch) -> bool:
        """Whether it hangs on the places of the cards alone what is dealt where: a first discard may be put back."""
        game: Crazy8s = batch.game  # type: ignore[assignment]
        return game.starter == "any"

    def _strange_table(self, batch: Batch) -> str | None:
        """What at the table of a batch is strange to the kernel, or None."""
        game: Crazy8s = batch.game  # type: ignore[assignment]
        if not game.is_plain():
            return "it knows no special cards but wild ones, and one deal"
        if batch.setup.every_deal and game.reshuffle == "shuffle":
            return "it doesn't see that more than the deal is left to chance"
        return self.too_much(batch) or ("it has room for 256 suits" if len(suits_of(batch)) > MOST_SUITS else None)

    def twin(self, batch: Batch) -> Crazy8sTwin:
        """A twin for the games of a batch."""
        return Crazy8sTwin(self.module, batch)

    def playouts(self, seating: Seating) -> Crazy8sPlayouts | None:
        """What plays games on from tables of this game; None where it can't, or isn't compiled."""
        game: Crazy8s = seating.game  # type: ignore[assignment]
        is_known = game.is_plain() and game.reshuffle != "never" and len(seating.deck) <= self.module.MOST_CARDS
        suits = {*game.suits, *(card.suit for card in seating.deck)}
        if not (self.compiled and is_known and seating.seats <= self.module.MOST_SEATS and len(suits) <= MOST_SUITS):
            return None
        return Crazy8sPlayouts(self.module, seating)

    def lanes(self, batch: Batch, space: ActionSpace, layout: NumberLayout, arrays: Arrays) -> Crazy8sLanes | str:
        """What plays games of a batch side by side, whoever sits there; or why it can't."""
        if reason := self._strange_table(batch):
            return reason
        game: Crazy8s = batch.game  # type: ignore[assignment]
        if game.starter != "any" or game.reshuffle == "never":
            return "it puts no first discard back, and always turns the discards over"
        suits = suits_of(batch)
        wilds = [card for card in layout.cards if card.rank == game.wild]
        if any(space.number(Play(card, suit), 0) is None for card in wilds for suit in suits):
            return "a suit can be named that no card of the deck has"
        if max(Counter(batch.setup.cards).values()) > MOST_ALIKE:
            return f"it has room for {MOST_ALIKE} cards that are the same"
        from cardkit_crazy8s.fast import kernel_lanes

        return Crazy8sLanes(kernel_lanes, batch, suits, space, layout, arrays)


def suits_of(batch: Batch) -> list[str]:
    """The suits that can be named, in the order of the table's where the option has all of them."""
    game: Crazy8s = batch.game  # type: ignore[assignment]
    return list(dict.fromkeys([*game.suits, *(card.suit for card in batch.setup.cards)]))


class Crazy8sTwin:
    """Crazy 8s' kernel, set to the games of a batch."""

    def __init__(self, module: ModuleType, batch: Batch) -> None:
        game: Crazy8s = batch.game  # type: ignore[assignment]
        self._batch = batch
        self._numbered = Numbered(game, batch.setup.pile, batch.seats, suits_of(batch))
        facts = self._numbered.facts(
            random=[player == "random" for player in batch.setup.sitting],
            seed=batch.seed,
            rng=batch.setup.rng,
            is_shuffled=batch.setup.is_shuffled,
            most_turns=batch.setup.most_turns,
        )
        self._twin = module.Crazy8sNumbers(*facts)
        self._twin.follow(module.Crazy8sNumbers(*facts))

    def play(self, first: int, rows: Rows, halt: array[int]) -> None:
        """Play the games from this one on and fill the rows, unless another thread sets the flag to halt."""
        games = range(first, first + len(rows))
        self._twin.play(first, rows.numbers, self._chance(games), halt)

    def _chance(self, games: Iterable[int]) -> array[int]:
        """Where the chance of each seat begins in each of these games; nothing where no player has any."""
        batch = self._batch
        seats = range(batch.seats if "random" in batch.setup.sitting else 0)
        return array("Q", (Seeded(batch.seed_of(game)).derive(f"seat {seat}").seed for game in games for seat in seats))

    def numbers(self, cards: Iterable[Card]) -> list[int]:
        """The number that the kernel has for each of these cards."""
        return self._numbered.numbers(cards)

    def play_deals(self, first: int, deals: array[int], rows: Rows, halt: array[int]) -> None:
        """Play the games from this one on with decks of these numbers as they lie, each with its top card first."""
        self._twin.play_deals(first, deals, rows.numbers, self._chance(range(first, first + len(rows))), halt)

    def piles(self, number: int) -> list[list[Card]]:
        """What the piles of the state hold at the end of the game of that number."""
        remains: list[list[int]] = self._twin.remains(number, self._chance([number]), array("q", [0]))
        return [self._numbered.cards(pile) for pile in remains]
