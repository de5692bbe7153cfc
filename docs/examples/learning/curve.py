"""Draw learning curves: a line for each file with what a learner printed, such as `2,048 steps: +0.68 points a hand`.

python docs/examples/learning/hearts_sb3.py | tee hearts_sb3.txt
python docs/examples/learning/curve.py hearts_sb3.txt hearts_rlcard.txt --out curve.svg
"""

import argparse
import re
from pathlib import Path

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot

LINE = re.compile(r"^([\d,]+) steps: ([-+.\d]+) (.+)$", re.MULTILINE)

parser = argparse.ArgumentParser(description="Draw learning curves.")
parser.add_argument("files", nargs="+", type=Path, help="what learners printed")
parser.add_argument("--out", default="curve.svg")
asked = parser.parse_args()
matplotlib.rcParams.update({"svg.hashsalt": "curve", "svg.fonttype": "none"})
told = {file.stem: LINE.findall(file.read_text(encoding="utf-8", errors="replace")) for file in asked.files}
units = list(dict.fromkeys(rows[0][2] for rows in told.values()))
figure, panels = pyplot.subplots(1, len(units), figsize=(4.5 * len(units), 3), squeeze=False, layout="constrained")
for panel, unit in zip(panels[0], units, strict=True):
    for name, rows in told.items():
        if rows[0][2] == unit:
            panel.plot([int(steps.replace(",", "")) for steps, *_ in rows], [float(row[1]) for row in rows], label=name)
    panel.axhline(0, color="grey", linewidth=0.8)
    panel.set(xlabel="steps", ylabel=unit)
    panel.locator_params(axis="x", nbins=5)
    panel.legend(frameon=False)
figure.savefig(asked.out, metadata={"Date": None})
