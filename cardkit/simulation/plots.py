"""Pictures of what simulations came to."""

from __future__ import annotations

import importlib
from io import BytesIO
from pathlib import Path
from typing import Any

from cardkit.core.files import Replacement
from cardkit.simulation.results import needed
from cardkit.simulation.summary import Histogram

PLOTS = (".png", ".svg", ".pdf")


class Plot:
    """A picture of how long the games were, which can be written before it is drawn; raises CannotWrite."""

    def __init__(self, path: Path) -> None:
        self.path = path
        needed("matplotlib", path)
        Replacement(path).drop()

    def draw(self, seen: Histogram, title: str, counts: str) -> None:
        """Write the picture: the share of the games for each length, up to the 99.5th percentile."""
        matplotlib: Any = importlib.import_module("matplotlib")
        matplotlib.rcParams["svg.hashsalt"] = "cardkit"
        figure_type: Any = importlib.import_module("matplotlib.figure").Figure
        figure: Any = figure_type(figsize=(8, 4.5), layout="constrained")
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
        axes.legend()
        kind, drawn = self.path.suffix[1:], BytesIO()
        figure.savefig(drawn, format=kind, metadata={"Date": None} if kind == "svg" else None)
        with Replacement(self.path) as new:
            new.write(drawn.getvalue())
