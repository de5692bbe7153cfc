"""Hidden hands: what somebody did says what they hold, who bets, bids or lays cards unseen doesn't always have it."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import Any, Literal, get_args

import pytest
from following import game_of, played, seated, seating_of

from cardkit import Action, Card, Dealer, Game, Match, Pile, Result, Seat, Seeded, State, Table, standard52
from cardkit.bots.betting import Bettor, betting_of
from cardkit.bots.bluffs import Bluff, Trust, kinds, ways
from cardkit.bots.knowledge import Knowledge
from cardkit.bots.outlook import Outlook
from cardkit.bots.rollout import Rollout
from cardkit.bots.search import Budget, SearchPlayer
from cardkit.core.events import Acted
from cardkit.plugins.registry import examples, load_game
from cardkit.table.turns import seating_at

HOLDEM = game_of("holdem")


def dealt(*hands: str) -> Match[Any, Any]:
    """A table of two whose hands begin so, as text; the seat to act first is 0."""
    match = Match[Any, Any](HOLDEM, list(standard52()), seats=2, rng=Seeded(3))
    table = match.state
    table.turn = table.button = 0
    wanted = [[Card(hand[0], hand[1]), Card(hand[2], hand[3])] for hand in hands]
    everything = [card for pile in (table.stock, *table.hands) for card in pile.cards]
    rest = [card for card in everything if all(card not in hand for hand in wanted)]
    for pile, cards in zip(table.hands, wanted, strict=True):
        pile.cards = cards
    table.stock.cards = rest
    return match


def thought(match: Match[Any, Any], seat: int, *actions: str, level: str = "search", seed: int = 1) -> SearchPlayer:
    """A player that was told what was done, and has chosen."""
    player = seated(match, seat, level, seed)
    for action in actions:
        played(match, action, player, seat=seat)
    player.choose(match.view(seat), list(match.legal_of(seat)))
    return player


def by_name(found: Sequence[Outlook]) -> dict[str, float]:
    return {str(one.action): one.share or 0.0 for one in found}


@pytest.mark.parametrize(("holds", "share"), [("2S7H", 0.0), ("9D5C", 0.0), ("ASAH", 1.0), ("KSKH", 1.0)])
def test_all_in_is_called_by_who_holds_much_and_by_nobody_else(holds: str, share: float) -> None:
    player = thought(dealt("4D4H", holds), 1, "raise 100")
    assert by_name(player.outlooks) == {"call": share, "fold": 1 - share}
    lead = player.outlooks[0].ahead_of(player.outlooks[1])
    assert lead is not None
    assert lead.mean > 0
    assert player.reasons[0].endswith(" chips in the hand, to be done 100 % of the time")
    what = "betting was worked out up to the next cards, and an action is drawn by lot"
    assert player.assumed == f"{what}; the other is taken to play as well as search does here"


@pytest.mark.parametrize(("holds", "seed"), [("7C6H", 1), ("AHTD", 2), ("8S3C", 4)])
def test_a_hint_tells_nearly_all_that_is_done_and_of_each_other_class_the_best(holds: str, seed: int) -> None:
    player = thought(dealt(holds, "4D4H"), 0, seed=seed)
    told = {line.partition(":")[0]: line for line in player.reasons[:-1]}
    shares = {name: int(found[1]) for name, line in told.items() if (found := re.search(r"done (\d+) % of", line))}
    assert 98 <= sum(shares.values()) <= 101
    assert all(shares.values())
    assert {str(one.action) for one in player.outlooks if one.share} == {*shares}
    assert {"call", "fold", "raise"} == {name.split()[0] for name in told}
    unseen = [line for name, line in told.items() if name not in shares]
    assert all(", not to be done" in line for line in unseen)
    assert [line for line in unseen if line.startswith("raise")][1:] == []


@pytest.mark.parametrize(("holds", "seed"), [("5C3D", 1), ("8D6S", 2), ("4D3C", 3), ("2D9D", 4)])
def test_who_advises_does_nothing_that_is_worse_by_its_own_figures(holds: str, seed: int) -> None:
    """By one working-out alone the hands that were drawn for it may make to go all in with rags look right."""
    match = dealt(holds, "KSJH")
    player = seated(match, 0, "search", seed)
    player.advises = True
    chosen = player.choose(match.view(0), list(match.legal_of(0)))
    best = max(player.outlooks, key=lambda one: one.mean)
    done = [one for one in player.outlooks if one.share]
    assert chosen == done[0].action
    assert player.reasons[0].startswith(f"{chosen}: ")
    assert sum(one.share or 0.0 for one in done) == pytest.approx(1)
    for one in done:
        lead = best.ahead_of(one)
        assert lead is None or lead.low <= 0


@pytest.mark.parametrize("seed", [1, 2, 12])
def test_at_a_table_of_three_a_hint_tells_what_to_fold_brings(seed: int) -> None:
    match = Match(HOLDEM, list(standard52()), seats=3, rng=Seeded(seed))
    player = seated(match, match.turn, "search", seed)
    player.advises = True
    player.choose(match.view(match.turn), list(match.legal))
    assert "fold" in {reason.partition(":")[0] for reason in player.reasons}


def test_who_has_raised_holds_more_than_who_has_called() -> None:
    betting = betting_of(seating_of("holdem"))
    assert betting is not None
    strength = {hand: betting.strong.of(number) for number, hand in enumerate(betting.hands)}
    means = dict[str, float]()
    for action in ("raise 100", "raise 20", "call"):
        match = dealt("4D4H", "8S3C")
        bettor = Bettor(seating_at(HOLDEM, match.state, 1))
        before = match.view(1)
        events = match.play(next(one for one in match.legal if str(one) == action))
        bettor.told([event.seen_by(1) for event in (*match.acted, *events)], before, match.view(1))
        bettor.choose(match.view(1), betting.rewards.gain(match.view(1), 1), 200, Seeded(1))
        likely = bettor.likely[0]
        means[action] = fmean([strength[hand] * weight for hand, weight in likely.items()]) / fmean(likely.values())
    assert means["raise 100"] > means["raise 20"] > means["call"]


def test_weak_hands_are_bet_at_times_and_not_only_good_ones() -> None:
    """On the button, of hands that lose to most at least one raises at times, and none always."""
    raised = [
        sum(share for name, share in by_name(thought(dealt(holds, "4D4H"), 0).outlooks).items() if "raise" in name)
        for holds in ("JS5C", "9S6H", "TD4S", "QH2C", "8S5H", "KD2H")
    ]
    assert 0 < max(raised)
    assert fmean(raised) < 0.7


def test_nothing_else_is_taken_for_betting_and_more_than_two_are_searched_as_before() -> None:
    for name in ("crazy8s", *examples()):
        players = game_of(name).players
        if name != "holdem" and (not players or 2 in players):
            assert betting_of(seating_of(name)) is None, name
    assert betting_of(seating_of("holdem", 3)) is None


def test_a_review_says_no_more_than_other_chances_would() -> None:
    """Worked out by other chances, what comes of it lies within the interval that was told."""
    found = list[dict[str, Outlook]]()
    for seed in range(2):
        match = dealt("4D4H", "8SKD")
        player = thought(match, 1, "raise 20", level="search:easy", seed=seed)
        some = [one for one in match.legal if str(one) in ("call", "fold", "raise 60")]
        found.append({str(one.action): one for one in player.weighed(match.view(1), some)})
    for name, one in found[0].items():
        assert abs(one.mean - found[1][name].mean) <= one.within + found[1][name].within
    call, fold = found[0]["call"], found[0]["fold"]
    assert fold.mean == -2
    assert call.within > 0
    both = call.ahead_of(found[0]["raise 60"])
    assert both is not None
    assert both.high - both.mean < call.within + found[0]["raise 60"].within


def test_a_copy_goes_on_with_what_was_concluded_in_the_round() -> None:
    """As at a table that was taken back, or is taken up again."""
    match = dealt("4D4H", "8SKD")
    player = seated(match, 1, "search:easy")
    for name in ("raise 4", "call"):
        if match.to_act[0] == 1:
            player.choose(match.view(1), match.legal)
        played(match, name, player, seat=1)
    again = pickle.loads(pickle.dumps(player))
    found = list[Sequence[Outlook]]()
    for one in (player, again):
        one.choose(match.view(1), match.legal)
        found.append(one.outlooks)
    assert found[0][0].share is not None
    assert found[0] == found[1]


def cheat(seed: int, seats: int = 2) -> Match[Any, Any]:
    return Match(game_of("cheat"), standard52(), seats=seats, rng=Seeded(seed))


def is_true(match: Match[Any, Any], action: Any) -> bool:
    return all(card.rank == match.state.due for card in action.cards)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_what_is_tried_is_so_many_true_cards_and_so_many_that_are_not(seats: int) -> None:
    for seed in range(10):
        match = cheat(seed, seats)
        hand = [card.rank for card in match.state.hands[match.turn]]
        due = hand.count("A")
        tried = ways(Rollout(match.game, match.state.clone(), Seeded(1)), Seeded(1))
        found = Counter((len(action.cards), is_true(match, action)) for action in tried)
        wanted = {(size, truth) for truth in (True, False) for size in range(1, (due if truth else 4) + 1)}
        assert found == (Counter(wanted) if due else Counter())


def told(match: Match[Any, Any], action: Any, seat: int) -> tuple[Knowledge, Acted, Any]:
    """What a seat knows before somebody does something, how it sees that, and the tables that it holds possible."""
    knowledge = Knowledge(seating_at(match.game, match.state, seat))
    knowledge.begin(match.view(seat))
    return knowledge, Acted(match.turn, action.redacted()), knowledge.worlds()


def test_who_put_cards_down_told_the_truth_as_often_as_it_was_seen_to_where_it_could() -> None:
    match = cheat(3)
    aces = sum(card.rank == "A" for card in match.state.hands[1])
    assert aces < 3
    action = next(one for one in match.legal if len(one.cards) == 1)
    trust, chance = Trust(), Seeded(2)

    def truths() -> int:
        _, acted, before = told(match, action, 1)
        bluff = Bluff(match.game, before, acted, trust, chance)
        return sum(bluff.deal(chance).claimed.top.rank == "A" for _ in range(100))

    assert 25 < truths() < 75
    trust[0, 0] += 20
    assert truths() > 75


def test_more_cards_than_there_can_be_are_never_believed() -> None:
    match = next(match for match in map(cheat, range(99)) if any(card.rank == "A" for card in match.state.hands[1]))
    action = next(one for one in match.legal if len(one.cards) == 4)
    _, acted, before = told(match, action, 1)
    bluff, chance = Bluff(match.game, before, acted, Trust(), Seeded(1)), Seeded(2)
    assert not any({card.rank for card in bluff.deal(chance).claimed} == {"A"} for _ in range(50))


def test_nothing_is_a_bluff_where_no_answer_tells_cards_apart() -> None:
    match = Match(game_of("hearts"), standard52(), seats=4, rng=Seeded(1))
    assert {} == kinds(Rollout(match.game, match.state.clone(), Seeded(1)))


class Honest:
    """Puts down what is true where it can, else any card, and doubts what can't be true, or one time in three."""

    def __init__(self, rng: Seeded) -> None:
        self._rng = rng

    def __call__(self, view: Any, legal: Any, seat: int) -> Any:
        if view.claimed:
            due = sum(card.rank == view.due for card in view.hands[seat])
            return legal[0] if len(view.claimed) + due > 4 or self._rng.below(3) == 0 else legal[-1]
        true = [card for card in view.hands[seat] if card.rank == view.due]
        cards = true or [view.hands[seat].cards[self._rng.below(len(view.hands[seat]))]]
        return legal.find(type(legal[0])(tuple(cards), view.due))


