"""A small game that keeps every promise, and games that each break one of them, most by a mistake that comes easily."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, cast

from pydantic import field_serializer

from cardkit import (
    Action,
    CannotStart,
    Card,
    Dealer,
    EmptyPile,
    Event,
    Game,
    Pile,
    Place,
    Result,
    Seat,
    State,
    deck,
    private,
)

DECK = deck("2345", "AB")


class Lay(Action):
    """Put a card on the discards."""

    card: Card


class Take(Action):
    """Take the top card of the stock."""


class Slip(Action):
    """Pass a card to another seat, face down."""

    secret = True
    card: Card
    seat: Seat


class Layout(State):
    """The stock, the discards, the hands, and what happened last for rules that want to remember it."""

    stock: Pile
    discards: Pile
    hands: list[Pile]
    laid: list[int]
    memory: Card | str | None = None
    notes: list[str] | None = None


Move = Lay | Take | Slip


class Honest(Game[Layout, Move]):
    """Take a card, lay one or pass one on; the game ends when the stock or a hand is empty, most laid cards win."""

    name: ClassVar[str] = "honest"
    players: ClassVar[range] = range(2, 4)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Layout:
        if len(deck) <= 2 * seats:
            raise CannotStart(self.name, "there are not enough cards")
        table = Layout(seats=seats, stock=deck, discards=Pile.face_up(), hands=Pile.hands(seats), laid=[0] * seats)
        dealer.shuffle(table.stock)
        dealer.deal(table.stock, table.hands, each=2)
        return table

    def legal(self, table: Layout) -> Sequence[Move]:
        cards = list(dict.fromkeys(table.hands[table.turn]))
        slips = [Slip(card, seat) for seat in table.others() for card in cards]
        return [*map(Lay, cards), *slips, Take()]

    def apply(self, table: Layout, action: Move, dealer: Dealer) -> None:
        hand = table.hands[table.turn]
        table.notes = table.notes or []
        table.notes.append(action.word)
        match action:
            case Lay(card):
                table.laid[table.turn] += 1
                dealer.move([card], hand, table.discards)
            case Take():
                dealer.draw(table.stock, hand)
            case Slip(card, seat):
                dealer.move([card], hand, table.hands[seat])
        table.pass_turn()

    def result(self, table: Layout) -> Result | None:
        if table.stock and all(table.hands):
            return None
        return Result.most(tuple(map(float, table.laid)))


class DealsTooMuch(Honest):
    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Layout:
        table = super().setup(deck, seats, dealer)
        table.laid[0] = len(table.stock.cards[100].rank)
        return table


class LegalIsADict(Honest):
    def legal(self, table: Layout) -> Any:
        return dict.fromkeys(super().legal(table))


class NothingToDo(Honest):
    def legal(self, table: Layout) -> Sequence[Move]:
        return () if table.discards else super().legal(table)


class SortsTheHand(Honest):
    def legal(self, table: Layout) -> Sequence[Move]:
        table.hands[table.turn].cards.sort(key=str)
        return super().legal(table)


class ChangesItsMind(Honest):
    calls: ClassVar[list[int]] = []

    def legal(self, table: Layout) -> Sequence[Move]:
        self.calls.append(0)
        legal = list(super().legal(table))
        return legal[len(self.calls) % len(legal) :] + legal[: len(self.calls) % len(legal)]


class TakesThree(Honest):
    def apply(self, table: Layout, action: Move, dealer: Dealer) -> None:
        if isinstance(action, Take):
            dealer.draw(table.stock, table.hands[table.turn], 3)
        else:
            super().apply(table, action, dealer)


class NewHand(Honest):
    """Makes a new pile out of what is left of a hand."""

    def apply(self, table: Layout, action: Move, dealer: Dealer) -> None:
        turn = table.turn
        super().apply(table, action, dealer)
        table.hands[turn] = Pile.hand(turn, table.hands[turn].cards.copy())


class ReadsTheCount(Honest):
    """Lets what is legal hang on the number of turns, which is only counted."""

    def legal(self, table: Layout) -> list[Move]:
        legal = [*super().legal(table)]
        return legal[::-1] if table.count % 2 else legal


class TurnsOnTheCount(Honest):
    """Turns the stock over in the hundredth turn."""

    def apply(self, table: Layout, action: Move, dealer: Dealer) -> None:
        super().apply(table, action, dealer)
        if table.count == 100:
            dealer.move(table.stock.cards[::-1], table.stock, table.stock)


class GrowsLate(Honest):
    """Lets what an action does hang on whether a thousand turns were taken."""

    def apply(self, table: Layout, action: Move, dealer: Dealer) -> None:
        super().apply(table, action, dealer)
        table.turn = 0 if table.count > 1000 else table.turn


class SaysTooMuch(Honest):
    """Says of itself what doesn't hold."""

    def invariants(self, table: Layout) -> Iterator[tuple[bool, str]]:
        yield not table.count, "nobody ever has a turn"


