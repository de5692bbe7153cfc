"""What search would have done in a game that was played, from what a seat knew, and what its choices cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cardkit.bots.outlook import Difference, Gain, Outlook
from cardkit.bots.search import SearchPlayer
from cardkit.core.cards import Seat
from cardkit.core.texts import counted
from cardkit.play.terminal import TextTable
from cardkit.plugins.sayings import Sayings
from cardkit.table.match import Match
from cardkit.table.turns import Table, first_legal, handed

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
    played_said: str
    """What was played as a sentence, for people."""
    advised_said: str
    gain: Gain
    """In what it is counted what comes of a choice."""
    expected: Outlook | None
    """What search expected of its own choice; None where it found nothing out."""
    expected_of_played: Outlook | None
    """The same of what was played; None where search never tried that."""

    @property
    def difference(self) -> Difference | None:
        """By how much its own choice is better than what was played; None where nobody knows, or they are the same."""
        if self.expected is None or self.expected_of_played is None or self.played == self.advised:
            return None
        return self.expected.ahead_of(self.expected_of_played)

    @property
    def cost(self) -> float | None:
        """How much less is expected of what was played, where that is sure, below 0 where it is more; else None."""
        if self.played == self.advised:
            return 0.0
        return self.difference.mean if self.difference and self.difference.is_clear else None

    def facts(self) -> dict[str, Any]:
        """The decision as JSON has it."""
        best, own, between = self.expected, self.expected_of_played, self.difference
        return {
            "action": self.action,
            "number": self.number,
            "played": self.played,
            "advised": self.advised,
            "expected": None if best is None else best.mean,
            "expected_interval9995": None if best is None else best.interval,
            "expected_of_played": None if own is None else own.mean,
            "expected_of_played_interval9995": None if own is None else own.interval,
            "tries_of_played": 0 if own is None else own.tries,
            "cost": self.cost,
            "difference": between and {"mean": between.mean, "interval9995": [between.low, between.high]},
            "unit": f"{self.gain.unit}{' ahead' * self.gain.is_lead}",
        }


def decisions(
    match: Match[Any, Any],
    taken: Sequence[tuple[Seat | None, str]],
    seat: Seat,
    player: SearchPlayer,
    names: Sequence[str],
    advance: Callable[[int], None] = lambda actions: None,
) -> Iterator[Decision]:
    """The decisions of a seat in a match that goes as these actions in notation; `advance` is told of each action."""
    says = Sayings(match.game, names, seat)
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
            known = [one for one in player.outlooks if played == advised == one.action and one.share is None]
            found = {one.action: one for one in known or player.weighed(view, list(dict.fromkeys([played, advised])))}
            yield Decision(
                action=place,
                number=match.number,
                played=str(played),
                advised=str(advised),
                played_said=str(says.action(played, view)),
                advised_said=str(says.action(advised, view)),
                gain=player.gain(view),
                expected=found.get(advised),
                expected_of_played=found.get(played),
            )
        table.retell([(named, text)])
        advance(1)


def costliest(found: Sequence[Decision], most: int) -> list[Decision]:
    """The decisions that cost something, the costliest first, at most so many."""
    costly = [decision for decision in found if (decision.cost or 0.0) > 0]
    return sorted(costly, key=lambda decision: -(decision.cost or 0.0))[:most]


def decisions_table(found: Sequence[Decision], counts: str) -> TextTable:
    """A row for each decision; `counts` is what the game calls its rounds or turns."""
    cost = "".join(
        ["cost", *(f", {unit}" for unit in dict.fromkeys(one.gain.counted_in for one in found) if unit != "wins")]
    )
    units = dict.fromkeys(f", {one.gain.counted_in} ahead" for one in found if one.gain.is_lead)
    expected = "".join(["expected", *units])
    headings = (counts, "action", "played", "search", expected, "of played", "in games", cost, "99.95 % interval")
    table = TextTable(headings=headings, empty="No decision cost anything for sure.")
    for one in found:
        best, own = one.expected, one.expected_of_played
        told = ["-" if outlook is None else outlook.told for outlook in (best, own)]
        cells = (
            one.played_said,
            one.advised_said,
            *told,
            str(own.tries or "-" if own else 0),
            _cost(one),
            _interval(one) or "-",
        )
        table.rows.append((str(one.number), str(one.action), *cells))
    return table


def summary_lines(found: Sequence[Decision], counts: str, assumed: str) -> Iterator[str]:
    """In how many decisions search would have done the same or as well, which cost most, and what was assumed."""
    same = sum(decision.played == decision.advised for decision in found)
    unclear = sum(one.played != one.advised and one.cost is None and one.difference is not None for one in found)
    beside = f", and something that isn't clearly better or worse in {unclear}" if unclear else ""
    yield f"Search would have done the same in {same} of {counted(len(found), 'decision')}{beside}; {assumed}."
    for one in costliest(found, _COSTLIEST):
        what = f"{_cost(one)} of a win" if one.gain.unit == "wins" else f"{_cost(one)} {one.gain.counted_in}"
        yield f"Cost {what} ({_interval(one)}): {one.played_said} in {counts} {one.number}, and not {one.advised_said}."


def _cost(one: Decision) -> str:
    if one.cost is None:
        return "-" if one.difference is None else "the same" if one.difference.is_nothing else "not clear"
    return one.gain.told(one.cost)


def _interval(one: Decision) -> str:
    """The interval of the cost, in its numbers; nothing where the same came of both each time."""
    between = one.difference
    if between is None or between.is_nothing:
        return ""
    return " to ".join(map(one.gain.number, (between.low, between.high)))
