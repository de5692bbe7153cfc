"""A hosted table: coming, going and coming back, playing, other points of the game, machines for people, faults."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from guests import Guest, Shelf, checked, laid, machines_play, play_on, together
from helpers import TESTS

from cardkit.core.errors import CannotStart, CardkitError, UnknownName
from cardkit.hosting.hosted import Hosted, Policy, Refused, Visitor
from cardkit.hosting.telling import refusal
from cardkit.plugins.registry import load_game
from cardkit.plugins.setup import Setup


def back(shelf: Shelf, game: str = "crazy8s", policy: Policy | None = None, now: float = 0.0) -> Hosted:
    """The table that is on the shelf, taken up again."""
    return Hosted.back(
        Setup.of(load_game(game)), people=shelf.people, record=shelf.record, places=[shelf], policy=policy, now=now
    )


def lines(guest: Guest) -> list[str]:
    guest.look()
    return guest.lines


class Full(CardkitError):
    """A shelf that takes no more."""


# Coming, going and coming back


def test_the_game_is_dealt_when_everybody_was_there_once() -> None:
    hosted = laid("crazy8s", "human", "ai", "human")
    first, _, second = hosted.keys
    assert first is not None
    assert second is not None
    assert hosted.keys[1] is None
    ada = Guest(hosted, first, "Ada")
    assert (hosted.phase, ada.look()["view"]) == ("waiting", None)
    bo = Guest(hosted, second, " Bo  Li ")
    assert hosted.phase == "playing"
    view = bo.look()
    assert ["Ada", "Ben", "Bo Li"] == [chair["name"] for chair in view["presence"]["chairs"]]
    assert 5 == next(pile["size"] for pile in view["view"]["piles"] if pile["title"] == "your hand")
    assert (bo.hello["seat"], bo.hello["is_host"], ada.hello["is_host"]) == (2, False, True)


def test_keys_are_secrets_of_128_bits_and_a_wrong_one_opens_nothing() -> None:
    hosted = laid("crazy8s", "human", "human")
    keys = [*filter(None, hosted.keys), hosted.watch_key]
    assert 3 == len(set(keys))
    assert all(len(key) >= 22 for key in keys)
    for key in ("", "x", keys[0][:-1], keys[0] + "x", "ключ"):
        with pytest.raises(Refused, match="this link is none of this table"):
            Guest(hosted, key)
    assert [0, 1, -1, None] == [hosted.chairs.seat_of(key) for key in (*keys, "x")]
    with pytest.raises(Refused, match="the first message has to be hello"):
        hosted.enter(Visitor(lambda: None), {"do": "start"}, 0.0)
    assert [] == hosted.visitors


def test_who_watches_sees_what_everybody_sees_and_can_only_talk() -> None:
    hosted = laid("crazy8s", "human", "human")
    guests = together(hosted)
    watcher = Guest(hosted, hosted.watch_key)
    view = watcher.look()
    hands = [pile for pile in view["view"]["piles"] if pile["name"].startswith("hand")]
    assert [([], "backs")] * 2 == [(hand["cards"], hand["looks"]) for hand in hands]
    assert -1 == view["seat"]
    for do, parts in (("act", {"action": "draw"}), ("undo", {}), ("start", {}), ("hint", {}), ("rematch", {})):
        with pytest.raises(Refused, match="you watch, and have no seat here"):
            watcher.say(do, **parts)
    watcher.say("talk", text="<b>hello</b>")
    assert {"who": "a spectator", "text": "<b>hello</b>"} == guests[0].look()["talk"][-1]
    with pytest.raises(Refused, match="what is said can't hold bidirectional characters"):
        watcher.say("talk", text="he\u202ello")
    assert [] == guests[0].look()["talk"]
    assert 1 == guests[0].look()["presence"]["watchers"]


def test_what_is_chosen_on_an_old_view_is_refused_but_talk_makes_no_view_old() -> None:
    hosted = laid("crazy8s", "human", "human")
    ada, bo = together(hosted)
    first = ada.look()["number"]
    bo.say("talk", text="well?")
    ada.say("act", action=ada.first(), at=first)
    asked = next(guest for guest in (ada, bo) if guest.look()["legal"])
    with pytest.raises(Refused, match="the table has changed since; look again"):
        asked.say("act", action=asked.first(), at=first)
    with pytest.raises(Refused, match="the table has changed since; look again"):
        asked.say("act", action=asked.first(), at=10**9)


# Playing


def test_an_action_takes_no_longer_after_many(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo = together(laid("crazy8s", "human", "human"))
    made: list[object] = []
    monkeypatch.setattr("cardkit.records.record.record_of", made.append)
    for _ in range(4):
        acting, legal = next((guest, found) for guest in (ada, bo) if (found := guest.look()["legal"]))
        acting.say("act", action=legal[0]["text"])
    assert not made


# Other points of the game


def alone(**given: Any) -> tuple[Hosted, Guest]:
    hosted = laid("crazy8s", "human", "ai", **given)
    (ada,) = together(hosted, "Ada")
    return hosted, ada


def test_where_hidden_cards_were_seen_taking_back_is_practice_alone_and_asked_for_among_people() -> None:
    hosted, ada = alone()
    ada.act("draw")
    with pytest.raises(Refused, match="the game is practice") as refused:
        ada.say("undo", id=3)
    assert {"type": "refused", "id": 3, "reason": str(refused.value), "practice": True} == checked(
        refusal(refused.value, 3)
    )
    ada.say("undo", practice=True)
    assert hosted.record is not None
    assert hosted.record.practice
    table = laid("crazy8s", "human", "human")
    first, second = together(table)
    first.act("draw")
    first.say("undo")
    assert second.look()["asks"]
    assert table.record is not None
    assert [] != list(table.record.actions)


def asking_back() -> tuple[Hosted, Guest, Guest]:
    """A table of two, of whom the first has acted, then the other, and the first asks to take it back."""
    hosted = laid("crazy8s", "human", "human")
    ada, bo = together(hosted, "Ada", "Bo")
    while 0 in ada.look()["view"]["asked"]:
        ada.act()
    bo.act()
    ada.say("undo")
    return hosted, ada, bo


def test_people_who_have_acted_since_are_asked_whether_something_may_be_taken_back() -> None:
    hosted, ada, bo = asking_back()
    view = bo.look()
    assert "Ada would like to take back, and asks Bo." == view["talk"][-1]["text"]
    assert view["asks"]["seat"] == 0
    assert any(line.startswith("Ada ") for line in view["asks"]["lines"])
    assert any(line.startswith("You ") for line in view["asks"]["lines"])
    assert ada.look()["asks"] is None
    with pytest.raises(Refused, match="nobody asks you"):
        ada.say("agree")
    before = hosted.record
    bo.say("agree", yes=False)
    assert before == hosted.record
    assert "Bo does not agree: nothing is taken back." == ada.look()["talk"][-1]["text"]
    ada.say("undo")
    bo.say("agree")
    assert hosted.record is not None
    assert before is not None
    assert len(hosted.record.actions) < len(before.actions)
    assert "Ada has taken back." == bo.look()["talk"][-1]["text"]
    ada.say("redo")
    assert before.log == hosted.record.log


def test_a_name_can_be_changed_and_whoever_comes_late_has_their_own() -> None:
    shelf = Shelf()
    hosted = laid("go_fish", "human", "human", "ai", keep=shelf)
    ada = Guest(hosted, str(hosted.keys[0]), "Ada")
    ada.say("start")
    ada.act()
    bo = Guest(hosted, str(hosted.keys[1]), "Bo")
    assert ["Ada", "Bo"] == [chair["name"] for chair in bo.look()["presence"]["chairs"]][:2]
    bo.say("rename", name=" Bob ")
    assert "Bo is called Bob now." == ada.look()["talk"][-1]["text"]
    assert any(pile["title"].startswith("Bob's") for pile in ada.look()["view"]["piles"])
    assert shelf.record is not None
    assert ("Ada", "Bob") == shelf.record.names[:2]
    ada.say("rename", name="Ben", seat=1)
    with pytest.raises(Refused, match="the host alone"):
        bo.say("rename", name="Ada", seat=0)
    for name in ("", "  ", "\u202e"):
        with pytest.raises(Refused):
            bo.say("rename", name=name)
    play_on(hosted, [ada, bo])
    assert hosted.phase == "over"


def test_the_host_lets_a_person_have_the_seat_of_a_machine_that_plays_until_they_come() -> None:
    shelf = Shelf()
    hosted = laid("crazy8s", "human", "ai", "human", keep=shelf)
    ada, bo = together(hosted, "Ada", "Bo")
    ada.act()
    with pytest.raises(Refused, match="the host alone"):
        bo.say("open", seat=1)
    answer = ada.say("open", seat=1)
    assert answer is not None
    with pytest.raises(Refused, match="a person's already"):
        ada.say("open", seat=1)
    assert hosted.sitting is not None
    while hosted.sitting.table.asked != (1,) and 1 not in hosted.sitting.table.asked:
        next(guest for guest in (ada, bo) if guest.look()["legal"]).act()
    assert machines_play(hosted) >= 1
    cleo = Guest(hosted, answer["key"], "Cleo")
    assert "Cleo" == cleo.look()["presence"]["chairs"][1]["name"]
    assert ("human",) * 3 == shelf.record.seats if shelf.record else False
    play_on(hosted, [ada, bo, cleo])
    assert hosted.phase == "over"
    again = back(shelf)
    assert answer["key"] == again.keys[1]


def test_who_comes_leaves_and_comes_back_is_told_to_the_others() -> None:
    hosted = laid("crazy8s", "human", "human")
    ada, bo = together(hosted, "Ada", "Bo")

    def told() -> list[str]:
        return [remark["text"] for remark in ada.look()["talk"] if not remark["who"]]

    assert ["Bo has come."] == told()
    bo.leave(now=10.0)
    hosted.tick(12.0)
    bo = Guest(hosted, str(hosted.keys[1]), "Bo", now=13.0)
    hosted.tick(30.0)
    assert [] == told()
    bo.leave(now=40.0)
    woken = ada.woken
    assert 45.0 == hosted.tick(41.0)
    hosted.tick(45.0)
    assert ada.woken == woken + 1
    assert ["Bo has left."] == told()
    hosted.tick(100.0)
    ada.say("stand-in", seat=1)
    assert ["A machine plays for Bo now."] == told()
    Guest(hosted, str(hosted.keys[1]), "Bo", now=101.0)
    assert ["Bo is back."] == told()


def test_the_next_game_has_everybody_one_seat_further_on_with_the_same_keys() -> None:
    shelf = Shelf()
    hosted = laid("crazy8s", "human", "ai", "human", keep=shelf)
    ada, bo = together(hosted, "Ada", "Bo")
    with pytest.raises(Refused, match="the game is not over"):
        ada.say("rematch")
    play_on(hosted, [ada, bo])
    keys, ended, winners = hosted.keys, shelf.record, shelf.result.winners if shelf.result else ()
    assert (hosted.at_end().match.result, hosted.record) == (shelf.result, ended)
    assert (ended_view := ada.look())["result"]["text"].endswith("turns.")
    assert ended_view["can"]["rematch"]
    bo.say("rematch")
    assert [keys[2], keys[0], None] == list(hosted.keys)
    view = ada.look()
    assert (view["seat"], view["phase"], view["fresh"]) == (1, "playing", True)
    chairs = view["presence"]["chairs"]
    assert ["Bo", "Ada", "Ben"] == [chair["name"] for chair in chairs]
    assert shelf.people["chairs"][1]["won"] == chairs[1]["won"]
    assert [seat in winners for seat in (2, 0, 1)] == [chair["won"] == 1 for chair in chairs]
    tally = ", ".join(f"{chair['name']} {chair['won']}" for chair in chairs[:2])
    assert f"Games won: {tally} and Ben {chairs[2]['won']}." == view["talk"][-1]["text"]
    assert shelf.record is not None
    assert ("human", "human", "ai") == shelf.record.seats
    assert shelf.record != ended
    play_on(hosted, [ada, bo])
    assert hosted.phase == "over"


def test_where_the_next_game_can_not_be_kept_everybody_stays_where_they_are() -> None:
    shelf = Shelf()
    hosted = laid("crazy8s", "human", "ai", "human", keep=shelf)
    guests = together(hosted)
    play_on(hosted, guests)
    before = guests[0].look()
    shelf.refuses = Full("the disk is full")
    with pytest.raises(Full):
        guests[1].say("rematch")
    after = guests[0].look()
    assert (before["seat"], before["presence"], before["result"]) == (after["seat"], after["presence"], after["result"])
    guests[1].say("rematch")
    assert guests[0].look()["phase"] == "playing"


# Machines for people, and advice


def test_the_host_asks_whoever_is_there_to_let_a_machine_play_and_they_play_again_when_they_say_so() -> None:
    hosted = laid("crazy8s", "human", "human", "human")
    ada, bo, cem = together(hosted, "Ada", "Bo", "Cem")
    with pytest.raises(Refused, match="Cem is there, or may still come back"):
        bo.say("stand-in", seat=2)
    for yes in (False, True):
        ada.say("stand-in", seat=1)
        assert {"seat": 0, "machine": True, "lines": []} == bo.look()["asks"]
        others = cem.look()
        assert (None, "Ada asks whether a machine may play for Bo.") == (others["asks"], others["talk"][-1]["text"])
        with pytest.raises(Refused, match="nobody asks you anything"):
            cem.say("agree")
        bo.say("agree", yes=yes)
        assert yes == ada.look()["presence"]["chairs"][1]["machine"]
    assert [1] == bo.look()["can"]["stand_in"]
    while 1 not in ada.look()["view"]["asked"]:
        next(one for one in (ada, cem) if one.visitor.seat in one.look()["view"]["asked"]).act()
    with pytest.raises(Refused, match="a machine plays for you"):
        bo.act()
    assert machines_play(hosted) >= 1
    bo.say("stand-in", seat=1)
    back = bo.look()
    assert ([], False, "Bo is back.") == (
        back["can"]["stand_in"],
        back["presence"]["chairs"][1]["machine"],
        back["talk"][-1]["text"],
    )
    ada.say("stand-in", seat=1)
    bo.leave(now=5.0)
    ada.say("stand-in", seat=1)
    assert ada.look()["presence"]["chairs"][1]["machine"]


def test_a_table_may_let_machines_play_for_the_absent_at_once_or_never() -> None:
    for stand_in, plays in (("at once", True), ("never", False)):
        hosted = laid("crazy8s", "human", "human", policy=Policy(away=5.0, stand_in=stand_in))  # type: ignore[arg-type]
        ada, bo = together(hosted)
        ada.leave(now=1.0)
        hosted.tick(6.0)
        assert plays == bo.look()["presence"]["chairs"][0]["machine"]
        if not plays:
            with pytest.raises(Refused, match="no machine plays for people"):
                bo.say("stand-in", seat=0)


def test_a_machine_advises_and_says_why() -> None:
    hosted, ada = alone()
    ada.say("hint", id=7)
    with pytest.raises(Refused, match="thinks about it already"):
        ada.say("hint", id=8)
    thought = hosted.thought()
    with pytest.raises(Refused, match="thinks about it already"):
        ada.say("hint", id=8)
    assert thought is not None
    assert thought.is_long
    hosted.done(thought, thought.choose(), 0.0)
    answer = checked(ada.visitor.answers.popleft())
    assert 7 == answer["id"]
    assert answer["action"] in [action["text"] for action in ada.look()["legal"]]
    told = laid(replace(load_game("go_fish"), opponent="search:iterations=20"), "human", "ai")
    (bo,) = together(told)
    bo.say("hint")
    machines_play(told)
    assert bo.visitor.answers[0]["reasons"]


def test_the_host_renews_a_link_and_who_came_by_the_old_one_has_to_leave() -> None:
    shelf = Shelf()
    hosted = laid("crazy8s", "human", "human", keep=shelf, policy=Policy(away=30.0))
    ada, bo = together(hosted)
    old = hosted.keys[1]
    with pytest.raises(Refused, match="the host alone"):
        bo.say("renew", seat=0)
    answer = ada.say("renew", now=5.0, seat=1, id=3) or {}
    assert (3, 1, hosted.keys[1]) == (answer["id"], answer["seat"], answer["key"])
    assert shelf.people["chairs"][1]["key"] == hosted.keys[1] != old
    assert bo.visitor.gone == "the link to this seat was renewed"
    with pytest.raises(Refused, match="was renewed"):
        bo.say("talk", text="me?")
    with pytest.raises(Refused):
        Guest(hosted, str(old))
    assert not ada.look()["presence"]["chairs"][1]["there"]
    answer = ada.say("renew", now=30.0, seat=1, id=4) or {}
    hosted.tick(34.0)
    assert not ada.look()["presence"]["chairs"][1]["away"]
    hosted.tick(35.0)
    assert ada.look()["presence"]["chairs"][1]["away"], "a link that is renewed once more is no new absence"
    Guest(hosted, answer["key"])


# What is kept


def test_an_action_that_can_not_be_kept_did_not_happen() -> None:
    shelf = Shelf()
    hosted = laid("crazy8s", "human", "human", keep=shelf)
    ada, _ = together(hosted)
    before, record = ada.look(), shelf.record
    shelf.fails = Full("the disk is full")
    with pytest.raises(Full):
        ada.act()
    assert record == shelf.record == hosted.record
    after = ada.look()
    assert (before["view"], before["legal"]) == (after["view"], after["legal"])
    ada.act()
    assert record != shelf.record == hosted.record


# What can't be


def test_what_is_not_said_beforehand_is_asked_of_nobody() -> None:
    with pytest.raises(CannotStart, match="this has to be said beforehand: Choose a file to load the deck from:"):
        laid("crazy8s", "human", "human", rules="classic")
    with pytest.raises(UnknownName):
        laid("crazy8s", "human", "nobody")
    with pytest.raises(CannotStart):
        laid("hearts", "human")


GAME = TESTS / "data" / "faulty_game.py"
ODD_LOOKS = f"""
from cardkit.plugins.registry import load_game