class ForgetsASeat(Honest):
    """Has a seat that is of no side."""

    def sides(self, state: Layout) -> Sequence[Sequence[int]]:
        return [(seat,) for seat in range(1, state.seats)]


class SidesWithTheHidden(Honest):
    """Lets a card that nobody sees say who plays with whom."""

    def sides(self, state: Layout) -> Sequence[Sequence[int]]:
        sides = self.teams(state.seats)
        return sides if state.stock.cards[:1] == DECK[:1] else sides[::-1]


class NamesWhoHasIt(Honest):
    """Names a part in the game only where somebody has it."""

    def roles(self, state: Layout) -> Mapping[str, Sequence[int]]:
        return {"first": [0]} if state.hands[0] else {}


class Wishes(Layout):
    """A table at which each seat has a secret wish."""

    wishes: list[int] = private(default_factory=list)


class ReadsWishes(Honest):
    """Lets what a seat may do hang on the secret wish of the next one."""

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Layout:
        table = super().setup(deck, seats, dealer)
        return Wishes(**vars(table), wishes=list(range(seats)))

    def legal(self, table: Layout) -> list[Move]:
        legal = [*super().legal(table)]
        return legal[::-1] if cast(Wishes, table).wishes[table.others()[0]] % 2 else legal


class RulesOutTooMuch(Honest):
    """Says that who takes a card holds none of suit A, which nobody is bound to."""

    def rules_out(self, view: Layout, action: Move, seat: Seat) -> Mapping[str, Iterable[Card]] | None:
        return {f"hands {seat}": [card for card in DECK if card.suit == "A"]} if isinstance(action, Take) else None


class KeepsTheDeck(Honest):
    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Layout:
        return super().setup(Pile.face_down(deck.cards[1:]), seats, dealer)


class LosesCards(Honest):
    def apply(self, table: Layout, action: Move, dealer: Dealer) -> None:
        if isinstance(action, Lay):
            table.hands[table.turn].cards.remove(action.card)
            table.pass_turn()
        else:
            super().apply(table, action, dealer)


class MovesInSecret(Honest):
    def apply(self, table: Layout, action: Move, dealer: Dealer) -> None:
        if isinstance(action, Lay):
            table.hands[table.turn].cards.remove(action.card)
            table.discards.cards.append(action.card)
            table.pass_turn()
        else:
            super().apply(table, action, dealer)


class LayAt(Action):
    """Put the card at a place of the hand on the discards."""

    place: Place


class MovesAnEqualOne(Game[Layout, LayAt | Take]):
    """Names a card by its place, and moves the first that is equal to it."""

    name: ClassVar[str] = "moves-an-equal-one"
    players: ClassVar[range] = range(2, 4)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Layout:
        return Honest().setup(deck, seats, dealer)

    def legal(self, table: Layout) -> Sequence[LayAt | Take]:
        return [*(LayAt(place) for place in range(len(table.hands[table.turn]))), Take()]

    def apply(self, table: Layout, action: LayAt | Take, dealer: Dealer) -> None:
        hand = table.hands[table.turn]
        match action:
            case LayAt(place):
                dealer.move([hand.cards[place]], hand, table.discards)
            case Take():
                dealer.draw(table.stock, hand)
        table.pass_turn()

    def result(self, table: Layout) -> Result | None:
        return Honest().result(table)


