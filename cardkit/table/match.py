"""A match: rules, a table and chance, which do nothing until somebody plays an action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cached_property
from typing import Any, Generic, Self, TypeVar, cast

from cardkit.core.acts.actions import Action
from cardkit.core.acts.choices import found_in
from cardkit.core.acts.events import Acted, AllPassed, Begun, Chosen, Event
from cardkit.core.acts.results import Result
from cardkit.core.cards import Card
from cardkit.core.chance.generators import Rng
from cardkit.core.dealer import Dealer
from cardkit.core.errors import GameFault, IllegalAction
from cardkit.core.game import Acting, All, AnyOf, Game, One
from cardkit.core.journal import Journal
from cardkit.core.lean import lean
from cardkit.core.piles import Seat
from cardkit.core.state import State
from cardkit.table.faults import objection
from cardkit.table.notation import read_legal
from cardkit.table.positions import Floor, Position, Snapshot
from cardkit.table.setting_up import PASS, actors, ended, laid, no_seats, offered

S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)


class Match(Floor[S], Generic[S, A]):
    """One game being played; it neither reads nor prints anything.

    What chance makes comes out as `told`, in this order, and by chance after that; if `strict`, chance has to say the
    same. Raises CannotStart where the game isn't made for that many seats or that deck.
    """

    def __init__(
        self,
        game: Game[S, A],
        deck: Iterable[Card],
        *,
        seats: int,
        rng: Rng,
        told: Iterable[Sequence[Card] | int] = (),
        strict: bool = False,
    ) -> None:
        cards, outcomes = tuple(deck), tuple(told)
        first = copy(rng)

        def begin() -> Match[S, A]:
            return Match(game, cards, seats=seats, rng=copy(first), told=outcomes, strict=strict)

        self.begin_again: Callable[[], Match[S, A]] | None = begin
        dealer = Dealer(rng)
        dealer.foretell(outcomes, strict=strict)
        self._take_place(game, laid(game, cards, seats, dealer), dealer)

    @classmethod
    def at(cls, game: Game[S, A], state: S, rng: Rng) -> Match[S, A]:
        """A match that starts at a table laid by hand."""
        match = object.__new__(cls)
        match.begin_again = None
        match._take_place(game, state, Dealer(rng))
        return match

    def _take_place(self, game: Game[S, A], state: S, dealer: Dealer) -> None:
        self.game = game
        self.state: S = state
        self.dealer = dealer
        state.look_for_piles()
        self._rules: Any = lean(game)
        self._tells_seat = game.wants_seat("apply")
        self._always_one = game.has_one_actor()
        self._opening = True
        self._waiting: tuple[Seat, ...] = ()
        self._chosen: dict[Seat, A] = {}
        self._acted: tuple[tuple[Seat, A], ...] = ()
        self.look()

    @cached_property
    def _position(self) -> Position:  # type: ignore[override]
        return Position(self.state)

    def look(self) -> None:
        """See how the table lies: whether the game is over, and if not, who acts, and what may be done."""
        state = self.state
        result = ended(self._rules, state)
        self.result: Result | None = result
        """How the game ended, or None while it goes on."""
        self.legal: Sequence[A] = ()
        """What the seat that is asked next may do, which nobody can change; empty after the end."""
        self._chosen = {}
        self._waiting = ()
        self._acting: Acting | None = None
        if result is not None:
            return
        turn = state.turn
        if (turn.__class__ is not int or not 0 <= turn < state.seats) and (
            strange := no_seats(state, (turn,))
        ) is not None:
            raise GameFault(self.game.name, f"its turn names {strange}")
        if not self._always_one:
            self._acting = acting = actors(self._rules, state, self._rules.acting(state))
            if not isinstance(acting, One):
                self._waiting = acting.seats
                turn = self.turn
        self.legal = offered(self._rules, state, turn, self._acting, opening=self._opening)

    def legal_of(self, seat: Seat) -> Sequence[A]:
        """What a seat may do that may act now; where it need not, the last thing is to pass."""
        if self.result is not None or seat not in self.to_act:
            return ()
        return offered(self._rules, self.state, seat, self._acting, opening=self._opening)

    def view(self, seat: Seat | None) -> S:
        """The table as a seat sees it, hidden cards turned to BACK; None sees everything."""
        return self.state.view(seat)

    def advance(self, action: A, seat: Seat | None = None) -> None:
        """Play an action of a seat, of the one that is asked next if none is named.

        Where all choose, a choice is kept until all have chosen. Where a rule fails the match is as it was. Raises
        IllegalAction for an action that isn't legal.
        """
        turn = self.turn
        seat = turn if seat is None else seat
        meant = found_in(self.legal if seat == turn else self.legal_of(seat), action)
        if meant is None:
            raise IllegalAction(action, self.objection_to(action, seat))
        dealer, before = self.dealer, vars(self).copy()
        self._before = self._position.fields()
        dealer.begin()
        try:
            self._carry_out(meant, seat)
        except BaseException:
            dealer.take_back()
            self._position.put_back(self._before)
            vars(self).update(before)
            raise
        self._opening = False

    def _carry_out(self, action: A, seat: Seat) -> None:
        """Do what an action does, or keep it until all have chosen."""
        kind, state, dealer = type(self._acting), self.state, self.dealer
        left = tuple([waiting for waiting in self._waiting if waiting != seat]) if self._waiting else ()
        self._acted = ((seat, action),)
        if kind is All:
            self._chosen = {**self._chosen, seat: action}
            self._acted = ()
            if not left:
                chosen = {chooser: self._chosen[chooser] for chooser in cast(All, self._acting).seats}
                self._acted = tuple(chosen.items())
                self._rules.apply_together(state, chosen, dealer)
        elif kind is AnyOf and action == PASS:
            self._acted = ()
            if not left:
                dealer.tell(AllPassed(cast(AnyOf, self._acting).seats))
                self._rules.all_passed(state, dealer)
        else:
            left = ()
            if self._tells_seat:
                self._rules.apply(state, action, dealer, seat)
            else:
                self._rules.apply(state, action, dealer)
        if left:
            self._waiting = left
            self.legal = self.legal_of(left[0])
            if kind is All:
                dealer.tell(Chosen(seat))
        else:
            self._position.look()
            self.look()

    def hurry(self, action: A) -> None:
        """Play a legal action of the seat whose turn it is, so that nothing of it can be told or taken back.

        Where a rule fails the match is spoilt. It is for many games in which one seat acts after the other.
        """
        self._rules.apply_for(self.state, action, self.dealer, self.state.turn)
        self._opening = False
        self._position.look()
        self.look()

    @property
    def can_begin_again(self) -> bool:
        """Whether nothing was played yet, and the match can be made anew from its cards and its chance."""
        return self._opening and self.begin_again is not None

    def take_care(self, *, played: bool) -> None:
        """Keep a journal again, and look how the table lies now."""
        self.dealer.keep(journal=True)
        self._opening = self._opening and not played
        if "_position" in vars(self):
            self._position.look()
        else:
            self.state.look_for_piles()
        self.look()

    def end(self, result: Result) -> None:
        """End the game for a reason that isn't in its rules: it would never end, or a limit was reached."""
        self.result, self.legal, self._waiting = result, (), ()

    def play(self, action: A, seat: Seat | None = None) -> list[Event]:
        """Play an action as `advance` does, and return what happened."""
        self.advance(action, seat)
        return self.events()

    def events(self) -> list[Event]:
        """What happened by the last action, or by setting up where none was played yet."""
        told = self.dealer.journal.events(self.state.seats)
        return [*told, Begun(self.state.seats)] if self._opening else told

    @property
    def journal(self) -> Journal:
        """What was done in the last action, or in setting up."""
        return self.dealer.journal

    def keep_moments(self) -> None:
        """From the next action on, keep how the fields of the table are at each thing that is done."""
        self.dealer.journal.note = self._position.plain_fields

    @property
    def before(self) -> dict[str, Any]:
        """The fields of the table as they were before the last action."""
        return self._before

    @property
    def acted(self) -> Sequence[Acted]:
        """The actions that were carried out last: one, those of all who chose, or none where others have yet to."""
        return tuple([Acted(seat, action) for seat, action in self._acted])

    def read(self, text: str, seat: Seat | None = None) -> A:
        """The legal action of a seat, of the one that is asked next if none is named, that a text means.

        Raises NotAnAction where it is not notation, and IllegalAction, with the reason, where it isn't legal.
        """
        seat = self.turn if seat is None else seat
        legal = self.legal if seat == self.turn else self.legal_of(seat)
        found, meant = read_legal(type(self.game), text, legal, self._position.cards())
        if found is None:
            raise IllegalAction(meant, self.objection_to(meant, seat))
        return cast(A, found)

    def objection_to(self, action: Any, seat: Seat) -> str:
        """Why a seat can't take an action now that isn't legal; nothing that it doesn't see has a say in that."""
        if self.result is not None:
            return "the game is over"
        if seat not in self.to_act:
            return f"it is not the turn of seat {seat}"
        return objection(self.game, self.view(seat), action, seat)

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot since which nothing was left to chance; nobody has chosen there."""
        self._position.restore(snapshot)
        self.look()

    def fork(self) -> Self:
        """The same match once more, with the same chance to come; what is played in one doesn't change the other."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        twin.state = self.state.clone()
        twin._position = Position(twin.state)
        twin.dealer = self.dealer.fork()
        return twin
