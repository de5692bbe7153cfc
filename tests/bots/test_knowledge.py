"""What a seat knows, and the worlds it imagines: no truth is ruled out, nothing hidden is used, no deal preferred."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any, cast

import pytest
from following import EXAMPLES, SEATS, denied, followed, game_of, imagined, random_match
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit import (
    BACK,
    Action,
    Card,
    Dealer,
    Game,
    Match,
    Pile,
    Place,
    Random,
    Result,
    Seeded,
    Stacked,
    State,
    cards,
    deck,
)
from cardkit.authors.secrecy import Onlookers
from cardkit.authors.testing import decks, seeds
from cardkit.bots.knowledge import Inference, Knowledge
from cardkit.bots.worlds import Worlds, WrongDeck
from cardkit.core.events import LaidOpen, Moved, Shown, Shuffled, plain
from cardkit.plugins.registry import load_game
from cardkit.table.turns import seating_at

TABLES = [(name, seats) for name, numbers in SEATS.items() for seats in numbers]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_truth_is_never_ruled_out(name: str, seats: int) -> None:
    assert [] == denied(*random_match(name, seats, 11), most=30)


@pytest.mark.parametrize("draw", ["one", "until-playable"])
@pytest.mark.parametrize("deck", ["8H 8H 8H 2H 2H 2H 2H", "8H 8H 8C 8C 2C 2C 3H 3H 3H 3H"])
def test_the_truth_is_never_ruled_out_where_cards_are_equal(deck: str, draw: str) -> None:
    game = game_of("crazy8s", hand_size=2, draw=draw, last_card_wild_asks=False)
    for seed in range(10):
        match = Match(game, cards(deck), seats=3, rng=Seeded(seed).split("deal"))
        assert [] == denied(match, [Random(Seeded(seed))] * 3)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_truth_is_never_ruled_out_in_many_games(name: str, seats: int) -> None:
    for seed in range(20):
        assert [] == denied(*random_match(name, seats, seed), most=200), seed


def test_a_tracker_that_forgets_to_widen_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def taken_out(self: Knowledge, source: list[int], card: int, name: str) -> int:
        del source[
            min((k for k, slot in enumerate(source) if slot & card), key=lambda k: source[k].bit_count(), default=0)
        ]
        return card

    monkeypatch.setattr(Knowledge, "_taken_out", taken_out)
    assert any(denied(*random_match("cheat", 3, seed), most=60) for seed in range(2))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_world_looks_to_its_seat_as_the_truth_does(name: str, seats: int) -> None:
    match, players = random_match(name, seats, seed=5)
    deck = Counter(card for pile in match.state.piles() for card in pile)
    for number, known in enumerate(followed(match, players, most=17)):
        if number % 8:
            continue
        for knowledge in known:
            worlds, chance = knowledge.worlds(), Seeded(number)
            for _ in range(3):
                world = worlds.deal(chance)
                assert match.view(knowledge.seat) == world.view(knowledge.seat)
                assert deck == Counter(card for pile in world.piles() for card in pile)
                assert knowledge.denies(world) is None
            assert 0 == worlds.fitting.misfits


def side_by_side(name: str, seats: int, seed: int) -> int:
    """How many steps two tables go the same way that differ in what a seat can't see; all it imagines is the same."""
    true, _ = random_match(name, seats, seed)
    seat, chance = seed % seats, Seeded(seed).split("both")
    seating = seating_at(true.game, true.state, seat)
    known = [Knowledge(seating), Knowledge(seating)]
    for knowledge in known:
        knowledge.begin(true.view(seat))
    other = Match.at(true.game, known[0].worlds().deal(Seeded(seed)), Seeded(seed))
    steps = 0
    while steps < 30 and not true.is_over and not other.is_over and true.turn == other.turn:
        both = [action for action in list(true.legal)[:200] if action in other.legal]
        if not both:
            break
        action = both[chance.below(len(both))]
        told: list[Any] = []
        for match in (true, other):
            events = [event.seen_by(seat) for event in match.play(action)]
            told.append(([event.seen_by(seat) for event in match.acted] + events, match.view(seat)))
        if told[0] != told[1]:
            break
        for knowledge, (events, view) in zip(known, told, strict=True):
            knowledge.told(events, view)
        assert (known[0].piles, known[0].mixed) == (known[1].piles, known[1].mixed)
        one, another = (knowledge.worlds().deal(Seeded(steps)) for knowledge in known)
        assert one == another
        steps += 1
    return steps


