"""What follows from a seed: the chance of each player, the same whatever command seats it, and unlike every other."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import cardkit

from cardkit import Seeded, standard52
from cardkit.core.chance.generators import pick_out, shuffle
from cardkit.plugins.setup import new_seed, player_chance, seed_of_game

TELLS = '''"""A player that tells the seed of its chance in the place of choosing."""


class player:
    def __init__(self, rng):
        raise RuntimeError(f"<{rng.seed}>")
'''


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


WITHOUT_A_SAY = "note: the rules shuffle nothing in dealing, so that rng=java has no say"
NEIGHBOURS = "note: neighbouring seeds of rng=java give first cards that hang together"


BY_JAVA = "play war full-war --set shuffle=swap --rng java --seed 1 --quiet"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("play war full-war --rng java --quiet", WITHOUT_A_SAY),
        ("simulate war -n 2 --rng java", WITHOUT_A_SAY),
        ("compare war -n 2 --vary rng=seeded,java --vary face_down=1,3", WITHOUT_A_SAY),
        (BY_JAVA, NEIGHBOURS),
        ("play war full-war --quiet", ""),
        ("play war --rules umassd --seed 1 --quiet", ""),
        (f"{BY_JAVA} --game 3", ""),
        ("simulate war --rules umbc --seed 1 -n 2", ""),
    ],
)
def test_a_generator_without_a_say_and_neighbouring_seeds_of_java_are_told_once_and_no_others(
    words: str, said: str
) -> None:
    run = cardkit(*words.split())
    assert (0, bool(said)) == (run.code, "rng=" in run.err)
    assert not said or 1 == run.err.count("note: ") == run.err.count(said)


def test_the_same_numbers_shuffle_and_pick_to_the_same_order() -> None:
    cards = standard52()
    swapped, picked = cards.copy(), cards.copy()
    shuffle(swapped, Seeded(3))
    pick_out(picked, Seeded(3))
    assert swapped == picked != cards
