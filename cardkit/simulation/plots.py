"""Pictures of what simulations came to."""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from cardkit.core.files import Replacement
from cardkit.simulation.estimates import Estimate, wilson
from cardkit.simulation.results import needed
from cardkit.simulation.summary import Histogram


def _figure(height: float) -> Any:
    """An empty picture of this height in inches."""
    matplotlib: Any = importlib.import_module("matplotlib")
    matplotlib.rcParams["svg.hashsalt"] = "cardkit"
    figure_type: Any = importlib.import_module("matplotlib.figure").Figure
    return figure_type(figsize=(8, height), layout="constrained")


PLOTS = (".png", ".svg", ".pdf")


class Plot:
    """A picture of what games came to, which can be written before it is drawn; raises CannotWrite."""

    def __init__(self, path: Path) -> None:
        self.path = path
        os.environ["MPLBACKEND"] = "agg"  # whatever draws on somebody's screen has no say in a file
        needed("matplotlib", path)
        Replacement(path).drop()

    def draw(self, seen: Histogram, title: str, counts: str) -> None:
        """Write the picture: the share of the games for each length up to the 99.5th percentile, and what is beyond."""
        figure = _figure(4.5)
        axes: Any = figure.subplots()
        most = int(seen.percentile(99.5) or 0)
        width = max(1, most // 100)
        bars: dict[int, int] = {}
        for number, times in seen.counts.items():
            if number <= most:
                number = int(number)
                bars[number // width * width] = bars.get(number // width * width, 0) + times
        heights = [100 * times / max(1, seen.total) / width for times in bars.values()]
        axes.bar(list(bars), heights, width=width, align="edge")
        axes.set(title=title, xlabel=f"{counts}s", ylabel=f"% of the games that ended, a {counts}")
        for percentile, style, share in ((50, "-", "half"), (95, "--", "95 %")):
            longest = seen.percentile(percentile) or 0
            label = f"{share} of the games: {longest:g} {counts}s at most"
            axes.axvline(longest, color="black", linewidth=0.8, linestyle=style, label=label)
        beyond, longest = sum(times for number, times in seen.counts.items() if number > most), seen.highest or 0
        if beyond:
            share = wilson(beyond, seen.total).times(100).told("%")[0]
            axes.plot([], [], " ", label=f"{share} of the games are longer, up to {longest:,g} {counts}s")
        axes.legend(framealpha=1)
        self._write(figure)

    def draw_estimates(self, title: str, panels: Mapping[str, Mapping[str, Estimate | None]]) -> None:
        """Write a picture with a panel for each figure, in which each name has its estimate with its 95 % interval."""
        rows = max(map(len, panels.values()), default=0)
        figure = _figure(1.6 + 0.4 * rows)
        figure.suptitle(title, wrap=True)
        figure.supxlabel("Lines are 95 % intervals.", fontsize="small")
        for axes, (what, estimates) in zip(
            figure.subplots(1, len(panels), squeeze=False)[0], panels.items(), strict=True
        ):
            for place, found in enumerate(estimates.values()):
                if found is not None:
                    ends = (found.mean if end is None else end for end in found[1:])
                    axes.plot(list(ends), [place, place], color="black", linewidth=1)
                    axes.plot([found.mean], [place], "o", color="black")
            axes.set(xlabel=what, yticks=range(len(estimates)), yticklabels=list(estimates), ylim=(rows - 0.5, -0.5))
            axes.grid(axis="x", linewidth=0.4)
        self._write(figure)

    def _write(self, figure: Any) -> None:
        kind, drawn = self.path.suffix[1:], BytesIO()
        figure.savefig(drawn, format=kind, metadata={"Date": None} if kind == "svg" else None)
        with Replacement(self.path) as new:
            new.write(drawn.getvalue())