@pytest.mark.parametrize(
    ("name", "seats"), [("crazy8s", 2), ("go_fish", 3), ("hearts", 4), ("spades", 4), ("cheat", 3), ("gin_rummy", 2)]
)
def test_nothing_that_a_seat_can_not_see_makes_a_difference(name: str, seats: int) -> None:
    assert max(side_by_side(name, seats, seed) for seed in range(2 if name == "cheat" else 6)) > 1


@pytest.mark.parametrize("name", ["hearts", "spades"])
def test_every_void_of_a_trick_game_is_found(name: str) -> None:
    match, players = random_match(name, 4, 1)
    voids: set[tuple[int, str]] = set()
    found, led = 0, ""
    for known in followed(match, players, most=60):
        if match.state.round > 1:
            break
        plays = [event for event in match.events() if isinstance(event, Moved) and event.target == "trick"]
        for play in plays:
            suit = play.cards[0].suit
            led = led or suit
            if suit != led:
                voids.add((int(play.source[-1]), led))
        led = led if match.state.trick else ""
        for knowledge in known:
            for seat, suit in voids:
                of_suit = sum(knowledge.bit[card] for card in knowledge.unseen(knowledge.view) if card.suit == suit)
                if seat != knowledge.seat:
                    assert not any(slot & of_suit for slot in knowledge.piles[f"hands {seat}"])
                    found += 1
    assert found > 20


@pytest.mark.parametrize("eyes", [0, 2])
def test_a_rank_that_was_asked_for_in_vain_is_held_by_the_one_and_not_by_the_other(eyes: int) -> None:
    for seed in range(20):
        match, _ = random_match("go_fish", 3, seed)
        knowledge = Knowledge(seating_at(match.game, match.state, eyes))
        knowledge.begin(match.view(eyes))
        asked = match.legal[0]
        events = match.play(asked)
        knowledge.told([event.seen_by(eyes) for event in [*match.acted, *events]], match.view(eyes))
        of_rank = sum(knowledge.bit[card] for card in knowledge.unseen(match.view(eyes)) if card.rank == asked.rank)
        asked_for = knowledge.piles[f"hands {asked.seat}"]
        assert not any(slot & of_rank for slot in asked_for)
        if len(events) == 1 and eyes:
            assert any(slot & ~of_rank == 0 for slot in knowledge.piles["hands 0"])