class Numbered(Event):
    """The number of an action, counted since the program started."""

    number: int


class CountsActions(Honest):
    """Remembers something in another place than the table."""

    played: ClassVar[list[int]] = []

    def apply(self, table: Layout, action: Move, dealer: Dealer) -> None:
        super().apply(table, action, dealer)
        self.played.append(0)
        dealer.tell(Numbered(len(self.played)))


class SharedLayout(Layout):
    """A table whose copies share the list of what was laid."""

    def clone(self) -> SharedLayout:
        twin = super().clone()
        twin.laid = self.laid
        return twin


class SharesItsList(Honest):
    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Layout:
        return SharedLayout(**vars(super().setup(deck, seats, dealer)))


class SortsBeforeLaying(Honest):
    def apply(self, table: Layout, action: Move, dealer: Dealer) -> None:
        table.hands[table.turn].cards.sort(key=lambda card: (card.suit, card.rank), reverse=True)
        super().apply(table, action, dealer)


class TurnsTheStockOver(Honest):
    def apply(self, table: Layout, action: Move, dealer: Dealer) -> None:
        table.stock.sight = table.discards.sight
        super().apply(table, action, dealer)


class EverybodyActs(Honest):
    def acting(self, table: Layout) -> Sequence[Seat]:
        return range(table.seats)


class TurnGoesAstray(Honest):
    def apply(self, table: Layout, action: Move, dealer: Dealer) -> None:
        super().apply(table, action, dealer)
        table.turn = table.seats

    def legal(self, table: Layout) -> Sequence[Move]:
        return [Take()]

    def objection(self, table: Layout, move: Move) -> str | None:
        return None if isinstance(move, Take) else "cards can only be taken"


class SaysItTwice(Honest):
    def legal(self, table: Layout) -> Sequence[Move]:
        return [*super().legal(table), Take()]


class Toss(Lay):
    """Lay a card, in words that can't be read."""

    def __str__(self) -> str:
        return f"toss away the {self.card}"


class Unreadable(Honest):
    def legal(self, table: Layout) -> Sequence[Move]:
        return [*super().legal(table), *[Toss(card) for card in dict.fromkeys(table.hands[table.turn])]]


class SlipsToNobody(Honest):
    def legal(self, table: Layout) -> Sequence[Move]:
        cards = dict.fromkeys(table.hands[table.turn])
        return [*super().legal(table), *[Slip(card, table.seats) for card in cards]]

    def apply(self, table: Layout, action: Move, dealer: Dealer) -> None:
        if isinstance(action, Slip) and action.seat == table.seats:
            action = Slip(action.card, table.others()[0])
        super().apply(table, action, dealer)


class NeverObjects(Honest):
    def objection(self, table: Layout, action: Move) -> str | None:
        return None


class GivesNoReason(Honest):
    def legal(self, table: Layout) -> Sequence[Move]:
        return [*map(Lay, table.hands[table.turn].cards[:1]), Take()]

    def objection(self, table: Layout, move: Move) -> str | None:
        return super().objection(table, move)


class AlwaysObjects(Honest):
    def objection(self, table: Layout, action: Move) -> str | None:
        return "it is not done"


class PeeksAtTheStock(Honest):
    def legal(self, table: Layout) -> Sequence[Move]:
        if table.stock and table.stock.top.suit == "A":
            return [Take()]
        return super().legal(table)


class SeenLayout(Layout):
    """A table that shows every seat how many cards of a suit the stock has."""

    def view(self, seat: Seat | None) -> SeenLayout:
        twin = super().view(seat)
        twin.memory = f"{len(self.stock.of(suit='A')[-2:])} of two"
        return twin


class ShowsTooMuch(Honest):
    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Layout:
        return SeenLayout(**vars(super().setup(deck, seats, dealer)))


class Took(Event):
    """Somebody took a card, and everybody is told which."""

    card: Card


