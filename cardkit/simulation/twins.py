"""Games of a batch played by the compiled twin of their rules, where there is one."""

from __future__ import annotations

from functools import partial

from cardkit.play.terminal import aside
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.setup import Setup, dealing, player_chance
from cardkit.simulation.batch import Batch
from cardkit.simulation.summary import Outcome, plain_scores
from cardkit.table.native.engine import NativeTwin, Variant, facts_of, put_aside, twin_of, twins_folder, unit_of
from cardkit.table.native.making import compare_more
from cardkit.table.native.refusals import Untranslatable
from cardkit.table.players import drawn_by_lot

GAMES_MORE = 50
"""So many games are compared where a twin is to play in a way it was not yet compared in."""

MOST_NUMBERS = 8
"""Of so many numbers of seats, from the fewest on, some are compared: hardly a deck is enough for more."""


def ways_of(plugin: Plugin) -> list[Variant]:
    """The ways to play a game that a twin is compared in: each rule set, and some numbers of seats."""
    numbers = list(plugin.game.players[:MOST_NUMBERS])
    first, *others = [Setup(plugin=plugin, rules=rules) for rules in plugin.rule_sets] or [Setup.of(plugin)]
    found = [Variant(setup.game, numbers[0], setup.pile) for setup in (first, *others)]
    more = dict.fromkeys((*numbers[1:2], numbers[len(numbers) // 2], numbers[-1]))
    return found + [Variant(first.game, number, first.pile) for number in more if number != numbers[0]]


def _way(batch: Batch) -> Variant:
    return Variant(batch.game, batch.seats, batch.setup.pile)


def why_no_twin(batch: Batch) -> str | None:
    """Why no twin plays these games; None where one does, which may be compared with the rules first."""
    if batch.setup.names_deals:
        return "it is said how the cards lie, which only the rules look after"
    for player in batch.setup.sitting:
        if player not in ("ai", "random") or player in batch.setup.plugin.players:
            return "a twin knows the player random alone, who is ai as well where the game has none of its own"
    way = _way(batch)
    try:
        facts = facts_of(twins_folder() / unit_of(type(batch.game)))
    except (Untranslatable, OSError, SyntaxError) as error:
        return str(error)
    if not facts.get("compared"):
        if "wrong" in facts:
            return f"its twin plays otherwise than the rules: {facts['wrong']}"
        return f"there is no twin of it; cardkit compile {batch.setup.source or batch.game.name} makes one"
    if way.key not in facts["compared"] and not compare_more(way, GAMES_MORE):
        return "its twin plays otherwise than the rules, as comparing them has shown"
    return None if twin_of(way) else "its twin can't be loaded"


def twin_for(batch: Batch) -> NativeTwin | None:
    """The twin that plays these games; None where there is none any more."""
    return twin_of(_way(batch))


def by_twin(batch: Batch, twin: NativeTwin, number: int) -> Outcome:
    """The game of that number as a twin has it; raises what its rules raise, or HandedBack."""
    seed = batch.seed_of(number)
    play = twin.begin(
        _way(batch),
        batch.setup.pile_of(number),
        dealing(batch.setup.rng, seed),
        [player_chance(seed, seat) for seat in range(batch.seats)],
        lot=partial(drawn_by_lot, seed),
        most_turns=batch.setup.most_turns,
    )
    played = twin.finish(play)
    result, winners = played.result, tuple(played.result.winners)
    figures = batch.figures_of(played.state, winners)
    scores = () if result.scores == plain_scores(winners, batch.seats) else result.scores
    return Outcome(number, result.how, winners, played.length, None, figures, scores)


def was_wrong(batch: Batch, number: int, error: Exception) -> None:
    """Use a twin no more that raised an error in a game that the rules play to its end, and say so."""
    reason = f"game {number} of seed {batch.seed}: {type(error).__name__}: {error}"
    put_aside(_way(batch), reason)
    aside(f"the twin of {batch.game.name} raised what its rules don't, and is used no more: {reason}")
