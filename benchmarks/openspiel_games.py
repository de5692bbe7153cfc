"""Our games beside OpenSpiel's: the same deals and actions in both, what each allows at every decision, and the points.

    pip install 'cardkit[openspiel]'
    python benchmarks/openspiel_games.py --games 5000
    python benchmarks/openspiel_games.py skat euchre --games 100

Where OpenSpiel's rules are known to be others, only what both allow is played, and that is counted. docs/examples.md
says which rules these are, and which of its games aren't ours.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pyspiel

from cardkit import All, Card, Match, Moved, Seeded, standard52
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import load_game

ROOT = Path(__file__).parent.parent
SUITS = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}
RANKS = "A23456789TJQK"
WORTH = {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}


class Disagreement(Exception):
    """The two engines see a game differently."""


@dataclass(frozen=True, kw_only=True)
class Beside:
    """A game of ours, one of OpenSpiel's, and what the one has in the words of the other."""

    ours: str
    theirs: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    chance: Callable[[Any, int, Sequence[Any]], Iterable[str]]
    """What chance did, by our table, of so many things that it can do there, and by what happened last."""
    means: Callable[[Any, Any, int], Sequence[str]]
    """What an action of a seat is: first what is compared, then what else it is, which is done as soon as it can be."""
    read: Callable[[str], str] = str
    """What an action of OpenSpiel's is called here."""
    turned: int = 0
    """How far our seats are from theirs."""
    points: Callable[[Any, Any], tuple[Any, Any]] | None = None
    """What both count at the end, by our table and their state."""
    pays: bool = False
    """Whether what the seats get in the end is the same."""
    always: Callable[[Any, Any], tuple[Any, Any]] | None = None
    """What both count at every decision."""
    apart: Callable[[Any], bool] = lambda _: False
    """Whether OpenSpiel's rules are known to be others at a table."""
    cut_off: bool = False
    """Whether long games are cut off there."""
    forced: Callable[[Any], str] = lambda _: ""
    """What is done there where nobody is asked here."""
    ends: Callable[[Any], bool] = lambda table: table.round > 1
    """Whether a game that goes on with us has ended there."""


@dataclass
class Seen:
    """What came of some games."""

    games: int = 0
    decisions: int = 0
    actions: int = 0
    apart: int = 0
    """At how many decisions OpenSpiel's rules were others."""
    ended: int = 0
    """How many games ended in both, where points are compared."""
    left: int = 0
    """How many games were left there, where nothing was legal in both."""


class Mirror:
    """OpenSpiel's table, on which a game of ours is repeated."""

    def __init__(self, beside: Beside, match: Match[Any, Any]) -> None:
        self.beside = beside
        self.match = match
        self.state = loaded_there(beside.theirs).new_initial_state()
        self.later: list[str] = []

    @property
    def legal(self) -> dict[str, int]:
        """Its legal actions by their names here."""
        state, read = self.state, self.beside.read
        player = state.current_player()
        return {read(state.action_to_string(player, action)): action for action in state.legal_actions()}

    def go_on(self, events: Sequence[Any]) -> None:
        """Do what chance did, and what actions mean beside what was compared, up to the next decision."""
        while not self.state.is_terminal():
            legal = self.legal
            if self.state.is_chance_node():
                for name in self.beside.chance(self.match.state, len(legal), events):
                    self.play(name)
            elif self.later and self.later[0] in legal:
                self.play(self.later.pop(0))
            elif [*legal] == ["Pass"]:
                self.play("Pass")
            elif (name := self.beside.forced(self.match.state)) in legal:
                self.play(name)
            else:
                return

    def play(self, name: str) -> None:
        """Do something by its name."""
        legal = self.legal
        if name not in legal:
            raise Disagreement(f"{name} can't be done: {' '.join(legal)} can")
        self.state.apply_action(legal[name])


@cache
def loaded(name: str) -> Plugin:
    """A game by its name, or in a file of the project's."""
    return load_game(str(ROOT / name) if "/" in name else name)


@cache
def loaded_there(name: str) -> Any:
    """A game of OpenSpiel's."""
    return pyspiel.load_game(name)