class TellsTheCard(Honest):
    def apply(self, table: Layout, action: Move, dealer: Dealer) -> None:
        if isinstance(action, Take):
            dealer.tell(Took(table.stock.top))
        super().apply(table, action, dealer)


class RemembersTheCard(Honest):
    def apply(self, table: Layout, action: Move, dealer: Dealer) -> None:
        if isinstance(action, Take):
            table.memory = table.stock.top
        super().apply(table, action, dealer)


class WritesItDown(Honest):
    def apply(self, table: Layout, action: Move, dealer: Dealer) -> None:
        if isinstance(action, Take):
            table.memory = f"somebody took the {table.stock.top}!"
        super().apply(table, action, dealer)


class Tally(Layout):
    """A table with a score for each seat."""

    scores: list[int]


class CountsWhatIsHidden(Honest):
    """Gives who lays a card points for the cards that the others hold, which nobody else sees."""

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Layout:
        return Tally(**vars(super().setup(deck, seats, dealer)), scores=[0] * seats)

    def apply(self, table: Layout, action: Move, dealer: Dealer) -> None:
        if isinstance(action, Lay):
            hands = [table.hands[seat] for seat in table.others()]
            dealer.score(table, table.turn, sum(int(card.rank) for hand in hands for card in hand), "their cards")
        super().apply(table, action, dealer)


class Bury(Action):
    """Put a card under the stock, face down but not marked as secret."""

    card: Card


class BuriesOpenly(Game[Layout, Bury]):
    """Has an action that names a card which one seat alone sees, and isn't marked as secret."""

    name: ClassVar[str] = "buries-openly"
    players: ClassVar[range] = Honest.players

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Layout:
        return Honest().setup(deck, seats, dealer)

    def legal(self, table: Layout) -> Sequence[Bury]:
        return [Bury(card) for card in dict.fromkeys(table.hands[table.turn])]

    def apply(self, table: Layout, action: Bury, dealer: Dealer) -> None:
        dealer.move([action.card], table.hands[table.turn], table.stock, under=True)
        table.pass_turn()

    def result(self, table: Layout) -> Result | None:
        return Honest().result(table)


class OneScore(Honest):
    def result(self, table: Layout) -> Result | None:
        result = super().result(table)
        return result and Result.win(0, seats=1)


class ScoresBeyond(Honest):
    def score_bounds(self, seats: int) -> tuple[float, float]:
        return 0, 0


class NobodyWon(Honest):
    def result(self, table: Layout) -> Result | None:
        result = super().result(table)
        return result and Result(result.how, (table.seats,), result.scores)


class GoesOnAndOn(Honest):
    def legal(self, table: Layout) -> Sequence[Move]:
        cards = list(dict.fromkeys(table.hands[table.turn]))
        return [Slip(card, seat) for seat in table.others() for card in cards]

    def apply(self, table: Layout, action: Move, dealer: Dealer) -> None:
        super().apply(table, action, dealer)
        if not all(table.hands):
            for hand in table.hands:
                dealer.sweep(hand, table.stock, under=True)
            dealer.deal(table.stock, table.hands, each=2)


class ShufflesItself(Honest):
    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Layout:
        random.shuffle(deck.cards)
        return super().setup(deck, seats, dealer)


class WritesAnotherOption(Honest):
    """Has an option that is written as another value than it has."""

    each: int = 2

    @field_serializer("each")
    def _one_less(self, each: int) -> int:
        return each - 1

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Layout:
        table = super().setup(deck, seats, dealer)
        for hand in table.hands:
            dealer.draw(hand, table.stock, 2 - self.each)
        return table


class IteratesASet(Honest):
    def legal(self, table: Layout) -> Sequence[Move]:
        names = {str(card) for card in table.hands[table.turn]}
        return [*[Lay(Card.read(name)) for name in names], Take()]


class Fragile(Honest):
    """Keeps every promise though it swallows what goes wrong, and is none of the broken ones."""

    def apply(self, table: Layout, action: Move, dealer: Dealer) -> None:
        try:
            super().apply(table, action, dealer)
        except EmptyPile:
            table.pass_turn()


