"""Playing a game that nobody watches: without a journal, without copies, and again from its beginning if it fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from cardkit.core.acts.choices import choices, found_in
from cardkit.core.acts.forms import FORMS
from cardkit.core.acts.results import Cycle
from cardkit.core.errors import IllegalAction
from cardkit.core.game import All, AnyOf, Game
from cardkit.core.piles import Seat
from cardkit.table.endless import Laps
from cardkit.table.faults import objection
from cardkit.table.match import Match
from cardkit.table.setting_up import actors


class Asks(Protocol):
    """A table, as far as it asks its players."""

    def ask(self, match: Match[Any, Any], seat: Seat, legal: Any) -> Any:
        """What a player answers."""
        ...

    steady: list[bool]
    most: int
    most_turns: int | None


def play_unwatched(table: Asks, match: Match[Any, Any], laps: Laps) -> tuple[int, int, Cycle | None]:
    """Play on until the game is over, never ends, or several seats are to act at a time.

    Returns how many actions that were, how many of them were free choices, and the cycle in which the game goes on.

    Nothing is written down by which an action could be taken back. Where a rule or a player fails, the game is played
    again from its beginning with all care up to there, so that the match is as it was before the failing action and the
    error is that of the careful match.
    """
    played: list[Any] = []
    match.dealer.keep(journal=False)
    try:
        free, cycle = _play(table, match, laps, played)
    except Exception:
        _play_with_care(match, played)
        raise
    match.take_care(played=bool(played))
    return len(played), free, cycle


def _play(table: Asks, match: Match[Any, Any], laps: Laps, played: list[Any]) -> tuple[int, Cycle | None]:
    game: Any = match.game
    state, dealer = match.state, match.dealer
    legal_for, apply_for, result = *_rules(game), game.result
    one_actor, steady, free, most = game.has_one_actor(), table.steady, 0, table.most
    all_steady, draws, idle, number, turns = all(steady), dealer.draws, 0, 0, table.most_turns
    while result(state) is None and free + dealer.draws < most:
        if turns is not None and (state.round or state.count + 1) > turns:
            return free, None
        seat = state.turn
        seats: Any = None
        if not one_actor:
            acting = game.acting(state)
            if isinstance(acting, All | AnyOf):
                laps.came_from(number)
                return free, None
            seats = acting if acting.__class__ is tuple else actors(game, state, acting).seats
            if seat not in seats:
                match.look()
        legal: Any = legal_for(state, seat)
        if (legal.__class__ is not list and legal.__class__ is not tuple) or not legal:
            match.look()
        is_one = len(legal) == 1 and legal[0].__class__ not in FORMS
        if not is_one:
            legal = choices(legal)
            if not legal:
                match.look()
            is_one = len(legal) == 1
        if not is_one and not steady[seat]:
            free += 1
            laps.forget()
            idle = 0
        elif idle and draws == dealer.draws and laps.lying != laps.lay:
            idle -= 1
        else:
            draws = dealer.draws
            laps.came_from(number)
            if (cycle := laps.note()) is not None:
                return free, cycle
            idle = laps.idle
        number = state.round or state.count + 1
        action = (
            legal[0]
            if is_one and all_steady
            else _chosen(table, match, seats or (seat,), choices(legal) if legal.__class__ is list else legal)
        )
        played.append(action)
        apply_for(state, action, dealer, seat)
    return free, None


def _chosen(table: Asks, match: Match[Any, Any], seats: Sequence[Seat], legal: Sequence[Any]) -> Any:
    """What the seats that act choose; raises IllegalAction where that isn't legal."""
    action = legal[0]
    for seat in seats if len(legal) == 1 else (match.state.turn,):
        action = table.ask(match, seat, legal)
    if action is legal[0]:
        return action
    found = found_in(legal, action)
    if found is None:
        raise IllegalAction(action, objection(match.game, match.state, action, match.state.turn))
    return found


def _rules(game: Game[Any, Any]) -> tuple[Any, Any]:
    """What may be done and what it does, as functions that are given the seat."""
    if game.knows_seats():
        return game.legal_for, game.apply_for
    legal: Any = game.legal
    apply: Any = game.apply

    def legal_for(state: Any, seat: Seat) -> Any:
        return legal(state)

    def apply_for(state: Any, action: Any, dealer: Any, seat: Seat) -> None:
        apply(state, action, dealer)

    return legal_for, apply_for


def _play_with_care(match: Match[Any, Any], played: list[Any]) -> None:
    """Play these actions again from the beginning, with all care; raises what the rules raise."""
    assert match.begin_again is not None, "a table laid by hand is played with care"
    careful = match.begin_again()
    try:
        for action in played:
            careful.advance(action)
    finally:
        vars(match).update(vars(careful))
