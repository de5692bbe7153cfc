"""Contests: the same deals with the seats turned, standings, faults, and going on where one stopped."""

from __future__ import annotations

import json
import shutil
import signal
import time
from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from helpers import ROOT, cardkit, needs_shell
from processes import needs_signals

from cardkit import CannotStart
from cardkit.arena import bouts
from cardkit.arena.bouts import Holding, contest
from cardkit.arena.contest import Bout
from cardkit.bots import tuning
from cardkit.bots.search import SearchPlayer
from cardkit.core.errors import CannotWrite
from cardkit.plugins.programs import ProgramClock
from cardkit.records.record import read_record
from cardkit.simulation.results import Results

EXAMPLES = ROOT / "docs" / "examples"
SHUFFLED: dict[str, Any] = {"options": {"shuffle": True}}


def held(game: str, players: Sequence[str], deals: int, *, course: dict[str, Any] | None = None, **options: Any) -> Any:
    """The standings of a contest as JSON has them."""
    standings, _ = Holding(contest=contest(game, players, **options), deals=deals, **(course or {})).run()
    return standings.as_json(None)


def untimed(told: dict[str, Any]) -> dict[str, Any]:
    """The same without what players thought, which is told of the games of one run alone."""
    for player in told["players"]:
        del player["decisions"], player["decision_ms"]
    return told


@pytest.mark.parametrize(
    ("game", "player", "options"),
    [
        ("crazy8s", "ai", SHUFFLED),
        ("crazy8s", "random", {**SHUFFLED, "seats": 3}),
        *((game, "random", {}) for game in ("spades", "goofspiel", "klondike")),
    ],
)
def test_players_who_are_alike_have_exactly_half(game: str, player: str, options: dict[str, Any]) -> None:
    found = held(game, [player, player], 4, **options)
    share = found["pairs"][0]["share"]
    assert (0.5, None) == (share["mean"], share["interval95"]), "of that nothing is estimated"
    assert [{"mean": 0.0, "half": None, "interval95": None}] * 2 == [one["rating"] for one in found["players"]]
    assert [player, f"{player} (2)"] == found["pairs"][0]["players"]