BROKEN: list[tuple[str, type[Game[Any, Any]]]] = [
    ("sets-up-or-says-why", DealsTooMuch),
    ("legal-is-a-list", LegalIsADict),
    ("legal-not-empty", NothingToDo),
    ("asking-changes-nothing", SortsTheHand),
    ("asking-changes-nothing", ChangesItsMind),
    ("plays-without-errors", TakesThree),
    ("piles-stay", NewHand),
    ("cards-conserved", KeepsTheDeck),
    ("cards-conserved", LosesCards),
    ("moves-are-told", MovesInSecret),
    ("moves-by-place", MovesAnEqualOne),
    ("fork-goes-on-alike", CountsActions),
    ("fork-goes-on-alike", SharesItsList),
    ("failing-changes-nothing", SortsBeforeLaying),
    ("failing-changes-nothing", TurnsTheStockOver),
    ("acting-without-choice", EverybodyActs),
    ("acting-without-choice", TurnGoesAstray),
    ("one-notation-each", SaysItTwice),
    ("notation-reads-back", Unreadable),
    ("catalogue-complete", SlipsToNobody),
    ("objection-agrees", NeverObjects),
    ("objection-agrees", AlwaysObjects),
    ("objection-agrees", GivesNoReason),
    ("hidden-cards-change-nothing", PeeksAtTheStock),
    ("hidden-cards-change-nothing", ShowsTooMuch),
    ("log-keeps-secrets", TellsTheCard),
    ("log-keeps-secrets", RemembersTheCard),
    ("log-keeps-secrets", WritesItDown),
    ("log-keeps-secrets", BuriesOpenly),
    ("log-keeps-secrets", CountsWhatIsHidden),
    ("private-values-change-nothing", ReadsWishes),
    ("knowledge-holds", RulesOutTooMuch),
    ("counts-change-nothing", ReadsTheCount),
    ("counts-change-nothing", TurnsOnTheCount),
    ("counts-change-nothing", GrowsLate),
    ("invariants-hold", SaysTooMuch),
    ("invariants-hold", ForgetsASeat),
    ("invariants-hold", SidesWithTheHidden),
    ("invariants-hold", NamesWhoHasIt),
    ("one-score-a-seat", OneScore),
    ("one-score-a-seat", NobodyWon),
    ("one-score-a-seat", ScoresBeyond),
    ("ends", GoesOnAndOn),
    ("same-seed-same-log", ShufflesItself),
    ("record-plays-again", WritesAnotherOption),
    ("same-log-under-hash-seeds", IteratesASet),
]
"""Promises, and games that break just this one, or this one before any other."""


def deck_for(game: type[Game[Any, Any]]) -> list[Card]:
    """The deck with which a game breaks its promise."""
    return DECK * 2 if game is MovesAnEqualOne else DECK


HEAP = '''"""A game of an author's first try."""

from typing import Any

from cardkit import Action, Card, Dealer, Field, Game, Pile, Plugin, Result, State


class Take(Action):
    """Take the top card."""


class Heap(State):
    """The cards that are left, and those taken."""

    heap: Pile
    taken: list[Pile]


class Leaky(Game[Heap, Take]):
    """Take cards until there are none."""

    name = "leaky"
    players = range(1, 3)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Any:
        return Heap(seats=seats, heap=deck, taken=Pile.hands(seats))

    def legal(self, table: Heap) -> Any:
        return [Take()]

    def apply(self, table: Heap, action: Any, dealer: Dealer) -> None:
        dealer.draw(table.heap, table.taken[table.turn])
        table.pass_turn()

    def result(self, table: Heap) -> Result | None:
        return None if table.heap else Result.draw(table.seats)
'''
"""The text of a file with a game that keeps its promises."""
DRAWN = "dealer.draw(table.heap, table.taken[table.turn])"
"""What is done in it."""
LEAKY = HEAP.replace('"leaky"', '"<leaky>"').replace(DRAWN, "table.heap.deal_from_top()")
"""The same where a promise is broken: `cards-conserved`."""
