"""A match: what may be done and what not, that nothing half-done remains, and going back and forth in it."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

import pytest
from pydantic import Field
from toys import Toy

from cardkit import BACK, Card, Dealer, Match, Pile, Seeded, State, Table, cards, first_legal, standard52, uncounted
from cardkit.core.actions import Action
from cardkit.core.chance.generators import Stacked
from cardkit.core.errors import BadOption, CannotStart, GameFault, IllegalAction, NotAnAction
from cardkit.core.events import Begun, Event, Moved
from cardkit.core.game import Game
from cardkit.core.results import Result
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


class Corner(NamedTuple):
    """A place with a name."""

    name: str
    number: int


@dataclasses.dataclass
class Clock:
    """A thing that changes."""

    hour: int = 0


def chests() -> dict[str, Any]:
    """Piles and lists deep within others."""
    return {"left": {"pile": Pile.hand(0), "opened": 0}, "right": [Pile.face_up(), ["dust"]]}


class Stall(State):
    """A stock, a shelf of cards to buy, a basket for each seat, and whatever else people keep in fields."""

    stock: Pile
    shelf: Pile
    baskets: list[Pile]
    heaps: tuple[Pile, ...]
    chests: dict[str, Any] = dataclasses.field(default_factory=chests)
    book: list[str] = dataclasses.field(default_factory=list)
    purses: dict[str, list[int]] = dataclasses.field(default_factory=dict)
    guests: set[str] = dataclasses.field(default_factory=set)
    corner: Corner = Corner("north", 1)
    tally: Counter[str] = dataclasses.field(default_factory=Counter)
    finds: defaultdict[str, list[int]] = dataclasses.field(default_factory=lambda: defaultdict(list))
    clock: Clock = dataclasses.field(default_factory=Clock)
    late: list[str] | None = None
    bought: int = 0
    closed: bool = False
    shakes: int = uncounted(default=0)


class Market(Toy, Game[Stall, Buy | Shake | Trip | Close]):
    """Buy cards from the shelf until somebody closes; most cards win."""

    name = "market"
    players = range(2, 4)
    shelf_size: int = Field(default=2, ge=1, le=9)
    goods: Literal["fruit", "fish"] = "fruit"

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Stall:
        baskets = [Pile.face_up(owner=seat) for seat in range(seats)]
        stall = Stall(seats=seats, stock=deck, shelf=Pile.face_up(), baskets=baskets, heaps=(Pile.face_up(),))
        dealer.draw(stall.stock, stall.shelf, self.shelf_size)
        return stall

    def legal(self, table: Stall) -> list[Action]:
        return [*map(Buy, dict.fromkeys(table.shelf)), Shake(), Trip(), Close()]

    def objection(self, table: Stall, action: Action) -> str | None:
        if isinstance(action, Buy) and action.card not in table.shelf:
            return f"{action.card} is not on the shelf"
        return super().objection(table, action)

    def apply(self, table: Stall, action: Action, dealer: Dealer) -> None:
        match action:
            case Buy(card):
                dealer.move([card], table.shelf, table.baskets[table.turn])
                table.bought += 1
                self.note(table, str(card))
                table.pass_turn()
            case Shake():
                dealer.shuffle(table.stock)
                table.shakes += 1
            case Trip():
                self.trip(table, dealer)
            case _:
                table.closed = True

    def note(self, table: Stall, word: str) -> None:
        """Change something in each of the fields."""
        table.book.append(word)
        table.purses.setdefault("till", []).append(1)
        table.guests.add(word)
        table.chests["left"]["opened"] += 1
        table.chests["right"][1].append("more dust")
        table.tally["turns"] += 1
        table.finds["hats"].append(3)
        table.clock.hour += 1
        table.corner = table.corner._replace(number=table.corner.number + 1)

    def trip(self, table: Stall, dealer: Dealer) -> None:
        """Whatever can be done at a table, and then an error."""
        dealer.draw(table.stock, table.baskets[0], 2, under=True)
        dealer.shuffle(table.stock)
        dealer.sweep(table.shelf, table.chests["left"]["pile"])
        dealer.sweep(table.baskets[0], table.heaps[0])
        dealer.shuffle(table.stock)
        self.note(table, "tripped")
        table.purses["lost"] = []
        table.late = [*(table.late or ()), "very"]
        table.bought, table.closed = -1, True
        table.spilled = "everything"  # type: ignore[attr-defined]
        table.pass_turn()
        raise ZeroDivisionError("tripped")

    def result(self, table: Stall) -> Result | None:
        return Result.most(tuple(float(len(basket)) for basket in table.baskets)) if table.closed else None


def market(game: type[Market] = Market, *, seats: int = 2) -> Match[Any, Any]:
    """A market, the top card of its stock first."""
    return Match(game(), reversed(cards("2C 3C 4C 5C 6C 7C 8C 9C")), seats=seats, rng=Seeded(1))


def everything(match: Match[Any, Any]) -> tuple[Any, ...]:
    """All there is to know of a match: its state to the last field, what may be done, and the chance to come."""
    ahead, pile = match.fork(), Pile.face_down(standard52())
    fields = {name: repr(value) for name, value in vars(match.state).items()}
    ahead.dealer.shuffle(pile)
    return fields, list(match.legal), match.result, match.turn, match.draws, pile.cards


def test_a_match_begins_with_the_events_of_setting_up() -> None:
    match = market()
    moved = Moved(tuple(cards("2C 3C")), "deck", "shelf", None, under=False, known_to=None)
    assert [dataclasses.replace(moved, source="stock"), Begun(2)] == match.events()
    assert (0, 0, False, None, None) == (match.turn, match.draws, match.is_over, match.winner, match.result)


class Silent(Market):
    """A market that gives no reasons."""

    def objection(self, table: Stall, action: Action) -> str | None:
        return Game.objection(self, table, action)


@pytest.mark.parametrize("action", [Buy(Card("9", "H")), Buy(Card("4", "C")), Buy(BACK), Turn()])
def test_an_action_that_is_not_legal_changes_nothing_and_is_refused_with_the_games_reason(action: Any) -> None:
    for game in (Market, Silent):
        match = market(game)
        before = everything(match)
        why = f"{action.card} is not on the shelf" if game is Market and isinstance(action, Buy) else "not allowed now"
        with pytest.raises(IllegalAction, match=f"{re.escape(why)}$") as refused:
            match.play(action)
        assert (action, before) == (refused.value.action, everything(match))
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


def faulty(**methods: Any) -> type[Market]:
    """A market some of whose rules are replaced."""
    return type("Faulty", (Market,), {**methods, "__module__": __name__})


def interrupted(error: type[BaseException]) -> Callable[..., Any]:
    """A rule that does all sorts of things before it is interrupted."""

    def trip(self: Market, table: Stall, dealer: Dealer) -> None:
        with pytest.raises(ZeroDivisionError):
            Market.trip(self, table, dealer)
        raise error

    return trip


def clueless(method: str) -> Callable[..., Any]:
    """A rule that fails once somebody has bought something."""
    return lambda self, table: 1 // (1 - table.bought) and getattr(Market, method)(self, table)


@pytest.mark.parametrize(
    ("rules", "action", "error"),
    [
        *(
            ({"trip": interrupted(error)}, Trip(), error)
            for error in (KeyboardInterrupt, SystemExit, GeneratorExit, ZeroDivisionError)
        ),
        *(({method: clueless(method)}, Buy(Card("2", "C")), ZeroDivisionError) for method in ("result", "legal")),
    ],
)
def test_an_action_that_is_interrupted_or_whose_table_rules_cannot_judge_leaves_everything_as_it_was(
    rules: dict[str, Any], action: Action, error: type[BaseException]
) -> None:
    match = market(faulty(**rules))
    before = everything(match)
    with pytest.raises(error):
        match.play(action)
    assert before == everything(match)


@pytest.mark.parametrize("nothing", [[], ()])
def test_a_game_that_goes_on_has_to_have_something_legal(nothing: Sequence[Any]) -> None:
    with pytest.raises(GameFault, match="there is no legal action, and no result"):
        market(faulty(legal=lambda self, table: nothing))


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


def test_what_is_only_counted_makes_no_other_position() -> None:
    match = market()
    kept, number = match.snapshot(), match.digest()
    match.state.shakes += 1
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
        lambda stall: stall.clock.__init__(12),
        lambda stall: stall.chests["right"][1].clear(),
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

        def apply(self, table: Stall, action: Action, dealer: Dealer) -> None:
            held = getattr(table, field, None) or []
            setattr(table, field, held)
            held.append(len(held))
            if isinstance(action, Trip):
                raise ZeroDivisionError

    match = market(Bids)
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
        def apply(self, table: Stall, action: Action, dealer: Dealer) -> None:
            dealer.draw(table.stock, table.baskets[0])
            table.book.append("drawn")
            dealer.draw(table.stock, table.baskets[0])
            table.closed = True

    seen: list[list[str]] = []

    def look(event: Event, view: Stall) -> None:
        if isinstance(event, Moved) and event.target == "baskets 0":
            seen.append([*view.book])

    Table(market(Noted), [first_legal] * 2).watch(look).run()
    assert [[], ["drawn"]] == seen


def test_piles_are_found_and_named_wherever_they_are_kept() -> None:
    names = ["stock", "shelf", "baskets 0", "baskets 1", "heaps 0", "chests left pile", "chests right 0"]
    assert names == [pile.name for pile in market().state.piles()]


@pytest.mark.parametrize("twin", [State.clone, lambda state: state.view(0), lambda state: state.view(None)])
def test_fields_keep_their_types_in_a_copy_and_share_nothing_with_it(twin: Callable[[Stall], Stall]) -> None:
    match = market()
    match.play(match.legal[0])
    stall = twin(match.state)
    before = everything(match)
    assert ("north", 2) == (stall.corner.name, stall.corner.number)
    assert (0, []) == (stall.tally["nothing"], stall.finds["nothing"])
    stall.finds["hats"].append(4)
    stall.tally["turns"] += 1
    stall.clock.hour = 12
    stall.chests["left"]["opened"] = 9
    stall.chests["right"][1].clear()
    stall.chests["left"]["pile"].add_to_bottom(BACK)
    assert before == everything(match)


@pytest.mark.parametrize("name", ["piles", "view", "others"])
def test_a_field_with_the_name_of_a_method_is_a_fault_of_the_game(name: str) -> None:
    with pytest.raises(GameFault, match=f"its field {name} has the name of a method") as fault:
        type("Heap", (State,), {"__annotations__": {"stock": Pile, name: int}})
    assert "Heap" == fault.value.game


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