def test_each_two_players_sit_at_all_seats_alike() -> None:
    pair = contest("crazy8s", ["ai", "random", "crazy8s:careful"], seats=2)
    assert ([(0, 1), (0, 2), (1, 2)], [(0, 2), (2, 0)]) == (pair.pairs, pair.seatings((0, 2)))
    three = contest("crazy8s", ["ai", "random"], seats=3)
    alone = [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert [*alone, *(tuple(1 - who for who in seating) for seating in alone)] == three.seatings((0, 1))
    assert [(0, 1, 0, 1), (1, 0, 1, 0)] == contest("spades", ["ai", "random"]).seatings((0, 1))


def test_each_column_is_explained() -> None:
    who = ["--player", "ai", "--player", "random", "-n", "1"]
    run = cardkit("arena", "old_maid", "--seats", "4", *who, "--explain", folder=ROOT)
    for column in ("wins", "alone at the table", "rating", "faults"):
        assert column in run.lines[1]
        assert any(line.startswith(f"{column}: ") for line in run.lines)


def test_one_player_by_two_names_is_told_to_be_one() -> None:
    def noted(game: str, *players: str) -> str:
        each = [word for player in players for word in ("--player", player)]
        return cardkit("arena", game, *each, "-n", "1", folder=ROOT).err

    assert "note: ai and random are one player in hearts" in noted("hearts", "ai", "random")
    assert "note: careful and crazy8s:careful are one player" in noted("crazy8s", "careful", "crazy8s:careful")
    assert "note:" not in noted("crazy8s", "ai", "random") + noted("hearts", "random", "random")


def test_who_plays_alone_is_compared_by_what_the_same_deals_came_to() -> None:
    first = "cardkit:first_legal"
    found = held("klondike", [first, "random", first], 20)
    assert 60 == found["games"]
    worse, alike, better = (pair["share"]["mean"] for pair in found["pairs"])
    assert worse < 0.5 == alike
    assert 1 - worse == better
    assert found["players"][0]["points"]["mean"] < found["players"][1]["points"]["mean"]
    run = cardkit("arena", "klondike", "--player", "ai", "--player", "random", "-n", "2")
    assert ["against", "ai", "random"] == run.lines[5].split()


def test_the_figures_are_the_same_for_any_number_of_jobs() -> None:
    alone, together = (held("crazy8s", ["ai", "random"], 12, course={"jobs": jobs}, **SHUFFLED) for jobs in (1, 2))
    assert untimed(alone) == untimed(together)


FAULTY = """
class player:
    def __init__(self, rng):
        self.rng = rng

    def __call__(self, view, legal):
        if self.rng.below(3) == 0:
            raise ValueError("no idea")
        return legal[0]
"""


def test_who_fails_loses_that_game_and_stops_nobody(tmp_path: Path) -> None:
    bot = tmp_path / "faulty.py"
    bot.write_text(FAULTY, encoding="utf-8")
    records = tmp_path / "records"
    played = contest("crazy8s", ["ai", str(bot)], keeps_records=True, **SHUFFLED)
    standings, _ = Holding(contest=played, deals=5, records=records).run()
    assert 10 == standings.games
    assert 0 < standings.broken_off[1] <= 10
    assert 0 == standings.broken_off[0]
    assert "ValueError: no idea (faulty.py, line 8)" == standings.reasons[1]
    assert standings.share(0, 1).mean > 0.5
    kept = sorted(path.name for path in records.iterdir())
    assert ["crazy8s-deal-0-1-ai-2-faulty.py.json", "crazy8s-deal-0-2-faulty.py-1-ai.json"] == kept[:2]
    assert 10 == len(kept)
    assert 0 == cardkit("replay", str(records / kept[0])).code


WAYS_NOT_TO_ANSWER = {
    "a loop": ("while True: pass", "it took more than 0.1 seconds"),
    "a loop that excepts everything": (
        "while True:\n            try: sum(range(10**6))\n            except: pass",
        "it took more than 0.1 seconds, and didn't stop",
    ),
    "a search for a pattern": ("re.match('(a+)+$', 40 * 'a' + 'b')", "it took more than 0.1 seconds"),
    "sleep": ("time.sleep(60)", "it took more than 0.1 seconds"),
    "the end of the process": ("os._exit(3)", "it ended its process with exit code 3"),
    "its own death": ("os.kill(os.getpid(), 9)", "it ended its process by SIGKILL"),
    "Ctrl-C": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
}


@needs_signals
@pytest.mark.parametrize("way", WAYS_NOT_TO_ANSWER)
def test_whatever_a_player_does_it_loses_its_game_alone(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bouts, "STANDSTILL", 0.2)
    does, reason = WAYS_NOT_TO_ANSWER[way]
    bot = tmp_path / "bot.py"
    told = f"import os, re, time\n\ndef player(view, legal):\n    if len(view.discards) > 2:\n        {does}\n"
    bot.write_text(told + "    return legal[0]\n", encoding="utf-8")
    course = {"records": tmp_path / "records"}
    clock = ProgramClock(move=0.1)
    found = held("crazy8s", ["ai", str(bot)], 1, clock=clock, keeps_records=True, course=course, **SHUFFLED)
    assert [0, 2] == [one["faults"] for one in found["players"]]
    assert found["players"][1]["fault"].startswith(reason)
    records = [read_record(path) for path in sorted(course["records"].iterdir())]
    assert [True, True] == [len(record.actions) > 1 and record.result is None for record in records]
    assert {0} == {cardkit("replay", str(path)).code for path in course["records"].iterdir()}


@needs_signals
def test_nobody_is_late_because_the_machine_is_busy_or_a_game_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "_KNOWN", {})
    choose, find_out = SearchPlayer.choose, tuning._Trial.acquaintance  # pyright: ignore[reportPrivateUsage]

    def slowly(trial: Any) -> Any:
        end = time.process_time() + 0.3
        while time.process_time() < end:
            pass
        return find_out(trial)

    def waiting(player: Any, view: Any, legal: Any) -> Any:
        time.sleep(0.1)
        return choose(player, view, legal)

    monkeypatch.setattr(SearchPlayer, "choose", waiting)
    monkeypatch.setattr(tuning._Trial, "acquaintance", slowly)  # pyright: ignore[reportPrivateUsage]
    found = held("twenty-one", ["search:easy", "random"], 1, clock=ProgramClock(move=0.04))
    assert [0, 0] == [one["faults"] for one in found["players"]]
    assert 0 < found["players"][0]["decision_ms"] < 40