def play(beside: Beside, number: int, seen: Seen) -> None:
    """Play a game in both; raises Disagreement."""
    plugin, chance = loaded(beside.ours), Random(number)
    deck = list(plugin.deck()) if plugin.deck is not None else standard52()
    match: Match[Any, Any] = Match(plugin.game(**beside.options), deck, seats=beside.seats, rng=Seeded(number))
    mirror, table, events = Mirror(beside, match), match.state, list[Any]()
    seen.games += 1
    if beside.ends(table):
        seen.left += 1
        return
    while not (match.is_over or beside.ends(table)):
        for seat in match.to_act if isinstance(match.acting, All) else match.to_act[:1]:
            legal = list(match.legal_of(seat))
            meant = {action: beside.means(table, action, seat) for action in legal}
            if any(meant.values()):
                mirror.go_on(events)
                events = []
                if mirror.state.is_terminal() and beside.cut_off:
                    seen.left += 1
                    return
            allowed = {action: names for action, names in meant.items() if names and names[0]}
            if allowed:
                legal = compared(mirror, seat, allowed, seen)
                if not legal:
                    seen.left += 1
                    return
            named = [*dict.fromkeys(tuple(meant[action])[:1] for action in legal)]
            name = chance.choice(named)
            action = chance.choice([action for action in legal if tuple(meant[action])[:1] == name])
            if names := meant[action]:
                if names[0]:
                    mirror.play(names[0])
                mirror.later += names[1:]
            events += match.play(action, seat)
    mirror.go_on(events)
    if not mirror.state.is_terminal():
        return
    seen.ended += 1
    if beside.points is not None:
        equal("points", *beside.points(table, mirror.state))
    elif match.result is not None and beside.pays:
        equal("points", list(match.result.scores), list(mirror.state.returns()))


def compared(mirror: Mirror, seat: int, allowed: Mapping[Any, Sequence[str]], seen: Seen) -> list[Any]:
    """The actions that both allow; raises Disagreement where they differ without a reason that is known."""
    beside, state, theirs = mirror.beside, mirror.state, mirror.legal
    ours = {names[0] for names in allowed.values()}
    equal("whose turn it is", (seat + beside.turned) % beside.seats, state.current_player())
    if beside.always is not None:
        equal("points", *beside.always(mirror.match.state, state))
    seen.decisions += 1
    seen.actions += len(ours)
    if beside.apart(mirror.match.state):
        seen.apart += ours != theirs.keys()
    elif ours != theirs.keys():
        raise Disagreement(f"legal are {' '.join(sorted(ours))}, and there {' '.join(sorted(theirs))}")
    return [action for action, names in allowed.items() if names[0] in theirs]


def equal(what: str, ours: Any, theirs: Any) -> None:
    """Raise Disagreement where something isn't the same."""
    if ours != theirs:
        raise Disagreement(f"{what}: {ours}, and there {theirs}")


def suit_first(card: Card) -> str:
    """A card as most games of OpenSpiel write it."""
    return f"{card.suit}{card.rank}"


def round_about(hands: Sequence[Any], name: Callable[[Card], str], first: int = 0) -> Iterator[str]:
    """The cards of hands, one to each after the other."""
    for place in range(len(hands[0])):
        for seat in range(len(hands)):
            yield name(hands[(seat + first) % len(hands)].cards[place])


def of_trick(table: Any, action: Any, _: int) -> Sequence[str]:
    """What to play a card is."""
    return [suit_first(action.card)]


def kuhn_names(table: Any, action: Any, _: int) -> Sequence[str]:
    return ["Bet" if action.word == "bet" else "Pass"]


def euchre_names(table: Any, action: Any, _: int) -> Sequence[str]:
    match action.word:
        case "pass":
            return ["Pass"]
        case "order" | "name":
            suit = table.upcard.top.suit if action.word == "order" else action.suit
            return [SUITS[suit], "Alone" if action.alone else "Partner"]
        case _:
            return [suit_first(action.card)]


def euchre_deal(table: Any, many: int, _: Sequence[Any]) -> Iterator[str]:
    if many == 4:
        yield "N"
    yield from round_about(table.hands, suit_first)
    yield suit_first(table.upcard.top)


