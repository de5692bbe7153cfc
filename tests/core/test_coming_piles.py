"""Piles that come and go while a game is played, in lists that are made anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from toys import Toy

from cardkit import Action, Begun, Dealer, Game, Match, Moved, Part, Pile, Place, Result, Seeded, Stacked, State, cards
from cardkit.authors.testing import check_game
from cardkit.plugins.lines import Name
from cardkit.plugins.sayings import Plain
from cardkit.table.match import Position


class Play(Action):
    """Play the card at a place of your hand, or lay one before you."""

    place: Place = 0


class Row(Part):
    """A card that lies somewhere."""

    card: Pile


class Rows(State):
    """A stock, and a row made for each card."""

    stock: Pile
    rows: list[Row]


class Laying(Toy, Game[Rows, Play]):
    """Each card is laid in a row of its own; after two the round ends at once, and the rows are gone."""

    name = "laying"
    players = range(1, 2)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Rows:
        table = Rows(seats=seats, stock=deck, rows=[])
        dealer.begin_round(table)
        return table

    def legal(self, table: Rows) -> list[Play]:
        return [Play()]

    def apply(self, table: Rows, action: Play, dealer: Dealer) -> None:
        table.rows.append(Row(card=Pile.face_up()))
        dealer.draw(table.stock, table.rows[-1].card)
        if len(table.rows) == 2:
            dealer.end_round([0], [0])
            dealer.begin_round(table)
            for row in table.rows:
                dealer.sweep(row.card, table.stock)
            table.rows = []

    def result(self, table: Rows) -> Result | None:
        return Result.draw(1) if table.round == 3 else None


class Passing(Laying):
    """Cards pass through piles that are gone when it is told, and some that were never at the table."""

    name = "passing"

    def apply(self, table: Rows, action: Play, dealer: Dealer) -> None:
        table.rows = [Row(card=Pile.hand(0)), Row(card=Pile.hand(0))]
        dealer.deal(table.stock, [row.card for row in table.rows], 2)
        pile = table.rows[0].card
        dealer.shuffle(pile)
        dealer.show(pile.cards, pile, [0])
        dealer.hint(pile, 0, suit="S")
        dealer.lay_open(pile)
        aside = Pile.face_up()
        for other in (pile, table.rows[1].card, aside):
            dealer.sweep(other, table.stock if other is aside else aside)
        table.rows = []
        table.round += 1


class Parlour(State):
    """Hands whose cards lie in parts of their own, and rows by name that come and go."""

    stock: Pile
    heap: Pile
    hands: list[list[Row]]
    rows: dict[str, Pile]
    last: Pile


class Moving(Toy, Game[Parlour, Play]):
    """Who plays a card draws another: into a part that takes the place of the old one, or that comes first; the parts
    change places, a row comes or goes, and the pile of the last card is another each time.
    """

    name = "moving"
    players = range(2, 3)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Parlour:
        hands = [[Row(card=Pile.hand(seat)) for _ in range(3)] for seat in range(seats)]
        table = Parlour(seats=seats, stock=deck, heap=Pile.face_up(), hands=hands, rows={}, last=Pile.face_up())
        dealer.shuffle(table.stock)
        dealer.deal(table.stock, [held.card for hand in hands for held in hand], 1)
        return table

    def legal(self, table: Parlour) -> list[Play]:
        return [Play(place) for place in range(len(table.hands[table.turn]))]

    def apply(self, table: Parlour, action: Play, dealer: Dealer) -> None:
        hand, seat = table.hands[table.turn], table.turn
        dealer.sweep(table.last, table.heap)
        table.last = Pile.face_up()
        dealer.sweep(hand.pop(action.place).card, table.last)
        if len(table.stock) > 20:
            place = 0 if action.place == 1 else action.place
            hand.insert(place, Row(card=Pile.hand(seat)))
            dealer.draw(table.stock, hand[place].card)
        hand.reverse()
        name = str(len(table.heap) % 3)
        if name in table.rows:
            dealer.sweep(table.rows.pop(name), table.heap)
        elif len(table.stock) > 5:
            table.rows[name] = Pile.face_up()
            dealer.draw(table.stock, table.rows[name])
        table.pass_turn()

    def result(self, table: Parlour) -> Result | None:
        return None if table.hands[table.turn] else Result.draw(table.seats)


def test_a_pile_that_comes_and_goes_in_one_action_has_its_name_when_that_is_told() -> None:
    match = Match(Laying(), cards("2C 3C 4C 5C"), seats=1, rng=Stacked())
    match.play(Play())
    moved = [event for event in match.play(Play()) if isinstance(event, Moved)]
    assert [("stock", "rows 1 card"), ("rows 0 card", "stock"), ("rows 1 card", "stock")] == [
        (event.source, event.target) for event in moved
    ]
    assert ["stock"] == [pile.name for pile in match.state.piles()]


def test_what_is_told_of_piles_that_are_gone_is_told_in_every_way() -> None:
    match = Match(Passing(), cards("2S 3S 4S 5S 6S"), seats=1, rng=Seeded(1))
    told = match.play(match.legal[0])
    about = [(event.source, event.target) if isinstance(event, Moved) else vars(event)["pile"] for event in told]
    first, second, third = "passing_pile", "passing_pile 1", "passing_pile 2"
    assert about[4:] == [*[first] * 4, (first, third), (second, third), (third, "stock")]
    assert about[:2] == [("stock", first), ("stock", second)]
    narrator = Plain([Name("Ada")], game=Passing())
    lines = [str(line) for event in [Begun(1), *told] for line in narrator(event, match.view(0))]
    assert lines[-1] == "6S, 4S, 5S and 3S go from passing pile 3 to the stock.", lines


def test_where_parts_piles_and_lists_of_them_come_and_go_every_promise_is_kept() -> None:
    assert check_game(Moving(), games=3).longest > 12
    check_game(Passing(), games=2)


class Square(State):
    """Piles in rows, and one beside them."""

    beside: Pile
    rows: list[list[Pile]]


def square() -> Square:
    """Two rows of two piles, with a card in each."""
    rows = [[Pile.face_up([card]) for card in cards(row)] for row in ("2C 3C", "4C 5C")]
    return Square(seats=1, beside=Pile.face_up(), rows=rows)


CHANGES: dict[str, Callable[[Square], object]] = {
    "two change places": lambda table: table.rows[0].reverse(),
    "the rows change places": lambda table: table.rows.reverse(),
    "one goes to the other row": lambda table: table.rows[0].append(table.rows[1].pop(0)),
    "one comes": lambda table: table.rows[1].append(Pile.face_up(cards("6C"))),
    "one takes another's place": lambda table: table.rows[1].__setitem__(0, Pile.face_up(cards("4C"))),
    "a row takes another's place": lambda table: table.rows.__setitem__(1, [*table.rows[1]]),
    "a row comes": lambda table: table.rows.append([Pile.face_up(cards("6C"))]),
    "a row goes empty": lambda table: table.rows[0].clear(),
    "rows are a tuple": lambda table: setattr(table, "rows", tuple(table.rows)),
    "all rows are new": lambda table: setattr(table, "rows", [[*row] for row in table.rows]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_piles_in_rows_are_found_again_where_they_changed_and_fields_are_as_they_were(change: str) -> None:
    table = square()
    position = Position(table)
    before, lay = position.fields(), str(table.rows)
    assert not table.look_for_piles()
    CHANGES[change](table)
    assert table.look_for_piles()
    assert [str(pile) for pile in table.clone().name_piles()] == [str(pile) for pile in table.piles()]
    assert [pile.name for pile in table.name_piles()] == [pile.name for pile in table.piles()]
    position.put_back(before)
    assert lay == str(table.rows)
    assert ["beside", "rows 0 0", "rows 0 1", "rows 1 0", "rows 1 1"] == [pile.name for pile in table.piles()]
    assert not table.look_for_piles()
