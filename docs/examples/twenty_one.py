"""Twenty-One: draw cards or stop, and come as near to 21 as you can. A game to start your own from."""

from collections.abc import Mapping

from cardkit import (
    Acted,
    Action,
    Dealer,
    Event,
    Field,
    Game,
    Moved,
    Needs,
    Pile,
    Result,
    State,
)

POINTS = {rank: points for points, rank in enumerate("A23456789T", start=1)} | {"J": 10, "Q": 10, "K": 10}


class Draw(Action):
    """Take the top card of the pack."""


class Stop(Action):
    """Draw no more cards."""


class Round(State):
    """The pack, the cards in front of each player, and how many players have stopped."""

    pack: Pile
    shown: list[Pile]
    stopped: int = 0


class TwentyOne(Game[Round, Draw | Stop]):
    """One player after the other draws cards until stopping, or until having more points than the limit.

    An ace is one point, a king, queen or jack ten. Most points win, but who has more than the limit gets none. Who have
    equally many win together; if all have, nobody wins.
    """

    name = "twenty-one"
    title = "Twenty-One"
    players = range(2, 6)
    limit: int = Field(default=21, ge=1, description="the points that nobody may go over")

    def needs(self, seats: int) -> Needs:
        return Needs(ranks=POINTS)

    def score_bounds(self, seats: int) -> tuple[float, float]:
        return 0, self.limit

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Round:
        dealer.shuffle(deck)
        return Round(seats=seats, pack=deck, shown=[Pile.face_up(owner=seat) for seat in range(seats)])

    def legal(self, table: Round) -> list[Draw | Stop]:
        return [Draw(), Stop()] if table.pack else [Stop()]

    def notes(self, table: Round) -> Mapping[str, object]:
        points = {seat: self.points(shown) for seat, shown in enumerate(table.shown)}
        return {"stopped": None, "points": points if any(table.shown) else None}

    def says(self, table: Round, what: Action | Event) -> str | None:
        match what:
            case Acted(action=Draw()):
                return ""
            case Moved(owner=int(seat)):
                return f"draw {{cards}}: {self.points(table.shown[seat])} in all"
            case _:
                return super().says(table, what)

    def apply(self, table: Round, action: Draw | Stop, dealer: Dealer) -> None:
        if isinstance(action, Draw):
            dealer.draw(table.pack, table.shown[table.turn])
        if isinstance(action, Stop) or self.points(table.shown[table.turn]) > self.limit:
            table.stopped += 1
            table.pass_turn()

    def result(self, table: Round) -> Result | None:
        if table.stopped < table.seats:
            return None
        points = [self.points(shown) for shown in table.shown]
        return Result.most(tuple(0.0 if own > self.limit else float(own) for own in points))

    def points(self, shown: Pile) -> int:
        return sum([POINTS[card.rank] for card in shown.cards])
