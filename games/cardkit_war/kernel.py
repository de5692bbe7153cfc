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
    RANDOM, REVERSED = 4, 6
    DECK = 0
    ENDLESS, CUT_OFF = 3, 4
    UNDECIDED = -1

MOST_CARDS = CARDS


class WarTwin(WarTurns):  # pyright: ignore[reportPossiblyUnboundVariable]
    """The games of a batch, or those of given deals, one at a time."""

    def follow(self, other: WarTwin) -> None:
        """Let another twin of the same games be the one that walks behind in the search for a first repeat."""
        self.behind = other

    def play(self, first: int, numbers: array[int], halt: array[int]) -> None:
        """Play the games from this one on, a row each, unless another thread sets the flag to halt.

        A row has eleven numbers, and two more for the scores where cards are counted.
        """
        rows = cells(numbers)
        self.halt = cells(halt)
        games = len(numbers) // self.width
        with cython.nogil:
            for row in range(games):
                self.shuffle_for(first + row)
                self.hand_out()
                self.fight()
                if is_set(self.halt):
                    break
                self.report(first + row, rows, self.width * row)

    def play_deals(self, first: int, deals: array[int], numbers: array[int], halt: array[int]) -> None:
        """Play the games from this one on with the given decks as they lie, each with its top card first."""
        cards = cells(deals)
        rows = cells(numbers)
        self.halt = cells(halt)
        games = len(numbers) // self.width
        with cython.nogil:
            for row in range(games):
                self.shuffle_for(first + row)
                for place in range(self.size):
                    self.cards[self.size - 1 - place] = cards[row * self.size + place]
                self.hand_out()
                self.fight()
                if is_set(self.halt):
                    break
                self.report(first + row, rows, self.width * row)

    def remains(self, number: int, halt: array[int]) -> list[list[int]]:
        """The piles at the end of the game of that number, as the state has them, their tops last."""
        self.halt = cells(halt)
        self.shuffle_for(number)
        self.hand_out()
        self.fight()
        return self.piles()

    def fight(self) -> None:
        """Play to the end, or to the first repeat of an endless game, or until the flag to halt is set."""
        self.judge()
        if self.winnings != DECK or self.pickup == RANDOM or self.most_rounds:
            while self.end == UNDECIDED and not is_set(self.halt):
                if 0 < self.most_turns <= self.count:
                    self.end = CUT_OFF
                else:
                    self.turn()
            return
        self.fight_for_ever()
        if 0 < self.most_turns < self.count + (1 if self.end == ENDLESS else 0):
            self.start_over(self)
            self.judge()
            while self.count < self.most_turns:
                self.turn()
            self.end = CUT_OFF

    def fight_for_ever(self) -> None:
        """Play without a limit a game in which nothing is left to chance."""
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
        first_own_last, second_own_first = self.first_own_last, self.second_own_first
        size = most = least = first_tail - first
        tied = 0
        for _ in range(min(first_tail - first, second_tail - second)):
            one = self.first[first]
            two = self.second[second]
            if (one ^ two) < UNIT:
                tied = 1
                break
            # Both tails get the pair, and only the winner's moves on.
            if first_own_last:
                self.first[first_tail] = two
                self.first[first_tail + 1] = one
            else:
                self.first[first_tail] = one
                self.first[first_tail + 1] = two
            if second_own_first:
                self.second[second_tail] = two
                self.second[second_tail + 1] = one
            else:
                self.second[second_tail] = one
                self.second[second_tail + 1] = two
            won = 2 if one > two else 0
            first_tail += won
            second_tail += 2 - won
            size += won - 1
            most = max(most, size)
            least = min(least, size)
            first += 1
            second += 1
        self.first_most = max(self.first_most, most)
        self.second_most = max(self.second_most, first_tail - first + second_tail - second - least)
        self.count += first - self.first_head
        self.plays += first - self.first_head
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
        apart = 1 if self.in_steps else cards
        between = 2 if self.in_steps else 1
        start = 0
        if self.pickup == REVERSED:
            between = -2
            start = 2 * last
        mine = first_tail + start + (apart if self.first_own_last else 0)
        my_others = 2 * (first_tail + start) + apart - mine
        others = second_tail + start + (apart if self.second_own_first else 0)
        their_own = 2 * (second_tail + start) + apart - others
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
        self.plays += cards
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
