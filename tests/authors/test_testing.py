"""The tests for games are tested themselves: games that keep their promises pass, and each broken one is found."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest
from broken_games import (
    BROKEN,
    DECK,
    BuriesOpenly,
    Bury,
    Fragile,
    Honest,
    Lay,
    LayAt,
    Layout,
    MovesAnEqualOne,
    NothingToDo,
    ReadsTheCount,
    RulesOutTooMuch,
    TellsTheCard,
)
from hypothesis import given, settings

from cardkit import (
    Action,
    All,
    AnyOf,
    CannotLoad,
    CannotStart,
    Card,
    Dealer,
    Game,
    How,
    Match,
    One,
    Part,
    Pile,
    Result,
    Seat,
    Seeded,
    State,
    UnknownName,
    cards,
    counted,
    deck,
    inside,
    private,
    uncounted,
)
from cardkit.authors.testing import (
    PROMISES,
    BrokenPromise,
    check_game,
    decks,
    perft,
    same_log_under_hash_seeds,
    seeds,
)
from cardkit.authors.trial import FailingDealer, raised
from cardkit.bots.knowledge import Knowledge
from cardkit.plugins.lines import word_of
from cardkit.plugins.registry import load_game
from cardkit_crazy8s import Crazy8s
from cardkit_war.rules import War

GO_FISH = Path(__file__).parents[2] / "docs" / "examples" / "go_fish.py"
GoFish: Any = load_game(str(GO_FISH)).game


# Games that keep their promises


def test_an_honest_game_keeps_every_promise() -> None:
    report = check_game(Honest(), decks=[DECK, DECK * 2])
    assert 20 == report.games == sum(report.results.values())
    assert report.longest <= report.actions


def test_a_game_that_swallows_errors_is_not_blamed_for_it() -> None:
    check_game(Fragile(), decks=[DECK])


def test_war_keeps_every_promise_and_its_endless_games_are_recognised() -> None:
    small = [deck("234", "HS"), deck("2345", "HS"), deck("23", "HSCD")]
    check_game(War(pickup="random", face_down=3), decks=small)
    report = check_game(War(pickup="table", face_down=0, open_decks=True), decks=[*small, deck("2345", "HS")], games=5)
    assert report.results[How.ENDLESS] > 0


@settings(max_examples=8, deadline=None)
@given(pack=decks("234", "AB", min_size=7, max_size=16), seed=seeds())
def test_go_fish_keeps_every_promise_with_any_deck(pack: list[Card], seed: int) -> None:
    check_game(GoFish(hand_size=2), decks=[pack], seats=[3], games=1, seed=seed)


def test_a_long_game_is_looked_at_up_to_the_limit_which_may_be_none_and_not_blamed() -> None:
    report = check_game(GoFish(), seats=[2], games=2, max_actions=20)
    assert (2, 20) == (report.results[How.CUT_OFF], report.longest)
    with pytest.raises(BrokenPromise, match="the game goes on and on, for 0 actions or more, after setup"):
        check_game(GoFish(), seats=[2], games=1, max_actions=0)


# Games that break one


def test_every_promise_has_a_game_that_breaks_it() -> None:
    assert set(PROMISES) == {promise for promise, _ in BROKEN}


def test_a_game_that_fails_in_a_process_of_its_own_cannot_be_loaded() -> None:
    with pytest.raises(CannotLoad, match="no legal action"):
        same_log_under_hash_seeds("broken_games:NothingToDo", deck=DECK, games=1)


def test_only_the_promises_that_are_named_are_looked_at() -> None:
    check_game(TellsTheCard(), decks=[DECK], promises=["cards-conserved", "hidden-cards-change-nothing"])


class Bold(Lay):
    """Put a card on the discards, of a kind that the game doesn't declare."""


class LaysBoldly(Honest):
    """Allows actions of a kind that the catalogue neither lists nor names."""

    def legal(self, table: Any) -> Any:
        return [*super().legal(table), Bold(table.hands[table.turn].top)]


def test_a_kind_of_action_that_the_catalogue_forgets_is_found() -> None:
    with pytest.raises(BrokenPromise, match="is legal, and not in the catalogue of all actions"):
        check_game(LaysBoldly(), decks=[DECK], promises=["catalogue-complete"])


def test_an_unknown_promise_and_a_deck_that_does_not_do_are_no_broken_promises() -> None:
    with pytest.raises(UnknownName, match="'honesty'; known: sets-up"):
        check_game(Honest(), promises=["honesty"])
    with pytest.raises(CannotStart, match="not enough cards"):
        check_game(Honest(), decks=[DECK[:3]])


def test_a_broken_promise_says_how_to_come_there_again() -> None:
    with pytest.raises(BrokenPromise) as caught:
        check_game(TellsTheCard(), decks=[DECK], seats=[2], seed=5)
    broken = caught.value
    match: Match[Any, Any] = Match(
        TellsTheCard(), broken.deck, seats=broken.seats, rng=Seeded(broken.seed).split("deal")
    )
    events: list[Any] = []
    for notation in broken.actions:
        events = match.play(match.read(notation))
    assert "take" == broken.actions[-1]
    assert events[0].card == match.state.hands[events[1].owner].top


