"""War in numbers, for millions of games: plain Python, which is compiled with the types of kernel.pxd."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from cardkit.core.chance import uncompiled as cython  # type: ignore[no-redef]

if not cython.compiled:
    from cardkit.core.chance.uncompiled import beside, cells, is_set

    if TYPE_CHECKING:
        from cardkit_war.kernel_turns import WarTurns
    else:
        WarTurns = beside(__file__, "kernel_turns").WarTurns

    # The compiler has these from kernel_cards.pxd, as constants.
    CARDS, ROOM = 1000, 8000
    UNIT = 1 << 16
    WINNER_FIRST, LOSER_FIRST, TABLE, SEAT, RANDOM = range(5)
    DECK = 0
    ENDLESS = 3
    UNDECIDED = -1

MOST_CARDS = CARDS


class WarTwin(WarTurns):  # pyright: ignore[reportPossiblyUnboundVariable]
    """The games of a batch, or those of given deals, one at a time."""

    def follow(self, other: WarTwin) -> None:
        """Let another twin of the same games be the one that walks behind in the search for a first repeat."""
        self.behind = other

    def play(self, first: int, numbers: array[int], halt: array[int]) -> None:
        """Play the games from this one on, a row each, unless another thread sets the flag to halt.

        A row has nine numbers, and two more for the scores where cards are counted.
        """
        rows = cells(numbers)
        self.halt = cells(halt)
        games = len(numbers) // self.width
        with cython.nogil:
            for row in range(games):
                self.deal(first + row)
                self.fight()
                if is_set(self.halt):
                    break
                self.report(first + row, rows, self.width * row)

    def play_deals(self, deals: array[int], numbers: array[int], halt: array[int]) -> None:
        """Play the given decks as they lie, one after the other, each with its top card first."""
        self.is_shuffled = self.behind.is_shuffled = 0
        cards = cells(deals)
        rows = cells(numbers)
        self.halt = cells(halt)
        games = len(numbers) // self.width
        with cython.nogil:
            for row in range(games):
                for place in range(self.size):
                    self.deck[self.size - 1 - place] = cards[row * self.size + place]
                self.deal(row)
                self.fight()
                if is_set(self.halt):
                    break
                self.report(row, rows, self.width * row)

    def remains(self, number: int, halt: array[int]) -> list[list[int]]:
        """The piles at the end of the game of that number, as the state has them, their tops last."""
        self.halt = cells(halt)
        self.deal(number)
        self.fight()
        return self.piles()

    def fight(self) -> None:
        """Play to the end, or to the first repeat of an endless game, or until the flag to halt is set."""
        self.judge()
        if self.winnings != DECK or self.pickup == RANDOM:
            while self.end == UNDECIDED and not is_set(self.halt):
                self.turn()
            return
        self.keep()
        power = passed = 1
        while self.end == UNDECIDED and not is_set(self.halt):
            self.go_on()
            if self.end != UNDECIDED:
                return
            if self.is_where_it_was():
                self.find_first_repeat()
            elif passed == power:
                self.keep()
                power *= 2
                passed = 0
            passed += 1

    def go_on(self) -> None:
        """Play sixteen runs of battles on, and any war to its end: looking for repeats after each costs more."""
        for _ in range(16):
            if self.at_war or (self.run() and not self.settle_war()):
                self.turn()
            elif self.first_tail == self.first_head or self.second_tail == self.second_head:
                self.judge()
            if self.end != UNDECIDED:
                return
        while self.at_war:
            self.turn()

    def run(self) -> int:
        """Fight battles until one deck is played through, or up to a tie, which is left to be fought; 1 for a tie."""
        if max(self.first_tail, self.second_tail) > ROOM - 2 * self.size - 2:
            self.make_room()
        first, second = self.first_head, self.second_head
        first_tail, second_tail = self.first_tail, self.second_tail
        pickup = self.pickup
        tied = 0
        for _ in range(min(first_tail - first, second_tail - second)):
            one = self.first[first]
            two = self.second[second]
            if (one ^ two) < UNIT:
                tied = 1
                break
            # Both tails get the pair, and only the winner's moves on.
            if pickup == LOSER_FIRST:
                self.first[first_tail] = two
                self.first[first_tail + 1] = one
            else:
                self.first[first_tail] = one
                self.first[first_tail + 1] = two
            if pickup == WINNER_FIRST:
                self.second[second_tail] = two
                self.second[second_tail + 1] = one
            else:
                self.second[second_tail] = one
                self.second[second_tail + 1] = two
            won = 2 if one > two else 0
            first_tail += won
            second_tail += 2 - won
            first += 1
            second += 1
        self.count += first - self.first_head
        self.first_head = first
        self.second_head = second
        self.first_tail = first_tail
        self.second_tail = second_tail
        return tied

    def settle_war(self) -> int:
        """Fight a war where the cards lie; 0, and nothing is done, where it takes turns or somebody's last card."""
        step = self.face_down + 1
        first, second = self.first_head, self.second_head
        first_tail, second_tail = self.first_tail, self.second_tail
        last = level = 0
        while (self.first[first + last] ^ self.second[second + last]) < UNIT:
            last += step
            level += 1
            if last >= first_tail - first or last >= second_tail - second or self.war_is_a_turn:
                return 0
        cards = last + 1
        between = 2 if self.pickup == TABLE else 1
        apart = 1 if self.pickup == TABLE else cards
        mine = first_tail + (apart if self.pickup == LOSER_FIRST else 0)
        my_others = 2 * first_tail + apart - mine
        others = second_tail + (apart if self.pickup == WINNER_FIRST else 0)
        their_own = 2 * second_tail + apart - others
        for k in range(cards):
            one = self.first[first + k]
            two = self.second[second + k]
            self.first[mine + between * k] = one
            self.first[my_others + between * k] = two
            self.second[others + between * k] = one
            self.second[their_own + between * k] = two
        won = 2 * cards if self.first[first + last] > self.second[second + last] else 0
        self.first_head = first + cards
        self.second_head = second + cards
        self.first_tail = first_tail + won
        self.second_tail = second_tail + 2 * cards - won
        self.count += 1
        self.wars += level
        self.deepest = max(self.deepest, level)
        return 1

    def find_first_repeat(self) -> None:
        """Go to the turn of an endless game that would begin as an earlier one did, for the first time."""
        length = 0
        while (length == 0 or not self.is_where_it_was()) and not is_set(self.halt):
            self.turn()
            length += 1
        self.behind.start_over(self)
        self.start_over(self)
        for _ in range(length):
            self.turn()
        while not self.is_like(self.behind) and not is_set(self.halt):
            self.turn()
            self.behind.turn()
        self.start_of_cycle = self.behind.count + 1
        self.end = ENDLESS
