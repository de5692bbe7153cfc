"""A match: what may be done and what not, that nothing half-done remains, and going back and forth in it."""

from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

import pytest
from pydantic import Field

from cardkit import (
    BACK,
    Action,
    BadOption,
    Begun,
    CannotStart,
    Card,
    Dealer,
    Event,
    Game,
    GameFault,
    IllegalAction,
    Match,
    Moved,
    NotAnAction,
    Pile,
    Result,
    Seeded,
    Stacked,
    State,
    Table,
    cards,
    first_legal,
    standard52,
    uncounted,
)
from cardkit_war import Turn


class Buy(Action):
    """Take a card from the shelf."""

    card: Card


class Shake(Action):
    """Shuffle the stock."""


class Trip(Action):
    """Do all sorts of things, and fail."""


class Close(Action):
    """End the game."""


class Stall(State):
    """A stock, a shelf of cards to buy, a basket for each seat, and a book of all that was done."""

    stock: Pile
    shelf: Pile
    baskets: list[Pile]
    book: list[str] = dataclasses.field(default_factory=list)
    purses: dict[str, list[int]] = dataclasses.field(default_factory=dict)
    guests: set[str] = dataclasses.field(default_factory=set)
    late: list[str] | None = None
    bought: int = 0
    closed: bool = False
    shakes: int = uncounted(default=0)


class Market(Game[Stall, Buy | Shake | Trip | Close]):
    """Buy cards from the shelf until somebody closes; most cards win."""

    name = "market"
    players = range(2, 4)
    shelf_size: int = Field(default=2, ge=1, le=9)
    goods: Literal["fruit", "fish"] = "fruit"

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Stall:
        if len(deck) < self.shelf_size:
            raise CannotStart(self.name, f"{len(deck)} cards don't fill a shelf of {self.shelf_size}")
        baskets = [Pile.face_up(owner=seat) for seat in range(seats)]
        stall = Stall(seats=seats, stock=deck, shelf=Pile.face_up(), baskets=baskets)
        dealer.draw(stall.stock, stall.shelf, self.shelf_size)
        return stall

    def legal(self, stall: Stall) -> list[Buy | Shake | Trip | Close]:
        return [*map(Buy, dict.fromkeys(stall.shelf)), Shake(), Trip(), Close()]

    def objection(self, stall: Stall, action: Buy | Shake | Trip | Close) -> str | None:
        if isinstance(action, Buy) and action.card not in stall.shelf:
            return f"{action.card} is not on the shelf"
        return super().objection(stall, action)

    def apply(self, stall: Stall, action: Buy | Shake | Trip | Close, dealer: Dealer) -> None:
        match action:
            case Buy(card):
                dealer.move([card], stall.shelf, stall.baskets[stall.turn])
                stall.bought += 1
                stall.book.append(str(card))
                stall.purses.setdefault("till", []).append(1)
                stall.pass_turn()
            case Shake():
                dealer.shuffle(stall.stock)
                stall.shakes += 1
            case Trip():
                self.trip(stall, dealer)
            case Close():
                stall.closed = True

    def trip(self, stall: Stall, dealer: Dealer) -> None:
        """Whatever can be done at a table, and then an error."""
        dealer.draw(stall.stock, stall.baskets[0], 2, under=True)
        dealer.shuffle(stall.stock)
        dealer.sweep(stall.shelf, stall.stock)
        dealer.shuffle(stall.stock)
        stall.book.append("tripped")
        stall.purses.setdefault("till", []).append(-1)
        stall.purses["lost"] = []
        stall.guests.add("a thief")
        stall.late = [*(stall.late or ()), "very"]
        stall.bought, stall.closed = -1, True
        stall.spilled = "everything"  # type: ignore[attr-defined]
        stall.pass_turn()
        raise ZeroDivisionError("tripped")

    def result(self, stall: Stall) -> Result | None:
        return Result.most(tuple(float(len(basket)) for basket in stall.baskets)) if stall.closed else None


