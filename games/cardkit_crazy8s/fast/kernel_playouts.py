"""Playouts of Crazy 8s: games that are played on from any table, by players who draw only where they can't play.

Two of three times a player takes the first card that isn't wild, or names the suit that it holds most of, as `careful`
does; else any play. Plain Python, which is compiled with the types of kernel_playouts.pxd.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from cardkit.kernels import uncompiled as cython  # type: ignore[no-redef]

if not cython.compiled:
    from cardkit.kernels import beside, cells, highest

    if TYPE_CHECKING:
        from cardkit_crazy8s.fast.kernel import CARDS, NOTHING, PLAYERS, SUITS, UNDECIDED, WILD, WON, Crazy8sNumbers
    else:
        kernel = beside(__file__, "kernel")
        Crazy8sNumbers = kernel.Crazy8sNumbers
        CARDS, PLAYERS, SUITS, WILD = kernel.CARDS, kernel.PLAYERS, kernel.SUITS, kernel.WILD
        WON, UNDECIDED, NOTHING = kernel.WON, kernel.UNDECIDED, kernel.NOTHING


class NumberedPlayouts(Crazy8sNumbers):  # pyright: ignore[reportPossiblyUnboundVariable]
    """Games with the cards and the options that it was made for."""

    def play_out(self, table: array[int], games: int, seed: int, longest: int, wins: array[int]) -> None:
        """Play so many games on from a table, and add to the wins of each seat, and to the games that nobody won.

        The table has the sizes of the draw pile and of the discards, whose turn it is, the suit that counts, how many
        cards were drawn in this turn, and the size of each hand; then the cards of all these piles, their tops last.
        """
        numbers, found, unset = cells(table), cells(wins), array("q", [0])
        self.halt = cells(unset)
        self.searches = 0
        with cython.nogil:
            for game in range(games):
                self.lay(numbers)
                self.begin(0, self.mix(seed, game))
                while self.end == UNDECIDED and self.actions < longest:
                    self.actions += 1
                    self.play_or_draw(self.turn, self.likely(self.turn))
                found[self.winner if self.end == WON else self.seats] += 1

    def lay(self, numbers: array[int]) -> None:
        """Put the cards where the numbers of a table have them."""
        self.clear()
        self.known = self.flips = self.actions = 0
        self.end = UNDECIDED
        self.stock_size, self.discard_size = numbers[0], numbers[1]
        self.turn, self.suit, self.drawn = numbers[2], numbers[3], numbers[4]
        first = 5 + self.seats
        for k in range(self.stock_size):
            self.cards[k] = numbers[first + k]
        first += self.stock_size
        for k in range(self.discard_size):
            self.discards[k] = numbers[first + k]
        first += self.discard_size
        self.rank = self.discards[self.discard_size - 1] >> 8
        place = self.size
        for seat in range(self.seats):
            for word in range(self.words):
                self.hands[word * PLAYERS + seat] = 0
            for k in range(numbers[5 + seat]):
                place -= 1
                self.cards[place] = numbers[first + k]
                self.give(seat, place)
            first += numbers[5 + seat]

    def likely(self, seat: int) -> int:
        """The place of a card that a seat plays, the suit named with it; NOTHING where it draws."""
        return self.careful(seat) if self.draw_seeded(3) else self.any_play(seat)

    def any_play(self, seat: int) -> int:
        """The place of a card by chance, each play as likely as the others; NOTHING where there is none."""
        size = self.look_at(seat)
        plays = self.plays(size, -1)
        if not plays:
            return NOTHING
        self.plays(size, self.draw_seeded(plays))
        return self.found

    def careful(self, seat: int) -> int:
        """The place of the first card that can be played and isn't wild, else of the first wild one."""
        wild = NOTHING
        for word in range(self.words - 1, -1, -1):
            wilds = self.of_rank[word * CARDS + WILD]
            fitting = self.of_rank[word * CARDS + self.rank] | self.of_suit[word * SUITS + self.suit] | wilds
            fitting &= self.hands[word * PLAYERS + seat]
            if fitting & ~wilds:
                place = (word << 6) + highest(fitting & ~wilds)
                self.named = self.cards[place] & 255
                return place
            if fitting and wild == NOTHING:
                wild = (word << 6) + highest(fitting)
        if wild != NOTHING:
            self.named = self.commonest(seat, self.cards[wild] & 255)
        return wild

    def commonest(self, seat: int, own: int) -> int:
        """The suit of which a seat holds most cards that aren't wild, the given one before others."""
        best, most = own, -1
        for way in range(self.suits):
            suit, count = self.suit_named(own, way), 0
            for word in range(self.words):
                held = self.hands[word * PLAYERS + seat] & self.of_suit[word * SUITS + suit]
                held &= ~self.of_rank[word * CARDS + WILD]
                while held:
                    held &= held - 1
                    count += 1
            if count > most:
                best, most = suit, count
        return best
