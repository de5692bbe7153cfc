"""Cards put down unseen: what is tried, what is believed, and what is learned from what was turned up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from following import game_of, played, seated

from cardkit import Match, Seeded, standard52
from cardkit.bots.bluffs import Bluff, Trust, kinds, ways
from cardkit.bots.knowledge import Knowledge
from cardkit.bots.rollout import Rollout
from cardkit.core.events import Acted
from cardkit.table.turns import seating_at


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
