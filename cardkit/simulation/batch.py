"""A batch of games: what they have in common, and game number k, which depends on the batch's seed and k alone."""

from __future__ import annotations

import operator
import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, partial
from typing import Any, Self

from cardkit.core.cards import Card, Seat
from cardkit.core.chance.generators import generator
from cardkit.core.chance.streams import stream_number
from cardkit.core.errors import CannotStart, GameFault, shown
from cardkit.core.game import NO_SEATS_YET, Game
from cardkit.core.state import State
from cardkit.kernels import GENERATORS
from cardkit.plugins.people import Guarded, guarding
from cardkit.plugins.registry import load_player, made_player
from cardkit.plugins.setup import AnyPlayer, NotAskable, Setup, how_many_orders, name_of, piles_at, player_chance
from cardkit.simulation.bulk import MOST, Orders
from cardkit.simulation.summary import ENDLESS, LENGTH, SEAT, Bounds, Histogram, Rows, Summary
from cardkit.table.match import Match
from cardkit.table.turns import Player, is_steady

WORDS = {"aces": "A", "kings": "K", "queens": "Q", "jacks": "J"} | {
    word: str(rank)
    for rank, word in enumerate(("twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines"), start=2)
}
"""Ranks in the plural; tens have two notations."""
RELATIONS: dict[str, Callable[[float, float], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "==": operator.eq,
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}


class NotExact(CannotStart):
    """All deals of a game were to be counted, and more than the deal is left to chance, or they are too many."""

    game: str
    reason: str


@dataclass(frozen=True)
class Figure:
    """How many cards of a kind lie in a place when the cards are dealt."""

    text: str
    kind: str
    place: str

    def refuse_strange(self, state: State) -> None:
        """Raises NotAskable where a table has no such place, or no such card."""
        piles_at(state, self.place, self.text)
        if not any(is_one_of(card, self.kind) for pile in state.piles() for card in pile):
            raise NotAskable(self.text, f"no card is one of the {self.kind}; say aces, hearts, 8s, QS, or cards")

    def of(self, state: State) -> int:
        """The figure of a deal."""
        return sum(is_one_of(card, self.kind) for pile in piles_at(state, self.place, self.text) for card in pile)


@dataclass(frozen=True)
class Count:
    """What a game counts until it ends: its rounds or turns, the score of a seat, or a figure of its state."""

    text: str
    column: str | Seat
    """The column of the rows that has it, or the seat whose score it is."""

    def of(self, rows: Rows) -> list[float | None]:
        """The number of each game; None where it didn't end."""
        if isinstance(self.column, int):
            scores = map(float, rows.scores_of(self.column))
            numbers: Sequence[float] = [int(score) if score.is_integer() else score for score in scores]
        else:
            numbers = rows[self.column].tolist()
        ends = rows["end"].tolist()
        if max(ends, default=0) < ENDLESS:
            return [*numbers]
        return [number if end < ENDLESS else None for number, end in zip(numbers, ends, strict=True)]

    def seen(self, summary: Summary) -> Histogram:
        """The numbers of all games that ended."""
        if isinstance(self.column, int):
            return summary.all_scores()[self.column]
        if self.column == LENGTH:
            return summary.lengths
        if self.column in summary.figures:
            return summary.figures[self.column]
        wins = summary.seat_wins[int(self.column.removeprefix(SEAT))]
        return Histogram({1: wins, 0: summary.finished - wins})


Asked = Figure | Count


def asked_of(text: str, counts: Mapping[str, Count]) -> Asked:
    """The figure that a text asks for, as `aces of seat 0`, or one of those that a game counts; raises NotAskable."""
    words = " ".join(text.split())
    if words in counts:
        return counts[words]
    kind, of, place = (part.strip() for part in words.partition(" of "))
    if not (kind and of and place):
        known = ", ".join(counts)
        said = "say which cards and where, as aces of seat 0, hearts of stock, cards of seat 1"
        raise NotAskable(text, f"{said}, or what the game counts: {known}")
    return Figure(text, kind, place)


@dataclass(frozen=True)
class Condition:
    """What a deal or a game has to be like: a figure, a relation and a number."""

    text: str
    figure: Asked
    relation: str
    number: float

    @classmethod
    def read(cls, text: str, counts: Mapping[str, Count]) -> Condition:
        """The condition that a text is, as `aces of seat 0 >= 3` or `rounds > 1,000`; raises NotAskable."""
        figure, relation, *rest = (*map(str.strip, re.split(f"({'|'.join(RELATIONS)})", text, maxsplit=1)), "")
        if not (figure and relation):
            raise NotAskable(text, "say a figure, one of = != < > <= >=, and a number, as aces of seat 0 = 4")
        number = rest[0]
        if not re.fullmatch(r"-?\d{1,3}((,\d{3})*|\d{1,12})(\.\d{1,9})?(e\d{1,2})?", number.replace("_", "")):
            raise NotAskable(text, f"{shown(number)} is no number, such as 500, 1,000 or 2.5")
        return cls(text, asked_of(figure, counts), relation, float(number.replace(",", "")))

    @classmethod
    def every(cls, texts: Iterable[str], counts: Mapping[str, Count]) -> Iterator[Condition]:
        """The conditions that texts are, each of one or of several with `and` between; raises NotAskable."""
        for text in texts:
            for one in re.split(r"\s+and\s+", text):
                yield cls.read(one.strip(), counts)

    def holds(self, number: float | None) -> bool:
        """Whether the figure is like that; never where a game has none."""
        return number is not None and RELATIONS[self.relation](number, self.number)


def is_one_of(card: Card, kind: str) -> bool:
    """Whether a card is of a kind: a rank or a suit in the plural or in its notation, a card, or any of the cards."""
    word = kind.lower()
    ranks = ("T", "10") if word == "tens" else (WORDS.get(word, ""),)
    suits = (card.suit.lower(), f"{card.suit.lower()}s")
    is_suit = word in suits or (len(card.suit) == 1 and word == _SUITS.get(card.suit))
    return word == "cards" or is_suit or card.rank in ranks or kind in (card.rank, f"{card.rank}s", card.text)


_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


class Dealing:
    """How the cards of a batch's games are dealt, where it hangs on their places alone what goes where."""

    def __init__(self, setup: Setup) -> None:
        """Raises CannotStart or ValueError where it isn't known how the cards of each game are shuffled."""
        self._setup, self._pile = setup, setup.pile
        deal = setup.given_deal
        if setup.every_deal or setup.shuffle or len(self._pile) > MOST or not deal.is_whole:
            raise ValueError("no shuffle, or one by hand, or of a part of the cards")
        given = array("q", deal.wishes())
        generator, stream = 0, stream_number("deck")
        if not given and not setup.is_shuffled:
            generator = GENERATORS.index(setup.rng)
            stream = 0 if generator else stream_number("deal")
        streams, master = array("Q", [stream, stream_number("given")]), (setup.seed or 0) % 2**64
        first: Any = setup.lying(0) if given or setup.is_shuffled else setup.match(0).outcomes[0]
        for picks in (0, 1):
            kind = array("q", [generator, picks])
            self.orders: Callable[[], Orders] = partial(Orders, len(self._pile), master, kind, streams, given)
            """What lays the cards, for each thread by itself."""
            if [self._pile[place] for place in self.orders().order(0)] == list(first):
                return
        raise ValueError("the rules shuffle in a way of their own")

    def count(self, figure: Figure, games: array[int]) -> list[int]:
        """The figure of the deal of each of these games."""
        places = array("q", sorted(self._setup.given_deal.places(figure.place, figure.text)))
        worth = array("q", [is_one_of(card, figure.kind) for card in self._pile])
        counts = array("q", bytes(8 * len(games)))
        if places:
            self.orders().count(games, worth, places, counts)
        return counts.tolist()

    def deals(self, first: int, games: int, numbers: Sequence[int]) -> array[int]:
        """The decks of so many games from this one on, each with its top card first, of cards with these numbers."""
        deals = array("q", bytes(8 * games * len(self._pile)))
        self.orders().deals(first, array("q", numbers), deals)
        return deals


MOST_DEALS = 1_000_000
"""So many deals are played at most where all are asked for."""


@dataclass(frozen=True, kw_only=True)
class Batch:
    """Games that differ in nothing but their numbers."""

    setup: Setup
    where: tuple[Condition, ...] = ()
    """What a deal has to be like for its game to be played, and a game for being counted."""
    by: Asked | None = None
    """The figure of a deal or a game by which the games are told apart."""
    against: tuple[Asked, ...] = ()
    """Two figures that are held against each other."""

    @property
    def game(self) -> Game[Any, Any]:
        """The game with its options."""
        return self.setup.game

    @property
    def seed(self) -> int:
        """The seed that all games follow from."""
        return self.setup.seed or 0

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.setup.sitting)

    def having(self, **parts: Any) -> Self:
        """The games with these parts of their setup."""
        return replace(self, setup=self.setup.having(**parts))

    @cached_property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats that win and lose together."""
        return tuple(map(tuple, self.game.teams(self.seats)))

    @property
    def score_bounds(self) -> Bounds:
        """The least and the greatest score that a seat can have."""
        return self.game.score_bounds(self.seats)

    @cached_property
    def figures(self) -> tuple[str, ...]:
        """What the game counts beside rounds or turns: the uncounted fields of its state that are whole numbers, and in
        which games each part in it was on the winning side.
        """
        return (*self._counters, *(f"{role.replace(' ', '_')}_wins" for role in self.roles))

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """The parts in the game that seats may have, by their names."""
        return tuple(self.game.roles(self.match(0).state))

    def roles_of(self, state: Any) -> Mapping[str, Sequence[Seat]]:
        """Who has which part at this table; raises GameFault where the names are others than at the first one."""
        found = self.game.roles(state)
        if tuple(found) != self.roles:
            names, first = (", ".join(some) or "nobody" for some in (found, self.roles))
            raise GameFault(self.game.name, f"roles names {names}, and {first} at the first table: {NO_SEATS_YET}")
        return found

    @cached_property
    def _counters(self) -> tuple[str, ...]:
        state = self.match(0).state
        return tuple(
            field.name
            for field in fields(state)
            if not field.compare and field.name != "count" and type(getattr(state, field.name)) is int
        )

    def figures_of(self, state: Any, winners: Sequence[Seat]) -> tuple[int, ...]:
        """The figures of a game that has ended at this table, won by these seats."""
        return (
            *[getattr(state, name) for name in self._counters],
            *[int(any(seat in winners for seat in seats)) for seats in self.roles_of(state).values()],
        )

    @cached_property
    def all_deals(self) -> int:
        """How many deals of the deck there are, each as likely as the others.

        Raises NotExact where they are too many, or where more than the order of the deck is left to chance.
        """
        number = how_many_orders(self.setup.cards)
        if not self.setup.is_shuffled or not all(map(is_steady, self.seated(0))):
            raise NotExact(self.game.name, "all deals are for rules that don't shuffle, and players without chance")
        if number > MOST_DEALS:
            reason = f"this deck can be dealt in {number:,} ways, and at most {MOST_DEALS:,} are played"
            raise NotExact(self.game.name, f"{reason}; leave cards out, or play some by -n")
        return number

    def seed_of(self, number: int) -> int:
        """The seed of a game, by which its cards are dealt and its players have their chance."""
        return self.setup.seed_of(number)

    def match(self, number: int) -> Match[Any, Any]:
        """The game of that number, ready to be played."""
        return self.setup.match(number)

    @cached_property
    def dealing(self) -> Dealing | None:
        """How the cards are dealt, where the game's kernel knows that it hangs on their places alone."""
        make: Any = self.setup.plugin.kernel
        if make is None or not make().deals_by_place(self):
            return None
        try:
            return Dealing(self.setup)
        except (CannotStart, ValueError):
            return None

    def fitting(self, numbers: range) -> Sequence[int]:
        """The numbers of the deals that are as they have to be."""
        found: Sequence[int] = numbers
        for one in self.where:
            if isinstance(one.figure, Figure):
                counts = self.counts_of_deals(one.figure, array("q", found))
                found = [number for number, count in zip(found, counts, strict=True) if one.holds(count)]
        return found

    def counts_of_deals(self, figure: Figure, games: array[int]) -> list[int]:
        """The figure of the deal of each of these games."""
        if self.dealing is not None:
            return self.dealing.count(figure, games)
        return [figure.of(self.match(number).state) for number in games]

    def figures_of_games(self, asked: Asked, rows: Rows) -> Sequence[float | None]:
        """The figure of the deal or of the game in each row; None where the game didn't end."""
        return asked.of(rows) if isinstance(asked, Count) else self.counts_of_deals(asked, array("q", rows["game"]))

    @property
    def asks_how_games_go(self) -> bool:
        """Whether a condition, or what games are told apart by, is known only when a game is over."""
        return any(isinstance(one, Count) for one in (self.by, *(one.figure for one in self.where)))

    @property
    def counts(self) -> dict[str, Count]:
        """What games count, by the words that ask for it; who wins is counted as 1."""
        columns: dict[str, str | Seat] = {f"{self.game.counts}s": LENGTH}
        columns |= {name.replace("_", " "): name for name in self.figures}
        columns |= {f"score of seat {seat}": seat for seat in range(self.seats)}
        columns |= {f"seat {seat} wins": f"{SEAT}{seat}" for seat in range(self.seats)}
        return {text: Count(text, column) for text, column in columns.items()}

    def seated(self, number: int) -> list[Player[Any, Any]]:
        """The players of the game of that number."""
        return [self._player(player, number, seat) for seat, player in enumerate(self.setup.sitting)]

    def _player(self, player: AnyPlayer, number: int, seat: Seat) -> Player[Any, Any]:
        chance = player_chance(self.seed_of(number), seat)
        if isinstance(player, str):
            return load_player(player, self.setup.plugin, chance)
        return made_player(name_of(player), player, chance)

    def guarded(self, number: int) -> list[Guarded]:
        """The same players, whose errors are told as their faults."""
        return [self.player(player, number, seat) for seat, player in enumerate(self.setup.sitting)]

    def player(self, player: AnyPlayer, number: int, seat: Seat) -> Guarded:
        """Somebody at a seat in the game of that number, whose errors are told as faults."""
        return Guarded(self._player(player, number, seat), seat, name_of(player))