def test_search_lies_and_tells_the_truth_and_believes_who_tells_it() -> None:
    """Of very many ways to put cards down few are true, so that none of these is tried by chance."""
    match, honest, found = cheat(1), Honest(Seeded(1)), Counter[str]()
    search = seated(match, 0, "search:iterations=30")
    for _ in range(50):
        seat = match.to_act[0]
        legal = match.legal_of(seat)
        if seat:
            action = honest(match.view(1), legal, 1)
        else:
            action = search.choose(match.view(0), legal)
            what = "claimed" if match.state.claimed else "put"
            seen_to = "put down what is true as often as they were seen to, and to " * (what == "claimed")
            assert f"afterwards all are taken to {seen_to}play at random" == search.assumed
            cards = match.state.claimed if what == "claimed" else action.cards
            truth = all(card.rank == match.state.due for card in cards)
            found[f"{what} {truth} {type(action).__name__}"] += 1
        played(match, action, search, who=seat)
        if match.is_over:
            break
    assert found["put True Put"] > 2
    assert found["put False Put"] > 2
    assert found["claimed True Pass"] > 0


Cards = Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
Suit = Literal["C", "D", "H", "S"]


class Bid(Action):
    """Say how many cards of a suit the side has."""

    cards: Cards
    suit: Suit