def spades_names(table: Any, action: Any, seat: int) -> Sequence[str]:
    return [str(action.tricks) if action.tricks else "Nil"] if action.word == "bid" else [suit_first(action.card)]


def spades_points(table: Any, state: Any) -> tuple[Any, Any]:
    """In deals without nil: there a seat's tricks after nil count for its partner's bid, and are no bags."""
    without_nil = not {0, None} & {*table.bids}
    return (table.scores, [round(value) for value in state.returns()[:2]]) if without_nil else (None, None)


def crazy8s_chance(table: Any, many: int, events: Sequence[Any]) -> Iterator[str]:
    if not table.count and not drawn(events):
        yield "Decide Player 1 to be the dealer"
        yield from round_about(table.hands, lambda card: f"Deal {suit_first(card)}")
        yield f"Deal {suit_first(table.discards.top)}"
    else:
        yield from (f"Deal {suit_first(card)}" for card in drawn(events))


def crazy8s_names(table: Any, action: Any, _: int) -> Sequence[str]:
    if action.word == "play":
        return [f"Play {suit_first(action.card)}", *([f"Nominate suit {action.suit}"] if action.suit else [])]
    return [action.word.capitalize()]


def drawn(events: Sequence[Any]) -> list[Card]:
    """The cards that came off the stock."""
    moves = (event for event in events if isinstance(event, Moved) and event.source == "stock")
    return [card for move in moves for card in move.cards]


def cribbage_names(table: Any, action: Any, _: int) -> Sequence[str]:
    cards = action.cards if action.word == "throw" else [action.card]
    return [" ".join(sorted(map(str, cards)))]


def cribbage_chance(table: Any, many: int, _: Sequence[Any]) -> list[str]:
    cards = [table.starter.top] if many == 40 else [*table.hands[0], *table.hands[1]]
    return [f"Deal {card}" for card in cards]


def cribbage_points(table: Any, state: Any) -> tuple[Any, Any]:
    line = next(line for line in str(state).splitlines() if line.startswith("Scores:"))
    return table.scores, [int(points) for points in line.split()[1:]]


def letter(rank: str) -> str:
    """The letter that a rank is in OpenSpiel's Go Fish."""
    return "abcdefghijklm"[RANKS.index(rank)]


def go_fish_chance(table: Any, many: int, events: Sequence[Any]) -> list[str]:
    if fished := drawn(events):
        return [letter(fished[0].rank)]
    cards = [[*hand, *books] for hand, books in zip(table.hands, table.books, strict=True)]
    return [letter(card.rank) for hand in cards for card in hand]


def skat_chance(table: Any, many: int, _: Sequence[Any]) -> Iterator[str]:
    begun = 0
    for size in (3, 4, 3):
        for hand in table.hands:
            yield from map(suit_first, hand.cards[begun : begun + size])
        if not begun:
            yield from map(suit_first, table.skat)
        begun += size


def skat_names(table: Any, action: Any, seat: int) -> Sequence[str]:
    if action.word == "announce":
        passes = ["unknown/pass"] * seat
        return ["", *passes, action.game, *map(suit_first, table.skat)]
    return [suit_first(action.card)] if action.word == "play" else []


def skat_points(table: Any, state: Any) -> tuple[Any, Any]:
    theirs = round(state.returns()[table.declarer] * 120 + 60)
    if table.trumps == "null":
        return 30 if table.taken[table.declarer] else 90, theirs
    return sum(WORTH.get(card.rank, 0) for card in (*table.taken[table.declarer], *table.skat)), theirs


def gin_names(table: Any, action: Any, _: int) -> Sequence[str]:
    match action.word:
        case "take":
            return ["Draw upcard"]
        case "draw":
            return ["Draw stock"]
        case "refuse":
            return ["Pass"]
        case "knock":
            return ["Knock"]
        case _:
            return [str(action.card)]


def gin_read(name: str) -> str:
    name = name.split(": ")[-1]
    return f"{name[0]}{name[1].upper()}" if len(name) == 2 else name


def gin_chance(table: Any, many: int, events: Sequence[Any]) -> Iterator[str]:
    if table.round == 1 and many < 52:
        yield from map(str, drawn(events))
        return
    first, other = table.hands[table.turn], table.hands[1 - table.turn]
    yield from map(str, [*first, *other, *table.discards])


