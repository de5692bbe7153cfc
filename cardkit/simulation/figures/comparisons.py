"""Variants beside each other, as people look at them: what they come to, and what differs from the first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cardkit.play.text_tables import TextTable
from cardkit.simulation.figures.endings import COUNTED, shares
from cardkit.simulation.figures.histograms import Histogram, games_for
from cardkit.simulation.figures.outcomes import Rows
from cardkit.simulation.figures.pairs import Paired, chance_of
from cardkit.simulation.figures.reports import between, decimals, percent
from cardkit.simulation.figures.summary import Summary

LEVEL = 0.05
"""How likely a table has any star, at most, where nothing differs."""


@dataclass(kw_only=True)
class Comparison:
    """Variants with what their games came to, the first of them being what the others are held against."""

    counts: str
    variants: dict[str, Summary]
    pairs: dict[str, Paired] = field(default_factory=dict[str, Paired])

    def add(self, rows: Mapping[str, Rows]) -> None:
        """Take in the same games of every variant."""
        first = next(iter(self.variants))
        for name, summary in self.variants.items():
            summary.add(Summary.of(rows[name], summary.sides))
            if name != first:
                paired = self.pairs.setdefault(name, Paired())
                paired.add(rows[first], rows[name], self.variants[first].sides, summary.sides)

    def games_needed(self, error: float | None) -> int:
        """How many games it takes for this standard error of every difference, in percentage points."""
        every = (share for paired in self.pairs.values() for share in paired.shares(self.ends).values())
        return games_for(max((share.variance for share in every), default=0.0), (error or 100) / 100)

    @property
    def ends(self) -> list[str]:
        """How the games of any variant end."""
        every = list(self.variants.values())
        names = dict.fromkeys(name for summary in every for name in shares(summary, every))
        return sorted(names, key=lambda name: list(COUNTED).index(name) if name in COUNTED else -1)

    @property
    def level(self) -> float:
        """How likely a single star is at most where nothing differs, so that all have the level of the table."""
        ends = self.ends
        return LEVEL / max(1, sum(paired.tests(ends) for paired in self.pairs.values()))

    def table(self) -> TextTable:
        """A row for each variant; a star marks what differs from the first row by more than chance explains."""
        ends, level = self.ends, self.level
        numbers = [f"mean {self.counts}s", *(f"score {seat}" for seat in self.seats_with_scores())]
        table = TextTable(headings=("variant", *ends, *numbers, "sd", "median"))
        for name, summary in self.variants.items():
            paired = self.pairs.get(name, Paired())
            counts = shares(summary, self.variants.values())
            cells = [
                percent(counts[end], summary.games) + star(paired.share(end).chance < level) if end in counts else "-"
                for end in ends
            ]
            length, median = summary.lengths, summary.lengths.percentile(50)
            means = [decimals(length.mean) + star(chance_of(paired.lengths) < level)]
            scores = summary.all_scores()
            for seat in self.seats_with_scores():
                mean = decimals(scores[seat].mean) if seat < len(scores) else "-"
                means.append(mean + star(chance_of(paired.scores.get(seat, Histogram())) < level))
            told = "-" if median is None else f"{median:,}"
            table.rows.append((name, *cells, *means, decimals(length.deviation), told))
        return table

    def differences(self) -> TextTable:
        """A row for each variant but the first, with the 95 % intervals of what differs from the first."""
        every = self.pairs.values()
        ends = [end for end in self.ends if any(one.share(end).more + one.share(end).less for one in every)]
        seats = self.seats_with_scores()
        numbers = [f"mean {self.counts}s", *(f"score {seat}" for seat in seats)]
        table = TextTable(headings=("variant", *ends, *numbers))
        for name, paired in self.pairs.items():
            there = shares(self.variants[name], self.variants.values())
            shared = {end: paired.share(end).interval() for end in ends if end in there}
            told = {end: f"{decimals(100 * low)} to {decimals(100 * high)} %" for end, (low, high) in shared.items()}
            means = [paired.lengths, *(paired.scores.get(seat, Histogram()) for seat in seats)]
            table.rows.append((name, *(told.get(end, "-") for end in ends), *map(between, means)))
        return table

    def seats_with_scores(self) -> list[int]:
        """The seats whose scores say more than who won, by any variant."""
        return sorted({seat for summary in self.variants.values() for seat in range(len(summary.scores))})

    def as_json(self) -> dict[str, dict[str, Any]]:
        """All there is of every variant, as JSON has it."""
        differ = {name: {"differences": paired.as_json(self.ends)} for name, paired in self.pairs.items()}
        return {name: summary.as_json() | differ.get(name, {}) for name, summary in self.variants.items()}


def star(marked: bool) -> str:  # noqa: FBT001
    """A star or the room for one."""
    return " *" if marked else "  "
