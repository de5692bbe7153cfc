"""War in words: the story of a battle, which all rule sets share, and a narrator for each of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import chain, zip_longest

from cardkit import (
    BACK,
    Acted,
    Alarm,
    Begun,
    Card,
    CardkitError,
    Ended,
    Event,
    Face,
    Heading,
    How,
    Human,
    Line,
    Moved,
    Name,
    Result,
    Row,
    Seat,
    TurnBegun,
    Wide,
    Win,
    counted,
    cut,
    padded,
    result_lines,
    width,
)
from cardkit_war.rules import MOST_PLAYERS, Battlefield, RanOut, Turn, WarBegun

_PLACES = {f"{place} {seat}": place for place in ("up", "down", "decks", "won") for seat in range(MOST_PLAYERS)}
"""What kind of pile has a name."""


@dataclass
class Showdown:
    """A card face up from each player in it, and after a tie the cards they lay face down for the war."""

    sizes: tuple[int, ...]
    """How many cards the players had before it."""
    up: list[list[Card]]
    down: list[list[Card]]
    war: bool = False


@dataclass
class Battle:
    """What happened between two turns: one showdown or more, and who won what."""

    showdowns: list[Showdown]
    out: tuple[Seat, ...] = ()
    winner: Seat | None = None
    taken: int = 0


class WarStory:
    """A narrator of War: gathers the events of each battle and tells it when it is over."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self._sizes = [0] * len(names)
        self._battle: Battle | None = None
        """What happened in the battle that is not told yet."""

    def __call__(self, event: Event, table: Battlefield) -> Iterable[str]:
        battle = self._battle
        if isinstance(event, Moved):
            if battle is not None:
                self._moved(battle, event)
            return ()
        match event:
            case TurnBegun(number=number):
                return [*self._finish(table), *self.begin(number, table)]
            case Acted():
                self._battle = Battle([])
            case WarBegun() if battle is not None:
                battle.showdowns[-1].war = True
            case RanOut(seats) if battle is not None:
                battle.out += seats
            case Begun():
                self._sizes = [len(deck) + len(won) for deck, won in zip(table.decks, table.won, strict=True)]
            case Ended(result, number):
                return [*self._finish(table), *self.end(result, number, table)]
            case _:
                pass
        return ()

    def _finish(self, table: Battlefield) -> Iterable[str]:
        """What is said of the battle that is over, if there was one."""
        battle, self._battle = self._battle, None
        return () if battle is None else self.tell(battle, table)

    def _moved(self, battle: Battle, event: Moved) -> None:
        place, seat, cards = _PLACES.get(event.target), event.owner or 0, event.cards
        if place in ("up", "down"):
            showdowns = battle.showdowns
            if not showdowns or (place == "up" and showdowns[-1].war):
                showdowns.append(Showdown(tuple(self._sizes), [[] for _ in self._sizes], [[] for _ in self._sizes]))
            (showdowns[-1].up if place == "up" else showdowns[-1].down)[seat] += cards
            self._sizes[seat] -= len(cards)
        elif place is not None and _PLACES.get(event.source) != "won":
            battle.winner = seat
            battle.taken += len(cards)
            self._sizes[seat] += len(cards)

    @abstractmethod
    def begin(self, number: int, table: Battlefield) -> Iterable[str]:
        """What is said before a turn."""

    @abstractmethod
    def tell(self, battle: Battle, table: Battlefield) -> Iterable[str]:
        """What is said of a turn when it is over."""

    @abstractmethod
    def end(self, result: Result, number: int, table: Battlefield) -> Iterable[str]:
        """What is said when the game is over."""


class EnterToTurn(Human):
    """A person who turns over a card by pressing Enter."""

    def show(self, view: Battlefield) -> Iterable[str]:
        return ()

    def question(self, view: Battlefield, legal: Sequence[Turn]) -> Iterable[str]:
        yield Line(self.names[self.seat], ", press Enter to turn over your card.")

    def explain(self, error: CardkitError, asked: Sequence[str]) -> Iterable[str]:
        return asked


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


SYMBOLS = {"H": "♥", "D": "♦", "C": "♣", "S": "♠"}

LETTERS = "ABCDEFGHIJ"
"""What the players are called by umassd."""


