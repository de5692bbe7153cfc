"""What search thinks of a game that was played: every decision of a seat, its cost, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from helpers import ROOT, cardkit

from cardkit.arena.analysis import Decision, costliest, decisions, decisions_table, summary_lines
from cardkit.bots.outlook import Gain, Outlook, Tally
from cardkit.bots.search import Budget, SearchPlayer
from cardkit.core.chance.generators import Seeded
from cardkit.plugins.registry import load_game
from cardkit.records.record import read_record
from cardkit.records.replay import replayed

NOTHING = '''
from collections.abc import Sequence
from cardkit import Action, Dealer, Game, Pile, Result, State

class Left(Action):
    """Look to the left."""

class Right(Action):
    """Look to the right."""

class Up(Action):
    """Look up."""

class Table(State):
    stock: Pile
    shown: list[Pile]
    left: int = 10

class Nothing(Game[Table, Left | Right | Up]):
    """Look about ten times; then each gets a card, and the higher one wins."""
    name = "nothing"
    players = range(2, 3)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Table:
        table = Table(seats=seats, stock=deck, shown=[Pile.face_up(owner=seat) for seat in range(seats)])
        dealer.shuffle(table.stock)
        return table

    def legal(self, table: Table) -> Sequence[Left | Right | Up]:
        return [Left(), Right(), Up()]

    def apply(self, table: Table, action: Left | Right | Up, dealer: Dealer) -> None:
        table.left -= 1
        table.pass_turn()
        if table.left == 0:
            for pile in table.shown:
                dealer.draw(table.stock, pile)

    def result(self, table: Table) -> Result | None:
        if table.left:
            return None
        a, b = ("23456789TJQKA".index(pile.top.rank) for pile in table.shown)
        return Result.draw(2) if a == b else Result.win(0 if a > b else 1, seats=2)
'''
"""A game in which no choice matters."""
GAME = str(ROOT / "docs" / "examples" / "twenty_one.py")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a game in which Player 0 stops at once."""
    path = tmp_path / "game.json"
    run = cardkit("play", GAME, "--seat", "random", "--seat", "random", "--seed", "4", "--quiet", "--record", str(path))
    assert "" == run.err
    return path


def found_in(path: Path, *, actions: int | None = None, seed: int = 1) -> list[Decision]:
    plugin, kept = load_game(GAME), read_record(path)
    player = SearchPlayer(Seeded(seed), Budget(iterations=20))
    match = replayed(plugin, kept, path).match
    return list(decisions(match, kept.taken[:actions], 0, player, kept.names))


def outlook(action: str, mean: float, gain: Gain) -> Outlook:
    """What is expected of an action that was tried in 200 games, in which nothing but luck within 0.1 made a change."""
    tally = Tally(200, 200 * mean, 200 * mean, 200 * (mean * mean + 0.01))
    return Outlook(action=action, tally=tally, gain=gain)


def decision(played: str, worth: float | None, *, expected: float = 0.75, gain: Gain = Gain("wins")) -> Decision:  # noqa: B008
    return Decision(
        action=1,
        number=1,
        played=played,
        advised="draw",
        played_said=f"{played} a card",
        advised_said="draw a card",
        gain=gain,
        expected=outlook("draw", expected, gain),
        expected_of_played=None if worth is None else outlook(played, worth, gain),
    )


def test_what_was_played_is_told_beside_what_search_would_have_done(record: Path) -> None:
    [one] = found_in(record)
    assert (1, 1, "stop", "draw") == (one.action, one.number, one.played, one.advised)
    assert one.expected is not None
    assert one.expected_of_played is not None
    assert one.expected.mean - one.expected_of_played.mean == one.cost
    assert one.expected.tries == one.expected_of_played.tries >= 10


def test_the_same_seed_gives_the_same_figures_and_the_end_of_a_game_changes_nothing_before(record: Path) -> None:
    assert found_in(record) == found_in(record)
    assert found_in(record) == found_in(record, actions=1)
    assert found_in(record) != found_in(record, seed=2)


def test_only_what_is_sure_is_a_cost_and_what_is_better_for_sure_is_one_below_0() -> None:
    assert [0.5, -0.125, None, None] == [decision("stop", worth).cost for worth in (0.25, 0.875, 0.749, None)]
    assert 0 == decision("draw", 0.75).cost


def test_the_costliest_come_first_and_those_that_cost_nothing_never() -> None:
    cheap, dear = decision("stop", 0.5), decision("fold", 0.25)
    every = [
        decision("wait", None),
        cheap,
        decision("draw", 0.75),
        dear,
        decision("hope", 0.875),
        decision("rest", 0.749),
    ]
    assert [dear, cheap] == costliest(every, 9)
    assert [dear] == costliest(every, 1)
    assert [
        "Search would have done the same in 1 of 6 decisions, and something that isn't clearly better or worse in 1; "
        "all sleep.",
        "Cost 50 % of a win (46 to 54): fold a card in turn 1, and not draw a card.",
        "Cost 25 % of a win (21 to 29): stop a card in turn 1, and not draw a card.",
    ] == list(summary_lines(every, "turn", "all sleep"))
    assert ["50 %", "25 %", "-12 %", "not clear", "-", "0 %"] == [
        row[-2] for row in decisions_table([dear, cheap, every[4], every[5], every[0], every[2]], "turn").rows
    ]


