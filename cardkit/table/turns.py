"""The table: players who act on a match, watched or not, whose game is ended where it never would.

Players are functions of a view and the legal actions. Watchers are told events with views: the tables of these moments,
as some seat saw them. Where nobody watches, a game is played at full speed: with no journal, and nothing looked at that
no rule asks for.

A game that will never end is recognised by the first round or turn that begins as an earlier one did: a position that
comes back in the middle of a turn is not enough, as what is said of a cycle has to be true of turns from the beginning
on. A turn that goes round in a circle within itself is recognised, too.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeGuard, TypeVar, cast
from weakref import ref

from cardkit.core.actions import FORMS, Action, Choices, Form, Pass, one_of_each, parts_of
from cardkit.core.cards import Card, Pile, Seat
from cardkit.core.chance.generators import Rng, Seeded
from cardkit.core.errors import CannotStart, IllegalAction
from cardkit.core.events import Ended, Event, TurnBegun
from cardkit.core.game import All, AnyOf, Game, One, lean
from cardkit.core.results import Cycle, Result
from cardkit.core.state import State, rebuilt_fields
from cardkit.core.texts import alike, counted, there_are
from cardkit.table.faults import objection
from cardkit.table.match import Choose, Match, Positions, Snapshot

S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)
Seen = TypeVar("Seen", bound=State, contravariant=True)
F = TypeVar("F", bound=Callable[..., Any])


class Player(Protocol[Seen, A]):
    """Chooses one of the legal actions, knowing nothing but the view of its seat."""

    def __call__(self, view: Seen, legal: Sequence[A], /) -> A:
        """The action to take."""
        ...


@dataclass(frozen=True, kw_only=True)
class Seating:
    """What somebody knows who sits down at a table."""

    game: Game[Any, Any]
    deck: tuple[Card, ...]
    """The cards of the game, sorted, so that nothing follows from their order."""
    seat: Seat
    seats: int


def seating_at(game: Game[Any, Any], state: State, seat: Seat) -> Seating:
    """What somebody knows who sits down at that seat of a table."""
    deck = sorted((card for pile in state.piles() for card in pile), key=str)
    return Seating(game=game, deck=tuple(deck), seat=seat, seats=state.seats)


class Bot(Protocol):
    """A player that remembers: it is told all that its seat may know, and then asked what to do.

    It is never steady. Where a choice is taken back or a record taken up, a copy of it as it was at some point before,
    or a new one, is told what happened from there on, and not asked again.
    """

    def begin(self, seating: Seating, view: Any, /) -> None:
        """The cards are dealt; the view is that of its seat."""
        ...

    def told(self, events: Sequence[Event], view: Any, /) -> None:
        """What happened in one step, actions first, as its seat sees it, and its view of the table after that."""
        ...

    def choose(self, view: Any, legal: Sequence[Any], /) -> Any:
        """The action to take."""
        ...


def is_bot(player: object) -> TypeGuard[Bot]:
    """Whether a player is told what happens, as a bot is."""
    return bool(getattr(player, "remembers", hasattr(player, "choose")))


def chooser(player: Any) -> Callable[[Any, Sequence[Any]], Any]:
    """What is asked for the action to take: a bot's method, or the player itself."""
    function: Callable[[Any, Sequence[Any]], Any] = getattr(player, "choose", player)
    return function


def steady(player: F) -> F:
    """Mark a player as one that always answers the same in the same position: no chance, no memory, and no look at what
    the table only counts.
    """
    setattr(player, "steady", True)  # noqa: B010
    return player


def blind(player: F) -> F:
    """Mark a player as one that never looks at the view, so that none has to be made for it."""
    setattr(player, "blind", True)  # noqa: B010
    return player


def is_steady(player: object) -> bool:
    """Whether a player is marked as steady, and remembers nothing."""
    return bool(getattr(player, "steady", False)) and not is_bot(player)


def why_no_player(player: object) -> str | None:
    """What is wrong with what should be a function or a bot; None where nothing is."""
    lacking = [f"`{name}`" for name in ("begin", "told", "choose") if not callable(getattr(player, name, None))]
    if 0 < len(lacking) < 3:
        return f"a bot has `begin`, `told` and `choose`; {type(player).__name__} lacks {' and '.join(lacking)}"
    return (
        f"it is {player!r}, not a function of the view and the legal actions"
        if not callable(player) and lacking
        else None
    )


def is_blind(player: object) -> bool:
    """Whether a player is marked as blind."""
    return bool(getattr(player, "blind", False))


def handed(legal: Sequence[A]) -> Sequence[A]:
    """The legal actions as a player is handed them: actions and forms of its own, whatever it does to them."""
    twins = [copy(part) for part in parts_of(legal)]
    return Choices(twins) if type(legal) is Choices else twins


