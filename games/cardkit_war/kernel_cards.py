"""The cards of War's kernel: dealt, moved to the front of their arrays, and held against those of another moment.

A card is `rank * UNIT + k`, where k numbers the different cards of the deck, so that ranks compare as cards do, and
cards of one rank differ by less than UNIT. The decks lie in long arrays of ROOM cards, their tops at moving heads;
the table of a battle is one array of the cards as they were laid, the first seat's before the second's. Plain Python,
which is compiled with the types of kernel_cards.pxd.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from cardkit.core.chance import uncompiled as cython  # type: ignore[no-redef]

if not cython.compiled:
    from cardkit.core.chance.uncompiled import Chance

    # The compiler has these from kernel_cards.pxd, as constants.
    CARDS, ROOM = 1000, 8000
    COUNTED = 2
    SWAP, PICK = 1, 2
    WON, ENDLESS, CUT_OFF = 0, 3, 4
    WINNER_FIRST, LOSER_FIRST, TABLE = 0, 1, 2
    INTERLEAVED, REVERSED = 5, 6


class WarCards(Chance):  # pyright: ignore[reportPossiblyUnboundVariable]
    """The cards of one game after the other, and how it stands."""

    def __init__(
        self, deck: array[int], options: array[int], limits: array[int], streams: array[int], master: int
    ) -> None:
        self.size = len(deck)
        self.end = self.winner = self.first_score = self.second_score = self.one = self.two = 0
        self.master = master
        self.face_down, self.pickup, self.winnings, self.war_is_a_turn = options[0], options[1], options[2], options[3]
        self.shuffles, self.on_top, self.generator, self.is_shuffled = options[4], options[5], options[6], options[7]
        self.running_out = options[8]
        self.in_steps = self.pickup == TABLE or self.pickup == INTERLEAVED or self.pickup == REVERSED
        self.first_own_last = self.pickup == LOSER_FIRST or self.pickup == REVERSED
        self.second_own_first = self.pickup == WINNER_FIRST or self.pickup == INTERLEAVED or self.pickup == REVERSED
        self.most_turns, self.most_rounds = limits[0], limits[1]
        self.deck_stream, self.deal_stream = streams[0], streams[1]
        self.width = 13 if self.winnings == COUNTED or self.most_rounds else 11
        if not cython.compiled:
            self.deck = [0] * CARDS
            self.cards = [0] * CARDS
            self.left = [0] * CARDS
            self.kept = [0] * CARDS
            self.first = [0] * ROOM
            self.second = [0] * ROOM
            self.first_won = [0] * CARDS
            self.second_won = [0] * CARDS
            self.laid = [0] * (2 * CARDS)
            self.kinds = [0] * CARDS
            self.count: int = 0
            self.wars: int = 0
            self.plays: int = 0
        for place in range(self.size):
            self.deck[place] = deck[place]

    def report(self, number: int, rows: array[int], row: int) -> None:
        """Put down how the game ended."""
        self.take_note()
        rows[row] = number
        rows[row + 1] = self.end
        rows[row + 2] = self.count
        rows[row + 3] = self.start_of_cycle
        rows[row + 4] = self.count + 1 if self.end == ENDLESS else 0
        rows[row + 5] = 1 if self.end == WON and self.winner == 0 else 0
        rows[row + 6] = 1 if self.end == WON and self.winner == 1 else 0
        rows[row + 7] = self.wars
        rows[row + 8] = self.deepest
        rows[row + 9] = self.plays
        rows[row + 10] = min(self.first_most, self.second_most)
        if self.width > 11 and self.end != CUT_OFF:
            rows[row + 11] = self.first_score
            rows[row + 12] = self.second_score

    def piles(self) -> list[list[int]]:
        """The piles as the state has them, their tops last."""
        decks = [[self.first[k] for k in range(self.first_head, self.first_tail)][::-1]]
        decks.append([self.second[k] for k in range(self.second_head, self.second_tail)][::-1])
        won = [[self.first_won[k] for k in range(self.first_count)][::-1]]
        won.append([self.second_won[k] for k in range(self.second_count)][::-1])
        steps = range(self.steps)
        laid = [
            [self.laid[2 * k + seat] for k in steps if self.kinds[k] & 1 == kind and self.kinds[k] & (2 << seat)][::-1]
            for kind in (1, 0)
            for seat in (0, 1)
        ]
        return [*decks, *won, *laid, []]

    def shuffle_for(self, number: int) -> None:
        """Shuffle the cards for the game of that number, which begins its chance."""
        size = self.size
        seed = self.mix(self.master, number)
        for place in range(size):
            self.cards[place] = self.deck[place]
        if self.is_shuffled:
            self.begin(0, self.mix(seed, self.deck_stream))
            self.settle(self.cards, size, 0)
        self.begin(self.generator, self.mix(seed, self.deal_stream) if self.generator == 0 else seed)
        if self.shuffles == SWAP:
            self.settle(self.cards, size, 0)
        elif self.shuffles == PICK:
            self.pick(self.cards, self.left, size)

    def hand_out(self) -> None:
        """Deal the shuffled cards to the two in turn, each under or on top of those before, and clear the table."""
        size = self.size
        self.first_head = self.second_head = 0
        self.first_tail = (size + 1) // 2
        self.second_tail = size // 2
        step = -1 if self.on_top else 1
        place = self.first_tail - 1 if self.on_top else 0
        for half in range(self.first_tail):
            self.first[place] = self.cards[size - 1 - 2 * half]
            place += step
        place = self.second_tail - 1 if self.on_top else 0
        for half in range(self.second_tail):
            self.second[place] = self.cards[size - 2 - 2 * half]
            place += step
        self.is_full = 1
        self.first_most = self.first_tail
        self.second_most = self.second_tail
        self.first_count = self.second_count = self.steps = self.at_war = 0
        self.count = self.wars = self.deepest = self.plays = self.level = self.start_of_cycle = 0

    def take_note(self) -> None:
        """Keep how many cards the two have, where they never had as many."""
        self.first_most = max(self.first_most, self.first_tail - self.first_head + self.first_count)
        self.second_most = max(self.second_most, self.second_tail - self.second_head + self.second_count)

    def make_room(self) -> None:
        """Move the decks to the front of their arrays where a battle, a war or a run of battles might not find room."""
        most = ROOM - 2 * self.size - 2
        if self.first_tail > most:
            self.first_tail -= self.first_head
            for place in range(self.first_tail):
                self.first[place] = self.first[self.first_head + place]
            self.first_head = 0
        if self.second_tail > most:
            self.second_tail -= self.second_head
            for place in range(self.second_tail):
                self.second[place] = self.second[self.second_head + place]
            self.second_head = 0

    def keep(self) -> None:
        """Keep the position, to see whether it comes back."""
        self.kept_first = self.first_tail - self.first_head
        for place in range(self.kept_first):
            self.kept[place] = self.first[self.first_head + place]
        for place in range(self.second_tail - self.second_head):
            self.kept[self.kept_first + place] = self.second[self.second_head + place]

    def is_where_it_was(self) -> int:
        """Whether the position is the one that was kept, with nothing on the table."""
        if self.first_tail - self.first_head != self.kept_first or self.steps:
            return 0
        for place in range(self.kept_first):
            if self.first[self.first_head + place] != self.kept[place]:
                return 0
        for place in range(self.second_tail - self.second_head):
            if self.second[self.second_head + place] != self.kept[self.kept_first + place]:
                return 0
        return 1

    def is_like(self, other: WarCards) -> int:
        """Whether the position is that of another game with the same cards."""
        first = self.first_tail - self.first_head
        if first != other.first_tail - other.first_head or self.steps != other.steps:
            return 0
        for place in range(first):
            if self.first[self.first_head + place] != other.first[other.first_head + place]:
                return 0
        for place in range(self.second_tail - self.second_head):
            if self.second[self.second_head + place] != other.second[other.second_head + place]:
                return 0
        for place in range(2 * self.steps):
            if self.laid[place] != other.laid[place] or self.kinds[place // 2] != other.kinds[place // 2]:
                return 0
        return 1

    def start_over(self, other: WarCards) -> None:
        """Take the cards that another was dealt, to their beginning."""
        for place in range(self.size):
            self.cards[place] = other.cards[place]
        self.hand_out()
