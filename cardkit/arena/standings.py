"""What came of a contest: the shares of the players, a sequential test, ratings, and tables of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from math import exp, log, log10
from statistics import fmean
from typing import Any

from cardkit.arena.contest import Bout, Contest, Pair
from cardkit.core.texts import counted
from cardkit.play.pages import TextTable
from cardkit.simulation.estimates import ERROR, Estimate, estimate, estimate_of_share, jackknifed
from cardkit.simulation.jobs import changed

FEWEST = 5
"""From so many deals on there may be a verdict."""


class MatchVerdict(StrEnum):
    """What a sequential test says of the first of two players."""

    BETTER = "better"
    WORSE = "worse"
    ALIKE = "alike"
    OPEN = "open"


class Sums:
    """Numbers of which only their sums are kept."""

    def __init__(self) -> None:
        self.number = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, value: float) -> None:
        """Add a number."""
        self.number += 1
        self.total += value
        self.squares += value * value


def verdict(shares: Sums, margin: float) -> MatchVerdict:
    """Whether a player is better or worse than even, or not by as much as the margin: two sequential tests by Wald.

    Two more deals, one won and one lost, are taken into the variance: it is too small where deals are few, and none
    where they all end alike.
    """
    number = shares.number
    if number < FEWEST:
        return MatchVerdict.OPEN
    mean = shares.total / number
    spread = (shares.squares - number * mean * mean + 0.5) / (number + 1)
    better, worse = (number * margin * (2 * sign * (mean - 0.5) - margin) / (2 * spread) for sign in (1, -1))
    if max(better, worse) >= log((1 - ERROR) / (ERROR / 2)):
        return MatchVerdict.BETTER if better > worse else MatchVerdict.WORSE
    return MatchVerdict.ALIKE if max(better, worse) <= log(ERROR / (1 - ERROR / 2)) else MatchVerdict.OPEN


Wins = Sequence[Sequence[float]]
"""How many games each player has won of each other one."""


def ratings(wins: Wins) -> list[float]:
    """Elo's ratings around 0 by the model of Bradley and Terry, with half a game more won by each of each other."""
    players = range(len(wins))
    won = [sum(wins[one][other] + 0.5 for other in players if other != one) for one in players]
    strength = [1.0] * len(wins)
    for _ in range(1000):
        before = strength
        strength = [
            won[one]
            / sum(
                (wins[one][other] + wins[other][one] + 1) / (before[one] + before[other])
                for other in players
                if other != one
            )
            for one in players
        ]
        middle = exp(fmean(map(log, strength)))
        strength = [value / middle for value in strength]
        if all(abs(new / old - 1) < 1e-9 for new, old in zip(strength, before, strict=True)):
            break
    return [400 * log10(value) for value in strength]


