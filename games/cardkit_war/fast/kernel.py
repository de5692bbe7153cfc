"""War in numbers, for millions of games.

A card is `rank * UNIT + k`, where k numbers the different cards of the deck, so that ranks compare as cards do, and
cards of one rank differ by less than UNIT. The decks lie in long arrays of ROOM cards, their tops at moving heads;
the table of a battle is one array of the cards as they were laid, the first seat's before the second's. Plain Python,
which is compiled with the types of kernel.pxd.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from cardkit.kernels import uncompiled as cython  # type: ignore[no-redef]

if not cython.compiled:
    from cardkit.kernels import Chance, cells, constants, is_set

    # The compiler has these from the file of types.
    CARDS, LENGTH, UNIT, ROOM = constants(__file__, "Room")
    WINNER_FIRST, LOSER_FIRST, TABLE, SEAT, RANDOM, INTERLEAVED, REVERSED = constants(__file__, "Pickup")
    LOSES, LAST_CARD, BORROWS, BORROWED = constants(__file__, "RunningOut")
    DECK, WON_PILE, COUNTED = constants(__file__, "Winnings")
    OFF, SWAP, PICK = constants(__file__, "Shuffling")
    WON, DRAWN, ENDLESS, CUT_OFF, UNDECIDED = constants(__file__, "End")

MOST_CARDS = CARDS
MOST_SEATS = 2


class WarNumbers(Chance):  # pyright: ignore[reportPossiblyUnboundVariable]
    """The games of a batch, or those of given deals, one at a time."""

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

    def is_like(self, other: WarNumbers) -> int:
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

    def start_over(self, other: WarNumbers) -> None:
        """Take the cards that another was dealt, to their beginning."""
        for place in range(self.size):
            self.cards[place] = other.cards[place]
        self.hand_out()

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

    def follow(self, other: WarNumbers) -> None:
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