def test_ctrl_c_keeps_every_game_that_is_finished_and_the_contest_goes_on_with_the_next_one(tmp_path: Path) -> None:
    out, whole, records = tmp_path / "games.jsonl", tmp_path / "whole.jsonl", tmp_path / "records"
    played = contest("crazy8s", ["ai", "random"], seats=3, keeps_records=True, **SHUFFLED)
    games, told = count(), list[int]()

    def pressed(*game: Any) -> Bout:
        if next(games) == 8:
            raise KeyboardInterrupt
        return bout(*game)

    bout = bouts.bout
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bouts, "bout", pressed)
        standings, interrupted = Holding(contest=played, deals=3, out=out, records=records).run()
    assert (True, 1, 6) == (interrupted, standings.deals, standings.games)
    assert [8, 8] == [len(out.read_text(encoding="utf-8").splitlines()) - 1, len(list(records.iterdir()))]
    with out.open("a", encoding="utf-8") as file:
        file.write('{"deal": 2, "seat')
    on, _ = Holding(contest=played, deals=3, out=out, records=records).run(told.append)
    fresh, _ = Holding(contest=played, deals=3, out=whole).run()
    assert untimed(fresh.as_json(None)) == untimed(on.as_json(None))
    assert [whole.read_bytes(), 18, 18] == [out.read_bytes(), len(list(records.iterdir())), sum(told)]


@needs_signals
def test_ctrl_c_in_the_middle_of_writing_waits_until_what_is_written_is_counted(tmp_path: Path) -> None:
    out, add, games = tmp_path / "out.jsonl", Results[Bout].write, count()

    def pressed(file: Results[Bout], rows: Iterable[Any]) -> None:
        add(file, rows)
        if next(games) == 3:
            signal.raise_signal(signal.SIGINT)

    holding = Holding(contest=contest("crazy8s", ["ai", "random"], **SHUFFLED), deals=200, out=out)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Results, "write", pressed)
        standings, interrupted = holding.run()
    assert interrupted
    assert [4, 4] == [len(out.read_text(encoding="utf-8").splitlines()) - 1, standings.games]


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"

    def hold(seed: int) -> None:
        Holding(contest=contest("crazy8s", ["ai", "random"], seed=seed, **SHUFFLED), deals=1, out=out).run()

    hold(0)
    for kept, reason in (
        (out.read_bytes(), "another contest: seed is 0 there, and 7 here"),
        (b"a letter\n", "is not the file of a contest"),
    ):
        out.write_bytes(kept)
        with pytest.raises(CannotWrite, match=reason):
            hold(7)
        assert kept == out.read_bytes()


@needs_shell
def test_a_program_plays_as_the_player_does_that_it_is_like_and_one_that_hangs_loses() -> None:
    if shutil.which("bash") is None:
        pytest.skip("bash isn't installed")
    first = f"bash {EXAMPLES / 'bots' / 'first.sh'}"
    found = held("crazy8s", ["ai", first], 5, **SHUFFLED)
    assert 0.5 == found["pairs"][0]["share"]["mean"]
    with pytest.raises(CannotStart, match=r"all have the same clock there: say --move-seconds, and not 'seconds=2 "):
        held("crazy8s", ["ai", f"seconds=2 {first}"], 1, **SHUFFLED)
    hanging = held("crazy8s", ["ai", "sleep 60"], 1, clock=ProgramClock(move=0.1, start=0), **SHUFFLED)
    assert [0, 2] == [one["faults"] for one in hanging["players"]]
    assert "it took more than 0.1 seconds" in hanging["players"][1]["fault"]


def test_the_command_shows_a_table_and_says_who_is_better() -> None:
    order = ("arena", "crazy8s", "--player", "ai", "--player", "random", "--set", "shuffle=true", "-n", "99")
    run = cardkit(*order, "--until", "60")
    deals = int(run.lines[0].split(": ")[1].split(" of ")[0])
    assert 5 <= deals < 99
    assert f"crazy8s classic shuffle=True, 2 seats: {deals} of 99 deals, {2 * deals} games, seed 0" == run.lines[0]
    assert "player wins 95 % interval rating 95 % interval faults ms a decision" == " ".join(run.lines[1].split())
    assert ["ai", "random"] == [line.split()[0] for line in run.lines[2:4]]
    assert "ai is better than random." == run.lines[4]
    told = json.loads(cardkit(*order, "--until", "60", "--json").out)
    assert ("crazy8s", deals, "better") == (told["game"], told["deals"], told["pairs"][0]["verdict"])
