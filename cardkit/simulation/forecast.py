"""What will become of a deck file: the end of its game, without showing it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardkit.core.errors import CannotStart
from cardkit.core.game import Game
from cardkit.core.results import Result
from cardkit.plugins.people import Guarded, guarding
from cardkit.plugins.plugin import plain_names
from cardkit.plugins.registry import load_player
from cardkit.plugins.sayings import result_lines
from cardkit.plugins.setup import Setup, name_of, player_chance
from cardkit.simulation.runs import TwinFirst, engine_of, played_by_twin
from cardkit.table.native.engine import HandedBack, NativeTwin
from cardkit.table.turns import Table, is_steady


@dataclass(frozen=True, kw_only=True)
class Forecast:
    """How a game will end."""

    result: Result
    length: int
    """Its rounds or turns; of an endless game, those before the first position that comes back."""
    game: Game[Any, Any]
    names: tuple[str, ...]
    is_compiled: bool = False
    """Whether a compiled twin of the rules has played it."""

    def lines(self) -> list[str]:
        """The end in words, after what played it where that was not the rules."""
        told = result_lines(self.result, self.length, self.game.counts, self.names, self.game.scored_in)
        return [*["compiled"] * self.is_compiled, *told]

    def as_json(self) -> dict[str, Any]:
        """The end as JSON has it."""
        cycle = self.result.cycle
        return {
            "result": self.result.how.value,
            "winners": [self.names[seat] for seat in self.result.winners],
            f"{self.game.counts}s": self.length,
            "first": cycle.first if cycle else None,
            "again": cycle.again if cycle else None,
            "cycle": cycle.length if cycle else None,
        }


def forecast_of(setup: Setup, engine: str = "rules") -> Forecast:
    """How the game of a deck file will end; raises CannotStart where that is left to chance and no seed is given.

    What a twin leaves to the rules they play, as simulations have it.
    """
    game, places = setup.game, tuple(map(name_of, setup.sitting))
    if "human" in places:
        raise CannotStart(game.name, "what a person will do can't be forecast: a seat is ai or another player")
    names = setup.pack.names if len(setup.pack.names) == len(places) else plain_names(len(places))

    def by_twin(twin: NativeTwin) -> Forecast:
        played = played_by_twin(setup, twin, None)
        if setup.seed is None and played.hangs_on_chance:
            raise HandedBack("chance")
        return Forecast(result=played.result, length=played.length, game=game, names=names, is_compiled=True)

    def by_rules() -> Forecast:
        players = [
            Guarded(load_player(place, setup.plugin, player_chance(setup.seed or 0, seat)), seat, place)
            for seat, place in enumerate(places)
        ]
        with guarding(game.name, players):
            match = setup.match()
            result = Table(match, players, most_turns=setup.most_turns).run()
        if setup.seed is None:
            _refuse_chance(game.name, match.draws, players)
        return Forecast(result=result, length=match.length, game=game, names=names)

    return TwinFirst(setup, engine_of([setup], engine)).played(None, by_twin, by_rules)


def _refuse_chance(game: str, draws: int, players: Sequence[Guarded]) -> None:
    """Raise CannotStart where the game might end in another way by another seed, saying by whom."""
    free = [player for player in players if player.had_a_choice and not is_steady(player)]
    if draws or free:
        whose = "this game is" if draws else f"what seat {free[0].seat}, {free[0].name}, chooses is"
        instead = "give its --seed, or ask `cardkit simulate` how often it ends how"
        raise CannotStart(game, f"{whose} left to chance: {instead}")
