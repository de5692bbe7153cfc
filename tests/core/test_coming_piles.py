"""Piles that come and go while a game is played, in lists that are made anew."""

from __future__ import annotations

from cardkit import Action, Dealer, Game, Match, Moved, Part, Pile, Result, Stacked, State, cards


class Open(Action):
    """Lay a card before you."""


class Row(Part):
    """A card that was laid."""

    card: Pile


class Rows(State):
    """A stock, and a row made for each card."""

    stock: Pile
    rows: list[Row]


class Laying(Game[Rows, Open]):
    """Each card is laid in a row of its own; after two the round ends at once, and the rows are gone."""

    name = "laying"
    players = range(1, 2)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Rows:
        table = Rows(seats=seats, stock=deck, rows=[])
        self.begin(table, dealer)
        return table

    def begin(self, table: Rows, dealer: Dealer) -> None:
        dealer.begin_round(table)
        for row in table.rows:
            dealer.sweep(row.card, table.stock)
        table.rows = []

    def legal(self, table: Rows) -> list[Open]:
        return [Open()]

    def apply(self, table: Rows, action: Open, dealer: Dealer) -> None:
        table.rows.append(Row(card=Pile.face_up()))
        dealer.draw(table.stock, table.rows[-1].card)
        if len(table.rows) == 2:
            dealer.end_round([0], [0])
            self.begin(table, dealer)

    def result(self, table: Rows) -> Result | None:
        return Result.draw(1) if table.round == 3 else None


def laying() -> Match[Rows, Open]:
    """The game at its beginning."""
    return Match(Laying(), cards("2C 3C 4C 5C"), seats=1, rng=Stacked())


def test_a_pile_is_found_in_a_list_that_took_the_place_of_an_empty_one() -> None:
    match = laying()
    match.play(Open())
    assert ["stock", "rows 0 card"] == [pile.name for pile in match.state.piles()]


def test_a_pile_that_comes_and_goes_in_one_action_has_its_name_when_that_is_told() -> None:
    match = laying()
    match.play(Open())
    moved = [event for event in match.play(Open()) if isinstance(event, Moved)]
    assert [("stock", "rows 1 card"), ("rows 0 card", "stock"), ("rows 1 card", "stock")] == [
        (event.source, event.target) for event in moved
    ]
    assert ["stock"] == [pile.name for pile in match.state.piles()]


def test_a_fork_and_the_end_know_which_piles_are_there() -> None:
    match = laying()
    match.play(Open())
    twin = match.fork()
    for _ in range(3):
        twin.play(Open())
    assert (True, 4, 3) == (twin.is_over, len(twin.state.stock), len(match.state.stock))
