"""What a game may say of itself, so that it takes no plugin: its deck, who sits at the table, its words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from helpers import cardkit

from cardkit import Event, Plugin, UnknownName, first_legal, standard52
from cardkit.authors.testing import check_game
from cardkit.plugins.narrators import Plain
from cardkit.plugins.registry import load_game
from cardkit.plugins.session import narrator_maker
from cardkit.plugins.setup import machines
from cardkit_war import War

PARLOUR = Path(__file__).parents[1] / "data" / "parlour_game.py"
Parlours: Any = load_game(str(PARLOUR)).game


class Short:
    """One word an event."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def __call__(self, event: Event, view: Any, /) -> Iterator[str]:
        yield type(event).__name__


class Spoken(Parlours):
    """Parlours in words of its own."""

    words = Short


def test_a_plugin_that_says_nothing_has_the_deck_and_the_seats_of_its_game() -> None:
    plugin = Plugin(game=Parlours)
    assert (Parlours.deck, ("human", "human"), ("ai", "ai")) == (plugin.deck, plugin.default_seats, machines(plugin))


def test_a_plugin_that_says_something_is_right_against_its_game() -> None:
    plugin = Plugin(game=Parlours, deck=None, seats=("ai", "human"))
    assert (None, ("ai", "human")) == (plugin.deck, plugin.default_seats)


def test_a_game_that_says_nothing_has_52_cards_and_a_person_among_machines() -> None:
    plugin = Plugin(game=War)
    assert (standard52, ("human", "search")) == (plugin.deck, plugin.default_seats)
    assert ("human", "ai") == Plugin(game=War, players={"ai": first_legal}).default_seats


def test_check_game_plays_with_the_deck_of_the_game() -> None:
    assert 4 == check_game(Parlours(), games=4, promises=["cards-conserved"]).games


def test_the_words_of_a_game_are_those_it_is_told_in_where_no_style_is_named() -> None:
    plugin = Plugin(game=Spoken)
    assert isinstance(narrator_maker(plugin, "")(("Ann", "Ben")), Short)
    assert isinstance(narrator_maker(plugin, "plain")(("Ann", "Ben")), Plain)
    with pytest.raises(UnknownName, match="known: plain"):
        narrator_maker(plugin, "poet")


def test_a_file_with_a_game_alone_is_played_with_its_deck() -> None:
    run = cardkit("play", str(PARLOUR), "--seat", "random", "--seat", "random", "--seed", "1")
    told = re.findall(r"\b\w+C\b", run.out)
    assert (0, True, True) == (
        run.code,
        {"6C", "7C", "8C"} <= {*told},
        {*told} <= {str(card) for card in Parlours.deck()},
    )


def test_a_file_with_a_game_alone_is_played_by_those_it_names() -> None:
    run = cardkit("play", str(PARLOUR), "--seed", "1", typed=["bid 4C"])
    assert any("Player 1's turn" in line for line in run.lines)


def test_a_game_may_be_for_two_or_four_players_and_not_for_three() -> None:
    run = cardkit("play", str(PARLOUR), *["--seat", "random"] * 3)
    assert "3 seats were asked for, the game takes 2 or 4" in run.err