@steady
@blind
def first_legal(view: Any, legal: Sequence[A], /) -> A:
    """The first of the legal actions."""
    return legal[0]


class Random:
    """Any of the legal actions, each as likely as the others; a form is as likely as an action beside it."""

    blind = True

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def __call__(self, view: Any, legal: Sequence[A], /) -> A:
        parts = parts_of(legal)
        chosen = parts[self._rng.below(len(parts))]
        if type(chosen) in FORMS:
            form = cast(Form[A], chosen)
            return form.nth(self._rng.below(len(form)))
        return cast(A, chosen)


def quick(player: Any) -> Any:
    """What a loop may ask for the number of an action, given how many there are, in the place of a player that chooses
    any; the first of all players that choose the first is `first_legal` itself, and None is there for all others.
    """
    if type(player) is Random:
        return player._rng.below  # pyright: ignore[reportPrivateUsage]
    return player if player is first_legal else None


class Scripted:
    """The actions with the given notations, one after the other; raises IllegalAction where one isn't legal."""

    blind = True

    def __init__(self, script: Iterable[str]) -> None:
        self._script = iter(script)

    def __call__(self, view: Any, legal: Sequence[A], /) -> A:
        text = next(self._script, None)
        if text is None:
            raise IllegalAction("nothing", "the script is used up")
        found = alike(text, legal)
        if len(found) == 1:
            return found[0]
        raise IllegalAction(text, f"legal are {', '.join(map(str, legal))}")


def drawn_by_lot(seed: int, actions: int, number: int) -> int:
    """Which of so many that want to act at once does, in the game of a seed, after so many actions."""
    return Seeded(seed).derive(f"window {actions}").below(number)


BEFORE = -1
"""The place of what was so before the last action."""


class Watcher(Protocol):
    """Is told every event a seat may know of, with the table as that seat saw it at that moment.

    One that has `follow` is told all that happened in a step at once, a list of events with their tables.
    """

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


class Audience:
    """Who is told of a match: keepers of its record, watchers with some seat's eyes or all-seeing ones, and bots."""

    def __init__(self, match: Match[Any, Any], players: Sequence[Any]) -> None:
        self._match = match
        self.watchers: list[tuple[Watcher, Seat | None]] = []
        self.keepers: list[Callable[[Played], None]] = []
        self._announced: set[Seat] = set()
        self.find_bots(players)

    @cached_property
    def moments(self) -> Moments:
        """The tables of the last step."""
        return Moments(self._match)

    def find_bots(self, players: Sequence[Any]) -> None:
        """Find the players that are told what happens."""
        self.bots: list[tuple[Seat, Bot]] = [(seat, bot) for seat, bot in enumerate(players) if is_bot(bot)]

    def begin(self) -> None:
        """Let the bots sit down, and tell the watchers of the opening."""
        match = self._match
        for seat, bot in self.bots:
            bot.begin(seating_at(match.game, match.state, seat), match.view(seat))
        if self.watchers:
            match.keep_moments()
            self.tell_watchers([(None, event) for event in match.events()])

    def turn_begins(self, seat: Seat, number: int, *, first: bool) -> None:
        """Tell that a seat is asked, once where several are asked at the same time, of which it may be the first."""
        if first:
            self._announced.clear()
        if seat not in self._announced:
            self._announced.add(seat)
            is_secret = self._match.acting.urgency is not None
            self.tell_watchers([(None, TurnBegun(seat, number))], only=seat if is_secret else None)

    def tell(self, events: Sequence[Event]) -> None:
        """Tell all events with the table as it is now."""
        self.tell_watchers([(None, event) for event in events])
        self.tell_bots(events)

    def tell_watchers(self, events: Sequence[tuple[int | None, Event]], *, only: Seat | None = None) -> None:
        """Tell the watchers, or those alone with the eyes of one seat; the tables are those of the last step."""
        if not self.watchers:
            return
        moments = self.moments
        view_of = moments.view
        try:
            for watcher, seat in self.watchers:
                if only is not None and seat not in (None, only):
                    continue
                follow = getattr(watcher, "follow", None)
                if follow is not None:
                    follow([(event.seen_by(seat), view_of(place, seat)) for place, event in events])
                    continue
                for place, event in events:
                    watcher(event if seat is None else event.seen_by(seat), view_of(place, seat))
        finally:
            moments.close()

    def tell_bots(self, events: Sequence[Event]) -> None:
        """Tell the bots what happened in a step, if anything did."""
        for seat, bot in self.bots if events else ():
            bot.told([event.seen_by(seat) for event in events], self._match.view(seat))


