"""The game that is checked, as it is asked for: its options, its deck, its rule sets, and who plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardkit.authors.promises.performances import Stage
from cardkit.core.chance.generators import Seeded
from cardkit.core.errors import CannotStart, GameFault
from cardkit.core.game import Game
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import installed, load_game, load_player
from cardkit.plugins.setup import Setup, rule_set


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A game to be checked, by its rule sets, with its options and a deck."""

    spec: str
    """The name, path or `module:Class` that it was loaded by."""
    stages: Sequence[Stage]
    """The game by each of its rule sets, or by the one that was asked for; the rules are looked at on the first one."""

    @property
    def plugin(self) -> Plugin:
        """What comes with the game."""
        return self.stages[0].setup.plugin

    @property
    def game(self) -> Game[Any, Any]:
        """The game with its options."""
        return self.stages[0].setup.game

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
        every = plugin.rule_sets if rules is None and plugin.rule_sets else (rule_set(plugin, rules),)
        setups = [Setup(plugin=plugin, rules=one, options=options, deck=file) for one in every]
        for setup in setups:
            _ = setup.game  # Raises BadOption, or DeckFileError, before anything is looked at.
        return cls(spec=spec, stages=[Stage(setup=setup, seated=tuple(seated)) for setup in setups])

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