class Standings:
    """The games of whole deals, one deal after the other."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.games = 0
        self.broken_off = [0] * len(contest.players)
        """How many games each player broke off by a fault."""
        self.reasons = [""] * len(contest.players)
        """The first of these faults of each player."""
        self._shares: dict[Pair, list[float]] = {pair: [] for pair in contest.pairs}
        self._sums = {pair: Sums() for pair in contest.pairs}
        self._alone: dict[Pair, list[float]] = {
            order: [] for one, other in contest.pairs for order in ((one, other), (other, one))
        }
        self._points: list[list[float]] = [[] for _ in contest.players]
        self._has_scores = False

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return len(next(iter(self._shares.values())))

    def take(self, deal: Sequence[Bout]) -> None:
        """Take in all games of the next deal."""
        points: list[list[float]] = [[] for _ in self.contest.players]
        for pair in self.contest.pairs:
            games = [bout for bout in deal if bout.is_of(pair)]
            share = self._of_deal(games, pair)
            self._shares[pair].append(share)
            self._sums[pair].add(share)
            for one, other in (pair, pair[::-1]):
                own = [bout for bout in games if one in bout.seating]
                fewest = min(bout.seating.count(one) for bout in own)
                alone = [bout for bout in own if bout.seating.count(one) == fewest]
                self._alone[one, other].append(fmean([sum(bout.of(one, bout.shares)) for bout in alone]))
                for bout in own:
                    points[one] += bout.of(one, bout.scores)
        for bout in deal:
            self._has_scores = self._has_scores or not {*bout.scores} <= {0.0, *bout.shares}
            if bout.at_fault is not None:
                self.broken_off[bout.at_fault] += 1
                self.reasons[bout.at_fault] = self.reasons[bout.at_fault] or bout.reason
        for mine, new in zip(self._points, points, strict=True):
            mine.append(fmean(new))
        self.games += len(deal)

    def _of_deal(self, games: Sequence[Bout], pair: Pair) -> float:
        """What the first of two players has of a deal; the better game has it where each played alone."""
        if self.contest.is_against:
            return fmean([sum(bout.of(pair[0], bout.shares)) for bout in games])
        one, other = (next(self._how_good(bout) for bout in games if player in bout.seating) for player in pair)
        return 0.5 if one == other else float(one > other)

    def _how_good(self, bout: Bout) -> tuple[bool, float, float]:
        """How well somebody did alone; few points are good where the game says so."""
        is_whole, share, points = bout.how_good
        return is_whole, share, -points if self.contest.batch.game.better == "least" else points

    def share(self, one: int, other: int) -> Estimate:
        """The share that a player has of the games against another one, of which the two sit at all seats alike."""
        if one < other:
            return estimate_of_share(self._shares[one, other])
        found = estimate_of_share(self._shares[other, one])
        return Estimate(1 - found.mean, found.half)

    def alone(self, one: int, other: int) -> Estimate:
        """The share of one seat, or team, of a player at a table with another one at all others."""
        return estimate_of_share(self._alone[one, other])

    def total(self, player: int) -> Estimate:
        """The share that a player has of all its games, or of those that it played alone."""
        if not self.contest.is_against:
            return self.alone(player, int(player == 0))
        return estimate_of_share([fmean(of_deal) for of_deal in zip(*self._each(player), strict=True)])

    def _each(self, player: int) -> list[list[float]]:
        """For each opponent, the share of a player in each deal."""
        return [
            shares if player == one else [1 - share for share in shares]
            for (one, other), shares in self._shares.items()
            if player in (one, other)
        ]

    @property
    def points(self) -> list[Estimate] | None:
        """The points that a seat of each player has in a game; None where the game has no more than winners."""
        return [estimate(points) for points in self._points] if self._has_scores else None

    def ratings(self) -> list[Estimate]:
        """The ratings of the players; nothing bounds that of one who won or lost all games against somebody."""
        games = {pair: len(self.contest.seatings(pair)) for pair in self._shares}

        def of_deals(deals: Iterable[int]) -> list[float]:
            wins = [[0.0] * len(self.contest.players) for _ in self.contest.players]
            for deal in deals:
                for (one, other), shares in self._shares.items():
                    wins[one][other] += games[one, other] * shares[deal]
                    wins[other][one] += games[one, other] * (1 - shares[deal])
            return ratings(wins)

        found = jackknifed(of_deals, self.deals)
        for pair, shares in self._shares.items():
            for player in pair if {*shares} in ({0.0}, {1.0}) else ():
                found[player] = Estimate(found[player].mean, None)
        return found

    def verdict(self, pair: Pair, margin: float) -> MatchVerdict:
        """What the sequential test says of the first of two players."""
        return verdict(self._sums[pair], margin)

    def is_sure(self, margin: float) -> bool:
        """Whether no verdict is open."""
        return all(self.verdict(pair, margin) is not MatchVerdict.OPEN for pair in self._shares)

    def as_json(self, margin: float | None) -> dict[str, Any]:
        """Everything, for programs; with the verdicts where there was a sequential test."""
        names, points = self.contest.names, self.points
        rated = self.ratings()
        players = [
            {
                "player": name,
                "share": self.total(who)._asdict(),
                "rating": rated[who]._asdict(),
                "points": points[who]._asdict() if points else None,
                "faults": self.broken_off[who],
                "fault": self.reasons[who] or None,
            }
            for who, name in enumerate(names)
        ]
        pairs = [
            {
                "players": [names[one], names[other]],
                "share": self.share(one, other)._asdict(),
                "alone": [self.alone(one, other)._asdict(), self.alone(other, one)._asdict()],
                "verdict": None if margin is None else self.verdict((one, other), margin),
            }
            for one, other in self._shares
        ]
        return {"deals": self.deals, "games": self.games, "players": players, "pairs": pairs}


def title_of(contest: Contest, standings: Standings, deals: int) -> str:
    """What was played, in a line."""
    batch = contest.batch
    options = " ".join(f"{name}={value}" for name, value in changed(batch).items())
    what = " ".join(part for part in (batch.game.name, batch.setup.rules.name, options) if part)
    of = "" if standings.deals == deals else f" of {deals:,}"
    played = f"{standings.deals:,}{of} deals, {standings.games:,} games"
    by = ", compiled" if contest.played_by == "compiled" else ""
    return f"{what}, {counted(batch.seats, 'seat')}: {played}, seed {batch.seed}{by}"


def standings_table(standings: Standings) -> TextTable:
    """A row for each player, the best first: its share of the wins, alone too, its rating, its points, its faults."""
    contest, points, rated = standings.contest, standings.points, standings.ratings()
    shows_alone = len(contest.players) == 2 and len(contest.batch.game.teams(contest.batch.seats)) > 2
    headings = ["player", "wins"]
    if shows_alone:
        headings.append("alone at the table")
    headings += ["rating", *["points a game"] * bool(points), "faults"]
    table = TextTable(headings=headings)
    for who in sorted(range(len(contest.players)), key=lambda who: -rated[who].mean):
        cells = [contest.names[who], _percent(standings.total(who))]
        if shows_alone:
            cells.append(_percent(standings.alone(who, 1 - who)))
        cells.append(_number(rated[who], "+.0f"))
        if points:
            cells.append(_number(points[who], ".2f"))
        table.rows.append([*cells, str(standings.broken_off[who])])
    return table


def matrix(standings: Standings) -> TextTable:
    """The share that each player has of the wins against each other one."""
    names = standings.contest.names
    every = range(len(names))
    table = TextTable(headings=["against", *names])
    for one in every:
        shares = ["-" if one == other else _percent(standings.share(one, other)) for other in every]
        table.rows.append([names[one], *shares])
    return table


def verdict_lines(standings: Standings, margin: float | None) -> Iterator[str]:
    """What the sequential test says of each two players, if there was one."""
    names, wanted = standings.contest.names, 50 + 100 * (margin or 0)
    for one, other in standings.contest.pairs if margin is not None else ():
        said = {
            MatchVerdict.BETTER: f"{names[one]} is better than {names[other]}.",
            MatchVerdict.WORSE: f"{names[other]} is better than {names[one]}.",
            MatchVerdict.ALIKE: f"Neither of {names[one]} and {names[other]} wins as much as {wanted:g} %.",
            MatchVerdict.OPEN: f"It is open who of {names[one]} and {names[other]} is better.",
        }
        yield said[standings.verdict((one, other), margin or 0)]


def fault_lines(standings: Standings) -> Iterator[str]:
    """Why players lost games by a fault."""
    for name, games, reason in zip(standings.contest.names, standings.broken_off, standings.reasons, strict=True):
        if games:
            yield f"{name} lost {counted(games, 'game')} by a fault, the first one so: {reason}."


def _percent(share: Estimate) -> str:
    return _number(Estimate(100 * share.mean, None if share.half is None else 100 * share.half), ".1f", " %")


def _number(found: Estimate, form: str, unit: str = "") -> str:
    half = "?" if found.half is None else format(found.half, form.lstrip("+"))
    mean = format(found.mean, form)
    return f"{'0' if mean in ('-0', '+0') else mean}{unit} ± {half}"