def market(text: str = "2C 3C 4C 5C 6C 7C 8C 9C", *, seats: int = 2, **options: Any) -> Match[Any, Any]:
    """A market, the top card of its stock first in the text."""
    return Match(Market(**options), reversed(cards(text)), seats=seats, rng=Seeded(1))


def everything(match: Match[Any, Any]) -> tuple[Any, ...]:
    """All there is to know of a match: its state to the last field, what may be done, and the chance to come."""
    ahead, pile = match.fork(), Pile.face_down(standard52())
    fields = {name: repr(value) for name, value in vars(match.state).items()}
    ahead.dealer.shuffle(pile)
    return fields, list(match.legal), match.result, match.turn, match.draws, pile.cards


# What may be done


def test_a_match_begins_with_the_events_of_setting_up() -> None:
    match = market("2C 3C 4C")
    moved = Moved(tuple(cards("2C 3C")), "deck", "shelf", None, under=False, known_to=None)
    assert [dataclasses.replace(moved, source="stock"), Begun(2)] == match.events()
    assert (0, 0, False, None, None) == (match.turn, match.draws, match.is_over, match.winner, match.result)


# What may not be done


@pytest.mark.parametrize("action", [Buy(Card("9", "H")), Buy(Card("4", "C")), Buy(BACK), Turn()])
def test_an_action_that_is_not_legal_changes_nothing(action: Action) -> None:
    match = market()
    before = everything(match)
    with pytest.raises(IllegalAction) as refused:
        match.play(action)
    assert action == refused.value.action
    assert before == everything(match)


def test_an_illegal_action_is_refused_with_the_games_reason() -> None:
    with pytest.raises(IllegalAction, match="'buy 9H' can't be done: 9H is not on the shelf"):
        market().play(Buy(Card("9", "H")))


def test_a_game_without_reasons_says_that_it_is_not_allowed_now() -> None:
    class Silent(Market):
        def objection(self, stall: Stall, action: Any) -> str | None:
            return Game.objection(self, stall, action)

    match = Match(Silent(), cards("2C 3C"), seats=2, rng=Stacked())
    with pytest.raises(IllegalAction, match="not allowed now"):
        match.play(Buy(Card("9", "H")))
    assert [None] * 5 == [match.game.objection(match.state, action) for action in match.legal]


@pytest.mark.parametrize("text", ["buy 2C", "BUY 2C", "  buy\t2c ", "Buy  2C\n"])
def test_an_action_is_read_however_its_words_are_typed(text: str) -> None:
    match = market()
    before = everything(match)
    assert Buy(Card("2", "C")) == match.read(text)
    assert match.read(text) in match.legal
    assert before == everything(match)


@pytest.mark.parametrize("text", ["", " ", "buy", "KC", "buy 2C 3C 4C", "sell 2C", "shake it", "buy 2-C", "²"])
def test_reading_what_is_no_action_says_what_there_is(text: str) -> None:
    with pytest.raises(NotAnAction, match="known are: buy <card>; shake; trip; close") as refused:
        market().read(text)
    assert text == refused.value.text


def test_after_the_end_nothing_is_legal() -> None:
    match = market()
    match.play(Close())
    assert match.is_over
    with pytest.raises(NotAnAction):
        match.read("sell 2C")
    for action in (Close(), Buy(Card("2", "C"))):
        with pytest.raises(IllegalAction, match="the game is over"):
            match.play(action)
        with pytest.raises(IllegalAction, match="the game is over"):
            match.read(str(action))


# How it ended


# A rule that fails