def goofspiel_names(table: Any, action: Any, seat: int) -> Sequence[str]:
    """The last cards are bid by themselves there."""
    return [str(RANKS.index(action.card.rank) + 1)] if len(table.hands[seat]) > 1 else []


def goofspiel_points(table: Any, state: Any) -> tuple[Any, Any]:
    """In games without a tie: a prize that two bid the same for is nobody's there."""
    if any(len({card.rank for card in bids}) == 1 for bids in zip(*table.spent, strict=True)):
        return None, None
    won = [sum(RANKS.index(card.rank) + 1 for card in pile) for pile in table.won]
    return won, list(map(round, state.returns()))


def blackjack_chance(table: Any, many: int, _: Sequence[Any]) -> list[str]:
    (box,) = table.boxes
    house, stock = [*table.house, *table.hole], table.stock.cards[::-1]
    return [suit_first([*box.hand.cards[:2], *house[:2], *box.hand.cards[2:], *house[2:], *stock][52 - many])]


def blackjack_points(table: Any, state: Any) -> tuple[Any, Any]:
    """Who wins, but for a blackjack, which is no better there than 21 of more cards, to which the house draws."""
    (box,), gain = table.boxes, table.chips[0] - 200
    is_blackjack = gain == box.bet * 3 // 2
    return (None, None) if is_blackjack else ((gain > 0) - (gain < 0), round(state.returns()[0]))


def holdem_chance(table: Any, many: int, _: Sequence[Any]) -> Iterator[str]:
    if many == 52:
        yield from (str(card) for hand in table.hands for card in hand)
    else:
        yield str(table.board.cards[52 - many - 2 * table.seats])


def holdem_names(table: Any, action: Any, seat: int) -> Sequence[str]:
    if action.word == "raise":
        return [f"Bet{table.paid[seat] - table.bets[seat] + action.to}"]
    return ["Fold" if action.word == "fold" else "Call"]


def holdem_points(table: Any, state: Any) -> tuple[Any, Any]:
    """What each seat won; an odd chip is cut into pieces there."""
    ours = [chips - 100 for chips in table.chips]
    theirs = state.returns()
    return ours, ours if all(abs(one - other) < 1 for one, other in zip(ours, theirs, strict=True)) else theirs


def holdem_read(name: str) -> str:
    name = name.partition("move=")[2]
    return f"{name[5]}{name[6].upper()}" if name.startswith("Deal") else name


