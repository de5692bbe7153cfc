"""Rounds of betting between two: who holds what is hidden, and all that is done is seen.

What is done is decided from what everybody knows. Some hands that either seat may hold are put in the order of how well
they would do if nobody bet, and are taken together in classes. All lines of betting up to the next cards are played
once for those who would win then and once for those who would lose, and the rest is worked out from that: in each pass
every class of hands changes what it does towards what it regrets not to have done (CFR+: Tammelin, arXiv 1407.5042),
against all that the other may hold. So what somebody did says what they hold, who bets bluffs as often as is right, and
a good hand isn't given up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod
from operator import add, mul
from statistics import fmean
from typing import Any, cast

from cardkit.bots.outlook import Gain, Outlook, Tally, reach_of
from cardkit.bots.rollout import Rollout, less_likely, parts
from cardkit.bots.solution import as_shares
from cardkit.bots.tuning import acquainted, fitted, found_if_any
from cardkit.bots.worlds import unseen_in
from cardkit.core.actions import FORMS
from cardkit.core.cards import Card, Seat, Sight
from cardkit.core.chance.generators import Rng, Seeded, shuffle
from cardkit.core.events import Acted, Event
from cardkit.core.state import State
from cardkit.table.match import Match
from cardkit.table.turns import Seating

HANDS = 96
"""So many hands stand for all that a seat may hold."""
CLASSES = 8
_SIZES, _FEW_SIZES = (4, 3, 1), (3, 1)
"""Of how many actions of a form is thought, by how many actions lie before; of none further on."""
_LITTLE = 100
"""Where fewer games are tried it is thought of few."""
_OFTEN = 80
"""In so many games each hand is looked at once at the beginning of a round."""
_PRIOR = 8.0
"""So many games that came out as its class does are counted with those of the seat's own hand."""
_DOUBT = 0.1
"""So often at least may be done what is never right, by who loses least by that."""
_SHARP = 3.0
"""By how much more seldom, where more is lost."""
_SELDOM = 0.04
"""What would be done more seldom isn't done."""
_MOST = 10
"""So many actions are thought of at once at most."""
_GAMES_A_PASS, _LEAST, _MOST_PASSES = 2, 12, 300
"""For each so many games that are tried all lines are gone through once; at least and at most so often."""
_NOTHING = 1e-9
_ROUGHLY = 0.02
"""By so much what comes of a line may be otherwise than it should, as odd chips are."""
_GIVEN_UP = 60
"""After so many actions a line of betting is none."""
_TRIED = 8
"""At so many tables of trial games is looked whether a game is one of betting."""

Hand = tuple[Card, ...]
Likely = Mapping[Hand, float]
"""How likely each hand is."""
Reach = Sequence[float]
"""How likely each class of hands is."""


class NoBetting(Exception):
    """A game, or a table, in which more is decided than how much is bet on hidden hands."""


@dataclass(slots=True)
class BettingLine:
    """A line of betting up to here: who acts now, and what may be done."""

    seat: Seat
    actions: Sequence[Any]
    after: list[BettingLine | LineEnd] = field(default_factory=list["BettingLine | LineEnd"])
    regrets: list[list[float]] = field(default_factory=list[list[float]])
    """For each class of hands, of each action."""
    now: list[list[float]] = field(default_factory=list[list[float]])
    """How often each class takes each action."""
    played: list[list[float]] = field(default_factory=list[list[float]])
    worths: list[list[float]] = field(default_factory=list[list[float]])
    """What came of each action for each class in the last pass."""

    def begin(self, classes: int) -> None:
        """Nothing is regretted yet."""
        size = len(self.actions)
        self.regrets, self.played, self.worths = ([[0.0] * size for _ in range(classes)] for _ in range(3))
        self.now = [[1 / size] * size for _ in range(classes)]

    def taken(self, place: int) -> list[float]:
        """How often each class does what lies at a place; a little also what it never does, sooner if it loses less."""
        lost = [max(row) - row[place] for row in self.worths[:CLASSES]]
        least = min(lost)
        usual = fmean(lost) - least or 1.0
        return [
            max(row[place], _DOUBT * less_likely(_SHARP * (loss - least) / usual))
            for row, loss in zip(self.now, lost, strict=False)
        ]

    def nearest(self, action: Any) -> int | None:
        """The place of the action that is most like another one; None where none of its class is there."""
        alike = [place for place, one in enumerate(self.actions) if type(one) is type(action)]
        return min(alike, key=lambda place: _apart(self.actions[place], action), default=None)