def test_a_failing_rule_leaves_everything_as_it_was_and_the_match_goes_on_as_if_there_had_been_none() -> None:
    calm, shaken = market(), market()
    for text in ("buy 2C", "shake", "buy 3C", "shake", "close"):
        before, piles = everything(shaken), shaken.state.piles()
        with pytest.raises(ZeroDivisionError, match="tripped"):
            shaken.play(Trip())
        assert before == everything(shaken)
        assert all(old is new for old, new in zip(piles, shaken.state.piles(), strict=True))
        assert calm.play(calm.read(text)) == shaken.play(shaken.read(text))
        assert everything(calm) == everything(shaken)


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_an_interruption_leaves_everything_as_it_was(interruption: type[BaseException]) -> None:
    class Interrupted(Market):
        def trip(self, stall: Stall, dealer: Dealer) -> None:
            try:
                super().trip(stall, dealer)
            except ZeroDivisionError:
                raise interruption from None

    match = Match(Interrupted(), cards("2C 3C 4C 5C 6C"), seats=2, rng=Seeded(1))
    before = everything(match)
    with pytest.raises(interruption):
        match.play(Trip())
    assert before == everything(match)


@pytest.mark.parametrize("method", ["result", "legal"])
def test_a_table_that_the_rules_cannot_judge_is_not_reached(method: str) -> None:
    def fails(self: Market, stall: Stall) -> Any:
        if stall.bought:
            raise ZeroDivisionError("no idea")
        return getattr(Market, method)(self, stall)

    game: Any = type("Helpless", (Market,), {method: fails, "__module__": __name__})
    match = Match(game(), cards("2C 3C 4C"), seats=2, rng=Seeded(1))
    before = everything(match)
    with pytest.raises(ZeroDivisionError, match="no idea"):
        match.play(match.legal[0])
    assert before == everything(match)


# The same match once more


def test_what_is_played_in_a_fork_stays_there_and_the_other_way_round() -> None:
    match = market()
    match.play(Buy(Card("2", "C")))
    before = everything(match)
    twin, other = match.fork(), match.fork()
    assert before == everything(twin)
    for text in ("shake", "buy 3C", "shake", "close"):
        twin.play(twin.read(text))
    twin.state.book.append("forged")
    twin.state.purses["till"].append(100)
    assert before == everything(match)
    for text in ("shake", "buy 3C", "close"):
        match.play(match.read(text))
    assert before == everything(other)


# Going back


def test_what_is_only_counted_makes_no_other_position() -> None:
    match = market("2C 3C")
    kept, number = match.snapshot(), match.digest()
    match.play(Shake())
    assert 1 == match.state.shakes
    assert match.is_at(kept)
    assert number == match.digest()
    match.state.count += 1
    assert match.is_at(kept)
    assert number == match.digest()


@pytest.mark.parametrize(
    "change",
    [
        lambda stall: stall.stock.cards.reverse(),
        lambda stall: stall.baskets[1].add_to_bottom(stall.stock.deal_from_top()),
        lambda stall: stall.book.append("2C"),
        lambda stall: stall.purses.update(till=[1]),
        lambda stall: stall.guests.add("Ann"),
        lambda stall: setattr(stall, "late", ["very"]),
        lambda stall: setattr(stall, "bought", 1),
        lambda stall: setattr(stall, "turn", 1),
        lambda stall: setattr(stall, "closed", True),
    ],
)
def test_whatever_else_changes_makes_another_position(change: Callable[[Stall], Any]) -> None:
    match = market()
    kept, number, position = match.snapshot(), match.digest(), match.state.position()
    change(match.state)
    assert not match.is_at(kept)
    assert number != match.digest()
    assert position != match.state.position()
    match.restore(kept)
    assert match.is_at(kept)
    assert (number, position) == (match.digest(), match.state.position())


def test_a_list_that_came_later_and_another_order_of_the_same_keys_make_another_position() -> None:
    match = market()
    match.state.late = ["a little"]
    kept = match.snapshot()
    match.state.late.append("very")
    assert not match.is_at(kept)
    match.restore(kept)
    assert ["a little"] == match.state.late
    match.state.purses.update(till=[1], hat=[2])
    kept, number = match.snapshot(), match.digest()
    match.state.purses["till"] = match.state.purses.pop("till")
    assert {"till": [1], "hat": [2]} == match.state.purses
    assert not match.is_at(kept)
    assert number != match.digest()