class Stop(Action):
    """Say nothing more."""


BIDS = [Bid(cards, suit) for cards in get_args(Cards) for suit in get_args(Suit)]


class Sale(State):
    """What was bid last, by whom, and how many have passed since."""

    stock: Pile
    hands: list[Pile]
    highest: int = -1
    bidder: Seat = 0
    passed: int = 0


class Auction(Game[Sale, Bid | Stop]):
    """Whoever bids last gets what was bid, or pays five for each card that the side lacks."""

    name = "auction"
    players = range(4, 5)
    better = "most"

    def teams(self, seats: int) -> Sequence[Sequence[Seat]]:
        return [(0, 2), (1, 3)]

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Sale:
        sale = Sale(seats=seats, stock=deck, hands=Pile.hands(seats))
        dealer.shuffle(sale.stock)
        dealer.deal(sale.stock, sale.hands, each=5)
        return sale

    def legal(self, sale: Sale) -> Sequence[Bid | Stop]:
        return [Stop(), *BIDS[sale.highest + 1 :]]

    def apply(self, sale: Sale, action: Bid | Stop, dealer: Dealer) -> None:
        sale.passed += 1
        if isinstance(action, Bid):
            sale.highest, sale.bidder, sale.passed = BIDS.index(action), sale.turn, 0
        sale.pass_turn()

    def result(self, sale: Sale) -> Result | None:
        if sale.passed < 3 + (sale.highest < 0):
            return None
        won = self.worth(sale) if sale.highest >= 0 else 0
        return Result.most(tuple(won if seat % 2 == sale.bidder % 2 else -won for seat in range(4)))

    def worth(self, sale: Sale) -> int:
        """What the last bid brings those who made it."""
        bid, hands = BIDS[sale.highest], [sale.hands[seat] for seat in (sale.bidder, (sale.bidder + 2) % 4)]
        lacking = bid.cards - sum(card.suit == bid.suit for hand in hands for card in hand)
        return -5 * lacking if lacking > 0 else bid.cards


def sold(deal: int) -> Sale:
    """How a deal ended in which all four search."""
    match = Match(Auction(), standard52(), seats=4, rng=Seeded(deal))
    Table(match, [SearchPlayer(Seeded(deal), Budget(iterations=100)) for _ in range(4)]).run()
    return match.state


def test_four_who_search_stop_bidding_where_it_is_worth_it() -> None:
    ends = [sold(deal) for deal in range(8)]
    assert sum(sale.highest < 0 or BIDS[sale.highest].cards <= 5 for sale in ends) >= 6


@pytest.mark.parametrize("seed", [5, 6, 7])
def test_a_bid_is_expected_to_come_to_what_bids_come_to_whose_others_bid_with_sense(seed: int) -> None:
    """Where the others bid anything, up to all tricks, they lose far more than whoever bids least."""
    game = load_game("spades").game()
    match = Match(game, standard52(), seats=4, rng=Seeded(seed).split("deal"))
    bot = seated(match, budget=Budget(iterations=200))
    bot.choose(match.view(match.turn), match.legal)
    assert -30 < bot.outlooks[0].mean < 60
    assert 0 < bot.outlooks[0].action.tricks < 6
    assert "afterwards all are taken to bid or bet what comes out well, and to play at random" == bot.assumed
