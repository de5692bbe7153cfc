"""The table of Crazy 8s' kernel: the cards, what random players choose, and positions to be held against each other.

A card is `rank * 256 + suit`. A card that was drawn is known by its place in the deck, which is drawn from the last
place down: hands, ranks and suits are sets of places, in words of 64 bits, and a hand's first card has its highest
place. Plain Python, which is compiled with the types of kernel_table.pxd.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from cardkit.core.chance import uncompiled as cython  # type: ignore[no-redef]

if not cython.compiled:
    from cardkit.core.chance.uncompiled import Chance, bit, highest

    # The compiler has these from kernel_table.pxd, as constants.
    CARDS, PLAYERS, WORDS, SUITS = 520, 10, 9, 256
    WILD, WON, ENDLESS = 0, 0, 3
    NOTHING = -1


class Crazy8sTable(Chance):  # pyright: ignore[reportPossiblyUnboundVariable]
    """One game after the other, and how it stands."""

    def __init__(self, deck: array[int], options: array[int], streams: array[int], master: int) -> None:
        self.size, self.master = len(deck), master
        self.words = (self.size + 63) // 64
        self.seats, self.hand_size, self.drawing, self.reshuffles = options[0], options[1], options[2], options[3]
        self.ranks, self.suits, self.last_asks = options[4], options[5], options[6]
        self.generator, self.is_shuffled, self.shuffles = options[7], options[8], options[9]
        self.starts_plain, self.most_turns = options[10], options[11]
        self.deck_stream, self.deal_stream = streams[0], streams[1]
        if not cython.compiled:
            self.deck, self.cards, self.discards, self.kept = ([0] * CARDS for _ in range(4))
            self.order, self.spare = [0] * CARDS, [0] * CARDS
            self.of_rank, self.of_suit = [0] * (WORDS * CARDS), [0] * (WORDS * SUITS)
            self.hands, self.kept_hands, self.dealt = ([0] * (WORDS * PLAYERS) for _ in range(3))
            self.is_random, self.seeds, self.states = ([0] * PLAYERS for _ in range(3))
            self.halt = array("q", [0])
            self.count: int = 0
        self.chance = self.is_told = self.seed = self.end = self.winner = self.actions = self.turn = self.drawn = 0
        self.rank = self.suit = self.named = self.stock_size = self.discard_size = self.known = 0
        self.flips = self.cards_drawn = self.left_open = self.start_of_cycle = self.cycle = self.passed = 0
        for seat in range(self.seats):
            self.is_random[seat] = options[12 + seat]
            self.chance += self.is_random[seat]
        for place in range(self.size):
            self.deck[place] = deck[place]
        for k in range(self.hand_size * self.seats):
            # The top card is the first discard; then each seat in turn gets a card.
            place = self.size - 2 - k
            self.dealt[(place >> 6) * PLAYERS + k % self.seats] |= bit(place & 63)

    def report(self, number: int, rows: array[int], row: int) -> None:
        """Put down how the game ended."""
        rows[row] = number
        rows[row + 1] = self.end
        rows[row + 2] = self.count
        rows[row + 3] = self.start_of_cycle
        rows[row + 4] = self.count + 1 if self.end == ENDLESS else 0
        for seat in range(self.seats):
            rows[row + 5 + seat] = 1 if self.end == WON and self.winner == seat else 0
        rows[row + 5 + self.seats] = self.flips
        rows[row + 6 + self.seats] = self.cards_drawn

    def piles(self) -> list[list[int]]:
        """The piles as the state has them, their tops last."""
        self.settle(self.cards, self.known, 0)
        stock = [self.cards[k] for k in range(self.stock_size)]
        discards = [self.discards[k] for k in range(self.discard_size)]
        hands = [[self.cards[self.order[k]] for k in range(self.look_at(seat))] for seat in range(self.seats)]
        return [stock, discards, *hands]

    def begin_dealing(self) -> None:
        """Go to the beginning of the stream by which the game itself shuffles."""
        self.begin(self.generator, self.mix(self.seed, self.deal_stream) if self.generator == 0 else self.seed)

    def begin_playing(self, seeds: array[int], place: int) -> None:
        """Go to the beginning of the streams by which the players choose, whose seeds stand from this place on."""
        if self.chance:
            for seat in range(self.seats):
                self.seeds[seat] = self.states[seat] = seeds[place + seat]

    def look_at(self, seat: int) -> int:
        """The number of cards in a hand, whose places are put in `order`, the first card's first."""
        size = 0
        for word in range(self.words - 1, -1, -1):
            places = self.hands[word * PLAYERS + seat]
            while places:
                place = highest(places)
                places ^= bit(place)
                self.order[size] = (word << 6) + place
                size += 1
        return size

    def choose(self, seat: int) -> int:
        """The place of a card by chance, each play and drawing as likely as the others, and the suit named with it."""
        size = self.look_at(seat)
        plays = self.plays(size, -1)
        if plays:
            self.leave_open()
        state = self.state
        kind = self.kind
        self.state = self.states[seat]
        self.kind = 0
        chosen = self.draw(plays + 1)
        self.states[seat] = self.state
        self.state = state
        self.kind = kind
        if chosen == plays:
            return NOTHING
        self.plays(size, chosen)
        return self.found

    def plays(self, size: int, wanted: int) -> int:
        """The number of plays, or up to the wanted one, whose card and suit are then found."""
        seen = 0
        for k in range(size):
            card = self.cards[self.order[k]]
            is_wild = (card >> 8) == WILD
            if not (is_wild or (card & 255) == self.suit or (card >> 8) == self.rank) or self.is_copy(k):
                continue
            ways = self.suits if is_wild and (size > 1 or self.last_asks) else 1
            if seen <= wanted < seen + ways:
                self.found = self.order[k]
                self.named = self.suit_named(card & 255, wanted - seen)
                return seen
            seen += ways
        return seen

    def is_copy(self, k: int) -> int:
        """Whether the same card as the one there lies in the hand before it."""
        for earlier in range(k):
            if self.cards[self.order[earlier]] == self.cards[self.order[k]]:
                return 1
        return 0

    def suit_named(self, own: int, way: int) -> int:
        """The suit of a way to play a wild card: its own first, then the others in their order."""
        if way == 0:
            return own
        return way - 1 if way <= own else way

    def is_mixed(self, cards: list[int], size: int) -> int:
        """Whether the first so many cards are not all the same, so that a shuffle leaves something to chance."""
        for place in range(1, size):
            if cards[place] != cards[0]:
                return 1
        return 0

    def leave_open(self) -> None:
        """Take down that this action doesn't follow from the position: no position before it comes back for certain."""
        self.left_open += 1
        self.since = self.actions
        self.is_kept = 0

    def keep(self) -> None:
        """Keep the position, right after a flip, to see whether it comes back."""
        self.is_kept = 1
        self.kept_count = self.count
        self.kept_size = self.stock_size
        self.kept_suit = self.suit
        self.kept_turn = self.turn
        self.kept_drawn = self.drawn
        for place in range(self.size):
            self.kept[place] = self.cards[place]
        for k in range(WORDS * PLAYERS):
            self.kept_hands[k] = self.hands[k]

    def is_where_it_was(self) -> int:
        """Whether the position, right after a flip, is the one that was kept."""
        if self.kept_size != self.stock_size or self.kept_suit != self.suit:
            return 0
        if self.kept_turn != self.turn or self.kept_drawn != self.drawn:
            return 0
        for place in range(self.size):
            if self.kept[place] != self.cards[place]:
                return 0
        for k in range(WORDS * PLAYERS):
            if self.kept_hands[k] != self.hands[k]:
                return 0
        return 1

    def is_like(self, other: Crazy8sTable) -> int:
        """Whether the position is that of another game with the same cards."""
        if self.turn != other.turn or self.suit != other.suit or self.drawn != other.drawn:
            return 0
        if self.stock_size != other.stock_size or self.discard_size != other.discard_size:
            return 0
        for place in range(self.stock_size):
            if self.cards[place] != other.cards[place]:
                return 0
        for place in range(self.discard_size):
            if self.discards[place] != other.discards[place]:
                return 0
        for seat in range(self.seats):
            size = self.look_at(seat)
            if other.look_at(seat) != size:
                return 0
            for k in range(size):
                if self.cards[self.order[k]] != other.cards[other.order[k]]:
                    return 0
        return 1
