"""What a seat knows where rules look at a place in a hand: that of the card drawn last, or an end of the hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Any

import pytest
from following import followed, random_match

from cardkit import Action, Card, Dealer, Game, Match, Pile, Random, Result, Seeded, State, standard52
from cardkit.bots.worlds import union


class Play(Action):
    """Put a card down, and name a suit where it is wild."""

    card: Card
    suit: str = ""


class Draw(Action):
    """Take a card."""


class Keep(Action):
    """Play nothing more."""


class Layout(State):
    """A stock, discards, the suit that counts, and hands that are never sorted."""

    stock: Pile
    discards: Pile
    hands: list[Pile]
    suit: str = ""
    drawn: bool = False


class Shedding(Game[Layout, Play | Draw | Keep]):
    """Follow suit or rank; who draws may put that card down at once, or keep it."""

    name = "shedding"
    players = range(2, 6)
    goes: str = "drawn"

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Layout:
        table = Layout(seats=seats, stock=deck, discards=Pile.face_up(), hands=Pile.hands(seats))
        dealer.shuffle(table.stock)
        dealer.deal(table.stock, table.hands, each=6)
        dealer.draw(table.stock, table.discards)
        table.suit = table.discards.top.suit
        return table

    def playable(self, table: Layout, hand: Pile) -> Sequence[Card]:
        """The cards of a hand that may be played if they fit, by where they lie in it."""
        match self.goes:
            case "ends":
                return [hand.cards[0], hand.top]
            case "middle":
                return hand.cards[len(hand) // 2 :][:1]
            case "last but one" if table.drawn:
                return hand.cards[-2:-1]
            case "bottom" if table.drawn:
                return hand.cards[:1]
            case _:
                return [hand.top] if table.drawn else hand.cards

    def plays(self, table: Layout, hand: Pile) -> Iterator[Play]:
        """What can be played of a hand."""
        for card in dict.fromkeys(self.playable(table, hand)):
            if table.suit == card.suit or table.discards.top.rank == card.rank:
                yield Play(card)

    def legal(self, table: Layout) -> Sequence[Play | Draw | Keep]:
        plays = [*self.plays(table, table.hands[table.turn])]
        other = Keep() if table.drawn or not table.stock else Draw()
        return plays if plays and self.goes == "ends" else [*plays, other]

    def apply(self, table: Layout, action: Play | Draw | Keep, dealer: Dealer) -> None:
        hand = table.hands[table.turn]
        if isinstance(action, Draw):
            dealer.move([table.stock.top], table.stock, hand, under=self.goes == "bottom")
            table.drawn = True
            return
        if isinstance(action, Play):
            dealer.move([action.card], hand, table.discards)
            table.suit = action.suit or action.card.suit
        table.drawn = False
        table.pass_turn()

    def result(self, table: Layout) -> Result | None:
        out = next((seat for seat, hand in enumerate(table.hands) if not hand), None)
        if out is not None:
            return Result.win(out, seats=table.seats)
        return Result.draw(table.seats) if table.count > 60 else None


class Uno(Shedding):
    """An eight is wild, for those who hold nothing of the suit."""

    name = "uno"

    def plays(self, table: Layout, hand: Pile) -> Iterator[Play]:
        has_suit = any(card.suit == table.suit for card in hand)
        for card in dict.fromkeys(self.playable(table, hand)):
            if card.rank == "8":
                yield from () if has_suit else (Play(card, suit) for suit in "CDHS")
            elif table.suit == card.suit or table.discards.top.rank == card.rank:
                yield Play(card)


GAMES: list[Game[Any, Any]] = [
    *(Shedding(goes=goes) for goes in ("drawn", "last but one", "ends", "middle", "bottom")),
    Uno(),
]


def assert_the_truth_is_possible(match: Match[Any, Any], players: Sequence[Any]) -> None:
    for known in followed(match, players, most=120):
        denials = [denied for one in known if (denied := one.denies(match.state)) is not None]
        assert not denials, match.acted


@pytest.mark.parametrize(("game", "seats"), [*zip(GAMES, cycle((2, 4)), strict=False)])
def test_the_truth_is_never_ruled_out_where_places_count(game: Game[Any, Any], seats: int) -> None:
    match = Match(game, standard52(), seats=seats, rng=Seeded(seats).split("deal"))
    assert_the_truth_is_possible(match, [Random(Seeded(seats).split("player"))] * seats)


@pytest.mark.parametrize("draw", ["1", "3", "until-playable"])
def test_the_truth_is_never_ruled_out_where_a_drawn_card_may_be_played(draw: str) -> None:
    match, players = random_match("crazy8s", 3, 0, draw=draw, reshuffle="shuffle", skip="Q", draw_two="2")
    assert_the_truth_is_possible(match, players)


def test_a_suit_that_a_wild_card_denies_is_found_wherever_the_card_lay() -> None:
    found = played = 0
    for seed in range(4):
        match = Match(Uno(), standard52(), seats=3, rng=Seeded(seed).split("deal"))
        player, suit = Random(Seeded(seed).split("player")), ""
        for known in followed(match, [player] * 3, most=80):
            acted = match.acted[0] if match.acted else None
            if acted is not None and isinstance(acted.action, Play) and acted.action.card.rank == "8":
                one = known[(acted.seat + 1) % 3]
                of_suit = union(one.bit[card] for card in one.unseen(one.view) if card.suit == suit)
                played += 1
                found += not union(one.piles[f"hands {acted.seat}"]) & of_suit
            suit = match.state.suit
    assert 0 < played == found
