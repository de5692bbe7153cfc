"""The parameters of a game in OpenSpiel, and what they wish of an environment.

Commas, equals signs and parentheses are OpenSpiel's own, so lists have semicolons: `deck=7C;8C;7D`,
`options=hand_size:2;shuffle:true`, `coarse=Raise:5`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardkit.core.cards import cards
from cardkit.core.errors import CannotStart
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import load_game
from cardkit.rl.environments.setting import Setting, setting_of

SPECIFICATION: Mapping[str, Any] = {
    "seats": 0,
    "rules": "",
    "options": "",
    "deck": "",
    "coarse": "",
    "rewards": "wins",
    "history": 100,
    "most_actions": 1_000,
    "explicit": False,
    "seed": -1,
}
"""Every parameter of a game, with what it is where nothing is said; 0 seats are as many as the game is played by."""


def setting_for(name: str, parameters: Mapping[str, Any]) -> Setting:
    """The setting that parameters ask for; raises the error of cardkit that says in a sentence what is wrong."""
    deck: str = parameters["deck"]
    plugin, options = load_game(name), _pairs(name, "options", parameters["options"])
    if parameters["explicit"] and _has_switch(plugin, "shuffle"):
        options = {"shuffle": "true", **options}
    setting = setting_of(
        plugin,
        parameters["seats"] or None,
        rules=parameters["rules"] or None,
        options=options,
        deck=cards(deck.replace(";", " ")) if ";" in deck else deck or None,
        coarse={kind: _few(few) for kind, few in _pairs(name, "coarse", parameters["coarse"]).items()},
        rewards=parameters["rewards"],
        history=parameters["history"],
        most_actions=parameters["most_actions"],
    )
    seed: int = parameters["seed"]
    setting.next_game(None if seed < 0 else seed)
    setting.number = -1
    return setting


def _has_switch(plugin: Plugin, option: str) -> bool:
    """Whether a game has an option of this name that is on or off."""
    field = plugin.game.model_fields.get(option)
    return field is not None and field.annotation is bool


def _pairs(game: str, parameter: str, text: str) -> dict[str, str]:
    """What a list of names and values says."""
    pairs = [part.partition(":") for part in text.split(";") if part]
    for name, colon, _ in pairs:
        if not colon:
            raise CannotStart(game, f"{parameter} is a list such as name:value;name:value, and has {name!r}")
    return {name.strip(): value.strip() for name, _, value in pairs}


def _few(text: str) -> int | Sequence[str]:
    """So many actions, or each of them in notation with a | between."""
    return int(text) if text.isdecimal() else [part.strip() for part in text.split("|")]
