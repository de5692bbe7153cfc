"""Games that people play are kept by themselves, can be gone on with, and lead back to where they have been."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from helpers import TESTS, Run, cardkit
from terminals import Screen

from cardkit.core.errors import CannotWrite
from cardkit.hosting.hosted import Unasked
from cardkit.play.home import MOST, GameFile, kept_games, last_game
from cardkit.plugins.registry import load_game
from cardkit.records.record import RecordFile, read_record
from cardkit.records.replay import revive
from cardkit.records.store import FileStore

GAME = ("play", "crazy8s", "microDeck", "--seat", "human", "--seat", "ai", "--set", "hand_size=5")
TWO = (*GAME[:4], "human", *GAME[5:6], "human", *GAME[7:])
PROMPT = "What would you like to play?"
EXAMPLE = str(TESTS.parent / "docs" / "examples" / "go_fish.py")


def names() -> list[str]:
    return [kept.called for kept in kept_games()]


def listed() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(cardkit("resume", "--list", "--json").out)
    return found


# Kept


def test_a_game_is_kept_from_its_first_action_on_and_gone_on_with(home: Path) -> None:
    left = cardkit(*GAME, typed=["7 Spades", ":quit"])
    place = home / "games" / "crazy8s-1.json"
    assert f"The game is kept in {place}; go on with: cardkit resume" == left.lines[-1]
    assert ["play 7 Spades", "play 7 Clubs"] == read_record(place).actions
    ended = cardkit("resume", "--seat", "ai", "--seat", "ai")
    assert ("", 0) == (ended.err, ended.code)
    assert "Player 0 plays 8 Clubs and changes the suit to Clubs." == ended.lines[1]
    assert read_record(place).result is not None
    assert ended.lines[-1] == cardkit("replay").lines[-1]
    nothing = "cardkit: no game waits to be gone on with; `cardkit play` begins one\n"
    assert Run("", nothing, 1) == cardkit("resume")


def test_a_game_in_which_nothing_was_played_leaves_nothing(home: Path) -> None:
    left = cardkit(*GAME, typed=[":quit"])
    assert "The game was not kept: nothing was played." == left.lines[-1]
    assert [] == names()
    assert not (home / "games").exists()
    assert "cardkit: no game was kept; `cardkit play` begins one\n" == cardkit("replay").err


def test_the_end_of_the_input_and_ctrl_c_keep_the_game(home: Path) -> None:
    said = "cardkit: the input ended where an answer was needed; go on with: cardkit resume\n"
    assert (said, 1) == ((run := cardkit(*GAME, typed=["7 Spades"])).err, run.code)
    with Screen(*GAME, CARDKIT_HOME=str(home)) as screen:
        screen.enter(PROMPT, "7 Spades").wait_for("plays 7 Clubs").wait_for(PROMPT)
        assert 130 == screen.interrupt()
        assert "interrupted; go on with: cardkit resume" in screen.text
    assert ["crazy8s-1", "crazy8s-2"] == names()


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """So many games are kept, of the twenty that are else."""
    assert 20 == MOST
    monkeypatch.setattr("cardkit.play.home.MOST", 4)
    return 4


def test_the_last_so_many_are_kept_and_those_that_go_on_before_those_that_are_over(home: Path, few: int) -> None:
    cardkit(*GAME, typed=["7 Spades"])
    for _ in range(2):
        cardkit(*GAME[:-1], "hand_size=1", typed=["draw card", "8 Clubs", "Hearts", *["draw card"] * 40])
    over = [kept.called for kept in kept_games() if (record := kept.record) and record.result]
    for _ in range(few):
        cardkit(*GAME, typed=["7 Spades"])
    assert over
    assert not set(over) & set(names())
    assert (few, few) == (len(names()), len(list((home / "games").iterdir())))
    assert names()[-1] == f"crazy8s-{few + 3}"


def test_the_list_shows_each_game_and_takes_its_name() -> None:
    cardkit(*GAME, "--name", "Ann", "--name", "Bo", typed=["7 Spades"])
    cardkit("play", EXAMPLE, "--seed", "3", typed=[":go 1"])
    second, first = listed()
    assert ("crazy8s-1", ["Ann", "Bo"], 2, "goes on") == tuple(
        first[part] for part in ("name", "names", "actions", "state")
    )
    assert ("go-fish-2", "go-fish") == (second["name"], second["game"])
    assert cardkit("resume", "--list").lines[1].startswith("go-fish-2  Player 1, Ada")
    run = cardkit("resume", "crazy8s-1", "--seat", "ai", "--seat", "ai", "--no-score")
    assert "Ann plays 8 Clubs and changes the suit to Clubs." in run.lines


def test_a_game_from_a_file_is_found_again_from_anywhere(tmp_path: Path) -> None:
    cardkit("play", EXAMPLE, "--seed", "3", typed=[":go 1"])
    run = cardkit("resume", "--seat", "ai", "--seat", "ai", folder=tmp_path)
    assert ("", 0) == (run.err, run.code)


def test_a_name_of_no_game_and_a_list_that_is_damaged_are_told(home: Path) -> None:
    cardkit(*GAME, typed=["7 Spades"])
    with (home / "games.jsonl").open("a", encoding="utf-8") as file:
        file.write("{\n[]\n{}\n")
    assert ["crazy8s-1"] == names()
    run = cardkit("resume", "crazy8s-7")
    assert ("", 1, 1) == (run.out, run.code, len(run.err.splitlines()))


def test_games_that_are_not_on_the_list_are_found_all_the_same(home: Path) -> None:
    cardkit("play", "go_fish", typed=[":go 1"])
    cardkit(*GAME, typed=["7 Spades"])
    (home / "games.jsonl").unlink()
    assert {"go-fish-1", "crazy8s-2"} == set(names())
    assert ("", 0) == ((run := cardkit("resume", "go-fish-1", *["--seat=ai"] * 2)).err, run.code)


def test_a_home_that_can_not_be_written_costs_a_warning_and_not_the_game(home: Path) -> None:
    home.write_text("", encoding="utf-8")
    run = cardkit(*GAME, "--no-score", typed=["7 Spades", ":quit"])
    assert run.err.startswith("cardkit: warning: the game can't be kept: ")
    assert ("The game was not kept.", 0, 1) == (run.lines[-1], run.code, len(run.err.splitlines()))


@pytest.mark.parametrize("fails", list(itertools.product((False, True), repeat=3)))
def test_a_file_that_could_not_be_written_has_the_whole_game_as_soon_as_it_can(
    fails: tuple[bool, ...], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cardkit(*GAME, "--no-score", typed=["7 Spades", ":quit"])
    path = home / "games" / "crazy8s-1.json"
    record = read_record(path)
    nobody = Unasked("crazy8s")
    session = revive(load_game("crazy8s"), record, path, lambda seat: nobody, record.seats)
    file = GameFile(session, RecordFile(path, record, replacing=True), record)

    def full(*_: object) -> None:
        raise CannotWrite(path, "the disk is full")

    back = record.up_to(1)
    for does_fail, step in zip((*fails, False), (["draw"], None, ["play 8C C"], ["draw"]), strict=True):
        with monkeypatch.context() as disk:
            for way in ("add", "replace") * does_fail:
                disk.setattr(RecordFile, way, full)
            file.replace(back) if step is None else file.add(step)
    assert (*back.log, "play 8C C", "draw") == read_record(path).log
    file.let_go()


def test_saving_gives_the_game_a_file_in_which_it_goes_on(tmp_path: Path, home: Path) -> None:
    file = tmp_path / "g.json"
    run = cardkit(*GAME, typed=["7 Spades", f":save {file}", "draw card", ":quit"])
    assert f"The game is kept in {file} from now on." in run.lines
    assert f"The game is kept; go on with: cardkit resume {file}" == run.lines[-1]
    assert 4 <= len(read_record(file).actions)
    assert [] == list((home / "games").iterdir())
    assert [str(file)] == names()


def test_a_saved_copy_of_a_named_record_stays_as_it_was(tmp_path: Path) -> None:
    own, copy = tmp_path / "own.json", tmp_path / "copy.json"
    run = cardkit(*GAME, "--record", str(own), typed=["7 Spades", f":save {copy}", "draw card", ":quit"])
    assert f"The game up to now is in {copy}." in run.lines
    assert 2 == len(read_record(copy).actions) < len(read_record(own).actions)


# Back and forth


def prompts(run: Run) -> list[str]:
    """The hands that were shown, one for each time the person was asked."""
    return [line.removeprefix("Your hand contains: ") for line in run.lines if line.startswith("Your hand")]


def test_what_a_hidden_card_was_seen_after_is_taken_back_as_practice_if_the_person_wants() -> None:
    run = cardkit(*GAME, typed=["7 Spades", ":undo", "n", ":undo", "perhaps", "y", ":quit"])
    assert 2 == sum(line.startswith("You have seen cards since that were hidden.") for line in run.lines)
    assert "Please type y or n; Enter is n." in run.lines
    assert 1 == run.lines.count("Taken back.")
    first, second, third = prompts(run)
    assert first == third != second
    record = last_game(unfinished=True).record
    assert (True, ()) == (record.practice, tuple(record.actions))


def test_what_was_taken_back_is_played_again_until_something_else_is_played() -> None:
    typed = ["7 Spades", "draw card", ":undo", "y", ":undo", ":redo", ":redo", ":redo", ":quit"]
    run = cardkit(*GAME, typed=typed)
    hands = prompts(run)
    assert [0, 1, 2, 1, 0, 1, 2] == [hands.index(hand) for hand in hands]
    assert "Nothing was taken back that could be played again." in run.lines
    run = cardkit(*GAME, "--practice", typed=["7 Spades", ":undo", "8 Clubs", "Clubs", ":redo", ":quit"])
    assert "Nothing was taken back that could be played again." in run.lines


def test_a_marked_point_is_gone_back_to_from_another_line_of_play() -> None:
    typed = ["7 Spades", ":mark here", "draw card", ":undo", "y", ":undo", "9 Hearts", ":back here", ":quit"]
    run = cardkit(*GAME, typed=typed)
    hands = prompts(run)
    assert "This point is here; :back here leads here." in run.lines
    assert hands[1] == hands[-1]
    assert "Back at here." in run.lines
    assert "There is no point 'there'; the marks are here." in cardkit(*GAME, typed=[":mark here", ":back there"]).lines
    assert "Say to which point; :mark NAME marks one." in cardkit(*GAME, typed=[":back"]).lines


def test_who_has_just_acted_takes_it_back_before_the_next_person_looks() -> None:
    with Screen(*TWO) as screen:
        screen.enter("Player 0, it is your turn.", "").enter(PROMPT, "7 Spades")
        screen.enter("Player 1, it is your turn.", ":undo").enter("Player 0, it is your turn.", "")
        screen.wait_for("Your hand contains: ").enter(PROMPT, "9 Hearts")
        screen.enter("Player 1, it is your turn.", "").wait_for("Player 0 plays 9")
        assert 0 == screen.type(":quit\n").end()


def test_the_person_who_plays_alone_has_the_settled_name() -> None:
    assert "Player 0 plays 7 Spades." in cardkit(*GAME, typed=["7 Spades"]).lines
    cardkit("config", "set", "name", "Ann")
    assert "Ann plays 7 Spades." in cardkit(*GAME, typed=["7 Spades"]).lines
    assert "Player 0 plays 7 Spades." in cardkit(*TWO, typed=["7 Spades"]).lines
    assert "Bo plays 7 Spades." in cardkit(*GAME, "--name", "Bo", "--name", "Cy", typed=["7 Spades"]).lines


# A game that is played in one window is nobody else's: whoever opens it is told who has it, and nothing is lost

SAID = re.compile(r"cardkit: (.+) is in use elsewhere, by process (\d+) since \d\d:\d\d; .+ first\n")


@pytest.fixture
def first(home: Path) -> Generator[Screen]:
    """A window in which a game is played, and kept by itself."""
    with Screen(*GAME) as screen:
        screen.enter(PROMPT, "7 Spades").wait_for("Player 1 plays 7 Clubs").wait_for(PROMPT)
        yield screen


@pytest.fixture
def record(first: Screen, home: Path) -> Path:
    return home / "games" / "crazy8s-1.json"


def leave(window: Screen) -> None:
    """Play an eight in a window, and leave."""
    window.type("8 Clubs\n").wait_for("suit").type(":quit\n")
    assert 0 == window.end()


def locks(folder: Path) -> list[str]:
    return [path.name for path in folder.glob(".*")]


def test_a_second_window_is_told_who_plays_and_destroys_nothing(first: Screen, record: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(record)
    before = record.read_bytes()
    for by in ([], ["crazy8s-1"], [str(record)], [str(link)], ["--seat", "ai", "--seat", "ai"]):
        second = cardkit("resume", *by)
        said = SAID.fullmatch(second.err)
        assert said is not None, second.err
        assert (1, "", first.process.pid) == (second.code, second.out, int(said[2]))
        assert before == record.read_bytes()
    leave(first)
    assert [] == locks(record.parent)
    assert 0 == cardkit("resume", str(link), "--seat", "ai", "--seat", "ai").code
    ended = read_record(record)
    assert ended.result is not None
    assert ["play 7 Spades", "play 7 Clubs"] == ended.actions[:2]


@pytest.mark.usefixtures("first")
def test_the_menu_tells_who_plays(record: Path) -> None:
    before = record.read_bytes()
    with Screen() as second:
        second.enter("Your choice: ", "g").wait_for("is in use elsewhere")
        second.enter("(y/n)", "n").enter("Your choice: ", "q")
        assert 0 == second.end()
    assert before == record.read_bytes()


def test_a_window_that_was_killed_has_its_game_no_longer(first: Screen, record: Path) -> None:
    first.process.kill()
    first.process.wait()
    assert ["play 7 Spades", "play 7 Clubs"] == read_record(record).actions
    assert 0 == cardkit("resume", "--seat", "ai", "--seat", "ai").code
    assert [] == locks(record.parent)


def test_a_game_that_is_being_played_is_never_one_too_many(first: Screen, record: Path, few: int) -> None:
    for _ in range(few + 1):
        assert 0 == cardkit(*GAME, typed=["7 Spades", ":quit"]).code
    assert few == len(list(record.parent.glob("*.json")))
    leave(first)
    assert 2 <= len(read_record(record).actions)


def test_the_tables_of_a_server_are_not_gone_on_with_while_it_runs(record: Path, tmp_path: Path) -> None:
    async def served() -> None:
        store = FileStore(tmp_path / "tables")
        await store.open()
        place = await store.create("round", {"wish": {}}, {"chairs": []})
        place.begin(kept, {"chairs": []})
        before = place.path.read_bytes()
        refused = cardkit("resume", str(place.path))
        assert SAID.fullmatch(refused.err) is not None, refused.err
        assert before == place.path.read_bytes()
        await store.close()

    kept = read_record(record)
    asyncio.run(served())


def test_a_person_takes_a_game_over_and_the_first_window_is_told(first: Screen, record: Path) -> None:
    with Screen("resume") as second:
        second.wait_for("is in use elsewhere").enter("(y/n)", "n")
        assert 1 == second.end()
    with Screen("resume") as second:
        second.wait_for("is in use elsewhere").enter("(y/n)", "y").enter(PROMPT, "8 Clubs").wait_for("suit")
        first.type("8 Clubs\n").wait_for("suit").type("Hearts\n").wait_for("was taken over by process")
        assert 1 == first.end()
        second.type("Spades\n").wait_for("Spades").type(":quit\n")
        assert 0 == second.end()
    assert [] == locks(record.parent)
    assert "play 8 Clubs Spades" == read_record(record).actions[2]
