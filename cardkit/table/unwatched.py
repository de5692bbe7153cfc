"""Playing a game that nobody watches: without a journal, without copies, and again from its beginning if it fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from cardkit.core.acts.choices import choices, found_in
from cardkit.core.acts.forms import FORMS
from cardkit.core.acts.results import Cycle
from cardkit.core.cards import Card
from cardkit.core.errors import IllegalAction
from cardkit.core.game import All, AnyOf, One
from cardkit.core.lean import lean
from cardkit.core.piles import Seat
from cardkit.table.endless import Laps
from cardkit.table.faults import objection
from cardkit.table.match import Match
from cardkit.table.players import first_legal
from cardkit.table.setting_up import actors, offered


class Asks(Protocol):
    """A table, as far as it asks its players."""

    def ask(self, match: Match[Any, Any], seat: Seat, legal: Any) -> Any:
        """What a player answers."""
        ...

    steady: list[bool]
    quick: list[Any]
    most: int
    most_turns: int | None


PATIENCE = 64
"""So many decided actions in a row are played before anybody looks whether the game goes round in a circle. Where it
does, the game is played again from its beginning with a look from there on, so that the first repeat is found."""


SHORT = 8
"""After so many, how the cards lie is kept; where they lie so again, the looking begins at once."""


def play_unwatched(table: Asks, match: Match[Any, Any], laps: Laps) -> tuple[int, int, Cycle | None]:
    """Play on until the game is over, never ends, or seats are to act in a window; how many actions, and how many free
    choices among them, that were.

    Nothing is written down by which an action could be taken back. Where a rule or a player fails, the game is played
    again from its beginning with all care up to there, so that the match is as it was before the failing action and the
    error is that of the careful match.
    """
    played: list[Any] = []
    match.dealer.keep(journal=False)
    try:
        cycle, is_certain, free = _play(table, match, laps, played, PATIENCE, ())
        if not is_certain:
            assert match.begin_again is not None, "a table laid by hand is played with care"
            script, played[:] = played.copy(), ()
            _become(match, match.begin_again())
            match.dealer.keep(journal=False)
            laps.begin_again()
            cycle, _, free = _play(table, match, laps, played, 0, script)
    except Exception:
        _play_with_care(match, played)
        raise
    match.take_care(played=bool(played))
    return len(played), free, cycle


def _play(
    table: Asks, match: Match[Any, Any], laps: Laps, played: list[Any], patience: int, script: Sequence[Any]
) -> tuple[Cycle | None, bool, int]:
    """Play on, first what the script says; whether the game goes round in a circle, whether that is certain, and how
    many choices were free.
    """
    game: Any = lean(match.game)
    state, dealer = match.state, match.dealer
    legal_of, apply, result, acting_of = game.legal, game.apply, game.result, game.acting
    asks_seat, tells_seat = game.wants_seat("legal"), game.wants_seat("apply")
    one_actor, steady, free, most = game.has_one_actor(), table.steady, 0, table.most
    all_steady, draws, idle, number, turns = all(steady), dealer.draws, 0, 0, table.most_turns
    calm, table_seats, quick, to_tell = 0, state.seats, table.quick, len(script)
    lying: list[list[Card]] = []
    lay: list[list[Card]] = []
    while result(state) is None and free + dealer.draws < most:
        if turns is not None and (state.round or state.count + 1) > turns:
            return None, True, free
        seat = state.turn
        seats: Any = None
        if not one_actor:
            acting = acting_of(state)
            kind = acting.__class__
            if kind is One and acting.seats == (seat,) and seat.__class__ is int and 0 <= seat < table_seats:
                seats = acting.seats
            elif kind is tuple:
                seats = acting
                if seat not in seats:
                    match.look()
            elif isinstance(acting, All | AnyOf):
                together = actors(game, state, acting).seats
                if kind is not All or all_steady or free + len(together) + dealer.draws >= most:
                    laps.came_from(number)
                    return None, not calm, free
                before = free
                chosen = dict.fromkeys(together)
                for place, seat in enumerate(together):
                    offer: Any = legal_of(state, seat) if asks_seat else legal_of(state)
                    if (legal.__class__ is not list and legal.__class__ is not tuple) or not legal:
                        offered(game, state, seat, acting, opening=False)
                    legal = choices(legal)
                    free += len(legal) != 1 and not all([steady[waiting] for waiting in together[place:]])
                    if len(played) < to_tell:
                        chosen[seat] = script[len(played)]
                    else:
                        chosen[seat] = _chosen(table, match, (seat,), legal)
                    played.append(chosen[seat])
                if free > before:
                    calm = 0
                    if not patience:
                        laps.forget()
                        idle = 0
                elif calm < patience:
                    calm += 1
                    if calm == patience:
                        laps.forget()
                        idle = 0
                else:
                    draws = dealer.draws
                    laps.came_from(number)
                    if (cycle := laps.note()) is not None:
                        return cycle, not patience, free
                    idle = laps.idle
                    number = state.round or state.count + 1
                game.apply_together(state, chosen, dealer)
                continue
            else:
                seats = actors(game, state, acting).seats
                if seat not in seats:
                    match.look()
        legal: Any = legal_of(state, seat) if asks_seat else legal_of(state)
        if (legal.__class__ is not list and legal.__class__ is not tuple) or not legal:
            match.look()
        has_forms = not _are_no_forms(map(type, legal))
        if has_forms:
            legal = choices(legal)
            if not legal:
                match.look()
        is_single = len(legal) == 1
        if not is_single and not steady[seat]:
            free += 1
            calm = 0
            if not patience:
                laps.forget()
                idle = 0
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
                idle = 0
        elif idle and draws == dealer.draws and laps.lying != laps.lay:
            idle -= 1
            number = state.round or state.count + 1
        elif patience and draws != dealer.draws:
            draws, calm = dealer.draws, 1
        else:
            draws = dealer.draws
            laps.came_from(number)
            if (cycle := laps.note()) is not None:
                return cycle, not patience, free
            idle = laps.idle
            number = state.round or state.count + 1
        choose = quick[seat] if seats is None or len(seats) == 1 else None
        if to_tell and len(played) < to_tell:
            action = script[len(played)]
        elif choose is first_legal or (is_single and all_steady):
            action = legal[0]
        elif choose is not None and not has_forms:
            action = legal[choose(len(legal))]
        else:
            action = _chosen(table, match, seats or (seat,), legal if has_forms else choices(legal))
        played.append(action)
        if tells_seat:
            apply(state, action, dealer, seat)
        else:
            apply(state, action, dealer)
    return None, True, free


_are_no_forms = FORMS.isdisjoint


def _chosen(table: Asks, match: Match[Any, Any], seats: Sequence[Seat], legal: Sequence[Any]) -> Any:
    """What the seats that act choose; raises IllegalAction where that isn't legal."""
    action = legal[0]
    acting = seats[0] if len(seats) == 1 else match.state.turn
    for seat in seats if len(legal) == 1 else (acting,):
        action = table.ask(match, seat, legal)
    if action is legal[0]:
        return action
    found = found_in(legal, action)
    if found is None:
        raise IllegalAction(action, objection(match.game, match.state, action, acting))
    return found


def _play_with_care(match: Match[Any, Any], played: list[Any]) -> None:
    """Play these actions again from the beginning, with all care; raises what the rules raise."""
    assert match.begin_again is not None, "a table laid by hand is played with care"
    careful = match.begin_again()
    try:
        for action in played:
            careful.advance(action)
    finally:
        _become(match, careful)


def _become(match: Match[Any, Any], other: Match[Any, Any]) -> None:
    """Let a match be another one, as it is."""
    vars(match).clear()
    vars(match).update(vars(other))
