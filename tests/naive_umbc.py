"""The War of one pass once more, as plainly as it can be written: an array of text, and Java's numbers."""

from __future__ import annotations

from dataclasses import dataclass

from cardkit.core.chance.generators import Java

RANKS = "23456789TJQKA"


@dataclass(frozen=True)
class Tallies:
    """What is told at the end: turns, wars, the cards and the wars each player won, the cards that nobody won."""

    turns: int
    wars: int
    cards: tuple[int, int]
    wars_won: tuple[int, int]
    undecided: int

    @property
    def winner(self) -> int | None:
        """The player with more cards; None is a tie."""
        first, second = self.cards
        return None if first == second else int(second > first)


def shuffled(seed: int) -> list[str]:
    """The deck after the shuffle; the highest index is the top."""
    from_the_top = [rank + suit for suit in "SHDC" for rank in "KQJT98765432A"]
    deck = from_the_top[::-1]
    numbers = Java(seed)
    for last in range(51, 0, -1):
        chosen = numbers.below(last + 1)
        deck[chosen], deck[last] = deck[last], deck[chosen]
    return deck


def piles(seed: int) -> tuple[list[str], list[str]]:
    """The piles of both players, the top first: each dealt card went on top."""
    dealt = shuffled(seed)[::-1]
    return dealt[0::2][::-1], dealt[1::2][::-1]


def play(seed: int) -> Tallies:
    """Turn both piles over, once."""
    first, second = piles(seed)
    turns = wars = at_stake = wars_at_stake = place = 0
    cards, wars_won = [0, 0], [0, 0]
    while place < 26:
        turns += 1
        mine, other = RANKS.index(first[place][0]), RANKS.index(second[place][0])
        place += 1
        at_stake += 2
        if mine == other:
            wars += 1
            wars_at_stake += 1
            face_down = min(3, 26 - place)
            place += face_down
            at_stake += 2 * face_down
            continue
        winner = int(other > mine)
        cards[winner] += at_stake
        wars_won[winner] += wars_at_stake
        at_stake = wars_at_stake = 0
    return Tallies(turns, wars, (cards[0], cards[1]), (wars_won[0], wars_won[1]), at_stake)
