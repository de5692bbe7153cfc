"""The table: players who act on a match, watched or not, whose game is ended where it never would.

Where nobody watches, it is played at full speed: with no journal, and nothing looked at that no rule asks for.

A game that will never end is recognised by the first round or turn that begins as an earlier one did: a position that
comes back in the middle of a turn is not enough, as what is said of a cycle has to be true of turns from the beginning
on. A turn that goes round in a circle within itself is recognised, too.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, NamedTuple, Self, TypeVar

from cardkit.core.actions import FORMS, Action, Choices, Pass, one_of_each, parts_of
from cardkit.core.cards import Card
from cardkit.core.errors import CannotStart, IllegalAction, Unsteady
from cardkit.core.events import Ended, TurnBegun
from cardkit.core.game import All, AnyOf, One, lean
from cardkit.core.piles import Seat
from cardkit.core.results import Cycle, Result
from cardkit.core.state import State
from cardkit.core.texts import counted, there_are
from cardkit.table.faults import objection
from cardkit.table.match import Match, Snapshot
from cardkit.table.players import (
    Audience,
    Bot,
    Played,
    Player,
    Watcher,
    chooser,
    drawn_by_lot,
    first_legal,
    handed,
    is_blind,
    is_bot,
    is_steady,
    quick,
)

Choose = Callable[[Match[Any, Any]], Any]
"""What the players of a match do next, as they did it before: nobody is asked who has no choice."""

LONG_TURN = 64
"""After so many actions of one turn it is watched for repeats within itself."""
_MOST_AGAIN = 10
"""So many times what was looked at takes no steady player to come to where it has been."""


class Positions:
    """Notices the first repeat when it comes, at the price of one number in a dictionary, about 100 bytes, a turn.

    Where a number comes back, the match is played once more on a copy, up to the turn that had it, so that no
    two positions are ever taken for one.
    """

    def __init__(self, match: Match[Any, Any], choose: Choose) -> None:
        self._match = match
        self._choose = choose
        self._draws = match.draws
        self._number: int | None = None
        self._looked = 0
        self._seen: dict[int, int] = {}
        self._within = 0
        self._kept_within: Snapshot | None = None

    def forget(self) -> None:
        """Start again with the next turn: what was played last might not be played again."""
        self._number = self._match.number
        self._clear()

    def _clear(self) -> None:
        self._seen.clear()
        self._within, self._kept_within = 0, None

    def note(self) -> Cycle | None:
        """Look at the position the match is in; the cycle, where it has been in it before."""
        match = self._match
        self._looked += 1
        if match.draws != self._draws:
            self._draws = match.draws
            self._clear()
        if match.number != self._number:
            self._number = match.number
            self._within, self._kept_within = 0, None
            return self._turn_begins()
        self._within += 1
        return self._turn_goes_on() if self._within >= LONG_TURN else None

    def _turn_begins(self) -> Cycle | None:
        match, seen = self._match, self._seen
        here = len(seen)
        if not here:
            self._start = match.snapshot()
        number = match.digest()
        while (turns := seen.setdefault(number, here)) != here:
            before = self._after(turns)
            if match.is_at(before.snapshot()):
                return Cycle(before.number, match.number)
            number += 1
        return None

    def _turn_goes_on(self) -> Cycle | None:
        """The cycle of a turn that comes back to where it has been, by Brent's algorithm."""
        match = self._match
        if self._kept_within is None or self._within & (self._within - 1) == 0:
            self._kept_within = match.snapshot()
        elif match.nobody_has_spoken and match.is_at(self._kept_within):
            return Cycle(match.number, match.number)
        return None

    def _after(self, turns: int) -> Match[Any, Any]:
        """A match in the position that came so many turns after the first one taken down.

        Raises Unsteady where it ends before, or takes longer than what was looked at from its beginning.
        """
        behind = self._match.fork()
        behind.restore(self._start)
        behind.dealer.keep(journal=False)
        left = _MOST_AGAIN * self._looked
        for _ in range(turns):
            number = behind.number
            while behind.number == number:
                if behind.is_over or not left:
                    raise Unsteady
                behind.hurry(self._choose(behind))
                left -= 1
        return behind


SHORT = 8
"""So many decided actions in a row are played before anybody looks whether the game goes round in a circle."""
PAUSE = 64
"""At the latest after so many more is the position looked at, and before that where the cards lie as they lay."""


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


