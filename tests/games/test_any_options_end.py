"""Every game that comes with cardkit, by any options: each ends, or is refused before cards are dealt."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cardkit import BadOption, CannotStart, How, Match, Player, Random, Seeded, Table, first_legal, standard52
from cardkit.plugins.registry import examples, load_game

RANKS = dict.fromkeys(("wild", "skip", "reverse", "draw_two"), ("none", "8", "A", "K"))
WORDS = {"suits": ("", "Hearts Squares"), "ranks": ("",), "left_out": ("", "QC", "AS", "XX")}
"""What options can be that are texts; all others say by their types what they can be."""
KNOCK = {"knock": (40, 1000)}
"""Whom chance plays seldom has few points left in hand, and so would play for very long."""


def values(name: str, schema: dict[str, Any]) -> list[Any]:
    """Values of all kinds that an option allows."""
    found: list[Any] = [*(RANKS | WORDS | KNOCK).get(name, ())]
    for kind in schema.get("anyOf", [schema]) if not found else ():
        found += [*kind.get("enum", ()), *([kind["const"]] if "const" in kind else ())]
        found += [False, True] if kind.get("type") == "boolean" else []
        if kind.get("type") == "integer":
            least = kind.get("minimum", kind.get("exclusiveMinimum", -1) + 1)
            found += [least, least + 1, least + 5, least + 12, kind.get("maximum", 1000)]
    return found


@pytest.mark.parametrize(("name", "fewest"), [("crazy8s", 100), ("war", 30)])
def test_a_game_by_any_options_ends_or_is_refused_before_cards_are_dealt(name: str, fewest: int) -> None:
    kind, chance, ended = load_game(name).game, random.Random(26), Counter[str]()
    schemas = kind.model_json_schema()["properties"]
    assert all(values(option, schema) for option, schema in schemas.items())
    for seed in range(150):
        drawn = {option: chance.choice(values(option, schema)) for option, schema in schemas.items()}
        options = {option: value for option, value in drawn.items() if chance.random() < 0.6}
        deck, seats = standard52(), chance.choice([seats for seats in kind.players if seats < 9])
        chance.shuffle(deck)
        try:
            match: Match[Any, Any] = Match(kind.with_options(options), deck, seats=seats, rng=Seeded(seed))
        except (BadOption, CannotStart):
            continue
        players: list[Player] = [Random(Seeded(seed).split(str(seat))) for seat in range(seats)]
        result = Table(match, players if chance.random() < 0.6 else [first_legal] * seats, most_turns=60_000).run()
        assert result.how is not How.CUT_OFF, f"{seats} seats, {options}"
        ended[result.how.value] += 1
    assert ended.total() >= fewest


LASTS = {"limit", "rounds", "holes", "hands"}
"""Options that say how long a game lasts; by the most that they can be it takes minutes."""
GO_ON = {"cheat", "gin_rummy", "holdem"}
"""Where all do the first thing that they may, these go on for long: nobody is believed, or knocks, or bets."""


@pytest.mark.parametrize("name", examples())
def test_an_example_by_any_options_ends_or_is_refused_before_cards_are_dealt(name: str) -> None:
    plugin, chance, ended = load_game(name), random.Random(27), Counter[str]()
    schemas = plugin.game.model_json_schema().get("properties", {})
    for seed in range(16):
        drawn = {
            option: chance.choice(values(option, schema)[: 3 if option in LASTS else None])
            for option, schema in schemas.items()
        }
        options = {option: value for option, value in drawn.items() if option in LASTS or chance.random() < 0.6}
        deck, seats = list((plugin.deck or standard52)()), chance.choice(plugin.game.players)
        chance.shuffle(deck)
        try:
            match: Match[Any, Any] = Match(plugin.game.with_options(options), deck, seats=seats, rng=Seeded(seed))
        except (BadOption, CannotStart):
            continue
        players: list[Player] = [Random(Seeded(seed).split(str(seat))) for seat in range(seats)]
        is_steady = Path(name).stem not in GO_ON and chance.random() < 0.4
        result = Table(match, [first_legal] * seats if is_steady else players, seed=seed, most=40_000).run()
        assert result.how is not How.CUT_OFF, f"{seats} seats, {options}, {'first' if is_steady else 'random'}"
        ended[result.how.value] += 1
    assert ended.total() >= 6
