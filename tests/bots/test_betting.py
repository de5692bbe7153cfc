"""Betting on hidden hands: what somebody did says what they hold, and who bets doesn't always have it."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from statistics import fmean
from typing import Any

import pytest
from following import game_of, played, seated

from cardkit import Card, Match, Seeded, standard52
from cardkit.bots.betting import Bettor, betting_of
from cardkit.bots.outlook import Outlook
from cardkit.bots.search import SearchPlayer
from cardkit.plugins.registry import examples, load_game
from cardkit.table.turns import Seating, seating_at

HOLDEM = game_of("holdem")


def seating_of(name: str, seats: int = 2) -> Seating:
    plugin, game = load_game(name), game_of(name)
    deck = list((plugin.deck or game.own_deck() or standard52)())
    return seating_at(game, Match(game, deck, seats=seats, rng=Seeded(1)).state, 0)


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
        bettor.choose(match.view(1), betting.rewards.gain(match.view(1)), 200, Seeded(1))
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
