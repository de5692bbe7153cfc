"""Stepping through a game: who acts and what may be done, and what an action does.

This is the one place that knows of seats that act together, of passing, and of forms among what is legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar, cast

from cardkit.core.actions import FORMS, Action, Choices
from cardkit.core.alike import one_of_each
from cardkit.core.dealer import Dealer
from cardkit.core.errors import GameFault
from cardkit.core.events import AllPassed, Chosen
from cardkit.core.game import Acting, All, AnyOf, Game, One
from cardkit.core.lean import lean
from cardkit.core.piles import Seat
from cardkit.core.results import Result
from cardkit.core.state import State
from cardkit.table.faults import not_a_list, not_actions
from cardkit.table.setting_up import PASS, actors, ended, no_seats

S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)


class Stepping(Generic[S, A]):
    """A game at a table as it goes on from step to step, whoever plays it: a match, a game unwatched, a playout.

    It takes what is played as legal, and where a rule fails it is spoilt.
    """

    def _sit_down(self, game: Game[S, A], state: S, dealer: Dealer, *, opening: bool) -> None:
        """Begin at this table; in the opening, what is legal is looked at more closely."""
        self.game = game
        self.state: S = state
        self.dealer: Dealer = dealer
        self.result: Result | None = None
        """How the game ended, or None while it goes on."""
        self.offer: Sequence[Any] = ()
        """What the seat that is asked next may do: `Choices` where there are forms, or else a list or a tuple that may
        be the rules' own; empty after the end."""
        self._rules: Any = lean(game)
        self._asks_seat, self._tells_seat = game.wants_seat("legal"), game.wants_seat("apply")
        self._always_one = game.has_one_actor()
        self._has_alike = game.has_alike()
        self._opening = opening
        self._acting: Acting | None = None
        self._deputy: Seat | None = None
        """The seat that acts, where it is another one than that whose turn it is, or plays for one."""
        self._waiting: tuple[Seat, ...] = ()
        self._window = self._idle = 0
        self._chosen: dict[Seat, A] = {}
        self._acted: tuple[tuple[Seat, A], ...] = ()
        self._acted_for: Seat | None = None
        """The seat whose cards were played by another one in the last action."""

    def look(self) -> None:
        """See how the table lies: whether the game is over, and if not, who acts, and what may be done."""
        state, rules = self.state, self._rules
        if self._waiting:
            self._waiting, self._chosen = (), {}
        self.result = result = rules.result(state)
        if result is not None:
            self.offer, self._acting = (), None
            self.result = ended(self.game, state, result)
            return
        turn = state.turn
        if turn.__class__ is not int or not 0 <= turn < state.seats:
            strange = no_seats(state, (turn,))
            if strange is not None:
                raise GameFault(self.game.name, f"its turn names {strange}")
        if not self._always_one:
            self._acting = acting = actors(self.game, state, rules.acting(state))
            self._deputy = None
            if not isinstance(acting, One):
                waiting = self._in_order(acting)
                if acting.urgency is not None:
                    waiting = tuple([seat for seat in waiting if self._has_something_to_do(seat)])
                    if not waiting:
                        self._pass_for_all()
                        return
                self._waiting, self._window, self._idle = waiting, len(waiting), 0
                turn = waiting[0]
            elif turn not in acting.seats or acting.cards_of is not None:
                self._deputy = turn = acting.seats[0]
        self.offer = self.offered_to(turn)

    def _in_order(self, acting: All | AnyOf) -> tuple[Seat, ...]:
        """The seats that act together, in the order in which they are asked."""
        return acting.seats

    def _has_something_to_do(self, seat: Seat) -> bool:
        """Whether there is anything that a seat may do in a window."""
        rules = self._rules
        return bool(rules.legal(self.state, seat) if self._asks_seat else rules.legal(self.state))

    def _pass_for_all(self) -> None:
        """Go on where nobody has anything to do in a window; raises GameFault where that comes again and again."""
        self._idle += 1
        if self._idle > _MOST_IDLE:
            raise GameFault(self.game.name, "nobody has anything to do in its windows, again and again")
        self._rules.all_passed(self.state, self.dealer)
        self.look()

    def offered_to(self, seat: Seat) -> Sequence[Any]:
        """What a seat may do that acts now; where it need not act, the last thing is to pass.

        Raises GameFault where that is no list, or empty, or, in the opening, where something in it is no action.
        """
        rules = self._rules
        legal: Any = rules.legal(self.state, seat) if self._asks_seat else rules.legal(self.state)
        if legal.__class__ is not list and legal.__class__ is not tuple:
            raise GameFault(self.game.name, not_a_list(self.game, legal))
        if self._opening and (reason := not_actions(self.game, legal)):
            raise GameFault(self.game.name, reason)
        if self._has_alike:
            legal = one_of_each(legal)
        if self._waiting and type(self._acting) is AnyOf:
            legal = [*legal, PASS]
        if not _HAVE_NO_FORMS(map(type, legal)):
            legal = Choices[Any](legal)
        if not legal:
            raise GameFault(self.game.name, "there is no legal action, and no result")
        offer: Sequence[Any] = legal
        return offer

    def carry_out(self, action: A, seat: Seat | None = None) -> None:
        """Do what an action of a seat does, of the one that is asked next if none is named, or keep it until all have
        chosen; then see how the table lies.
        """
        if self._waiting:
            self._carry_out_together(action, self._waiting[0] if seat is None else seat)
            return
        deputy = self._deputy
        if seat is None:
            seat = self.state.turn if deputy is None else deputy
        self._acted = ((seat, action),)
        self._acted_for = None if deputy is None else cast(Acting, self._acting).cards_of
        if self._tells_seat:
            self._rules.apply(self.state, action, self.dealer, seat)
        else:
            self._rules.apply(self.state, action, self.dealer)
        self.look()

    def _carry_out_together(self, action: A, seat: Seat) -> None:
        """Keep a choice, or a pass, until all have chosen, or passed; whoever doesn't pass acts at once."""
        acting, rules, state, dealer = self._acting, self._rules, self.state, self.dealer
        left = tuple([waiting for waiting in self._waiting if waiting != seat])
        self._acted, self._acted_for = (), None
        if isinstance(acting, All):
            self._chosen = {**self._chosen, seat: action}
            if not left:
                chosen = {chooser: self._chosen[chooser] for chooser in acting.seats}
                self._acted = tuple(chosen.items())
                rules.apply_together(state, chosen, dealer)
        elif acting is not None and acting.urgency is not None:
            self._chosen = {**self._chosen, seat: action}
            if not left:
                self._do_the_most_urgent(acting)
        elif action == PASS:
            if not left:
                dealer.tell(AllPassed(cast(AnyOf, acting).seats))
                rules.all_passed(state, dealer)
        else:
            left = ()
            self._acted = ((seat, action),)
            rules.apply_for(state, action, dealer, seat)
        if not left:
            self.look()
            return
        self._waiting = left
        self.offer = self.offered_to(left[0])
        if isinstance(acting, All):
            dealer.tell(Chosen(seat))

    def _do_the_most_urgent(self, acting: Acting) -> None:
        """Do what is most urgent of what all want who were asked; the seat that is named first is before others."""
        wishes = [(seat, self._chosen[seat]) for seat in acting.seats if self._chosen.get(seat, PASS) != PASS]
        if not wishes:
            self._rules.all_passed(self.state, self.dealer)
            return
        seat, action = max(wishes, key=lambda wish: cast(Any, acting.urgency)(wish[1], wish[0]))
        self._acted = ((seat, action),)
        self._rules.apply_for(self.state, action, self.dealer, seat)


_MOST_IDLE = 100
"""How many windows in which nobody has anything to do come one after the other at most."""
_HAVE_NO_FORMS = FORMS.isdisjoint