class Odd(load_game({str(GAME)!r}).game):
    def looks(self, pile):
        return "pyramid" if pile == "heap" else None
"""


def test_a_game_that_raises_ends_its_own_table_in_a_sentence_and_its_record_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAULTY_PLACE", "apply")
    monkeypatch.setenv("FAULTY_KIND", "oh")
    shelf = Shelf()
    hosted = laid(str(GAME), "human", "ai", keep=shelf)
    (ada,) = together(hosted)
    play_on(hosted, [ada], most=20)
    view = ada.look()
    assert ("over", "broken-off", False) == (view["phase"], view["result"]["how"], view["can"]["rematch"])
    assert "faulty is at fault: KeyError in apply: 'oh'" in view["result"]["text"]
    assert ["take 1"] * 4 == (shelf.record or hosted.at_end().record).actions
    with pytest.raises(Refused, match="the game is over"):
        ada.act("take 1")
    (tmp_path / "odd.py").write_text(ODD_LOOKS, encoding="utf-8")
    (bo,) = together(laid(str(tmp_path / "odd.py"), "human", "random"))
    view = bo.look()
    assert ("over", None) == (view["phase"], view["view"])
    assert "looks has to return stack, row, fan, grid" in view["result"]["text"]
    assert "'pyramid' (odd.py, line" in view["result"]["text"]


BAD_PLAYER = """
def player(view, legal):
    raise ZeroDivisionError("oh")
