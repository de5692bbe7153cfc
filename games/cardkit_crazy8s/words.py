"""Crazy 8s in words: the questions before the game, the person at a seat, and the narrator."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from cardkit import (
    Acted,
    Again,
    Begun,
    Card,
    CardkitError,
    Console,
    Ended,
    Entry,
    Event,
    Face,
    Heading,
    How,
    Human,
    LaidOpen,
    Line,
    Moved,
    NotTaken,
    Row,
    Setup,
    SuitName,
    TurnBegun,
    Win,
    ask_until,
    counted,
    in_order,
    is_typed_at,
    one_of_rank,
    result_lines,
    suit_said,
    whole_number,
)
from cardkit_crazy8s.rules import (
    DRAW,
    PASS,
    Crazy8s,
    Crazy8sTable,
    Flipped,
    Move,
    NewDeal,
    Play,
    Scored,
    Skipped,
    Stuck,
)


@cache
def name_of(card: Card) -> Face:
    """A card as the document writes it: the rank, a blank, the suit."""
    return Face(f"{card.rank} {card.suit}", card)


def ask(setup: Setup, console: Console) -> Setup:
    """Ask for the number of players, for each whether it is a machine, and for the number of cards."""
    if setup.seats is None:
        _ask_for(console, "Enter number of players:", "2")
        most = _most_players(setup, console)
        players = _positive_number(console, 2)
        while players > most:
            console.say(f"Please enter a positive number up to {most}")
            players = _positive_number(console, 2)
        setup = setup.having(seats=tuple(_player(console, seat) for seat in range(players)))
    if "hand_size" not in setup.options:
        _ask_for(console, "How many cards should each player start with?", "5")
        setup = setup.having(options={**setup.options, "hand_size": _positive_number(console, 5)})
    return setup


def _most_players(setup: Setup, console: Console) -> int:
    """How many players the deck has cards for, with one for each where it isn't said how many they start with.

    Where nobody types, it is as many as the game is good for.
    """
    every = Crazy8s.players
    if not is_typed_at(console):
        return every[-1]
    each_of = Crazy8s.with_options({"hand_size": 1, **setup.options}).each_of
    return max((seats for seats in every if seats * each_of(seats) < len(setup.cards)), default=every[-1])


def as_people_play(setup: Setup, console: Console) -> Setup:
    """One person against a machine that plays well, where nothing is said of who plays."""
    return setup if setup.seats else setup.having(seats=("human", "crazy8s:careful"))


def _ask_for(console: Console, question: str, usual: str) -> None:
    """Ask; at a keyboard it is said what Enter means."""
    console.say(f"{question} [{usual}]" if is_typed_at(console) else question)


def _positive_number(console: Console, usual: int) -> int:
    def read(text: str) -> int | None:
        return usual if is_typed_at(console) and not text.strip() else whole_number(text) or None

    return ask_until(console, read, "Please enter a positive number")


def _player(console: Console, seat: int) -> str:
    usual = "y" if seat else "n"
    _ask_for(console, f"Is player {seat} an AI? (y/n)", usual)

    def read(text: str) -> str | None:
        answer = text.strip() or (usual if is_typed_at(console) else "")
        return {"y": "ai", "n": "human"}.get(answer)

    return ask_until(console, read, "Please enter y or n")


class ToTheLetter(Human):
    """A person who types a card, and the suit after a wild one, or `draw card`."""

    def show(self, view: Crazy8sTable) -> Iterator[str]:
        self._hand = view.hands[self.seat].cards
        if self.is_typed_at:
            self._hand = in_order(self._hand, None)
            if self.news:
                yield Line("New in your hand: ", Row(list(map(name_of, self.news)), ", "))
        yield Line("Your hand contains: ", Row(list(map(name_of, self._hand)), ", "))
        yield Line(f"The next card played must be a {view.discards.top.rank} or ", SuitName(view.suit))

    def question(self, view: Crazy8sTable, legal: Sequence[Move]) -> Iterator[str]:
        playable = in_order(dict.fromkeys(move.card for move in legal if isinstance(move, Play)), None)
        if self.is_typed_at and playable:
            yield Line("You can play: ", Row(list(map(name_of, playable)), ", "))
        yield f"What would you like to play?{_instead(legal)}"

    def said(self, action: Move) -> Line:
        if isinstance(action, Play):
            suit = () if action.suit is None else (" ", SuitName(action.suit))
            return Line(name_of(action.card), *suit)
        return Line("draw card" if action == DRAW else str(action))

    def numbered(self, legal: Sequence[Move]) -> Sequence[Move]:
        return ()

    def read(self, text: str, legal: Sequence[Move]) -> Move:
        """The document's words are taken to the letter; whoever sits at a keyboard is understood as in any game."""
        typed = text.split()
        for move in legal:
            if typed == self.said(move).split():
                return move
        plays = [move for move in legal if isinstance(move, Play) and name_of(move.card).split() == typed]
        if self.is_typed_at:
            return self._declare(plays) if plays else self._understood(text, legal)
        if plays:
            return self._declare(plays)
        has_it = typed in [name_of(card).split() for card in self._hand]
        raise NotTaken("You can't play that card" if has_it else "That's not a card you have")

    def _understood(self, text: str, legal: Sequence[Move]) -> Move:
        """The move that a line means; the suit is asked for where it is a wild card alone."""
        plays = [move for move in self.reader.meanings(text, legal) if isinstance(move, Play)]
        if len(plays) > 1 and len({play.card for play in plays}) == 1:
            return self._declare(plays)
        move: Move = super().read(text, legal)
        return move

    def explain(self, error: CardkitError, asked: Sequence[str]) -> Iterable[str]:
        return super().explain(error, asked) if self.is_typed_at else [f"{error}. Try again."]

    def _declare(self, plays: Sequence[Play]) -> Play:
        """The play of a wild card that names the suit the person types."""
        self.half = str(plays[0].card)
        suits = {str(play.suit): play for play in plays}
        question = "What suit would you like to declare?"
        self.console.say(f"{question} ({', '.join(suits)})" if self.is_typed_at else question)
        play = ask_until(
            self.console, lambda text: self._suit(text, suits), "That's not a suit in this deck. Try again."
        )
        self.half = ""
        return play

    def _suit(self, text: str, suits: Mapping[str, Play]) -> Play | None:
        """The play that names a suit, of which a beginning will do at a keyboard; nothing takes back the card there."""
        if text.strip() in suits or not self.is_typed_at:
            return suits.get(text.strip())
        if not text.strip():
            raise Again
        found = self.reader.meanings(f"{self.half} {text}", list(suits.values()))
        return found[0] if len(found) == 1 else None


