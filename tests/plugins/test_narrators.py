"""What people are shown of a table, and told of what happens, where a game has no words of its own."""

from __future__ import annotations

from cardkit import BACK, AllPassed, Chosen, Event, Pile, Rolled, Shown, State, cards, inside
from cardkit.plugins.narrators import Plain, table_lines

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
    return list(table_lines(table.view(0), 0, NAMES, lambda card: "23456789TJQKA".index(card.rank)))


def test_piles_of_ones_own_are_in_the_singular_where_there_is_one_and_hands_are_in_order() -> None:
    assert ["stock: 1 hidden card", "your hand: 2C, TC, KC", "Ben's hand: 2 hidden cards"] == shown(room())[:3]
    assert "your layout: AC at 0, 5C at 1" == shown(room())[3]


def test_fields_are_told_in_words_and_those_that_say_nothing_are_left_out() -> None:
    assert ["doubled", "chips: 0, 20"] == shown(room())[4:]
    assert ["hearts broken", "doubled", "bids: 3, -"] == shown(room(hearts_broken=True, bids=(3, None), chips=()))[4:]


def test_the_rules_order_sorts_nothing_where_it_is_the_same_for_all_cards() -> None:
    lines = list(table_lines(room().view(0), 0, NAMES, lambda card: None))
    assert "your hand: KC, 2C, TC" == lines[1]


def told(event: Event) -> list[str]:
    """What the plain narrator says."""
    return list(Plain(NAMES)(event, None))


def test_choices_passes_looks_and_rolls_are_told_in_words() -> None:
    assert ["Ann has chosen."] == told(Chosen(0))
    assert ["Ann and Cy pass."] == told(AllPassed((0, 2)))
    assert ["Cy passes."] == told(AllPassed((2,)))
    assert ["  Ben looks at KC, QC in hands 0"] == told(Shown(tuple(cards("KC QC")), "hands 0", 0, (1,)))
    assert ["  Ann and Ben look at 2 cards in stock"] == told(Shown((BACK, BACK), "stock", None, (0, 1)))
    assert ["  4 is rolled, of 6"] == told(Rolled(6, 4))
