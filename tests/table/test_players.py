"""Players: what the core has of them, and the marks that say what a player needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from cardkit import BACK, Card, Match, Random, Scripted, Seeded, Table, blind, first_legal, standard52, steady
from cardkit.core.actions import Action
from cardkit.core.chance.generators import ScriptedRng, Stacked
from cardkit.core.errors import IllegalAction, OutOfNumbers, PlayerFault
from cardkit.core.events import Acted, Ended, Event, Moved
from cardkit.plugins.people import Guarded
from cardkit.table.turns import Seating, is_blind, is_steady
from cardkit_crazy8s import Crazy8s, Draw, Play

LEGAL: list[Action] = [Play(Card("4", "C")), Play(Card("8", "H"), "C"), Draw()]


def test_a_random_player_draws_one_number_a_turn_and_no_others() -> None:
    player = Random(ScriptedRng([2, 0]))
    assert [LEGAL[2], LEGAL[0]] == [player(None, LEGAL), player(None, LEGAL)]
    with pytest.raises(OutOfNumbers):
        player(None, LEGAL)


def test_a_script_is_played_line_by_line_and_what_does_not_fit_says_what_would() -> None:
    player = Scripted(iter(["draw", "play 4C", "play 9C", "play 8H", "pass", ""]))
    assert [Draw(), LEGAL[0]] == [player(None, LEGAL), player(None, LEGAL)]
    for text in ("play 9C", "play 8H", "pass", ""):
        with pytest.raises(IllegalAction, match="legal are play 4C, play 8H C, draw") as refused:
            player(None, LEGAL)
        assert text == refused.value.action
    with pytest.raises(IllegalAction, match="the script is used up"):
        player(None, LEGAL)


class Counting:
    """A player with a memory."""

    def __init__(self) -> None:
        self.turns = 0

    def __call__(self, view: Any, legal: Sequence[Any]) -> Any:
        self.turns += 1
        return legal[-1]


@pytest.mark.parametrize(("mark", "marks"), [(steady, (True, False)), (blind, (False, True))])
def test_functions_objects_and_classes_can_be_marked(mark: Callable[[Any], Any], marks: tuple[bool, bool]) -> None:
    def function(view: Any, legal: Sequence[Any]) -> Any:
        return legal[0]

    class Thinker(Counting):
        """A class of players."""

    thinker, counting = Thinker(), Counting()
    assert function is mark(function)
    assert Thinker is mark(Thinker)
    assert counting is mark(counting)
    for player in (function, thinker, Thinker(), counting):
        assert marks == (is_steady(player), is_blind(player))
    assert (False, False) == (is_steady(Counting()), is_blind(Counting()))
    assert (True, True) == (is_steady(first_legal), is_blind(first_legal))
    for player in (Random(Stacked()), Scripted([])):
        assert (False, True) == (is_steady(player), is_blind(player))


class Listener:
    """A bot that keeps what it is told, and takes the last legal action."""

    def __init__(self) -> None:
        self.seatings: list[Seating] = []
        self.steps: list[tuple[list[Event], Any]] = []
        self.asked = 0

    def begin(self, seating: Seating, view: Any) -> None:
        self.seatings.append(seating)
        self.steps.append(([], view))

    def told(self, events: Sequence[Event], view: Any) -> None:
        self.steps.append((list(events), view))

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        self.asked += 1
        return legal[-1]


def short_game(seed: int = 1) -> Match[Any, Any]:
    """A game of Crazy 8s for two seats."""
    return Match(Crazy8s(shuffle=True, hand_size=2), standard52(), seats=2, rng=Seeded(seed))


def test_a_bot_is_told_all_that_its_seat_may_know_and_nothing_more() -> None:
    match, bot = short_game(), Listener()
    Table(match, [first_legal, bot]).run()
    assert [(1, 2)] == [(seating.seat, seating.seats) for seating in bot.seatings]
    assert sorted(standard52(), key=str) == list(bot.seatings[0].deck)
    (first, *steps, (last, _)) = bot.steps
    assert ([], 2) == (first[0], len(first[1].hands[1]))
    assert [Ended(match.result, match.length)] == last  # type: ignore[arg-type]
    assert all(type(events[0]) is Acted for events, _ in steps)
    drawn = [event.cards for events, _ in steps for event in events if isinstance(event, Moved) and event.owner == 0]
    assert drawn
    assert all(card is BACK for cards in drawn for card in cards)
    assert all(card is BACK for _, view in steps for card in view.hands[0])
    assert all(card is not BACK for _, view in steps for card in view.hands[1])


def test_a_guarded_bot_is_told_and_asked_and_its_errors_are_its_faults() -> None:
    bot = Listener()
    Table(short_game(), [Guarded(first_legal, 0, "ai"), Guarded(bot, 1, "listener")]).run()
    assert bot.steps
    bot.told = lambda events, view: 1 / 0  # type: ignore[method-assign, assignment]
    with pytest.raises(PlayerFault, match=r"seat 1 \(listener\) is at fault: ZeroDivisionError"):
        Table(short_game(), [first_legal, Guarded(bot, 1, "listener")]).run()


class AnyCard(Play):
    """An action that says of itself that it is every other one."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = Play.__hash__


def writes_on_the_actions(view: Any, legal: Sequence[Any]) -> Any:
    for action in legal:
        object.__setattr__(action, "card", Card("2", "C"))
        object.__setattr__(action, "suit", None)
    return legal[0]


def empties_the_table(view: Any, legal: Any) -> Any:
    for pile in view.piles():
        pile.cards.clear()
    view.turn, view.suit = 1, "C"
    action = legal[0]
    legal.clear()
    return action


@pytest.mark.parametrize("player", [writes_on_the_actions, empties_the_table])
def test_whatever_a_player_does_to_what_it_is_handed_the_match_stays_as_it_was(player: Any) -> None:
    match, untouched = short_game(), short_game()
    told: list[str] = []
    table = Table(match, [player, first_legal]).record(lambda played: told.append(str(played.action)))
    try:
        table.run()
    except IllegalAction:
        assert player is writes_on_the_actions
    for text in told:
        untouched.advance(untouched.read(text))
    assert untouched.state == match.state
    assert untouched.legal == match.legal


def test_an_action_is_legal_by_what_it_is_not_by_what_it_says_of_itself() -> None:
    match = short_game()
    held = next(card for card in standard52() if card not in match.state.hands[0].cards)
    assert AnyCard(held) in match.legal
    with pytest.raises(IllegalAction):
        match.advance(AnyCard(held))
