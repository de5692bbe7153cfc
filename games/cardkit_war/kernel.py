"""War in numbers, for millions of games: plain Python that runs as it is, and is compiled with the types of kernel.pxd.

A card is `rank * UNIT + k`, where k numbers the different cards of the deck, so that ranks compare as cards do, and
cards of one rank differ by less than UNIT. The decks lie in long arrays of ROOM cards, their tops at moving heads;
the table of a battle is one array of the cards as they were laid, the first seat's before the second's.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from cardkit.core.chance import uncompiled as cython  # type: ignore[no-redef]

if not cython.compiled:
    from cardkit.core.chance.uncompiled import Chance

MOST_CARDS = 1000

if not cython.compiled:
    # The compiler has these from kernel.pxd, as constants.
    UNIT = 1 << 16
    ROOM = 8 * MOST_CARDS
    WINNER_FIRST, LOSER_FIRST, TABLE, SEAT, RANDOM = range(5)
    DECK, WON_PILE, COUNTED = range(3)
    OFF, SWAP, PICK = range(3)
    WON, DRAWN, ENDLESS = range(3)
    UNDECIDED = -1


class WarTwin(Chance):  # pyright: ignore[reportPossiblyUnboundVariable]
    """The games of a batch, or those of given deals, one at a time."""

    def __init__(self, deck: array[int], options: array[int], streams: array[int], master: int) -> None:
        self.size = len(deck)
        self.master = master
        self.face_down, self.pickup, self.winnings, self.war_is_a_turn = options[0], options[1], options[2], options[3]
        self.shuffles, self.on_top, self.generator, self.is_shuffled = options[4], options[5], options[6], options[7]
        self.deck_stream, self.deal_stream = streams[0], streams[1]
        if not cython.compiled:
            self.deck = [0] * MOST_CARDS
            self.cards = [0] * MOST_CARDS
            self.left = [0] * MOST_CARDS
            self.kept = [0] * MOST_CARDS
            self.first = [0] * ROOM
            self.second = [0] * ROOM
            self.first_won = [0] * MOST_CARDS
            self.second_won = [0] * MOST_CARDS
            self.laid = [0] * (2 * MOST_CARDS)
            self.kinds = [0] * MOST_CARDS
        for place in range(self.size):
            self.deck[place] = deck[place]

    def follow(self, other: WarTwin) -> None:
        """Let another twin of the same games be the one that walks behind in the search for a first repeat."""
        self.behind = other

    def play(self, first: int, numbers: array[int]) -> None:
        """Play the games from this one on, a row of nine numbers each."""
        with cython.nogil:
            for row in range(len(numbers) // 9):
                self.deal(first + row)
                self.fight()
                self.report(first + row, numbers, 9 * row)

    def play_deals(self, deals: array[int], numbers: array[int]) -> None:
        """Play the given decks as they lie, one after the other, each with its top card first."""
        self.is_shuffled = self.behind.is_shuffled = 0
        with cython.nogil:
            for row in range(len(numbers) // 9):
                for place in range(self.size):
                    self.deck[self.size - 1 - place] = deals[row * self.size + place]
                self.deal(row)
                self.fight()
                self.report(row, numbers, 9 * row)

    def report(self, number: int, numbers: array[int], row: int) -> None:
        """Put down how the game ended."""
        numbers[row] = number
        numbers[row + 1] = self.end
        numbers[row + 2] = self.count
        numbers[row + 3] = self.start_of_cycle
        numbers[row + 4] = self.count + 1 if self.end == ENDLESS else 0
        numbers[row + 5] = 1 if self.end == WON and self.winner == 0 else 0
        numbers[row + 6] = 1 if self.end == WON and self.winner == 1 else 0
        numbers[row + 7] = self.wars
        numbers[row + 8] = self.deepest

    def remains(self, number: int) -> list[list[int]]:
        """The piles at the end of the game of that number, as the state has them, their tops last."""
        self.deal(number)
        self.fight()
        decks = [[self.first[k] for k in range(self.first_head, self.first_tail)][::-1]]
        decks.append([self.second[k] for k in range(self.second_head, self.second_tail)][::-1])
        won = [[self.first_won[k] for k in range(self.first_count)][::-1]]
        won.append([self.second_won[k] for k in range(self.second_count)][::-1])
        steps = range(self.steps)
        piles = [
            [self.laid[2 * k + seat] for k in steps if self.kinds[k] == kind][::-1]
            for kind in (1, 0)
            for seat in (0, 1)
        ]
        return [*decks, *won, *piles, []]

    def deal(self, number: int) -> None:
        """Shuffle and deal the cards of the game of that number."""
        size = self.size
        seed = self.mix(self.master, number)
        for place in range(size):
            self.cards[place] = self.deck[place]
        if self.is_shuffled:
            self.begin(0, self.mix(seed, self.deck_stream))
            self.shuffle(self.cards, size)
        self.begin(self.generator, self.mix(seed, self.deal_stream) if self.generator == 0 else seed)
        if self.shuffles == SWAP:
            self.shuffle(self.cards, size)
        elif self.shuffles == PICK:
            self.pick_out(self.cards, self.left, size)
        self.hand_out()

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
        self.first_count = self.second_count = self.steps = self.at_war = 0
        self.count = self.wars = self.deepest = self.level = self.start_of_cycle = 0
        self.judge()

    def fight(self) -> None:
        """Play to the end, or to the first repeat of an endless game."""
        if self.winnings != DECK or self.pickup == RANDOM:
            while self.end == UNDECIDED:
                self.turn_again()
            return
        self.keep()
        power = passed = 1
        while self.end == UNDECIDED:
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
            if self.at_war or self.run():
                self.turn()
            if self.end != UNDECIDED:
                return
        while self.at_war:
            self.turn_again()

    def run(self) -> int:
        """Fight battles until one deck is played through, or up to a tie, which is left to be fought; 1 for a tie."""
        battles = min(self.first_tail - self.first_head, self.second_tail - self.second_head)
        self.make_room(2 * battles)
        first, second = self.first_head, self.second_head
        first_tail, second_tail = self.first_tail, self.second_tail
        mine = 1 if self.pickup == LOSER_FIRST else 0
        others = 1 if self.pickup == WINNER_FIRST else 0
        tied = 0
        for _ in range(battles):
            one = self.first[first]
            two = self.second[second]
            if (one ^ two) < UNIT:
                tied = 1
                break
            # Both tails get the pair, and only the winner's moves on.
            self.first[first_tail + mine] = one
            self.first[first_tail + 1 - mine] = two
            self.second[second_tail + others] = one
            self.second[second_tail + 1 - others] = two
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
        self.judge()
        return tied

    def make_room(self, cards: int) -> None:
        """Move the decks to the front of their arrays where there is no room for so many more and two to spare."""
        if self.first_tail + cards + 2 > ROOM:
            self.first_tail -= self.first_head
            for place in range(self.first_tail):
                self.first[place] = self.first[self.first_head + place]
            self.first_head = 0
        if self.second_tail + cards + 2 > ROOM:
            self.second_tail -= self.second_head
            for place in range(self.second_tail):
                self.second[place] = self.second[self.second_head + place]
            self.second_head = 0

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
        self.shuffle(self.left, size)
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
        self.make_room(2 * self.steps)
        cards = 2 * self.steps
        if self.pickup == RANDOM:
            self.shuffle(self.laid, cards)
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

    def find_first_repeat(self) -> None:
        """Go to the turn of an endless game that would begin as an earlier one did, for the first time."""
        length = 0
        while length == 0 or not self.is_where_it_was():
            self.turn_again()
            length += 1
        self.behind.start_over(self)
        self.start_over(self)
        for _ in range(length):
            self.turn_again()
        while not self.is_like(self.behind):
            self.turn_again()
            self.behind.turn_again()
        self.start_of_cycle = self.behind.count + 1
        self.end = ENDLESS

    def turn_again(self) -> None:
        """One turn more, outside the path that has to be fast."""
        self.turn()

    def start_over(self, other: WarTwin) -> None:
        """Take the cards that another twin was dealt, to their beginning."""
        for place in range(self.size):
            self.cards[place] = other.cards[place]
        self.hand_out()

    def is_like(self, other: WarTwin) -> int:
        """Whether the position is that of another twin."""
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
            if self.laid[place] != other.laid[place]:
                return 0
        return 1
