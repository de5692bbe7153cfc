"""What people are shown of a table, and told of what happens, where a game has no words of its own."""

from __future__ import annotations

from typing import Any, ClassVar, cast

import pytest

from cardkit import (
    BACK,
    Acted,
    Action,
    AllPassed,
    Begun,
    Card,
    Chosen,
    Ended,
    Event,
    Hinted,
    Moved,
    Pile,
    PointsScored,
    Result,
    Rolled,
    RoundEnded,
    Seat,
    Shown,
    State,
    TurnBegun,
    Wide,
    cards,
    inside,
    result_lines,
)
from cardkit.plugins.board import Board
from cardkit.plugins.sayings import Plain

NAMES = ("Ann", "Ben", "Cy")


class Room(State):
    """Piles, and fields of every kind."""

    stock: Pile
    hands: list[Pile]
    layout: list[list[Pile]]
    hearts_broken: bool = False
    doubled: bool = True
    bids: tuple[int | None, ...] = (None, None)
    chips: tuple[int, ...] = (0, 20)
    to_give: int = 0
    named: str = ""
    phase: str = inside(default="draw")


def shown(**fields: object) -> list[str]:
    """What Ann is shown of a table for two, the cards in the order of their ranks."""
    hands = [Pile.hand(0, cards("KC 2C TC")), Pile.hand(1, cards("3C 4C"))]
    layout = [[Pile.face_up(cards("AC"), owner=0), Pile.face_up(cards("5C"), owner=0)], []]
    table = Room(seats=2, stock=Pile.face_down(cards("6C")), hands=hands, layout=layout)
    vars(table).update(fields)
    return list(map(str, Board(table.view(0), 0, NAMES[:2], lambda card: "23456789TJQKA".index(card.rank)).lines()))


def test_piles_of_ones_own_are_in_the_singular_where_there_is_one_and_the_hand_comes_last_and_in_order() -> None:
    assert ["your cards: 1:AC, 2:5C", "your hand: 2C TC KC"] == shown()[-2:]


def test_fields_are_told_in_words_and_those_that_say_nothing_are_left_out() -> None:
    assert ["now: doubled", "chips: 0, 20"] == shown()[:2]
    broken = shown(hearts_broken=True, bids=(3, None), chips=())
    assert ["now: hearts broken", "now: doubled", "bids: 3, -"] == broken[:3]


class Lay(Action):
    """Lay a card."""

    card: Card


class Tap(Action):
    says = "tap"


class Paired(Event):
    seats: tuple[Seat, ...]
    says: ClassVar[str] = "{seats} are partners"


KING, TWO = Card("K", "C"), tuple(cards("KC QC"))


def move(source: str, target: str, owner: int | None = None) -> Moved:
    """The king of clubs goes from a pile to another one."""
    return Moved((KING,), source, target, owner, under=False, known_to=None)


LAYS, PAIR = "Ann lays the king of clubs.", PointsScored(1, 4, "a pair")
LAID = (Acted(0, Lay(KING)), move("hands 0", "trick"), move("trick", "taken 1", 1), TurnBegun(1, 2))
TAKEN = "Ben takes the king of clubs from the trick."
TOLD: list[tuple[tuple[Event, ...], list[str]]] = [
    ((*LAID, move("taken 1", "trick")), [LAYS, TAKEN, "Ben puts the king of clubs on the trick."]),
    ((LAID[0], move("hands 0", "hands 1", 1)), [LAYS, "Ben takes the king of clubs from hands 1."]),
    ((Chosen(0),), []),
    ((AllPassed((0, 2)), AllPassed((2,))), ["Ann and Cy pass.", "Cy passes."]),
    ((Shown(TWO, "hands 0", 0, (1,)),), ["Ben looks at KC, QC in Ann's hand."]),
    ((Shown(TWO, "hands 0", 0, (1, 2)),), ["Ann shows KC and QC."]),
    ((Shown((BACK, BACK), "stock", None, (0, 1)),), ["Ann and Ben look at 2 cards in the stock."]),
    ((Rolled(6, 4), PAIR), ["4 is rolled, of 6.", "Ben gets 4 points for a pair."]),
    ((Acted(1, Tap(), 2),), ["Ben taps for Cy."]),
    ((Hinted(0, "hands 0", 0, (1, 3), "4", None),), ["Ben tells Ann: your 2nd and 4th cards are fours."]),
    ((Hinted(0, "hands 0", 0, (0,), "A", None),), ["Ben tells Ann: your 1st card is an ace."]),
    ((Hinted(0, "hands 0", 0, (), "A", None),), ["Ben tells Ann: none of your cards is an ace."]),
    ((Hinted(0, "hands 0", 0, (2,), None, "R"),), ["Ben tells Ann: your 3rd card is R."]),
]