@dataclass(frozen=True, slots=True)
class LineEnd:
    """Where a line of betting ends: what the first seat gets there, and how much more who would win if nobody bet."""

    even: float
    more: float


def _apart(one: Any, other: Any) -> int:
    """How far the numbers of two actions are apart."""
    fields, others = cast(dict[str, Any], vars(one)), cast(dict[str, Any], vars(other))
    return sum([abs(value - others[name]) for name, value in fields.items() if type(value) is int])


class HiddenHands:
    """A table as everybody sees it, at which the hidden hands can be laid."""

    def __init__(self, seating: Seating, view: State, eyes: Seat) -> None:
        """Raises NoBetting where more is hidden than hands and what lies face down for all."""
        self._game, self._view = seating.game, view
        piles = list(view.piles())
        self.number: dict[Seat, int] = {}
        self.sizes: dict[int, int] = {}
        """How many cards lie in each pile that not everybody sees."""
        for number, pile in enumerate(piles):
            if pile.sight is Sight.EVERYBODY or not pile.cards:
                continue
            if pile.sight is Sight.OWNER and pile.owner is not None:
                if pile.owner in self.number:
                    raise NoBetting
                self.number[pile.owner] = number
            elif pile.sight is not Sight.NOBODY:
                raise NoBetting
            self.sizes[number] = len(pile.cards)
        if set(self.number) != {0, 1} or view.fields_marked("private") or any(pile.marks for pile in piles):
            raise NoBetting
        own = piles[self.number[eyes]].cards
        self.own: Hand = tuple(own)
        self.hidden = [*unseen_in(view, eyes, Counter(seating.deck)), *own]
        self.size = self.sizes[self.number[0]]
        if self.size != self.sizes[self.number[1]]:
            raise NoBetting
        self.is_bare = len(self.hidden) == len(seating.deck)
        """Whether no card lies open."""

    def hand(self, chance: Rng) -> Hand:
        """A hand that somebody may hold."""
        cards = list(self.hidden)
        shuffle(cards, chance)
        return tuple(cards[: self.size])

    def game(self, hands: Sequence[Hand], chance: Rng) -> Rollout:
        """The game as it goes on with these hands."""
        left = Counter(self.hidden)
        left.subtract([*hands[0], *hands[1]])
        rest = list(left.elements())
        shuffle(rest, chance)
        state = self._view.clone()
        piles = list(state.piles())
        for number, size in self.sizes.items():
            if number == self.number[0]:
                piles[number].cards = list(hands[0])
            elif number == self.number[1]:
                piles[number].cards = list(hands[1])
            else:
                piles[number].cards, rest = rest[:size], rest[size:]
        return Rollout(self._game, state, chance)


def _go_on(rollout: Rollout, place: int) -> Rollout:
    """Play on with the action at a place among those that are legal, or with the first one."""
    for _ in range(_GIVEN_UP):
        if rollout.is_over:
            return rollout
        legal = parts(rollout.legal)
        part = legal[place if place < len(legal) else 0]
        rollout.carry_out(part[0] if type(part) in FORMS else part)
    raise NoBetting


def _of_form(form: Any, number: int) -> Iterator[Any]:
    """So many actions of a form, not two: the last, the first, and such between them as are as many times as large."""
    size, times = len(form), 1
    while number > 1 and prod([times + 1] * (number - 1)) <= size:
        times += 1
    places = {prod([times] * one) - 1 for one in range(number - 1)} | {size - 1}
    for place in sorted(places):
        yield form[place]


def _told(game: Rollout) -> Sequence[Any]:
    """What is legal, as something to compare."""
    return [(len(part), part[0], part[-1]) if type(part) in FORMS else part for part in parts(game.legal)]


def _lying(state: State) -> Sequence[int]:
    return [len(pile.cards) for pile in state.piles()]


