"""Small games that search solves from what everybody knows: it bluffs as is right, and says what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from following import played, seated, seating_of
from leduc import LEDUC, MORRA

from cardkit import Card, Match, Plugin, Result, Seat, Seeded, standard52
from cardkit.bots.outlook import Outlook
from cardkit.bots.search import Budget
from cardkit.bots.solution import Solution, TooLarge
from cardkit.plugins.registry import examples, load_game
from cardkit.plugins.setup import Setup
from cardkit.rl.player_files import said
from cardkit.rl.solving import Tree

KUHN = load_game("kuhn")


def thinking(plugin: Plugin, situation: Any) -> Sequence[Outlook]:
    """What search says in a situation of a tree, in which it was told all that came before."""
    course, seat = situation.met, situation.seat
    match = course.again()
    player = seated(match, seat, Budget(), 3, plugin.kernel)
    for step in course.log:
        match.advance(step.action, step.seat)
        player.told([event.seen_by(seat) for event in [*match.acted, *match.events()]], match.view(seat))
    chosen = player.choose(course.playing.view(seat), list(course.legal(seat)))
    assert chosen in list(course.legal(seat))
    assert sum(outlook.share or 0.0 for outlook in player.outlooks) == pytest.approx(1)
    return player.outlooks


class Least(KUHN.game):  # type: ignore[misc, name-defined]
    """Kuhn poker in which chips are debts."""

    name = "least"
    better = "least"

    def result(self, pot: Any) -> Result | None:
        result = super().result(pot)
        return result and Result.least(tuple(-score for score in result.scores))


@pytest.mark.parametrize(("plugin", "value", "most"), [(KUHN, -1 / 18, 0.002), (LEDUC, -0.0856, 0.02)])
def test_nobody_who_knows_how_search_plays_wins_much_by_that(plugin: Plugin, value: float, most: float) -> None:
    tree = Tree(
        Setup.of(plugin, seats=("random", "random")), most_actions=20, most_positions=3_000, advance=lambda _: None
    )
    shares = np.zeros(tree.slots)
    for situation in tree.situations:
        for outlook in thinking(plugin, situation):
            place = [*situation.actions].index(said(outlook.action, tree.alike))
            shares[situation.first + place] = outlook.share
    shares = tree.shares(shares)
    assert tree.value(shares) == pytest.approx(value, abs=most)
    assert 0 <= tree.exploitability(shares) <= most


def outlook_at(plugin: Plugin, seat: Seat, *names: str, deck: Sequence[Card] = ()) -> dict[str, Outlook]:
    """What search says of each action after these, in words, with the cards lying so."""
    cards = list(deck or (plugin.deck or (lambda: standard52()))())
    match = Match[Any, Any](plugin.game(), cards, seats=2, rng=Seeded(1))
    player = seated(match, seat, Budget(), 3)
    for name in names:
        played(match, name, player, seat=seat)
    player.choose(match.view(seat), list(match.legal_of(seat)))
    return {str(one.action): one for one in player.outlooks}


def test_who_chooses_at_the_same_time_mixes_as_is_right() -> None:
    said = outlook_at(MORRA, 1)
    assert said["show 1"].share == pytest.approx(7 / 12, abs=0.01)
    assert [one.mean for one in said.values()] == pytest.approx([1 / 12] * 2, abs=0.05)


def test_where_the_least_is_good_the_same_is_right_and_told_the_other_way_round() -> None:
    """Whoever holds the jack gets what the king gets elsewhere: all that is told of chips has the other sign."""
    deck = [Card(rank, "S") for rank in "QJK"]
    most, least = (outlook_at(plugin, 1, "bet", deck=deck) for plugin in (KUHN, Plugin(game=Least, deck=KUHN.deck)))
    for name, one in most.items():
        assert one.share == pytest.approx(least[name].share)
        assert one.mean == pytest.approx(-least[name].mean)
    (best, *_), told = most.values(), [one.explained(one) for one in least.values()]
    assert ["bet: -2.0 chips, to be done 100 % of the time", "check: 1.0 chips, not to be done"] == told
    assert best.ahead_of(most["check"]).mean == least["bet"].ahead_of(least["check"]).mean == pytest.approx(3)  # type: ignore[union-attr]


@pytest.mark.parametrize("name", [name for name in ("crazy8s", "war", *examples()) if name != "kuhn"])
def test_large_games_are_not_solved(name: str) -> None:
    plugin = load_game(name)
    players = plugin.game.players or range(2, 3)
    with pytest.raises(TooLarge):
        Solution(seating_of(plugin, seats=2 if 2 in players else players[0]))
