"""Games that nobody watches, played at full speed: with no journal, and nothing looked at that no rule asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from cardkit.core.actions import FORMS, Choices, parts_of
from cardkit.core.alike import one_of_each
from cardkit.core.cards import Card
from cardkit.core.errors import IllegalAction
from cardkit.core.game import AnyOf, One
from cardkit.core.lean import lean
from cardkit.core.piles import Seat
from cardkit.core.results import Cycle
from cardkit.table.endless import Laps
from cardkit.table.faults import objection
from cardkit.table.match import Match
from cardkit.table.players import first_legal
from cardkit.table.positions import Snapshot

SHORT = 8
"""So many decided actions in a row are played before anybody looks whether the game goes round in a circle."""
PAUSE = 64
"""At the latest after so many more is the position looked at, and before that where the cards lie as they lay."""


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
    """How often a free choice, or a lot among those who want to act, had its say."""
    cycle: Cycle | None = None


class _LateWatch:
    """Notices that a position came back, at next to no price, and not at once.

    At first it is kept only how the cards lie. From the first time they lie so again, or a pause later, positions are
    compared with one that is kept, and that is replaced after 2, 4, 8 … times as many actions (Brent, BIT 20, 1980).
    """

    def __init__(self, match: Match[Any, Any]) -> None:
        self._match = match
        self._dealer = match.dealer
        self.forget()

    def forget(self) -> None:
        """Start again: what was played last might not be played again."""
        self._draws = self._dealer.draws
        self._actions, self._renewal = -SHORT, 1
        self._kept: Snapshot | None = None
        self._lying: list[list[Card]] = []
        self._lay: list[list[Card]] = []

    def note(self) -> bool:
        """Look at the position that the match is in; whether it was seen to have been in it before."""
        self._actions = actions = self._actions + 1
        if actions < 1 or (self._lying != self._lay and actions % PAUSE):
            return False
        match = self._match
        if self._dealer.draws != self._draws:
            self.forget()
            return False
        if not match.nobody_has_spoken:
            return False
        if actions == 1:
            self._lying = [pile.cards for pile in match.state.piles()]
            self._lay = [cards.copy() for cards in self._lying]
            return False
        match.look_for_piles()
        if self._kept is not None and match.is_at(self._kept):
            return True
        if actions >= self._renewal:
            self._renewal = 2 * actions
            self._kept, self._lying = match.snapshot(), match.lying
            self._lay = self._kept.cards
        return False


def play_unwatched(table: Asks, match: Match[Any, Any], laps: Laps) -> Stretch:
    """Play on until the game is over, never ends, or has had as many choices as it may have.

    Nothing is written down by which an action could be taken back. A game that was seen to go round in a circle is
    played again from its beginning as it was played, and then its first repeat is found. Where a rule or a player
    fails, the game is played again with all care up to there, so that the match is as it was before the failing action
    and the error comes with all that is known of it; raises what failed.
    """
    played: list[Any] = []
    match.dealer.keep(journal=False)
    try:
        stretch = _play(table, match, _LateWatch(match), played, [])
        if stretch is None:
            assert match.begin_again is not None, "a table laid by hand is played with care"
            script, played[:] = played[::-1], ()
            match.become(match.begin_again())
            match.dealer.keep(journal=False)
            laps.begin_again()
            stretch = _play(table, match, laps, played, script)
            assert stretch is not None, "laps tell the cycle"
    except Exception:
        _play_with_care(match, played)
        raise
    match.take_care(played=bool(played))
    return stretch


def _play(
    table: Asks, match: Match[Any, Any], watch: Laps | _LateWatch, played: list[Any], script: list[Any]
) -> Stretch | None:
    """Play on, first what the script says, from its end, and put down what is played; None where a late watch has seen
    a repeat.

    A turn of one seat is written out here, as it is the same in `Stepping`; seats that act together step there.
    """
    game: Any = lean(match.game)
    state, dealer, seats_of_table = match.state, match.dealer, match.state.seats
    legal_of, apply, result, acting_of = game.legal, game.apply, game.result, game.acting
    asks_seat, tells_seat, has_one_actor = game.wants_seat("legal"), game.wants_seat("apply"), game.has_one_actor()
    has_alike = game.has_alike()
    steady, quick, most, all_steady = table.steady, table.quick, table.most, all(table.steady)
    free = further = 0
    is_noted = False
    together = match.is_shared
    while (together or result(state) is None) and free + dealer.draws < most:
        seat, seats = state.turn, None
        if not (together or has_one_actor):
            acting = acting_of(state)
            if acting.__class__ is tuple:
                seats = acting
                if seat not in seats:
                    match.look()
                    seat = match.turn
            elif acting.__class__ is not One or acting.seats != (seat,) or not 0 <= seat < seats_of_table:
                match.look()
                if match.is_over:
                    continue  # A window in which nobody could do anything has ended the game.
                together, seats, seat = match.is_shared, match.acting.seats, match.turn
        choose = quick[seat] if seats is None or len(seats) == 1 else None
        if together:
            seat, legal = match.turn, match.legal
        else:
            legal = legal_of(state, seat) if asks_seat else legal_of(state)
            if has_alike:
                legal = one_of_each(legal)
            if (legal.__class__ is not list and legal.__class__ is not tuple) or not legal:
                match.look()
            if choose is first_legal and legal[0].__class__ not in FORMS:
                pass
            elif not _HAVE_NO_FORMS(map(type, legal)):
                legal = Choices[Any](legal)
                if not legal:
                    match.look()
        is_single = len(legal) == 1
        if is_single or (all([steady[waiting] for waiting in match.to_act]) if together else steady[seat]):
            is_noted = True
            if cycle := watch.note():
                return None if cycle is True else Stretch(len(played) + further, free, cycle)
        else:
            free += 1
            if is_noted:
                watch.forget()
                is_noted = False
        if together:
            done = script.pop() if script else _chosen_together(table, match, len(played) + further)
            played.append(done)
            if done.__class__ is Window:
                further += len(done.wishes) - 1
                if done.by_lot:
                    free += 1
                    watch.forget()
            for actor, wish in done.wishes if done.__class__ is Window else [(seat, done)]:
                match.carry_out(wish, actor)
            together = match.is_shared
            continue
        if script:
            action = script.pop()
        elif choose is first_legal or (is_single and all_steady):
            action = legal[0]
        elif choose is not None:
            parts = parts_of(legal)
            action = parts[choose(len(parts))]
            if type(action) in FORMS:
                action = action[choose(len(action))]
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


def _chosen_together(table: Asks, match: Match[Any, Any], actions: int) -> Any:
    """What the seat chooses that is asked next of all that choose, or what is played of the answers in a window."""
    if type(match.acting) is not AnyOf:
        asked = () if len(match.legal) == 1 and all(table.steady) else (match.turn,)
        return _chosen(table, match, asked, match.legal)
    answers = {seat: _chosen(table, match, (seat,), match.legal_of(seat)) for seat in match.to_act}
    return Window(*table.of_window(answers, actions))


def _chosen(table: Asks, match: Match[Any, Any], seats: Sequence[Seat], legal: Sequence[Any]) -> Any:
    """What seats choose that take an action together; raises IllegalAction where that isn't legal."""
    action = legal[0]
    for seat in seats:
        action = table.ask(match, seat, legal)
    if action is legal[0]:
        return action
    seat = seats[0] if len(seats) == 1 else match.turn
    found = match.meant(legal, action, seat)
    if found is None:
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
