"""What came of a contest: the shares of all against all, ratings, points, faults."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any

from cardkit.arena.contest import Bout, Contest, Pair
from cardkit.arena.estimates import Estimate, Sums, Verdict, estimate, estimate_of_share, jackknifed, ratings, verdict


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
        one, other = (next(bout.how_good for bout in games if player in bout.seating) for player in pair)
        return 0.5 if one == other else float(one > other)

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

    def verdict(self, pair: Pair, margin: float) -> Verdict:
        """What the sequential test says of the first of two players."""
        return verdict(self._sums[pair], margin)

    def is_sure(self, margin: float) -> bool:
        """Whether no verdict is open."""
        return all(self.verdict(pair, margin) is not Verdict.OPEN for pair in self._shares)

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
