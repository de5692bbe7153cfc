"""One account of deals that were played under several treatments: variants, turned seats, and players who change.

Whoever plays deals in several ways adds to a `Paired` what the games of each deal came to together. The tables of
`compare` and `simulate --rotate` are here, that of a contest is `arena`'s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from operator import add, sub
from typing import Any

from cardkit.core.texts import counted
from cardkit.play.pages import TextTable
from cardkit.simulation.estimates import Estimate, chance_of_cases, games_for, wilson
from cardkit.simulation.summary import COUNTED, ENDLESS, Histogram, Rows, Sides, Summary, ending, shares, winning
from cardkit.simulation.tables import mean_of, percent

LENGTH = "length"
"""The figure of how many rounds or turns games have."""
LEVEL = 0.05
"""How likely a table has any star, at most, where nothing differs."""


class Paired:
    """How often each figure of the deals had which value, where a figure is one number for all games of a deal.

    So a deal is one case, however often it was played. Of deals of which nothing was added a share is 0.

    >>> paired = Paired()
    >>> paired.take(3, {"seat 0 wins": Histogram({1: 1})})
    >>> paired.share("seat 0 wins").counts == {1: 1, 0: 2}
    True
    """

    def __init__(self) -> None:
        self.deals = 0
        self._seen: dict[Hashable, Histogram] = {}

    def take(self, deals: int, figures: Mapping[Any, Histogram]) -> None:
        """Take in so many deals, and which values the figures had in them."""
        self.deals += deals
        for figure, seen in figures.items():
            self._seen.setdefault(figure, Histogram()).add(seen)

    def number(self, figure: Hashable) -> Histogram:
        """The values of a figure that not every deal has, as the length of games that may be endless."""
        return self._seen.get(figure, Histogram())

    def share(self, figure: Hashable) -> Histogram:
        """The values of a figure that every deal has."""
        seen = self.number(figure)
        rest = self.deals - seen.total
        return Histogram(seen.counts + Counter({0: rest})) if rest else seen


def _difference(seen: Histogram, found: Estimate | None) -> dict[str, Any]:
    told = {} if found is None else found.as_json()
    return {"pairs": seen.total, "difference": told.get("mean"), "interval95": told.get("interval95")}


def _differences(base: Sequence[float], numbers: Sequence[float], both: Sequence[bool]) -> Histogram:
    """How much more each number is than that of the first batch, where both count."""
    return Histogram.of(compress(map(sub, numbers, base), both))


def compared(base: Rows, rows: Rows, base_sides: Sides, sides: Sides) -> tuple[int, dict[Any, Histogram]]:
    """How many games both have, and how much more there is of everything by the second: ends, lengths and scores.

    The figures are each end in the words of the table of shares, `LENGTH`, and each seat's score by its number.
    """
    if base["game"] != rows["game"]:
        games = set(base["game"]) & set(rows["game"])
        base, rows = base.only(games), rows.only(games)
    found: dict[Any, Histogram] = {}
    seats = zip(zip(base["end"], *base.won(), strict=True), zip(rows["end"], *rows.won(), strict=True), strict=True)
    for (before, after), times in Counter(seats).items():
        ends = ending(before, base_sides), ending(after, sides)
        for end, more in zip(ends, (-1, 1), strict=True) if ends[0] != ends[1] else ():
            found.setdefault(end, Histogram()).counts[more] += times
    both = [first < ENDLESS and second < ENDLESS for first, second in zip(base["end"], rows["end"], strict=True)]
    found[LENGTH] = _differences(base["length"], rows["length"], both)
    if base.scores or rows.scores:
        for seat in range(min(base.seats, rows.seats)):
            found[seat] = _differences(base.scores_of(seat), rows.scores_of(seat), both)
    return len(base), found


@dataclass(kw_only=True)
class Comparison:
    """Variants with what their games came to, the first of them being what the others are held against."""

    counts: str
    variants: dict[str, Summary]
    pairs: dict[str, Paired] = field(default_factory=dict[str, Paired])

    def add(self, rows: Mapping[str, Rows]) -> None:
        """Take in the same games of every variant; those that one of them has not, because they failed, are no pair."""
        first = next(iter(self.variants))
        for name, summary in self.variants.items():
            summary.add(Summary.of(rows[name], summary.sides, summary.score_bounds))
            if name != first:
                pairs = compared(rows[first], rows[name], self.variants[first].sides, summary.sides)
                self.pairs.setdefault(name, Paired()).take(*pairs)

    def games_needed(self, error: float | None) -> int:
        """How many games it takes for this standard error of every difference, in percentage points."""
        every = (games_for(seen.difference, seen.total, (error or 100) / 100) for seen in self._shares())
        return max(every, default=0)

    def _shares(self) -> list[Histogram]:
        return [paired.share(end) for paired in self.pairs.values() for end in self.ends]

    @property
    def ends(self) -> list[str]:
        """How the games of any variant end."""
        every = list(self.variants.values())
        names = dict.fromkeys(name for summary in every for name in shares(summary, every))
        return sorted(names, key=lambda name: list(COUNTED).index(name) if name in COUNTED else -1)

    @property
    def _seats(self) -> list[int]:
        """The seats whose scores say more than who won, by any variant."""
        return sorted({seat for summary in self.variants.values() for seat in range(len(summary.scores))})

    @property
    def level(self) -> float:
        """How likely a single star is at most where nothing differs, so that all have the level of the table.

        There is one question less where a share is what another leaves.
        """
        tests = 0
        for paired in self.pairs.values():
            varying = sum(any(paired.number(end).counts) for end in self.ends)
            tests += (1 if varying == 2 else varying) + sum(paired.number(one).total > 0 for one in self.numbers)
        return LEVEL / max(1, tests)

    @property
    def numbers(self) -> list[Any]:
        """The figures that are no shares."""
        return [LENGTH, *self._seats]

    @property
    def _headings(self) -> list[str]:
        return list(map(self.heading, self.numbers))

    def heading(self, figure: Any) -> str:
        """What a figure is called."""
        return f"mean {self.counts}s" if figure == LENGTH else f"score {figure}" if figure in self._seats else figure

    def differing(self) -> Iterator[tuple[str, Any, Estimate]]:
        """For each variant but the first, the figures in which games differ, with how much more there is of them."""
        for name, paired in self.pairs.items():
            for figure in (*self.ends, *self.numbers):
                found = paired.number(figure).estimate if figure in self.numbers else paired.share(figure).difference
                if found is not None and any(paired.number(figure).counts):
                    yield name, figure, found

    def chance(self, variant: str, figure: Any) -> float:
        """How likely so great a difference from the first variant is where there is none."""
        paired = self.pairs.get(variant, Paired())
        if figure in self.numbers:
            return paired.number(figure).chance
        seen = paired.number(figure).counts
        return chance_of_cases(seen[1], seen[-1])

    def table(self) -> TextTable:
        """A row for each variant; a star marks what differs from the first row by more than chance explains."""
        ends, level = self.ends, self.level
        table = TextTable(headings=("variant", *ends, *self._headings, "sd", "median"))

        def starred(text: str, figure: Any) -> str:
            return f"{text} {'*' if self.chance(name, figure) < level else ' '}"

        for name, summary in self.variants.items():
            there = shares(summary, self.variants.values())
            cells = [starred(percent(there[end], summary.games)[0], end) if end in there else "-" for end in ends]
            length, median, scores = summary.lengths, summary.lengths.percentile(50), summary.all_scores()
            means = [starred(mean_of(length)[0], LENGTH)]
            means += [starred(mean_of(scores[seat])[0] if seat < len(scores) else "-", seat) for seat in self._seats]
            told = "-" if median is None else f"{median:,}"
            table.rows.append((name, *cells, *means, mean_of(length)[2], told))
        return table

    def differences(self) -> TextTable:
        """A row for each variant but the first, with the 95 % intervals of what differs from the first."""
        ends = [end for end in self.ends if any(any(one.number(end).counts) for one in self.pairs.values())]
        table = TextTable(headings=("variant", *ends, *self._headings))
        for name, paired in self.pairs.items():
            there = shares(self.variants[name], self.variants.values())
            told = [paired.share(end).difference.times(100).told("%")[1] if end in there else "-" for end in ends]
            table.rows.append((name, *told, *(mean_of(self._more(paired, one))[1] for one in self.numbers)))
        return table

    def _more(self, paired: Paired, figure: Any) -> Histogram:
        """How much more there is of a figure in each pair; scores differ by no more than their bounds do."""
        seen = paired.number(figure)
        if figure == LENGTH:
            return seen
        least, most = zip(*(summary.score_bounds for summary in self.variants.values()), strict=True)
        width = max(most) - min(least)
        return seen.within((-width, width))

    def panels(self) -> dict[str, dict[str, Estimate | None]]:
        """For a picture: the share of each seat or side, and the mean of the lengths, by each variant."""
        first = next(iter(self.variants.values()))
        wins: dict[str, dict[str, Estimate | None]] = {
            f"{winning(side)} (%)": {
                name: wilson(one.wins[number], one.games).times(100) for name, one in self.variants.items()
            }
            for number, side in enumerate(first.sides)
        }
        return wins | {f"mean {self.counts}s": {name: one.lengths.estimate for name, one in self.variants.items()}}

    def as_json(self) -> dict[str, dict[str, Any]]:
        """All there is of every variant, as JSON has it."""
        differ = {name: {"differences": self._pairs_json(paired)} for name, paired in self.pairs.items()}
        return {name: summary.as_json() | differ.get(name, {}) for name, summary in self.variants.items()}

    def _pairs_json(self, paired: Paired) -> dict[str, Any]:
        every = {end: _difference(seen := paired.share(end), seen.difference) for end in self.ends}
        numbers = {one: _difference(seen := self._more(paired, one), seen.estimate) for one in self.numbers}
        return {
            "pairs": paired.deals,
            "shares": {end: {name: one[name] for name in ("difference", "interval95")} for end, one in every.items()},
            "length": numbers[LENGTH],
            "scores": [numbers[seat] for seat in self._seats if numbers[seat]["pairs"]],
        }


class Rotation:
    """Games in which every deal was played once for each seat at which the first player can sit.

    The figures are how many games of a deal each seat won alone, and each player.
    """

    def __init__(self, players: Sequence[str], sides: Sides) -> None:
        self.players = players
        self.turns = len(players)
        """How often each deal was played."""
        self.paired = Paired()
        self.shared = 0
        """Games that several sides won; they count for nobody."""
        self._sides = sides

    def add(self, rows: Mapping[str, Rows]) -> None:
        """Take in the same deals of every turn, in which the first player sat at the first seat, the second, and so on.

        Deals of which a game failed are left out.
        """
        turned = list(rows.values())
        games = set(turned[0]["game"]).intersection(*(one["game"] for one in turned[1:]))
        played = [one if len(one) == len(games) else one.only(games) for one in turned]
        alone = [self._alone(one) for one in played]
        found: dict[Any, Histogram] = {}
        for seat in range(self.turns):
            found["seats", seat] = _sums([wins[seat] for wins in alone])
            found["players", seat] = _sums([wins[(seat + turn) % self.turns] for turn, wins in enumerate(alone)])
        self.paired.take(len(games), found)

    def _alone(self, rows: Rows) -> list[list[int]]:
        """For each seat, 1 for each game that its side won and no other."""
        verdicts: dict[tuple[int, ...], tuple[int, ...]] = {}
        columns = list(zip(*rows.won(), strict=True))
        for seats in set(columns):
            winning = [side for side in self._sides if any(seats[seat] for seat in side)]
            seen = winning[0] if len(winning) == 1 else ()
            verdicts[seats] = tuple(int(seat in seen) for seat in range(self.turns))
        self.shared += sum(
            times for seats, times in Counter(columns).items() if any(seats) and not any(verdicts[seats])
        )
        return [[verdicts[seats][seat] for seats in columns] for seat in range(self.turns)]

    def seen(self, kind: str) -> list[Histogram]:
        """How many games of a deal each of the seats or players won."""
        return [self.paired.share((kind, number)) for number in range(self.turns)]

    def games_needed(self, error: float | None) -> int:
        """How many deals it takes for this standard error of every share, in percentage points."""
        every = [*self.seen("seats"), *self.seen("players")]
        return max(games_for(seen.share(self.turns), self.paired.deals, (error or 100) / 100) for seen in every)

    def table(self) -> TextTable:
        """What each seat and each player won, of all games, with the 95 % intervals that the deals have."""
        table = TextTable(headings=("", "wins", "share", "95 % interval"))
        names = [f"seat {seat}" for seat in range(self.turns)]
        names += [f"player {place}, {player}" for place, player in enumerate(self.players)]
        for name, seen in zip(names, [*self.seen("seats"), *self.seen("players")], strict=True):
            table.rows.append((name, f"{seen.sum:,}", *seen.share(self.turns).times(100).told("%")))
        return table

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        told: dict[str, Any] = {"deals": self.paired.deals, "turns": self.turns, "shared": self.shared}
        for kind in ("seats", "players"):
            found = [(seen.sum, seen.share(self.turns).as_json()) for seen in self.seen(kind)]
            told[kind] = [
                {"wins": wins, "share": one["mean"] if self.paired.deals else None, "interval95": one["interval95"]}
                for wins, one in found
            ]
        return told


def _sums(columns: Sequence[Iterable[int]]) -> Histogram:
    """How often the numbers of a row have which sum."""
    sums: Iterable[int] = columns[0]
    for column in columns[1:]:
        sums = map(add, sums, column)
    return Histogram.of(sums)


WANTED = 0.5
"""For so many percentage points to each side it is said how many games it takes."""
_TO_EACH_SIDE = 1.96
_LEAST = 1e-15


def explained(summary: Summary) -> Iterator[str]:
    """What the tables of a batch say."""
    games, ends = summary.games, shares(summary, [summary])
    if not games:
        return
    yield what_intervals_are("games")
    unseen = [name for name, times in ends.items() if not times]
    if unseen:
        most = wilson(0, games).times(100).told("%")[1]
        yield f"Not seen in {counted(games, 'game')}: {', '.join(unseen)}. Of all games {most} may end so."
    yield games_line([wilson(times, games) for times in ends.values()], games, "game")


def explained_comparison(found: Comparison) -> Iterator[str]:
    """What differs between variants, and how likely that would be by chance."""
    first = next(iter(found.variants))
    yield what_intervals_are("games")
    questions = round(LEVEL / found.level)
    for name, figure, difference in found.differing():
        told = difference if figure in found.numbers else difference.times(100)
        unit = "" if figure in found.numbers else "points"
        chance, mean = found.chance(name, figure), told.told(unit)[0]
        more = f"{'-' if mean[0] == '-' else '+'}{mean.lstrip('-')}"
        yield f"{found.heading(figure)} by {name}: {more} beside {first}. {chance_in_words(chance, 'no difference')}"
    yield (
        f"That is {counted(questions, 'question')}, so a star stands where that chance is below {found.level:.2g}: "
        f"{LEVEL:.2g} by the number of questions."
    )
    estimates = [difference for _, figure, difference in found.differing() if figure not in found.numbers]
    if estimates:
        yield games_line(estimates, max(paired.deals for paired in found.pairs.values()), "game", "difference")


def explained_rotation(found: Rotation) -> Iterator[str]:
    """What seats and players won, of deals that were played with all seats turned."""
    if not found.paired.deals:
        return
    yield what_intervals_are("deals")
    yield f"The {counted(found.turns, 'game')} of a deal count as one case, since the same cards lie in them."
    every = [seen.share(found.turns) for kind in ("seats", "players") for seen in found.seen(kind)]
    yield games_line(every, found.paired.deals, "deal")


def what_intervals_are(cases: str) -> str:
    """What a 95 % interval is."""
    return (
        f"95 % interval: what is true of all {cases} lies within it 95 times in 100, "
        "were the same asked again and again with other seeds."
    )


def games_line(found: list[Estimate], number: int, case: str, what: str = "share") -> str:
    """How many games it takes for each share to be certain to half a point."""
    needed = max(games_for(one, number, WANTED / 100 / _TO_EACH_SIDE) for one in found)
    widest = max(found, key=lambda one: one.half or 0.0)
    half = 100 * (widest.half or 0.0)
    return (
        f"Each {what} is certain to ± {half:.2g} points or better; "
        f"for ± {WANTED} points it takes some {_rounded(needed):,} {case}s."
    )


def _rounded(number: int) -> int:
    """A number in two digits, upwards."""
    unit = int("1".ljust(len(str(number)) - 1, "0"))
    return -(-number // unit) * unit


def chance_in_words(chance: float, without: str) -> str:
    """How often something as great comes about by chance alone, and the p-value."""
    for of in (100, 1000):
        if chance * of >= 1:
            often = f"{round(chance * of)} of {of:,}"
            break
    else:
        often = "fewer than 1 of 1,000"
    told = f"p = {chance:.2g}" if chance > _LEAST else f"p < {_LEAST:.0e}"
    return f"Were there {without}, as much or more would be seen in {often} such runs ({told})."
