"""How games end, in the words of tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardkit.core.acts.results import How
from cardkit.core.piles import Seat
from cardkit.core.texts import listed
from cardkit.simulation.figures.histograms import games_for
from cardkit.simulation.figures.outcomes import ENDS, WON
from cardkit.simulation.figures.summary import Sides, Summary

SEVERAL = "won by several"
WORDS = {How.DRAW: "draws", How.LOST: "lost", How.ENDLESS: "endless", How.CUT_OFF: "cut off"}
COUNTED = {SEVERAL: "shared", "draws": "draws", "lost": "lost", "endless": "endless", "cut off": "cut_off"}
"""What is said of games that no side won alone, each with the field of a summary that counts it."""
RARE = {SEVERAL, "lost", "cut off"}
_FEW = 2
"""Added to the games that ended so and to those that did not, since nothing is certain because it was never seen."""


def side_name(side: Sequence[Seat]) -> str:
    """What a side is called: `seat 0`, `seats 0 and 2`."""
    return f"seat {side[0]}" if len(side) == 1 else f"seats {listed(list(map(str, side)))}"


def winning(side: Sequence[Seat]) -> str:
    """What is said of games that a side wins."""
    return f"{side_name(side)} {'wins' if len(side) == 1 else 'win'}"


def ending(columns: Sequence[int], sides: Sides) -> str:
    """What is said of a game with this end, by its number in a row, and with 1 for each seat that won."""
    end, *seats = columns
    if end != WON:
        return WORDS[ENDS[end]]
    won = [side for side in sides if any(seats[seat] for seat in side)]
    return winning(won[0]) if len(won) == 1 else SEVERAL


def shares(summary: Summary, among: Iterable[Summary]) -> dict[str, int]:
    """The games that each side won alone, and all others; of what is rare, only what there is among these."""
    counts = {winning(side): wins for side, wins in zip(summary.sides, summary.alone, strict=True)}
    rare = {name for name in RARE if any(getattr(one, COUNTED[name]) for one in among)}
    told = {name: getattr(summary, field) for name, field in COUNTED.items() if name in rare or name not in RARE}
    return counts | told


def games_for_shares(summary: Summary, points: float) -> int:
    """How many games it takes until the standard error of each share is at most so many percentage points."""
    seen = [(times + _FEW) / (summary.games + 2 * _FEW) for times in shares(summary, [summary]).values()]
    return games_for(max(share * (1 - share) for share in seen), points / 100)
