"""What the figures of many games say, in sentences for whoever doesn't know statistics: `--explain`."""

from __future__ import annotations

from collections.abc import Iterator

from cardkit.core.texts import counted
from cardkit.simulation.estimates import Estimate, games_for, wilson
from cardkit.simulation.paired import LEVEL, Comparison, Rotation
from cardkit.simulation.summary import Summary, shares

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
