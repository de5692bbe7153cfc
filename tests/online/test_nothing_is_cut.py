"""Whatever tables hold, all of it is told: in lines, and on a full screen, however narrow."""

from __future__ import annotations

import re
from dataclasses import field
from enum import Enum
from typing import Any, ClassVar, Literal

import pytest
from full_screens import shown, text_of, until
from guests import Guest

from cardkit import Action, BySeat, Card, Dealer, Game, Part, Pile, Plugin, Result, Seat, State, Suit, standard52
from cardkit.core.piles import Place
from cardkit.hosting.hosted import Hosted, Policy
from cardkit.online.drawing import LEAST, SIZES, Block, Paints, Picture, fitting
from cardkit.online.drawing import text_of as drawn_text
from cardkit.online.lines import Choosing, Told
from cardkit.online.screen import Sure
from cardkit.play.pages import folded
from cardkit.play.settings import LOOKS
from cardkit.plugins.board import Board
from cardkit.plugins.people import question_lines
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
    told = Told()
    told.take(guests[-1].hello)
    told.take(guests[-1].look())
    assert hosted.sitting is not None
    return told, hosted.sitting


def words_in(text: str) -> list[str]:
    """What is read in a text, whatever lies between."""
    return re.findall(r"\w+", text)


def rows_of(block: Block) -> list[str]:
    """The rows of a picture as they are read."""
    return ["".join(segment.text for segment in row) for row in block.rows]


@pytest.mark.parametrize("seats", [2, 7])
@pytest.mark.parametrize("columns", [40, 80, 120])
def test_a_picture_is_never_wider_than_its_screen_and_has_everything(columns: int, seats: int) -> None:
    told, _ = laid(seats)
    scene = told.scene
    assert scene is not None
    choosing, paints = Choosing(told.view["legal"], told.view["forms"]), Paints(LOOKS["two-colour"])
    for drawn in (
        fitting(told, choosing, paints, columns, 20, None),
        *(Picture(told, choosing, paints, columns, size, None).whole() for size in (*SIZES, LEAST)),
    ):
        rows = rows_of(drawn)
        assert columns >= drawn.width >= max(len(row.rstrip()) for row in rows)
        assert all(spot.x + spot.width <= columns for spot in drawn.spots)
        said = set(words_in("\n".join(rows)))
        for name, value in scene["fields"]:
            assert said >= {*words_in(f"{name} {value}")}
        for action in told.view["legal"]:
            if action["text"].startswith("say"):
                assert said >= {*words_in(action["say"])}
        for pile in scene["piles"]:
            for card in pile["cards"][-1:] if pile["looks"] == "stack" else pile["cards"]:
                assert card == "??" or paints.face(Card.read(card)) in "\n".join(rows)
        assert said >= {word for name in told.names[:-1] for word in words_in(name)}


@pytest.mark.parametrize("seats", [2, 7])
def test_lines_say_everything_in_forty_columns(seats: int) -> None:
    told, sitting = laid(seats)
    table, scene = sitting.table, told.scene
    assert scene is not None
    names, match = NAMES[:seats], sitting.match
    (seat,) = table.asked
    board = Board.of(match.game, match.state.view(seat), seat, names)
    lines = [board.head("everything", "turn 7"), *board.lines()]
    lines += question_lines(match.legal, Sayings(match.game, names, seat), None)
    rows = ["".join(text for text, _ in row) for line in lines for row in folded(line, 40)]
    assert 40 >= max(map(len, rows))
    text = "\n".join(rows)
    assert "…" not in text
    said = set(words_in(text))
    for name, value in scene["fields"]:
        assert said >= {*words_in(f"{name} {value}")}
    for pile in scene["piles"]:
        for card in pile["cards"][-1:] if pile["looks"] == "stack" else pile["cards"]:
            assert card == "??" or card in text


async def test_head_refusals_and_dialogs_of_a_screen_are_whole_in_forty_columns() -> None:
    async with shown(table_of("human", "random"), size=(40, 20)) as (app, pilot):
        await until(pilot, lambda: "turn" in text_of(app))
        told = re.sub(r"\s+", " ", text_of(app))
        assert "Everything · turn 1 · it is your turn" in told
        for key in ("x", "y", "enter"):
            await pilot.press(key)
        await until(pilot, lambda: "understood" in text_of(app))
        said = drawn_text(app.place.told.marked(app._status), app.paints).plain
        assert set(words_in(text_of(app))) >= {*words_in(said)}
        app.push_screen(Sure(LONG))
        await until(pilot, lambda: isinstance(app.screen, Sure))
        assert set(words_in(text_of(app))) >= {*words_in(LONG[1:]), "ends", "leads", "back"}