@pytest.mark.parametrize("field", ["bids", "free", "undeclared"])
def test_what_became_a_list_is_put_back_by_an_action_that_fails(field: str) -> None:
    class Bidding(Stall):
        bids: int | list[int] = 0
        free: Any = 0

    class Bids(Market):
        def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Stall:
            return Bidding(**vars(super().setup(deck, seats, dealer)))

        def apply(self, stall: Stall, action: Buy | Shake | Trip | Close, dealer: Dealer) -> None:
            held = getattr(stall, field, None) or []
            setattr(stall, field, held)
            held.append(len(held))
            if isinstance(action, Trip):
                raise ZeroDivisionError

    match: Match[Any, Any] = Match(Bids(), cards("2C 3C 4C 5C"), seats=2, rng=Seeded(1))
    for _ in range(2):
        match.play(Shake())
    kept = match.snapshot()
    with pytest.raises(ZeroDivisionError):
        match.play(Trip())
    assert [0, 1] == getattr(match.state, field)
    match.play(Shake())
    assert [0, 1, 2] == getattr(match.state, field)
    assert not match.is_at(kept)


def test_a_list_that_was_empty_is_seen_as_it_was_at_each_moment() -> None:
    class Noted(Market):
        def apply(self, stall: Stall, action: Buy | Shake | Trip | Close, dealer: Dealer) -> None:
            dealer.draw(stall.stock, stall.baskets[0])
            stall.book.append("drawn")
            dealer.draw(stall.stock, stall.baskets[0])
            stall.closed = True

    seen: list[list[str]] = []

    def look(event: Event, view: Stall) -> None:
        if isinstance(event, Moved) and event.target == "baskets 0":
            seen.append([*view.book])

    match: Match[Any, Any] = Match(Noted(), cards("2C 3C 4C 5C"), seats=2, rng=Seeded(1))
    Table(match, [first_legal] * 2).watch(look).run()
    assert [[], ["drawn"]] == seen


# Tables of all sorts


class Corner(NamedTuple):
    """A place with a name."""

    name: str
    number: int


@dataclasses.dataclass
class Clock:
    """A thing that changes."""

    hour: int = 0


class Attic(State):
    """Whatever people keep in fields."""

    heaps: tuple[Pile, ...]
    chests: dict[str, Any]
    corner: Corner = Corner("north", 1)
    tally: Counter[str] = dataclasses.field(default_factory=Counter)
    finds: defaultdict[str, list[int]] = dataclasses.field(default_factory=lambda: defaultdict(list))
    clock: Clock = dataclasses.field(default_factory=Clock)


class Rummage(Action):
    """Turn over everything, and perhaps fall down."""

    fall: bool = False


class Attics(Game[Attic, Rummage]):
    """A game with fields of every kind."""

    name = "attics"
    players = range(1, 2)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Attic:
        chests = {"left": {"pile": Pile.hand(0), "opened": 0}, "right": [Pile.face_up(), ["dust"]]}
        return Attic(seats=seats, heaps=(deck, Pile.face_up()), chests=chests)

    def legal(self, attic: Attic) -> list[Rummage]:
        return [Rummage(), Rummage(fall=True)]

    def apply(self, attic: Attic, rummage: Rummage, dealer: Dealer) -> None:
        attic.count += 1
        dealer.sweep(attic.heaps[0], attic.chests["left"]["pile"])
        attic.chests["left"]["opened"] += 1
        attic.chests["right"][1].append("more dust")
        attic.tally["turns"] += 1
        attic.finds["hats"].append(3)
        attic.clock.hour += 1
        attic.corner = attic.corner._replace(number=attic.corner.number + 1)
        if rummage.fall:
            raise ZeroDivisionError("fell down")

    def result(self, attic: Attic) -> Result | None:
        return None


def attics() -> Match[Attic, Rummage]:
    """A match with fields of every kind."""
    return Match(Attics(), cards("2C 3C"), seats=1, rng=Stacked())


