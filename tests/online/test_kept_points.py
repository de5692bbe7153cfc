"""Going back: what follows is as if what was taken back had never been played, and little of it is played again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from every_game import Way, in_every_way
from guests import play_on, table

from cardkit.core.actions import FORMS, parts_of
from cardkit.hosting import sitting as sittings
from cardkit.hosting.hosted import Hosted, Policy, Visitor
from cardkit.plugins.registry import load_game
from cardkit.plugins.setup import machines
from cardkit.table.match import Match

NOW = 0.0
"""Time stands still."""


def table_of(way: Way, seed: int) -> Hosted:
    """A table at which every other seat is a person's, and the rest play by chance."""
    seats = tuple("random" if seat % 2 else "human" for seat in range(len(machines(load_game(way.game)))))
    hosted = Hosted(way.session(*seats, seed=seed), policy=Policy(pace=0))
    for seat in hosted.chairs.people:
        hosted.sit(Visitor(lambda: None), seat, "", NOW)
    return hosted


def played(hosted: Hosted, choices: random.Random, least: int) -> Iterator[Any]:
    """What everybody is shown and told, before each of so many answers, and of more while others' are waited for."""
    count = 0
    while True:
        count += 1
        yield shown(hosted)
        if hosted.phase != "playing" or (count > least and not hosted.at_play().table.answers):
            return
        thought = hosted.thought()
        if thought is not None:
            hosted.done(thought, thought.choose(), NOW)
            continue
        sitting = hosted.at_play()
        seat = next(seat for seat in sitting.table.asked if hosted.chairs.is_person(seat))
        parts = parts_of(sitting.match.legal_of(seat))
        choice: Any = parts[choices.randrange(len(parts))]
        hosted.answer(seat, choice[choices.randrange(len(choice))] if type(choice) in FORMS else choice)


def shown(hosted: Hosted) -> Any:
    """What everybody is shown and told now."""
    sitting = hosted.at_end()
    tellers = {
        seat: ({**teller.told((0, 0), (teller.line_count, teller.move_count)), "scenes": None}, teller.since(3))
        for seat, teller in sitting.tellers.items()
    }
    scenes = {seat: sitting.scene(seat, is_broken_off=False) for seat in sitting.tellers}
    log = sitting.log
    seen = [log.has_seen(range(log.actions), seat) for seat in range(sitting.match.state.seats)]
    return tellers, scenes, sitting.log.record, sitting.table.asked, sitting.match.result, seen


@in_every_way
def test_what_follows_is_as_if_what_was_taken_back_had_never_been_played(
    way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sittings, "EVERY", 3)
    hosted, never = table_of(way, 1), table_of(way, 1)
    for step in range(2):
        before = list(played(hosted, random.Random(step), 4))
        assert list(played(never, random.Random(step), 4)) == before
        record = hosted.at_end().log.record
        for _ in played(hosted, random.Random(step + 10), 5):
            pass
        assert len(record.taken) < 3 or hosted.at_end().gone_to(record) is not None
        left, told = hosted.at_end().log.record, shown(hosted)
        hosted.go_to(record)
        hosted.go_to(left)
        assert shown(hosted) == told
        hosted.go_to(record)
    after = list(played(hosted, random.Random(4), 8))
    assert list(played(never, random.Random(4), 8)) == after


class Remembering:
    """A narrator that can't be copied, as a generator in it has a memory of its own."""

    def __init__(self, names: Any) -> None:
        self._count = (number for number in range(10_000))

    def __call__(self, event: Any, view: Any, /) -> list[str]:
        return [f"{next(self._count)}: {event}"]


@pytest.mark.parametrize("words", [None, Remembering])
def test_what_follows_the_last_point_alone_is_played_again_unless_a_narrator_cant_be_copied(
    words: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sittings, "EVERY", 10)
    monkeypatch.setattr(load_game("golf").game, "words", words)
    hosted, *guests = table("golf", "human", "human", seed=2)
    ada = guests[0]
    again: list[str] = []
    advance = Match[Any, Any].advance

    def counted(match: Match[Any, Any], action: Any, seat: int | None = None) -> None:
        again.append(str(action))
        advance(match, action, seat)

    for actions, practice in ((25, False), (24, False), (14, True), (33, True)):
        play_on(hosted, guests, actions - hosted.at_play().log.actions)
        ada.look()
        record, told = hosted.at_play().log.record.up_to(actions), ada.lines[-100:]
        play_on(hosted, guests, 3)
        again.clear()
        with monkeypatch.context() as counting:
            counting.setattr(Match, "advance", counted)
            hosted.go_to(record.model_copy(update={"practice": practice}))
        ada.look()
        assert len(again) == (actions % sittings.EVERY if words is None else actions)
        assert hosted.record == hosted.at_play().log.record == record.model_copy(update={"practice": practice})
        assert ada.lines[-100:] == told or actions < 25
