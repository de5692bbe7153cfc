"""Golf: six cards before each player, most of them face down; low points win. A whole game in one file."""

from itertools import chain

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
    Place,
    Result,
    Seat,
    State,
    card_said,
)

POINTS = {rank: points for points, rank in enumerate("A23456789T", start=1)} | {"J": 10, "Q": 10, "K": 0}


class Turn(Action):
    """Turn up a card before you."""

    says = "turn up card {place}"
    place: Place


class Draw(Action):
    """Take the top card of the stock, and look at it."""


class Put(Action):
    """Put the card that you drew, or else the top discard, in the place of a card before you, which is discarded."""

    says = "put it in place {place}"
    place: Place


class Discard(Action):
    """Put the card that you drew on the discards."""

    says = "discard it"


Move = Turn | Draw | Put | Discard


class Course(State):
    """The table; each place before a player has a pile face down and one face up, and a card lies in one of them."""

    stock: Pile
    discards: Pile
    drawn: list[Pile]
    down: list[list[Pile]]
    up: list[list[Pile]]
    out: Seat | None = None
    scores: tuple[int, ...]


class Golf(Game[Course, Move]):
    """Everybody has two rows of cards face down, and turns up two; places are numbered from 1, the upper row first. In
    turn, a player draws a card and puts it face up in the place of another one, which is discarded, or discards it; or
    puts the top discard in such a place. When somebody has all face up, the hole ends, and the others turn up theirs.
    An ace is one point, a two takes off two, other numbers count themselves, jacks and queens ten, kings nothing; but
    two of a rank one below the other count nothing. After nine holes, the lowest score wins. Our own: ties are shared;
    an empty stock is shuffled from the discards under the top one. Source: https://www.pagat.com/draw/golf.html
    """

    name = "golf"
    players = range(2, 5)
    counts = "hole"
    better = "least"

    holes: int = Field(default=9, ge=1, description="how many rounds are played")
    columns: int = Field(default=3, ge=2, le=5, description="cards in each of the two rows before a player")
    twos: int = Field(default=-2, description="the points of a two")
    last_turn: bool = Field(default=False, description="whether the others have a turn after somebody has ended a hole")

    def looks(self, pile: str) -> str | None:
        return f"grid {self.columns}" if pile in ("down", "up") else None

    def needs(self, seats: int) -> Needs:
        return Needs(ranks=POINTS, least=seats * 2 * self.columns + 2)

    def score_bounds(self, seats: int) -> tuple[float, float]:
        worth, pairs = sorted((POINTS | {"2": self.twos}).values()), self.holes * self.columns
        return pairs * min(0, sum(worth[:2])), pairs * max(0, sum(worth[-2:]))

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Course:
        course = Course(
            seats=seats,
            stock=deck,
            discards=Pile.face_up(),
            drawn=Pile.hands(seats),
            down=[[Pile.face_down(owner=seat) for _ in range(2 * self.columns)] for seat in range(seats)],
            up=[[Pile.face_up(owner=seat) for _ in range(2 * self.columns)] for seat in range(seats)],
            scores=(0,) * seats,
        )
        self.deal(course, dealer)
        return course

    def deal(self, course: Course, dealer: Dealer) -> None:
        dealer.begin_round(course)
        dealer.gather(course, course.stock)
        dealer.shuffle(course.stock)
        dealer.deal(course.stock, [*chain(*zip(*course.down, strict=True))], each=1)
        dealer.draw(course.stock, course.discards)
        course.turn, course.out = (course.round - 1) % course.seats, None

    def says(self, course: Course, what: Action | Event) -> str | None:
        match what:
            case Put() if course.discards and not course.drawn[course.turn]:
                return f"put {card_said(course.discards.top)} in place {{place}}"
            case Acted(seat=seat, action=Put()) if course.drawn[seat]:
                return ""
            case Moved(source=str(source), target=str(target)) if source.startswith("drawn") and "up" in target:
                return f"put {{cards}} in place {int(target.split()[-1]) + 1}"
            case Acted(action=Turn() | Draw() | Discard()) | Moved(source="discards"):
                return ""
            case Moved(source="stock", owner=int()):
                return "draw {cards} from the stock"
            case Moved(owner=int(), source=str(source)) if source.startswith("down"):
                return "turn up {cards}"
            case Moved(target="discards"):
                return "discard {cards}"
            case Moved(source=str(source)) if source.startswith("drawn"):
                return ""
            case _:
                return super().says(course, what)

    def legal(self, course: Course) -> list[Move]:
        down, up = course.down[course.turn], course.up[course.turn]
        hidden = [place for place, pile in enumerate(down) if pile.cards]
        places = [*hidden, *[place for place, pile in enumerate(up) if pile.cards]]
        if len(places) - len(hidden) < 2:
            return [Turn(place) for place in hidden]
        if course.drawn[course.turn]:
            return [*map(Put, places), Discard()]
        return [Draw(), *map(Put, places)] if course.stock else [*map(Put, places)]

    def apply(self, course: Course, move: Move, dealer: Dealer) -> None:
        drawn, down, up = course.drawn[course.turn], course.down[course.turn], course.up[course.turn]
        match move:
            case Draw():
                dealer.draw(course.stock, drawn)
                return
            case Turn(place):
                dealer.sweep(down[place], up[place])
                if sum(map(len, up)) < 2:
                    return
            case Discard():
                dealer.draw(drawn, course.discards)
            case Put(place):
                [card] = (replaced := down[place] or up[place]).cards
                dealer.draw(drawn or course.discards, up[place])
                dealer.move([card], replaced, course.discards)
        self.end_turn(course, dealer)

    def end_turn(self, course: Course, dealer: Dealer) -> None:
        if course.out is None and not any(course.down[course.turn]):
            course.out = course.turn
        course.pass_turn()
        if course.out is not None and (course.turn == course.out or not self.last_turn):
            self.score(course, dealer)
        elif not course.stock and len(course.discards) > 1:
            dealer.move(course.discards.cards[:-1], course.discards, course.stock)
            dealer.shuffle(course.stock)

    def score(self, course: Course, dealer: Dealer) -> None:
        for down, up in zip(chain(*course.down), chain(*course.up), strict=True):
            dealer.sweep(down, up)
        points = tuple(self.points([pile.top.rank for pile in up]) for up in course.up)
        course.scores = tuple(map(sum, zip(course.scores, points, strict=True)))
        dealer.end_round(points, course.scores)
        if self.result(course) is None:
            self.deal(course, dealer)

    def points(self, ranks: list[str]) -> int:
        worth, pairs = POINTS | {"2": self.twos}, zip(ranks[: self.columns], ranks[self.columns :], strict=True)
        return sum(worth[above] + worth[below] for above, below in pairs if above != below)

    def result(self, course: Course) -> Result | None:
        is_over = course.round == self.holes and not any(chain(*course.down))
        return Result.least(course.scores) if is_over else None
