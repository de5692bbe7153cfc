"""War and Crazy 8s as short programs of their own, as a student would write them, to measure the engine against."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

VALUES = {rank: value for value, rank in enumerate("23456789TJQKA", start=2)}


def value(card: str) -> int:
    """What a card such as `7C` is worth."""
    return VALUES[card[0]]


def play_round(decks: Sequence[deque[str]], face_down: int = 1) -> None:
    """Play a battle, with the wars in it."""
    first, second = [decks[0].popleft()], [decks[1].popleft()]
    loser = None
    while value(first[-1]) == value(second[-1]):
        for _ in range(face_down + 1):
            if not all(decks):
                loser = None if not any(decks) else 0 if not decks[0] else 1
                break
            first.append(decks[0].popleft())
            second.append(decks[1].popleft())
        else:
            continue
        if loser is None:
            return
        break
    if loser == 1 or (loser is None and value(first[-1]) > value(second[-1])):
        decks[0].extend(first + second)
    else:
        decks[1].extend(second + first)


def war(cards: Sequence[str], face_down: int = 1) -> tuple[str, int]:
    """How a game of War by the rhodes rules ends, and after how many rounds; the first card is dealt first."""
    decks = deque(cards[::2]), deque(cards[1::2])
    rounds = 0
    while all(decks):
        rounds += 1
        play_round(decks, face_down)
    return ("first" if decks[0] else "second" if decks[1] else "draw"), rounds


Crazy8sCard = tuple[str, str]
"""A rank and a suit."""


def can_be_played(card: Crazy8sCard, rank: str, suit: str) -> bool:
    """Whether a card may follow this rank and suit."""
    return card[1] == suit or card[0] == rank or card[0] == "8"


def draw_card(stock: list[Crazy8sCard], discards: list[Crazy8sCard], hand: list[Crazy8sCard]) -> bool:
    """Draw a card, flipping the discards where the draw pile is empty; False where there is nothing to draw."""
    if not stock:
        if len(discards) == 1:
            return False
        stock += discards[-2::-1]
        del discards[:-1]
    hand.append(stock.pop())
    return True


def crazy8s(
    deck: Sequence[Crazy8sCard], seats: int, hand_size: int, below: Callable[[int], int] | None = None
) -> tuple[int, int]:
    """The winner of a game of Crazy 8s (-1 for a draw) and the number of turns; the first card is on top.

    Each seat plays its first legal card, or with `below` any legal move by chance.
    """
    stock = list(reversed(deck))
    discards = [stock.pop()]
    hands: list[list[Crazy8sCard]] = [[] for _ in range(seats)]
    for _ in range(hand_size):
        for hand in hands:
            draw_card(stock, discards, hand)
    suits = list(dict.fromkeys(suit for _, suit in deck))
    rank, suit = discards[0]
    turns = seat = 0
    while True:
        turns += 1
        hand = hands[seat]
        moves: list[tuple[Crazy8sCard, str]] = []
        for card in hand:
            if can_be_played(card, rank, suit):
                named = [card[1], *suits] if card[0] == "8" and below is not None else [card[1]]
                moves += [(card, name) for name in dict.fromkeys(named)]
                if below is None:
                    break
        chosen = 0 if below is None else below(len(moves) + 1)
        if chosen < len(moves):
            (rank, printed), suit = moves[chosen]
            hand.remove((rank, printed))
            discards.append((rank, printed))
            if not hand:
                return seat, turns
        elif not draw_card(stock, discards, hand):
            return -1, turns
        seat = (seat + 1) % seats
