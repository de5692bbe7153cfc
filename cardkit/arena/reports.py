"""The standings of a contest as tables and sentences for people."""

from __future__ import annotations

from collections.abc import Iterator

from cardkit.arena.contest import Contest
from cardkit.arena.estimates import Estimate, Verdict
from cardkit.arena.standings import Standings
from cardkit.core.texts import counted
from cardkit.play.text_tables import TextTable
from cardkit.simulation.jobs import changed


def title_of(contest: Contest, standings: Standings, deals: int) -> str:
    """What was played, in a line."""
    batch = contest.batch
    options = " ".join(f"{name}={value}" for name, value in changed(batch).items())
    what = " ".join(part for part in (batch.game.name, batch.setup.rules.name, options) if part)
    of = "" if standings.deals == deals else f" of {deals:,}"
    played = f"{standings.deals:,}{of} deals, {standings.games:,} games"
    return f"{what}, {counted(batch.seats, 'seat')}: {played}, seed {batch.seed}"


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
            Verdict.BETTER: f"{names[one]} is better than {names[other]}.",
            Verdict.WORSE: f"{names[other]} is better than {names[one]}.",
            Verdict.ALIKE: f"Neither of {names[one]} and {names[other]} wins as much as {wanted:g} %.",
            Verdict.OPEN: f"It is open who of {names[one]} and {names[other]} is better.",
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
