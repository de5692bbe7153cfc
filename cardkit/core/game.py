"""The rules of a game: what an author writes."""

from __future__ import annotations

import inspect
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from inspect import isfunction
from math import inf
from typing import Any, ClassVar, Generic, Literal, NoReturn, Self, TypeVar, cast

from pydantic import BaseModel, ConfigDict, ValidationError

from cardkit.core.actions import Action, Form, choices, found_in, likeness, parts_of
from cardkit.core.cards import Card, Needs, Pile, Seat, standard52
from cardkit.core.description import alternatives
from cardkit.core.errors import BadOption, GameFault, at, wrong
from cardkit.core.events import Dealer, Event
from cardkit.core.results import Result
from cardkit.core.state import State
from cardkit.core.texts import flaw, texts_in

S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)


class _Acting:
    """Who acts next, and how."""

    cards_of: Seat | None = None
    """The seat whose cards are played, where another one plays them."""
    urgency: Callable[[Any, Seat], Any] | None = None
    """How urgent what a seat wants to do is, as something to sort by; the most urgent is done."""

    def __init__(self, seats: Seat | Iterable[Seat]) -> None:
        self.seats: tuple[Seat, ...] = (seats,) if isinstance(seats, int) else tuple(seats)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.seats == cast(_Acting, other).seats

    def __hash__(self) -> int:
        return hash((type(self), self.seats))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.seats})"


class One(_Acting):
    """One action is taken, by a seat or by several together that have no choice, such as turning over a card.

    A seat may play the cards of another one, `cards_of`, whose turn it is: everybody is told so.
    """

    def __init__(self, seats: Seat | Iterable[Seat], cards_of: Seat | None = None) -> None:
        if seats.__class__ is int:
            self.seats = (cast(Seat, seats),)
        else:
            super().__init__(seats)
        if cards_of is not None:
            self.cards_of = cards_of

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and self.cards_of == cast(_Acting, other).cards_of

    __hash__ = _Acting.__hash__


class All(_Acting):
    """Each of these seats chooses, and nobody is told what the others choose before all have chosen."""


class AnyOf(_Acting):
    """Each of these seats may act and need not: the first that does so, does; all may also pass.

    With an `urgency` all who have something to do are asked before anything is done, and nobody is told who was: then
    the action of which `urgency(action, seat)` is highest is done, of equal ones that of the seat named first.
    """

    def __init__(self, seats: Seat | Iterable[Seat], urgency: Callable[[Any, Seat], Any] | None = None) -> None:
        super().__init__(seats)
        if urgency is not None:
            self.urgency = urgency


Acting = One | All | AnyOf

NO_REASON = "not allowed now"
"""What a game says against an action that gives no reason of its own."""
NO_SEATS_YET = "a part that nobody has yet has no seats"
"""What `Game.roles` has to keep to."""


