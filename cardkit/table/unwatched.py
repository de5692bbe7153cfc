"""Games that nobody watches, played at full speed: with no journal, and nothing looked at that no rule asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from cardkit.core.acts.choices import Choices, found_in
from cardkit.core.acts.forms import FORMS
from cardkit.core.acts.results import Cycle
from cardkit.core.cards import Card
from cardkit.core.errors import IllegalAction
from cardkit.core.game import AnyOf, One
from cardkit.core.lean import lean
from cardkit.core.piles import Seat
from cardkit.table.endless import Laps
from cardkit.table.faults import objection
from cardkit.table.match import Match
from cardkit.table.players import first_legal

PATIENCE = 64
"""So many decided actions in a row are played before anybody looks whether the game goes round in a circle, and between
two looks from then on. Where it does, the game is played again from its beginning with a look from there on, so that
the first repeat is found."""
SHORT = 8
"""After so many, how the cards lie is kept; where they lie so again, the looking begins at once."""


class Asks(Protocol):
    """A table at which the players sit."""

    def ask(self, match: Any, seat: Seat, legal: Sequence[Any]) -> Any:
        """What a player answers."""
        ...

    def of_window(self, answers: Mapping[Seat, Any], actions: int) -> tuple[Sequence[tuple[Seat, Any]], bool]:
        """What is played of the answers of a window after so many actions, and whether lots were drawn for it."""
        ...

    steady: list[bool]
    quick: list[Any]
    most: int


class Window(NamedTuple):
    """What was played by seats that might act: what one does, or the passes of all."""

    wishes: Sequence[tuple[Seat, Any]]
    by_lot: bool


class Stretch(NamedTuple):
    """How far a game was played."""

    actions: int
    choices: int
    """How many choices were free."""
    cycle: Cycle | None = None
    is_certain: bool = True
    """Whether there was no earlier repeat."""


def play_unwatched(table: Asks, match: Match[Any, Any], laps: Laps) -> Stretch:
    """Play on until the game is over, never ends, or has had as many choices as it may have.

    Nothing is written down by which an action could be taken back. Where a rule or a player fails, the game is played
    again from its beginning with all care up to there, so that the match is as it was before the failing action and the
    error comes with all that is known of it; raises what failed.
    """
    played: list[Any] = []
    match.dealer.keep(journal=False)
    try:
        stretch = _play(table, match, laps, played, PATIENCE, ())
        if not stretch.is_certain:
            assert match.begin_again is not None, "a table laid by hand is played with care"
            script, played[:] = played.copy(), ()
            match.become(match.begin_again())
            match.dealer.keep(journal=False)
            laps.begin_again()
            stretch = _play(table, match, laps, played, 0, script)
    except Exception:
        _play_with_care(match, played)
        raise
    match.take_care(played=bool(played))
    return stretch


def _play(
    table: Asks, match: Match[Any, Any], laps: Laps, played: list[Any], patience: int, script: Sequence[Any]
) -> Stretch:
    """Play on, first what the script says. A turn of one seat is written out here; where seats act together, the match
    itself goes on.
    """
    game: Any = lean(match.game)
    state, dealer = match.state, match.dealer
    legal_of, apply, result, acting_of = game.legal, game.apply, game.result, game.acting
    asks_seat, tells_seat = game.wants_seat("legal"), game.wants_seat("apply")
    one_actor, table_seats, to_tell = game.has_one_actor(), state.seats, len(script)
    steady, quick, most, all_steady = table.steady, table.quick, table.most, all(table.steady)
    free = further = calm = idle = number = 0
    draws = dealer.draws
    legal: Any = ()
    lying: list[list[Card]] = []
    lay: list[list[Card]] = []
    together = match.is_shared
    while (together or result(state) is None) and free + dealer.draws < most:
        seat = state.turn
        seats: Any = None
        if not together and not one_actor:
            acting = acting_of(state)
            kind = acting.__class__
            if kind is One and acting.seats == (seat,) and seat.__class__ is int and 0 <= seat < table_seats:
                pass
            elif kind is tuple:
                seats = acting
                if seat not in seats:
                    match.look()
            else:
                match.look()
                together, seats = match.is_shared, match.acting.seats
        choose: Any = None
        is_decided: bool
        if together:
            seat, legal = match.turn, match.legal
            is_single = len(legal) == 1
            is_decided = is_single or all([steady[waiting] for waiting in match.to_act])
        else:
            legal = legal_of(state, seat) if asks_seat else legal_of(state)
            if (legal.__class__ is not list and legal.__class__ is not tuple) or not legal:
                match.look()
            choose = quick[seat]
            if choose is first_legal and legal[0].__class__ not in FORMS:
                is_single, is_decided = len(legal) == 1, True
            else:
                if not _HAVE_NO_FORMS(map(type, legal)):
                    legal, choose = Choices[Any](legal), None
                    if not legal:
                        match.look()
                is_single = len(legal) == 1
                is_decided = bool(is_single or steady[seat])
        if not is_decided:
            free += 1
            calm = 0
            if not patience:
                laps.forget()
                idle, number = 0, state.round or state.count + 1
        elif calm < patience:
            calm += 1
            if draws != dealer.draws:
                draws, calm = dealer.draws, 1
            elif calm == SHORT:
                # Piles may have come or gone since; then the looking begins earlier or later than it could.
                lying = [pile.cards for pile in state.piles()]
                lay = [cards.copy() for cards in lying]
            elif calm > SHORT and lying == lay:
                calm = patience
            if calm == patience:
                laps.forget()
                idle, number = 0, state.round or state.count + 1
        elif idle and draws == dealer.draws and laps.lying != laps.lay:
            idle -= 1
            number = state.round or state.count + 1
        elif patience and draws != dealer.draws:
            draws, calm = dealer.draws, 1
        else:
            draws = dealer.draws
            laps.came_from(number)
            if (cycle := laps.note()) is not None:
                return Stretch(len(played) + further, free, cycle, not patience)
            idle = patience if patience and laps.idle else laps.idle
            number = state.round or state.count + 1
        if together:
            if len(played) < to_tell:
                done = script[len(played)]
            else:
                done = _chosen_together(table, match, len(played) + further, is_asked=not (is_single and all_steady))
            played.append(done)
            if done.__class__ is Window:
                further += len(done.wishes) - 1
                if done.by_lot:
                    calm = 0
                    if not patience:
                        laps.forget()
                        idle = 0
                for actor, wish in done.wishes:
                    match.carry_out(wish, actor)
            else:
                match.carry_out(done, seat)
            together = match.is_shared
            continue
        if len(played) < to_tell:
            action = script[len(played)]
        elif is_single and all_steady:
            action = legal[0]
        elif choose is not None and (seats is None or len(seats) == 1):
            action = legal[0] if choose is first_legal else legal[choose(len(legal))]
        else:
            offer = legal if legal.__class__ is Choices else tuple(legal)
            action = _chosen(table, match, seats if is_single and seats else (seat,), offer)
        played.append(action)
        if tells_seat:
            apply(state, action, dealer, seat)
        else:
            apply(state, action, dealer)
    return Stretch(len(played) + further, free)


_HAVE_NO_FORMS = FORMS.isdisjoint


def _chosen_together(table: Asks, match: Match[Any, Any], actions: int, *, is_asked: bool) -> Any:
    """What the seat chooses that is asked next of all that choose, or what is played of the answers in a window."""
    if type(match.acting) is not AnyOf:
        return _chosen(table, match, (match.turn,), match.legal) if is_asked else match.legal[0]
    answers = {seat: _chosen(table, match, (seat,), match.legal_of(seat)) for seat in match.to_act}
    return Window(*table.of_window(answers, actions))


def _chosen(table: Asks, match: Match[Any, Any], seats: Sequence[Seat], legal: Sequence[Any]) -> Any:
    """What seats choose that take an action together; raises IllegalAction where that isn't legal."""
    action = legal[0]
    for seat in seats:
        action = table.ask(match, seat, legal)
    if action is legal[0]:
        return action
    found = found_in(legal, action)
    if found is None:
        seat = seats[0] if len(seats) == 1 else match.state.turn
        raise IllegalAction(action, objection(match.game, match.view(seat), action, seat))
    return found


def _play_with_care(match: Match[Any, Any], played: Sequence[Any]) -> None:
    """Play these actions again from the beginning, with all care; raises what the rules raise."""
    assert match.begin_again is not None, "a table laid by hand is played with care"
    careful = match.begin_again()
    try:
        for done in played:
            for seat, action in done.wishes if done.__class__ is Window else [(None, done)]:
                careful.advance(action, seat)
    finally:
        match.become(careful)
