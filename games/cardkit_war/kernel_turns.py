"""The turns of War's kernel by the letter of the rules, for what its fast paths leave out.

Plain Python, which is compiled with the types of kernel_turns.pxd.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from cardkit.core.chance import uncompiled as cython  # type: ignore[no-redef]

if not cython.compiled:
    from cardkit.core.chance.uncompiled import beside

    if TYPE_CHECKING:
        from cardkit_war.kernel_cards import WarCards
    else:
        WarCards = beside(__file__, "kernel_cards").WarCards

    # The compiler has these from kernel_cards.pxd, as constants.
    UNIT = 1 << 16
    WINNER_FIRST, LOSER_FIRST, TABLE, SEAT, RANDOM, INTERLEAVED, REVERSED = range(7)
    LAST_CARD, BORROWS = 1, 2
    BORROWED = 7
    DECK, WON_PILE, COUNTED = range(3)
    WON, DRAWN = range(2)
    UNDECIDED = -1


class WarTurns(WarCards):  # pyright: ignore[reportPossiblyUnboundVariable]
    """A game that is played on by a turn."""

    def turn(self) -> None:
        """One turn by the letter of the rules."""
        self.count += 1
        laying = self.laying(1)
        while laying > 0:
            self.lay(laying, 1)
            if (self.one ^ self.two) >= UNIT:
                self.take(0 if self.one > self.two else 1)
                break
            self.wars += 1
            self.at_war = 1
            self.level += 1
            self.deepest = max(self.deepest, self.level)
            laying = self.lay_face_down()
            if self.war_is_a_turn:
                break
        self.judge()

    def lay_face_down(self) -> int:
        """Both lay their cards face down; who lays one face up after that, as `laying` has it."""
        for _ in range(self.face_down):
            laying = self.laying(2 if self.running_out == LAST_CARD else 1)
            if laying < 0:
                return laying
            if laying == 0:
                break
            self.lay(laying, 0)
        return self.laying(1)

    def laying(self, least: int) -> int:
        """Who lays a card in the next step, having so many at least; -1 where that ends the battle.

        It is 1 for the first, 2 for the second, 3 for both, and 7 for both where one of them borrows a card.
        """
        first = self.first_tail - self.first_head
        second = self.second_tail - self.second_head
        if first >= least and second >= least:
            return 3
        if self.winnings == WON_PILE:
            self.take_up_won()
            first = self.first_tail - self.first_head + self.first_count
            second = self.second_tail - self.second_head + self.second_count
        able = (1 if first >= least else 0) + (2 if second >= least else 0)
        if able == 3 or (self.running_out == LAST_CARD and (able or least > 1)):
            return able
        if self.running_out == BORROWS and first + second > 1:
            return BORROWED
        if able and self.winnings != COUNTED:
            self.take(able - 1)
        self.at_war = 0
        return -1

    def take_up_won(self) -> None:
        """Whoever has no deck left shuffles the won cards and goes on with them."""
        if self.first_tail == self.first_head and self.first_count:
            self.turn_over(self.first_won, self.first_count, self.first)
            self.first_head = 0
            self.first_tail = self.first_count
            self.first_count = 0
        if self.second_tail == self.second_head and self.second_count:
            self.turn_over(self.second_won, self.second_count, self.second)
            self.second_head = 0
            self.second_tail = self.second_count
            self.second_count = 0

    def turn_over(self, won: list[int], size: int, deck: list[int]) -> None:
        """Shuffle won cards, of which the last one lies at the bottom, and make them a deck."""
        for place in range(size):
            self.left[size - 1 - place] = won[place]
        self.settle(self.left, size, 0)
        for place in range(size):
            deck[place] = self.left[size - 1 - place]

    def lay(self, laying: int, kind: int) -> None:
        """These lay a card, face up (1) or face down (0)."""
        if laying == 3:
            one = self.first[self.first_head]
            two = self.second[self.second_head]
            self.first_head += 1
            self.second_head += 1
        else:
            self.is_full = 0
            # Whoever lends lays first.
            if laying == BORROWED and not self.deck_size(0):
                two = self.top(1, laying)
                one = self.top(0, laying)
            else:
                one = self.top(0, laying) if laying & 1 else 0
                two = self.top(1, laying) if laying & 2 else 0
        self.laid[2 * self.steps] = one
        self.laid[2 * self.steps + 1] = two
        if kind:
            self.one = one if laying & 1 else self.one
            self.two = two if laying & 2 else self.two
        self.kinds[self.steps] = kind | laying << 1
        self.steps += 1
        self.plays += 1

    def top(self, seat: int, laying: int) -> int:
        """Take the top card of a deck, or of the other's where one of them borrows and has none."""
        if laying == BORROWED and not self.deck_size(seat):
            if self.winnings == WON_PILE:
                self.take_up_won()
            if not self.deck_size(seat):
                seat = 1 - seat
        if seat == 0:
            self.first_head += 1
            return self.first[self.first_head - 1]
        self.second_head += 1
        return self.second[self.second_head - 1]

    def deck_size(self, seat: int) -> int:
        """How many cards a deck has."""
        return self.second_tail - self.second_head if seat else self.first_tail - self.first_head

    def take(self, winner: int) -> None:
        """The winner puts the table away, in the order of the option."""
        self.make_room()
        if self.pickup == RANDOM or self.pickup == REVERSED:
            self.turn_over_laid(winner)
        elif self.in_steps:
            seat = winner if self.pickup == INTERLEAVED else 0
            for step in range(self.steps):
                self.put_laid(winner, step, seat)
                self.put_laid(winner, step, 1 - seat)
        else:
            seat = 0 if self.pickup == SEAT else winner if self.pickup == WINNER_FIRST else 1 - winner
            for step in range(self.steps):
                self.put_laid(winner, step, seat)
            for step in range(self.steps):
                self.put_laid(winner, step, 1 - seat)
        self.steps = self.level = self.at_war = 0
        self.is_full = 1
        if winner == 0:
            self.first_most = max(self.first_most, self.first_tail - self.first_head + self.first_count)
        else:
            self.second_most = max(self.second_most, self.second_tail - self.second_head + self.second_count)

    def turn_over_laid(self, winner: int) -> None:
        """The winner puts the table away from what was laid last to what was laid first, or shuffled."""
        cards = 2 * self.steps
        if not self.is_full:
            cards = 0
            for place in range(2 * self.steps):
                if self.kinds[place // 2] & (2 << place % 2):
                    self.laid[cards] = self.laid[place]
                    cards += 1
        if self.pickup == RANDOM:
            self.settle(self.laid, cards, 0)
        for place in range(cards):
            self.put(winner, self.laid[cards - 1 - place])

    def put_laid(self, winner: int, step: int, seat: int) -> None:
        """Put the card away that a seat laid in a step, if it laid one."""
        if self.kinds[step] & (2 << seat):
            self.put(winner, self.laid[2 * step + seat])

    def put(self, seat: int, card: int) -> None:
        """Put a card where the seat's won cards go."""
        if self.winnings == DECK:
            if seat == 0:
                self.first[self.first_tail] = card
                self.first_tail += 1
            else:
                self.second[self.second_tail] = card
                self.second_tail += 1
        elif seat == 0:
            self.first_won[self.first_count] = card
            self.first_count += 1
        else:
            self.second_won[self.second_count] = card
            self.second_count += 1

    def judge(self) -> None:
        """See whether the game is over, who has won, and by how many cards."""
        self.end = UNDECIDED
        first = self.first_tail - self.first_head
        second = self.second_tail - self.second_head
        is_last = 1 if 0 < self.most_rounds <= self.count else 0
        if self.at_war or (first and second and not is_last):
            return
        if self.winnings == COUNTED and not is_last:
            first = second = 0
        first += self.first_count
        second += self.second_count
        if first and second and not is_last and self.winnings != COUNTED:
            return
        self.first_score = first
        self.second_score = second
        self.end = DRAWN if first == second else WON
        self.winner = 0 if first > second else 1
