"""Whatever a field of a table or an action holds, people are told and asked it, and it takes no table away."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from toys import Table, Toy

from cardkit import (
    Action,
    BySeat,
    Card,
    Dealer,
    Game,
    Match,
    Part,
    Pass,
    Pile,
    Place,
    Rank,
    Seat,
    Seeded,
    State,
    Suit,
    cards,
    inside,
    private,
    standard52,
)
from cardkit.bots.worlds import names_a_place
from cardkit.core.events import plain
from cardkit.hosting.scene import Offer, scene
from cardkit.plugins.board import Board
from cardkit.plugins.people import question_lines
from cardkit.plugins.reading import Reader
from cardkit.plugins.sayings import Sayings


class Colour(Enum):
    DARK_RED = 1


class Untold:
    def __str__(self) -> str:
        raise ValueError("nothing is said of this")

    __repr__ = __str__


class Held(State):
    stock: Pile
    places: list[Seat]
    partner: dict[Seat, Seat]
    pairs: list[tuple[Seat, int]]
    best: tuple[Seat, int] | None
    last: Seat | None
    first: Seat | None
    way: Literal["up", "down"] | None
    held: int | list[Seat] | None
    turns: list[list[Seat]]
    done: set[str]
    grid: list[list[int]]
    odd: Any
    calls: list[str]
    bids: BySeat[int | None]
    leads: BySeat[Seat]
    ready: BySeat[bool]
    gone: frozenset[Seat]
    led_by: Seat | None = None
    own: list[int | None] = private(default_factory=list)
    scores: tuple[int, ...] = ()


def table(**changed: Any) -> Held:
    values: dict[str, Any] = {
        "places": [], "partner": {}, "pairs": [], "best": None, "last": None, "first": None, "way": None,
        "turns": [], "done": set(), "grid": [], "held": None, "odd": None, "calls": [], "bids": [],
        "leads": [], "ready": [], "gone": frozenset(),
    }  # fmt: skip
    return Held(seats=3, stock=Pile.face_down(), **{**values, **changed})


def told(field: str, value: Any) -> list[str]:
    return [str(line) for line in Board(table(**{field: value}), 0, ["Ada", "Ben", "Cid"]).fact(field)]


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("places", [2, 0], "Cid, you"),
        ("places", [2, 0, 1], "Cid, you, Ben"),
        ("partner", {0: 2}, "you Cid"),
        ("pairs", [(1, 0)], "(Ben, 0)"),
        ("best", (1, 30), "Ben, 30"),
        ("last", 0, "you"),
        ("first", 2, "Cid"),
        ("way", "up", "up"),
        ("held", [2, 0], "Cid, you"),
        ("held", 1, "1"),
        ("turns", [[0, 1], [2]], "(you, Ben), (Cid)"),
        ("done", {"b", "a"}, "a, b"),
        ("grid", [[1, 2], [3]], "(1, 2), (3)"),
        ("odd", [1, None, {"a": [True]}], "1, -, (a (yes))"),
        ("calls", ["pass", "1c", "pass"], "pass, 1c, pass"),
        ("bids", [3, None, 0], "you 3, Ben -, Cid 0"),
        ("leads", [2, 0, 1], "you Cid, Ben you, Cid Ben"),
        ("own", [3, None, None], "you 3, Ben -, Cid -"),
        ("scores", (3, 1, 0), "you 3, Ben 1, Cid 0"),
        ("odd", Colour.DARK_RED, "dark red"),
        ("odd", [Colour.DARK_RED, None, True], "dark red, -, yes"),
        ("ready", [True, False, True], "you yes, Ben no, Cid yes"),
        ("gone", frozenset({2, 0}), "you, Cid"),
        ("odd", frozenset({3, 1}), "1, 3"),
        ("odd", Untold(), "?"),
        ("odd", [Untold()], "?"),
        ("odd", {"x": Untold()}, "?"),
    ],
)
def test_a_field_is_told_whatever_it_holds(field: str, value: Any, words: str) -> None:
    assert [f"{field}: {words}"] == told(field, value)


def test_nothing_is_told_where_there_is_nothing() -> None:
    assert [[]] * 4 == [
        told(field, value) for field, value in (("best", None), ("last", None), ("places", []), ("done", set()))
    ]


@pytest.mark.parametrize(
    ("field", "value", "at_seats"),
    [
        ("bids", [3, None, 0], {0: "3", 2: "0"}),
        ("leads", [2, 0, 1], {0: "Cid", 1: "you", 2: "Ben"}),
        ("ready", [True, False, True], {0: "", 2: ""}),
        ("own", [3, None, None], {0: "3"}),
        ("scores", (3, 1, 0), {0: "3", 1: "1", 2: "0"}),
        ("last", 0, {0: ""}),
        ("led_by", 1, {}),
        ("places", [2, 0, 1], {}),
        ("calls", ["pass", "1c", "pass"], {}),
    ],
)
def test_what_is_said_of_single_seats_can_stand_there(field: str, value: Any, at_seats: dict[int, str]) -> None:
    (entry,) = Board(table(**{field: value}), 0, ["Ada", "Ben", "Cid"]).fact(field)
    assert at_seats == entry.at_seats


class Box(Part):
    seat: Seat
    cards: Pile
    bet: int
    note: str = inside(default="")
    colour: Colour | None = None
    split: bool = False


class Boxed(State):
    stock: Pile
    boxes: list[Box | None]
    heaps: dict[str, list[Box]]
    maker: Annotated[Seat | None, "who plays alone"] = None
    calls: Annotated[BySeat[int | None], "tricks wanted"]
    tricks: Annotated[list[int], "tricks so far"] = private(default_factory=list)


class Boxes(Toy, Game[Boxed, Pass]):
    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Boxed:
        own = Box(seat=0, cards=Pile.hand(0), bet=10, note="x", colour=Colour.DARK_RED, split=True)
        others = [Box(seat=1, cards=Pile.hand(1), bet=bet) for bet in (5, 6)]
        heaps, boxes = {"left": [Box(seat=0, cards=Pile.face_up(), bet=0)]}, [own, None, *others]
        return Boxed(seats=seats, stock=deck, boxes=boxes, heaps=heaps, maker=1, calls=[3, None], tricks=[1, 2])

    def legal(self, table: Boxed) -> list[Pass]:
        return [Pass()]

    def apply(self, table: Boxed, action: Pass, dealer: Dealer) -> None:
        table.boxes[0] = table.boxes.pop()
        table.pass_turn()


FACTS = [
    ["who plays alone", "Ben"],
    ["tricks wanted", "you 3, Ben -"],
    ["tricks so far", "you 1, Ben -"],
    ["your box", "bet 10, colour dark red, split"],
    ["Ben's box 3", "bet 5"],
    ["Ben's box 4", "bet 6"],
    ["heap", "seat you"],
]


def test_parts_and_names_for_people_are_told_on_boards_and_pages() -> None:
    match = Match(Boxes(), standard52(), seats=2, rng=Seeded(1))
    names = ["Ada", "Ben"]
    told = [[str(line.label), str(line.content)] for line in Board(match.view(0), 0, names).facts()]
    view = scene(match, 0, names, [0])["view"]
    assert FACTS == told == view["fields"]
    at_seats = {"who plays alone": [None, ""], "tricks wanted": ["3", None], "tricks so far": ["1", None]}
    assert at_seats == dict(view["at_seats"])
    match.play(Pass())
    assert ["Ben's box 1", "bet 6"] in scene(match, 0, names, [1])["view"]["fields"]


def test_what_an_event_holds_has_a_form_in_data() -> None:
    assert {"seen": [1, 2], "colour": "DARK_RED"} == plain({"seen": {2, 1}, "colour": Colour.DARK_RED})


NAMES = ["Ada", "Ben", "Cid"]
SAYS = Sayings(None, NAMES)


class Say(Action):
    ranks: tuple[Rank, ...]


class Ask(Action):
    seats: tuple[Seat, ...] | None


class Trust(Action):
    suits: tuple[Suit, ...]
    loudly: bool = False


class Vote(Action):
    whom: Seat | None


class Turn(Action):
    place: Place | None
    card: Card | None = None
    way: Literal["up", "down"] | None = None


Move = Say | Ask | Trust | Vote | Turn


class Fields(Toy, Game[Table, Move]):
    def legal(self, table: Table) -> list[Move]:
        return list(LEGAL)


(QUEEN,) = cards("QS")
LEGAL: dict[Move, str] = {
    Say(("A", "K")): "say ace king",
    Say(("10",)): "say ten",
    Ask((0, 2)): "ask ada cid",
    Ask((1,)): "ask ben",
    Ask(None): "ask",
    Trust(("H", "S"), loudly=True): "trust hearts spades loudly",
    Trust(("C",)): "trust clubs",
    Vote(None): "vote",
    Vote(2): "vote cid",
    Turn(None): "turn",
    Turn(3): "turn 4",
    Turn(3, QUEEN): "turn 4 qs",
    Turn(None, None, "up"): "turn up",
}
"""Actions with fields of many kinds, each with how a person types it."""


@pytest.mark.parametrize(("action", "typed"), LEGAL.items(), ids=str)
def test_an_action_is_typed_in_words_and_in_notation(action: Move, typed: str) -> None:
    match = Match(Fields(), standard52(), seats=3, rng=Seeded(0))
    reader = Reader(match, match.turn, NAMES)
    assert action == reader.read(typed, match.legal) == reader.read(str(action).lower(), match.legal, typed=False)


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ([Say(("A", "K")), Say(("10",))], "say: aces and kings or tens"),
        ([Say.of([("A", "K"), ("10",)])], "say: aces and kings or tens"),
        ([Ask((0, 2)), Ask((1,))], "ask: Ada and Cid or Ben"),
        ([Vote.of([None, 1])], "vote: nobody or Ben"),
        ([Turn.of([None, 2, 1], [None], ["up"])], "turn: to place none, 3 or 2 none way up"),
    ],
    ids=str,
)
def test_actions_are_asked_for_in_the_words_of_the_table(asked: list[Any], line: str) -> None:
    assert [line] == [str(entry) for entry in question_lines(asked, SAYS, None)]


def test_actions_are_told_in_data_by_what_can_be_clicked() -> None:
    offer = Offer(SAYS, None, ["stock"])
    told = offer.action(Ask((0, 2)))
    assert ("ask Ada and Cid", [0, 2]) == (told["say"], told["seats"])
    told = offer.action(Say(("A", "K")))
    assert ("say aces and kings", ["A", "K"]) == (told["say"], told["ranks"])
    (part,) = offer.forms([Say.of([("A", "K"), ()])])[0]["parts"]
    assert {"name": "ranks", "kind": "choice", "of": ["A K", ""], "say": ["ace and king", "no ranks"]} == part


def test_a_place_that_may_be_left_out_is_one() -> None:
    assert [Turn] == [kind for kind in (Say, Ask, Trust, Vote, Turn) if names_a_place(kind)]
