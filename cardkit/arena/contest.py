"""A contest: who plays whom on which deals at which seats, what came of it, and what follows."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, partial
from itertools import combinations
from math import exp, isfinite, log, log10
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from cardkit.core.cards import Seat
from cardkit.core.errors import CannotStart, shown
from cardkit.core.results import How
from cardkit.core.texts import counted, flaw
from cardkit.play.terminal import TextTable
from cardkit.plugins.people import Guarded
from cardkit.plugins.programs import Program, ProgramClock, is_program, reader_of
from cardkit.plugins.registry import is_known, load_player, own_name
from cardkit.plugins.setup import player_chance
from cardkit.simulation.batch import Batch
from cardkit.simulation.estimates import ERROR, Estimate, chance_of_mean, jackknifed
from cardkit.simulation.jobs import changed
from cardkit.simulation.results import Results, WrongRow, header_of
from cardkit.simulation.simulate import NoTwin, engine_of
from cardkit.simulation.summary import Histogram
from cardkit.simulation.tables import Paired, Sure, chance_in_words, games_line, what_intervals_are
from cardkit.table.turns import seating_at

FAULT = "fault"
"""How a game ended that a player broke off."""
Pair = tuple[int, int]
"""The numbers of two players, in their order."""


class Effort(NamedTuple):
    """How much somebody thought where there was a choice."""

    decisions: int = 0
    seconds: float = 0.0
    """Of the processor; of a program that it took to answer."""

    def plus(self, other: Effort) -> Effort:
        """Both together."""
        return Effort(self.decisions + other.decisions, self.seconds + other.seconds)

    @property
    def milliseconds(self) -> float | None:
        """What a decision took on average; None where there was none."""
        return 1000 * self.seconds / self.decisions if self.decisions else None


@dataclass(frozen=True, kw_only=True)
class Bout:
    """One game of a contest."""

    deal: int
    seating: tuple[int, ...]
    """The number of the player at each seat."""
    how: str
    """How it ended; `fault` where a player broke it off."""
    shares: tuple[float, ...]
    """What each seat has of the game that was won: together 1."""
    scores: tuple[float, ...]
    length: int
    """How many rounds or turns it had."""
    thought: tuple[Effort, ...] = field(default=(), compare=False)
    """What each seat thought, where that was measured."""
    at_fault: int | None = None
    """The player who broke it off."""
    reason: str = ""
    roles: Mapping[str, tuple[Seat, ...]] = field(default_factory=dict[str, tuple[Seat, ...]])
    """Who had which part in the game when it ended."""
    record: str = ""
    """Its record, where that is wanted."""

    def is_of(self, pair: Pair) -> bool:
        """Whether nobody but these two played."""
        return {*self.seating} <= {*pair}

    def of(self, player: int, values: Sequence[float]) -> list[float]:
        """The values of the seats where a player sat."""
        return [value for who, value in zip(self.seating, values, strict=True) if who == player]

    def won_as(self, player: int, role: str) -> list[float]:
        """For each seat where a player sat that had this part in the game, 1 if it won."""
        has_won = self.how == How.WON
        return [float(has_won and self.shares[seat] > 0) for seat in self.roles[role] if self.seating[seat] == player]

    @property
    def how_good(self) -> tuple[bool, float, float]:
        """How well somebody did who played alone: a win is better than points, and these are better than a fault."""
        return self.at_fault is None, sum(self.shares), sum(self.scores)


@dataclass(frozen=True, kw_only=True)
class Contest:
    """Players who play all against all: each two of them every deal, with their seats turned.

    Where all seats are of one team, as in a game for one, each plays the deals alone, and who does better has the deal.
    """

    batch: Batch
    """The deals."""
    players: tuple[str, ...]
    clock: ProgramClock = field(default_factory=ProgramClock)
    keeps_records: bool = False
    most: int = 20_000
    """After how many choices a game is cut off, which counts as a draw."""
    engine: str = "rules"
    """What is to play: `rules`; `compiled`, a twin of them; `auto`, a twin where there is one for all players."""

    def __post_init__(self) -> None:
        name = self.batch.game.name
        if len(self.players) < 2:
            raise CannotStart(name, "a contest takes two players or more: --player NAME --player NAME")
        if "human" in self.players:
            raise CannotStart(name, "a person can't take part in a contest")
        for player in self.players:
            loaded: Any = load_player(player, self.batch.setup.plugin, player_chance(0, 0))
            if isinstance(loaded, Program) and loaded.clock != ProgramClock():
                raise CannotStart(name, f"all have the same clock there: say --move-seconds, and not {player!r}")
            if reader_of(player):
                # What was learned or solved for another table is refused before the first deal.
                match = self.batch.match(0)
                Guarded(loaded, 0, player).begin(seating_at(match.game, match.state, 0), match.view(0))
        if self.engine == "compiled" and self.keeps_records:
            raise NoTwin(name, "records are kept of them, which the rules write")
        _ = self.played_by

    @cached_property
    def played_by(self) -> str:
        """What plays the games: `rules` or `compiled`; raises what `engine_of` does."""
        setup = self.batch.setup
        sitting = [setup.having(seats=(player,) * self.batch.seats) for player in self.players]
        return "rules" if self.keeps_records else engine_of(sitting, self.engine)

    @cached_property
    def _teams(self) -> Sequence[Sequence[Seat]]:
        return self.batch.game.teams(self.batch.seats)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the players are called, each in another way."""
        again = [self.players[:number].count(player) for number, player in enumerate(self.players)]
        return tuple(
            f"{player} ({times + 1})" if times else player for player, times in zip(self.players, again, strict=True)
        )

    @property
    def doubles(self) -> list[tuple[str, str]]:
        """Each two different names of one player."""
        of = {player: own_name(player, self.batch.setup.plugin) for player in self.players}
        return [(one, other) for one, other in combinations(of, 2) if of[one] == of[other]]

    @property
    def pairs(self) -> list[Pair]:
        """Each two players."""
        return list(combinations(range(len(self.players)), 2))

    @property
    def is_against(self) -> bool:
        """Whether anybody plays against anybody."""
        return len(self._teams) > 1

    def seatings(self, pair: Pair) -> list[tuple[int, ...]]:
        """Where two players sit: each of them in turn is one team, or one seat, against the other one at all others."""
        whole = range(self.batch.seats)
        alone = [
            tuple(one if seat in team else other for seat in whole)
            for one, other in (pair, pair[::-1])
            for team in self._teams
        ]
        return list(dict.fromkeys(alone))

    @cached_property
    def games_of_a_deal(self) -> Sequence[tuple[int, ...]]:
        """Where players sit in the games that are played with each deal."""
        return list(dict.fromkeys(seating for pair in self.pairs for seating in self.seatings(pair)))

    @property
    def games_a_deal(self) -> int:
        """How many games are played with each deal."""
        return len(self.games_of_a_deal)

    @cached_property
    def is_apart(self) -> bool:
        """Whether code of somebody's own plays, which may end or hold its process: the games have one to themselves."""
        plugin = self.batch.setup.plugin
        return plugin.source.endswith(".py") or any(
            not (is_known(spec, plugin) or is_program(spec) or reader_of(spec)) for spec in self.players
        )

    @property
    def games_a_part(self) -> int:
        """How many are played in one go: those of ten deals where programs play, each of which is started once then."""
        return self.games_a_deal * (10 if any(map(is_program, self.players)) else 1)