@pytest.mark.parametrize(("events", "told"), TOLD)
def test_what_happens_is_told_once_and_in_words(events: tuple[Event, ...], told: list[str]) -> None:
    narrator = Plain(NAMES)
    hinter = [Acted(1, Tap(), 2)] if isinstance(events[0], Hinted) else []
    lines = [line for event in (Begun(3), *hinter, *events) for line in narrator(event, None)]
    assert told == lines[len(hinter) :]


def test_that_somebody_has_chosen_is_told_where_all_is_told() -> None:
    assert ["Ann has chosen."] == list(Plain(NAMES, tells_all=True)(Chosen(0), None))


class Telling:
    """What a game says of what follows, in its own words."""

    scored_in = "point"

    def says(self, _: Any, what: Action | Event, /) -> str | None:
        match what:
            case Shown():
                return "meld {cards}"
            case PointsScored(points=points):
                return f"peg {points:g}"
            case Rolled():
                return ""
            case _:
                return None


def test_what_a_game_says_of_what_followed_is_told() -> None:
    narrator = Plain(NAMES, game=cast(Any, Telling()))
    events = (Shown(TWO, "hands 0", 0, (0, 1, 2)), PAIR, Rolled(6, 4))
    assert ["Ann melds KC and QC.", "Ben pegs 4."] == [str(line) for event in events for line in narrator(event, None)]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (AllPassed((0, 1)), "Ann and you pass."),
        (AllPassed((1, 2)), "You and Cy pass."),
        (AllPassed((0, 1, 2)), "Ann, you and Cy pass."),
        (AllPassed((1,)), "You pass."),
        (Shown((BACK,), "stock", None, (0, 1)), "Ann and you look at 1 card in the stock."),
        (Ended(Result.lost(3), 0), "Ann, you and Cy lose the game."),
        (Ended(Result.win(0, 1, seats=3), 0), "Ann and you win the game."),
        (Ended(Result.win(1, 2, seats=3), 0), "You and Cy win the game."),
        (Paired((0, 1)), "Ann and you are partners."),
        (Paired((1, 2)), "You and Cy are partners."),
    ],
)
def test_who_is_spoken_to_is_small_within_a_sentence(event: Event, line: str) -> None:
    assert [line] == list(Plain(NAMES, you=1)(event, None))


def test_who_is_spoken_to_is_small_among_the_points_of_all() -> None:
    head, *_ = Plain(NAMES, you=1)(RoundEnded((1, 2, 3), (4, 5, 6)), None)
    assert isinstance(head, Wide)
    assert head.instead == ("Points: Ann 1, you 2, Cy 3. Together: Ann 4, you 5, Cy 6.",)
    assert head.split() == ["Ann", "You", "Cy"]


WINS, THEY_WIN = "wins the game in 5 rounds", "win the game in 5 rounds"


@pytest.mark.parametrize(
    ("result", "unit", "told"),
    [
        (Result.win(1, seats=3), "point", f"Ada {WINS}."),
        (Result.least((30, 12, 45)), "point", f"Ada {WINS} with 12 points; you have 30 and Ben 45."),
        (Result.least((0, 2, 2)), "point", f"You {THEY_WIN} with 0 points; Ada and Ben have 2."),
        (Result.most((1, 0, 4)), "book", f"Ben {WINS} with 4 books; you have 1 and Ada 0."),
        (Result.won(1, scores=(9, 1, 9)), "chip", f"Ada {WINS} with 1 chip; you and Ben have 9."),
        (Result.won(0, 1, scores=(2, 1, 0)), "chip", f"You and Ada {THEY_WIN}; you have 2 chips, Ada 1 and Ben 0."),
        (Result.in_order([2, 0, 1]), "point", f"Ben {WINS}; you are 2nd and Ada is 3rd."),
        (Result.most((3, 3, 3)), "point", "The game is a draw after 5 rounds with 3 points each."),
        (Result.lost(1, scores=(180.0,)), "chip", "You lose the game after 5 rounds with 180 chips."),
        (
            Result.cut_off((3, 0, -1)),
            "point",
            "The game was cut off after 5 rounds; you have 3 points, Ada 0 and Ben -1.",
        ),
    ],
)
def test_the_end_says_who_won_by_what_and_what_the_others_have(result: Result, unit: str, told: str) -> None:
    names = ["You", "Ada", "Ben"][: len(result.scores)]
    assert [told] == [*map(str, result_lines(result, 5, "round", names, unit))]
