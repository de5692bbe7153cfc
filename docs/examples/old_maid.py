"""Old Maid: take cards from each other's hidden hands, and don't keep the odd queen. A whole game in one file."""

from collections import Counter

from cardkit import Action, Card, Dealer, Ended, Event, Field, Game, Moved, Pile, Place, Result, Seat, State


class Take(Action):
    """Take a card from the hand that is held out to you, without seeing it."""

    says = "take card {place} of those held out"
    place: Place


class Parlour(State):
    """The card left out, the hands, the pairs laid down, and the seat that holds its hand out."""

    left_out: Pile
    hands: list[Pile]
    pairs: list[Pile]
    holder: Seat = 0


class OldMaid(Game[Parlour, Take]):
    """A queen is left out, the rest is dealt, and pairs are laid down. The last player with cards shuffles and holds
    out a hand; the next one to the left takes a card, and holds out then, or, if left without any, the next one does.
    Who keeps the odd card has lost. Source: https://www.pagat.com/passing/oldmaid.html
    """

    name = "old-maid"
    players = range(2, 9)
    left_out: Card = Field(default=Card("Q", "C"), description="the card that is left out")

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Parlour:
        pairs = [Pile.face_up(owner=seat) for seat in range(seats)]
        parlour = Parlour(seats=seats, left_out=Pile.face_up(), hands=Pile.hands(seats), pairs=pairs)
        dealer.move([self.left_out], deck, parlour.left_out)
        dealer.shuffle(deck)
        dealer.deal(deck, parlour.hands)
        for seat in range(seats):
            self.lay_pairs(parlour, seat, dealer)
        self.hold_out(parlour, dealer, [*range(seats)][::-1])
        return parlour

    def lay_pairs(self, parlour: Parlour, seat: Seat, dealer: Dealer) -> None:
        hand = parlour.hands[seat]
        for rank, times in Counter(card.rank for card in hand).items():
            if times > 1:
                dealer.move(hand.of(rank=rank)[: times // 2 * 2], hand, parlour.pairs[seat])

    def hold_out(self, parlour: Parlour, dealer: Dealer, order: list[Seat]) -> None:
        """Let the first seat of an order that has cards hold out its hand to the next one, if there is a pair left."""
        if self.result(parlour) is None:
            parlour.holder = next(seat for seat in order if parlour.hands[seat])
            parlour.turn = next(seat for seat in parlour.others(parlour.holder) if parlour.hands[seat])
            dealer.shuffle(parlour.hands[parlour.holder])

    def legal(self, parlour: Parlour) -> list[Take]:
        return [Take(place) for place in range(len(parlour.hands[parlour.holder]))]

    def looks(self, pile: str) -> str | None:
        return "stack" if pile == "pairs" else None

    def says(self, parlour: Parlour, what: Action | Event) -> str | None:
        match what:
            case Moved(target=str(target)) if target.startswith("pairs"):
                return "lay down {cards}"
            case Ended():
                return "Whoever is left with the odd card is the old maid"
            case _:
                return super().says(parlour, what)

    def apply(self, parlour: Parlour, take: Take, dealer: Dealer) -> None:
        theirs = parlour.hands[parlour.holder]
        dealer.take([take.place], theirs, parlour.hands[parlour.turn])
        parlour.count += 1
        self.lay_pairs(parlour, parlour.turn, dealer)
        self.hold_out(parlour, dealer, [parlour.turn, *parlour.others()])

    def result(self, parlour: Parlour) -> Result | None:
        ranks = [card.rank for hand in parlour.hands for card in hand]
        return None if len(set(ranks)) < len(ranks) else Result.most(tuple(float(not hand) for hand in parlour.hands))