HEARTS = {"limit": 1, "passing": False, "queen_breaks": True}
GAMES: dict[str, Beside] = {
    "kuhn": Beside(
        ours="docs/examples/kuhn.py",
        theirs="kuhn_poker",
        seats=2,
        chance=lambda table, _many, _events: [f"Deal:{'JQK'.index(hand.top.rank)}" for hand in table.hands],
        means=kuhn_names,
        pays=True,
    ),
    "hearts": Beside(
        ours="docs/examples/hearts.py",
        theirs="hearts(pass_cards=False)",
        seats=4,
        options=HEARTS,
        chance=lambda table, many, _: ["No Pass"] if many == 1 else round_about(table.hands, str),
        means=lambda table, action, _: [str(action.card)],
        points=lambda table, state: ([*table.scores], [round(26 - value) for value in state.returns()]),
    ),
    **{
        f"euchre{' with a dealer who is stuck' * stick}": Beside(
            ours="docs/examples/euchre.py",
            theirs=f"euchre(stick_the_dealer={stick})",
            seats=4,
            options={"stick": stick},
            chance=euchre_deal,
            means=euchre_names,
            points=lambda table, state: (table.scores[0] - table.scores[1], round(state.returns()[0])),
            apart=lambda table: any(len(hand) > 5 for hand in table.hands),
        )
        for stick in (False, True)
    },
    "spades": Beside(
        ours="docs/examples/spades.py",
        theirs="spades",
        seats=4,
        options={"limit": 1},
        chance=lambda table, _many, _events: round_about(table.hands, suit_first),
        means=spades_names,
        points=spades_points,
        apart=lambda table: None in table.bids or (table.spades_broken and not table.trick),
    ),
    "crazy8s": Beside(
        ours="crazy8s",
        theirs="crazy_eights(players=2)",
        seats=2,
        options={"shuffle": True, "hand_size": 7, "draw": 5, "starter": "not-wild", "reshuffle": "never"},
        chance=crazy8s_chance,
        means=crazy8s_names,
        cut_off=True,
        ends=lambda table: not table.stock,
    ),
    "cribbage": Beside(
        ours="docs/examples/cribbage.py",
        theirs="cribbage",
        seats=2,
        chance=cribbage_chance,
        means=cribbage_names,
        read=lambda name: " ".join(sorted(name.removeprefix("Choose ").split())) if "Choose" in name else name,
        always=cribbage_points,
        ends=lambda table: len(table.crib) == 4 and len({card.suit for card in table.crib}) == 1,
    ),
    "go_fish": Beside(
        ours="docs/examples/go_fish.py",
        theirs="go_fish(end_on_first_out=True)",
        seats=2,
        chance=go_fish_chance,
        means=lambda table, action, _: [f"{action.seat}{letter(action.rank)}"],
        ends=lambda table: not table.count and any(table.books),
    ),
    "gin_rummy": Beside(
        ours="docs/examples/gin_rummy.py",
        theirs="gin_rummy",
        seats=2,
        chance=gin_chance,
        means=gin_names,
        read=gin_read,
        apart=lambda table: table.taken is not None,
        cut_off=True,
        ends=lambda table: table.round > 1 or bool(table.melds),
    ),
    "goofspiel": Beside(
        ours="docs/examples/goofspiel.py",
        theirs="turn_based_simultaneous_game(game=goofspiel(returns_type=total_points))",
        seats=2,
        chance=lambda table, _many, _events: [f"Deal {RANKS.index(table.prizes.top.rank) + 1}"],
        means=goofspiel_names,
        read=lambda name: name.rpartition("Bid: ")[2],
        points=goofspiel_points,
        ends=lambda _: False,
    ),
    "blackjack": Beside(
        ours="docs/examples/blackjack.py",
        theirs="blackjack",
        seats=1,
        options={"rounds": 1},
        chance=blackjack_chance,
        means=lambda table, action, _: {"hit": ["Hit"], "stand": ["Stand"], "bet": []}.get(action.word, [""]),
        forced=lambda table: "" if table.hole else "Stand",
        points=blackjack_points,
    ),
    **{
        f"holdem for {seats}": Beside(
            ours="docs/examples/holdem.py",
            theirs=f"universal_poker(betting=nolimit,bettingAbstraction=fullgame,numPlayers={seats},numRounds=4,"
            f"blind={blinds},firstPlayer={first},numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,"
            f"stack={' '.join(['100'] * seats)})",
            seats=seats,
            options={"hands": 1},
            chance=holdem_chance,
            means=holdem_names,
            read=holdem_read,
            points=holdem_points,
        )
        for seats, blinds, first in ((2, "1 2", "1 2 2 2"), (3, "0 1 2", "1 2 2 2"))
    },
    "skat": Beside(
        ours="tests/data/skat.py",
        theirs="skat",
        seats=3,
        options={"deals": 1},
        chance=skat_chance,
        means=skat_names,
        points=skat_points,
    ),
}


def main() -> None:
    """Play each game so often, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("which", nargs="*", help=f"which games: {', '.join(GAMES)}", metavar="GAME")
    parser.add_argument("--games", type=int, default=1000)
    wanted = parser.parse_args()
    for name in wanted.which or GAMES:
        seen = Seen()
        for number in range(wanted.games):
            try:
                play(GAMES[name], number, seen)
            except Disagreement as error:
                sys.exit(f"{name}, seed {number}: {error}")
        known = f", {seen.apart:,} where OpenSpiel's rules are others" if seen.apart else ""
        left = f", {seen.left:,} games left there" if seen.left else ""
        games = f"{seen.games:,} games, {seen.ended:,} to their end"
        print(f"{name}: {games}, {seen.decisions:,} decisions, {seen.actions:,} actions{known}{left}")


if __name__ == "__main__":
    main()
