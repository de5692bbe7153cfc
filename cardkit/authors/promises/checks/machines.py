"""Whether machines can take a game over: compiled it plays as by its rules, and agents find it in numbers."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, cast

from cardkit.authors.promises.promise import BrokenPromise
from cardkit.authors.promises.random_games import TrialSetup
from cardkit.core.errors import CannotStart
from cardkit.core.state import hashable
from cardkit.table.match import Match
from cardkit.table.native.engine import Variant, facts_of, place_of
from cardkit.table.native.making import GAMES_MORE, compare_more, make
from cardkit.table.native.reading import CannotCompile, Untranslatable

COMPILED = "compiled-alike"


def _facts(way: Variant) -> dict[str, Any]:
    """What is kept of the twin; raises CannotCompile where its source can't be read."""
    try:
        return facts_of(place_of(type(way.game)))
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


LEARNING = "rl"
_ACTIONS = 100
"""How many actions of a game are looked at."""


def can_be_learned(setting: TrialSetup) -> BrokenPromise | None:
    """In a random game every legal action has a number, each seat is told its view alike by the table, and nothing that
    changes is left out of what agents see.
    """
    if find_spec("numpy") is None:
        raise CannotStart(setting.game.name, "it takes NumPy to look at that: pip install 'cardkit[rl]'")
    played: list[str] = []
    reason = next(_reasons(setting, played), None)
    return setting.broken(LEARNING, reason, played) if reason else None


def _reasons(setting: TrialSetup, played: list[str]) -> Iterator[str]:
    """Why the game can't be learned, if it can't; what is played meanwhile is kept."""
    from cardkit.rl.actions import ActionSpace, NotAnEnvironment
    from cardkit.rl.observations import Observations

    match, chance = setting.match(), setting.chance("learning")
    try:
        actions = ActionSpace(setting.game, setting.deck, setting.seats)
        observations = Observations(setting.game, setting.deck, setting.seats, actions.spelling)
        first = {name: hashable(vars(match.state)[name]) for name in observations.left_out}
        while match.result is None and len(played) < _ACTIONS:
            for name, value in first.items():
                if hashable(vars(match.state)[name]) != value:
                    yield f"agents don't see {name}, which changes: {observations.left_out[name]}"
            seat = match.turn
            yield from _differences(match, observations)
            action: Any = ()
            while isinstance(action, tuple):
                begun = cast(tuple[int, ...], action)
                numbers = actions.numbers(match.legal, seat, dict, begun)
                action = actions.after(numbers[chance.below(len(numbers))], match.legal, seat, dict, begun)
            played.append(str(action))
            match.advance(action, seat)
    except NotAnEnvironment as error:
        yield error.reason


def _differences(match: Match[Any, Any], observations: Any) -> Iterator[str]:
    """For which seats other numbers tell the true table than their view of it."""
    for seat in range(match.state.seats):
        if (observations.encode(match.state, seat) != observations.encode(match.view(seat), seat)).any():
            yield f"what is told to seat {seat} hangs on what it can't see"
