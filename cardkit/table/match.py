"""A match: rules, a table and chance, which do nothing until somebody plays an action.

Beneath it is the position that it is in, to be kept and gone back to, and the stepping that playouts share with it, the
one place that knows of seats that act together, of passing, and of forms among what is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cache, cached_property, partial
from operator import is_
from typing import Any, Generic, NamedTuple, Self, TypeVar, cast

from cardkit.core.actions import FORMS, Action, Choices, found_in, meant_by, one_of_each
from cardkit.core.cards import Card, Marks, Pile, Seat, Sight
from cardkit.core.chance.generators import Rng
from cardkit.core.errors import GameFault, IllegalAction, Unsteady
from cardkit.core.events import Acted, AllPassed, Begun, Chosen, Dealer, Event, Outcome
from cardkit.core.game import Acting, All, AnyOf, Game, One, lean
from cardkit.core.results import Cycle, How, Result
from cardkit.core.state import Part, State, hashable, rebuilt, rebuilt_fields
from cardkit.table.faults import PASS, actors, ended, laid, no_seats, not_a_list, not_actions, objection
from cardkit.table.notation import read_legal


class Snapshot(NamedTuple):
    """The fields of a state, its piles and their cards at one moment."""

    fields: dict[str, Any]
    piles: list[Pile]
    names: list[str]
    cards: list[list[Card]]
    known: list[tuple[Sight, tuple[Seat, ...], list[Marks]]]


class Position:
    """The position that a state is in while a match changes it.

    It is made of the cards of every pile in their order, and of every attribute that the state has, but for fields
    that are declared as uncounted.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        state.look_for_piles()
        self.survey()

    def survey(self) -> None:
        """See which piles there are, and which fields change in place."""
        state = self.state
        self.piles = state.piles()
        self.lists = [pile.cards for pile in self.piles]
        fields, of_any_kind = vars(state).items(), state.fields_of_any_kind()
        self._count = len(fields)
        changeable = {
            name: value
            for name, value in fields
            if name in of_any_kind or (type(value) not in _ALONE and not _is_unchanging(value))
        }
        lists = {
            name: cast(list[Any], value)
            for name, value in changeable.items()
            if type(value) is list and name not in of_any_kind
        }
        self._rows = [name for name, parts in lists.items() if parts and _is_row(parts)]
        self._grids = [name for name, rows in lists.items() if _is_grid(rows)]
        self._changeable = [name for name in changeable if name not in self._rows and name not in self._grids]
        self._passed_over = state.uncounted_fields().union(state.fields_for_piles())

    def look(self) -> None:
        """Find the piles anew where some have come or gone."""
        if self.state.look_for_piles():
            self.survey()

    def names(self) -> list[str]:
        """The name of each pile."""
        return [pile.name for pile in self.piles]

    def cards(self) -> set[Card]:
        """The different cards on the table."""
        return {card for lying in self.lists for card in lying}

    def fields(self) -> dict[str, Any]:
        """The fields as they are now, in which later changes don't show but for those of piles."""
        if len(vars(self.state)) != self._count:
            self.survey()
        fields = self.plain_fields()
        for name in self._rows:
            fields[name] = fields[name].copy()
        return fields

    @property
    def note(self) -> Callable[[], dict[str, Any]]:
        """What says the plain fields from now on: their dictionary itself where nothing in it changes in place."""
        return self.plain_fields if self._grids or self._changeable else vars(self.state).copy

    def plain_fields(self) -> dict[str, Any]:
        """The fields as they are now, in which later changes don't show but for those of piles and of rows of piles."""
        fields = vars(self.state).copy()
        for name in self._grids:
            fields[name] = [row.copy() for row in fields[name]]
        for name in self._changeable:
            fields[name] = rebuilt(fields[name], _itself)
        return fields

    def put_back(self, fields: dict[str, Any]) -> None:
        """Put fields back as they were, the very ones where they are so."""
        now = vars(self.state)
        put = {name: _same(now.get(name), value) if type(value) is list else value for name, value in fields.items()}
        now.clear()
        now.update(put)
        self.look()

    def snapshot(self) -> Snapshot:
        """The position as it is now."""
        return Snapshot(self.fields(), self.piles, self.names(), [cards.copy() for cards in self.lists], self.known())

    def known(self) -> list[tuple[Sight, tuple[Seat, ...], list[Marks]]]:
        """Of each pile who sees it, and what was told of its cards."""
        return [(pile.sight, pile.eyes, pile.marks) for pile in self.piles]

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot, with piles of its own."""
        copies = {id(pile): pile.copy() for pile in snapshot.piles}
        for own, kept, known in zip(copies.values(), snapshot.cards, snapshot.known, strict=True):
            own.cards[:] = kept
            own.sight, own.eyes, own.marks = known
        fields = rebuilt_fields(snapshot.fields, lambda pile: copies[id(pile)])
        vars(self.state).clear()
        vars(self.state).update(fields)
        self.state.find_piles()
        self.survey()

    def is_at(self, snapshot: Snapshot) -> bool:
        """Whether the position is that of a snapshot."""
        if self.lists != snapshot.cards or self.names() != snapshot.names:
            return False
        passed_over = self._passed_over
        return _counted(vars(self.state), passed_over) == _counted(snapshot.fields, passed_over)

    def digest(self) -> int:
        """A number for the position: the same for the same position while the program runs, hardly ever for another."""
        try:
            plain = [
                tuple(cast(list[Any], value)) if type(value) is list else value
                for name, value in vars(self.state).items()
                if name not in self._passed_over
            ]
            return hash((*map(tuple, self.lists), *plain))
        except TypeError:
            return hash(self.state.position())


def _same(now: Any, then: Any) -> Any:
    """A list of the very same things as before, or else what was there before."""
    is_list: bool = now.__class__ is list
    return now if is_list and len(now) == len(then) and all(map(is_, now, then)) else then


def _counted(fields: dict[str, Any], passed_over: frozenset[str]) -> dict[str, Any]:
    return {name: hashable(value, piles=False) for name, value in fields.items() if name not in passed_over}


_ALONE = frozenset({Pile, str, int, float, bool})


def _is_unchanging(value: Any) -> bool:
    """Whether a field that is no pile and no number changes only by being set anew, and so needs no copy; None may
    become something that does not.

    Piles change, but what happened to them is in the dealer's journal; in lists and dictionaries they may come and go.
    """
    if type(value) is list:
        return False
    if _is_piles(value):
        return isinstance(value, Pile | tuple)
    try:
        hash(value)
    except TypeError:
        return False
    return value is not None and not isinstance(value, Part)


def _is_row(parts: list[Any]) -> bool:
    """Whether a list holds piles alone, not in further lists."""
    return all(isinstance(part, Pile) for part in parts)


def _is_grid(rows: list[Any]) -> bool:
    """Whether a list holds lists of piles alone, and any pile."""
    return any(rows) and all(type(row) is list and _is_row(cast(list[Any], row)) for row in rows)


def _is_piles(value: Any) -> bool:
    """Whether a field holds piles, and nothing else."""
    if isinstance(value, dict):
        return _is_piles(list(cast(dict[Any, Any], value).values()))
    if isinstance(value, list | tuple):
        parts = cast(list[Any], value)
        return bool(parts) and all(map(_is_piles, parts))
    return isinstance(value, Pile)


def _itself(pile: Pile) -> Pile:
    return pile


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
        self._said: Any = None
        """What the rules said of who acts."""
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
            self.offer, self._acting, self._said = (), None, None
            self.result = ended(self.game, state, result)
            return
        turn = state.turn
        if turn.__class__ is not int or not 0 <= turn < state.seats:
            strange = no_seats(state, (turn,))
            if strange is not None:
                raise GameFault(self.game.name, f"its turn names {strange}")
        if not self._always_one:
            said = rules.acting(state)
            if said is not self._said or said.__class__ is not tuple:
                self._acting, self._said = actors(self.game, state, said), said
            acting: Any = self._acting
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
        self.offer = self._offered(rules.legal(state, turn) if self._asks_seat else rules.legal(state))

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
        """What a seat may do that acts now; where it need not act, the last thing is to pass. Raises GameFault."""
        rules = self._rules
        return self._offered(rules.legal(self.state, seat) if self._asks_seat else rules.legal(self.state))

    def _offered(self, legal: Any) -> Sequence[Any]:
        """What may be done of what the rules say is legal.

        Raises GameFault where that is no list, or empty, or, in the opening, where something in it is no action.
        """
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


_alone = cache(One)
"""A seat that acts alone, the same each time."""
_MOST_IDLE = 100
"""How many windows in which nobody has anything to do come one after the other at most."""
_HAVE_NO_FORMS = FORMS.isdisjoint


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
        self.before: dict[str, Any] = {}
        """The fields of the table as they were before the last action."""
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
        return self._acting or _alone(self.state.turn)

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
        if self.state.look_for_piles() and "_position" in vars(self):
            self._position.survey()
        super().look()

    def legal_of(self, seat: Seat) -> Sequence[A]:
        """What a seat may do that may act now; where it need not, the last thing is to pass."""
        if self.result is not None or seat not in self.to_act:
            return ()
        if seat == self.turn:
            return self.legal
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
        self.before = self._position.fields()
        if dealer.journal.note is not None:
            dealer.keep_moments(self._position.note)
        dealer.begin()
        try:
            self.carry_out(meant, seat)
        except BaseException:
            dealer.take_back()
            self._position.put_back(self.before)
            vars(self).update(before)
            raise
        self._opening = False

    def meant(self, legal: Sequence[A], action: A, seat: Seat) -> A | None:
        """The legal action of a seat that this one means, or this one where it is alike to one; None for no such."""
        found: A | None = found_in(legal, action)
        if found is None and self._has_alike:
            found = meant_by(legal, action, self.state.piles(), seat)
        return found

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

    def keep_moments(self) -> None:
        """From the next action on, keep how the fields of the table are at each thing that is done."""
        self.dealer.keep_moments(self._position.note)

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
