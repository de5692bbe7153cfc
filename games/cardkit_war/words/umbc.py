"""The umbc rules in words: each turn with the cards shown, and the tallies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardkit import Alarm, Card, Face, Heading, How, Line, Result, Win, result_lines
from cardkit_war.rules import Battlefield
from cardkit_war.words.story import Battle, WarStory

RANKS = dict(
    zip(
        "23456789TJQKA",
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"],
        strict=True,
    )
)
SUITS = {"H": "Hearts", "D": "Diamonds", "C": "Clubs", "S": "Spades"}


class Umbc(WarStory):
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
            yield from result_lines(result, number, "turn", self.names, "card")
        else:
            winners = " and ".join(self.names[seat] for seat in result.winners)
            yield Win(f"Winner: {winners or 'nobody, it is a tie'}")


def in_words(card: Card) -> Face:
    """A card as one speaks of it: `ace of Spades`."""
    return Face(f"{RANKS.get(card.rank, card.rank)} of {SUITS.get(card.suit, card.suit)}", card)