class Moments:
    """The tables of one step of a match: before it, at each thing that was told, and now."""

    def __init__(self, match: Match[Any, Any]) -> None:
        self._match = match
        self._unmade = _unmade(cast(Any, type(match.state)))
        self._shown: list[ref[Any]] = []
        self._lying: dict[int, State] = {}

    def __reduce__(self) -> tuple[type[Moments], tuple[Match[Any, Any]]]:
        """Written, or copied, it is that of a match between two steps."""
        return Moments, (self._match,)

    def told(self) -> list[tuple[int | None, Event]]:
        """What happened by the last action, the actions first, each with its place."""
        match = self._match
        return [*[(BEFORE, acted) for acted in match.acted], *match.dealer.journal.placed_events(match.state.seats)]

    def view(self, place: int | None, seat: Seat | None) -> Any:
        """The table as a seat saw it: at an entry of the dealer's journal, before the first one (-1), or now (None)."""
        if place is None and seat is None:
            return self._match.state
        view = _new(self._unmade)
        view._recipe = (self, place, seat)
        self._shown.append(ref(view))
        return view

    def close(self) -> None:
        """Make the views that somebody keeps before the match goes on."""
        for reference in self._shown:
            view = reference()
            if view is not None and type(view) is self._unmade:
                view.seats  # noqa: B018
        self._shown.clear()
        self._lying.clear()

    def made(self, place: int | None, seat: Seat | None) -> dict[str, Any]:
        """The fields of that view."""
        if place is None:
            return vars(cast(State, self._match.view(seat)))
        if place not in self._lying:
            self._lying[place] = self._state(place)
        state = self._lying[place]
        return vars(state.clone() if seat is None else state.view(seat))

    def _state(self, place: int) -> State:
        """The table as it was there."""
        match = self._match
        lying = {id(pile): pile.copy() for pile in match.state.piles()}
        match.dealer.journal.rewind(place + 1, lambda pile: lying.setdefault(id(pile), pile.copy()))
        fields = match.before if place == BEFORE else match.dealer.journal.moments[place]

        def then(pile: Pile) -> Pile:
            copy = lying.get(id(pile))
            return pile.copy() if copy is None else copy

        kind = cast(type[State], type(match.state))
        state = object.__new__(kind)
        vars(state).update(rebuilt_fields(fields, then))
        return state


_new = object.__new__


@cache
def _unmade(kind: type[State]) -> Any:
    """The class of views that nobody has looked at yet; with the first look they become states of that kind."""

    def look(view: Any, name: str) -> Any:
        moments, place, seat = object.__getattribute__(view, "_recipe")
        view._recipe = None
        object.__getattribute__(view, "__dict__").update(moments.made(place, seat))
        view.__class__ = kind
        return getattr(view, name)

    return type(f"Unmade{kind.__name__}", (kind,), {"__slots__": (), "__getattribute__": look})


SHORT = 8
"""So many decided actions in a row are played before anybody looks whether the game goes round in a circle."""
PAUSE = 64
"""At the latest after so many more is the position looked at, and before that where the cards lie as they lay."""


class Window(NamedTuple):
    """What was played by seats that might act: what one does, or the passes of all."""

    wishes: Sequence[tuple[Seat, Any]]
    by_lot: bool
    is_chance: bool
    """Whether another lot could have come to something else."""


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
                free += done.by_lot
                if done.is_chance:
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
    return table.of_window(answers, actions)


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
            wishes, by_lot, is_chance = self.of_window(answers, self._actions)
            self._choices += by_lot
            if is_chance:
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
        view = match.state.view(seat)
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

    def of_window(self, answers: Mapping[Seat, A], actions: int) -> Window:
        """What is played of the answers of a window after so many actions: what one does of those that want to act, by
        lot, or else all passes; all of them where the most urgent is done.
        """
        wishes, by_lot = done_in_window(self.match, answers, self._seed, actions)
        self.drew_lots = self.drew_lots or by_lot
        return Window(wishes, by_lot, by_lot and not (all(self.steady) and self._comes_to_the_same(answers)))

    def _comes_to_the_same(self, answers: Mapping[Seat, A]) -> bool:
        """Whether the position is the same afterwards, whoever of those acts that want to."""
        first: Snapshot | None = None
        for seat, action in answers.items():
            if isinstance(action, Pass):
                continue
            after = self.match.fork()
            after.dealer.keep(journal=False)
            try:
                after.hurry(action, seat)
            except Exception:
                return False
            if after.draws != self.match.draws or not (first is None or after.is_at(first)):
                return False
            first = first or after.snapshot()
        return True

    def _play(self, action: A, seat: Seat) -> None:
        """Play an action, and tell what happens."""
        match, told = self.match, self._told
        shared = match.is_shared
        seats = (seat,) if shared or not told.keepers else match.acting.seats
        match.advance(action, seat)
        self._actions, self._has_begun = self._actions + 1, False
        for keep in told.keepers:
            keep(Played(action=action, seat=seat, seats=seats, is_shared=shared))
        if told.watchers:
            told.tell_watchers(told.moments.told())
        if told.bots:
            told.tell_bots([*match.acted, *match.events()])

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