def play_unwatched(table: Table[Any, Any], match: Match[Any, Any], choose: Choose) -> Stretch:
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
            stretch = _play(table, match, Positions(match, choose), played, script)
            assert stretch is not None, "positions tell the cycle"
    except Exception:
        _play_with_care(match, played)
        raise
    match.take_care(played=bool(played))
    return stretch


def _play(
    table: Table[Any, Any], match: Match[Any, Any], watch: Positions | _LateWatch, played: list[Any], script: list[Any]
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
    is_noted, is_late = False, type(watch) is _LateWatch
    together, looked = match.is_shared, not match.is_shared
    while (match.result if together or looked else result(state)) is None and free + dealer.draws < most:
        seat, seats = state.turn, None
        if together or looked:
            seats, seat = match.acting.seats, match.turn
        elif not has_one_actor:
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
        if together or looked:
            looked, legal = False, match.legal
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
            if not is_late:
                match.look_for_piles()
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
            together, looked = match.is_shared, not match.is_shared
            continue
        if script:
            action = script.pop()
        elif choose is first_legal or (is_single and all_steady):
            action = legal[0]
        elif choose is not None:
            parts = parts_of(legal)
            action = parts[choose(len(parts))]
            if type(action) in FORMS:
                action = action.nth(choose(len(action)))
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


def _chosen_together(table: Table[Any, Any], match: Match[Any, Any], actions: int) -> Any:
    """What the seat chooses that is asked next of all that choose, or what is played of the answers in a window."""
    if type(match.acting) is not AnyOf:
        asked = () if len(match.legal) == 1 and all(table.steady) else (match.turn,)
        return _chosen(table, match, asked, match.legal)
    answers = {seat: _chosen(table, match, (seat,), match.legal_of(seat)) for seat in match.to_act}
    return Window(*table.of_window(answers, actions))


def _chosen(table: Table[Any, Any], match: Match[Any, Any], seats: Sequence[Seat], legal: Sequence[Any]) -> Any:
    """What seats choose that take an action together; raises IllegalAction where that isn't legal."""
    action, is_single = legal[0], len(legal) == 1 and legal.__class__ is tuple
    for seat in seats:
        if is_single and (choose := table.quick[seat]) is not None:
            action = action if choose is first_legal else legal[choose(1)]
        else:
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


S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)

MOST = 1_000_000
"""How often chance or a free choice may have its say in a game before it is cut off: it might never end."""