def test_piles_are_found_and_named_wherever_they_are_kept() -> None:
    names = ["heaps 0", "heaps 1", "chests left pile", "chests right 0"]
    assert names == [pile.name for pile in attics().state.piles()]


@pytest.mark.parametrize("twin", [State.clone, lambda state: state.view(0), lambda state: state.view(None)])
def test_fields_keep_their_types_in_a_copy_and_share_nothing_with_it(twin: Callable[[Attic], Attic]) -> None:
    match = attics()
    match.play(Rummage())
    attic = twin(match.state)
    before = everything(match)
    assert ("north", 2) == (attic.corner.name, attic.corner.number)
    assert (0, []) == (attic.tally["nothing"], attic.finds["nothing"])
    attic.finds["hats"].append(4)
    attic.tally["turns"] += 1
    attic.clock.hour = 12
    attic.chests["left"]["opened"] = 9
    attic.chests["right"][1].clear()
    attic.chests["left"]["pile"].cards.clear()
    assert before == everything(match)


@pytest.mark.parametrize("name", ["piles", "view", "others"])
def test_a_field_with_the_name_of_a_method_is_a_fault_of_the_game(name: str) -> None:
    with pytest.raises(GameFault, match=f"its field {name} has the name of a method") as fault:
        type("Heap", (State,), {"__annotations__": {"stock": Pile, name: int}})
    assert "Heap" == fault.value.game


# What can't be started


@pytest.mark.parametrize(
    ("seats", "asked"),
    [(-1, "-1 seats were"), (0, "0 seats were"), (1, "1 seat was"), (4, "4 seats were"), (100, "100 seats were")],
)
def test_a_game_is_not_started_with_a_number_of_seats_it_is_not_made_for(seats: int, asked: str) -> None:
    with pytest.raises(CannotStart, match=f"market: {asked} asked for, the game takes 2 to 3") as refused:
        market(seats=seats)
    assert "market" == refused.value.game


def test_a_back_is_no_card_to_play_with() -> None:
    with pytest.raises(CannotStart, match="the back of a card can't be in a deck"):
        Match(Market(), [*cards("2C 3C"), BACK], seats=2, rng=Stacked())


# Games that are at fault


def faulty(**methods: Any) -> Callable[[], Match[Any, Any]]:
    """Starts a market some of whose rules are replaced."""
    game: Any = type("Faulty", (Market,), {**methods, "__module__": __name__})
    return lambda: Match(game(), cards("2C 3C 4C 5C"), seats=2, rng=Seeded(1))


@pytest.mark.parametrize("nothing", [[], ()])
def test_a_game_that_goes_on_has_to_have_something_legal(nothing: Sequence[Any]) -> None:
    with pytest.raises(GameFault, match="there is no legal action, and no result"):
        faulty(legal=lambda self, stall: nothing)()


# Options


@pytest.mark.parametrize(
    ("options", "option", "value", "reason"),
    [
        ({"shelf": 3}, "shelf", 3, "no such option; known: shelf_size, goods"),
        ({"shelf_size": 0}, "shelf_size", 0, "1 at least"),
        ({"shelf_size": "many"}, "shelf_size", "many", "whole number"),
        ({"shelf_size": "²"}, "shelf_size", "²", "whole number"),
        ({"goods": "meat"}, "goods", "meat", "'fruit' or 'fish'"),
        ({"name": "bazaar"}, "name", "bazaar", "no such option"),
    ],
)
def test_a_bad_option_is_refused_by_its_name(options: dict[str, Any], option: str, value: Any, reason: str) -> None:
    with pytest.raises(BadOption, match=reason) as refused:
        Market.with_options(options)
    assert ("market", option, value) == (refused.value.game, refused.value.option, refused.value.value)
    assert isinstance(refused.value, ValueError)


def test_the_rules_of_a_game_never_change() -> None:
    game = Market()
    with pytest.raises(ValueError, match="frozen"):
        game.shelf_size = 3  # type: ignore[misc]
    assert Market() == game
    assert Market(shelf_size=3) != game
