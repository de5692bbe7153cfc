"""A match that doubts its rules: it asks them twice, and can let the dealer fail in the middle of an action."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import wraps
from typing import Any, Self

from cardkit.authors.promises.promise import Breach
from cardkit.core.actions import Action, parts_of
from cardkit.core.cards import Card, standard52
from cardkit.core.chance.generators import Rng
from cardkit.core.dealer import Dealer
from cardkit.core.game import Acting, AnyOf, Game, One
from cardkit.core.piles import Pile, Seat
from cardkit.core.results import Result
from cardkit.core.state import State, piles_in
from cardkit.core.texts import counted, there_are
from cardkit.table.match import Match

_DECK = standard52()


class MadeToFail(Exception):
    """What a failing dealer raises: nothing that the rules of a game could expect."""


class FailingDealer(Dealer):
    """A dealer that counts what it is asked for, and fails at one operation, before it does any of it."""

    __slots__ = ("_fails_at", "operations")

    def __init__(self, dealer: Dealer, fails_at: int | None) -> None:
        super().__init__(dealer._rng)
        self.draws = dealer.draws
        self._fails_at = fails_at
        self.operations = 0
        """How many operations it was asked for; the look at the table after an action counts as the last one."""

    def count(self) -> None:
        """Count an operation, or fail at it."""
        if self.operations == self._fails_at:
            raise MadeToFail(f"operation {self.operations} was made to fail")
        self.operations += 1


def _counted(operate: Callable[..., Any]) -> Callable[..., Any]:
    """An operation of a dealer that is counted, and then done."""

    @wraps(operate)
    def operated(dealer: FailingDealer, *given: Any, **named: Any) -> Any:
        dealer.count()
        return operate(dealer, *given, **named)

    return operated


for _name in (
    *("shuffle", "draw", "move", "take", "sweep", "pick", "show", "roll", "begin_round", "score", "hint", "lay_open"),
    *("end_round", "tell"),
):
    setattr(FailingDealer, _name, _counted(getattr(Dealer, _name)))


class Trial(Match[Any, Any]):
    """A match that raises Breach where the rules answer wrongly when they are asked about the table."""

    dealer: Dealer
    state: State

    def __init__(
        self, game: Game[Any, Any], deck: Iterable[Card], *, seats: int, rng: Rng, promises: Collection[str]
    ) -> None:
        self._promises = promises
        self._laid: list[tuple[Pile, list[Card]]] = []
        self.lay: list[tuple[Pile, list[Card]]] = []
        """The piles before the last action, with their cards as they lay then."""
        super().__init__(game, deck, seats=seats, rng=rng)

    def fork(self) -> Self:
        twin = super().fork()
        twin._laid = []
        return twin

    def advance(self, action: Any, seat: Seat | None = None) -> None:
        self.lay = [(pile, pile.cards.copy()) for pile in self.state.piles()]
        super().advance(action, seat)

    def look(self) -> None:
        if isinstance(self.dealer, FailingDealer):
            self.dealer.count()
        if "piles-stay" in self._promises:
            self._look_at_piles()
        as_it_was = frozen(self.state)
        answers = self._answers()
        if "asking-changes-nothing" in self._promises:
            if what := changed(as_it_was, self.state, "was changed by asking"):
                raise Breach("asking-changes-nothing", what)
            if self._answers() != answers:
                raise Breach("asking-changes-nothing", "the rules don't answer the same when they are asked again")
        super().look()

    def _look_at_piles(self) -> None:
        """Raises Breach where a pile with cards was put away, or its list of cards."""
        lying = [pile for value in vars(self.state).values() for _, pile in piles_in(value)]
        now = {id(pile): pile.cards for pile in lying}
        for pile, cards in self._laid:
            if now.get(id(pile), cards) is not cards or (id(pile) not in now and cards):
                instead = "another one laid in its place: let the dealer move its cards instead"
                raise Breach("piles-stay", f"the pile {pile.name} was put away, and {instead}")
        self._laid = [(pile, pile.cards) for pile in lying]

    def _answers(self) -> tuple[Any, ...]:
        """How the game ended, what is legal and who acts, as the rules say now."""
        result = self.game.result(self.state)
        if result is not None:
            if wrong := wrong_scores(result, self.game, self.state.seats):
                raise Breach("one-score-a-seat", wrong)
            return (result,)
        turn, seats = self.state.turn, self.state.seats
        if turn not in range(seats):
            raise Breach("acting-without-choice", f"it is the turn of seat {turn}, and the seats are 0 to {seats - 1}")
        acting = self.game.acting(self.state)
        acting = acting if isinstance(acting, Acting) else One(acting)
        answers: list[Any] = []
        for seat in (turn,) if isinstance(acting, One) and turn in acting.seats else acting.seats:
            legal = self.game.legal_for(self.state, seat)
            if type(legal) not in (list, tuple):
                raise Breach("legal-is-a-list", f"what is legal is a {type(legal).__name__}")
            if not legal and not isinstance(acting, AnyOf):
                raise Breach("legal-not-empty", "there is no legal action, and no result")
            answers.append(tuple(map(str, legal)))
        return result, acting, answers

    def operations(self, action: Action) -> int:
        """How many operations of the dealer an action takes, and one for the look at the table after it."""
        twin = self.fork()
        dealer = twin.dealer = FailingDealer(twin.dealer, None)
        twin.advance(action)
        return dealer.operations

    def fails(self, action: Action, operation: int) -> bool:
        """Whether an action fails when this operation of the dealer does, counted from 0."""
        dealer = self.dealer
        self.dealer = FailingDealer(dealer, operation)
        try:
            self.advance(action)
        except Exception:
            return True
        return False

    def to_come(self) -> tuple[int, Sequence[Card]]:
        """The chance to come, in the order of a deck that is shuffled by it, and how often chance was asked for."""
        deck = Pile.face_down(_DECK.copy())
        self.dealer.fork().shuffle(deck)
        return self.draws, deck.cards

    def differs(self, other: Trial) -> str | None:
        """What is another thing in another match than in this one, or None."""
        if what := changed(frozen(self.state), other.state, "is different"):
            return what
        if self.result != other.result:
            return "the result is different"
        if [*map(str, parts_of(self.legal))] != [*map(str, parts_of(other.legal))]:
            return "the legal actions are different"
        return "the chance to come is different" if self.to_come() != other.to_come() else None


def frozen(state: State) -> State:
    """A copy of a state for comparison, made as the core does it even where a game has another idea of copies."""
    return State.clone(state)


def changed(before: State, after: State, what: str) -> str | None:
    """Which field of a state is not as it was, uncounted ones included, in a clause that ends with `what`; or None."""
    old, new = vars(before), vars(after)
    for name in (*old, *new):
        if name not in old or name not in new or old[name] != new[name]:
            return f"the field {name} {what}"
    return None


def wrong_scores(result: Result | None, game: Game[Any, Any], seats: int) -> str | None:
    """What is wrong with the scores and the winners of a result, in a clause, or None."""
    if result is None:
        return None
    if len(result.scores) != seats:
        return f"{there_are(len(result.scores), 'score')} for {counted(seats, 'seat')}"
    if any(winner not in range(seats) for winner in result.winners) or len(set(result.winners)) < len(result.winners):
        return f"the winners are {list(result.winners)}, of {counted(seats, 'seat')}"
    least, most = game.score_bounds(seats)
    beyond = next((score for score in result.scores if not least <= score <= most), None)
    return None if beyond is None else f"a score is {beyond:g}, and score_bounds says from {least:g} to {most:g}"
