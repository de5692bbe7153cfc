"""Crazy 8s in numbers, for millions of games.

A card is `rank * 256 + suit`. A card that was drawn is known by its place in the deck, which is drawn from the last
place down: hands, ranks and suits are sets of places, in words of 64 bits, and a hand's first card has its highest
place. The deck is shuffled only as far as cards are drawn from it, or a little further: a shuffle settles the top card
first, then the one under it. Plain Python, which is compiled with the types of kernel.pxd.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from cardkit.kernels import uncompiled as cython  # type: ignore[no-redef]

if not cython.compiled:
    from cardkit.kernels import Chance, bit, cells, constants, highest, is_set

    # The compiler has these from the file of types.
    CARDS, PLAYERS, WORDS, SUITS, AHEAD, MOST_OPEN = constants(__file__, "Room")
    ONE, UNTIL_PLAYABLE, NEVER, WILD, NOTHING = constants(__file__, "Rules")
    WON, DRAWN, ENDLESS, CUT_OFF, HALTED, UNDECIDED = constants(__file__, "End")

MOST_CARDS = CARDS
MOST_SEATS = PLAYERS


class Crazy8sNumbers(Chance):  # pyright: ignore[reportPossiblyUnboundVariable]
    """The games of a batch, or those of given deals, one at a time."""

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

    def is_like(self, other: Crazy8sNumbers) -> int:
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

    def follow(self, other: Crazy8sNumbers) -> None:
        """Let another twin of the same games be the one that walks behind in the search for a first repeat."""
        self.behind = other

    def play(self, first: int, numbers: array[int], starts: array[int], halt: array[int]) -> None:
        """Play the games from this one on, a row each, unless another thread sets the flag to halt.

        Where some seat is random, `starts` has the seed of each seat's chance, game after game.
        """
        rows, seeds = cells(numbers), cells(starts)
        self.halt = cells(halt)
        width = 7 + self.seats
        games = len(numbers) // width
        with cython.nogil:
            for row in range(games):
                self.deal(self.mix(self.master, first + row))
                self.begin_playing(seeds, self.seats * row)
                self.fight()
                if is_set(self.halt):
                    break
                self.report(first + row, rows, width * row)

    def play_deals(
        self, first: int, deals: array[int], numbers: array[int], starts: array[int], halt: array[int]
    ) -> None:
        """Do the same with the given decks as they lie, each with its top card first."""
        self.is_shuffled = self.behind.is_shuffled = 0
        self.is_told = self.behind.is_told = 1
        cards, rows, seeds = cells(deals), cells(numbers), cells(starts)
        self.halt = cells(halt)
        width = 7 + self.seats
        games = len(numbers) // width
        with cython.nogil:
            for row in range(games):
                for place in range(self.size):
                    self.deck[self.size - 1 - place] = cards[row * self.size + place]
                self.deal(self.mix(self.master, first + row))
                self.begin_playing(seeds, self.seats * row)
                self.fight()
                if is_set(self.halt):
                    break
                self.report(first + row, rows, width * row)

    def remains(self, number: int, starts: array[int], halt: array[int]) -> list[list[int]]:
        """The piles at the end of the game of that number, as the state has them, their tops last."""
        self.halt = cells(halt)
        self.deal(self.mix(self.master, number))
        self.begin_playing(cells(starts), 0)
        self.fight()
        return self.piles()

    def fight(self) -> None:
        """Play to the end, or to the first repeat of an endless game, or until the flag to halt is set."""
        is_simple = self.drawing == ONE and not self.chance and self.words == 1
        while self.end == UNDECIDED:
            if is_simple:
                self.run()
            if self.end == UNDECIDED:
                self.act()
            if self.end == UNDECIDED and self.left_open >= MOST_OPEN:
                self.end = CUT_OFF
        if self.end == ENDLESS:
            self.find_first_repeat()
        if 0 < self.most_turns < self.count + (1 if self.end == ENDLESS else 0) and not is_set(self.halt):
            self.start_over(self, 0)
            while self.count < self.most_turns:
                self.act()
            self.end = CUT_OFF

    def run(self) -> None:
        """Play on, where sets are single words, to the end or to a turn in which the draw pile is empty."""
        rank, suit, seat, count = self.rank, self.suit, self.turn, 0
        stock, discards = self.stock_size, self.discard_size
        of_rank, of_suit, hands = self.of_rank, self.of_suit, self.hands
        hand = hands[seat]
        while hand:
            hand = hands[seat]
            fitting = hand & (of_rank[rank] | of_suit[suit] | of_rank[WILD])
            if fitting:
                place = highest(fitting)
                card = self.cards[place]
                hand ^= bit(place)
                self.discards[discards] = card
                discards += 1
                rank = card >> 8
                suit = card & 255
            elif stock > self.known:
                stock -= 1
                card = self.cards[stock]
                hand |= bit(stock)
                of_rank[card >> 8] |= bit(stock)
                of_suit[card & 255] |= bit(stock)
            elif stock:
                self.settle_next(AHEAD)
                continue
            else:
                break
            hands[seat] = hand
            count += 1
            seat += 1
            if seat == self.seats:
                seat = 0
        if not hand:
            self.end = WON
            self.winner = (seat or self.seats) - 1
        self.rank, self.suit, self.turn = rank, suit, seat
        self.count += count
        self.actions += count
        self.cards_drawn += self.stock_size - stock
        self.stock_size, self.discard_size = stock, discards

    def find_first_repeat(self) -> None:
        """Go to the turn of an endless game that would begin as an earlier one did, for the first time."""
        cycle, since = self.cycle, self.since
        self.behind.start_over(self, since)
        self.start_over(self, since)
        for _ in range(cycle):
            self.take_turn()
        while not self.is_like(self.behind) and not is_set(self.halt):
            self.take_turn()
            self.behind.take_turn()
        self.start_of_cycle = self.behind.count + 1
        self.end = ENDLESS

    def start_over(self, other: Crazy8sNumbers, actions: int) -> None:
        """Play another twin's game from its beginning, to the first turn after so many actions; look for no repeats."""
        for place in range(self.size):
            self.deck[place] = other.deck[place]
        for seat in range(self.seats):
            self.seeds[seat] = self.states[seat] = other.seeds[seat]
        self.halt = other.halt
        self.deal(other.seed)
        self.settle_next(self.known)
        self.searches = 0
        for _ in range(actions):
            self.act()
        if self.drawn:
            self.take_turn()

    def take_turn(self) -> None:
        """Play on to the beginning of the next turn."""
        self.act()
        while self.drawn and self.end == UNDECIDED:
            self.act()


