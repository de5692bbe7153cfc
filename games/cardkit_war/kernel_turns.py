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
    WINNER_FIRST, LOSER_FIRST, TABLE, SEAT, RANDOM = range(5)
    DECK, WON_PILE, COUNTED = range(3)
    WON, DRAWN = range(2)
    UNDECIDED = -1


class WarTurns(WarCards):  # pyright: ignore[reportPossiblyUnboundVariable]
    """A game that is played on by a turn."""

    def turn(self) -> None:
        """One turn by the letter of the rules."""
        self.count += 1
        while self.can_lay():
            self.lay(1)
            one = self.laid[2 * self.steps - 2]
            two = self.laid[2 * self.steps - 1]
            if (one ^ two) >= UNIT:
                self.at_war = 0
                self.take(0 if one > two else 1)
                break
            self.wars += 1
            self.at_war = 1
            self.level += 1
            self.deepest = max(self.deepest, self.level)
            if self.lay_face_down() and not self.war_is_a_turn:
                continue
            if self.at_war and self.war_is_a_turn:
                self.can_lay()
            break
        self.judge()

    def lay_face_down(self) -> int:
        """Both lay their cards face down; 0 where one ran out."""
        for _ in range(self.face_down):
            if not self.can_lay():
                return 0
            self.lay(0)
        return 1

    def can_lay(self) -> int:
        """Whether both have a card for the next step; if one has none, the other takes the table."""
        if self.first_tail > self.first_head and self.second_tail > self.second_head:
            return 1
        if self.winnings == WON_PILE:
            self.take_up_won()
        first = self.first_tail > self.first_head
        second = self.second_tail > self.second_head
        if first and second:
            return 1
        if (first or second) and self.winnings != COUNTED:
            self.take(0 if first else 1)
        self.at_war = 0
        return 0

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

    def lay(self, kind: int) -> None:
        """Both lay their top card, face up (1) or face down (0)."""
        self.laid[2 * self.steps] = self.first[self.first_head]
        self.laid[2 * self.steps + 1] = self.second[self.second_head]
        self.kinds[self.steps] = kind
        self.first_head += 1
        self.second_head += 1
        self.steps += 1

    def take(self, winner: int) -> None:
        """The winner puts the table away, in the order of the option."""
        self.make_room()
        cards = 2 * self.steps
        if self.pickup == RANDOM:
            self.settle(self.laid, cards, 0)
            for place in range(cards):
                self.put(winner, self.laid[cards - 1 - place])
        elif self.pickup == TABLE:
            for place in range(cards):
                self.put(winner, self.laid[place])
        else:
            seat = 0 if self.pickup == SEAT else winner if self.pickup == WINNER_FIRST else 1 - winner
            for place in range(self.steps):
                self.put(winner, self.laid[2 * place + seat])
            for place in range(self.steps):
                self.put(winner, self.laid[2 * place + 1 - seat])
        self.steps = self.level = 0

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
        """See whether the game is over, and who has won."""
        self.end = UNDECIDED
        first = self.first_tail - self.first_head
        second = self.second_tail - self.second_head
        if (first and second) or self.at_war:
            return
        if self.winnings == COUNTED:
            first = second = 0
        first += self.first_count
        second += self.second_count
        if self.winnings == COUNTED:
            self.end = DRAWN if first == second else WON
            self.winner = 0 if first > second else 1
        elif not (first and second):
            self.end = WON if first or second else DRAWN
            self.winner = 0 if first else 1