_BOUT = TypeAdapter(Bout)


def results_of(path: Path, contest: Contest, *, overwrite: bool = False) -> Results[Bout]:
    """The file of a contest, which is gone on with."""
    kinds = dict.fromkeys(_row(_NOTHING), "string") | {"deal": "int64", "length": "int64", "at_fault": "int64"}
    header = header_of(contest.batch, "contest", contest.players)
    return Results(path, header, kinds, _row, partial(_bout, contest), overwrite=overwrite)


def _bout(contest: Contest, row: Any, number: int) -> Bout:
    """The game of a row, which has to be the one that is played at its place; raises WrongRow, or ValueError."""
    deal, place = divmod(number, contest.games_a_deal)
    found = _BOUT.validate_python(row)
    if wrong := _wrong(found, deal, contest.games_of_a_deal[place], contest.batch.roles):
        raise WrongRow(wrong)
    return found


def _wrong(found: Bout, deal: int, seating: tuple[int, ...], roles: tuple[str, ...]) -> str:
    """What a game that was read can't have; empty where there is nothing."""
    seats = len(seating)
    if (found.deal, found.seating) != (deal, seating):
        read = f"deal {shown(found.deal)} with the seating {shown(list(found.seating))}"
        return f"is {read}, where deal {deal} with {list(seating)} comes"
    if len(found.shares) != seats or not all(0 <= share <= 1 for share in found.shares):
        return f"has the shares {shown(list(found.shares))}: for each of {seats} seats a number from 0 to 1"
    if sum(found.shares) > 1 + 1e-9:
        return f"has the shares {shown(list(found.shares))}, together more than 1"
    if len(found.scores) != seats or not all(map(isfinite, found.scores)):
        return f"has the scores {shown(list(found.scores))}: for each of {seats} seats a finite number"
    if found.how not in _ENDS or (found.how == FAULT) != (found.at_fault is not None):
        return f"ended as {shown(found.how)} with {shown(found.at_fault)} at fault, as no game does"
    if found.at_fault is not None and found.at_fault not in seating:
        return f"has {shown(found.at_fault)} at fault, who didn't play"
    if tuple(found.roles) != roles or not all(0 <= seat < seats for some in found.roles.values() for seat in some):
        return f"has the roles {shown(dict(found.roles))}, which no game has"
    return "" if found.length >= 0 and not flaw(found.reason) else "has a length or a reason that no game has"


