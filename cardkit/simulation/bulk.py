"""What is done with whole numbers of very many games at once: shuffling, counting, choosing; compiled where that was
possible when cardkit was installed.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from cardkit.core.chance import uncompiled as cython  # type: ignore[no-redef]

if not cython.compiled:
    from cardkit.core.chance.streams import Seeded
    from cardkit.core.chance.uncompiled import Chance, cells

    def drawn(stream: Seeded, n: int) -> int:
        """What the stream gives."""
        return stream.below(n)


if TYPE_CHECKING:
    Mask = memoryview[int]

MOST = 1024
"""So many cards can lie in an order."""
ENDLESS = 3


class Orders(Chance):  # pyright: ignore[reportPossiblyUnboundVariable]
    """The orders in which chance lays a deck in the games of a batch, by the places of the cards before, the top last.

    `given` says which of the cards lie where, for one wish after the other: whether on top, how many cards, how many
    places, then these cards and these places.
    """

    def __init__(self, size: int, master: int, kind: array[int], streams: array[int], given: array[int]) -> None:
        """The kind is the generator's number, and whether cards are picked; the streams are of the order and the given.

        A stream of 0 is that of the seed itself.
        """
        self.size, self.master, self.wishes = size, master, len(given)
        self.generator, self.picks = kind[0], kind[1]
        self.stream, self.given_stream = streams[0], streams[1]
        if not cython.compiled:
            self.cards, self.left, self.fixed, self.free, self.is_given = ([0] * MOST for _ in range(5))
            self.given = [0] * (4 * MOST)
        for place in range(self.wishes):
            self.given[place] = given[place]

    def lay(self, number: int, end: int) -> None:
        """Lay the cards of the game of that number, at least in the places from `end` on."""
        seed = self.mix(self.master, number)
        for place in range(self.size):
            self.cards[place] = place
        self.begin(self.generator, self.mix(seed, self.stream) if self.stream else seed)
        if self.picks:
            self.pick(self.cards, self.left, self.size)
        else:
            self.settle(self.cards, self.size, 0 if self.wishes else end)
        if self.wishes:
            self.begin(0, self.mix(seed, self.given_stream))
            self.put_given()

    def put_given(self) -> None:
        """Put the given cards into their places, and the others into all others in their order."""
        for place in range(self.size):
            self.fixed[place] = self.size
            self.is_given[place] = 0
        at = 0
        while at < self.wishes:
            cards, places = self.given[at + 1], self.given[at + 2]
            free = 0
            for k in range(places):
                place = self.given[at + 3 + cards + k]
                if self.fixed[place] == self.size:
                    self.free[free] = place
                    free += 1
            if not self.given[at]:
                self.settle(self.free, free, 0)
            for k in range(cards):
                self.fixed[self.free[k]] = self.given[at + 3 + k]
                self.is_given[self.given[at + 3 + k]] = 1
            at += 3 + cards + places
        free = 0
        for place in range(self.size):
            if not self.is_given[self.cards[place]]:
                self.left[free] = self.cards[place]
                free += 1
        free = 0
        for place in range(self.size):
            if self.fixed[place] < self.size:
                self.cards[place] = self.fixed[place]
            else:
                self.cards[place] = self.left[free]
                free += 1

    def order(self, number: int) -> list[int]:
        """The order of the game of that number."""
        self.lay(number, 0)
        return [self.cards[place] for place in range(self.size)]

    def deals(self, first: int, numbers: array[int], deals: array[int]) -> None:
        """Fill the array with the orders of the games from this one on, each with its top card first.

        A card is told by its number among these.
        """
        names, dealt = cells(numbers), cells(deals)
        games = len(deals) // self.size
        with cython.nogil:
            for game in range(games):
                self.lay(first + game, 0)
                for place in range(self.size):
                    dealt[(game + 1) * self.size - 1 - place] = names[self.cards[place]]

    def count(self, games: array[int], worth: array[int], places: array[int], counts: array[int]) -> None:
        """Put down what the cards in these places, in rising order, are worth together in each of these games."""
        numbers, worths, lie, found = cells(games), cells(worth), cells(places), cells(counts)
        many, size = len(places), len(games)
        with cython.nogil:
            for game in range(size):
                self.lay(numbers[game], lie[0])
                total = 0
                for k in range(many):
                    total += worths[self.cards[lie[k]]]
                found[game] = total


def highest(numbers: array[int], width: int, column: int) -> int:
    """The highest number in a column, at least 0."""
    rows, count = cells(numbers), len(numbers) // width
    most = 0
    with cython.nogil:
        for row in range(count):
            most = max(most, rows[row * width + column])
    return most


def tally(numbers: array[int], width: int, column: int, end: int, counts: array[int]) -> None:
    """Add to `counts` how often each number stands in a column, leaving out rows of games that did not end.

    These have 3, endless, or more in the column `end`; where that is -1, nothing is left out. The highest number has a
    place in `counts`.
    """
    rows, count, seen = cells(numbers), len(numbers) // width, cells(counts)
    with cython.nogil:
        for row in range(count):
            if end < 0 or rows[row * width + end] < ENDLESS:
                seen[rows[row * width + column]] += 1


def gathered(numbers: array[int], width: int, rows: array[int], found: array[int]) -> None:
    """Fill the array with these rows of a table of this width."""
    given, wanted, taken = cells(numbers), cells(rows), cells(found)
    size = len(rows)
    with cython.nogil:
        for row in range(size):
            for column in range(width):
                taken[row * width + column] = given[wanted[row] * width + column]


def place_of(number: int, masks: Mask, first: int) -> int:
    """The place of a 1 from a place on, before which there are so many others."""
    while number or not masks[first]:
        number -= masks[first]
        first += 1
    return first


def choose(masks: Mask, chances: array[int], actions: array[int]) -> None:
    """Put an action into each place, as `Seeded` draws it of those with a 1 in its row of the mask; 0 where none is.

    `chances` has the states of the streams, which go on.
    """
    stream, lanes = Seeded(0), len(actions)
    size = len(masks) // lanes
    for lane in range(lanes):
        first, most = lane * size, 0
        for place in range(first, first + size):
            most += masks[place]
        actions[lane] = 0
        if most:
            stream.state = chances[lane]
            actions[lane] = place_of(drawn(stream, most), masks, first) - first
            chances[lane] = stream.state
