"""Klondike: the patience that comes to mind first. A whole game in one file."""

from typing import Literal

from cardkit import (
    Acted,
    Action,
    Card,
    Dealer,
    Event,
    Field,
    Game,
    Moved,
    Needs,
    Pile,
    Place,
    Result,
    State,
    Suit,
    card_said,
    standard52,
)

RANKS = [*"A23456789TJQK"]
SUITS, RED = "CDHS", "DH"
COLUMNS = 7
KINGS = [card for card in standard52() if card.rank == "K"]
FITTING = {
    below: [
        card
        for card in standard52()
        if RANKS.index(below.rank) - RANKS.index(card.rank) == 1 and (card.suit in RED) != (below.suit in RED)
    ]
    for below in standard52()
}
"""The cards that go on each card in a column."""


class Draw(Action):
    """Turn up cards of the stock; where none are left, turn the waste over first."""


class Build(Action):
    """Move a card to the foundation of its suit."""

    says = "move {card} to its foundation"
    card: Card


class Put(Action):
    """Move a card, with all that lie on it, to a column."""

    says = "put {card} on column {column}"
    card: Card
    column: Place


class GiveUp(Action):
    """See that it doesn't come out."""


class Layout(State):
    """The stock and the waste, the foundations, and what lies face down and face up in the columns."""

    stock: Pile
    waste: Pile
    foundations: dict[Suit, Pile]
    down: list[Pile]
    up: list[Pile]
    turns_left: int | None
    given_up: bool = False


Move = Draw | Build | Put | GiveUp


class Klondike(Game[Layout, Move]):
    """In seven columns lie one to seven cards, the last one of each face up; the others are the stock, of which cards
    are turned up on the waste. Foundations go up in suit from the ace to the king. Columns go down in ranks, red on
    black and black on red; cards move with all that lie on them, and only a king goes to an empty column. A card that
    is uncovered is turned up. The top cards of waste and columns may be played. All cards on the foundations win.

    Source: https://docs.kde.org/stable/en/kdegames/kpat/rules-specific.html. Our own: cards don't come back from the
    foundations; there is a score, the number of cards on them.
    """

    name = "klondike"
    scored_in = "card"
    players = range(1, 2)
    minutes = 10

    draw: Literal[1, 3] = Field(default=3, description="how many cards are turned up at a time")
    passes: int | None = Field(default=None, ge=1, description="how often the stock is gone through; else for ever")

    def needs(self, seats: int) -> Needs:
        return Needs(ranks=RANKS, suits=SUITS, least=52, different=True)

    def score_bounds(self, seats: int) -> tuple[float, float]:
        return 0, 52

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Layout:
        down, up = [Pile.face_down() for _ in range(COLUMNS)], [Pile.face_up() for _ in range(COLUMNS)]
        foundations, left = {suit: Pile.face_up() for suit in SUITS}, self.passes and self.passes - 1
        layout = Layout(
            seats=seats, stock=deck, waste=Pile.face_up(), foundations=foundations, down=down, up=up, turns_left=left
        )
        dealer.shuffle(deck)
        for column in range(COLUMNS):
            dealer.draw(deck, up[column])
            dealer.deal(deck, down[column + 1 :], each=1)
        return layout

    def legal(self, layout: Layout) -> list[Move]:
        """The moves of all open cards to where they fit, and those that need none."""
        moves, columns = list[Move](), dict[Card, list[Place]]()
        for column, pile in enumerate(layout.up):
            for card in self.fitting(pile):
                columns.setdefault(card, []).append(column)
        for cards in [layout.waste.cards[-1:], *[column.cards for column in layout.up]]:
            moves += [Build(card) for card in cards[-1:] if self.is_due(layout, card)]
            moves += [Put(card, column) for card in cards if card in columns for column in columns[card]]
        return [*moves, Draw(), GiveUp()] if self.can_draw(layout) else [*moves, GiveUp()]

    def says(self, layout: Layout, what: Action | Event) -> str | None:
        match what:
            case Put() if layout.up[what.column]:
                return f"put {{card}} on {card_said(layout.up[what.column].top)}"
            case Acted(action=Draw()):
                return ""
            case Moved(source="waste", target="stock"):
                return "turn the waste over"
            case Moved(source="stock"):
                return "turn up {cards}"
            case Moved(source=str(source)) if source.startswith("down"):
                return "uncover {cards}"
            case Moved():
                return ""
            case _:
                return super().says(layout, what)

    def objection(self, layout: Layout, move: Move) -> str | None:
        match move:
            case Draw():
                return None if self.can_draw(layout) else "there are no cards to turn up"
            case GiveUp():
                return None
            case Build() | Put():
                return self.not_playable(layout, move)

    def not_playable(self, layout: Layout, move: Build | Put) -> str | None:
        pile, card = self.lies_in(layout, move.card), move.card
        if pile is None or (pile is layout.waste and card != pile.top):
            return f"{card} lies where it can't be played"
        if isinstance(move, Build):
            due = f"{RANKS[len(layout.foundations[card.suit])]}{card.suit}"
            return f"{card} is covered" if card != pile.top else None if str(card) == due else f"{due} comes first"
        return self.not_fitting(layout, card, move.column)

    def not_fitting(self, layout: Layout, card: Card, column: Place) -> str | None:
        if column >= COLUMNS:
            return f"there are {COLUMNS} columns"
        pile = layout.up[column]
        if card in self.fitting(pile):
            return None
        return f"{card} doesn't go on {pile.top}" if pile else "only a king goes to an empty column"

    def can_draw(self, layout: Layout) -> bool:
        return bool(layout.stock) or (bool(layout.waste) and layout.turns_left != 0)

    def is_due(self, layout: Layout, card: Card) -> bool:
        """Whether a card comes next on the foundation of its suit."""
        return RANKS.index(card.rank) == len(layout.foundations[card.suit])

    def fitting(self, column: Pile) -> list[Card]:
        """The cards that may be put on a column."""
        return FITTING[column.top] if column else KINGS

    def lies_in(self, layout: Layout, card: Card) -> Pile | None:
        return next((pile for pile in (layout.waste, *layout.up) if card in pile), None)

    def apply(self, layout: Layout, move: Move, dealer: Dealer) -> None:
        layout.count += 1
        match move:
            case Draw():
                if not layout.stock:
                    dealer.move(layout.waste.cards[::-1], layout.waste, layout.stock)
                    layout.turns_left = layout.turns_left and layout.turns_left - 1
                dealer.draw(layout.stock, layout.waste, min(self.draw, len(layout.stock)))
            case GiveUp():
                layout.given_up = True
            case Build(card) | Put(card):
                pile = self.lies_in(layout, card) or layout.waste
                target = layout.up[move.column] if isinstance(move, Put) else layout.foundations[card.suit]
                dealer.move(pile.cards[pile.cards.index(card) :], pile, target)
                for down, up in zip(layout.down, layout.up, strict=True):
                    if down and not up:
                        dealer.draw(down, up)

    def result(self, layout: Layout) -> Result | None:
        score = (float(sum(map(len, layout.foundations.values()))),)
        if layout.given_up:
            return Result.lost(scores=score)
        return Result.most(score) if score == (52.0,) else None