def test_nothing_is_asked_about_hands_that_the_rules_do_not_look_at(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def found(self: Inference, name: str, *given: Any) -> list[Card]:
        asked.append(name)
        return as_before(self, name, *given)

    as_before = Inference._found
    monkeypatch.setattr(Inference, "_found", found)
    for name, is_asked in (("holdem", False), ("spades", True)):
        asked.clear()
        match, players = random_match(name, 4, 3)
        for _ in followed(match, players, most=12):
            pass
        assert is_asked == bool(asked)


def test_a_known_card_that_leaves_a_hand_tells_nothing_of_the_others() -> None:
    match, _ = random_match("holdem", 2, 1)
    knowledge = Knowledge(seating_at(match.game, match.state, 0))
    knowledge.begin(match.view(0))
    card = match.state.hands[1].top
    known, *others = (knowledge.bit[one] for one in dict.fromkeys([card, *knowledge.unseen(match.view(0))]))
    knowledge.piles["hands 1"] = [known | others[0], known, known | others[1] | others[2]]
    knowledge.told([Moved((card,), "hands 1", "muck", None, under=False, known_to=None)], match.view(0))
    assert [others[0], others[1] | others[2]] == [slot & ~known for slot in knowledge.piles["hands 1"]]


def test_equal_cards_that_a_hand_must_hold_are_each_known_to_lie_there() -> None:
    knowledge = told_of()
    one, other = (knowledge.bit[card] for card in knowledge.unseen(knowledge.view)[:2])
    knowledge.piles["hands 1"] = [one, one | other, one | other]
    knowledge.must_hold("hands 1", one)
    assert 1 == knowledge.piles["hands 1"].count(one)
    knowledge.must_hold("hands 1", one, 2)
    assert 2 == knowledge.piles["hands 1"].count(one)


def turned_over(**options: Any) -> tuple[Match[Any, Any], list[Knowledge]]:
    """A game in which the discards have just been turned over, with what each seat knows."""
    for seed in range(40):
        match, players = random_match("crazy8s", 2, seed, **options)
        for known in followed(match, players, most=150):
            if match.state.flips == 1 and len(match.state.stock) > 1:
                return match, known
    raise AssertionError("no game of these has turned its discards over")


def test_discards_that_were_turned_over_are_known_in_their_order() -> None:
    match, (known, _) = turned_over()
    assert [known.bit[card] for card in match.state.stock] == known.piles["stock"]


def told_of(*events: Any) -> Knowledge:
    """What seat 0 of a game of Hold'em knows after some events that leave its view as it is."""
    match, _ = random_match("holdem", 2, 1)
    knowledge = Knowledge(seating_at(match.game, match.state, 0))
    knowledge.begin(match.view(0))
    knowledge.told(list(events), match.view(0))
    return knowledge


def test_a_card_that_was_shown_is_known_to_lie_there() -> None:
    match, _ = random_match("holdem", 2, 1)
    card = match.state.hands[1].top
    knowledge = told_of(Shown((card,), "hands 1", 1, (0,)))
    assert knowledge.bit[card] in knowledge.piles["hands 1"]
    assert knowledge.denies(match.state) is None
    unseen = told_of(Shown((BACK,), "hands 1", 1, (1,)))
    assert [unseen.piles["stock"][0]] * 2 == unseen.piles["hands 1"]


def test_a_look_at_a_card_of_a_shuffled_pile_tells_its_place() -> None:
    match, _ = random_match("holdem", 2, 1)
    stock, place = match.state.stock, 5
    look = Shown((stock.cards[place],), "stock", None, (0,), (place,))
    knowledge = told_of(Shuffled("stock", len(stock)), look)
    assert knowledge.bit[stock.cards[place]] == knowledge.piles["stock"][place]
    assert "stock" not in knowledge.mixed
    assert knowledge.denies(match.state) is None


class Peek(Action):
    """Look at the card at a place of the own row, and let it lie."""

    place: Place


class Drop(Action):
    """Put the card at a place of the own row away, without a look."""

    place: Place


class Rows(State):
    """Rows that nobody sees, and the stock."""

    stock: Pile
    rows: list[Pile]
    heap: Pile
    steps: int = 0
    deals: int = 0


class Peeking(Game[Rows, Peek | Drop]):
    """Each looks at a card of the own row, which is shuffled and dealt before, or puts one away; with rounds."""

    name = "peeking"
    players = range(2, 3)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Rows:
        rows = [Pile.face_down(owner=seat) for seat in range(seats)]
        table = Rows(seats=seats, stock=deck, rows=rows, heap=Pile.face_down())
        self.deal(table, dealer)
        return table

    def deal(self, table: Rows, dealer: Dealer) -> None:
        table.deals += 1
        dealer.gather(table, table.stock)
        dealer.shuffle(table.stock)
        dealer.deal(table.stock, table.rows, 3)

    def legal(self, table: Rows) -> list[Peek | Drop]:
        places = range(len(table.rows[table.turn]))
        return [*map(Peek, places), *map(Drop, places)]

    def apply(self, table: Rows, action: Peek | Drop, dealer: Dealer) -> None:
        row = table.rows[table.turn]
        if isinstance(action, Peek):
            dealer.show([row.cards[action.place]], row, [table.turn])
        else:
            dealer.take([action.place], row, table.heap)
        table.steps += 1
        table.pass_turn()
        if not all(table.rows):
            self.deal(table, dealer)

    def result(self, table: Rows) -> Result | None:
        return Result.draw(table.seats) if table.steps == 40 else None


@pytest.mark.parametrize("seed", range(4))
def test_a_card_that_was_looked_at_is_known_where_it_lies_and_where_it_goes(seed: int) -> None:
    match: Match[Any, Any] = Match(Peeking(), deck("234", "CDH"), seats=2, rng=Seeded(seed))
    onlookers, chance = Onlookers(match, range(2)), Seeded(seed)
    looked: list[set[Card]] = [set(), set()]
    found = 0
    while not match.is_over:
        seat, action = match.turn, match.legal[chance.below(len(match.legal))]
        card, deals = match.state.rows[seat].cards[action.place], match.state.deals
        onlookers.told(match.play(action))
        looked = [set(), set()] if match.state.deals > deals else looked
        if isinstance(action, Peek):
            looked[seat].add(card)
        for known in onlookers.known:
            assert known.denies(match.state) is None
            for name, pile in [("heap", match.state.heap), *[(row.name, row) for row in match.state.rows]]:
                sure = [bit == known.bit[one] for one, bit in zip(pile, known.piles[name], strict=True)]
                assert all(is_sure for one, is_sure in zip(pile, sure, strict=True) if one in looked[known.seat])
                found += name == "heap" and any(sure)
        assert all(name not in onlookers.known[0].mixed for name in ("rows 0", "rows 1", "heap"))
    assert found


class Flipping(Peeking):
    """A whole row is looked at, and then drawn from its top to the heap."""

    name = "flipping"

    def legal(self, table: Rows) -> list[Peek | Drop]:
        return [Drop(0) if table.steps else Peek(0)]

    def apply(self, table: Rows, action: Peek | Drop, dealer: Dealer) -> None:
        table.steps += 1
        if isinstance(action, Peek):
            dealer.show(table.rows[0].cards, table.rows[0], [0])
        else:
            dealer.draw(table.rows[0], table.heap, 3)


def test_a_known_pile_that_is_drawn_card_by_card_is_known_in_the_other_order() -> None:
    match: Match[Any, Any] = Match(Flipping(), deck("234", "CDH"), seats=2, rng=Seeded(1))
    onlookers = Onlookers(match, [0])
    for _ in range(2):
        onlookers.told(match.play(match.legal[0]))
    [known] = onlookers.known
    assert [known.bit[card] for card in match.state.heap] == known.piles["heap"]


def test_which_of_equal_cards_was_looked_at_is_not_told() -> None:
    pack = cards("2C 3C 2C 4C")
    pile = Pile.face_down(pack)
    dealer = Dealer(Stacked())
    for looked_at, places in (("3C 4C", (1, 3)), ("4C 3C", (3, 1)), ("2C", ()), ("2C 2C", (0, 2))):
        dealer.begin()
        dealer.show(cards(looked_at), pile, [1])
        [event] = dealer.events(2)
        assert places == cast(Any, event).places
        assert cast(Any, event.seen_by(0)).places == ()
        assert "places" not in plain(event)


def test_cards_that_lay_open_for_a_moment_are_known_in_their_order() -> None:
    match, _ = random_match("holdem", 2, 1)
    stock = match.state.stock
    seen = tuple(stock.cards)
    knowledge = told_of(LaidOpen(seen, "stock", None, None), LaidOpen((BACK,) * len(seen), "stock", None, ()))
    assert [knowledge.bit[card] for card in seen] == knowledge.piles["stock"]


def test_a_shuffle_of_known_cards_leaves_the_cards_known_and_not_their_order() -> None:
    match, (known, _) = turned_over(reshuffle="shuffle")
    assert "stock" in known.mixed
    together = known.piles["stock"][0]
    assert [together] * len(match.state.stock) == known.piles["stock"]
    assert together.bit_count() < 52


def test_worlds_are_dealt_evenly() -> None:
    deck = cards("2C 3C 4C 5C 6C 7C")
    slots = [0b000111, 0b001110, 63, 63, 0b110011, 63]
    possible = [
        deal for deal in itertools.permutations(range(6)) if all(slots[k] >> card & 1 for k, card in enumerate(deal))
    ]
    view = Match(game_of("twenty_one"), deck, seats=2, rng=Seeded(1)).view(0)
    worlds, chance, draws = Worlds(view, deck, deck, [(0, slots, False)], {}), Seeded(1), 6000
    seen = Counter(tuple(deck.index(card) for card in worlds.fitting.dealt(chance)) for _ in range(draws))
    assert set(seen) <= set(possible)
    expected = draws / len(possible)
    assert sum((seen[deal] - expected) ** 2 / expected for deal in possible) / (len(possible) - 1) < 2.5


def test_a_narrow_deal_is_found_where_there_is_one() -> None:
    deck: list[Card] = cards("2C 3C 4C 5C")
    view = Match(game_of("twenty_one"), deck, seats=2, rng=Seeded(1)).view(0)
    slots = [0b0011, 0b0110, 0b1100, 0b1001]
    for seed in range(50):
        worlds = Worlds(view, deck, deck, [(0, slots, False)], {})
        dealt = worlds.fitting.dealt(Seeded(seed))
        assert all(slots[k] >> deck.index(card) & 1 for k, card in enumerate(dealt))
        assert 0 == worlds.fitting.misfits


GoFish: Any = load_game(str(EXAMPLES / "go_fish.py")).game


def scene(text: str) -> Match[Any, Any]:
    """Go Fish with a deck that nobody shuffles, its last card on top."""
    return Match(GoFish(hand_size=1), cards(text), seats=2, rng=Stacked())


@settings(deadline=None)
@given(pack=decks("2345", "AB", min_size=7, max_size=20), seed=seeds(), seat=st.integers(0, 2))
def test_an_imagined_table_has_the_cards_of_the_deck_and_the_same_view(pack: list[Card], seed: int, seat: int) -> None:
    match = Match(GoFish(hand_size=2), pack, seats=3, rng=Seeded(seed))
    view = match.view(seat)
    world = imagined(match, seat, Seeded(seed).split("imagination"))
    assert sorted(map(str, pack)) == sorted(str(card) for pile in world.piles() for card in pile)
    assert view == world.view(seat) == match.view(seat)
    assert [pile.name for pile in match.state.piles()] == [pile.name for pile in world.piles()]
    assert type(match.state) is type(world)


def test_every_deal_of_the_hidden_cards_is_imagined_equally_often() -> None:
    match = scene("2S 3S 4S 5S")
    chance = Seeded(1)
    counts: dict[str, int] = {}
    for _ in range(600):
        world = imagined(match, 0, chance)
        dealt = f"{world.stock}{world.hands[1]}"
        counts[dealt] = counts.get(dealt, 0) + 1
    assert 6 == len(counts)
    assert all(60 < count < 140 for count in counts.values())


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ("5S 3S 4S", "it has 3 backs, and doesn't show 2 cards of the deck"),
        ("2S 3S 4S 5S 5S", "it has 3 backs, and doesn't show 4 cards of the deck"),
        ("2S 3S 4S 6S", "it shows 5S more often than the deck has it"),
    ],
)
def test_a_view_of_another_deck_is_told(other: str, reason: str) -> None:
    with pytest.raises(WrongDeck, match=f"the view of seat 0 is not one of a game with this deck: {reason}"):
        imagined(scene("2S 3S 4S 5S"), 0, Seeded(1), cards(other))
