"""War in words: a narrator for each rule set, their questions, and the person who turns a card by pressing Enter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, partial
from itertools import chain, zip_longest

from cardkit import (
    BACK,
    Alarm,
    Card,
    CardkitError,
    Face,
    Heading,
    How,
    Human,
    Line,
    Result,
    Row,
    Win,
    counted,
    result_lines,
)
from cardkit_war.battlefield import Battlefield, Turn
from cardkit_war.story import Battle, Story

RANKS = dict(
    zip(
        "23456789TJQKA",
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"],
        strict=True,
    )
)
SUITS = {"H": "Hearts", "D": "Diamonds", "C": "Clubs", "S": "Spades"}
SYMBOLS = {"H": "♥", "D": "♦", "C": "♣", "S": "♠"}

LETTERS = "ABCDEFGHIJ"
"""What the players are called by umassd."""


class Rhodes(Story):
    """Every round with its number, both decks before and after it, and what happens in between."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(names)
        self._count = -1
        self._lines: list[Row] = []
        """The decks as they lay after so many rounds: shown at the end of one and at the beginning of the next."""
        self._heads = [Line(name, "'s deck: [") for name in names]
        self._plays = [cache(partial(plays, name)) for name in names]
        """What is said of a player's card, kept for as long as the game lasts: there are few, and each comes often."""
        self._wins = [Win(f"{name} wins") for name in names]

    def begin(self, number: int, table: Battlefield) -> Iterable[str]:
        return [Heading(f"Round {number}"), *self._decks(table)]

    def tell(self, battle: Battle, table: Battlefield) -> Iterable[str]:
        lines: list[str] = []
        down: Sequence[Sequence[Card]] = [()] * len(self.names)
        for showdown in battle.showdowns:
            for seat, cards in enumerate(showdown.up):
                if cards and down[seat]:
                    laid = Line(face_down(down[seat]), " and ", written(cards[0]), " face up")
                    lines.append(plays(self.names[seat], laid))
                elif cards:
                    lines.append(self._plays[seat](cards[0]))
                elif down[seat]:
                    lines.append(plays(self.names[seat], face_down(down[seat])))
            down = showdown.down
            if showdown.war:
                lines.append(Alarm("WAR"))
        if battle.out:
            for name, hidden in zip(self.names, down, strict=True):
                if hidden:
                    lines.append(plays(name, face_down(hidden)))
            lines += [Line(self.names[seat], " is out of cards") for seat in battle.out]
        if battle.winner is not None:
            lines += [self._wins[battle.winner], *self._decks(table)]
        lines.append("")
        return lines

    def end(self, result: Result, number: int, table: Battlefield) -> Iterable[str]:
        if result.how is How.DRAW and any(table.up):
            players = "both" if table.seats == 2 else "all"
            return [f"The game is a draw: {players} players ran out of cards in round {number}."]
        return result_lines(result, number, "round", self.names)

    def _decks(self, table: Battlefield) -> list[Row]:
        if self._count != table.count:
            self._count = table.count
            decks = zip(self._heads, table.decks, strict=True)
            self._lines = [Row(deck.cards[::-1], " ", head, "]", in_letters=True) for head, deck in decks]
        return self._lines


@cache
def written(card: Card) -> Face:
    """A card in the letters that the document has, on screens too."""
    return Face(card.text, card)


def plays(name: str, what: Card | Line) -> Line:
    """What a player plays as a line."""
    return Line(name, " plays ", what if isinstance(what, Line) else written(what))


def face_down(cards: Sequence[Card]) -> Line:
    """Cards laid face down, by name where they are known."""
    return Line(counted(len(cards), "card") if BACK in cards else Row(cards, in_letters=True), " face down")


