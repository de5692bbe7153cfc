"""The promises of a game that has everything at once: all choose, any may act, secrets, looks, rolls and rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from cardkit import (
    Action,
    All,
    AnyOf,
    Card,
    Dealer,
    Game,
    Match,
    One,
    Part,
    Pile,
    Result,
    Seat,
    Seeded,
    State,
    cards,
    inside,
    private,
)
from cardkit.authors.testing import BrokenPromise, check_game
from cardkit.authors.trial import FailingDealer


class Guess(Action):
    """Guess in secret what will be rolled."""

    secret = True
    number: int


class Peek(Action):
    """Look at the top card of the stock."""


class Snap(Action):
    """Take the top card of the stock."""


class Box(Part):
    """What a seat has won."""

    won: Pile
    points: int = 0


class Fair(State):
    """A stock, a box for each seat, and what each seat has guessed."""

    stock: Pile
    boxes: list[Box]
    guesses: list[int | None] = private(default_factory=list)
    phase: str = inside(default="guess")


class Funfair(Game[Fair, Guess | Peek | Snap]):
    """All guess a roll; whoever has the turn peeks; then anybody may take the card that nobody else has seen."""

    name = "funfair"
    players = (2, 4)

    @staticmethod
    def deck() -> list[Card]:
        return cards("2H 3H 4H 5H 6H 7H 8H 9H")

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Fair:
        fair = Fair(
            seats=seats,
            stock=deck,
            boxes=[Box(won=Pile.face_up(owner=seat)) for seat in range(seats)],
            guesses=[None] * seats,
        )
        dealer.begin_round(fair)
        dealer.shuffle(fair.stock)
        return fair

    def acting(self, fair: Fair) -> One | All | AnyOf:
        everybody = fair.everybody()
        return {"guess": All(everybody), "peek": One(fair.turn), "snap": AnyOf(everybody)}[fair.phase]

    def legal(self, fair: Fair, seat: Seat) -> list[Any]:
        return {"guess": [Guess.of(range(1, 7))], "peek": [Peek()], "snap": [Snap()]}[fair.phase]

    def apply(self, fair: Fair, action: Any, dealer: Dealer, seat: Seat) -> None:
        match action:
            case Guess(number):
                fair.guesses[seat] = number
            case Peek():
                dealer.show([fair.stock.top], fair.stock, to=[seat])
                fair.phase = "snap"
            case _:
                dealer.draw(fair.stock, fair.boxes[seat].won)
                self.go_on(fair, dealer)

    def apply_together(self, fair: Fair, actions: Mapping[Seat, Any], dealer: Dealer) -> None:
        super().apply_together(fair, actions, dealer)
        rolled = dealer.roll(6)
        for seat, box in enumerate(fair.boxes):
            box.points += fair.guesses[seat] == rolled
        fair.guesses = [None] * fair.seats
        fair.phase = "peek"

    def all_passed(self, fair: Fair, dealer: Dealer) -> None:
        dealer.pick(fair.stock, fair.boxes[fair.turn].won)
        self.go_on(fair, dealer)

    def go_on(self, fair: Fair, dealer: Dealer) -> None:
        scores = [float(box.points) for box in fair.boxes]
        dealer.end_round([0.0] * fair.seats, scores)
        fair.phase = "guess"
        fair.pass_turn()
        if fair.stock:
            dealer.begin_round(fair)

    def result(self, fair: Fair) -> Result | None:
        return None if fair.stock else Result.most(tuple(float(box.points) for box in fair.boxes))


class TellsGuesses(Funfair):
    """Lets others have a legal action that hangs on what somebody has guessed."""

    def legal(self, fair: Fair, seat: Seat) -> list[Any]:
        legal = super().legal(fair, seat)
        return [*legal, Snap()] if fair.phase == "peek" and fair.guesses[1 - fair.turn % 2] == 1 else legal

    def apply_together(self, fair: Fair, actions: Mapping[Seat, Any], dealer: Dealer) -> None:
        super().apply_together(fair, actions, dealer)
        fair.guesses = [actions[seat].number for seat in actions]


class ForgetsThePassing(Funfair):
    """Fails where nobody wants to act."""

    def all_passed(self, fair: Fair, dealer: Dealer) -> None:
        raise KeyError("nobody")


def test_a_game_with_every_kind_of_turn_keeps_every_promise() -> None:
    report = check_game(Funfair(), games=4)
    assert 4 == report.games == sum(report.results.values())


@pytest.mark.parametrize(
    ("game", "promise"),
    [(TellsGuesses, "private-values-change-nothing"), (ForgetsThePassing, "plays-without-errors")],
)
def test_what_breaks_a_promise_in_such_a_game_is_found(game: type[Funfair], promise: str) -> None:
    with pytest.raises(BrokenPromise) as caught:
        check_game(game(), games=6, promises=[promise])
    assert promise == caught.value.promise


def test_the_dealer_can_be_made_to_fail_at_everything_it_does() -> None:
    match = Match(Funfair(), Funfair.deck(), seats=2, rng=Seeded(1))
    dealer = FailingDealer(match.dealer, None)
    state, pile = match.state, match.state.stock
    dealer.roll(6)
    dealer.show([pile.top], pile, to=[0])
    dealer.begin_round(state)
    dealer.end_round([0, 0], [0, 0])
    state.scores = [0, 0]
    dealer.score(state, 0, 2, "fifteen")
    assert 5 == dealer.operations