def test_points_are_told_as_the_game_counts_them_and_few_of_them_may_be_good() -> None:
    one = decision("stop", 3.5, expected=2.0, gain=Gain("points", " in the round", low_is_good=True, scored_in="chip"))
    assert "cost, chips" in decisions_table([one], "hole").headings
    row = ["1", "1", "stop a card", "draw a card", "2.0 (2.0 to 2.0)", "3.5 (3.5 to 3.5)", "200", "1.5", "1.5 to 1.5"]
    assert row == list(decisions_table([one], "hole").rows[0])
    lead = decision("stop", -3.5, gain=Gain("points", " in the round", is_lead=True))
    assert {"expected, points ahead", "cost, points"} <= {*decisions_table([lead], "hole").headings}
    assert ["points ahead", "points"] == [found.facts()["unit"] for found in (lead, one)]


@pytest.mark.parametrize("level", ["search:easy", pytest.param("search:iterations=800", marks=pytest.mark.slow)])
def test_where_no_choice_matters_none_has_a_cost_and_nothing_is_advised(tmp_path: Path, level: str) -> None:
    game = tmp_path / "nothing.py"
    game.write_text(NOTHING, encoding="utf-8")
    for seed in (1, 2):
        kept = tmp_path / f"{seed}.json"
        seats = ("--seat", "random", "--seat", "random", "--seed", str(seed), "--quiet")
        assert "" == cardkit("play", str(game), *seats, "--record", str(kept)).err
        plugin = load_game(str(game))
        record = read_record(kept)
        player = SearchPlayer(Seeded(seed), Budget.of(level))
        every = list(decisions(replayed(plugin, record, kept).match, record.taken, 0, player, record.names))
        assert [None] * len(every) == [one.cost or None for one in every]
        assert {"not clear", "0 %"} >= {row[-2] for row in decisions_table(every, "turn").rows}
        assert 1 == len(list(summary_lines(every, "turn", player.assumed)))
        assert 3 == sum("all are taken to play at random" in r or "no clear difference" in r for r in player.reasons)


def test_programs_get_json(record: Path) -> None:
    run = cardkit("analyse", str(record), "--game", GAME, "--by", "search:iterations=20", "--json")
    told = json.loads(run.out)
    assert (0, "Ada", "search:iterations=20", 0) == (told["seat"], told["name"], told["by"], told["seed"])
    [one] = told["decisions"]
    assert ("stop", "draw", "wins") == (one["played"], one["advised"], one["unit"])


@pytest.mark.parametrize(
    ("options", "code", "sentence"),
    [
        (["--seat", "7"], 1, "seats: there is no seat 7, the last one is 1"),
        (["--by", "random"], 2, "'random' is not a search player, such as search or search:hard"),
        (
            ["--by", "search:esy"],
            2,
            "there is no player 'search:esy'; known: search, search:easy, search:hard, search:iterations=N",
        ),
    ],
)
def test_what_can_not_be_analysed_is_refused_in_a_sentence(
    record: Path, options: list[str], code: int, sentence: str
) -> None:
    run = cardkit("analyse", str(record), "--game", GAME, *options)
    assert ("", code) == (run.out, run.code)
    assert sentence in run.err
    assert 1 == len(run.err.splitlines())


def test_a_seat_without_a_choice_and_a_file_that_is_no_record_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "war.json"
    cardkit("play", "war", "first-war", "--seat", "ai", "--seat", "ai", "--quiet", "--record", str(path))
    assert f"cardkit: {path}: log: seat 0 had no choice in this game\n" == cardkit("analyse", str(path)).err
    path.write_text("{}", encoding="utf-8")
    assert "this is not a record" in cardkit("analyse", str(path)).err
    assert "cardkit: no game was kept; `cardkit play` begins one\n" == cardkit("analyse").err


def test_where_the_same_was_played_what_was_found_out_by_choosing_is_told_and_nothing_is_tried_again(
    record: Path,
) -> None:
    """The seat does what search would do, which is asked once."""
    plugin, kept = load_game(GAME), read_record(record)
    asked = list[Sequence[Any]]()

    class Counting(SearchPlayer):
        def weighed(self, view: Any, actions: Sequence[Any]) -> Sequence[Outlook]:
            asked.append(actions)
            return super().weighed(view, actions)

    def found(played: str) -> Decision:
        player = Counting(Seeded(1), Budget(iterations=60), plugin.kernel)
        match = replayed(plugin, kept, record).match
        return next(decisions(match, [(None, played)], 0, player, kept.names))

    other, same = found("stop"), found("draw")
    assert 1 == len(asked)
    assert ("draw", "stop") == (other.advised, other.played)
    assert "draw" == same.advised == same.played
    assert 0.0 == same.cost
    assert same.expected is not None
    assert same.expected is same.expected_of_played
    assert 30 < same.expected.tries < 60


def test_of_a_game_that_was_broken_off_at_once_it_is_said_that_nothing_was_played(tmp_path: Path) -> None:
    begun = tmp_path / "begun.json"
    cardkit("play", GAME, "--seat", "human", "--seat", "random", "--record", str(begun), typed=[":quit"])
    run = cardkit("analyse", str(begun), "--game", GAME)
    assert 1 == run.code
    assert f"cardkit: {begun}: log: nothing was played before it was broken off\n" == run.err
