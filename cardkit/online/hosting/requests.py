"""What can be said to a hosted table, each kind of message with what is done about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from cardkit.core.errors import IllegalAction, NotAnAction
from cardkit.core.piles import Seat
from cardkit.online.hosting.chairs import Visitor, new_key
from cardkit.online.hosting.machines import Thought
from cardkit.online.protocol import (
    LONGEST_TALK,
    Act,
    Hint,
    Redo,
    Rematch,
    Renew,
    StandIn,
    Start,
    Talk,
    Undo,
    Why,
    fit,
)
from cardkit.plugins.session import PUBLIC
from cardkit.records.keeper import Refused

if TYPE_CHECKING:
    from cardkit.online.hosting.playing import Playing

Answer = dict[str, Any] | None
MOST_TAKEN_BACK = 50
"""So many points that were left by taking back are kept."""


def seated(visitor: Visitor) -> Seat:
    """The seat of somebody; raises Refused for those who watch."""
    if visitor.seat == PUBLIC:
        raise Refused("you watch, and have no seat here")
    return visitor.seat


def act(table: Playing, visitor: Visitor, said: Act) -> Answer:
    """Play an action."""
    seat = seated(visitor)
    sitting = table.at_play()
    if seat not in sitting.table.asked:
        raise Refused("it is not your turn")
    if not table.chairs.is_person(seat):
        raise Refused("your time has run out, and a machine makes this move")
    if said.at is not None and not table.views.since <= said.at <= table.views.number:
        raise Refused("the table has changed since; look again")
    try:
        action = sitting.read(seat, said.action)
        table.answer(seat, action)
    except (IllegalAction, NotAnAction) as error:
        raise Refused(str(error)) from None
    return None


def why(table: Playing, visitor: Visitor, said: Why) -> Answer:
    """Say what somebody can do with what they name, or why it can't be done."""
    seat = seated(visitor)
    sitting = table.at_play()
    can, reason = sitting.can(seat, said.action) if seat in sitting.table.asked else ([], "it is not your turn")
    return {"type": "answer", "id": said.id, "can": can, "reason": reason}


def hint(table: Playing, visitor: Visitor, said: Hint) -> Answer:
    """Let a machine think about what it would do."""
    seat = seated(visitor)
    sitting = table.at_play()
    if seat not in sitting.table.asked:
        raise Refused("it is not your turn")
    hint = Thought(seat, sitting.advice(seat), is_long=True, sitting=sitting, asked_by=visitor, id=said.id)
    if not table.machines.advise(hint):
        raise Refused("a machine thinks about it already")
    table.trail.hints += 1
    return None


def undo(table: Playing, visitor: Visitor, said: Undo) -> Answer:
    """Take back the last choice of a seat, if nobody else has acted since, and, unless for practice, seen more."""
    seat = seated(visitor)
    sitting = table.at_play()
    record = sitting.keeper.before_choice_of(seat)
    actions = sitting.keeper.taken_back_by(record, seat)
    practice = table.session.practice
    if not practice and sitting.keeper.has_seen(actions, seat):
        if len(table.session.people) > 1:
            raise Refused("you have seen cards since that were hidden")
        if not said.practice:
            reason = "you have seen cards since that were hidden; taken back all the same, it is practice"
            raise Refused(reason, practice=True)
        practice = True
    table.trail.left = [*table.trail.left, sitting.record][-MOST_TAKEN_BACK:]
    table.go_to(record.model_copy(update={"practice": practice}))
    table.taken_back_by = seat
    return None


def redo(table: Playing, visitor: Visitor, said: Redo) -> Answer:
    """Play again what was taken back."""
    seat = seated(visitor)
    sitting = table.at_play()
    if table.taken_back_by != seat:
        raise Refused("you have taken nothing back that could be played again")
    table.go_to(table.trail.again(sitting.record))
    table.taken_back_by = seat if table.trail.left else None
    return None


def talk(table: Playing, visitor: Visitor, said: Talk) -> Answer:
    """Say something to all."""
    text = fit(said.text, "what is said", LONGEST_TALK)
    if text:
        table.views.say("a spectator" if visitor.seat == PUBLIC else table.chairs.chairs[visitor.seat].name, text)
        table.news(stands_otherwise=False)
    return None


def start(table: Playing, visitor: Visitor, said: Start) -> Answer:
    """Begin though not everybody is there."""
    seated(visitor)
    if table.sitting is not None:
        raise Refused("the game has begun")
    table.start()
    table.news()
    return None


def stand_in(table: Playing, visitor: Visitor, said: StandIn) -> Answer:
    """Let a machine play for somebody who is away."""
    seated(visitor)
    table.at_play()
    if table.policy.stand_in != "ask" or said.seat not in table.chairs.people:
        raise Refused("no machine plays for people at this seat")
    if not table.chairs.is_away(said.seat, table.now, table.policy.away):
        raise Refused(f"{table.chairs.chairs[said.seat].name} is there, or may still come back")
    table.play_for(said.seat)
    table.note()
    table.news(stands_otherwise=False)
    return None


def rematch(table: Playing, visitor: Visitor, said: Rematch) -> Answer:
    """Begin the next game."""
    seated(visitor)
    if table.phase != "over" or table.fault:
        raise Refused("the game is not over" if table.phase != "over" else "the game was broken off")
    table.next_game()
    return None


def renew(table: Playing, visitor: Visitor, said: Renew) -> Answer:
    """Give a seat another key, and turn out who came by the old one."""
    if visitor.seat != table.chairs.host or said.seat not in table.chairs.people:
        raise Refused("the host alone gives people other links")
    chair = table.chairs.chairs[said.seat]
    chair.key = new_key()
    table.note()
    for other in [other for other in table.visitors if other.seat == said.seat and other is not visitor]:
        other.gone = "the link to this seat was renewed"
        table.visitors.remove(other)
        other.wake()
    if not table.chairs.is_there(said.seat) and chair.away_since is None:
        chair.away_since = table.now
    table.news(stands_otherwise=False)
    return {"type": "answer", "id": said.id, "seat": said.seat, "key": chair.key}


HANDLERS: Mapping[type, Callable[[Playing, Visitor, Any], Answer]] = {
    Act: act,
    Why: why,
    Hint: hint,
    Undo: undo,
    Redo: redo,
    Talk: talk,
    Start: start,
    StandIn: stand_in,
    Rematch: rematch,
    Renew: renew,
}
