"""Many games of Crazy 8s side by side, one in each lane at a time, which are played by numbers of actions.

Each lane is a row of each array. Cards are told by their places among the different cards of the deck. A row of `piles`
has the draw pile from its left end, its top last, and the discards from its right end, their top last; a row of `hands`
says for each seat how often it has each card. Plain Python, which is compiled with the types of kernel_lanes.pxd.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

try:
    import cython
except ImportError:
    from cardkit.kernels import uncompiled as cython  # type: ignore[no-redef]

if not cython.compiled:
    from cardkit.kernels import beside, cells, constants, counts, doubles, floats, small

    if TYPE_CHECKING:
        from cardkit_crazy8s.fast.kernel import ONE, UNTIL_PLAYABLE, WILD, Crazy8sNumbers
    else:
        kernel = beside(__file__, "kernel")
        Crazy8sNumbers = kernel.Crazy8sNumbers
        ONE, UNTIL_PLAYABLE, WILD = kernel.ONE, kernel.UNTIL_PLAYABLE, kernel.WILD

    # The compiler has these from the file of types.
    STOCK, DISCARDS, TURN, RANK, SUIT, DRAWN_CARDS, STUCK, OVER, ANSWERS, FLIPS, LEGAL, HANDS = constants(
        __file__, "Fact"
    )


class NumberedLanes(Crazy8sNumbers):  # pyright: ignore[reportPossiblyUnboundVariable]
    """The games, what the seats see and may do in them, the chance of each, and what they were worth."""

    def hold(self, actions: list[array[int]], layout: list[array[int]], rows: list[array[int]]) -> None:
        """Work on these arrays from now on.

        Of the actions: the card that each plays, by its place, and the suit that it names, -1 being none; the number of
        each card's play, and of each card's play with each suit. Of the layout: where each part of what is seen begins,
        how much is seen, and the numbers of drawing and passing; where the backs of the other seats stand, the column
        of each suit, the number of each card as the kernel has it, and the card of each such number. Of the lanes: what
        is seen, the mask, the piles, the hands, the facts, and the legal actions.
        """
        self.arrays = [*actions, *layout, *rows]
        self.card_of, self.suit_of = cells(actions[0]), cells(actions[1])
        self.plain, self.named_as = cells(actions[2]), cells(actions[3])
        starts = layout[0]
        self.at_stock, self.at_discards, self.at_top, self.at_bottom = starts[0], starts[1], starts[2], starts[3]
        self.at_own, self.at_turn, self.at_seat = starts[4], starts[5], starts[6]
        self.at_drawn, self.at_stuck, self.width = starts[7], starts[8], starts[9]
        self.drawing_number, self.passing_number = starts[10], starts[11]
        self.at_others, self.column_of, self.code_of = cells(layout[1]), cells(layout[2]), cells(layout[3])
        self.kind_of = cells(layout[4])
        self.kinds, self.numbers = len(layout[3]), len(actions[0])
        self.masks, self.rows = small(rows[1]), counts(rows[2])
        self.held, self.facts = small(rows[3]), cells(rows[4])
        self.legal = counts(rows[5])
        self.fields = HANDS + self.seats

    def look(self, lane: int, seen: array[float]) -> None:
        """Write what the seat whose turn it is in a lane sees into its row."""
        first, last = lane * self.width, (lane + 1) * self.size - 1
        for k in range(self.width):
            seen[first + k] = 0
        for k in range(self.facts[lane * self.fields + DISCARDS]):
            seen[first + self.at_discards + self.rows[last - k]] += 1
        seen[first + self.at_bottom + self.rows[last]] = 1
        seen[first + self.at_turn] = 1
        self.look_again(lane, seen)

    def look_away(self, lane: int, seen: array[float]) -> None:
        """Take out of a lane's row what is written into another place after the next action."""
        first, facts, last = lane * self.width, lane * self.fields, (lane + 1) * self.size - 1
        seen[first + self.at_top + self.rows[last - self.facts[facts + DISCARDS] + 1]] = 0
        seen[first + self.at_seat + self.facts[facts + TURN]] = 0
        seen[first + self.column_of[self.facts[facts + SUIT]]] = 0

    def look_again(self, lane: int, seen: array[float]) -> None:
        """Write what an action may have changed, but for the discards under the top one."""
        first, facts, last = lane * self.width, lane * self.fields, (lane + 1) * self.size - 1
        seat = self.facts[facts + TURN]
        seen[first + self.at_stock] = self.facts[facts + STOCK]
        seen[first + self.at_top + self.rows[last - self.facts[facts + DISCARDS] + 1]] = 1
        own = (lane * self.seats + seat) * self.kinds
        for kind in range(self.kinds):
            seen[first + self.at_own + kind] = self.held[own + kind]
        for offset in range(1, self.seats):
            other = seat + offset if seat + offset < self.seats else seat + offset - self.seats
            seen[first + self.at_others[offset]] = self.facts[facts + HANDS + other]
        seen[first + self.at_seat + seat] = 1
        seen[first + self.column_of[self.facts[facts + SUIT]]] = 1
        seen[first + self.at_drawn] = self.facts[facts + DRAWN_CARDS]
        seen[first + self.at_stuck] = self.facts[facts + STUCK]

    def mark(self, lane: int) -> None:
        """Write what the seat whose turn it is in a lane may do into the lane's mask; nothing after the end."""
        first, facts = lane * self.numbers, lane * self.fields
        for k in range(self.facts[facts + LEGAL]):
            self.masks[first + self.legal[first + k]] = 0
        self.facts[facts + LEGAL] = 0
        if self.facts[facts + OVER]:
            return
        drawn = self.facts[facts + DRAWN_CARDS]
        playable = self.mark_plays(lane, 1)
        if self.drawing == ONE or not drawn or (self.drawing == UNTIL_PLAYABLE and not playable):
            self.allow(lane, self.drawing_number)
        elif self.drawing != UNTIL_PLAYABLE:
            self.allow(lane, self.drawing_number if self.draws_on(lane) else self.passing_number)

    def allow(self, lane: int, number: int) -> None:
        """Note that the action of a number is legal in a lane."""
        facts, first = lane * self.fields, lane * self.numbers
        self.masks[first + number] = 1
        self.legal[first + self.facts[facts + LEGAL]] = number
        self.facts[facts + LEGAL] += 1

    def mark_plays(self, lane: int, marked: int) -> int:
        """Whether the seat whose turn it is in a lane can play a card; its plays are marked where that is wanted."""
        facts = lane * self.fields
        seat, rank, suit = self.facts[facts + TURN], self.facts[facts + RANK], self.facts[facts + SUIT]
        asks = self.facts[facts + HANDS + seat] > 1 or self.last_asks
        own = (lane * self.seats + seat) * self.kinds
        found = 0
        for kind in range(self.kinds):
            if not self.held[own + kind]:
                continue
            code = self.code_of[kind]
            is_wild = (code >> 8) == WILD
            if not (is_wild or (code & 255) == suit or (code >> 8) == rank):
                continue
            found = 1
            if not marked:
                return found
            if is_wild and asks:
                for named in range(self.suits):
                    self.allow(lane, self.named_as[kind * self.suits + named])
            else:
                self.allow(lane, self.plain[kind])
        return found

    def draws_on(self, lane: int) -> int:
        """Whether a seat that has drawn may draw one card more in a lane, and there is one."""
        facts = lane * self.fields
        has_room = self.drawing == UNTIL_PLAYABLE or self.facts[facts + DRAWN_CARDS] < self.drawing
        return 1 if has_room and (self.facts[facts + STOCK] or self.facts[facts + DISCARDS] > 1) else 0

    def begin_at(
        self, seen: array[float], turns: array[int], seeds: array[int], numbers: array[int], states: array[int]
    ) -> None:
        """Begin in each lane the game with that number, from 0, of that seed; `states` has room for its chance."""
        first = cells(turns)
        self.lane_seeds, self.lane_numbers, self.lane_states = cells(seeds), cells(numbers), cells(states)
        self.chances = [seeds, numbers, states]
        target, lanes = floats(seen), len(numbers)
        with cython.nogil:
            for lane in range(lanes):
                self.begin_lane(lane, target)
                self.mark(lane)
                first[lane] = self.facts[lane * self.fields + TURN]

    def step(self, actions: array[int], most: int, at_once: int, results: list[Any], seen: list[array[float]]) -> None:
        """Play an action in each lane; where a game was over before, begin the next one, or at once where it is now.

        After so many actions at most a game is stopped. The results are the rewards of the seats that acted, those of
        all seats, whether the game was ended, whether it was stopped, and whose turn it is. What is seen at the end is
        written into the second array where the next game begins at once, else into the first one.
        """
        chosen = cells(actions)
        self.values, self.all_values = doubles(results[0]), doubles(results[1])
        self.ended, self.stopped, turns = small(results[2]), small(results[3]), cells(results[4])
        target, last, lanes = floats(seen[0]), floats(seen[1]), len(actions)
        with cython.nogil:
            for lane in range(lanes):
                facts = lane * self.fields
                self.values[lane] = 0
                for seat in range(self.seats):
                    self.all_values[lane * self.seats + seat] = 0
                self.ended[lane] = self.stopped[lane] = 0
                if self.facts[facts + OVER]:
                    self.begin_next(lane, target)
                else:
                    self.look_away(lane, target)
                    self.answer(lane, chosen[lane], most, target)
                    self.look_again(lane, target)
                if at_once and self.facts[facts + OVER]:
                    self.look(lane, last)
                    turns[lanes + lane] = self.facts[facts + TURN]
                    self.begin_next(lane, target)
                self.mark(lane)
                turns[lane] = self.facts[facts + TURN]

    def any_actions(self, actions: array[int], states: array[int]) -> None:
        """Choose a legal action in each lane, each as likely as the others, by the chance of the lane's state."""
        chosen, chances, lanes = cells(actions), cells(states), len(actions)
        with cython.nogil:
            self.kind = 0
            for lane in range(lanes):
                self.state = chances[lane]
                legal = self.facts[lane * self.fields + LEGAL]
                chosen[lane] = self.legal[lane * self.numbers + self.draw_seeded(legal)] if legal else 0
                chances[lane] = self.state

    def piles_of(self, lane: int) -> list[list[int]]:
        """The draw pile, the discards and the hands of a lane, by the places of the cards; hands are sorted."""
        facts, row = lane * self.fields, lane * self.size
        stock = [self.rows[row + k] for k in range(self.facts[facts + STOCK])]
        discards = [self.rows[row + self.size - 1 - k] for k in range(self.facts[facts + DISCARDS])]
        hands = [
            [
                kind
                for kind in range(self.kinds)
                for _ in range(self.held[(lane * self.seats + seat) * self.kinds + kind])
            ]
            for seat in range(self.seats)
        ]
        return [stock, discards, *hands]

    def begin_next(self, lane: int, seen: array[float]) -> None:
        """Begin the next game of a lane's seed."""
        self.lane_numbers[lane] += 1
        self.begin_lane(lane, seen)

    def begin_lane(self, lane: int, seen: array[float]) -> None:
        """Deal the cards of a lane's game, and write what is seen."""
        self.deal(self.mix(self.lane_seeds[lane], self.lane_numbers[lane]))
        self.settle_next(self.known)
        self.lane_states[lane] = self.state
        facts, row, own = lane * self.fields, lane * self.size, lane * self.seats * self.kinds
        legal = self.facts[facts + LEGAL]
        for k in range(self.fields):
            self.facts[facts + k] = 0
        self.facts[facts + LEGAL] = legal
        self.facts[facts + STOCK], self.facts[facts + DISCARDS] = self.stock_size, 1
        self.facts[facts + RANK], self.facts[facts + SUIT] = self.rank, self.suit
        for k in range(self.stock_size):
            self.rows[row + k] = self.kind_of[self.cards[k]]
        self.rows[row + self.size - 1] = self.kind_of[self.discards[0]]
        for k in range(self.seats * self.kinds):
            self.held[own + k] = 0
        for seat in range(self.seats):
            size = self.look_at(seat)
            self.facts[facts + HANDS + seat] = size
            for k in range(size):
                self.held[own + seat * self.kinds + self.kind_of[self.cards[self.order[k]]]] += 1
        self.look(lane, seen)

    def answer(self, lane: int, number: int, most: int, seen: array[float]) -> None:
        """Play the action of that number in a lane; one that isn't legal ends the game, and is worth -1."""
        facts = lane * self.fields
        seat = self.facts[facts + TURN]
        if not self.masks[lane * self.numbers + number]:
            self.facts[facts + OVER] = self.ended[lane] = 1
            self.values[lane] = self.all_values[lane * self.seats + seat] = -1
            return
        self.facts[facts + ANSWERS] += 1
        if number == self.passing_number:
            self.pass_on(lane)
        elif number == self.drawing_number:
            self.take_card(lane, seat, seen)
        else:
            self.play_card(lane, seat, self.card_of[number], self.suit_of[number])
            seen[lane * self.width + self.at_discards + self.card_of[number]] += 1
        if not self.facts[facts + OVER] and self.facts[facts + ANSWERS] >= most:
            self.facts[facts + OVER] = self.stopped[lane] = 1

    def play_card(self, lane: int, seat: int, kind: int, named: int) -> None:
        """Let a seat play a card, and name a suit, or none where it is -1."""
        facts, code = lane * self.fields, self.code_of[kind]
        self.held[(lane * self.seats + seat) * self.kinds + kind] -= 1
        self.rows[(lane + 1) * self.size - 1 - self.facts[facts + DISCARDS]] = kind
        self.facts[facts + DISCARDS] += 1
        self.facts[facts + RANK], self.facts[facts + SUIT] = code >> 8, code & 255 if named < 0 else named
        self.facts[facts + HANDS + seat] -= 1
        if not self.facts[facts + HANDS + seat]:
            self.facts[facts + OVER] = self.ended[lane] = 1
            for other in range(self.seats):
                self.all_values[lane * self.seats + other] = -1.0 / (self.seats - 1) if other != seat else 1
            self.values[lane] = 1
        self.pass_on(lane)

    def take_card(self, lane: int, seat: int, seen: array[float]) -> None:
        """Let a seat draw a card; where there is none the game is over."""
        facts = lane * self.fields
        if not self.facts[facts + STOCK]:
            if not self.turn_over(lane):
                self.facts[facts + STUCK] = self.facts[facts + OVER] = self.ended[lane] = 1
                return
            self.look(lane, seen)
            self.look_away(lane, seen)
        self.facts[facts + STOCK] -= 1
        kind = self.rows[lane * self.size + self.facts[facts + STOCK]]
        self.held[(lane * self.seats + seat) * self.kinds + kind] += 1
        self.facts[facts + HANDS + seat] += 1
        self.facts[facts + DRAWN_CARDS] += 1
        if self.drawing == ONE or not (self.draws_on(lane) or self.mark_plays(lane, 0)):
            self.pass_on(lane)

    def pass_on(self, lane: int) -> None:
        """Let the next seat have its turn."""
        facts = lane * self.fields
        self.facts[facts + DRAWN_CARDS] = 0
        self.facts[facts + TURN] += 1
        if self.facts[facts + TURN] == self.seats:
            self.facts[facts + TURN] = 0

    def turn_over(self, lane: int) -> int:
        """Make the discards but the top one a lane's draw pile, the oldest on top; 0 where there are none."""
        facts, row, last = lane * self.fields, lane * self.size, (lane + 1) * self.size - 1
        size = self.facts[facts + DISCARDS] - 1
        if not size:
            return 0
        top = self.rows[last - size]
        for place in range(size):
            self.spare[place] = self.rows[last - size + 1 + place]
        self.facts[facts + FLIPS] += 1
        if self.reshuffles:
            self.kind, self.state = self.generator, self.lane_states[lane]
            if self.is_shuffled and self.facts[facts + FLIPS] == 1:
                self.seed = self.mix(self.lane_seeds[lane], self.lane_numbers[lane])
                self.begin_dealing()
            self.settle(self.spare, size, 0)
            self.lane_states[lane] = self.state
        for place in range(size):
            self.rows[row + place] = self.spare[place]
        self.rows[last] = top
        self.facts[facts + DISCARDS], self.facts[facts + STOCK] = 1, size
        return 1
