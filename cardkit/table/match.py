"""A match: rules, a table and chance, which do nothing until somebody plays an action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cached_property, partial
from typing import Any, Self, TypeVar, cast

from cardkit.core.actions import Action, found_in
from cardkit.core.alike import meant_by
from cardkit.core.cards import Card
from cardkit.core.chance.generators import Rng
from cardkit.core.dealer import Dealer, Journal, Outcome
from cardkit.core.errors import IllegalAction
from cardkit.core.events import Acted, Begun, Event
from cardkit.core.game import Acting, Game, One
from cardkit.core.piles import Seat
from cardkit.core.results import How, Result
from cardkit.core.state import State
from cardkit.table.faults import objection
from cardkit.table.notation import read_legal
from cardkit.table.positions import Position, Snapshot
from cardkit.table.setting_up import laid
from cardkit.table.stepping import Stepping

S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)


class Match(Stepping[S, A]):
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
        begin = partial(_begun, game, cards, seats=seats, rng=copy(rng), told=outcomes, strict=strict)
        self.begin_again: Callable[[], Match[S, A]] | None = begin
        dealer = Dealer(rng)
        dealer.foretell(outcomes, strict=strict)
        self._take_place(game, laid(game, cards, seats, dealer), dealer)

    @classmethod
    def at(cls, game: Game[S, A], state: S, rng: Rng) -> Match[S, A]:
        """A match that starts at a table laid by hand."""
        match = object.__new__(cls)
        match.begin_again = None
        dealer = Dealer(rng)
        dealer.has_disclosed = any([pile.marks for pile in state.piles()])
        match._take_place(game, state, dealer)
        return match

    def _take_place(self, game: Game[S, A], state: S, dealer: Dealer) -> None:
        self._sit_down(game, state, dealer, opening=True)
        self._before: dict[str, Any] = {}
        self.look()

    @cached_property
    def _position(self) -> Position:
        return Position(self.state)

    @property
    def turn(self) -> Seat:
        """The seat that is asked next: the one whose turn it is, or the next of those that act at the same time."""
        return self._waiting[0] if self._waiting else self.state.turn if self._deputy is None else self._deputy

    @property
    def acting(self) -> Acting:
        """Who takes the next action, and how."""
        return self._acting or One(self.state.turn)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act now: where several choose or may act, those that have not yet done so or passed."""
        return self._waiting or (self.turn,)

    @property
    def is_shared(self) -> bool:
        """Whether several seats choose, or may act, at the same time."""
        return bool(self._waiting)

    @property
    def nobody_has_spoken(self) -> bool:
        """Whether no seat has chosen or passed yet of those that act at the same time."""
        return not self._waiting or len(self._waiting) == self._window

    @property
    def number(self) -> int:
        """The number of the round that is played, or of the turn that is taken, from 1."""
        return self.state.round or self.state.count + 1

    @property
    def length(self) -> int:
        """How many rounds were begun, or turns taken; of a game that was cut off, how many were finished."""
        is_cut_off = self.result is not None and self.result.how is How.CUT_OFF
        return self.number - 1 if is_cut_off else self.state.round or self.state.count

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    def winner(self) -> Seat | None:
        """The seat that won, if the game is over and exactly one did."""
        return self.result.winners[0] if self.result and len(self.result.winners) == 1 else None

    @property
    def draws(self) -> int:
        """How often something was left to chance since the beginning."""
        return self.dealer.draws

    @property
    def outcomes(self) -> list[Outcome]:
        """What chance made of piles, and the numbers it gave, in the last action, or in setting up."""
        return self.dealer.outcomes.copy()

    @property
    def lying(self) -> list[list[Card]]:
        """The cards of every pile that was there at the last look for piles, as they lie while the match goes on."""
        return self._position.lists

    def look_for_piles(self) -> None:
        """Find the piles that came or went, where actions are played without looking how the table lies after each."""
        self._position.look()

    def snapshot(self) -> Snapshot:
        """The fields of the state and the cards of its piles as they are now, kept for `restore`."""
        return self._position.snapshot()

    def is_at(self, snapshot: Snapshot) -> bool:
        """Whether the match is in the same position as it was when the snapshot was taken."""
        is_told = self.dealer.has_disclosed and self._position.known() != snapshot.known
        return not is_told and self._position.is_at(snapshot)

    def digest(self) -> int:
        """A number for the position: the same for the same position while the program runs, hardly ever for another."""
        if self.dealer.has_disclosed:
            known = [(sight, eyes, tuple(marks)) for sight, eyes, marks in self._position.known()]
            return hash((self._position.digest(), *known))
        return self._position.digest()

    @property
    def legal(self) -> Sequence[A]:
        """What the seat that is asked next may do, which nobody can change; empty after the end."""
        offer = self.offer
        if offer.__class__ is list:
            self.offer = offer = tuple(offer)
        return offer

    def look(self) -> None:
        """See how the table lies: which piles there are, whether the game is over, who acts, and what may be done."""
        if "_position" in vars(self):
            self._position.look()
        else:
            self.state.look_for_piles()
        super().look()

    def legal_of(self, seat: Seat) -> Sequence[A]:
        """What a seat may do that may act now; where it need not, the last thing is to pass."""
        if self.result is not None or seat not in self.to_act:
            return ()
        offer = self.offered_to(seat)
        return tuple(offer) if offer.__class__ is list else offer

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
        meant = self.meant(self.offer if seat == turn else self.legal_of(seat), action, seat)
        if meant is None:
            raise IllegalAction(action, self.objection_to(action, seat))
        dealer, before = self.dealer, vars(self).copy()
        self._before = self._position.fields()
        dealer.begin()
        try:
            self.carry_out(meant, seat)
        except BaseException:
            dealer.take_back()
            self._position.put_back(self._before)
            vars(self).update(before)
            raise
        self._opening = False

    def meant(self, legal: Sequence[A], action: A, seat: Seat) -> A | None:
        """The legal action of a seat that this one means, or this one where it is alike to one; None for no such."""
        found = found_in(legal, action)
        if found is None and self._has_alike:
            found = meant_by(legal, action, self.state.piles(), seat)
        return cast("A | None", found)

    def hurry(self, action: A, seat: Seat | None = None) -> None:
        """Play a legal action of a seat, of the one that is asked next if none is named, so that nothing of it can be
        told or taken back.

        Where a rule fails the match is spoilt.
        """
        self._opening = False
        self.carry_out(action, seat)

    @property
    def can_begin_again(self) -> bool:
        """Whether nothing was played yet, and the match can be made anew from its cards and its chance."""
        return self._opening and self.begin_again is not None

    def take_care(self, *, played: bool) -> None:
        """Keep a journal again, and look how the table lies now."""
        self.dealer.keep(journal=True)
        self._opening = self._opening and not played
        self.look()

    def become(self, other: Self) -> None:
        """Be another match as it is, at the same table: a state that somebody holds is the one that goes on."""
        state = self.state
        vars(self).clear()
        vars(self).update(vars(other))
        vars(self).pop("_position", None)
        vars(state).clear()
        vars(state).update(vars(other.state))
        state.find_piles()
        self.state = state

    def end(self, result: Result) -> None:
        """End the game for a reason that isn't in its rules: it would never end, or a limit was reached."""
        self.result, self.offer, self._waiting = result, (), ()

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
        self.dealer.keep_moments(self._position.plain_fields)

    @property
    def before(self) -> dict[str, Any]:
        """The fields of the table as they were before the last action."""
        return self._before

    @property
    def acted(self) -> Sequence[Acted]:
        """The actions that were carried out last: one, those of all who chose, or none where others have yet to."""
        return tuple([Acted(seat, action, self._acted_for) for seat, action in self._acted])

    def read(self, text: str, seat: Seat | None = None) -> A:
        """The legal action of a seat, of the one that is asked next if none is named, that a text means.

        Raises NotAnAction where it is not notation, and IllegalAction, with the reason, where it isn't legal.
        """
        seat = self.turn if seat is None else seat
        legal = self.legal if seat == self.turn else self.legal_of(seat)
        found, meant = read_legal(type(self.game), text, legal, self._position.cards())
        if found is None:
            found = self.meant(legal, cast(A, meant), seat)
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


def _begun(game: Game[S, A], deck: Iterable[Card], *, rng: Rng, **given: Any) -> Match[S, A]:
    """A match with chance of its own."""
    return Match(game, deck, rng=copy(rng), **given)
