"""What is sent to a seat follows from what it sees: tables that differ in hidden cards alone send the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from every_game import Way, in_every_way
from guests import Guest

from cardkit.authors.trial import changed
from cardkit.bots.knowledge import Knowledge
from cardkit.core.cards import BACK, Seat
from cardkit.core.chance.generators import Seeded
from cardkit.core.errors import GameFault
from cardkit.core.state import State
from cardkit.hosting.hosted import Hosted, Refused
from cardkit.plugins.setup import PUBLIC, Session
from cardkit.table.match import Match
from cardkit.table.turns import Random, seating_at

STEPS = 8
"""So many actions are played at both tables, if they look the same for so long."""


class Eyes:
    """A guest at a seat, or a spectator, and all that this seat could know, told by the engine itself."""

    def __init__(self, hosted: Hosted, seat: Seat) -> None:
        self.hosted, self.seat = hosted, seat
        self.guest = Guest(hosted, hosted.watch_key if seat == PUBLIC else str(hosted.keys[seat]))
        self.told: list[Any] = []
        self.match, self.table = hosted.at_play().match, hosted.at_play().table
        self.table.watch(lambda event, view: self.told.append(event), seat=seat)

    def legal_of(self, seat: Seat) -> Sequence[Any]:
        """Some of what is legal for a seat that is asked."""
        return (self.match.legal_of(seat) or self.match.legal)[:200]

    def frame(self) -> bytes:
        return json.dumps(self.guest.look()).encode()

    def refusals(self, cards: list[str]) -> Iterator[str]:
        """What is answered where a seat asks about cards, and tries what is never legal."""
        for card in cards if self.seat in self.match.to_act and not self.match.is_over else ():
            yield json.dumps(self.guest.say("why", action=card))
        try:
            self.guest.say("act", action="abracadabra")
        except Refused as refused:
            yield str(refused)


def table_at(session: Session, state: State) -> Hosted:
    """A table whose game begins there, with somebody at every seat."""
    hosted = Hosted(replace(session, match=Match.at(session.match.game, state, Seeded(7))), table="table")
    for key in filter(None, hosted.keys):
        Guest(hosted, key)
    return hosted


def other_world(match: Match[Any, Any], seat: Seat, chance: Seeded) -> State:
    """A table that looks the same to a seat, and is another one where it sees nothing."""
    eyes = max(seat, 0)
    known = Knowledge(seating_at(match.game, match.state, eyes), infers=False)
    known.seat = seat
    known.begin(match.view(seat), opening=False)
    world: State = known.worlds().deal(chance)
    for name in match.state.fields_marked("private"):
        setattr(world, name, vars(match.state.clone())[name])
    return world


def scenes(way: Way, often: int) -> Iterator[tuple[Match[Any, Any], Session]]:
    """Points of a random game, each as a match that may be looked at and not played."""
    match = way.batch().match(0)
    session = way.session(*["human"] * match.state.seats)
    rng = Seeded(11)
    player = Random(rng)
    for _ in range(often):
        for _ in range(1 + rng.below(6)):
            if match.is_over:
                return
            match.play(player(None, match.legal))
        while not match.is_over and not match.nobody_has_spoken:
            match.play(player(None, match.legal))
        if match.is_over:
            return
        yield match, session


def compare(one: Eyes, other: Eyes, rng: Seeded, cards: list[str]) -> int:
    """Play the same at both tables while a seat can't tell them apart; how many frames were equal."""
    count, seat = 0, one.seat
    for _ in range(STEPS):
        assert one.told == other.told
        assert one.frame() == other.frame()
        assert list(one.refusals(cards)) == list(other.refusals(cards))
        count += 1
        asked = list(one.table.asked)
        if not asked or asked != list(other.table.asked):
            break
        turn = asked[rng.below(len(asked))]
        texts = set(map(str, other.legal_of(turn)))
        common = [text for text in map(str, one.legal_of(turn)) if text in texts]
        if not common:
            break
        text = common[rng.below(len(common))]
        for eyes in (one, other):
            Guest(eyes.hosted, str(eyes.hosted.keys[turn])).act(text)
            eyes.hosted.leave(eyes.hosted.visitors[-1], 0.0)
        if one.told != other.told or changed(one.match.view(seat), other.match.view(seat), "differs"):
            break
    return count


@in_every_way
def test_tables_that_a_seat_can_not_tell_apart_send_it_the_same_bytes(way: Way) -> None:
    rng, frames, differing, hidden = Seeded(3), 0, 0, False
    for match, session in scenes(way, 6):
        deck = sorted({card.text for pile in match.state.piles() for card in pile})
        for seat in (*range(min(match.state.seats, 2)), PUBLIC):
            world = other_world(match, seat, rng)
            assert changed(match.view(seat), world.view(seat), "differs") is None
            backs = [card for pile in match.view(seat).piles() for card in pile if card is BACK]
            hidden = hidden or len(backs) > 1
            differing += changed(match.state, world, "differs") is not None
            try:
                tables = [Eyes(table_at(session, state), seat) for state in (match.state.clone(), world)]
            except GameFault:  # Without what follows from the actions of others, a table may be one that can't be.
                continue
            asked = [deck[rng.below(len(deck))] for _ in range(2)]
            frames += compare(tables[0], tables[1], rng, asked)
    assert frames
    assert bool(differing) == hidden
