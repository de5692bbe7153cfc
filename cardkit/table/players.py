"""Who is at a table: players, functions of a view and the legal actions, and whoever is told what happens.

Watchers are told events with views: the tables of these moments, as some seat saw them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Protocol, TypeGuard, TypeVar, cast
from weakref import ref

from cardkit.core.actions import FORMS, Action, Choices, Form, parts_of
from cardkit.core.cards import Card
from cardkit.core.chance.generators import Rng, Seeded
from cardkit.core.errors import IllegalAction
from cardkit.core.events import Event, TurnBegun
from cardkit.core.game import Game
from cardkit.core.piles import Pile, Seat
from cardkit.core.state import State, rebuilt_fields
from cardkit.core.texts import alike
from cardkit.table.match import Match

S = TypeVar("S", bound=State, contravariant=True)
A = TypeVar("A", bound=Action)
F = TypeVar("F", bound=Callable[..., Any])


class Player(Protocol[S, A]):
    """Chooses one of the legal actions, knowing nothing but the view of its seat."""

    def __call__(self, view: S, legal: Sequence[A], /) -> A:
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
    def _moments(self) -> Moments:
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
        self._tell_bots(events)

    def step(self, action: Action, seat: Seat, seats: tuple[Seat, ...], *, is_shared: bool) -> None:
        """Let an action be kept that was played, and tell what happened by it."""
        match = self._match
        if self.keepers:
            played = Played(action=action, seat=seat, seats=seats, is_shared=is_shared)
            for keep in self.keepers:
                keep(played)
        if self.watchers:
            self.tell_watchers(self._moments.told())
        if self.bots:
            self._tell_bots([*match.acted, *match.events()])

    def tell_watchers(self, events: Sequence[tuple[int | None, Event]], *, only: Seat | None = None) -> None:
        """Tell the watchers, or those alone with the eyes of one seat; the tables are those of the last step."""
        if not self.watchers:
            return
        moments = self._moments
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

    def _tell_bots(self, events: Sequence[Event]) -> None:
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
