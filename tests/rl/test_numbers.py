"""Actions and what a seat sees as numbers, and the promise that agents can learn a game by them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from broken_games import DRAWN, HEAP
from every_game import WAYS, Way, in_every_way
from following import imagined
from helpers import cardkit
from hypothesis import given, settings
from hypothesis import strategies as st
from toys import Toy

from cardkit import (
    Action,
    Card,
    Dealer,
    Game,
    Match,
    Part,
    Pile,
    Random,
    Rank,
    Seat,
    Seeded,
    Stacked,
    State,
    Suit,
    cards,
    private,
    uncounted,
)
from cardkit.authors import performances as machines
from cardkit.authors.trial import TrialSetup
from cardkit.core.actions import Choices
from cardkit.plugins.registry import load_game
from cardkit.rl import aec_env
from cardkit.rl.actions import ActionSpace, Coarse, NotAnEnvironment
from cardkit.rl.observations import Observations
from cardkit.rl.setting import read


class Offer(Action):
    """Offer a card to somebody."""

    to: Seat
    rank: Rank | None = None


class Bet(Action):
    """Bet any number of chips."""

    chips: int


class Stand(Part):
    """A card that lies before a seat, and its price."""

    card: Pile
    price: int


class Market(State):
    """A table with a field of every kind."""

    stock: Pile
    open: Pile
    hands: list[Pile]
    stands: list[Stand]
    bid: list[int | None] = private(default_factory=list)
    led: Rank | None = None
    phase: Literal["buy", "sell"] = "buy"
    best: Card | None = None
    asked: Seat | None = None
    live: list[Seat]
    points: tuple[float, ...]
    closed: bool = False
    notes: dict[str, int]
    told: int = uncounted(default=0)


class Trade(Toy, Game[Market, Offer | Bet]):
    name = "trade"
    players = range(2, 5)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Market:
        market = Market(
            seats=seats, stock=deck, open=Pile.face_up(), hands=Pile.hands(seats), stands=[], bid=[None] * seats,
            live=[], points=(0,) * seats, notes={},
        )  # fmt: skip
        dealer.deal(deck, market.hands, each=1)
        return market

    def legal(self, market: Market) -> list[Any]:
        return [Offer(market.others()[0]), Offer(market.others()[-1], "3"), Bet.of(range(10, 91, 10))]


DECK = cards("2C 3C 2C 3D")


def trade(seats: int = 3) -> Match[Market, Any]:
    """That game at its beginning: seat 0 has 3D, seat 1 2C, seat 2 3C, and 2C is left."""
    return Match(Trade(), DECK, seats=seats, rng=Stacked())


def space(coarse: dict[str, Coarse]) -> ActionSpace:
    """The actions of that game."""
    return ActionSpace(Trade(), DECK, 3, coarse)


def told(match: Match[Any, Any], seat: Seat) -> dict[str, float]:
    """What a seat is told, without zeros."""
    layout = Observations(match.game, DECK, match.state.seats)
    numbers = layout.encode(match.state, seat)
    names = [f"{section.name}|{section.what}|{label}" for section in layout.sections for label in section.labels]
    return {name: float(number) for name, number in zip(names, numbers, strict=True) if number}


def test_fields_of_every_kind_are_told_from_the_seat_that_looks_and_what_is_not_told_is_named() -> None:
    match = trade()
    market = match.state
    market.bid, market.led, market.phase, market.best = [7, 8, None], "3", "sell", Card("3", "D")
    market.asked, market.live, market.points, market.closed = 0, [2, 1], (1.5, 2.5, -1), True
    market.told, market.notes = 3, {"a": 1}
    found = {name: value for name, value in told(match, 2).items() if "value" in name}
    ones = ("turn|+1", "seat|2", "led|3", "phase|sell", "best|3D", "asked|+1", "live|own", "live|+2", "closed|value")
    points = {"points|value|own": -1, "points|value|+1": 1.5, "points|value|+2": 2.5}
    assert {one.replace("|", "|value|"): 1 for one in ones} | points == found
    assert {"bid|value|value": 8, "bid|value|is there": 1}.items() <= told(match, 1).items()
    assert {"notes": "its values can't be told in numbers by its type"} == Observations(Trade(), DECK, 3).left_out


@in_every_way
def test_agents_see_all_that_changes_of_a_game_and_can_say_all_that_is_legal(way: Way) -> None:
    setup = way.setup(seed=1)
    trial = TrialSetup(game=setup.game, deck=tuple(setup.cards), seats=len(setup.sitting), seed=1, max_actions=100)
    assert machines.can_be_learned(trial) is None


def test_hints_are_told_of_each_card_until_it_moves() -> None:
    batch = Way("lanterns", None).batch()
    layout, match = Observations(batch.game, batch.setup.cards, batch.seats), batch.match(0)
    card = match.state.hands[1].cards[0]

    def hints() -> list[str]:
        seen = read(layout, layout.encode(match.state, 1)).splitlines()
        return [line.partition(": ")[2] for line in seen if line.startswith("hands own, hints")]

    assert [] == hints()
    match.advance(match.read(f"ranks 1 {card.rank}", 0))
    assert f"card 0 {card.rank}" in hints()[0].split(", ")
    assert f"card 0 {card.rank} -1" not in hints()[0].split(", ")


def test_scores_are_told_as_shares_of_what_they_can_be() -> None:
    env = aec_env("hearts", options={"limit": 50})
    env.reset(seed=1)
    env.episode.match.state.scores = (75, 0, 30, 15)
    told = {section.name: section for section in env.setting.observations.sections}["scores"]
    numbers = env.observe("player_2")["observation"][told.start :][: told.size]
    assert ([0.4, 0.2, 1, 0], 0, 1) == (pytest.approx(numbers.tolist()), told.low, told.high)


def test_a_pile_that_came_late_to_others_is_refused_by_name() -> None:
    match = trade()
    match.state.hands.append(Pile.hand(0))
    match.state.look_for_piles()
    late = "hands 3 came while it was played, and hands had other piles at first: begin with none"
    with pytest.raises(NotAnEnvironment, match=f"^trade can't be an environment: {late}$"):
        told(match, 0)


def test_a_few_actions_stand_for_many_as_they_are_spread_written_or_picked() -> None:
    legal = trade().legal
    fixed = 3 * 3

    def meant(few: Coarse) -> Sequence[str]:
        actions = space({"Bet": few})
        numbers = [number for number in actions.numbers(legal, 0, dict) if number >= fixed]
        names = [f"bet ({number - fixed + 1} of {actions.size - fixed})" for number in numbers]
        assert isinstance(few, list) or names == [actions.names[number] for number in numbers]
        return [str(actions.action(number, legal, 0, dict)) for number in numbers]

    assert ["bet 10", "bet 50", "bet 90"] == meant(3)
    assert ["bet 10"] == meant(1)
    assert [f"bet {chips}" for chips in range(10, 91, 10)] == meant(20)
    assert ["bet 20", "bet 40"] == meant(["bet 20", "bet 25", "bet 40"])
    picked: Coarse = [lambda bets, view: bets[-1], lambda bets, view: None, lambda bets, view: bets[2]]
    assert ["bet 90", "bet 30"] == meant(picked)


def test_which_few_stand_for_many_does_not_hang_on_how_a_hand_lies() -> None:
    batch = Way("cheat", None).batch()
    actions = ActionSpace(batch.game, batch.setup.cards, batch.seats, {"Put": 6})
    match = batch.match(0)
    meant: list[Any] = []
    for _ in range(2):
        numbers = actions.numbers(match.legal, 0, dict)
        meant.append([sorted(map(str, actions.action(number, match.legal, 0, dict).cards)) for number in numbers])  # type: ignore[union-attr]
        match.state.hands[0].cards.reverse()
        match.look()
    assert meant[0] == meant[1]
    assert 6 == len(meant[0])


REFUSED = {
    "coarse names Raise, and its kinds of actions are Offer and Bet": {"Raise": 5},
    "coarse has 'offer 1' for Bet, and that is a Offer": {"Bet": ["offer 1"]},
    "'bet' is not an action: known are: offer <to> <rank>; bet <chips>": {"Bet": ["bet"]},
}


@pytest.mark.parametrize(("reason", "coarse"), REFUSED.items())
def test_a_game_whose_actions_have_no_numbers_says_so(reason: str, coarse: Any) -> None:
    with pytest.raises(NotAnEnvironment) as refused:
        space(coarse)
    assert f"trade can't be an environment: {reason}" == str(refused.value)


def test_an_action_that_no_card_of_the_deck_allows_is_refused_by_name() -> None:
    game = load_game("crazy8s").game.with_options({"suits": "Moons", "hand_size": 1})
    match = Match[Any, Any](game, cards("9C 8C 7C"), seats=1, rng=Stacked())
    actions = ActionSpace(game, cards("9C 8C 7C"), 1)
    with pytest.raises(
        NotAnEnvironment, match="play 8C Moons is legal, and not among the actions that its deck allows"
    ):
        actions.numbers(match.legal, 0, dict)


def said(actions: ActionSpace, legal: Any, seat: Seat, begun: Any = ()) -> Iterator[Any]:
    """Every action that masked steps lead to."""
    for number in actions.numbers(legal, seat, dict, begun):
        after = actions.after(number, legal, seat, dict, begun)
        assert after is not None
        if isinstance(after, tuple):
            assert len(actions.numbers(legal, seat, dict, after)) > 1, "a step that can be but one is left out"
            yield from said(actions, legal, seat, after)
        else:
            yield after


@in_every_way
def test_every_legal_action_is_reached_by_masked_steps_and_arrives_as_itself(way: Way) -> None:
    batch = way.batch()
    actions = ActionSpace(batch.game, batch.setup.cards, batch.seats)
    match, chance, most = batch.match(0), Seeded(1), 400
    for _ in range(60):
        if match.result is not None:
            break
        seat, legal = match.turn, match.legal
        action = legal[chance.below(len(legal))]
        if len(legal) <= most:
            assert sorted(map(str, legal)) == sorted(map(str, said(actions, legal, seat)))
        else:
            assert all(one in legal for one in islice(said(actions, legal, seat), 20))
        match.advance(action, seat)


class Odd(Action):
    """An action with a field of every sort that has no end."""

    seat: Seat
    cards: tuple[Card, ...] = ()
    chips: int = 0
    text: str = ""
    share: float = 0.0
    suit: Suit | None = None
    open: bool = False


class Side(Action):
    """With some seats, in an order that matters."""

    seats: tuple[Seat, ...]


class Oddities(Toy, Game[Market, Odd | Side | Offer]):
    """Actions of every sort are legal."""

    players = range(2, 5)
    setup = Trade.setup

    def legal(self, market: Market) -> list[Any]:
        own, other = market.turn, market.others()[0]
        two, three = cards("2C 3C")
        return [
            *(Odd(other, some) for some in ((two, three), (three, two), (two, two))),
            *(Odd(own, chips=chips) for chips in (-17, 17, 1)),
            Odd(own, text="any word", share=0.5),
            Odd(own, share=1.5),
            *(Side(some) for some in ((other, own), (own, other), (other,))),
            Odd.some_of(cards("2C 3C 2C"), 1, 2, [own], range(-100, 1001, 550), ["x"], [0.25], ["C"], [True]),
            Odd.of([other], [()], [0, 7, 70], ["a", "b"], [0.25], [None], [False]),
            Offer(other),
        ]


def test_actions_with_any_fields_are_said_step_by_step() -> None:
    match = Match(Oddities(), DECK, seats=3, rng=Stacked())
    actions = ActionSpace(match.game, DECK, 3)
    assert sorted(map(str, match.legal)) == sorted(map(str, said(actions, match.legal, 0)))
    assert ["offer 1", "odd …", "side …"] == [actions.names[number] for number in actions.numbers(match.legal, 0, dict)]


def test_of_a_great_many_numbers_each_can_be_said() -> None:
    actions, legal = space({}), Choices([Bet.of(range(99, 10**9, 3))])
    for wanted in (99, 102, 300_000_000, 999_999_999):
        begun: Any = ()
        for digit in f"{wanted}":
            name = f"… {digit}"
            begun = actions.after(actions.names.index(name), legal, 0, dict, begun)
        done = actions.names.index("… done")
        assert Bet(wanted) == (actions.after(done, legal, 0, dict, begun) if isinstance(begun, tuple) else begun)
    assert "… 0" not in [actions.names[number] for number in actions.numbers(legal, 0, dict)]


@cache
def layout_of(way: Way) -> Observations:
    """How what seats see of a game is told in numbers."""
    batch = way.batch()
    return Observations(batch.game, batch.setup.cards, batch.seats)


@settings(max_examples=60, deadline=None)
@given(way=st.sampled_from(WAYS), seed=st.integers(0, 2**32), steps=st.integers(0, 40))
def test_equal_information_gives_equal_observations_however_the_hidden_cards_lie(
    way: Way, seed: int, steps: int
) -> None:
    batch, layout = way.batch(), layout_of(way)
    match, player = batch.match(seed), Random(Seeded(seed))
    for _ in range(steps):
        if match.result is not None:
            break
        match.advance(player(None, match.legal))
    out = np.full(layout.size, 7, np.float32)
    for seat in range(batch.seats):
        view = match.view(seat)
        seen = layout.encode(match.state, seat).tobytes()
        world = imagined(match, seat, Seeded(seed))
        assert seen == layout.encode(view, seat).tobytes() == layout.encode(world, seat, out).tobytes()
        assert np.all(layout.low <= out)
        assert np.all(out <= layout.high)


def test_it_makes_no_difference_how_the_deck_lies() -> None:
    other = DECK[::-1]
    assert space({"Bet": 0}).names == ActionSpace(Trade(), other, 3, {"Bet": 0}).names
    assert Observations(Trade(), DECK, 3).sections == Observations(Trade(), other, 3).sections


HIDDEN = """    secret: int = 0

    def view(self, seat):
        view = super().view(seat)
        view.secret = 0
        return view
