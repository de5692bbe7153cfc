"""Many games of Crazy 8s side by side that are played by numbers of actions, one in each lane at a time.

Plain Python, which is compiled with the types of kernel_lanes.pxd.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

try:
    import cython
except ImportError:
    from cardkit.core.chance import uncompiled as cython  # type: ignore[no-redef]

if not cython.compiled:
    from cardkit.core.chance.uncompiled import beside, cells, doubles, floats, small

    if TYPE_CHECKING:
        from cardkit_crazy8s.kernel_seen import Crazy8sSeen
    else:
        Crazy8sSeen = beside(__file__, "kernel_seen").Crazy8sSeen

    # The compiler has these from kernel_table.pxd and kernel_seen.pxd, as constants.
    ONE = 0
    STOCK, DISCARDS, TURN, RANK, SUIT, DRAWN_CARDS, STUCK, OVER, ANSWERS, FLIPS, LEGAL, HANDS = range(12)


class Crazy8sLanes(Crazy8sSeen):  # pyright: ignore[reportPossiblyUnboundVariable]
    """The games, the chance of each, and what they were worth."""

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
