"""Whatever tables hold, all of it is told: in lines, and on a full screen, however narrow."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field
from enum import Enum
from typing import Any, ClassVar, Literal

import pytest
from full_screens import shown, text_of, until
from guests import Guest, machines_play, table, told_to

from cardkit import Action, BySeat, Card, Dealer, Game, Part, Pile, Plugin, Result, Seat, State, Suit, standard52
from cardkit.core.cards import Place
from cardkit.hosting.hosted import Hosted, Policy
from cardkit.online.drawing import LEAST, SIZES, Paints, Picture, fitting
from cardkit.online.drawing import text_of as drawn_text
from cardkit.online.lines import Choosing, Told, board_lines, question_lines
from cardkit.online.screen import Sure
from cardkit.play.settings import LOOKS
from cardkit.play.terminal import folded
from cardkit.plugins import people
from cardkit.plugins.board import Board
from cardkit.plugins.registry import examples, installed, load_game
from cardkit.plugins.sayings import Sayings
from cardkit.plugins.setup import Setup

LONG = "a contract that somebody made with everybody else at this table, and which nobody could keep"
NAMES = ("Ada", "Bartholomew the Second", "Cid", "Dan", "Evangeline Montgomery", "Fay", "Gus")


class Mood(Enum):
    GLAD = "glad to be here"
    SAD = "sad that it ends"


class Meld(Action):
    """Meld cards."""

    cards: tuple[Card, ...]


class Say(Action):
    """Say something."""

    what: Literal[tuple(LONG.split(", ")), "nothing"]  # type: ignore[valid-type]


class Turn(Action):
    """Turn a card of a pile up."""

    place: Place


class Raise(Action):
    """Raise by so much."""

    by: int


Move = Meld | Say | Turn | Raise


class Box(Part):
    cards: Pile
    bet: int = 10
    said: str = LONG
    rows: list[list[int]] = field(default_factory=lambda: [[number, number + 1] for number in range(12)])


class Everything(State):
    stock: Pile
    hands: list[Pile]
    seen_by_others: list[Pile]
    trick: Pile
    columns: list[Pile]
    laid: list[list[Pile]]
    melds: list[Pile]
    boxes: list[Box]
    scores: list[int]
    tricks: BySeat[int]
    told: BySeat[list[str]]
    calls: list[str]
    bids: dict[Seat, str]
    trumps: set[Suit]
    pairs: tuple[Seat, Suit] | None
    partners: list[Seat]
    mood: Mood
    is_open: bool
    contract: str


class Tables(Game[Everything, Move]):
    """A game in which everything lies on the table."""

    name = "everything"
    players = range(2, 8)
    deck: ClassVar[Any] = lambda: standard52() * 12

    def looks(self, name: str) -> str | None:
        return {"trick": "fan", "melds": "fan", "laid": "grid 12"}.get(name)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Everything:
        hands = Pile.hands(seats)
        table = Everything(
            seats=seats,
            stock=deck,
            hands=hands,
            seen_by_others=[Pile.seen_by_others(seat) for seat in range(seats)],
            trick=Pile.face_up(),
            columns=[Pile.face_up() for _ in range(14)],
            laid=[[Pile.face_up(owner=seat) for _ in range(12)] for seat in range(seats)],
            melds=[Pile.face_up() for _ in range(5)],
            boxes=[Box(cards=Pile.face_up(owner=seat)) for seat in range(seats)],
            scores=[-1000 * seat for seat in range(seats)],
            tricks=[100 + seat for seat in range(seats)],
            told=[[LONG, str(seat)] for seat in range(seats)],
            calls=[f"{number} no trumps" for number in range(40)],
            bids={seat: f"bid {seat + 90}" for seat in range(seats)},
            trumps={"C", "D", "H", "S"},
            pairs=(1, "H"),
            partners=list(range(seats)),
            mood=Mood.SAD,
            is_open=True,
            contract=LONG,
        )
        dealer.shuffle(deck)
        dealer.deal(deck, hands, 26)
        dealer.deal(deck, table.seen_by_others, 5)
        dealer.hint(table.seen_by_others[0], 0, suit="H")
        dealer.deal(deck, table.columns, 2)
        dealer.deal(deck, [pile for own in table.laid for pile in own[1:]], 1)
        dealer.deal(deck, table.melds, 7)
        dealer.deal(deck, [box.cards for box in table.boxes], 2)
        return table

    def legal(self, table: Everything) -> list[Any]:
        hand = table.hands[table.turn].cards
        said = [Say(what) for what in (*LONG.split(", "), "nothing")]
        return [Meld(tuple(hand[:13])), Meld(tuple(hand[:3])), *said, Turn(3), Raise.of(range(5, 2000))]

    def apply(self, table: Everything, action: Move, dealer: Dealer) -> None:
        dealer.move([table.hands[table.turn].cards[-1]], table.hands[table.turn], table.trick)
        table.pass_turn()

    def result(self, table: Everything) -> Result | None:
        return None


def table_of(*seats: str) -> Hosted:
    """A table with everything on it."""
    setup = Setup.of(Plugin(game=Tables), seats=seats, names=NAMES[: len(seats)], seed=3)
    return Hosted.lay(setup, policy=Policy(pace=0))


def laid(seats: int) -> tuple[Told, Any]:
    """A table after all but one have laid a card to the trick, as the last one is told of it, and its match."""
    hosted = table_of(*["human"] * seats)
    guests = [Guest(hosted, chair.key or "", protocol=2) for chair in hosted.chairs.chairs]
    for guest in guests[:-1]:
        guest.say("act", action="turn 3")
    return told_to(guests[-1]), hosted.at_play()


def words_in(text: str) -> set[str]:
    """What is read in a text, whatever lies between."""
    return set(re.findall(r"\w+", text))


def check_everything(text: str, told: Told, face: Callable[[str], str] = str) -> None:
    """Assert that all facts, and all cards that can be seen, are in a text."""
    said = words_in(text)
    for name, value in told.scene["fields"]:
        assert said >= words_in(f"{name} {value}")
    for pile in told.scene["piles"]:
        seen = pile["cards"] if pile["looks"] != "stack" else pile["cards"][-1:] if pile["owner"] is None else []
        assert all(card == "??" or face(card) in text for card in seen)


def check_pictures(told: Told, columns: int, *heights: int) -> str:
    """Assert that pictures of a table are no wider than they may be and have everything; the rows of the last."""
    choosing, paints = Choosing(told.view["legal"], told.view["forms"]), Paints(LOOKS["two-colour"])
    sizes = [Picture(told, choosing, paints, columns, size, None).whole() for size in (*SIZES, LEAST)]
    text = ""
    for drawn in (*sizes, *(fitting(told, choosing, paints, columns, height, None) for height in heights)):
        rows = ["".join(segment.text for segment in row) for row in drawn.rows]
        text = "\n".join(rows)
        assert columns >= drawn.width >= max(len(row.rstrip()) for row in rows)
        for spot in drawn.spots:
            assert spot.x + spot.width <= drawn.width
            there = (row[spot.x : spot.x + spot.width] for row in rows[spot.y : spot.y + spot.height])
            assert "".join(there).strip(), spot
        check_everything(text, told, lambda card: paints.face(Card.read(card)))
        for seat, name in enumerate(told.names):
            assert words_in(text) >= words_in("you" if seat == told.seat else name)
    return text


@pytest.mark.parametrize("seats", [2, 7])
@pytest.mark.parametrize("columns", [40, 80, 120])
def test_a_picture_is_never_wider_than_its_screen_and_has_everything(columns: int, seats: int) -> None:
    told, _ = laid(seats)
    said = words_in(check_pictures(told, columns, 20))
    for action in told.view["legal"]:
        assert not action["text"].startswith("say") or said >= words_in(action["say"])


@pytest.mark.parametrize("seats", [2, 7])
def test_lines_say_everything_in_forty_columns(seats: int) -> None:
    told, sitting = laid(seats)
    names, match = NAMES[:seats], sitting.match
    (seat,) = sitting.table.asked
    board = Board.of(match.game, match.state.view(seat), seat, names)
    lines = [board.head("everything", "turn 7"), *board.lines()]
    lines += people.question_lines(match.legal, Sayings(match.game, names, seat), None)
    rows = ["".join(text for text, _ in row) for line in lines for row in folded(line, 40)]
    assert 40 >= max(map(len, rows))
    assert "…" not in "\n".join(rows)
    check_everything("\n".join(rows), told)


@pytest.mark.parametrize("game", [*installed(), *examples()])
def test_lines_and_a_screen_show_all_cards_that_are_seen_and_all_that_can_be_done(game: str) -> None:
    hosted, *guests = table(game, *(["human", "random"] if game == "war" else load_game(game).default_seats))
    machines_play(hosted)
    told = told_to(next(guest for guest in guests if guest.visitor.seat in hosted.at_play().table.asked))
    lines = "\n".join((*board_lines(told), *question_lines(told)))
    check_everything(lines, told)
    for action in told.view["legal"]:
        assert action["say"].split()[0] in lines
    check_pictures(told, 40, 12)
    rows = check_pictures(told, *TABLE)
    assert len(rows.split("\n")) <= TABLE[1]
    for fact, value in told.scene["fields"]:
        assert f"{fact}: {value}" in re.sub(" +", " ", rows)
    assert all(name in rows for seat, name in enumerate(told.names) if seat != told.seat)
    drawn = fitting(told, Choosing(told.view["legal"], told.view["forms"]), Paints(LOOKS["letters"]), *TABLE, None)
    assert game == "lanterns" or len({spot.wish for spot in drawn.spots}) == len(drawn.spots), "cards twice"


TABLE = (80, 16)
"""The columns and rows of a table on a screen of 80 columns and 24 rows, beside a few lines of its log."""


async def test_head_refusals_and_dialogs_of_a_screen_are_whole_in_forty_columns() -> None:
    async with shown(table_of("human", "random"), size=(40, 20)) as (app, pilot):
        await until(pilot, lambda: "turn" in text_of(app))
        told = re.sub(r"\s+", " ", text_of(app))
        assert "Everything · turn 1 · it is your turn" in told
        for key in ("x", "y", "enter"):
            await pilot.press(key)
        await until(pilot, lambda: "understood" in text_of(app))
        said = drawn_text(app.place.told.marked(app._status), app.paints).plain
        assert words_in(text_of(app)) >= words_in(said)
        app.push_screen(Sure(LONG))
        await until(pilot, lambda: isinstance(app.screen, Sure))
        assert words_in(text_of(app)) >= {*words_in(LONG[1:]), "ends", "leads", "back"}