class Umassd(WarStory):
    """One line a battle: how many cards the two have, the cards they play, and who wins or what a war costs."""

    def begin(self, number: int, table: Battlefield) -> Iterable[str]:
        yield from ()

    def tell(self, battle: Battle, table: Battlefield) -> Iterable[str]:
        for showdown in battle.showdowns:
            sizes = ",".join(f"{LETTERS[seat]}:{size:2}" for seat, size in enumerate(showdown.sizes))
            shown = Line(sizes, " ", *with_symbols([cards[0] if cards else None for cards in showdown.up], "-"), " ")
            if not showdown.war:
                yield Line(shown, f"{LETTERS[battle.winner or 0]} Wins")
                continue
            hidden = [Line(*with_symbols(cards, ",")) for cards in zip_longest(*showdown.down)]
            yield Line(shown, Alarm("!!WAR!!"), *([" [", Row(hidden, "; "), "]"] if hidden else []))

    def end(self, result: Result, number: int, table: Battlefield) -> Iterable[str]:
        if result.cycle is not None:
            cycle = result.cycle
            yield f"[** battle {cycle.again} would begin as battle {cycle.first} did **]"
            yield f"This is Lamb Chop mode, the game goes on for ever in a cycle of {cycle.length} battles"
            return
        if result.how is How.CUT_OFF:
            yield from result_lines(result, number, "battle", self.names, "card")
            return
        out = [LETTERS[seat] for seat in range(table.seats) if not table.held(seat)]
        if out:
            yield f"[** {' and '.join(out)} out of cards **]"
        if result.winners:
            yield "We have a winner"
            yield Win(f"Congratulations Player {LETTERS[result.winners[0]]}")
        else:
            yield "We have a draw"


def with_symbols(cards: Sequence[Card | None], between: str) -> list[str]:
    """A card of each player who has one, with the symbols of their suits: `A:7♥-B:K♠`."""
    laid = [[between, f"{LETTERS[seat]}:", symbol(card)] for seat, card in enumerate(cards) if card is not None]
    return list(chain.from_iterable(laid))[1:]


def symbol(card: Card) -> Face:
    """A card with the symbol of its suit."""
    return Face(card.rank + SYMBOLS.get(card.suit, card.suit), card)


HALF = 39
"""The columns that each player's cards have: half of 80, with a gap."""
ACROSS = 5
"""How many cards lie side by side in them."""


@cache
def card_art(card: Card | None) -> tuple[str, ...]:
    """The five lines of a card of seven columns; None is a card face down."""
    if card is None:
        return (".-----.", *["|#####|"] * 3, "'-----'")
    rank = "10" if card.rank == "T" else card.rank
    lines = [".-----.", f"|{padded(rank, 5)}|", f"|  {card.suit}  |", f"|{padded(rank, 5, right=True)}|", "'-----'"]
    return tuple(Face(line, card) for line in lines)


def rows_of_art(cards: Sequence[Card | None]) -> list[str]:
    """Cards side by side, in as many rows as they need."""
    rows: list[str] = []
    for start in range(0, len(cards), ACROSS):
        art = [card_art(card) for card in cards[start : start + ACROSS]]
        rows += art[0] if len(art) == 1 else [Line(*parts) for parts in zip(*art, strict=True)]
    return rows


def side_by_side(left: Sequence[str], right: Sequence[str]) -> Iterator[Wide]:
    """Two columns of text, each at most half the width; where that is not there, the second below the first."""
    columns = max(map(width, left), default=0) if not right else HALF + 2 + max(map(width, right))
    instead = [*left, *right]
    for first, second in zip_longest(left, right, fillvalue=""):
        parts = (first, " " * (HALF + 2 - width(first)), second) if second else (first,)
        yield Wide(*parts, width=columns, instead=instead)
        instead = []


def in_pairs(columns: Sequence[Sequence[str]]) -> Iterator[Wide]:
    """Columns of text, two and two side by side."""
    for left, right in zip_longest(columns[::2], columns[1::2], fillvalue=()):
        yield from side_by_side(left, right)


class Jones(WarStory):
    """Each hand with its cards as pictures, and what is left to the players."""

    def begin(self, number: int, table: Battlefield) -> Iterator[str]:
        yield Heading(f"Hand {number}")
        yield from in_pairs([self._standing(table, seat) for seat in range(table.seats)])

    def _standing(self, table: Battlefield, seat: int) -> list[str]:
        hand, won = len(table.decks[seat]), len(table.won[seat])
        return [Name(cut(self.names[seat], HALF).rstrip()), f"{hand} in hand, {won} won"]

    def tell(self, battle: Battle, table: Battlefield) -> Iterator[str]:
        for showdown in battle.showdowns:
            laid = [[*up, *[None] * len(down)] for up, down in zip(showdown.up, showdown.down, strict=True)]
            yield from in_pairs([rows_of_art(cards) for cards in laid])
            if showdown.war:
                yield Alarm("WAR!")
        yield from (Line(self.names[seat], " has no cards left for the war.") for seat in battle.out)
        if battle.winner is not None:
            yield Line(self.names[battle.winner], f" wins {counted(battle.taken, 'card')}.")
        yield ""

    def end(self, result: Result, number: int, table: Battlefield) -> Iterator[str]:
        hands = counted(number, "hand")
        match result.how:
            case How.WON:
                yield Win(f"{self.names[result.winners[0]]} wins the game after {hands}!")
            case How.DRAW:
                yield f"The game is a draw after {hands}."
            case _:
                yield from result_lines(result, number, "hand", self.names, "card")
