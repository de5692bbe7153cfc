"""Games of a batch played by the compiled twin of their rules, where there is one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from cardkit.core.errors import CardkitError, UnknownName
from cardkit.play.terminal import aside
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import is_any
from cardkit.plugins.setup import Setup, dealing, player_chance
from cardkit.simulation.batch import Batch
from cardkit.simulation.summary import Outcome, plain_scores
from cardkit.table.native.engine import (
    MOST,
    HandedBack,
    NativeTwin,
    TwinGame,
    Variant,
    facts_of,
    place_of,
    put_aside,
    twin_of,
)
from cardkit.table.native.making import GAMES_MORE, compare_more
from cardkit.table.native.reading import Untranslatable
from cardkit.table.players import drawn_by_lot

P = TypeVar("P")

MOST_NUMBERS = 8
"""Of so many numbers of seats, from the fewest on, some are compared: hardly a deck is enough for more."""


def ways_of(plugin: Plugin) -> list[Variant]:
    """The ways to play a game that a twin is compared in: each rule set, and some numbers of seats."""
    numbers = list(plugin.game.players[:MOST_NUMBERS])
    more = dict.fromkeys((*numbers[:2], numbers[len(numbers) // 2], numbers[-1]))
    setups = [Setup.of(plugin, seats=("random",) * number) for number in more]
    setups += [setups[0].having(rules=rules) for rules in plugin.rule_sets[1:]]
    return [_way(setup) for setup in setups]


class NoTwin(CardkitError):
    """A compiled twin was asked for, and there is none that plays these games."""

    game: str
    reason: str
    sentence = "no compiled twin plays these games of {game}: {reason}"


def _way(setup: Setup) -> Variant:
    return Variant(setup.game, len(setup.sitting), setup.pile)


def why_no_twin(setup: Setup) -> str | None:
    """Why no twin plays these games; None where one does, which may be compared with the rules first."""
    for player in setup.sitting:
        if not is_any(player, setup.plugin):
            return "a twin knows the player random alone, who is ai as well where the game has none of its own"
    way = _way(setup)
    try:
        facts = facts_of(place_of(type(setup.game)))
    except (Untranslatable, OSError, SyntaxError) as error:
        return str(error)
    if not facts.get("compared"):
        if "wrong" in facts:
            return f"its twin plays otherwise than the rules: {facts['wrong']}"
        return f"there is no twin of it; cardkit compile {setup.source or setup.game.name} makes one"
    if way.key not in facts["compared"] and (reason := compare_more(way, GAMES_MORE)):
        return reason
    return None if twin_of(way) else "its twin can't be loaded"


def engine_of(setups: Iterable[Setup], wanted: str) -> str:
    """What plays such games where there are no kernels: `compiled`, where a twin plays them all, or `rules`.

    Raises UnknownName, and NoTwin where a twin is wanted and there is none.
    """
    if wanted not in ("auto", "rules", "compiled"):
        raise UnknownName("engine", wanted, ("auto", "rules", "compiled"))
    for setup in setups if wanted != "rules" else ():
        if reason := why_no_twin(setup):
            if wanted == "compiled":
                raise NoTwin(setup.game.name, reason)
            return "rules"
    return "rules" if wanted == "rules" else "compiled"


def played_by_twin(setup: Setup, twin: NativeTwin, number: int | None, most: int = MOST) -> TwinGame:
    """The game of that number as a twin has it; raises what its rules raise, or HandedBack."""
    seed = setup.seed_of(number)
    play = twin.begin(
        _way(setup),
        setup.pile_of(number),
        dealing(setup.rng, seed),
        [player_chance(seed, seat) for seat in range(len(setup.sitting))],
        lot=partial(drawn_by_lot, seed),
        told=setup.laid(number),
        most_turns=setup.most_turns,
        most=most,
    )
    if setup.given:
        setup.given_deal.check(twin.lying(play))
    return twin.finish(play)


def by_twin(batch: Batch, number: int, twin: NativeTwin) -> Outcome:
    """What came of the game of that number as a twin has it; raises what its rules raise, or HandedBack."""
    played = played_by_twin(batch.setup, twin, number)
    if batch.setup.every_deal and played.hangs_on_chance:
        raise HandedBack("chance")
    result, winners = played.result, tuple(played.result.winners)
    figures = batch.figures_of(played.state, winners)
    scores = () if result.scores == plain_scores(winners, batch.seats) else result.scores
    return Outcome(number, result.how, winners, played.length, None, figures, scores)


class TwinFirst:
    """Plays games by the twin of their rules where there is one, and by the rules what it hands back.

    A twin that raises an error in a game that the rules play to its end is used no more, which is said.
    """

    def __init__(self, setup: Setup, engine: str) -> None:
        self._setup = setup
        self._twin = twin_of(_way(setup)) if engine == "compiled" else None

    def played(
        self,
        number: int | None,
        by_twin: Callable[[NativeTwin], P],
        by_rules: Callable[[], P],
        is_sound: Callable[[P], bool] = lambda played: True,
    ) -> P:
        """What comes of the game of that number, which is sound where no player broke it off; raises what rules do."""
        wrong: Exception | None = None
        if self._twin is not None:
            try:
                return by_twin(self._twin)
            except HandedBack:
                pass
            except Exception as error:
                wrong = error
        found = by_rules()
        if wrong is not None and is_sound(found):
            which = "the game" if number is None else f"game {number}"
            reason = f"{which} of seed {self._setup.seed or 0}: {type(wrong).__name__}: {wrong}"
            put_aside(_way(self._setup), reason)
            name = self._setup.game.name
            aside(f"the twin of {name} raised what its rules don't, and is used no more: {reason}")
            self._twin = None
        return found