class Umbc(Story):
    """Each turn with the cards shown and what they win, and the tallies at the end, as far as the turns were seen."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(names)
        self._turns = 0
        self._undecided = 0
        self._wars_won = [0] * len(names)

    def begin(self, number: int, table: Battlefield) -> Iterable[str]:
        if number > 1:
            yield ""
        yield Heading(f"Turn {number}")

    def tell(self, battle: Battle, table: Battlefield) -> Iterable[str]:
        self._turns += 1
        for showdown in battle.showdowns:
            for name, cards in zip(self.names, showdown.up, strict=True):
                yield from (Line(name, " shows ", in_words(card)) for card in cards)
            if showdown.war:
                self._undecided += 1
                yield Alarm("WAR!!")
        if battle.winner is not None:
            self._wars_won[battle.winner] += self._undecided
            self._undecided = 0
            yield Line(self.names[battle.winner], f" wins {battle.taken} cards")

    def end(self, result: Result, number: int, table: Battlefield) -> Iterable[str]:
        if self._turns:
            yield ""
        yield "Game Over!!"
        yield f"There were {table.wars} wars"
        left = sum(map(len, (*table.up, *table.down)))
        if left:
            yield f"The last war was not decided: {left} cards were won by nobody"
        for seat, name in enumerate(self.names):
            cards = len(table.won[seat]) + len(table.decks[seat])
            wars = f" and {self._wars_won[seat]} war(s)" if self._turns == number else ""
            yield Line(name, f" won {cards} cards{wars}")
        if result.how in (How.ENDLESS, How.CUT_OFF):
            yield from result_lines(result, number, "turn", self.names)
        else:
            winners = " and ".join(self.names[seat] for seat in result.winners)
            yield Win(f"Winner: {winners or 'nobody, it is a tie'}")


def in_words(card: Card) -> Face:
    """A card as one speaks of it: `ace of Spades`."""
    return Face(f"{RANKS.get(card.rank, card.rank)} of {SUITS.get(card.suit, card.suit)}", card)


class Umassd(Story):
    """One line a battle: how many cards the two have, the cards they play, and who wins or what a war costs."""

    def begin(self, number: int, table: Battlefield) -> Iterable[str]:
        yield from ()

    def tell(self, battle: Battle, table: Battlefield) -> Iterable[str]:
        for showdown in battle.showdowns:
            sizes = ",".join(f"{LETTERS[seat]}:{size:2}" for seat, size in enumerate(showdown.sizes))
            shown = Line(sizes, " ", *side_by_side([cards[0] if cards else None for cards in showdown.up], "-"), " ")
            if not showdown.war:
                yield Line(shown, f"{LETTERS[battle.winner or 0]} Wins")
                continue
            hidden = [Line(*side_by_side(cards, ",")) for cards in zip_longest(*showdown.down)]
            yield Line(shown, Alarm("!!WAR!!"), *([" [", Row(hidden, "; "), "]"] if hidden else []))

    def end(self, result: Result, number: int, table: Battlefield) -> Iterable[str]:
        if result.cycle is not None:
            cycle = result.cycle
            yield f"[** battle {cycle.again} would begin as battle {cycle.first} did **]"
            yield f"This is Lamb Chop mode, the game goes on for ever in a cycle of {cycle.length} battles"
            return
        if result.how is How.CUT_OFF:
            yield from result_lines(result, number, "battle", self.names)
            return
        out = [LETTERS[seat] for seat in range(table.seats) if not table.held(seat)]
        if out:
            yield f"[** {' and '.join(out)} out of cards **]"
        if result.winners:
            yield "We have a winner"
            yield Win(f"Congratulations Player {LETTERS[result.winners[0]]}")
        else:
            yield "We have a draw"


def side_by_side(cards: Sequence[Card | None], between: str) -> list[str]:
    """A card of each player who has one, with the symbols of their suits: `A:7♥-B:K♠`."""
    laid = [[between, f"{LETTERS[seat]}:", symbol(card)] for seat, card in enumerate(cards) if card is not None]
    return list(chain.from_iterable(laid))[1:]


def symbol(card: Card) -> Face:
    """A card with the symbol of its suit."""
    return Face(card.rank + SYMBOLS.get(card.suit, card.suit), card)


class EnterToTurn(Human):
    """A person who turns over a card by pressing Enter."""

    def show(self, view: Battlefield) -> Iterable[str]:
        return ()

    def question(self, view: Battlefield, legal: Sequence[Turn]) -> Iterable[str]:
        yield Line(self.names[self.seat], ", press Enter to turn over your card.")

    def explain(self, error: CardkitError, asked: Sequence[str]) -> Iterable[str]:
        return asked