class Guest(ToTheLetter):
    """A person at a table where nobody minds the document's words: the pile, the hand, and what can be played."""

    @property
    def is_typed_at(self) -> bool:
        return True

    def show(self, view: Crazy8sTable) -> Iterator[str]:
        yield from self.beginning(view)
        self._hand = in_order(view.hands[self.seat].cards, None)
        top, wild = view.discards.top, getattr(self.match.game, "wild", "8")
        suit = SuitName(suit_said(view.suit).removesuffix("s"))
        fits = [one_of_rank(rank) for rank in dict.fromkeys((top.rank, wild))]
        yield Entry("on the pile", name_of(top), f": play {', '.join(fits)} or a ", suit)
        yield Entry("your hand", Row(list(map(name_of, self._hand)), ", "))

    def question(self, view: Crazy8sTable, legal: Sequence[Move]) -> Iterator[str]:
        playable = in_order(dict.fromkeys(move.card for move in legal if isinstance(move, Play)), None)
        if playable:
            yield Entry("you can play", Row(list(map(name_of, playable)), ", "))
        for move in legal:
            if not isinstance(move, Play):
                yield Entry("or" if playable else "you can", self.said(move))


def _instead(legal: Sequence[Move]) -> str:
    """What can be typed in place of a card."""
    if DRAW in legal:
        return ' (enter "draw card" to draw a card)'
    return ' (enter "pass" to end your turn)' if PASS in legal else ""


class Crazy8sWords:
    """The document's words for what happens."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self._turns = [Heading(f"{name}'s turn!") for name in names]
        self._number = 0
        self._begun = False

    def __call__(self, event: Event, table: Crazy8sTable) -> Iterator[str]:
        match event:
            case Begun():
                self._begun = True
                yield Line("The initial discard is ", name_of(table.discards.top))
            case TurnBegun(seat, number) if number != self._number:
                self._number = number
                if not self._begun:
                    self._begun = True
                    yield Line("The initial discard is ", name_of(table.discards.top))
                yield self._turns[seat]
            case Acted(seat, Play(card, None)):
                yield Line(self.names[seat], " plays ", name_of(card), ".")
            case Acted(seat, Play(card, str(suit))):
                yield Line(self.names[seat], " plays ", name_of(card), " and changes the suit to ", SuitName(suit), ".")
            case Flipped():
                yield "Draw pile, empty, flipping the discard pile."
            case Moved(source="stock", owner=int(seat)) if self._begun:
                yield Line(self.names[seat], " draws a card.")
            case Stuck(seat):
                yield Line(self.names[seat], " cannot draw a card.")
            case Skipped(seat):
                yield Line(self.names[seat], "'s turn is taken away.")
            case LaidOpen((_, *_) as cards, _, int(seat)):
                yield Line(f"{self.names[seat]}'s hand contains: ", Row(list(map(name_of, cards)), ", "))
            case Scored(seat, points, score):
                yield Line(self.names[seat], f" wins {counted(points, 'point')} and has {score}.")
            case NewDeal():
                self._begun = False
            case Ended(result, number):
                match result.how:
                    case How.WON:
                        yield Win(f"{self.names[result.winners[0]]} wins!")
                    case How.DRAW:
                        yield "The game is a draw!"
                    case _:
                        yield from result_lines(result, number, "turn", self.names)
                yield Line("The most played suit was ", SuitName(table.most_played_suit()))
            case _:
                pass
