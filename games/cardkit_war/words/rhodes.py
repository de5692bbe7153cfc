"""The rhodes rules in words: every round with its number, and both decks before and after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, partial

from cardkit import BACK, Alarm, Card, Face, Heading, How, Line, Result, Row, Win, counted, result_lines
from cardkit_war.rules import Battlefield
from cardkit_war.words.story import Battle, WarStory


class Rhodes(WarStory):
    """Every round with its number, both decks before and after it, and what happens in between."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(names)
        self._count = -1
        self._lines: list[Row] = []
        """The decks as they lay after so many rounds: shown at the end of one and at the beginning of the next."""
        self._heads = [Line(name, "'s deck: [") for name in names]
        self._plays = [partial(plays, name) for name in names]
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
        return result_lines(result, number, "round", self.names, "card")

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


@lru_cache(1000)
def plays(name: str, what: Card | Line) -> Line:
    """What a player plays as a line, kept for a while: there are few, and each comes often."""
    return Line(name, " plays ", what if isinstance(what, Line) else written(what))


def face_down(cards: Sequence[Card]) -> Line:
    """Cards laid face down, by name where they are known."""
    return Line(counted(len(cards), "card") if BACK in cards else Row(cards, in_letters=True), " face down")
