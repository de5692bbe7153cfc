"""A person who types at random what may be done, and now and then what nobody understands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from cardkit.authors.promises.random_games import Setting
from cardkit.core.errors import CardkitError
from cardkit.core.piles import Seat
from cardkit.plugins.game_seeds import player_chance
from cardkit.plugins.people import EndOfInput, Stopped
from cardkit.plugins.plugin import Plugin, plain_names
from cardkit.table.match import Match
from cardkit.table.players import Random

_NONSENSE = "what is this?"
_EVERY = 5
"""In one of so many turns nonsense is typed before the answer."""


class Typist:
    """A console at which the lines to be typed are known before."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.last = ""
        """What was typed last."""

    def say(self, line: str, /) -> None:
        """Read a line."""
        if not isinstance(cast(Any, line), str):
            raise CardkitError(f"people are shown {line!r}, which is no line of text")

    def ask(self, prompt: str = "", /) -> str:
        """Type the next line; raises EndOfInput where there is none."""
        if not self.lines:
            raise EndOfInput
        self.last = self.lines.pop(0)
        return self.last


def asked_person(plugin: Plugin, match: Match[Any, Any], seat: Seat, setting: Setting) -> Any:
    """A player that chooses at random, types it to the plugin's `human` at that seat, and wants to be understood."""
    typist, chance = Typist(), player_chance(setting.seed, seat)
    random = Random(chance)
    human: Any = None

    def answer(view: Any, legal: Sequence[Any], /) -> Any:
        nonlocal human
        human = human or plugin.human(typist, seat, plain_names(setting.seats), match)
        meant = random(view, legal)
        typist.lines = [str(meant)] if chance.below(_EVERY) else [_NONSENSE, str(meant)]
        try:
            chosen = human(view, legal)
        except Stopped:
            return meant
        if typist.last == str(meant) and chosen != meant:
            raise CardkitError(f"'{meant}' was typed, and taken for '{chosen}'")
        return chosen

    return answer