class Game(BaseModel, Generic[S, A]):
    """The rules of a game: four methods that read like the rule book, and the options as validated fields.

    The rules change the state, and move cards through the dealer only. They draw chance from nowhere but the
    dealer's shuffles and rolls, and keep nothing outside the state.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: ClassVar[str]
    title: ClassVar[str] = ""
    """What people call it, where that isn't its name with capitals: `Crazy 8s`."""
    players: ClassVar[Sequence[int]]
    """The numbers of seats the game can be played with: a range, or a tuple such as (2, 4, 6)."""
    counts: ClassVar[str] = "turn"
    """What is counted, as an English word in the singular: turn, round, hole, hand."""
    scored_in: ClassVar[str] = "point"
    """What scores are numbers of, as an English word in the singular: point, chip, book."""
    deck: ClassVar[Callable[[], Sequence[Card]] | None] = standard52
    """Makes the deck where no deck file is given, the first card on top; None where a file has to be given."""
    better: ClassVar[Literal["most", "least"] | None] = None
    """Whether most or least points are best, for players who search; None where the ends of games are to show it."""
    seats: ClassVar[tuple[str, ...] | None] = None
    """Who sits at the table where nothing is said: by default a person, and machines to make up the number."""
    words: ClassVar[type[Any] | Callable[..., Any] | None] = None
    """Makes the narrator the game is told by, given the players' names, and `counts` where it takes that; None for a
    plain one.
    """

    usual: ClassVar[int | None] = None
    """The number of seats it is usually played with, if it isn't the lowest."""
    minutes: ClassVar[float | None] = None
    """How many minutes people play it, where games that chance plays can't tell that to a lobby."""
    by_seats: ClassVar[Mapping[int, Mapping[str, Any]]] = {}
    """The options that are otherwise than their defaults at so many seats, where nothing else says them:
    `{2: {"hand_size": 7}}`.
    """

    def needs(self, seats: int, /) -> Needs | None:
        """What the deck has to have for so many seats, which is looked at before `setup`; None where any will do."""
        return None

    def score_bounds(self, seats: int, /) -> tuple[float, float]:
        """The least and the greatest score that one of so many seats can have; by default any."""
        return -inf, inf

    @abstractmethod
    def setup(self, deck: Pile, seats: int, dealer: Dealer, /) -> S:
        """The table before the first turn: every card of the deck lies in some pile of it.

        Raises CannotStart where the deck or the number of seats doesn't do.
        """

    @abstractmethod
    def legal(self, state: S, /, *seat: Any, **_: Any) -> Sequence[A | Form[A]]:
        """What may be done by the seat whose turn it is; never empty before the end. May hold forms.

        A game in which several seats act at a time writes `legal(self, state, seat)`.
        """

    @abstractmethod
    def apply(self, state: S, action: A, dealer: Dealer, /, *seat: Any, **_: Any) -> None:
        """Do what a legal action does to the table.

        A game in which several seats act at a time writes `apply(self, state, action, dealer, seat)`.
        """

    @abstractmethod
    def result(self, state: S, /) -> Result | None:
        """How the game ended, or None while it goes on."""

    def acting(self, state: S, /) -> Acting | Sequence[Seat]:
        """Who acts next, and how: `One`, `All` or `AnyOf`; the one whose turn it is, unless a game says otherwise.

        Seats alone are those that take one action together.
        """
        return One(state.turn)

    def objection(self, state: S, action: A, /, *seat: Any, **_: Any) -> str | None:
        """Why an action is not allowed now; None exactly for the legal ones."""
        legal = choices(self.legal_for(state, seat[0] if seat else state.turn))
        same = likeness(action) in map(likeness, parts_of(legal)) if action.alike else False
        return NO_REASON if not same and found_in(legal, action) is None else None

    def order(self, card: Card, /, *view: Any, **_: Any) -> Any:
        """What cards are sorted by where a hand is shown: None for suits and ranks as usual, the same for all of them
        where they are to be shown as they lie.

        A game whose trumps change writes `order(self, card, table)`, and is given the table as its seat sees it.
        """
        return None

    def order_at(self, view: S, /) -> Callable[[Card], Any]:
        """What cards are sorted by where a hand of this table is shown."""
        return (lambda card: self.order(card, view)) if self.wants_seat("order") else self.order

    def looks(self, pile: str, /) -> str | None:
        """How the piles of a field are drawn: as `stack`, `row`, `fan` or `grid`, `grid 3` being one of three columns;
        of stacks only the top is seen, of a player's own ones only how many cards they have. None where it is to follow
        from who sees them, and from how many there are.
        """
        return None

    def takes(self, table: S, /) -> Card | None:
        """The card that takes the trick so far; None where there is none, or nobody wants to know."""
        return None

    def notes(self, table: S, /) -> Mapping[str, Any]:
        """What people are shown of a table beside its piles, as its reader sees it: numbers, texts, cards, or by seats
        `{seat: value}`. A note takes the place of the field of its name, or of how many cards lie in the piles of
        that name; None shows nothing.
        """
        return {}

    def says(self, table: S, what: Action | Event, /) -> str | None:
        """An action or an event as a sentence for people, without who acts or whom it is about: `lead {card}`.

        None for the usual sentence, and an empty text where nothing is to be said; `Acted` is an action that is told.
        The table is as its reader sees it, before an action and after anything else.
        """
        return what.says

    def teams(self, seats: int, /) -> Sequence[Sequence[Seat]]:
        """The seats that win and lose together; each for itself unless a game says otherwise."""
        return [(seat,) for seat in range(seats)]

    def sides(self, state: S, /) -> Sequence[Sequence[Seat]]:
        """The seats that win and lose together at this table, as far as it is decided: the teams, unless a game says
        otherwise. Nothing that a seat doesn't see has a say in it.
        """
        return self.teams(state.seats)

    def roles(self, state: S, /) -> Mapping[str, Sequence[Seat]]:
        """Who has which part in the game at this table, such as that of the declarer; people are shown it.

        The names are the same at all tables: a part that nobody has yet has no seats.
        """
        return {}

    def invariants(self, state: S, /) -> Iterator[tuple[bool, str]]:
        """What always holds between two actions, each with its sentence, for `check` to look at."""
        yield from ()

    def apply_together(self, state: S, actions: Mapping[Seat, A], dealer: Dealer, /) -> None:
        """Do what the actions of all do to the table, each seat having chosen: one after the other, unless a game says
        otherwise.
        """
        for seat, action in actions.items():
            self.apply_for(state, action, dealer, seat)

    def all_passed(self, state: S, dealer: Dealer, /) -> None:
        """Do what follows where nobody does anything who might have."""
        raise GameFault(self.name, f"it lets seats pass: write `def all_passed(self, state, dealer):`{at(type(self))}")

    def rules_out(self, view: S, action: A, seat: Seat, /) -> Mapping[str, Iterable[Card]] | None:
        """What piles, by their names, can't have held before a seat took an action, for bots that draw conclusions.

        None where they are to find it out by asking the other rules, as they do for most games.
        """
        return None

    @classmethod
    @cache
    def wants_seat(cls, method: str, /) -> bool:
        """Whether this method, `legal`, `apply` or `objection`, wants to know which seat acts, or `order` the table."""
        least = {"legal": 3, "apply": 5, "objection": 4, "order": 3}
        own = getattr(cls, method)
        return own is not cast(Any, Game).order and len(inspect.signature(own).parameters) >= least[method]

    @classmethod
    def says_why(cls) -> bool:
        """Whether the game has an `objection` of its own."""
        return any("objection" in vars(one) for one in cls.__mro__ if one is not Game)

    @classmethod
    @cache
    def has_alike(cls) -> bool:
        """Whether some of its actions are alike though they name other cards."""
        declared = declared_types(cls)
        return declared is not None and any(getattr(kind, "alike", ()) for kind in action_types(declared[1]))

    @classmethod
    @cache
    def has_one_actor(cls) -> bool:
        """Whether nobody ever acts but the seat whose turn it is."""
        return "acting" not in {name for base in cls.__mro__ if base is not Game for name in vars(base)}

    def legal_for(self, state: S, seat: Seat, /) -> Sequence[A | Form[A]]:
        """What a seat may do that acts now, as the rules say it."""
        return self.legal(state, seat) if self.wants_seat("legal") else self.legal(state)

    def apply_for(self, state: S, action: A, dealer: Dealer, seat: Seat, /) -> None:
        """Do what a legal action of a seat does to the table."""
        if self.wants_seat("apply"):
            self.apply(state, action, dealer, seat)
        else:
            self.apply(state, action, dealer)

    def objection_to(self, state: S, action: A, seat: Seat, /) -> str | None:
        """Why a seat can't take an action now; None for a legal one."""
        if self.wants_seat("objection"):
            return self.objection(state, action, seat)
        return self.objection(state, action)

    @classmethod
    def own_deck(cls) -> Callable[[], Sequence[Card]] | None:
        """What makes the deck of this game; None where a deck file has to be given."""
        return cast(Any, cls).deck  # type: ignore[no-any-return]

    @classmethod
    def with_options(cls, options: Mapping[str, Any]) -> Self:
        """The game with these options, each given as a value or as the text of one.

        Raises BadOption, which names the known options or says what is wrong with a value.
        """
        for option in options:
            if option not in cls.model_fields:
                known = ", ".join(cls.model_fields) or "none"
                raise BadOption(cls.name, option, options[option], f"there is no such option; known: {known}")
            for text in texts_in(options[option]):
                if unfit := flaw(text):
                    raise BadOption(cls.name, option, options[option], f"it can't hold {unfit}")
        try:
            return cls(**options)
        except ValidationError as error:
            first = error.errors()[0]
            where = str(first["loc"][0]) if first["loc"] else ""
            raise BadOption(cls.name, where, options.get(where, first["input"]), wrong(first)) from None

    def at_seats(self, seats: int, /) -> Self:
        """The game as it is played by so many: what nobody said is as `by_seats` has it."""
        if not self.by_seats:
            return self
        said = {name: getattr(self, name) for name in self.model_fields_set}
        others = {name: value for name, value in self.by_seats.get(seats, {}).items() if name not in said}
        game = self.with_options({**said, **others})
        game.model_fields_set.difference_update(others)
        return game


