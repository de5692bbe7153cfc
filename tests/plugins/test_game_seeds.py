"""What follows from a seed: the chance of each player, the same whatever command seats it, and unlike every other."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import cardkit

from cardkit import Seeded
from cardkit.plugins.game_seeds import new_seed, player_chance, seed_of_game

TELLS = '''"""A player that tells the seed of its chance in the place of choosing."""


class player:
    def __init__(self, rng):
        raise RuntimeError(f"<{rng.seed}>")
'''


def test_the_chance_of_a_player_is_derived_from_the_seed_by_its_seat() -> None:
    assert Seeded(5).derive("seat 3").seed == player_chance(5, 3).seed


@pytest.mark.parametrize(
    ("command", "seed"),
    [
        (("play",), 5),
        (("play", "--game", "2"), seed_of_game(5, 2, "seeded")),
        (("simulate",), seed_of_game(5, 0, "seeded")),
        (("forecast",), 5),
    ],
)
def test_every_command_gives_a_player_the_same_chance(command: tuple[str, ...], seed: int, tmp_path: Path) -> None:
    path = tmp_path / "tells.py"
    path.write_text(TELLS, encoding="utf-8")
    seats = ("--seat", "ai", "--seat", str(path), "--set", "hand_size=1", "--seed", "5")
    run = cardkit(command[0], "crazy8s", "microDeck", *command[1:], *seats)
    assert f"<{player_chance(seed, 1).seed}>" in run.err


def test_the_seeds_that_cardkit_draws_are_many_and_suit_every_generator() -> None:
    seeds = {new_seed() for _ in range(1000)}
    assert 1000 == len(seeds)
    assert 2**48 < max(seeds) < 2**63
