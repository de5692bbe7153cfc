"""A click means what it moves: never an action that moves nothing there, or that loses the game."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import field
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest

from cardkit import Action, Card, Dealer, Game, Match, Pile, Place, Result, Seat, Seeded, State, private, standard52
from cardkit.core.actions import parts_of
from cardkit.core.events import Moved, Shown
from cardkit.core.game import All
from cardkit.hosting.scene import Sketch, scene
from cardkit.online.lines import Choosing, offered
from cardkit.plugins.registry import examples, installed, load_game

ACTIONS = 60
NOTHING: dict[str, list[Any]] = {name: [] for name in ("cards", "seats", "ranks", "suits", "places", "piles")}


def legal_at(match: Match[Any, Any], seat: Seat) -> list[dict[str, Any]]:
    names = [f"P{seat}" for seat in range(match.state.seats)]
    return list(scene(match, seat, names, match.to_act)["legal"])


class GiveUp(Action):
    """See that it doesn't come out; a pile is called `up`."""


class EndAll(Action):
    """Stop, with a field that is called as a pile is."""

    stock: bool


class Fold(Action):
    """Throw the hand away, and the game with it."""


class Surrender(Action):
    """Lay a card and lose."""

    card: Card


class Concede(Action):
    """Lose by a column."""

    column: Place


class Peek(Action):
    """Think of a column, where nothing moves."""

    column: Place


class Name(Action):
    """Name a card, which stays where it is."""

    card: Card


class Accuse(Action):
    """Say who it was; who is right wins, who is wrong loses."""

    who: Seat


class Lay(Action):
    """Lay a card on a column."""

    card: Card
    column: Place


class Fetch(Action):
    """Take a card from one of two piles."""

    source: Literal["stock", "discards"]


class Grab(Action):
    """Take the top card of the stock."""


class Oddities(State):
    """Piles that are called as words of actions are, and columns beside other columns."""

    stock: Pile
    discards: Pile
    hands: list[Pile]
    up: list[Pile]
    wells: list[Pile]
    guilty: list[int | None] = private(default_factory=list)
    lost: list[Seat] = field(default_factory=list)


Odd = GiveUp | EndAll | Fold | Surrender | Concede | Peek | Name | Accuse | Lay | Fetch | Grab


class Strange(Game[Oddities, Odd]):
    """Actions of all kinds, for one seat or two."""

    name = "strange"
    players = range(1, 3)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Oddities:
        table = Oddities(
            seats=seats,
            stock=deck,
            discards=Pile.face_up(),
            hands=Pile.hands(seats),
            up=[Pile.face_up() for _ in range(3)],
            wells=[Pile.face_up() for _ in range(3)],
            guilty=[None] * seats,
        )
        dealer.deal(deck, table.hands, each=3)
        dealer.deal(deck, [*table.up, *table.wells, table.discards], each=1)
        return table

    def legal(self, table: Oddities) -> list[Odd]:
        card = table.hands[table.turn].cards[0]
        losing: list[Odd] = [GiveUp(), EndAll(stock=True), Fold(), Surrender(card), Concede(1)]
        moving = [Lay(card, 0), Lay(card, 1), Fetch("stock"), Fetch("discards"), Grab()]
        return [*losing, Peek(2), Name(card), *map(Accuse, range(table.seats)), *moving]

    def apply(self, table: Oddities, action: Odd, dealer: Dealer) -> None:
        hand = table.hands[table.turn]
        match action:
            case Lay():
                dealer.move([action.card], hand, table.up[action.column])
            case Fetch():
                dealer.draw(table.stock if action.source == "stock" else table.discards, hand)
            case Grab():
                dealer.draw(table.stock, hand)
            case Fold():
                dealer.sweep(hand, table.stock)
            case Surrender():
                dealer.move([action.card], hand, table.up[0])
            case Concede():
                dealer.draw(table.stock, table.up[action.column])
            case _:
                pass
        is_wrong = isinstance(action, Accuse) and table.guilty[(table.turn + 1) % table.seats] != action.who
        if is_wrong or isinstance(action, Fold | Surrender | Concede | GiveUp | EndAll):
            table.lost.append(table.turn)
        table.pass_turn()

    def result(self, table: Oddities) -> Result | None:
        left = [seat for seat in range(table.seats) if seat not in table.lost]
        return None if not table.lost else Result.win(*left, seats=table.seats) if left else Result.lost(table.seats)


def test_what_moves_cards_is_reached_by_the_card_the_column_that_it_goes_to_and_the_pile_it_comes_from() -> None:
    match = Match(Strange(), standard52(), seats=2, rng=Seeded(1))
    legal = legal_at(match, 0)
    lays = [action for action in legal if action["text"].startswith("lay")]
    assert [(1, [0], ["up 0"]), (1, [1], ["up 1"])] == [
        (len(one["cards"]), one["places"], one["piles"]) for one in lays
    ]
    piles = {action["text"]: action["piles"] for action in legal}
    assert (["stock"], ["stock"], ["discards"]) == (piles["grab"], piles["fetch stock"], piles["fetch discards"])


