"""The game that is checked, as it is asked for: its options, its deck, its rule sets, and who plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardkit.authors.promises.performances import Stage
from cardkit.core.cards import Card
from cardkit.core.chance.generators import Seeded
from cardkit.core.errors import CannotStart, GameFault
from cardkit.core.game import Game
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import installed, load_game, load_player
from cardkit.plugins.setup import Setup, rule_set


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A game to be checked, with its options and a deck."""

    spec: str
    """The name, path or `module:Class` that it was loaded by."""
    plugin: Plugin
    rules: str
    game: Game[Any, Any]
    deck: Sequence[Card]
    """The cards, the last one on top."""
    stages: Sequence[Stage] = ()
    """The game by each of its rule sets, or by the one that was asked for."""

    @classmethod
    def named(
        cls, spec: str, *, file: str | None, rules: str | None, options: Mapping[str, Any], seated: Sequence[str] = ()
    ) -> Subject:
        """The game of a name, path or `module:Class`, by one of its rule sets, with a deck file or its own deck.

        Where players are named, they play in turn at its seats. Raises CannotStart where one is a person.
        """
        plugin = load_game(spec)
        if "human" in seated:
            raise CannotStart(
                plugin.game.name, "a person can't play while it is checked: a seat is ai, random or another"
            )
        for player in seated:
            load_player(player, plugin, Seeded(0))
        first = rule_set(plugin, rules)
        every = plugin.rule_sets if rules is None and plugin.rule_sets else (first,)
        setups = [Setup(plugin=plugin, rules=one, options=options, deck=file) for one in every]
        stages = [Stage(setup=setup, seated=tuple(seated)) for setup in setups]
        game, deck = setups[0].game, setups[0].pile
        return cls(spec=spec, plugin=plugin, rules=first.name, game=game, deck=deck, stages=stages)

    def refuse_fault(self) -> None:
        """Raises GameFault where the game can't be set up because it is wrongly declared."""
        try:
            self.stages[0].setup.having(seats=("random",) * self.game.players[0], rng="seeded").match()
        except GameFault:
            raise
        except Exception:
            return  # That the game can't be set up is for its promise to say.

    @property
    def is_installed(self) -> bool:
        """Whether a record finds the game by its name."""
        return self.game.name in installed()