def batch_of(setup: Setup, *, where: Sequence[str] = (), by: str | None = None, against: Sequence[str] = ()) -> Batch:
    """The games of a setup; raises the error that the first of them would, before any is played."""
    game = setup.game
    if "human" in setup.sitting:
        raise CannotStart(game.name, "a person can't sit in a batch of games: a seat is ai, random or another player")
    generator(setup.rng, 0)
    batch = Batch(setup=setup)
    with guarding(game.name):
        state, counts = batch.match(0).state, batch.counts
    conditions = tuple(Condition.every(where, counts))
    held = tuple(asked_of(text, counts) for text in against)
    batch = Batch(setup=setup, where=conditions, by=None if by is None else asked_of(by, counts), against=held)
    for figure in (batch.by, *held, *(condition.figure for condition in conditions)):
        if isinstance(figure, Figure):
            figure.refuse_strange(state)
    batch.seated(0)
    return batch


def empty_of(batch: Batch) -> Summary:
    """The summary of no games of a batch."""
    whole = batch.setup.every_deal
    return Summary.empty(batch.seats, batch.figures, batch.sides, batch.score_bounds, whole=whole)


def summary_of(batch: Batch, rows: Rows) -> Summary:
    """The summary of these games of a batch."""
    return Summary.of(rows, batch.sides, batch.score_bounds)
