"""Games of OpenSpiel written as cardkit's records, with what stands beside a record where a game is in between."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, cast

from cardkit.core.acts.actions import Action
from cardkit.core.dealer import Outcome
from cardkit.core.errors import CannotStart
from cardkit.core.piles import Seat
from cardkit.records.parts import Chance, End, Entry, cards_of, cards_text
from cardkit.records.record import Record, entries, header_of, outcome_text, record_text
from cardkit.rl.openspiel.course import Course
from cardkit.rl.openspiel.drawn import ALL, Drawn
from cardkit.rl.openspiel.pages import Page, Wished
from cardkit.rl.openspiel.sampled import Sampled
from cardkit.table.notation import read_action
from cardkit.table.setting_up import PASS


def record_of(course: Course) -> Record | None:
    """The record of a game up to now; None where it isn't dealt yet. Raises CannotStart for an imagined one."""
    match, batch = course.match, course.setting.batch
    if match is None:
        return None
    if course.is_imagined:
        raise CannotStart(batch.game.name, "a game that was imagined has no record")
    log: list[Entry] = entries(None, course.opening)
    for played in course.log:
        log += entries(str(played.action), played.made, played.seat if played.is_shared else None)
    names = tuple(f"player_{seat}" for seat in range(batch.seats))
    chance = Chance(generator=batch.setup.rng, seed=course.seed) if isinstance(course, Sampled) else None
    result = None if match.result is None else End.of(match.result)
    parts = {"chance": chance, "deck": cards_text(course.deck), "result": result, "log": tuple(log)}
    return header_of(batch.setup.having(names=names)).model_copy(update=parts)


def kept(course: Course) -> str:
    """A game as text: its record, and what was answered since."""
    record = record_of(course)
    wished = [
        (place, page.seat, str(event.action))
        for place, page in enumerate(course.pages)
        for event in page.events
        if isinstance(event, Wished)
    ]
    beside: dict[str, Any] = {"answers": course.answers, "wishes": _written(course.wishes), "wished": wished}
    if isinstance(course, Drawn):
        beside["speaking"] = _written(course.speaking)
        if course.trial is not None:
            beside["to_come"] = _written([*([course.trial.action] if course.trial.action else []), *course.to_come])
            beside["told"] = [outcome_text(outcome) for outcome in course.trial.told]
            beside["said"] = course.trial.said
    return json.dumps({"beside": beside, "record": None if record is None else record_text(record)})


def taken_up(course: Course, text: str) -> Course:
    """A game that was kept, of a new one."""
    data = json.loads(text)
    record, beside = data["record"], data["beside"]
    if record is not None:
        _replay(course, Record.model_validate_json(record))
    course.answers = beside["answers"]
    course.wishes = _read(course, beside["wishes"])
    for place, seat, text in beside["wished"]:
        batch = course.setting.batch
        action = PASS if text == str(PASS) else read_action(type(batch.game), text, batch.setup.cards)
        course.pages.insert(place, Page([Wished(seat, action)], seat))
    if isinstance(course, Drawn):
        course.speaking = _read(course, beside["speaking"])
        if "told" in beside:
            _try_on(course, beside)
    return course


def _replay(course: Course, record: Record) -> None:
    """Play a record."""
    steps = list(record.steps())
    deck = cards_of(record.deck)
    if isinstance(course, Sampled):
        course.deal(cast(Chance, record.chance).seed, deck)
    else:
        cast(Drawn, course).open([deck, *_outcomes(steps[0].outcomes)], ALL)
    for step in steps[1:]:
        match = course.playing
        seat = match.turn if step.seat is None else step.seat
        course.replay(seat, match.read(step.action or "", seat), _outcomes(step.outcomes))


def _try_on(course: Drawn, beside: dict[str, Any]) -> None:
    """Go on with an action in the middle of which chance had a say."""
    told = _outcomes(beside["told"])
    if course.match is None:
        course.open(told, beside["said"])
    else:
        actions = _read(course, beside["to_come"])
        course.resume(actions, told, beside["said"])


def _outcomes(written: Sequence[str | int]) -> list[Outcome]:
    return [outcome if isinstance(outcome, int) else cards_of(outcome) for outcome in written]


def _written(actions: Sequence[tuple[Seat, Action]]) -> list[tuple[Seat, str]]:
    return [(seat, str(action)) for seat, action in actions]


def _read(course: Course, written: Sequence[tuple[Seat, str]]) -> list[tuple[Seat, Any]]:
    return [(seat, course.playing.read(text, seat)) for seat, text in written]