def declared_types(game: type[Game[Any, Any]]) -> tuple[Any, Any] | None:
    """The state and the actions in a game's declaration `Game[State, Actions]`, or None where it has none."""
    for base in game.__mro__:
        arguments = getattr(base, "__pydantic_generic_metadata__", {}).get("args", ())
        if len(arguments) == 2:
            return cast(tuple[Any, Any], arguments)
    return None


def action_types(actions: Any) -> tuple[Any, ...]:
    """The classes of actions that a type stands for: one, or those of a union."""
    return alternatives(actions)


class _Lean(type(BaseModel)):  # type: ignore[misc]
    """Classes of games that inherit all but what pydantic's models bring, such as a hook in every attribute's way."""

    def __new__(cls, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> Any:
        return type.__new__(cls, name, bases, members)

    def __init__(cls, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> None:
        type.__init__(cls, name, bases, members)

    def mro(cls) -> list[type]:
        return [base for base in super().mro() if base is not BaseModel]


def _never(game: Any, name: str, *_: Any) -> NoReturn:
    raise AttributeError(f"the rules keep nothing outside the state: {name} can't be set")


def _of_model(name: str) -> Any:
    def method(game: Any, *given: Any, **named: Any) -> Any:
        return getattr(game._model, name)(*given, **named)

    return method


def _same(twin: Any, other: Any) -> bool:
    return bool(twin._model == getattr(other, "_model", other))


def _hash(twin: Any) -> int:
    return hash(twin._model)


def _fields(twin: Any) -> Any:
    return twin._model.__dict__


def _again(twin: Any, protocol: Any) -> Any:
    return lean, (twin._model,)


_OWN: dict[str, Any] = {
    "__reduce_ex__": _again,
    "__eq__": _same,
    "__hash__": _hash,
    "__dict__": property(_fields),
    "__setattr__": _never,
    "__delattr__": _never,
}
"""What twins do in their own way."""
_NOT_ASKED = {"__getattr__", "__init__", *_OWN}


@cache
def _lean_class(game: type[Game[Any, Any]]) -> Any:
    """The class of a game's twins: what it would have of pydantic's models, it asks the game itself for."""
    rules: list[Any] = [base for base in game.__mro__ if issubclass(base, Game)]
    of_games: set[str] = {
        name for base in rules for name, value in cast(dict[str, Any], vars(base)).items() if callable(value)
    }
    asked = [name for name, value in vars(BaseModel).items() if isfunction(value)]
    members = {name: _of_model(name) for name in asked if name not in of_games | _NOT_ASKED}
    named = {"__module__": game.__module__, "__qualname__": game.__qualname__}
    return _Lean(game.__name__, (game,), {**members, **_OWN, **named})


_MOST_KEPT = 100
_kept: dict[int, tuple[Game[Any, Any], Any]] = {}
"""Twins of games, by the identity of the games."""


def lean(game: Game[Any, Any]) -> Any:
    """The same rules with the same options, for loops that ask them a million times.

    A game with private attributes is its own twin.
    """
    kept = _kept.get(id(game))
    if kept is not None and kept[0] is game:
        return kept[1]
    if type(game).__private_attributes__ or isinstance(type(game), _Lean):
        return game
    twin = object.__new__(_lean_class(type(game)))
    for name, value in vars(game).items():
        object.__setattr__(twin, name, value)
    object.__setattr__(twin, "_model", game)
    if len(_kept) >= _MOST_KEPT:
        _kept.clear()
    _kept[id(game)] = game, twin
    return twin
