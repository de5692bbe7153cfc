"""What search would have done in a game that was played, from what a seat knew, and what its choices cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cardkit.bots.search import Outlook, SearchPlayer
from cardkit.core.piles import Seat
from cardkit.core.texts import counted
from cardkit.play.pages import TextTable
from cardkit.table.match import Match
from cardkit.table.players import first_legal, handed
from cardkit.table.turns import Table

_COSTLIEST = 3
"""How many of the costliest decisions are told below the table of all."""


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What a seat did where it had a choice, and what search would have done."""

    action: int
    """Which action of the game it was, from 1."""
    number: int
    """The round or turn it was taken in."""
    played: str
    advised: str
    expected: float | None
    """What search expected of its own choice, in points or as the share of a win; None where it found nothing out."""
    expected_of_played: float | None
    """The same of what was played; None where search never tried that."""
    tries_of_played: int
    in_points: bool
    """Whether that is counted in points, of the round against the others or of all together, and not in wins."""

    @property
    def cost(self) -> float | None:
        """How much less was expected of what was played; nothing where that looked as good, None where nobody knows."""
        if self.expected is None or self.expected_of_played is None:
            return None
        return max(0.0, self.expected - self.expected_of_played)

    def facts(self) -> dict[str, Any]:
        """The decision as JSON has it."""
        return {
            "action": self.action,
            "number": self.number,
            "played": self.played,
            "advised": self.advised,
            "expected": self.expected,
            "expected_of_played": self.expected_of_played,
            "tries_of_played": self.tries_of_played,
            "cost": self.cost,
            "unit": "points" if self.in_points else "wins",
        }


def decisions(
    match: Match[Any, Any],
    taken: Sequence[tuple[Seat | None, str]],
    seat: Seat,
    player: SearchPlayer,
    advance: Callable[[int], None] = lambda actions: None,
) -> Iterator[Decision]:
    """The decisions of a seat in a match that goes as these actions in notation; `advance` is told of each action."""
    players: list[Any] = [first_legal] * match.state.seats
    players[seat] = player
    table = Table(match, players)
    table.retell([])
    for place, (named, text) in enumerate(taken, start=1):
        acting = match.turn if named is None else named
        legal = match.legal_of(acting) if match.is_shared else match.legal
        if acting == seat and len(legal) > 1:
            view, played = match.view(seat), match.read(text, seat)
            advised = player.choose(view, handed(legal))
            outlooks = player.outlooks if played == advised else player.weighed(view, [played, advised])
            yield _decision(place, match.number, played, advised, outlooks, 1.0 if view.round else player.goal)
        table.retell([(named, text)])
        advance(1)


def _decision(
    place: int, number: int, played: Any, advised: Any, outlooks: Sequence[Outlook], points: float | None
) -> Decision:
    """The decision for what was played, and what a search expects of that and of its own choice.

    `points` is how many points a worth of 1 is; None where the worth is the share of a win.
    """
    found = {outlook.action: outlook for outlook in outlooks}
    best, own = found.get(advised), found.get(played)

    def expected(outlook: Outlook | None) -> float | None:
        return None if outlook is None else outlook.share if points is None else points * outlook.worth

    return Decision(
        action=place,
        number=number,
        played=str(played),
        advised=str(advised),
        expected=expected(best),
        expected_of_played=expected(own),
        tries_of_played=own.tries if own else 0,
        in_points=points is not None,
    )


def costliest(found: Sequence[Decision], most: int) -> list[Decision]:
    """The decisions that cost something, the costliest first, at most so many."""
    costly = [decision for decision in found if decision.cost]
    return sorted(costly, key=lambda decision: -(decision.cost or 0.0))[:most]


def decisions_table(found: Sequence[Decision], counts: str) -> TextTable:
    """A row for each decision; `counts` is what the game calls its rounds or turns."""
    table = TextTable(
        headings=(counts, "action", "played", "search", "expected", "of played", "in games", "cost"),
        empty="No decision cost anything.",
    )
    for one in found:
        worths = [_worth(worth, in_points=one.in_points) for worth in (one.expected, one.expected_of_played)]
        ends = (str(one.tries_of_played), _worth(one.cost, in_points=one.in_points))
        table.rows.append((str(one.number), str(one.action), one.played, one.advised, *worths, *ends))
    return table


def summary_lines(found: Sequence[Decision], counts: str) -> Iterator[str]:
    """In how many decisions search would have done the same, and which cost most."""
    same = sum(decision.played == decision.advised for decision in found)
    yield f"Search would have done the same in {same} of {counted(len(found), 'decision')}."
    for one in costliest(found, _COSTLIEST):
        cost = _worth(one.cost, in_points=one.in_points)
        what = f"{cost} points" if one.in_points else f"{cost} of a win"
        yield f"Cost {what}: {one.played} in {counts} {one.number}, and not {one.advised}."


def _worth(worth: float | None, *, in_points: bool) -> str:
    """A worth or a cost in points, or as the share of the win that it is."""
    if worth is None:
        return "-"
    return f"{worth:.1f}" if in_points else f"{100 * worth:.0f} %"
