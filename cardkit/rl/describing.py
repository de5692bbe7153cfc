"""What the numbers of an environment mean, for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardkit.core.texts import counted
from cardkit.rl.actions import ActionSpace
from cardkit.rl.history import COLUMNS, Histories
from cardkit.rl.layout import Array, Layout, Section


def described(actions: ActionSpace, layout: Layout, histories: Histories | None) -> str:
    """What every number means, what is not told in numbers, and which number each action has."""
    lines = [f"{counted(layout.size, 'number')} that a seat sees:"]
    for section in layout.sections:
        last = section.start + section.size - 1
        place = f"{section.start}" if section.size == 1 else f"{section.start}-{last}"
        lines.append(f"  {place}: {_about(section)}: {', '.join(section.labels)}")
    if histories is not None:
        lines.append(f"{counted(histories.length, 'row')} of the history: {', '.join(COLUMNS)}")
    if layout.left_out:
        lines += ["not told:", *(f"  {name}: {reason}" for name, reason in layout.left_out.items())]
    lines += [
        f"{counted(actions.size, 'action')}:",
        *(f"  {place}: {name}" for place, name in enumerate(actions.names)),
    ]
    return "\n".join(lines)


def read(layout: Layout, numbers: Array) -> str:
    """What the numbers say that a seat sees, without those that are 0."""
    return "\n".join(_read(layout, numbers))


def _read(layout: Layout, numbers: Any) -> Iterator[str]:
    for section in layout.sections:
        found = numbers[section.start : section.start + section.size]
        said = [
            label if number == 1 else f"{label} {number:g}"
            for label, number in zip(section.labels, found, strict=True)
            if number
        ]
        if said:
            yield f"{_about(section)}: {', '.join(said)}"


def _about(section: Section) -> str:
    """What a section tells."""
    return section.name if section.what == "value" else f"{section.name}, {section.what}"
