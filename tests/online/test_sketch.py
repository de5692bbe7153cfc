"""What is kept of the last view changes nothing of the next one, in any game."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

from cardkit import Game, Match, Seeded, standard52
from cardkit.core.actions import parts_of
from cardkit.hosting.scene import Sketch, scene
from cardkit.plugins.registry import examples, installed, load_game

ACTIONS = 60


@pytest.mark.parametrize("name", [*installed(), *examples()])
def test_a_scene_is_the_same_with_what_was_drawn_last_and_without_and_what_lies_as_it_lay_is_not_drawn_again(
    name: str,
) -> None:
    plugin, chance = load_game(name), Random(name)
    is_ordered_anew = cast(Any, plugin.game).order is not cast(Any, Game).order and plugin.game.wants_seat("order")
    seats = next((number for number in plugin.game.players if number > 1), plugin.game.players[0])
    deck = plugin.deck() if plugin.deck is not None else standard52()
    match = Match(plugin.game.with_options({}), list(deck)[::-1], seats=seats, rng=Seeded(1))
    names = [f"P{seat}" for seat in range(seats)]
    sketches = {seat: Sketch() for seat in range(-1, seats)}
    drawn: dict[int, list[dict[str, object]]] = {seat: [] for seat in sketches}
    for _ in range(ACTIONS):
        for seat, sketch in sketches.items():
            now = scene(match, seat, names, match.to_act, sketch)
            assert scene(match, seat, names, match.to_act) == now
            if not is_ordered_anew:
                piles, before = now["view"]["piles"], {str(pile["name"]): pile for pile in drawn[seat]}
                assert all(pile is before[pile["name"]] for pile in piles if pile == before.get(pile["name"]))
                drawn[seat] = piles
        if match.is_over:
            break
        seat = match.to_act[0]
        parts = parts_of(match.legal_of(seat))
        text = str(chance.choice(match.legal_of(seat))) if len(parts) < 200 else str(match.legal_of(seat)[0])
        match.play(match.read(text, seat), seat)
