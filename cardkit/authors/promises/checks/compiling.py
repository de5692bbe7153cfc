"""Whether a game that is compiled plays the games that it plays by its rules."""

from __future__ import annotations

from typing import Any

from cardkit.authors.promises.promise import BrokenPromise
from cardkit.authors.promises.random_games import TrialSetup
from cardkit.core.errors import CannotStart
from cardkit.table.native.engine import Variant, facts_of, twins_folder, unit_of
from cardkit.table.native.making import GAMES_MORE, compare_more, make
from cardkit.table.native.refusals import CannotCompile, Untranslatable

COMPILED = "compiled-alike"


def _facts(way: Variant) -> dict[str, Any]:
    """What is kept of the twin; raises CannotCompile where its source can't be read."""
    try:
        return facts_of(twins_folder() / unit_of(type(way.game)))
    except Untranslatable as refused:
        raise CannotCompile(way.game.name, str(refused)) from None


def plays_alike_compiled(setting: TrialSetup) -> BrokenPromise | None:
    """The game's twin, which is made where there is none, plays as the rules do; raises CannotStart without a twin."""
    setting.match()
    way = Variant(setting.game, setting.seats, tuple(setting.deck))
    try:
        facts = _facts(way)
        if not facts and make([way], GAMES_MORE):
            return None
    except CannotCompile as refused:
        if refused.differs:
            return setting.broken(COMPILED, refused.reason)
        raise CannotStart(setting.game.name, f"it can't be compiled: {refused.reason}") from None
    if way.key not in facts["compared"] and "wrong" not in facts:
        reason = compare_more(way, GAMES_MORE)
        if reason and not (facts := _facts(way)).get("wrong"):
            raise CannotStart(setting.game.name, reason)
    wrong = facts.get("wrong")
    return setting.broken(COMPILED, f"its twin plays otherwise than the rules: {wrong}") if wrong else None
