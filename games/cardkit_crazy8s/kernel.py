"""Crazy 8s in numbers, for millions of games: plain Python, which is compiled with the types of kernel.pxd.

A card is `rank * 256 + suit`. The deck is shuffled only as far as cards are drawn from it: a shuffle settles the top
card first, then the one under it.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from cardkit.core.chance import uncompiled as cython  # type: ignore[no-redef]

if not cython.compiled:
    from cardkit.core.chance.uncompiled import Chance

MOST_CARDS = 520
MOST_SEATS = 10

if not cython.compiled:
    # The compiler has these from kernel.pxd, as constants.
    ROOM = MOST_CARDS
    ONE, UNTIL_PLAYABLE = 0, -1
    WON, DRAWN, ENDLESS = range(3)
    UNDECIDED = NOTHING = -1


class Crazy8sTwin(Chance):  # pyright: ignore[reportPossiblyUnboundVariable]
    """The games of a batch, or those of given deals, one at a time."""

    def __init__(self, deck: array[int], options: array[int], streams: array[int], master: int) -> None:
        self.size, self.master = len(deck), master
        self.seats, self.hand_size, self.drawing, self.reshuffles = options[0], options[1], options[2], options[3]
        self.wild, self.suits, self.last_asks = options[4], options[5], options[6]
        self.generator, self.is_shuffled, self.shuffles = options[7], options[8], options[9]
        self.deck_stream, self.deal_stream = streams[0], streams[1]
        if not cython.compiled:
            self.deck, self.stock, self.discards = [0] * MOST_CARDS, [0] * MOST_CARDS, [0] * MOST_CARDS
            self.hands, self.held = [0] * (MOST_SEATS * ROOM), [0] * MOST_SEATS
            self.kept_stock, self.kept_top = [0] * MOST_CARDS, 0
            self.kept_hands, self.kept_held = [0] * (MOST_SEATS * ROOM), [0] * MOST_SEATS
            self.is_random, self.states = [0] * MOST_SEATS, [0] * MOST_SEATS
        self.chance = self.power = self.passed = self.found = self.named = 0
        for seat in range(self.seats):
            self.is_random[seat] = options[10 + seat]
            self.chance += self.is_random[seat]
        for place in range(self.size):
            self.deck[place] = deck[place]

    def follow(self, other: Crazy8sTwin) -> None:
        """Let another twin of the same games be the one that walks behind in the search for a first repeat."""
        self.behind = other

    def play(self, first: int, numbers: array[int], starts: array[int]) -> None:
        """Play the games from this one on, a row each; where some seat is random, chance starts there for each seat."""
        with cython.nogil:
            width = 7 + self.seats
            for row in range(len(numbers) // width):
                self.deal(self.mix(self.master, first + row))
                self.begin_playing(starts, self.seats * row)
                self.fight()
                self.report(first + row, numbers, width * row)

    def play_deals(self, deals: array[int], numbers: array[int]) -> None:
        """Play the given decks as they lie, one after the other, each with its top card first."""
        self.is_shuffled = self.behind.is_shuffled = 0
        with cython.nogil:
            width = 7 + self.seats
            for row in range(len(numbers) // width):
                for place in range(self.size):
                    self.deck[self.size - 1 - place] = deals[row * self.size + place]
                self.deal(self.mix(self.master, row))
                self.fight()
                self.report(row, numbers, width * row)

    def report(self, number: int, numbers: array[int], row: int) -> None:
        """Put down how the game ended."""
        numbers[row] = number
        numbers[row + 1] = self.end
        numbers[row + 2] = self.count
        numbers[row + 3] = self.start_of_cycle
        numbers[row + 4] = self.count + 1 if self.end == ENDLESS else 0
        for seat in range(self.seats):
            numbers[row + 5 + seat] = 1 if self.end == WON and self.winner == seat else 0
        numbers[row + 5 + self.seats] = self.flips
        numbers[row + 6 + self.seats] = self.cards_drawn

    def remains(self, number: int, starts: array[int]) -> list[list[int]]:
        """The piles at the end of the game of that number, as the state has them, their tops last."""
        self.deal(self.mix(self.master, number))
        self.begin_playing(starts, 0)
        self.fight()
        self.settle_all()
        stock = [self.stock[k] for k in range(self.stock_size)]
        discards = [self.discards[k] for k in range(self.discard_size)]
        hands = [[self.hands[ROOM * seat + k] for k in range(self.held[seat])] for seat in range(self.seats)]
        return [stock, discards, *hands]

    def deal(self, seed: int) -> None:
        """Deal the cards of the game of that seed."""
        self.seed = seed
        for place in range(self.size):
            self.stock[place] = self.deck[place]
        self.stock_size = self.size
        self.is_settled = 0 if self.is_shuffled or self.shuffles else 1
        if self.is_shuffled:
            self.begin(0, self.mix(seed, self.deck_stream))
        else:
            self.begin_dealing()
        for seat in range(self.seats):
            self.held[seat] = 0
        self.discards[0] = self.take_top()
        self.discard_size = 1
        self.suit = self.discards[0] & 255
        for _ in range(self.hand_size):
            for seat in range(self.seats):
                self.hands[ROOM * seat + self.held[seat]] = self.take_top()
                self.held[seat] += 1
        self.turn = self.drawn = self.count = self.flips = self.cards_drawn = self.actions = self.start_of_cycle = 0
        self.end = UNDECIDED
        self.is_kept = 0
        self.searches = 1

    def begin_playing(self, starts: array[int], place: int) -> None:
        """Go to the beginning of the streams by which the players choose, which stand from this place on."""
        if self.chance:
            for seat in range(self.seats):
                self.states[seat] = starts[place + seat]

    def begin_dealing(self) -> None:
        """Go to the beginning of the stream by which the game itself shuffles."""
        self.begin(self.generator, self.mix(self.seed, self.deal_stream) if self.generator == 0 else self.seed)

    def take_top(self) -> int:
        """The top card of the draw pile, taken off it; it is settled now which card that is."""
        self.stock_size -= 1
        last = self.stock_size
        card = self.stock[last]
        if last and not self.is_settled:
            chosen = self.below(last + 1)
            card = self.stock[chosen]
            self.stock[chosen] = self.stock[last]
            self.stock[last] = card
        return card

    def settle_all(self) -> None:
        """Finish the shuffle."""
        if not self.is_settled:
            self.shuffle(self.stock, self.stock_size)
            self.is_settled = 1

    def fight(self) -> None:
        """Play to the end, or to the first repeat of an endless game."""
        while self.end == UNDECIDED:
            self.act()
        if self.end == ENDLESS:
            self.find_first_repeat()

    def act(self) -> None:
        """One action of the seat whose turn it is."""
        seat = self.turn
        place = self.choose(seat) if self.is_random[seat] else self.first_playable(seat)
        self.actions += 1
        if place != NOTHING:
            self.put_down(seat, place)
        elif self.stock_size or self.flip():
            self.hands[ROOM * seat + self.held[seat]] = self.take_top()
            self.held[seat] += 1
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
        if (self.drawing == UNTIL_PLAYABLE or self.drawn < self.drawing) and (self.stock_size or self.discard_size > 1):
            return 1
        return 1 if self.first_playable(seat) != NOTHING else 0

    def first_playable(self, seat: int) -> int:
        """The place in a hand of the first card that can be played, and its own suit as the one that is named."""
        rank = self.discards[self.discard_size - 1] >> 8
        suit = self.suit
        wild = self.wild
        start = ROOM * seat
        for place in range(self.held[seat]):
            card = self.hands[start + place]
            if (card & 255) == suit or (card >> 8) == rank or (card >> 8) == wild:
                self.named = card & 255
                return place
        return NOTHING

    def choose(self, seat: int) -> int:
        """The place of a card by chance, each play and drawing as likely as the others, and the suit named with it."""
        plays = self.plays(seat, -1)
        state = self.state
        kind = self.kind
        self.state = self.states[seat]
        self.kind = 0
        chosen = self.below(plays + 1)
        self.states[seat] = self.state
        self.state = state
        self.kind = kind
        if chosen == plays:
            return NOTHING
        self.plays(seat, chosen)
        return self.found

    def plays(self, seat: int, wanted: int) -> int:
        """The number of plays, or up to the wanted one, whose card and suit are then found."""
        rank = self.discards[self.discard_size - 1] >> 8
        start = ROOM * seat
        seen = 0
        for place in range(self.held[seat]):
            card = self.hands[start + place]
            is_wild = (card >> 8) == self.wild
            if not (is_wild or (card & 255) == self.suit or (card >> 8) == rank) or self.is_copy(start, place):
                continue
            ways = self.suits if is_wild and (self.held[seat] > 1 or self.last_asks) else 1
            if seen <= wanted < seen + ways:
                self.found = place
                self.named = self.suit_named(card & 255, wanted - seen)
                return seen
            seen += ways
        return seen

    def is_copy(self, start: int, place: int) -> int:
        """Whether the same card lies in the hand before this place."""
        for earlier in range(place):
            if self.hands[start + earlier] == self.hands[start + place]:
                return 1
        return 0

    def suit_named(self, own: int, way: int) -> int:
        """The suit of a way to play a wild card: its own first, then the others in their order."""
        if way == 0:
            return own
        return way - 1 if way <= own else way

    def put_down(self, seat: int, place: int) -> None:
        """Play the card at that place of a hand."""
        start = ROOM * seat
        self.discards[self.discard_size] = self.hands[start + place]
        self.discard_size += 1
        self.suit = self.named
        self.held[seat] -= 1
        for gap in range(start + place, start + self.held[seat]):
            self.hands[gap] = self.hands[gap + 1]
        if not self.held[seat]:
            self.end = WON
            self.winner = seat
        self.pass_turn()

    def flip(self) -> int:
        """Make the discards but the top one the draw pile, the oldest on top; 0 where nothing can be drawn."""
        size = self.discard_size - 1
        if not size:
            return 0
        for place in range(size):
            self.stock[place] = self.discards[size - 1 - place]
        self.discards[0] = self.discards[size]
        self.discard_size = 1
        self.stock_size = size
        self.flips += 1
        if self.reshuffles:
            if self.is_shuffled and self.flips == 1:
                self.begin_dealing()
            self.shuffle(self.stock, size)
        elif self.searches and not self.chance:
            self.look_back()
        self.is_settled = 1
        return 1 if self.end == UNDECIDED else 0

    def look_back(self) -> None:
        """See whether the position is an earlier one, as it can be only after a flip: else no cards come back."""
        if self.is_kept and self.is_where_it_was():
            self.end = ENDLESS
            self.cycle = self.actions - self.kept_actions
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

    def keep(self) -> None:
        """Keep the position, to see whether it comes back."""
        self.is_kept = 1
        self.kept_actions = self.actions
        self.kept_size = self.stock_size
        self.kept_top = self.discards[0]
        self.kept_suit = self.suit
        self.kept_turn = self.turn
        self.kept_drawn = self.drawn
        for place in range(self.stock_size):
            self.kept_stock[place] = self.stock[place]
        for seat in range(self.seats):
            self.kept_held[seat] = self.held[seat]
            for place in range(ROOM * seat, ROOM * seat + self.held[seat]):
                self.kept_hands[place] = self.hands[place]

    def is_where_it_was(self) -> int:
        """Whether the position, right after a flip, is the one that was kept."""
        if self.kept_size != self.stock_size or self.kept_top != self.discards[0] or self.kept_suit != self.suit:
            return 0
        if self.kept_turn != self.turn or self.kept_drawn != self.drawn:
            return 0
        for place in range(self.stock_size):
            if self.kept_stock[place] != self.stock[place]:
                return 0
        for seat in range(self.seats):
            if self.kept_held[seat] != self.held[seat]:
                return 0
            for place in range(ROOM * seat, ROOM * seat + self.held[seat]):
                if self.kept_hands[place] != self.hands[place]:
                    return 0
        return 1

    def find_first_repeat(self) -> None:
        """Go to the action of an endless game that would begin as an earlier one did, for the first time."""
        cycle = self.cycle
        self.behind.start_over(self)
        self.start_over(self)
        for _ in range(cycle):
            self.act()
        while not self.is_like(self.behind):
            self.act()
            self.behind.act()
        while self.drawn:
            # What is said of a cycle is said of turns from their beginning.
            self.act()
            self.behind.act()
        self.start_of_cycle = self.behind.count + 1
        self.end = ENDLESS

    def start_over(self, other: Crazy8sTwin) -> None:
        """Go to the beginning of another twin's game, and don't look for repeats in it."""
        for place in range(self.size):
            self.deck[place] = other.deck[place]
        self.deal(other.seed)
        self.settle_all()
        self.searches = 0

    def is_like(self, other: Crazy8sTwin) -> int:
        """Whether the position is that of another twin."""
        if self.turn != other.turn or self.suit != other.suit or self.drawn != other.drawn:
            return 0
        if self.stock_size != other.stock_size or self.discard_size != other.discard_size:
            return 0
        for place in range(self.stock_size):
            if self.stock[place] != other.stock[place]:
                return 0
        for place in range(self.discard_size):
            if self.discards[place] != other.discards[place]:
                return 0
        for seat in range(self.seats):
            if self.held[seat] != other.held[seat]:
                return 0
            for place in range(ROOM * seat, ROOM * seat + self.held[seat]):
                if self.hands[place] != other.hands[place]:
                    return 0
        return 1
