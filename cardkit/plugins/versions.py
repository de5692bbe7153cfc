"""The version of cardkit that an installed package needs, as its own metadata say."""

from __future__ import annotations

import re
from importlib.metadata import Distribution, version

_OWN = re.compile(r"cardkit(?![\w.-])", re.IGNORECASE)


def unmet(package: Distribution | None) -> str:
    """What a package needs of cardkit that this one isn't, such as `cardkit>=2`; empty where there is nothing."""
    lines = [line for line in (package.requires if package else None) or () if _OWN.match(line)]
    if not lines:
        return ""
    from packaging.requirements import InvalidRequirement, Requirement

    for line in lines:
        try:
            needed = Requirement(line)
        except InvalidRequirement:
            return line
        applies = needed.marker is None or needed.marker.evaluate({"extra": ""})
        if applies and not needed.specifier.contains(version("cardkit"), prereleases=True):
            return f"{needed.name}{needed.specifier}"
    return ""