"""
"""A number that nobody is shown."""


def test_a_game_that_agents_can_learn_keeps_it() -> None:
    run = cardkit("check", "holdem", "--promise", "rl")
    assert (0, ["ok      rl", "holdem keeps every promise, 1 of 1."]) == (run.code, run.lines)


def test_numbers_that_tell_more_than_a_view_does_break_it(tmp_path: Path) -> None:
    spying = HEAP.replace("    taken: list[Pile]\n", f"    taken: list[Pile]\n{HIDDEN}")
    (tmp_path / "spying.py").write_text(spying.replace(DRAWN, f"{DRAWN}\n        table.secret += 1"), encoding="utf-8")
    run = cardkit("check", "spying.py", "--promise", "rl", folder=tmp_path)
    told = "leaky breaks the promise rl: what is told to seat 0 hangs on what it can't see, after 1 action: take"
    assert told in run.out


def test_it_is_not_looked_at_unless_it_is_named() -> None:
    assert '"rl"' not in cardkit("check", "twenty_one", "--games", "1", "--promise", "ends", "--json").out


def test_without_numpy_it_is_open_and_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "find_spec", lambda _: None)
    run = cardkit("check", "crazy8s", "--promise", "rl")
    assert (1, True) == (run.code, "crazy8s: it takes NumPy to look at that: pip install 'cardkit[rl]'" in run.out)


def test_games_of_every_number_of_seats_can_be_learned() -> None:
    game: Any = load_game("go_fish").game()
    deck = tuple(game.own_deck()())
    setups = (TrialSetup(game=game, deck=deck, seats=seats, seed=seats, max_actions=100) for seats in game.players)
    assert [None] * 5 == [*map(machines.can_be_learned, setups)]