class Betting:
    """What is to be known of a game of betting before it is played; raises NoBetting where it isn't one."""

    def __init__(self, seating: Seating) -> None:
        if seating.seats != 2 or len(seating.game.teams(2)) != 2:
            raise NoBetting
        self._seating = seating
        self.easy = -1
        """The place of the action that bets nothing among those that are legal."""
        chance, looked = Seeded(11), 0
        match = Match(seating.game, list(seating.deck), seats=2, rng=chance)
        table = self.table(match.view(0), 0)
        if not match.state.round or not table.is_bare:
            raise NoBetting
        self.rewards = acquainted(seating).rewards
        self._find_easy(table)
        while looked < _TRIED and not match.is_over:
            seat = match.to_act[0]
            if len(match.to_act) != 1:
                raise NoBetting
            if len(match.legal) > 1:
                looked += 1
                self.lines(self.table(match.view(seat), seat), chance, spare=2)
            legal = match.legal_of(seat)
            match.play(legal[chance.below(len(legal))] if chance.below(3) else legal[0], seat)
        self.hands = [table.hand(chance) for _ in range(HANDS)]
        self.strong = Strengths(self, table, self.hands, HANDS * _OFTEN // 2, chance)

    def table(self, view: State, eyes: Seat) -> HiddenHands:
        """A table as everybody sees it, of what one seat sees."""
        return HiddenHands(self._seating, view, eyes)

    def _find_easy(self, table: HiddenHands) -> None:
        """Find the actions by which hands come to be compared; raises NoBetting where there are none."""
        for place in range(3):
            ends = set[float]()
            for number in range(8):
                chance = Seeded(number)
                hands = self.apart(table, table.hand(chance), chance)
                self.easy = place
                ends.add(self.gained(_go_on(table.game(hands, chance), place)))
            if len(ends) > 1:
                return
        raise NoBetting

    def apart(self, table: HiddenHands, hand: Hand, chance: Rng) -> tuple[Hand, Hand]:
        """This hand, and one for the other seat."""
        left = Counter(table.hidden)
        left.subtract(hand)
        rest = list(left.elements())
        shuffle(rest, chance)
        return hand, tuple(rest[: table.size])

    def gained(self, rollout: Rollout) -> float:
        """What the first seat gets, and the other one loses; raises NoBetting where it loses more or less."""
        one, two = self.rewards.gained(rollout, 0), self.rewards.gained(rollout, 1)
        if rollout.dealer.ended is None or abs(one + two) > _NOTHING:
            raise NoBetting
        return -one if self.rewards.low_is_good else one

    def outcome(self, table: HiddenHands, hands: Sequence[Hand], seed: int) -> float:
        """1 where the first seat would win if nobody bet, -1 where the other one would, 0 for a draw."""
        gain = self.gained(_go_on(table.game(hands, Seeded(seed)), self.easy))
        return (gain > _NOTHING) - (gain < -_NOTHING)

    def lines(
        self,
        table: HiddenHands,
        chance: Rng,
        *,
        also: Sequence[Any] = (),
        sizes: Sequence[int] = _SIZES,
        spare: int = 0,
    ) -> BettingLine | LineEnd:
        """All lines of betting at a table up to the next cards; raises NoBetting where they hang on what is hidden.

        So many more hands are looked at as are spare, whether what comes of a line is what it should be.
        """
        one: tuple[float, Rollout] | None = None
        other, more = one, list[tuple[float, Rollout]]()
        for _ in range(_GIVEN_UP):
            hands, seed = self.apart(table, table.hand(chance), chance), chance.below(2**32)
            outcome = self.outcome(table, hands, seed)
            game = outcome, table.game(hands, Seeded(seed))
            if outcome > 0 and one is None:
                one = game
            elif outcome < 0 and other is None:
                other = game
            elif len(more) < spare:
                more.append(game)
            if one and other and len(more) == spare:
                return self._line([one, other, *more], _lying(one[1].state), sizes, also)
        raise NoBetting

    def _line(
        self, games: Sequence[tuple[float, Rollout]], lying: Sequence[int], sizes: Sequence[int], also: Sequence[Any]
    ) -> BettingLine | LineEnd:
        first = games[0][1]
        if first.is_over or _lying(first.state) != lying:
            return self._end(games)
        legal = parts(first.legal)
        if first.is_together or any(_told(game) != _told(first) for _, game in games[1:]):
            raise NoBetting
        actions = list[Any]()
        for part in legal:
            if type(part) not in FORMS:
                actions.append(part)
            elif sizes:
                actions += _of_form(part, sizes[0])
        actions += [action for action in also if action not in actions]
        if len(actions) > _MOST:
            raise NoBetting
        line = BettingLine(first.seat, actions)
        for action in actions:
            after = [(outcome, game.once_more()) for outcome, game in games]
            for _, game in after:
                game.carry_out(action)
            line.after.append(self._line(after, lying, sizes[1:], ()))
        return line

    def _end(self, games: Sequence[tuple[float, Rollout]]) -> LineEnd:
        """What comes of a line for the hand that would win and for the one that would lose."""
        gains = [self.gained(_go_on(game, self.easy)) for _, game in games]
        end = LineEnd((gains[0] + gains[1]) / 2, (gains[0] - gains[1]) / 2)
        for (outcome, _), gain in zip(games, gains, strict=True):
            if abs(end.even + outcome * end.more - gain) > _ROUGHLY * (abs(gain) + 1):
                raise NoBetting
        return end


class Strengths:
    """How well each of some hands would do at a table if nobody bet, from -1 to 1."""

    def __init__(self, betting: Betting, table: HiddenHands, hands: Sequence[Hand], games: int, chance: Rng) -> None:
        self.hands = hands
        self._sums, self._tries = [0.0] * len(hands), [0] * len(hands)
        met = list[tuple[int, int, float]]()
        order = list(range(len(hands)))
        for _ in range(-(-2 * games // max(len(hands), 2))):
            shuffle(order, chance)
            for one, other in zip(order[::2], order[1::2], strict=False):
                if not set(hands[one]) & set(hands[other]):
                    outcome = betting.outcome(table, (hands[one], hands[other]), chance.below(2**32))
                    met.append((one, other, outcome))
                    for hand, worth in ((one, outcome), (other, -outcome)):
                        self._sums[hand] += worth
                        self._tries[hand] += 1
        rows = list[Sequence[float]]()
        for one, other, outcome in met:
            apart = self._without(one, outcome) - self._without(other, -outcome)
            rows.append((apart, _sign(apart)))
        self._weights = fitted(rows, [outcome for *_, outcome in met]) if rows else (0.0, 0.0)
        """What two hands come to against each other, by how far they are apart."""

    def _without(self, hand: int, outcome: float) -> float:
        return (self._sums[hand] - outcome) / max(self._tries[hand] - 1, 1)

    def of(self, hand: int) -> float:
        """What a hand comes to on the average."""
        return self._sums[hand] / max(self._tries[hand], 1)

    def expected(self, apart: float) -> float:
        """What a hand comes to against one that is so much worse."""
        worth = self._weights[0] * apart + self._weights[1] * _sign(apart)
        return min(max(worth, -1.0), 1.0)


def _sign(number: float) -> float:
    return (number > _NOTHING) - (number < -_NOTHING)


class Bettor:
    """A seat in a game of betting: what either may hold by what was done in this round, and what it does itself."""

    def __init__(self, seating: Seating) -> None:
        """Raises NoBetting where the game isn't one of betting."""
        self._seating, self._seat = seating, seating.seat
        self._begin()

    @cached_property
    def _betting(self) -> Betting:
        betting = betting_of(self._seating)
        if betting is None:
            raise NoBetting
        return betting

    def __getstate__(self) -> dict[str, Any]:
        """All but what is known of the game, which a copy finds again."""
        return {name: value for name, value in vars(self).items() if name != "_betting"}

    def _begin(self) -> None:
        """A round begins, and nothing is known."""
        self.likely: Sequence[Likely] = [dict.fromkeys(self._betting.hands, 1.0) for _ in (0, 1)]
        """How likely each hand is, for each seat."""
        self._here: BettingLine | LineEnd | None = None
        self._class: Mapping[Hand, int] = {}
        self._before: tuple[State, Any] | None = None
        """What the other did last that no line said, and the table before it."""

    def told(self, events: Sequence[Event], before: State, view: State) -> None:
        """Conclude from what was done what the hands are."""
        for event in events:
            if isinstance(event, Acted):
                self._conclude(event, before)
        if view.round != before.round:
            self._begin()

    def _conclude(self, acted: Acted, before: State) -> None:
        here, self._here = self._here, None
        if not isinstance(here, BettingLine) or here.seat != acted.seat:
            self._before = (before, acted.action) if acted.seat != self._seat else None
            return
        self._before = None
        place = here.nearest(acted.action)
        if place is None:
            return
        self.likely = _weighed(self.likely, acted.seat, self._class, here.taken(place))
        if here.actions[place] == acted.action:
            self._here = here.after[place]

    def choose(self, view: State, gain: Gain, games: int, chance: Rng) -> list[Outlook]:
        """What comes of each action that is thought of, the one first that is done most often.

        Raises NoBetting where more is decided at this table.
        """
        solved, self._here, self.likely = self._thought(view, games, chance)
        self._class, self._before = solved.classes, None
        return solved.outlooks(self._here, gain)

    def weighed(
        self, view: State, gain: Gain, games: int, chances: Sequence[Rng], actions: Sequence[Any]
    ) -> list[Outlook]:
        """The same of some legal actions, whatever it would think of itself, as each of these chances has it."""
        found: dict[Any, list[Outlook]] = {action: [] for action in actions}
        for chance in chances:
            solved, here, _ = self._thought(view, games, chance, actions)
            for one in solved.outlooks(here, gain):
                if one.action in found:
                    found[one.action].append(one)
        return sorted([_taken_together(every) for every in found.values()], key=lambda one: -(one.share or 0.0))

    def _thought(
        self, view: State, games: int, chance: Rng, also: Sequence[Any] = ()
    ) -> tuple[Solved, BettingLine, Sequence[Likely]]:
        """What is done by each class of hands, the line from here on, and how likely each hand is."""
        betting, likely = self._betting, self.likely
        table = betting.table(view, self._seat)
        solved = Solved(betting, table, self._seat, games, chance)
        passes = min(max(games // _GAMES_A_PASS, _LEAST), _MOST_PASSES)
        sizes = _SIZES if games >= _LITTLE else _FEW_SIZES
        here: BettingLine | LineEnd | None = None
        if self._before is not None:
            then, action = betting.table(self._before[0], self._seat), self._before[1]
            root = betting.lines(then, chance, also=[action], sizes=sizes)
            if isinstance(root, BettingLine):
                past = solved if then.hidden == table.hidden else Solved(betting, then, self._seat, games, chance)
                past.solve(root, likely, passes)
                place = root.actions.index(action)
                likely, here = _weighed(likely, 1 - self._seat, past.classes, root.taken(place)), root.after[place]
        if also or not isinstance(here, BettingLine) or here.seat != self._seat:
            here = betting.lines(table, chance, also=also, sizes=sizes)
        if not isinstance(here, BettingLine) or here.seat != self._seat:
            raise NoBetting
        solved.solve(here, likely, passes)
        return solved, here, likely


def _taken_together(every: Sequence[Outlook]) -> Outlook:
    """What comes of an action, and how far off that may be, as it was worked out several times."""
    worths, shares = [one.mean for one in every], [one.share or 0.0 for one in every]
    mean = fmean(worths)
    tally = Tally(1, mean, mean, mean * mean)
    return replace(every[0], tally=tally, share=fmean(shares), within=reach_of(worths), looks=worths)


def _weighed(
    likely: Sequence[Likely], seat: Seat, classes: Mapping[Hand, int], taken: Sequence[float]
) -> Sequence[Likely]:
    """How likely each hand is once a seat has done what is done so often with hands of each class."""
    own = {hand: weight * taken[classes[hand]] for hand, weight in likely[seat].items() if hand in classes}
    return [own if one == seat else weights for one, weights in enumerate(likely)]


class Solved:
    """How hands of each class are played at a table."""

    def __init__(
        self,
        betting: Betting,
        table: HiddenHands,
        seat: Seat,
        games: int,
        chance: Rng,
    ) -> None:
        self._seat = seat
        possible = set(table.hidden) - set(table.own)
        hands = [hand for hand in betting.hands if possible.issuperset(hand)]
        if len(hands) < 2 * CLASSES:
            raise NoBetting
        strengths = betting.strong if table.is_bare else Strengths(betting, table, hands, 2 * games, chance)
        numbers = {hand: number for number, hand in enumerate(strengths.hands)}
        order = sorted(hands, key=lambda hand: strengths.of(numbers[hand]))
        self.classes: Mapping[Hand, int] = {hand: place * CLASSES // len(order) for place, hand in enumerate(order)}
        """The class of each hand, from the worst to the best."""
        worths = [0.0] * CLASSES
        for hand, number in self.classes.items():
            worths[number] += strengths.of(numbers[hand]) * CLASSES / len(order)
        met, sums = [0] * CLASSES, [0.0] * CLASSES
        for game in range(games):
            other = order[game * len(order) // games]
            outcome = betting.outcome(table, (table.own, other), chance.below(2**32))
            met[self.classes[other]] += 1
            sums[self.classes[other]] += outcome
        own = sum(sums) / games
        against = [
            (total + _PRIOR * strengths.expected(own - worth)) / (tries + _PRIOR)
            for total, tries, worth in zip(sums, met, worths, strict=True)
        ]
        classes = [[strengths.expected(one - other) for other in worths] for one in worths]
        self._tables: dict[Seat, list[list[float]]] = {
            seat: [*classes, against],
            1 - seat: [[*row, -worth] for row, worth in zip(classes, against, strict=True)],
        }
        """What each class of a seat, and in the end the own hand, comes to against each of the other's."""

    def solve(self, root: BettingLine, likely: Sequence[Likely], passes: int) -> None:
        """Find how often each class does what on the average, and what comes of it then, if hands are so likely."""
        weights = [[0.0] * CLASSES, [0.0] * CLASSES]
        for hand, number in self.classes.items():
            for seat in (0, 1):
                weights[seat][number] += likely[seat].get(hand, 0.0)
        weights = list(map(as_shares, weights))
        weights[self._seat].append(0.0)
        lines = list(_lines_from(root))
        for line in lines:
            line.begin(len(weights[line.seat]))
        for number in range(1, passes + 1):
            for seat in (0, 1):
                self._pass(root, seat, weights[1 - seat], [1.0] * len(weights[seat]), number)
                for line in lines:
                    if line.seat == seat:
                        line.now = list(map(as_shares, line.regrets))
        for line in lines:
            line.now = list(map(as_shares, line.played))
        for seat in (1 - self._seat, self._seat):
            self._pass(root, seat, weights[1 - seat], [1.0] * len(weights[seat]), 0)

    def _pass(self, line: BettingLine | LineEnd, seat: Seat, others: Reach, own: Reach, number: int) -> list[float]:
        """What a line is worth to each class of a seat, weighed by how likely it is that the other comes here."""
        if isinstance(line, LineEnd):
            sign = 1.0 if seat == 0 else -1.0
            even = sign * line.even * sum(others)
            if not line.more:
                return [even] * len(own)
            return [even + line.more * sum(map(mul, row, others)) for row in self._tables[seat]]
        size = range(len(line.actions))
        if line.seat != seat:
            total = [0.0] * len(own)
            for place in size:
                reach = [share * row[place] for share, row in zip(others, line.now, strict=True)]
                if any(reach):
                    total = list(map(add, total, self._pass(line.after[place], seat, reach, own, number)))
            return total
        every = [
            self._pass(
                line.after[place],
                seat,
                others,
                [share * row[place] for share, row in zip(own, line.now, strict=True)],
                number,
            )
            for place in size
        ]
        total = list[float]()
        for one, now in enumerate(line.now):
            worths = [worth[one] for worth in every]
            total.append(value := sum(map(mul, now, worths)))
            if number:
                line.regrets[one] = [
                    max(old + worth - value, 0.0) for old, worth in zip(line.regrets[one], worths, strict=True)
                ]
                line.played[one] = [
                    old + number * own[one] * share for old, share in zip(line.played[one], now, strict=True)
                ]
            else:
                reached = sum(others)
                line.worths[one] = [worth / reached if reached else 0.0 for worth in worths]
        return total

    def outlooks(self, here: BettingLine, gain: Gain) -> list[Outlook]:
        """What comes of each action for the own hand, the one first that is done most often."""
        sign = -1.0 if gain.low_is_good else 1.0
        found = [
            Outlook(
                action=action,
                tally=Tally(1, sign * worth, sign * worth, worth * worth),
                gain=gain,
                share=share,
            )
            for action, share, worth in zip(here.actions, _cleaned(here.now[-1]), here.worths[-1], strict=True)
        ]
        return sorted(found, key=lambda one: -(one.share or 0.0))


def _cleaned(shares: Sequence[float]) -> list[float]:
    """What is done on the average, but for what is done most seldom."""
    return as_shares([share if share > _SELDOM else 0.0 for share in shares])


def _lines_from(line: BettingLine | LineEnd) -> Iterator[BettingLine]:
    if isinstance(line, BettingLine):
        yield line
        for after in line.after:
            yield from _lines_from(after)


_KNOWN: dict[tuple[Any, ...], Betting | None] = {}
"""What is known of each game that was met, with its options and its deck; None where it isn't one of betting."""


def betting_of(seating: Seating) -> Betting | None:
    """What is to be known of a game of betting; None where it isn't one."""
    return found_if_any(_KNOWN, seating, Betting)
