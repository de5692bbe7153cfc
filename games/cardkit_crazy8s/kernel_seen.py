"""Many tables of Crazy 8s side by side, and what the seat whose turn it is sees at each and may do there, as numbers.

Each table is a lane: a row of each array. Cards are told by their places among the different cards of the deck. A row
of `piles` has the draw pile from its left end, its top last, and the discards from its right end, their top last; a row
of `hands` says for each seat how often it has each card. Plain Python, compiled with the types of kernel_seen.pxd.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from cardkit.core.chance import uncompiled as cython  # type: ignore[no-redef]

if not cython.compiled:
    from cardkit.core.chance.uncompiled import beside, cells, counts, small

    if TYPE_CHECKING:
        from cardkit_crazy8s.kernel_turns import Crazy8sTurns
    else:
        Crazy8sTurns = beside(__file__, "kernel_turns").Crazy8sTurns

    # The compiler has these from kernel_table.pxd and kernel_seen.pxd, as constants.
    ONE, UNTIL_PLAYABLE, WILD = 0, -1, 0
    STOCK, DISCARDS, TURN, RANK, SUIT, DRAWN_CARDS, STUCK, OVER, ANSWERS, FLIPS, LEGAL, HANDS = range(12)


class Crazy8sSeen(Crazy8sTurns):  # pyright: ignore[reportPossiblyUnboundVariable]
    """The lanes, and where their numbers stand."""

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
