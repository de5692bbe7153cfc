"""Crazy 8s in numbers, for millions of games: plain Python, which is compiled with the types of kernel.pxd."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from cardkit.core.chance import uncompiled as cython  # type: ignore[no-redef]

if not cython.compiled:
    from cardkit.core.chance.uncompiled import beside, bit, cells, highest, is_set

    if TYPE_CHECKING:
        from cardkit_crazy8s.kernel_turns import Crazy8sTurns
    else:
        Crazy8sTurns = beside(__file__, "kernel_turns").Crazy8sTurns

    # The compiler has these from kernel_table.pxd, as constants.
    CARDS, PLAYERS = 520, 10
    AHEAD = 8
    ONE = 0
    WILD = 0
    WON, ENDLESS, CUT_OFF = 0, 3, 4
    MOST_OPEN = 1_000_000
    UNDECIDED = -1

MOST_CARDS = CARDS
MOST_SEATS = PLAYERS


class Crazy8sTwin(Crazy8sTurns):  # pyright: ignore[reportPossiblyUnboundVariable]
    """The games of a batch, or those of given deals, one at a time."""

    def follow(self, other: Crazy8sTwin) -> None:
        """Let another twin of the same games be the one that walks behind in the search for a first repeat."""
        self.behind = other

    def play(self, first: int, numbers: array[int], starts: array[int], halt: array[int]) -> None:
        """Play the games from this one on, a row each, unless another thread sets the flag to halt.

        Where some seat is random, `starts` has the seed of each seat's chance, game after game.
        """
        rows, seeds = cells(numbers), cells(starts)
        self.halt = cells(halt)
        width = 7 + self.seats
        games = len(numbers) // width
        with cython.nogil:
            for row in range(games):
                self.deal(self.mix(self.master, first + row))
                self.begin_playing(seeds, self.seats * row)
                self.fight()
                if is_set(self.halt):
                    break
                self.report(first + row, rows, width * row)

    def play_deals(
        self, first: int, deals: array[int], numbers: array[int], starts: array[int], halt: array[int]
    ) -> None:
        """Do the same with the given decks as they lie, each with its top card first."""
        self.is_shuffled = self.behind.is_shuffled = 0
        self.is_told = self.behind.is_told = 1
        cards, rows, seeds = cells(deals), cells(numbers), cells(starts)
        self.halt = cells(halt)
        width = 7 + self.seats
        games = len(numbers) // width
        with cython.nogil:
            for row in range(games):
                for place in range(self.size):
                    self.deck[self.size - 1 - place] = cards[row * self.size + place]
                self.deal(self.mix(self.master, first + row))
                self.begin_playing(seeds, self.seats * row)
                self.fight()
                if is_set(self.halt):
                    break
                self.report(first + row, rows, width * row)

    def remains(self, number: int, starts: array[int], halt: array[int]) -> list[list[int]]:
        """The piles at the end of the game of that number, as the state has them, their tops last."""
        self.halt = cells(halt)
        self.deal(self.mix(self.master, number))
        self.begin_playing(cells(starts), 0)
        self.fight()
        return self.piles()

    def fight(self) -> None:
        """Play to the end, or to the first repeat of an endless game, or until the flag to halt is set."""
        is_simple = self.drawing == ONE and not self.chance and self.words == 1
        while self.end == UNDECIDED:
            if is_simple:
                self.run()
            if self.end == UNDECIDED:
                self.act()
            if self.end == UNDECIDED and self.left_open >= MOST_OPEN:
                self.end = CUT_OFF
        if self.end == ENDLESS:
            self.find_first_repeat()
        if 0 < self.most_turns < self.count + (1 if self.end == ENDLESS else 0) and not is_set(self.halt):
            self.start_over(self, 0)
            while self.count < self.most_turns:
                self.act()
            self.end = CUT_OFF

    def run(self) -> None:
        """Play on, where sets are single words, to the end or to a turn in which the draw pile is empty."""
        rank, suit, seat, count = self.rank, self.suit, self.turn, 0
        stock, discards = self.stock_size, self.discard_size
        of_rank, of_suit, hands = self.of_rank, self.of_suit, self.hands
        hand = hands[seat]
        while hand:
            hand = hands[seat]
            fitting = hand & (of_rank[rank] | of_suit[suit] | of_rank[WILD])
            if fitting:
                place = highest(fitting)
                card = self.cards[place]
                hand ^= bit(place)
                self.discards[discards] = card
                discards += 1
                rank = card >> 8
                suit = card & 255
            elif stock > self.known:
                stock -= 1
                card = self.cards[stock]
                hand |= bit(stock)
                of_rank[card >> 8] |= bit(stock)
                of_suit[card & 255] |= bit(stock)
            elif stock:
                self.settle_next(AHEAD)
                continue
            else:
                break
            hands[seat] = hand
            count += 1
            seat += 1
            if seat == self.seats:
                seat = 0
        if not hand:
            self.end = WON
            self.winner = (seat or self.seats) - 1
        self.rank, self.suit, self.turn = rank, suit, seat
        self.count += count
        self.actions += count
        self.cards_drawn += self.stock_size - stock
        self.stock_size, self.discard_size = stock, discards

    def find_first_repeat(self) -> None:
        """Go to the turn of an endless game that would begin as an earlier one did, for the first time."""
        cycle, since = self.cycle, self.since
        self.behind.start_over(self, since)
        self.start_over(self, since)
        for _ in range(cycle):
            self.take_turn()
        while not self.is_like(self.behind) and not is_set(self.halt):
            self.take_turn()
            self.behind.take_turn()
        self.start_of_cycle = self.behind.count + 1
        self.end = ENDLESS

    def start_over(self, other: Crazy8sTwin, actions: int) -> None:
        """Play another twin's game from its beginning, to the first turn after so many actions; look for no repeats."""
        for place in range(self.size):
            self.deck[place] = other.deck[place]
        for seat in range(self.seats):
            self.seeds[seat] = self.states[seat] = other.seeds[seat]
        self.halt = other.halt
        self.deal(other.seed)
        self.settle_next(self.known)
        self.searches = 0
        for _ in range(actions):
            self.act()
        if self.drawn:
            self.take_turn()

    def take_turn(self) -> None:
        """Play on to the beginning of the next turn."""
        self.act()
        while self.drawn and self.end == UNDECIDED:
            self.act()