"""


DEAF = """
class player:
    def __init__(self, rng): pass
    def begin(self, seating, view): raise ZeroDivisionError("oh")
    def told(self, events, view): pass
    def choose(self, view, legal): return legal[0]
"""


@pytest.mark.parametrize("text", [BAD_PLAYER, DEAF])
def test_a_machine_that_raises_or_can_not_sit_down_ends_its_own_table(text: str, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(text, encoding="utf-8")
    hosted = laid("crazy8s", "human", str(tmp_path / "bad.py"))
    (ada,) = together(hosted)
    play_on(hosted, [ada], most=20)
    view = ada.look()
    assert "bad.py" == view["presence"]["chairs"][1]["player"], "a file is called by its name alone"
    assert ("over", "broken-off") == (view["phase"], view["result"]["how"])
    assert "is at fault: ZeroDivisionError: oh" in view["result"]["text"]
    with pytest.raises(Refused, match="the game is over"):
        ada.act("draw")


def test_names_are_told_from_each_other_and_keys_are_in_no_message_and_no_text() -> None:
    hosted = laid("crazy8s", "human", "human")
    ada, other = together(hosted, "Ada", "Ada")
    assert ["Ada", "Ada 1"] == [chair["name"] for chair in ada.look()["presence"]["chairs"]]
    said = repr(hosted.chairs) + json.dumps([ada.hello, ada.look(), other.look()])
    assert not [key for key in (*hosted.keys, hosted.watch_key) if str(key) in said]


FIRST = """#!/usr/bin/env bash
while read -r line; do
  case $line in *'"type":"turn"'*) legal=${line##*'"legal":["'}; echo "${legal%%'"'*}" ;; esac
done
"""


def test_a_program_plays_is_told_what_happens_and_is_told_again_where_a_choice_is_taken_back(tmp_path: Any) -> None:
    program = tmp_path / "first.sh"
    program.write_text(FIRST, encoding="utf-8")
    program.chmod(0o755)
    shelf = Shelf()
    hosted = laid("crazy8s", "human", str(program), keep=shelf)
    (ada,) = together(hosted)
    play_on(hosted, [ada], most=6)
    assert hosted.record is not None
    before = len(hosted.record.actions)
    ada.say("undo", practice=True)
    assert len(hosted.record.actions) < before
    hosted.close()
    again = back(shelf)
    play_on(again, [Guest(again, str(again.keys[0]))])
    assert again.phase == "over"
    assert not again.fault