_ENDS = {FAULT, *(how.value for how in How)}


_NOTHING = Bout(deal=0, seating=(), how="", shares=(), scores=(), length=0)


def _row(bout: Bout) -> dict[str, Any]:
    row = dataclasses.asdict(bout)
    del row["record"], row["thought"]
    return row


GROUPS = 50
"""The deals are taken in so many groups, one of which is left out at a time for the intervals."""


class Luck(NamedTuple):
    """The shares of the variance of a game's result, in which two players hold the same cards at the same seats."""

    skill: Estimate
    """Who plays."""
    deal: Estimate
    """The cards and the seat."""
    play: Estimate
    """What becomes of it: choices by chance, and cards that come later."""


class Variances:
    """What two players made of the same hands."""

    def __init__(self) -> None:
        self._sums = [[0.0] * 5 for _ in range(GROUPS)]
        self._deals = 0

    def take(self, games: Sequence[Bout], pair: Pair) -> None:
        """Take in the games of a deal, in which each sat where the other one did."""
        sums = self._sums[self._deals % GROUPS]
        self._deals += 1
        for seat in range(len(games[0].seating) if games else 0):
            shares = [[bout.shares[seat] for bout in games if bout.seating[seat] == who] for who in pair]
            if all(shares):
                one, other = map(fmean, shares)
                difference, middle = one - other, (one + other) / 2
                for place, value in enumerate((1, difference, difference**2, middle, middle**2)):
                    sums[place] += value

    @property
    def luck(self) -> Luck | None:
        """The shares; None where all is alike whoever plays, or there are too few deals.

        What is below 0 by chance counts as 0, but not for the intervals.
        """
        groups = min(GROUPS, self._deals)
        if groups < 3 or not (parts := self._parts(range(groups))) or not parts[-1]:
            return None
        told = _shares([max(0.0, part) for part in parts])
        found = jackknifed(lambda every: _shares(self._parts(every)), groups)
        return Luck(*map(_bounded, told, found))

    def _parts(self, groups: Iterable[int]) -> Sequence[float]:
        """The variance that is due to who plays, to the deal, and to the play; the first two can be below 0."""
        chosen = [self._sums[group] for group in groups]
        number, first, squares, middle, middles = map(sum, zip(*chosen, strict=True))
        if number < 2:
            return ()
        spread = (squares - first * first / number) / (number - 1)
        of_deals = (middles - middle * middle / number) / (number - 1)
        skill = (first / number) ** 2 / 4 - spread / number / 4
        return skill, of_deals - spread / 4, spread / 2


def _bounded(share: float, found: Estimate) -> Estimate:
    """A share with the interval of its estimate, which reaches from 0 to 1 at most, and holds the share."""
    low, high = (share if end is None else end for end in found[1:])
    return Estimate(share, max(0.0, min(low, share)), min(1.0, max(high, share)))


def _shares(parts: Sequence[float]) -> list[float]:
    whole = sum(parts)
    return [part / whole if whole else 0.0 for part in parts]


