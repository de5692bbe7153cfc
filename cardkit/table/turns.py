"""The table: players who act on a match, and watchers who are told what happens."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

from cardkit.core.acts.actions import Action, Pass
from cardkit.core.acts.events import Ended, Event, TurnBegun
from cardkit.core.acts.results import Result
from cardkit.core.chance.generators import Seeded
from cardkit.core.errors import CannotStart
from cardkit.core.game import AnyOf
from cardkit.core.piles import Seat
from cardkit.core.state import State
from cardkit.core.texts import counted, there_are
from cardkit.table.endless import Laps, Positions
from cardkit.table.match import Match
from cardkit.table.players import Bot, Player, chooser, handed, is_blind, is_bot, is_steady, seating_at
from cardkit.table.unwatched import play_unwatched
from cardkit.table.views import Moments

S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)

MOST = 1_000_000
"""How often chance or a free choice may have its say in a game before it is cut off: it might never end."""


class Watcher(Protocol):
    """Is told every event a seat may know of, with the table as that seat saw it at that moment."""

    def __call__(self, event: Event, view: Any, /) -> None:
        """Take notice of an event; the view must not be changed, and is looked at now or never."""
        ...


@dataclass(frozen=True, kw_only=True)
class Played:
    """An action that was played."""

    action: Action
    seat: Seat
    seats: tuple[Seat, ...]
    """The seats that took it together."""
    is_shared: bool
    """Whether other seats chose, or might act, at the same time."""


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
        self.match = match
        self.players = list(players)
        self._seed = seed
        self.most = most
        self.most_turns = most_turns
        self.drew_lots = False
        """Whether chance said which of several seats acts."""
        self._actions = 0
        self._choices = 0
        self.steady = [is_steady(player) for player in players]
        self._choosers: list[Callable[[Any, Sequence[A]], A]] = list(map(chooser, players))
        self._bots = [(seat, player) for seat, player in enumerate(players) if is_bot(player)]
        self._blind = [is_blind(player) for player in players]
        self._all_steady = all(self.steady)
        self._watchers: list[tuple[Watcher, Seat | None]] = []
        self._keepers: list[Callable[[Played], None]] = []
        self._positions: Positions | Laps | None = None
        self._nothing: S = object.__new__(type(match.state))

    def watch(self, watcher: Watcher, *, seat: Seat | None = None) -> Self:
        """Let a watcher follow the game with the eyes of a seat, or of somebody who sees everything."""
        self._watchers.append((watcher, seat))
        return self

    def record(self, keep: Callable[[Played], None]) -> Self:
        """Let somebody keep every action as soon as it was played, before it is told."""
        self._keepers.append(keep)
        return self

    def run(self) -> Result:
        """Play until the game is over, and return how it ended."""
        match = self.match
        positions = self._begin()
        if isinstance(positions, Laps) and not (self._keepers or self._bots) and match.can_begin_again:
            self._actions, cycle = play_unwatched(self, match, positions)
            if cycle is not None:
                match.end(Result.endless(match.state.seats, cycle))
        while match.result is None:
            if self._choices + match.draws >= self.most or self._is_too_long(match):
                match.end(Result.cut_off((0.0,) * match.state.seats))
            elif not self._is_decided(match):
                self._choices += 1
                positions.forget()
                self._step(match)
            elif (cycle := positions.note()) is not None:
                match.end(Result.endless(match.state.seats, cycle))
            else:
                self._step(match)
        self._tell([(None, Ended(match.result, match.length))])
        self._tell_bots([Ended(match.result, match.length)])
        return match.result

    def _is_too_long(self, match: Match[S, A]) -> bool:
        """Whether all the turns were taken that the game may have."""
        return self.most_turns is not None and match.number > self.most_turns

    def _step(self, match: Match[S, A]) -> None:
        """Let the seat that is next act, or one of those that may."""
        if type(match.acting) is AnyOf and match.nobody_has_spoken:
            self._open_window(match)
            return
        if self._watchers:
            self._tell([(None, TurnBegun(match.turn, match.number))])
        self._play(self._choice(match), match.turn)

    def _open_window(self, match: Match[S, A]) -> None:
        """Ask all that may act whether they want to; one of those that do, does, or else all pass."""
        wishes: list[tuple[Seat, A]] = []
        for seat in match.to_act:
            if self._watchers:
                self._tell([(None, TurnBegun(seat, match.number))])
            wishes.append((seat, self._ask(match, seat)))
        speaking = [(seat, action) for seat, action in wishes if not isinstance(action, Pass)]
        if len(speaking) > 1:
            first = Seeded(self._seed).derive(f"window {self._actions}").below(len(speaking))
            speaking = [speaking[first]]
            self.drew_lots = True
            if self._positions is not None:
                self._positions.forget()
        for seat, action in speaking or wishes:
            self._play(action, seat)

    def _play(self, action: A, seat: Seat) -> None:
        """Play an action, and tell what happens."""
        match = self.match
        shared, seats = match.is_shared, match.acting.seats
        match.advance(action, seat)
        self._actions += 1
        if self._keepers:
            played = Played(action=action, seat=seat, seats=(seat,) if shared else seats, is_shared=shared)
            for keep in self._keepers:
                keep(played)
        if self._watchers:
            self._tell(Moments(match).told())
        if self._bots:
            self._tell_bots([*match.acted, *match.events()])

    def retell(self, actions: Iterable[tuple[Seat | None, str]], *, reminding: Container[Seat] = ()) -> None:
        """Play actions in notation that were chosen before, telling the watchers; the next `run` goes on from there.

        Each is that of a seat, or of the one that is asked next. Players at the seats to be reminded are asked all the
        same, so that their memory and chance come along. Raises NotAnAction or IllegalAction where one can't be played.
        """
        match = self.match
        positions = self._begin()
        for named, text in actions:
            seat = match.turn if named is None else named
            action = match.read(text, seat)
            if self._is_decided(match) and (len(match.legal) == 1 or action == self._choice(match)):
                positions.note()
            else:
                positions.forget()
            if self._watchers:
                self._tell([(None, TurnBegun(seat, match.number))])
            window = type(match.acting) is AnyOf
            for asked in match.to_act if window and match.nobody_has_spoken else () if window else (seat,):
                if asked in reminding and not self.steady[asked] and not is_bot(self.players[asked]):
                    self._ask(match, asked)
            self._play(action, seat)

    def _begin(self) -> Positions | Laps:
        """The positions so far; the first time, the bots sit down and the watchers are told of the opening."""
        if self._positions is None:
            self._positions = (Positions if self._watchers else Laps)(self.match, self._choice_again)
            for seat, bot in self._bots:
                bot.begin(seating_at(self.match.game, self.match.state, seat), self.match.view(seat))
            if self._watchers:
                self.match.keep_moments()
                self._tell([(None, event) for event in self.match.events()])
        return self._positions

    def _is_decided(self, match: Match[S, A]) -> bool:
        """Whether what is played next follows from the position: no chance, no memory and no person has a say in it."""
        return len(match.legal) == 1 or all([self.steady[seat] for seat in match.to_act])

    def _choice(self, match: Match[S, A]) -> A:
        """What the seats that act choose; one that has no choice is asked only if it may want to know its turn."""
        if len(match.legal) > 1:
            return self._ask(match, match.turn)
        action = match.legal[0]
        if not self._all_steady:
            for seat in match.acting.seats if not match.is_shared else (match.turn,):
                action = self._ask(match, seat)
        return action

    def _ask(self, match: Match[S, A], seat: Seat) -> A:
        """What a player answers in a match."""
        return self.ask(match, seat, match.legal_of(seat) if match.is_shared and seat != match.turn else match.legal)

    def ask(self, match: Match[S, A], seat: Seat, legal: Sequence[A]) -> A:
        """What a player answers; it is handed a view and a list of its own, and can change nothing by them."""
        view = self._nothing if self._blind[seat] else match.view(seat)
        if self.steady[seat] and not self._blind[seat]:
            view.forget_counts()
        return self._choosers[seat](view, legal if self._blind[seat] else handed(legal))

    def _choice_again(self, match: Match[S, A]) -> A:
        """What was chosen in this position before; whoever had a choice there answers the same when asked again."""
        return match.legal[0] if len(match.legal) == 1 else self._choice(match)

    def _tell(self, events: Sequence[tuple[int | None, Event]]) -> None:
        """Tell the watchers; the tables are those of the last step."""
        if not self._watchers:
            return
        moments = Moments(self.match)
        for watcher, seat in self._watchers:
            for place, event in events:
                watcher(event.seen_by(seat), moments.view(place, seat))
        moments.close()

    def _tell_bots(self, events: Sequence[Event]) -> None:
        """Tell the bots what happened in a step, if anything did."""
        for seat, bot in self._bots if events else ():
            bot.told([event.seen_by(seat) for event in events], self.match.view(seat))