class NumberedPlayouts(Crazy8sNumbers):
    """Games that are played on from any table, by players who draw only where they can't play.

    Two of three times a player takes the first card that isn't wild, or names the suit that it holds most of, as
    `careful` does; else any play.
    """

    def play_out(self, table: array[int], games: int, seed: int, longest: int, wins: array[int]) -> None:
        """Play so many games on from a table, and add to the wins of each seat, and to the games that nobody won.

        The table has the sizes of the draw pile and of the discards, whose turn it is, the suit that counts, how many
        cards were drawn in this turn, and the size of each hand; then the cards of all these piles, their tops last.
        """
        numbers, found, unset = cells(table), cells(wins), array("q", [0])
        self.halt = cells(unset)
        self.searches = 0
        with cython.nogil:
            for game in range(games):
                self.lay(numbers)
                self.begin(0, self.mix(seed, game))
                while self.end == UNDECIDED and self.actions < longest:
                    self.actions += 1
                    self.play_or_draw(self.turn, self.likely(self.turn))
                found[self.winner if self.end == WON else self.seats] += 1

    def lay(self, numbers: array[int]) -> None:
        """Put the cards where the numbers of a table have them."""
        self.clear()
        self.known = self.flips = self.actions = 0
        self.end = UNDECIDED
        self.stock_size, self.discard_size = numbers[0], numbers[1]
        self.turn, self.suit, self.drawn = numbers[2], numbers[3], numbers[4]
        first = 5 + self.seats
        for k in range(self.stock_size):
            self.cards[k] = numbers[first + k]
        first += self.stock_size
        for k in range(self.discard_size):
            self.discards[k] = numbers[first + k]
        first += self.discard_size
        self.rank = self.discards[self.discard_size - 1] >> 8
        place = self.size
        for seat in range(self.seats):
            for word in range(self.words):
                self.hands[word * PLAYERS + seat] = 0
            for k in range(numbers[5 + seat]):
                place -= 1
                self.cards[place] = numbers[first + k]
                self.give(seat, place)
            first += numbers[5 + seat]

    def likely(self, seat: int) -> int:
        """The place of a card that a seat plays, the suit named with it; NOTHING where it draws."""
        return self.careful(seat) if self.draw_seeded(3) else self.any_play(seat)

    def any_play(self, seat: int) -> int:
        """The place of a card by chance, each play as likely as the others; NOTHING where there is none."""
        size = self.look_at(seat)
        plays = self.plays(size, -1)
        if not plays:
            return NOTHING
        self.plays(size, self.draw_seeded(plays))
        return self.found

    def careful(self, seat: int) -> int:
        """The place of the first card that can be played and isn't wild, else of the first wild one."""
        wild = NOTHING
        for word in range(self.words - 1, -1, -1):
            wilds = self.of_rank[word * CARDS + WILD]
            fitting = self.of_rank[word * CARDS + self.rank] | self.of_suit[word * SUITS + self.suit] | wilds
            fitting &= self.hands[word * PLAYERS + seat]
            if fitting & ~wilds:
                place = (word << 6) + highest(fitting & ~wilds)
                self.named = self.cards[place] & 255
                return place
            if fitting and wild == NOTHING:
                wild = (word << 6) + highest(fitting)
        if wild != NOTHING:
            self.named = self.commonest(seat, self.cards[wild] & 255)
        return wild

    def commonest(self, seat: int, own: int) -> int:
        """The suit of which a seat holds most cards that aren't wild, the given one before others."""
        best, most = own, -1
        for way in range(self.suits):
            suit, count = self.suit_named(own, way), 0
            for word in range(self.words):
                held = self.hands[word * PLAYERS + seat] & self.of_suit[word * SUITS + suit]
                held &= ~self.of_rank[word * CARDS + WILD]
                while held:
                    held &= held - 1
                    count += 1
            if count > most:
                best, most = suit, count
        return best