def test_a_broken_promise_is_one_sentence_and_a_long_way_to_it_is_cut() -> None:
    with pytest.raises(BrokenPromise) as caught:
        check_game(NothingToDo(), decks=[DECK], seats=[2])
    actions = caught.value.actions
    told = f"after {counted(len(actions), 'action')}: {', '.join(actions)} (2 seats, seed {caught.value.seed})"
    assert str(caught.value) == (
        f"honest breaks the promise legal-not-empty: there is no legal action, and no result, {told}"
    )
    ways = tuple(f"lay {number}A" for number in range(20))
    broken = BrokenPromise("honest", "ends", "it goes on", deck=DECK, seats=2, seed=1, actions=ways)
    assert "after 20 actions, the last ones being lay 8A, lay 9A" in str(broken)
    assert ways == broken.actions


def test_a_card_that_is_asked_for_is_no_secret() -> None:
    class Asking(BuriesOpenly):
        """A card nobody sees is named, and it is the turn of the next seat."""

        def legal(self, table: Any) -> Any:
            return [Bury(card) for card in DECK if card not in table.hands[table.turn].cards]

        def apply(self, table: Any, action: Any, dealer: Any) -> None:
            dealer.draw(table.stock, table.hands[table.turn])
            table.pass_turn()

    check_game(Asking(), decks=[DECK], promises=["log-keeps-secrets"])


def test_that_a_turn_ends_is_no_secret_where_the_next_is_of_the_same_seat() -> None:
    game = Crazy8s(hand_size=1, draw=1, last_card_wild_asks=False)
    check_game(game, decks=[cards("2H 2H 2H 2C 3C")], seats=(1,), games=10, promises=["log-keeps-secrets"])


def test_a_place_may_be_that_of_a_pile_in_a_row() -> None:
    class FromRow(MovesAnEqualOne):
        """Whose hand a card is taken from is said by its place in the row."""

        def legal(self, table: Any) -> Any:
            return [LayAt(place) for place, hand in enumerate(table.hands) if hand]

        def apply(self, table: Any, action: Any, dealer: Any) -> None:
            hand = table.hands[action.place]
            dealer.take([len(hand) - 1], hand, table.discards)
            table.pass_turn()

    check_game(FromRow(), decks=[DECK[:1] * 12], promises=["moves-by-place"])


def test_an_error_of_cardkits_own_code_is_told_with_its_place() -> None:
    with pytest.raises(IndexError) as found:
        word_of("")
    found.value.__traceback__ = cast(Any, found.tb.tb_next)
    place = rf"\(lines.py, line {word_of.__code__.co_firstlineno + 2}\)"
    assert re.fullmatch(rf"IndexError was raised .* in cardkit's own code {place}", raised(found.value))


def test_who_concludes_too_much_is_told_how_to_say_less(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BrokenPromise, match=r"let `rules_out` say less \(broken_games.py, line \d+\)"):
        check_game(RulesOutTooMuch(), decks=[DECK], promises=["knowledge-holds"])
    monkeypatch.setattr(Knowledge, "denies", lambda *_: "hands 1 can't hold 2A")
    with pytest.raises(BrokenPromise, match=r"write `def rules_out\(self, view, action, seat\): return \{\}`"):
        check_game(Honest(), decks=[DECK], promises=["knowledge-holds"])


def test_perft_agrees_with_playing_every_sequence_from_the_start() -> None:
    pack, depth = deck("2345", "ABC"), 3

    def sequences(played: list[str]) -> int:
        match = Match(GoFish(hand_size=2), pack, seats=3, rng=Seeded(7))
        for notation in played:
            match.play(match.read(notation))
        if match.is_over or len(played) == depth:
            return 1
        return sum(sequences([*played, str(action)]) for action in match.legal)

    assert sequences([]) == perft(Match(GoFish(hand_size=2), pack, seats=3, rng=Seeded(7)), depth)


class EndsByTheCount(Honest):
    """Looks into a list by the number of turns, which is only counted."""

    def result(self, table: Layout) -> Result | None:
        limits = [50] * 10_000
        return super().result(table) if table.count < limits[table.count] else Result.draw(table.seats)


class ReadsItsWars(Honest):
    """Lets what an action does hang on a number of its own that is only counted."""

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Layout:
        table = super().setup(deck, seats, dealer)
        dealt: Any = {**vars(table), "wars": 0}
        return Warlike(**dealt)

    def apply(self, table: Layout, action: Any, dealer: Dealer) -> None:
        super().apply(table, action, dealer)
        assert isinstance(table, Warlike)
        table.laid[0] += table.wars > 1000
        table.wars += 1


class Warlike(Layout):
    """A table with a number that is only counted."""

    wars: int = uncounted(default=0)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (ReadsTheCount, "what is legal hangs on a field that is only counted: count, which"),
        (EndsByTheCount, "so that whether a rule fails hangs on a field that is only counted: count, which"),
        (ReadsItsWars, "what an action does hangs on a field that is only counted: wars, which"),
    ],
)
def test_a_rule_that_reads_what_is_only_counted_is_told_the_field(game: type[Honest], told: str) -> None:
    with pytest.raises(BrokenPromise) as caught:
        check_game(game(), decks=[DECK], games=4, promises=["counts-change-nothing"])
    assert told in caught.value.reason


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