class Table(Generic[S, A]):
    """The turn loop: asks the players, plays what they choose, tells the watchers, until the game is over.

    Where several want to act at once, chance that follows from `seed` says who does. A game whose position comes back
    is ended as endless, where nothing in between was left to chance, to memory or to a person who had a choice; one
    in which chance or a free choice had its say `most` times, or that is not over after `most_turns` turns or rounds,
    is cut off.
    """

    def __init__(
        self,
        match: Match[S, A],
        players: Sequence[Player[S, A] | Bot],
        *,
        seed: int = 0,
        most: int = MOST,
        most_turns: int | None = None,
    ) -> None:
        if len(players) != match.state.seats:
            reason = f"{there_are(len(players), 'player')} for {counted(match.state.seats, 'seat')}"
            raise CannotStart(match.game.name, reason)
        self.match, self.players = match, list(players)
        self.steady = list(map(is_steady, self.players))
        self.quick = list(map(quick, self.players))
        """How seats choose that look at nothing and change nothing, so that a loop may do it for them."""
        self._nothing = object.__new__(type(match.state))
        self._told = Audience(match, self.players)
        self._seed = seed
        self.most, self.most_turns = most, most_turns
        self.drew_lots = False
        """Whether chance said which of several seats acts."""
        self._actions = self._choices = 0
        self._positions: Positions | None = None
        self._has_begun = False
        self.answers: dict[Seat, A] = {}
        """What was answered by seats that act together, or may act, and was not played yet."""

    def watch(self, watcher: Watcher, *, seat: Seat | None = None) -> Self:
        """Let a watcher follow the game with the eyes of a seat, or of somebody who sees everything."""
        self._told.watchers.append((watcher, seat))
        return self

    def record(self, keep: Callable[[Played], None]) -> Self:
        """Let somebody keep every action as soon as it was played, before it is told."""
        self._told.keepers.append(keep)
        return self

    def run(self) -> Result:
        """Ask the players until the game is over, and return how it ended."""
        match = self.match
        self._opened()
        told, is_open = self._told, self.most_turns is None and match.can_begin_again
        if is_open and not (told.watchers or told.keepers or told.bots):
            stretch = play_unwatched(self, match, self._choice_again)
            self._actions, self._choices = stretch.actions, stretch.choices
            if stretch.cycle is not None:
                match.end(Result.endless(match.state.seats, stretch.cycle))
        self._begin_turn()
        while match.result is None:
            if match.is_shared and type(match.acting) is AnyOf:
                seat = self.asked[0]
                self.answer(seat, self.ask(match, seat, _legal(match, seat)))
            else:
                self._play(self._choice(match), match.turn)
                self._begin_turn()
        return match.result

    def begin(self) -> None:
        """Tell the opening, and begin the first turn; a game that was retold goes on with the turn that comes next."""
        self._opened()
        self._begin_turn()

    @property
    def asked(self) -> Sequence[Seat]:
        """The seats whose answers the game waits for; none before it begins and after its end."""
        match = self.match
        if not self._has_begun or match.result is not None:
            return ()
        seats = match.to_act if match.is_shared else match.acting.seats if len(match.legal) == 1 else (match.turn,)
        return [seat for seat in seats if seat not in self.answers] if self.answers else seats

    def answer(self, seat: Seat, action: A) -> bool:
        """Take the answer of a seat that is asked; whether an action was played by it, or a choice made.

        Answers of a window, and of seats that take one action together, are kept until all are there. Raises
        IllegalAction where the seat isn't asked or the action isn't legal, and then the game waits as before.
        """
        match, asked = self.match, self.asked
        meant = match.meant(_legal(match, seat), action, seat)
        if seat not in asked or meant is None:
            reason = "it has answered already" if seat in self.answers else match.objection_to(action, seat)
            raise IllegalAction(action, reason)
        if len(asked) > 1 and type(match.acting) is not All:
            self.answers[seat] = meant
            if match.is_shared:
                self._told.turn_begins(self.asked[0], match.number, first=False)
            return False
        answers, self.answers = {**self.answers, seat: meant}, {}
        wishes: Sequence[tuple[Seat, A]] = [(seat, meant)]
        if type(match.acting) is AnyOf:
            wishes, by_lot = self.of_window(answers, self._actions)
            if by_lot:
                self._choices += 1
                self._opened().forget()
        for actor, wish in wishes:
            self._play(wish, actor if match.is_shared else match.turn)
        self._begin_turn()
        return True

    def end(self, result: Result) -> None:
        """End the game for a reason that isn't in its rules, and tell it."""
        self.match.end(result)
        self._has_begun = False
        self._begin_turn()

    def sit(self, seat: Seat, player: Player[S, A] | Bot) -> None:
        """Let somebody else play on at a seat; one that remembers has been told already what happened."""
        self.players[seat], self.steady[seat], self.quick[seat] = player, is_steady(player), quick(player)
        self._told.find_bots(self.players)
        if self._positions is not None:
            self._positions.forget()

    def question(self, seat: Seat) -> Callable[[], A]:
        """What asks the player at a seat for its answer to how things stand now, here or in another thread.

        Nothing that it is handed changes while it thinks.
        """
        match = self.match
        return partial(chooser(self.players[seat]), *self._handed(match, seat, _legal(match, seat)))

    def ask(self, match: Match[S, A], seat: Seat, legal: Sequence[A]) -> A:
        """What a player answers; it is handed a view and a list of its own, and can change nothing by them."""
        answer: A = chooser(self.players[seat])(*self._handed(match, seat, legal))
        return answer

    def _handed(self, match: Match[S, A], seat: Seat, legal: Sequence[A]) -> tuple[S, Sequence[A]]:
        if is_blind(self.players[seat]):
            return self._nothing, legal
        view = match.view(seat)
        if self.steady[seat]:
            view.forget_counts()
        return view, handed(legal)

    def _begin_turn(self) -> None:
        """Begin a turn, if it hasn't begun, or end the game where it is over, would never end, or has gone too far."""
        if self._has_begun:
            return
        match, positions, self._has_begun = self.match, self._positions or self._opened(), True
        if match.result is None:
            too_long = self.most_turns is not None and match.number > self.most_turns
            if too_long or self._choices + match.draws >= self.most:
                match.end(Result.cut_off((0.0,) * match.state.seats))
            elif not self._is_decided(match):
                self._choices += 1
                positions.forget()
            elif (cycle := positions.note()) is not None:
                match.end(Result.endless(match.state.seats, cycle))
        if match.result is not None:
            self._told.tell([Ended(match.result, match.length)])
        elif match.is_shared:
            self._told.turn_begins(match.turn, match.number, first=match.nobody_has_spoken)
        elif self._told.watchers:
            self._told.tell_watchers([(None, TurnBegun(match.turn, match.number))])

    def of_window(self, answers: Mapping[Seat, A], actions: int) -> tuple[Sequence[tuple[Seat, A]], bool]:
        """What is played of the answers of a window after so many actions, and whether lots were drawn for it: what one
        does of those that want to act, or else all passes; all of them where the most urgent is done.
        """
        wishes, by_lot = done_in_window(self.match, answers, self._seed, actions)
        self.drew_lots = self.drew_lots or by_lot
        return wishes, by_lot

    def _play(self, action: A, seat: Seat) -> None:
        """Play an action, and tell what happens."""
        match = self.match
        shared = match.is_shared
        seats = (seat,) if shared or not self._told.keepers else match.acting.seats
        match.advance(action, seat)
        self._actions, self._has_begun = self._actions + 1, False
        self._told.step(action, seat, seats, is_shared=shared)

    def retell(self, actions: Iterable[tuple[Seat | None, str]], *, reminding: Container[Seat] = ()) -> None:
        """Play actions in notation that were chosen before, telling the watchers; the next `run` goes on from there.

        A turn that has begun isn't told again. Each action is that of a seat, or of the one that is asked next. Players
        at the seats to be reminded are asked all the same, so that their memory and chance come along. Raises
        NotAnAction or IllegalAction where one can't be played.
        """
        match = self.match
        positions = self._opened()
        for named, text in actions:
            seat = match.turn if named is None else named
            action = match.read(text, seat)
            if self._has_begun:
                if match.is_shared:
                    self._told.turn_begins(seat, match.number, first=False)
            else:
                if self._is_decided(match) and (len(match.legal) == 1 or action == self._choice(match)):
                    positions.note()
                else:
                    positions.forget()
                self._told.turn_begins(seat, match.number, first=True)
            window = type(match.acting) is AnyOf
            for asked in match.to_act if window and match.nobody_has_spoken else () if window else (seat,):
                if asked in reminding and not self.steady[asked] and not is_bot(self.players[asked]):
                    self.ask(match, asked, _legal(match, asked))
            self._play(action, seat)

    def _opened(self) -> Positions:
        """The positions so far; the first time, the bots sit down and the watchers are told of the opening."""
        if self._positions is None:
            self._positions = Positions(self.match, self._choice_again)
            self._told.begin()
        return self._positions

    def _is_decided(self, match: Match[S, A]) -> bool:
        """Whether what is played next follows from the position: no chance, no memory and no person has a say in it."""
        return len(match.legal) == 1 or all([self.steady[seat] for seat in match.to_act])

    def _choice(self, match: Match[S, A]) -> A:
        """What the seats that act choose; one that has no choice is asked only if it may want to know its turn."""
        if len(match.legal) > 1:
            return self.ask(match, match.turn, match.legal)
        action = match.legal[0]
        if not all(self.steady):
            for seat in match.acting.seats if not match.is_shared else (match.turn,):
                action = self.ask(match, seat, _legal(match, seat))
        return action

    def _choice_again(self, match: Match[S, A]) -> A:
        """What was chosen in this position before; whoever had a choice there answers the same when asked again."""
        return match.legal[0] if len(match.legal) == 1 else self._choice(match)


def done_in_window(
    match: Match[S, A], answers: Mapping[Seat, A], seed: int, actions: int
) -> tuple[Sequence[tuple[Seat, A]], bool]:
    """What is played of the answers of a window after so many actions, and whether lots were drawn for it."""
    wishes = [(seat, answers[seat]) for seat in match.to_act]
    if match.acting.urgency is not None:
        return wishes, False
    speaking = [(seat, action) for seat, action in wishes if not isinstance(action, Pass)]
    if len(speaking) < 2:
        return speaking or wishes, False
    return [speaking[drawn_by_lot(seed, actions, len(speaking))]], True


def _legal(match: Match[S, A], seat: Seat) -> Sequence[A]:
    """What a seat may do of those that are asked."""
    return match.legal_of(seat) if match.is_shared and seat != match.turn else match.legal
