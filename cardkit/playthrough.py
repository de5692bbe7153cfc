"""Golden playthroughs: short games as text, with what every seat sees, to be kept, compared and reviewed as a diff.

`python -m cardkit.playthrough --write FOLDER` writes one for every game and rule set, and takes away what is left over.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from cardkit.cards import BACK, Card, standard52
from cardkit.deckfile import DeckFile
from cardkit.events import Event, Moved, Result, kebab, plain
from cardkit.match import Match
from cardkit.numbered import dealing, is_dealt_as_it_lies, shuffled_for
from cardkit.piles import Seat
from cardkit.plugin import Plugin
from cardkit.promises.play import RandomPlay, Setting
from cardkit.registry import installed, load_game
from cardkit.session import PUBLIC, rule_set

ACTIONS = 25
"""How many actions of a game are written out where nothing is said."""
_SEATS = 3
"""The number of seats, for a game that can be played by so many."""
_MAX_ACTIONS = 100_000
_EXAMPLES = Path("docs/examples")
_DECLARES_A_GAME = re.compile(r"^class \w+\(Game\[", re.MULTILINE)


def playthrough_text(
    plugin: Plugin,
    rules: str = "",
    *,
    options: Mapping[str, Any] | None = None,
    seats: int | None = None,
    seed: int = 1,
    actions: int = ACTIONS,
) -> str:
    """A game that is played at random, as text: its first actions with all that every seat sees, and how it ends.

    The rest of the game is in the last line as a digest, so that a change of it shows, too.
    """
    setting, match = _begun(plugin, rules, options or {}, seats, seed)
    lines = [*_header(rules, setting), "", "== setup", *_told(match.events(), match), *_table(match)]
    play = RandomPlay(match, setting)
    digest = hashlib.blake2b(digest_size=8)
    count = 0
    while (action := play.choose()) is not None:
        acting = ", ".join(map(str, match.acting))
        legal = list(map(str, match.legal))
        seen = action.redacted()
        events = match.play(action)
        count += 1
        digest.update(json.dumps([legal, str(action), plain(events)]).encode())
        if count <= actions:
            secret = "" if seen == action else f"  (the others see: {seen})"
            lines += ["", f"legal: {', '.join(legal)}", f"== {count}. seat {acting}: {action}{secret}"]
            lines += [*_told(events, match), *_table(match)]
    result = match.result or Result.endless(setting.seats, play.cycle) if play.cycle else match.result
    lines += ["", f"== the end, after {count} actions", *_end(result), f"digest: {digest.hexdigest()}"]
    return "\n".join(lines) + "\n"
