"""The turns of Crazy 8s' kernel by the letter of the rules, for what its fast path leaves out.

The deck is shuffled only as far as cards are drawn from it, or a little further: a shuffle settles the top card first,
then the one under it. Plain Python, which is compiled with the types of kernel_turns.pxd.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from cardkit.core.chance import uncompiled as cython  # type: ignore[no-redef]

if not cython.compiled:
    from cardkit.core.chance.uncompiled import beside, bit, highest, is_set

    if TYPE_CHECKING:
        from cardkit_crazy8s.kernel_table import Crazy8sTable
    else:
        Crazy8sTable = beside(__file__, "kernel_table").Crazy8sTable

    # The compiler has these from kernel_table.pxd, as constants.
    CARDS, PLAYERS, SUITS = 520, 10, 256
    AHEAD = 8
    ONE, UNTIL_PLAYABLE = 0, -1
    NEVER = 2
    WILD = 0
    WON, DRAWN, ENDLESS, HALTED = 0, 1, 3, 5
    UNDECIDED = NOTHING = -1


class Crazy8sTurns(Crazy8sTable):  # pyright: ignore[reportPossiblyUnboundVariable]
    """A game that is dealt, and played on by an action."""

    def deal(self, seed: int) -> None:
        """Deal the cards of the game of that seed."""
        self.seed = seed
        for place in range(self.size):
            self.cards[place] = self.deck[place]
        self.stock_size = self.size - 1 - self.hand_size * self.seats
        self.known = 0
        if self.is_shuffled:
            self.begin(0, self.mix(seed, self.deck_stream))
        else:
            self.begin_dealing()
        if self.is_shuffled or self.shuffles:
            self.known = self.size
            self.settle_next(self.size - self.stock_size + AHEAD)
        if self.is_told or self.starts_plain:
            self.settle_next(self.known)
        if self.is_told:
            for place in range(self.size):
                self.cards[place] = self.deck[place]
        while self.starts_plain and self.cards[self.size - 1] >> 8 == WILD:
            self.put_under()
        card = self.cards[self.size - 1]
        self.discards[0] = card
        self.discard_size = 1
        self.rank = card >> 8
        self.suit = card & 255
        self.clear()
        for k in range(self.words * PLAYERS):
            self.hands[k] = self.dealt[k]
        for place in range(self.stock_size, self.size - 1):
            self.sort_in(place)
        self.turn = self.drawn = self.count = self.flips = self.cards_drawn = self.actions = self.start_of_cycle = 0
        self.end = UNDECIDED
        self.since = self.is_kept = 0
        self.left_open = 1 if self.shuffles and self.is_mixed(self.cards, self.size) else 0
        self.searches = 1

    def put_under(self) -> None:
        """Put the top card under the others."""
        top = self.cards[self.size - 1]
        for place in range(self.size - 1, 0, -1):
            self.cards[place] = self.cards[place - 1]
        self.cards[0] = top

    def settle_next(self, cards: int) -> None:
        """Go on with the shuffle, for so many cards."""
        end = max(0, self.known - cards)
        self.settle(self.cards, self.known, end)
        self.known = end

    def give(self, seat: int, place: int) -> None:
        """Put the card at a place into a hand, behind those that have higher places."""
        self.hands[(place >> 6) * PLAYERS + seat] |= bit(place & 63)
        self.sort_in(place)

    def sort_in(self, place: int) -> None:
        """Put the place of a card that somebody holds into the sets of its rank and its suit."""
        card = self.cards[place]
        self.of_rank[(place >> 6) * CARDS + (card >> 8)] |= bit(place & 63)
        self.of_suit[(place >> 6) * SUITS + (card & 255)] |= bit(place & 63)

    def clear(self) -> None:
        """Empty the sets of ranks and suits."""
        for word in range(self.words):
            for rank in range(self.ranks):
                self.of_rank[word * CARDS + rank] = 0
            for suit in range(self.suits):
                self.of_suit[word * SUITS + suit] = 0

    def act(self) -> None:
        """One action of the seat whose turn it is."""
        seat = self.turn
        self.actions += 1
        self.play_or_draw(seat, self.choose(seat) if self.is_random[seat] else self.first_playable(seat))

    def play_or_draw(self, seat: int, place: int) -> None:
        """Play the card at that place, whose suit is named, or draw where the place is NOTHING."""
        if place != NOTHING:
            self.put_down(seat, place)
        elif self.stock_size or self.flip():
            self.stock_size -= 1
            if self.stock_size < self.known:
                self.settle_next(AHEAD)
            self.give(seat, self.stock_size)
            self.cards_drawn += 1
            self.drawn += 1
            if self.drawing == ONE or not self.goes_on(seat):
                self.pass_turn()
        elif self.end == UNDECIDED:
            self.end = DRAWN
            self.count += 1

    def pass_turn(self) -> None:
        """Let the next seat have its turn."""
        self.drawn = 0
        self.count += 1
        self.turn += 1
        if self.turn == self.seats:
            self.turn = 0

    def goes_on(self, seat: int) -> int:
        """Whether a seat that has drawn may do something still."""
        has_room = self.drawing == UNTIL_PLAYABLE or self.drawn < self.drawing
        if has_room and (self.stock_size or (self.discard_size > 1 and self.reshuffles != NEVER)):
            return 1
        return 1 if self.first_playable(seat) != NOTHING else 0

    def first_playable(self, seat: int) -> int:
        """The place of the first card of a hand that can be played, and its own suit as the one that is named."""
        for word in range(self.words - 1, -1, -1):
            fitting = self.of_rank[word * CARDS + self.rank] | self.of_rank[word * CARDS + WILD]
            fitting |= self.of_suit[word * SUITS + self.suit]
            fitting &= self.hands[word * PLAYERS + seat]
            if fitting:
                place = (word << 6) + highest(fitting)
                self.named = self.cards[place] & 255
                return place
        return NOTHING

    def put_down(self, seat: int, place: int) -> None:
        """Play the card at that place."""
        card = self.cards[place]
        self.discards[self.discard_size] = card
        self.discard_size += 1
        self.rank = card >> 8
        self.suit = self.named
        self.hands[(place >> 6) * PLAYERS + seat] ^= bit(place & 63)
        if self.is_out(seat):
            self.end = WON
            self.winner = seat
        self.pass_turn()

    def is_out(self, seat: int) -> int:
        """Whether a seat has no card left."""
        for word in range(self.words):
            if self.hands[word * PLAYERS + seat]:
                return 0
        return 1

    def flip(self) -> int:
        """Make the discards but the top one the draw pile, the oldest on top; 0 where nothing can be drawn."""
        size = self.discard_size - 1
        if not size or self.reshuffles == NEVER:
            return 0
        self.move_up()
        for place in range(size):
            self.cards[place] = self.discards[size - 1 - place]
        self.cards[size] = self.discards[0] = self.discards[size]
        self.discard_size = 1
        self.stock_size = size
        self.known = 0
        self.flips += 1
        if self.reshuffles:
            if self.is_shuffled and self.flips == 1:
                self.begin_dealing()
            self.settle(self.cards, size, 0)
        if self.reshuffles and self.is_mixed(self.cards, size):
            self.leave_open()
        elif self.searches:
            self.look_back()
        if is_set(self.halt):
            self.end = HALTED
        return 1 if self.end == UNDECIDED else 0

    def move_up(self) -> None:
        """Give the cards of all hands the highest places, seat by seat."""
        for place in range(self.size):
            self.spare[place] = self.cards[place]
        self.clear()
        last = self.size
        for seat in range(self.seats):
            size = self.look_at(seat)
            for word in range(self.words):
                self.hands[word * PLAYERS + seat] = 0
            for k in range(size):
                last -= 1
                self.cards[last] = self.spare[self.order[k]]
                self.give(seat, last)

    def look_back(self) -> None:
        """See whether the position is an earlier one, as it can be only after a flip: else no cards come back."""
        if self.is_kept and self.is_where_it_was():
            self.end = ENDLESS
            self.cycle = self.count - self.kept_count
            return
        if not self.is_kept:
            self.power = 1
        else:
            self.passed += 1
            if self.passed < self.power:
                return
            self.power *= 2
        self.passed = 0
        self.keep()
