"""Games with a record: taken up after a kill, told again, forked, seen by one seat, and commands at the prompt."""

from __future__ import annotations

import json
import random
import re
import shlex
from pathlib import Path

import pytest
from helpers import TESTS, Run, cardkit

from cardkit import Card
from cardkit.plugins.registry import load_game
from cardkit.records.record import Record, read_record, write_record
from cardkit.records.replay import replayed, verify

V1 = TESTS / "records" / "v1"
MICRO = ["play", "crazy8s", "microDeck", "--set", "hand_size=3"]


def seated(*seats: str) -> list[str]:
    return [word for seat in seats for word in ("--seat", seat)]


def valid(path: Path) -> list[str]:
    """The actions of a record, which plays again."""
    kept = read_record(path)
    verify(load_game(kept.game), kept, path)
    return kept.actions


@pytest.mark.parametrize(
    "command",
    [
        ["play", "war", "first-war"],
        ["fork", str(V1 / "war-rhodes.json"), "--at", "3"],
        ["replay", str(V1 / "war-rhodes.json"), "--seat", "0"],
    ],
    ids=lambda command: command[0],
)
def test_a_record_that_is_there_already_is_refused_and_left_as_it_is(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("mine", encoding="utf-8")
    run = cardkit(*command, "--record", str(path))
    assert ("", 1, "mine") == (run.out, run.code, path.read_text(encoding="utf-8"))
    assert run.err.startswith(f"cardkit: {path} can't be written: there is something of this name already; ")
    assert "choose another" in run.err


def test_other_players_can_take_the_seats(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    cardkit(*MICRO, *seated("human", "human"), "--record", str(path), typed=["draw card", ":quit"])
    run = cardkit("resume", str(path), *seated("ai", "random"))
    assert ("", 0) == (run.err, run.code)
    assert ["ai", "random"] == json.loads(path.read_bytes())["seats"]
    assert "draw" == valid(path)[0]
    over = cardkit("resume", str(path))
    reason = "the game is over; `cardkit replay` tells it, `cardkit fork` plays on from a turn"
    assert Run("", f"cardkit: {path}: result: {reason}\n", 1) == over


AS_PLAYED = {
    "war-rhodes": "first-war",
    "war-jones": "--rules jones --seed 7 --set pickup=random",
    "war-umbc": "--rules umbc --seed 123456 --name Bob --name Mary",
    "war-umassd-endless": "--rules umassd --seed 21",
}


@pytest.mark.parametrize("name", AS_PLAYED)
def test_a_record_is_told_as_the_game_was(name: str) -> None:
    told = cardkit("play", "war", *shlex.split(AS_PLAYED[name])).lines
    again = cardkit("replay", str(V1 / f"{name}.json"))
    assert told[-len(again.lines) :] == again.lines
    assert len(told) - len(again.lines) <= 2
    assert told[0] in (again.lines[0], "Welcome to WAR!!", "WAR card game v1.0")


def test_a_game_that_is_taken_up_at_any_action_ends_as_it_would_have_and_is_told_as_it_was(tmp_path: Path) -> None:
    whole, by = tmp_path / "whole.json", "random ai crazy8s:careful"
    for words in (
        [*MICRO, *seated("ai", "ai"), *shlex.split("--set shuffle=true --set reshuffle=shuffle --seed 3")],
        [*MICRO, *seated(*by.split()), *shlex.split("--set shuffle=true --seed 8 --rng glibc")],
        [*MICRO, *seated("random", "random"), "--set", "draw=until-playable", "--seed", "5"],
        shlex.split("play war endless"),
        shlex.split("play war --rules jones --seed 7 --set pickup=random"),
        shlex.split("play war --rules umbc --seed 3 --name A --name B"),
    ):
        told = cardkit(*words, "--record", str(whole))
        assert 0 == told.code
        assert (again := cardkit("replay", str(whole)).lines) == told.lines[-len(again) :]
        record, chance = read_record(whole), random.Random(1)
        last = len(record.actions)
        for actions in {0, last - 1, last, *(chance.randrange(last) for _ in range(2))}:
            path = tmp_path / f"{actions}.json"
            write_record(path, record.up_to(actions))
            resumed = cardkit("resume", str(path))
            assert (told.lines[-1:], "", 0) == (resumed.lines[-1:], resumed.err, resumed.code)
            assert whole.read_bytes() == path.read_bytes(), f"{words} after {actions} actions"
            path.unlink()
        whole.unlink()


def test_a_record_is_told_up_to_a_turn() -> None:
    path = str(V1 / "war-rhodes.json")
    whole = cardkit("replay", path).lines
    for until in (1, 2, 13):
        lines = cardkit("replay", path, "--until", str(until)).lines
        assert f"Round {until}" in lines
        assert f"Round {until + 1}" not in lines
        assert whole[: len(lines)] == lines
    assert [] == cardkit("replay", path, "--until", "0").lines
    assert whole == cardkit("replay", path, "--until", "14").lines
    beyond = cardkit("replay", path, "--until", "15")
    assert Run("", f"cardkit: {path}: log: there is no round 15, the last one is 14\n", 1) == beyond


def test_a_record_is_told_as_events(tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    options = shlex.split("--set hand_size=4 --set shuffle=true --seed 5 --json")
    played = cardkit(*MICRO[:3], *seated("ai", "random"), *options, "--record", path)
    again = cardkit("replay", path, "--json")
    assert played.lines == again.lines
    assert "ended" == json.loads(again.lines[-1])["event"]
    setting = json.loads(again.lines[0])
    assert ("set-up", "crazy8s", "classic", 5) == tuple(setting[part] for part in ("event", "game", "rules", "seed"))
    assert (["ai", "random"], ["Player 0", "Player 1"], 4) == (
        setting["seats"],
        setting["names"],
        setting["options"]["hand_size"],
    )
    known = cardkit("replay", path, "--json", "--seat", "0")
    assert again.lines[0] not in known.lines


def test_a_record_is_looked_at_step_by_step() -> None:
    path = str(V1 / "war-rhodes.json")
    run = cardkit("replay", path, "--step", typed=["", "", "", "b", "12", "what", "q"])
    shown = [line for line in run.lines if line.startswith("Round ")]
    assert [f"Round {number}" for number in (1, 2, 3, 2, 12, 13)] == shown
    assert 7 == run.lines.count("[Enter: on, b: back, a number: go there, q: leave]")
    keys = "[b: back, a number: go there, Enter or q: leave]"
    for typed in (["999"], ["999", ""], ["999", "what", "b", "", "q"]):
        run = cardkit("replay", path, "--step", typed=typed)
        assert ("", 0) == (run.err, run.code)
        assert "Ada wins the game in 14 rounds." in run.lines[: run.lines.index(keys)]
        assert run.lines[run.lines.index(keys) - 1].startswith("Ada's deck: 2D, 8H, 3D, ")
        assert len(typed) - (typed[-1] != "999") == run.lines.count("Ada wins the game in 14 rounds.") + typed.count(
            "b"
        )
    ended = cardkit("replay", path, "--step")
    assert ("cardkit: the input ended where an answer was needed\n", 1) == (ended.err, ended.code)


def known_to(seat: int, path: Path) -> set[str]:
    """The cards that a seat saw in a game of Crazy 8s: its own, and those on the discards."""
    kept = read_record(path)
    match = replayed(load_game(kept.game), kept, path).match
    seen: set[Card] = set()
    for action in [None, *kept.actions]:
        if action is not None:
            match.advance(match.read(action))
        seen.update(match.state.hands[seat].cards, match.state.discards.cards)
    return set(map(str, seen))


@pytest.mark.parametrize(("seat", "seed"), [(0, 1), (1, 2), (2, 3)])
def test_what_a_seat_knew_holds_no_card_that_it_did_not_see(seat: int, seed: int, tmp_path: Path) -> None:
    path, mine = tmp_path / "game.json", tmp_path / "mine.json"
    seats = seated("random", "ai", "random")
    options = ["--set", "hand_size=5", "--set", "shuffle=true", "--seed", str(seed)]
    assert 0 == cardkit("play", "crazy8s", "standard52", *seats, *options, "--record", str(path)).code
    run = cardkit("replay", str(path), "--seat", str(seat), "--record", str(mine))
    assert ("", 0) == (run.err, run.code)
    card = re.compile(r"\b(?:10|[2-9AJQK]) (?:Hearts|Diamonds|Clubs|Spades)\b")
    known = known_to(seat, path)
    text = mine.read_text(encoding="utf-8")
    assert known == set(card.findall(text))
    assert set(card.findall(run.out)) <= known
    assert len(known) < 52
    assert [] == [part for part in ('"deck"', '"seed"', '"log"', 'shuffled":') if part in text]
    assert 1 == text.count(f'"seat": {seat},\n "counts"')
    told = cardkit("replay", str(mine))
    assert ("", 0) == (told.err, told.code)
    assert set(card.findall(told.out)) <= known
    assert {f"Player {number}" for number in range(3)} == {*re.findall(r"Player \d|You", told.out)}


def test_a_view_is_neither_taken_up_nor_asked_for_without_a_seat(tmp_path: Path) -> None:
    mine, kept = tmp_path / "mine.json", str(V1 / "crazy8s.json")
    usage = cardkit("replay", kept, "--record", str(mine))
    assert ("", 2, False) == (usage.out, usage.code, mine.exists())
    cardkit("replay", kept, "--seat", "1", "--record", str(mine))
    for command in (["resume", str(mine)], ["fork", str(mine), "--at", "1", "--record", "x"]):
        expected = f'cardkit: {mine}: this is not a record: its "format" is not "cardkit record"\n'
        assert Run("", expected, 1) == cardkit(*command, folder=tmp_path)
    nowhere = cardkit("replay", kept, "--seat", "1", "--record", "no/mine.json", folder=tmp_path)
    reason = "can't be written: No such file or directory"
    assert Run("", f"cardkit: {Path('no/mine.json')} {reason}\n", 1) == nowhere
    nobody = cardkit("replay", kept, "--seat", "2")
    assert Run("", f"cardkit: {kept}: seats: there is no seat 2, the last one is 1\n", 1) == nobody


def test_a_view_with_an_event_that_can_not_be_is_refused_with_its_place(tmp_path: Path) -> None:
    mine = tmp_path / "mine.json"
    cardkit("replay", str(V1 / "crazy8s.json"), "--seat", "1", "--record", str(mine))
    text = mine.read_bytes()
    for event in (
        {"event": "acted", "seat": 5, "action": "draw"},
        {"event": "acted", "seat": "x", "action": "draw"},
        {"event": "moved", "cards": ["7H"], "source": 1, "target": 2, "owner": "x", "under": 0},
        {"event": "ended", "result": {"how": "won", "winners": [7], "scores": []}, "number": 3},
        {"event": "ended", "result": {"how": "won", "winners": [0], "scores": [3.0] * 9}, "number": 3},
    ):
        found = json.loads(text)
        place = len(found["events"])
        found["events"].insert(place - 1, event)
        mine.write_text(json.dumps(found), encoding="utf-8")
        run = cardkit("replay", str(mine))
        assert (f"cardkit: {mine}: events {place}: it is not an event of this game\n", 1) == (run.err, run.code)


def test_a_fork_plays_on_from_a_turn_with_other_choices_and_is_the_same_game_with_the_same_players(
    tmp_path: Path,
) -> None:
    kept, path = V1 / "crazy8s.json", tmp_path / "fork.json"
    raw, people = kept.read_bytes(), seated("human", "ai")
    assert (
        0 == cardkit("fork", str(kept), "--at", "3", "--record", str(path), *people, typed=["draw card", ":quit"]).code
    )
    assert [*read_record(kept).actions[:2], "draw"] == valid(path)[:3]
    assert (read_record(kept).deck, read_record(kept).outcomes) == (read_record(path).deck, read_record(path).outcomes)
    assert raw == kept.read_bytes()
    for kept in (V1 / f"{name}.json" for name in ("war-rhodes", "war-rhodes-endless", "war-umbc")):
        path = tmp_path / f"again-{kept.name}"
        assert 0 == cardkit("fork", str(kept), "--at", "4", "--record", str(path)).code
        before, again = json.loads(kept.read_bytes()), json.loads(path.read_bytes())
        assert {**again["options"], **before["options"]} == again["options"]
        assert {**before, "version": 2, "options": again["options"]} == again


RESHUFFLED = "--set hand_size=2 --set shuffle=true --set reshuffle=shuffle --set draw=until-playable --seed 5"


def forked(kept: Path, into: str, *options: str) -> tuple[Run, Record]:
    """A fork from turn 3, and its record."""
    path = kept.parent / into
    run = cardkit("fork", str(kept), "--at", "3", "--record", str(path), *options, "--no-score")
    assert ("", 0) == (run.err, run.code)
    valid(path)
    return run, read_record(path)


def test_a_fork_goes_on_as_it_was_or_by_another_seed_with_the_same_past_and_says_so(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    cardkit(*MICRO[:3], *seated("random", "random"), *shlex.split(RESHUFFLED), "--record", str(kept))
    same = "Chance goes on as in the record: the same choices lead to the same game; --seed N leads to another."
    run, record = forked(kept, "as-it-was.json")
    assert (same, read_record(kept).log) == (run.lines[0], record.log)
    games = {seed: forked(kept, f"by-{seed}.json", "--seed", seed) for seed in ("07", *map(str, range(8)))}
    assert "Chance goes on by the seed 7." == games["7"][0].lines[0]
    assert games["7"][1].log == games["07"][1].log
    logs = {record.log for _, record in games.values()}
    assert 3 < len(logs)
    past = record.up_to(2).log
    assert {past} == {log[: len(past)] for log in logs}
    assert {None} == {record.chance for _, record in games.values()}
    said = forked(tmp_path / "by-7.json", "c.json")[0].lines[0]
    assert re.fullmatch(r"Chance goes on by the seed \d+\.", said)
    by = forked(tmp_path / "by-7.json", "d.json", "--seed", said.split()[-1].rstrip("."))[1]
    assert read_record(tmp_path / "c.json").log == by.log
    for at, code in (("16", 1), ("0", 2), ("-1", 2), ("x", 2)):
        run = cardkit("fork", str(V1 / "war-rhodes.json"), "--at", at, "--record", "no.json", folder=tmp_path)
        assert ("", code, 1, False) == (run.out, run.code, len(run.err.splitlines()), (tmp_path / "no.json").exists())
        assert code == 2 or run.err.endswith(f"log: there is no round {at}, the last one is 14\n")


@pytest.mark.parametrize("version", ["0.0.9", "", load_game("war").version])
@pytest.mark.parametrize("command", ["resume", "replay", "fork"])
def test_a_record_of_another_version_is_taken_up_with_a_word_and_keeps_its_version(
    command: str, version: str, tmp_path: Path
) -> None:
    found = json.loads((V1 / "war-rhodes.json").read_bytes())
    old = {**found, "game_version": version, "result": None, "log": found["log"][:5]}
    (tmp_path / "old.json").write_text(json.dumps(old))
    own = {"fork": ("--at", "2", "--record", "new.json"), "replay": ("--until", "3")}
    run = cardkit(command, "old.json", *own.get(command, ()), folder=tmp_path)
    now = load_game("war").version
    note = f"cardkit: note: old.json was begun with war {version}, and this is war {now}\n"
    assert (note if version == "0.0.9" else "", 0) == (run.err, run.code)
    assert version == read_record(tmp_path / ("new.json" if command == "fork" else "old.json")).game_version


def test_a_record_of_an_old_version_keeps_it_when_choices_are_taken_back_and_when_it_is_saved(tmp_path: Path) -> None:
    found = json.loads((V1 / "crazy8s.json").read_bytes())
    old = {"game_version": "0.0.9", "seats": ["human", "ai"], "practice": True, "result": None, "log": found["log"][:1]}
    (tmp_path / "old.json").write_text(json.dumps(found | old))
    run = cardkit("resume", "old.json", typed=["draw card", ":undo", ":save copy.json", ":quit"], folder=tmp_path)
    assert "Taken back." in run.lines
    assert ["0.0.9"] * 2 == [read_record(tmp_path / name).game_version for name in ("old.json", "copy.json")]


HINTED = "  so says crazy8s:careful, the player that comes with the game; it gives no reasons"
REPLIES = {
    ":hint": ["The machine would play the 7 of spades.", HINTED],
    ":legal": ["  8 Clubs Clubs", "  8 Clubs Hearts", "  8 Clubs Spades", "  7 Spades", "  draw card"],
    ":undo": ["You have not done anything yet."],
    ":save": ["Say to which file, such as :save game.json."],
    ":save no/such/folder.json": ["no/such/folder.json can't be written: No such file or directory."],
    ":redo": ["Nothing was taken back that could be played again."],
    ":mark": ["Say what to call this point, such as :mark before-the-queen."],
    ":back": ["Say to which point; :mark NAME marks one."],
    ":log": ["The initial discard is 7 Hearts", "Player 0's turn!"],
    ":": ["There is no command :; :help lists them."],
    ":8 Clubs": ["There is no command :8; :help lists them."],
}
ALONE = [*MICRO, *seated("human", "ai")]


def replies(run: Run, typed: str) -> list[str]:
    """What was shown after a typed line, up to the next one."""
    after = run.lines[run.lines.index(f"> {typed}") + 1 :]
    end = next((place for place, line in enumerate(after) if line.startswith("> ")), len(after))
    return after[:end]


def test_a_line_that_begins_with_a_colon_is_a_command_and_the_question_stays() -> None:
    silent = cardkit(*ALONE, typed=[":quit"]).lines
    for command, shown in REPLIES.items():
        run = cardkit(*ALONE, typed=[command, ":quit"])
        assert shown == replies(run, command)
        assert ("", 0) == (run.err, run.code)
        place = run.lines.index(f"> {command}")
        assert silent == [*run.lines[:place], *run.lines[place + 1 + len(shown) :]]


def test_a_choice_is_not_taken_back_after_another_person_acted_not_even_in_practice() -> None:
    people = [*MICRO, *seated("human", "human"), "--practice"]
    run = cardkit(*people, typed=[":mark start", "draw card", "draw card", ":undo", ":back start", ":quit"])
    assert ["Player 1 has acted since."] == replies(run, ":undo") == replies(run, ":back start")
    own = cardkit(*people, typed=["draw card", ":undo", ":quit"])
    assert ["You have not done anything yet."] == replies(own, ":undo")


BOT = "def player(view, legal):\n    return legal[-1]\n"


def test_a_record_has_no_path_of_a_file_and_asks_where_it_lies(tmp_path: Path) -> None:
    folder = tmp_path / "secret folder"
    folder.mkdir()
    bot, path = folder / "mybot.py", tmp_path / "game.json"
    bot.write_text(BOT, encoding="utf-8")
    cardkit(*MICRO, *seated("human", str(bot)), "--record", str(path), typed=["draw card", ":quit"])
    text = path.read_text(encoding="utf-8")
    assert '"seats": ["human", "mybot.py"]' in text
    assert [] == [part for part in ("secret", str(tmp_path), "microDeck", "/") if part in text]
    lost = cardkit("resume", str(path), folder=tmp_path)
    assert ("", 1, 1) == (lost.out, lost.code, len(lost.err.splitlines()))
    assert 0 == cardkit("resume", str(path), *seated("ai", str(bot)), folder=tmp_path).code
    assert "secret" not in path.read_text(encoding="utf-8")
    assert 0 == cardkit("replay", str(path)).code


def test_a_record_of_a_game_in_a_file_is_told_with_the_file(tmp_path: Path) -> None:
    game, path = tmp_path / "pond.py", tmp_path / "game.json"
    source = (TESTS.parent / "docs" / "examples" / "go_fish.py").read_text(encoding="utf-8")
    game.write_text(source.replace('name = "go-fish"', 'name = "pond"'), encoding="utf-8")
    assert 0 == cardkit("play", str(game), *seated("random", "random"), "--seed", "1", "--record", str(path)).code
    alone = cardkit("replay", str(path))
    assert ("", 1) == (alone.out, alone.code)
    assert alone.err.endswith("; --game says where else it is\n")
    assert 0 == cardkit("replay", str(path), "--game", str(game)).code
    other = cardkit("replay", str(path), "--game", "war")
    assert ("", 1, 1) == (other.out, other.code, len(other.err.splitlines()))


def test_no_command_ends_in_a_traceback(tmp_path: Path) -> None:
    chance = random.Random(1)
    words = [":undo", ":redo", ":mark a", ":back a", "y", ":hint", ":legal", ":rules", ":log", ":save", ":save ."]
    words += [":save \x00", ":help", ":x", "draw card", "8 Clubs", "Spades", "7 Spades", "", ":", "::undo"]
    words += [":save " + "x" * 300]
    for number in range(10):
        typed = [chance.choice(words) for _ in range(30)]
        practice = ["--practice"] * (number % 2)
        path = tmp_path / f"{number}.json"
        run = cardkit(*ALONE, *practice, "--record", str(path), typed=typed, folder=tmp_path)
        assert run.code in (0, 1)
        assert valid(path) is not None
        again = cardkit("replay", str(path))
        assert ("", 0) == (again.err, again.code)