FEWEST = 5
"""From so many deals on there may be a verdict."""
_GROUPS = 20
"""So many groups of deals are left out in turn, to see how uncertain ratings are."""


class MatchVerdict(StrEnum):
    """What a sequential test says of the first of two players."""

    BETTER = "better"
    WORSE = "worse"
    ALIKE = "alike"
    OPEN = "open"


def verdict(shares: Histogram, margin: float) -> MatchVerdict:
    """Whether a player is better or worse than even, or not by as much as the margin: two sequential tests by Wald.

    Two more deals, one won and one lost, are taken into the variance: it is too small where deals are few, and none
    where they all end alike.
    """
    number = shares.total
    if number < FEWEST:
        return MatchVerdict.OPEN
    mean = float(shares.mean or 0)
    spread = (float(shares.variance or 0) * (number - 1) + 0.5) / (number + 1)
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
        self.thinking = [Effort() for _ in contest.players]
        """What each player thought where there was a choice, in the games of this run."""
        self._paired = Paired()
        """The figures: the share of the first of each two, of each one alone against another, of one against all, the
        points of each, and how often each has won in each part in the game."""
        self._wins = [defaultdict[Pair, float](float) for _ in range(_GROUPS)]
        """How many games each player has won of each other one, in the deals of each group."""
        self._has_scores = False
        self._variances = {pair: Variances() for pair in contest.pairs} if contest.is_against else {}

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return self._paired.deals

    def take(self, deal: Sequence[Bout]) -> None:
        """Take in all games of the next deal."""
        points: list[list[float]] = [[] for _ in self.contest.players]
        totals: list[list[float]] = [[] for _ in self.contest.players]
        found: dict[Any, float] = {}
        wins = self._wins[self.deals % _GROUPS]
        for pair in self.contest.pairs:
            games = [bout for bout in deal if bout.is_of(pair)]
            share = self._of_deal(games, pair)
            if pair in self._variances:
                self._variances[pair].take(games, pair)
            for (one, other), of_one in ((pair, share), (pair[::-1], 1 - share)):
                found["share", one, other] = of_one
                totals[one].append(of_one)
                wins[one, other] += of_one * len(games)
                own = [bout for bout in games if one in bout.seating]
                fewest = min(bout.seating.count(one) for bout in own)
                alone = [bout for bout in own if bout.seating.count(one) == fewest]
                found["alone", one, other] = fmean([sum(bout.of(one, bout.shares)) for bout in alone])
                for bout in own:
                    points[one] += bout.of(one, bout.scores)
        for bout in deal:
            self._has_scores = self._has_scores or not {*bout.scores} <= {0.0, *bout.shares}
            for who, thought in zip(bout.seating, bout.thought, strict=False):
                self.thinking[who] = self.thinking[who].plus(thought)
            if bout.at_fault is not None:
                self.broken_off[bout.at_fault] += 1
                self.reasons[bout.at_fault] = self.reasons[bout.at_fault] or bout.reason
        for who in range(len(points)):
            found["points", who], found["total", who] = fmean(points[who]), fmean(totals[who])
            for role in self.contest.batch.roles:
                if won := [seat for bout in deal for seat in bout.won_as(who, role)]:
                    found["role", role, who] = fmean(won)
        self._paired.take(1, {figure: Histogram.of([value]) for figure, value in found.items()})
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
        return self._against("share", one, other)

    def _against(self, kind: str, one: int, other: int) -> Estimate:
        """A share; the same player twice has as much as itself, whatever the cards are, and so there is no interval."""
        found, others = (self._paired.share((kind, *pair)).share() for pair in ((one, other), (other, one)))
        is_same = self.contest.players[one] == self.contest.players[other] and found.mean == others.mean
        return Estimate(found.mean, None, None) if is_same else found

    def chance(self, one: int, other: int) -> float:
        """How likely a share so far from even is where two players are alike."""
        seen = self._paired.share(("share", one, other))
        return chance_of_mean(float(seen.mean or 0) - 0.5, float(seen.variance or 0), seen.total)

    def alone(self, one: int, other: int) -> Estimate:
        """The share of one seat, or team, of a player at a table with another one at all others."""
        if self.contest.is_against:
            return self._against("alone", one, other)
        return self._paired.share(("alone", one, other)).share()

    @property
    def shows_alone(self) -> bool:
        """Whether it is told how often each of two players has won alone among seats of the other."""
        return len(self.contest.players) == 2 and self._teams > 2

    @property
    def _teams(self) -> int:
        return len(self.contest.batch.game.teams(self.contest.batch.seats))

    def columns(self) -> Iterator[str]:
        """What the columns of the table are, each in a sentence."""
        yield "wins: the share of all games, even being 50 %; winners share one, and where nobody has won, all do."
        if self.shows_alone:
            even = f"even being {100 / self._teams:.3g} %"
            yield f"alone at the table: how often who sits alone among seats of the other has won, {even}."
        yield "rating: Elo's, around 0: a lead of 100 means 64 % of the wins."
        yield "faults: the games lost by failing, by taking too long, or by what isn't legal."

    def total(self, player: int) -> Estimate:
        """The share that a player has of all its games, or of those that it played alone."""
        if not self.contest.is_against:
            return self.alone(player, int(player == 0))
        if len(self.contest.players) == 2:
            return self.share(player, 1 - player)
        return self._paired.share(("total", player)).share()

    def luck(self, pair: Pair) -> Luck | None:
        """How much of what makes games of two players differ is who plays; None where that can't be told."""
        return self._variances[pair].luck if pair in self._variances else None

    def won_as(self, role: str, player: int) -> Estimate | None:
        """How often a player has won in a part in the game, of the times that it had it; None where it never had."""
        seen = self._paired.number(("role", role, player))
        return seen.share() if seen.total else None

    @property
    def points(self) -> list[Estimate | None] | None:
        """The points that a seat of each player has in a game; None where the game has no more than winners."""
        if not self._has_scores:
            return None
        players, bounds = range(len(self.contest.players)), self.contest.batch.score_bounds
        return [self._paired.number(("points", who)).within(bounds).estimate for who in players]

    def ratings(self) -> list[Estimate]:
        """The ratings of the players; nothing bounds that of one who won or lost all games against somebody."""
        players = range(len(self.contest.players))

        def of_groups(groups: Iterable[int]) -> list[float]:
            every = [self._wins[group] for group in groups]
            return ratings([[sum(wins[one, other] for wins in every) for other in players] for one in players])

        found = jackknifed(of_groups, min(_GROUPS, self.deals))
        for one, other in self.contest.pairs:
            all_or_nothing = self.share(one, other).mean in (0, 1)
            for player in (one, other) if all_or_nothing else ():
                found[player] = Estimate(found[player].mean, None, None)
        return found

    def verdict(self, pair: Pair, margin: float) -> MatchVerdict:
        """What the sequential test says of the first of two players."""
        return verdict(self._paired.share(("share", *pair)), margin)

    def is_sure(self, margin: float) -> bool:
        """Whether no verdict is open."""
        return all(self.verdict(pair, margin) is not MatchVerdict.OPEN for pair in self.contest.pairs)

    def as_json(self, margin: float | None) -> dict[str, Any]:
        """Everything, for programs; with the verdicts where there was a sequential test."""
        names, points = self.contest.names, self.points
        rated = self.ratings()
        players = [
            {
                "player": name,
                "share": self.total(who).as_json(),
                "rating": rated[who].as_json(),
                "points": seen.as_json() if points and (seen := points[who]) else None,
                "roles": {
                    role: None if (found := self.won_as(role, who)) is None else found.as_json()
                    for role in self.contest.batch.roles
                },
                "decisions": self.thinking[who].decisions,
                "decision_ms": self.thinking[who].milliseconds,
                "faults": self.broken_off[who],
                "fault": self.reasons[who] or None,
            }
            for who, name in enumerate(names)
        ]
        pairs = [
            {
                "players": [names[one], names[other]],
                "share": self.share(one, other).as_json(),
                "alone": [self.alone(one, other).as_json(), self.alone(other, one).as_json()],
                "verdict": None if margin is None else self.verdict((one, other), margin),
                "luck": None
                if (luck := self.luck((one, other))) is None
                else {name: part.as_json() for name, part in luck._asdict().items()},
            }
            for one, other in self.contest.pairs
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


def panels(standings: Standings) -> dict[str, dict[str, Estimate | None]]:
    """For a picture: what each player won, its rating, and its points where there are any, the best player first."""
    contest, points, rated = standings.contest, standings.points, standings.ratings()
    order = sorted(range(len(contest.players)), key=lambda who: -rated[who].mean)
    found: dict[str, dict[str, Estimate | None]] = {
        "wins (%)": {contest.names[who]: standings.total(who).times(100) for who in order},
        "rating": {contest.names[who]: rated[who] for who in order},
    }
    return found | (
        {f"{contest.batch.game.scored_in}s a game": {contest.names[who]: points[who] for who in order}}
        if points
        else {}
    )


def standings_table(standings: Standings) -> TextTable:
    """A row for each player, the best first: its wins, alone too, its rating, points and faults, and what it thinks."""
    contest, points, rated = standings.contest, standings.points, standings.ratings()
    headings = ["player", "wins", "95 % interval"]
    if standings.shows_alone:
        headings += ["alone at the table", "95 % interval"]
    headings += [
        "rating",
        "95 % interval",
        *([f"{contest.batch.game.scored_in}s a game", "95 % interval"] if points else []),
    ]
    headings += ["faults", "ms a decision"]
    table = TextTable(headings=headings)
    for who in sorted(range(len(contest.players)), key=lambda who: -rated[who].mean):
        cells = [contest.names[who], *standings.total(who).times(100).told("%")]
        if standings.shows_alone:
            cells += standings.alone(who, 1 - who).times(100).told("%")
        cells += _signed(rated[who])
        if points and (seen := points[who]):
            cells += seen.told()
        took = standings.thinking[who].milliseconds
        table.rows.append([*cells, str(standings.broken_off[who]), "?" if took is None else f"{took:.2f}"])
    return table


def roles_table(standings: Standings) -> TextTable:
    """How often each player has won in each part in the game, with its 95 % interval."""
    contest = standings.contest
    table = TextTable(headings=["won as", *contest.batch.roles])
    for who, name in enumerate(contest.names):
        found = [standings.won_as(role, who) for role in contest.batch.roles]
        table.rows.append([name, *("-" if one is None else ": ".join(one.times(100).told("%")) for one in found)])
    return table


def _signed(rating: Estimate) -> tuple[str, str]:
    """A rating with its sign, in whole numbers."""
    mean, *ends = ("?" if end is None else f"{round(end):+d}" if round(end) else "0" for end in rating)
    return mean, "?" if "?" in ends else " to ".join(ends)


def matrix(standings: Standings) -> TextTable:
    """The share that each player has of the wins against each other one, with its 95 % interval."""
    names = standings.contest.names
    every = range(len(names))
    table = TextTable(headings=["against", *names])
    for one in every:
        told = [standings.share(one, other).times(100).told("%") if one != other else ("-",) for other in every]
        table.rows.append([names[one], *(": ".join(cell) for cell in told)])
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


def explained_standings(standings: Standings) -> Iterator[str]:
    """What the figures of a contest say in sentences: whether two may be alike, and how many deals it takes."""
    names, every = standings.contest.names, list[Sure]()
    yield from standings.columns()
    yield what_intervals_are("deals")
    for one, other in standings.contest.pairs:
        share, two = standings.share(one, other), f"{names[one]} against {names[other]}"
        if share.half is None:
            yield f"{two}: the same player twice has half, whatever the cards are: of that nothing is estimated."
            continue
        every.append((share, standings.deals))
        told = chance_in_words(standings.chance(one, other), f"nothing between {names[one]} and {names[other]}")
        yield f"{two}: {share.times(100).told('%')[0]}. {told}"
        if luck := standings.luck((one, other)):
            skill, deal, play = (part.times(100).told("%") for part in luck)
            yield (
                f"Of what makes their games differ, {skill[0]} ({skill[1]}) is skill: who plays; {deal[0]} ({deal[1]}) "
                f"the luck of the deal: cards and seat; and {play[0]} ({play[1]}) what comes after: choices by chance, "
                "cards that come later, and whom of the two a deal suits."
            )
    if every:
        yield games_line(every, "deal")


def fault_lines(standings: Standings) -> Iterator[str]:
    """Why players lost games by a fault."""
    for name, games, reason in zip(standings.contest.names, standings.broken_off, standings.reasons, strict=True):
        if games:
            yield f"{name} lost {counted(games, 'game')} by a fault, the first one so: {reason}."