def test_nothing_that_can_be_pointed_at_gives_klondike_up() -> None:
    match = Match(load_game("klondike").game.with_options({}), standard52(), seats=1, rng=Seeded(7))
    for _ in range(20):
        told = scene(match, 0, ["Ada"], [0])
        choosing, piles = Choosing(*offered(told)), told["view"]["piles"]
        handles = [("seat", 0), *(("place", place) for place in range(8)), *(("pile", pile["name"]) for pile in piles)]
        for what, value in (*handles, *(("card", card) for pile in piles for card in pile["cards"])):
            assert "give-up" not in [action["text"] for action in choosing.after(what, value).actions]
        match.play(next(action for action in match.legal if str(action) != "give-up"))


NODE = shutil.which("node")
PAGE_TESTS = sorted((Path(__file__).parent / "page").iterdir())


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
@pytest.mark.parametrize("path", PAGE_TESTS, ids=lambda path: path.name)
def test_the_modules_of_the_page_do_what_they_say(path: Path) -> None:
    run = subprocess.run([str(NODE), "--test", path], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("seats", [1, 2])
def test_what_loses_the_game_or_moves_nothing_is_reached_by_no_click_and_what_loses_asks(seats: int) -> None:
    match = Match(Strange(), standard52(), seats=seats, rng=Seeded(1))
    legal = {action["text"].split()[0]: action for action in legal_at(match, 0)}
    losing = {"give-up", "end-all", "fold", "surrender", "concede"}
    for word in (*losing, "peek", "name"):
        assert {name: legal[word][name] for name in NOTHING} == NOTHING, word
    assert losing == {word for word, action in legal.items() if action["loses"]} - {"accuse"}


@pytest.mark.parametrize("name", [*installed(), *examples()])
def test_whatever_can_be_clicked_moves_or_is_shown_there_and_what_was_drawn_last_changes_nothing(name: str) -> None:
    """An action for which a card, a place or a pile is clicked touches that card's pile, or a pile of that place."""
    plugin, chance = load_game(name), Random(name)
    seats = next((number for number in plugin.game.players if number > 1), plugin.game.players[0])
    deck = plugin.deck() if plugin.deck is not None else standard52()
    match = Match(plugin.game.with_options({}), list(deck)[::-1], seats=seats, rng=Seeded(1))
    sketches = Sketches(match, is_ordered_anew=plugin.game.wants_seat("order"))
    for _ in range(ACTIONS):
        sketches.compare()
        if match.is_over:
            break
        seat = match.to_act[0]
        for action in legal_at(match, seat):
            if isinstance(match.acting, All) or not any(action[part] for part in ("cards", "places", "piles")):
                continue
            twin = match.fork()
            lying = {card.text: pile.name for pile in twin.view(seat).piles() for card in pile.cards}
            events = twin.play(twin.read(action["text"], seat), seat)
            touched = {name for event in events if isinstance(event, Moved) for name in (event.source, event.target)}
            touched |= {event.pile for event in events if isinstance(event, Shown)}
            assert all(lying.get(card, next(iter(touched))) in touched for card in action["cards"])
            assert touched.issuperset(action["piles"])
            assert touched
            assert twin.result is None or action["cards"] or action["places"]
        legal = match.legal_of(seat)
        if len(parts_of(legal)) == len(legal):
            legal = [action for action in legal if str(action) != "give-up"]
        match.play(chance.choice(legal[:200]), seat)


class Sketches:
    """What every seat, and who watches, was drawn last: it changes nothing, and what lies as it lay is kept."""

    def __init__(self, match: Match[Any, Any], *, is_ordered_anew: bool) -> None:
        self._match, self._is_ordered_anew = match, is_ordered_anew
        self._sketches = {seat: Sketch() for seat in range(-1, match.state.seats)}
        self._drawn: dict[int, list[dict[str, Any]]] = {seat: [] for seat in self._sketches}

    def compare(self) -> None:
        """Draw the table with what was drawn last and without."""
        names = [f"P{seat}" for seat in range(self._match.state.seats)]
        for seat, sketch in self._sketches.items():
            now = scene(self._match, seat, names, self._match.to_act, sketch)
            assert scene(self._match, seat, names, self._match.to_act) == now
            before = {pile["name"]: pile for pile in self._drawn[seat]}
            self._drawn[seat] = now["view"]["piles"]
            same = [pile for pile in self._drawn[seat] if pile == before.get(pile["name"])]
            assert self._is_ordered_anew or all(pile is before[pile["name"]] for pile in same)
