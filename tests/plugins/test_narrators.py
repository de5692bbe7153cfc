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


def room(**fields: object) -> Room:
    """A table for two with cards in both hands and in the rows of one."""
    hands = [Pile.hand(0, cards("KC 2C TC")), Pile.hand(1, cards("3C 4C"))]
    layout = [[Pile.face_up(cards("AC"), owner=0), Pile.face_up(cards("5C"), owner=0)], []]
    made = Room(seats=2, stock=Pile.face_down(cards("6C")), hands=hands, layout=layout)
    vars(made).update(fields)
    return made


def shown(table: Room) -> list[str]:
    """What Ann is shown of it, the cards in the order of their ranks."""
    return list(map(str, Board(table.view(0), 0, NAMES[:2], lambda card: "23456789TJQKA".index(card.rank)).lines()))


def test_piles_of_ones_own_are_in_the_singular_where_there_is_one_and_the_hand_comes_last_and_in_order() -> None:
    assert ["your cards: 1:AC, 2:5C", "your hand: 2C TC KC"] == shown(room())[-2:]


def test_fields_are_told_in_words_and_those_that_say_nothing_are_left_out() -> None:
    assert ["now: doubled", "chips: 0, 20"] == shown(room())[:2]
    broken = shown(room(hearts_broken=True, bids=(3, None), chips=()))
    assert ["now: hearts broken", "now: doubled", "bids: 3, -"] == broken[:3]


def told(event: Event) -> list[str]:
    """What the plain narrator says."""
    return list(Plain(NAMES)(event, None))


class Lay(Action):
    """Lay a card."""

    card: Card


KING = Card("K", "C")
LAYS = "Ann lays the king of clubs."


def move(source: str, target: str, owner: int | None = None) -> Moved:
    """The king of clubs goes from a pile to another one."""
    return Moved((KING,), source, target, owner, under=False, known_to=None)


def said(*events: Event) -> list[str]:
    """What is told of these events after the beginning of a game."""
    narrator = Plain(NAMES)
    return [line for event in (Begun(3), *events) for line in narrator(event, None)]


def test_a_move_that_only_repeats_its_action_is_told_once() -> None:
    played, taken, later = move("hands 0", "trick"), move("trick", "taken 1", 1), move("taken 1", "trick")
    told = [LAYS, "Ben takes the king of clubs from the trick.", "Ben puts the king of clubs on the trick."]
    assert told == said(Acted(0, Lay(KING)), played, taken, TurnBegun(1, 2), later)


def test_a_card_that_goes_to_somebody_else_is_told_even_if_its_action_names_it() -> None:
    given = move("hands 0", "hands 1", 1)
    assert [LAYS, "Ben takes the king of clubs from hands 1."] == said(Acted(0, Lay(KING)), given)


def test_choices_passes_looks_and_rolls_are_told_in_words() -> None:
    assert [] == told(Chosen(0))
    assert ["Ann has chosen."] == list(Plain(NAMES, tells_all=True)(Chosen(0), None))
    assert ["Ann and Cy pass."] == told(AllPassed((0, 2)))
    assert ["Cy passes."] == told(AllPassed((2,)))
    assert ["Ben looks at KC, QC in Ann's hand."] == told(Shown(tuple(cards("KC QC")), "hands 0", 0, (1,)))
    assert ["Ann shows KC and QC."] == told(Shown(tuple(cards("KC QC")), "hands 0", 0, (1, 2)))
    assert ["Ann and Ben look at 2 cards in the stock."] == told(Shown((BACK, BACK), "stock", None, (0, 1)))
    assert ["4 is rolled, of 6."] == told(Rolled(6, 4))


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
    events = [Shown(tuple(cards("KC QC")), "hands 0", 0, (0, 1, 2)), PointsScored(1, 4, "a pair"), Rolled(6, 4)]
    told = [str(line) for event in events for line in narrator(event, None)]
    assert ["Ann melds KC and QC.", "Ben pegs 4."] == told
    assert ["Ben gets 4 points for a pair."] == [str(line) for line in Plain(NAMES)(events[1], None)]


class Paired(Event):
    """Who play together from now on."""

    seats: tuple[Seat, ...]
    says: ClassVar[str] = "{seats} are partners"


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


@pytest.mark.parametrize(
    ("result", "scored_in", "told"),
    [
        (Result.win(1, seats=3), "point", "Ada wins the game in 5 rounds."),
        (
            Result.least((30, 12, 45)),
            "point",
            "Ada wins the game in 5 rounds with 12 points; you have 30 and Ben 45.",
        ),
        (Result.least((0, 2, 2)), "point", "You win the game in 5 rounds with 0 points; Ada and Ben have 2."),
        (Result.most((1, 0, 4)), "book", "Ben wins the game in 5 rounds with 4 books; you have 1 and Ada 0."),
        (Result.won(1, scores=(9, 1, 9)), "chip", "Ada wins the game in 5 rounds with 1 chip; you and Ben have 9."),
        (
            Result.won(0, 1, scores=(2, 1, 0)),
            "chip",
            "You and Ada win the game in 5 rounds; you have 2 chips, Ada 1 and Ben 0.",
        ),
        (Result.in_order([2, 0, 1]), "point", "Ben wins the game in 5 rounds; you are 2nd and Ada is 3rd."),
        (Result.most((3, 3, 3)), "point", "The game is a draw after 5 rounds with 3 points each."),
        (Result.lost(1, scores=(180.0,)), "chip", "You lose the game after 5 rounds with 180 chips."),
        (
            Result.cut_off((3, 0, -1)),
            "point",
            "The game was cut off after 5 rounds; you have 3 points, Ada 0 and Ben -1.",
        ),
    ],
)
def test_the_end_says_who_won_by_what_and_what_the_others_have(result: Result, scored_in: str, told: str) -> None:
    names = ["You", "Ada", "Ben"][: len(result.scores)]
    assert [told] == [*map(str, result_lines(result, 5, "round", names, scored_in))]


class Tap(Action):
    """Tap on the table."""

    says = "tap"


@pytest.mark.parametrize(
    ("places", "rank", "suit", "words"),
    [
        ((1, 3), "4", None, "Ben tells Ann: your 2nd and 4th cards are fours."),
        ((0,), "A", None, "Ben tells Ann: your 1st card is an ace."),
        ((), "A", None, "Ben tells Ann: none of your cards is an ace."),
        ((2,), None, "R", "Ben tells Ann: your 3rd card is R."),
    ],
)
def test_a_hint_is_told_by_who_gives_it(
    places: tuple[int, ...], rank: str | None, suit: str | None, words: str
) -> None:
    narrator = Plain(NAMES)
    assert ["Ben taps for Cy."] == list(narrator(Acted(1, Tap(), 2), None))
    assert [words] == list(narrator(Hinted(0, "hands 0", 0, places, rank, suit), None))
