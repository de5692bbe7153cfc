"""A game as somebody wants it played, and the session that it becomes, with everybody at its seats and a narrator.

From its seed follow the cards of each game and the chance of each player.
"""

from __future__ import annotations

import math
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from inspect import signature
from pathlib import Path
from typing import Any, Self

from cardkit.core.cards import Card, Pile, Seat, standard52
from cardkit.core.cards import cards as read_cards
from cardkit.core.chance.generators import Rng, Seeded, Stacked, generator, mix64, shuffle
from cardkit.core.errors import CannotStart, CardkitError, DeckFileError, InvalidCard, UnknownName
from cardkit.core.events import Outcome
from cardkit.core.game import Game
from cardkit.core.state import State
from cardkit.core.texts import counted, there_are
from cardkit.plugins.deck_files import DeckFile, deck_of, read_deck, read_named
from cardkit.plugins.lines import Line, Name
from cardkit.plugins.people import Console, Guarded, GuardedNarrator, is_typed_at
from cardkit.plugins.plugin import Plugin, RuleSet, plain_names, seats_for
from cardkit.plugins.registry import is_known, load_game, load_player, own_name
from cardkit.plugins.sayings import Narrator, Plain, all_of
from cardkit.table.match import Match
from cardkit.table.turns import Player, is_steady

SHUFFLES = ("riffle", "overhand")
MOST_TIMES = 1000


def read_shuffle(text: str) -> tuple[str, int]:
    """Which shuffle a text names, and how often it is made; raises ValueError, which says what would be right.

    >>> read_shuffle("riffle:7"), read_shuffle("overhand")
    (('riffle', 7), ('overhand', 1))
    """
    kind, colon, times = text.strip().partition(":")
    if kind not in SHUFFLES or (colon and not (times.isascii() and times.isdecimal() and int(times) <= MOST_TIMES)):
        raise ValueError(f"say riffle or overhand, and how often, up to {MOST_TIMES}: riffle:7")
    return kind, int(times) if colon else 1


def shuffle_by_hand(cards: Sequence[Card], text: str, rng: Rng) -> list[Card]:
    """The cards after a shuffle that a text names, in the same direction as before."""
    kind, times = read_shuffle(text)
    found = list(cards)
    for _ in range(times):
        found = _riffled(found, rng) if kind == "riffle" else _overhand(found, rng)
    return found


def _riffled(cards: list[Card], rng: Rng) -> list[Card]:
    """Cut in two by as many heads as tosses for all cards give; the next card falls from a packet as likely as it is
    large (Gilbert, Shannon and Reeds).
    """
    cut = sum(rng.below(2) for _ in cards)
    one, other, found = cards[:cut], cards[cut:], list[Card]()
    while one or other:
        packet = one if rng.below(len(one) + len(other)) < len(one) else other
        found.append(packet.pop())
    return found[::-1]


def _overhand(cards: list[Card], rng: Rng) -> list[Card]:
    """Taken off in packets, each laid upon those before: between two cards it is cut one time in five (Pemantle)."""
    found, packet = list[Card](), list[Card]()
    for card in cards:
        packet.append(card)
        if rng.below(5) == 0:
            found[:0], packet = packet, []
    return [*packet, *found]


def seed_of_game(seed: int, number: int, kind: str) -> int:
    """The seed of a game of a batch; Java's generator reads its 64 bits as a signed number."""
    mixed = mix64(seed, number)
    return mixed - 2**64 if kind == "java" and mixed >= 2**63 else mixed


def dealing(kind: str, seed: int) -> Rng:
    """The source of chance that cards are dealt by."""
    return Seeded(seed).split("deal") if kind == "seeded" else generator(kind, seed)


def player_chance(seed: int, seat: Seat) -> Seeded:
    """The source of chance of the player at a seat, by which nobody finds out the seed, nor what it deals to others."""
    return Seeded(seed).derive(f"seat {seat}")


NEIGHBOURS = "neighbouring seeds of rng=java give first cards that hang together; take seeds far apart, or --game K"
"""What somebody should know who gives Java's generator a seed."""


def without_a_say(kind: str) -> str:
    """What somebody should know who asked for a generator that deals nothing."""
    return (
        f"the rules shuffle nothing in dealing, so that rng={kind} has no say there: the deck is dealt as it "
        "lies, or shuffled beforehand by cardkit's own generator"
    )


def new_seed() -> int:
    """A seed that any generator takes, and that nobody guesses: a whole number below 2**63."""
    return secrets.randbits(63)


def shuffled_for(cards: Sequence[Card], seed: int) -> list[Card]:
    """The cards of a pile, shuffled by the stream that is for decks that a game doesn't shuffle itself."""
    pile = list(cards)
    shuffle(pile, Seeded(seed).split("deck"))
    return pile


def shuffled_deck(plugin: Plugin, source: str, kind: str, seed: int, names: tuple[str, ...]) -> str:
    """The text of a deck file for a game: its own deck or 52 cards, or a file of which only the order is another."""
    if source and (source != "standard52" or Path(source).exists()):
        deck = read_named(lambda path: _deck_for(plugin, path), source)
    else:
        deck = DeckFile(cards=tuple((standard52 if source else plugin.deck or standard52)()))
    cards = list(deck.cards[::-1])
    shuffle(cards, generator(kind, seed))
    names = names or deck.names or plain_names(plugin.game.players[0])
    return plugin.deck_text(deck.model_copy(update={"cards": tuple(cards[::-1]), "names": names}))


def _deck_for(plugin: Plugin, path: Path) -> DeckFile:
    """What a deck file says in the game's format, or else in cardkit's own; raises DeckFileError."""
    try:
        return plugin.read_deck(path)
    except DeckFileError as error:
        try:
            return read_deck(path)
        except DeckFileError:
            raise error from None


class NotAskable(CardkitError):
    """A text that says nothing of a deal, or nothing of this game's."""

    text: str
    reason: str
    sentence = "{text!r} can't be asked of a deal: {reason}"


EACH = "say each card by itself, as seat 0: AC AD AH AS"


@dataclass(frozen=True)
class Given:
    """Cards that lie in a place of every deal, in any order; on top of it, the first one uppermost."""

    text: str
    place: str
    on_top: bool
    cards: tuple[Card, ...]

    @classmethod
    def read(cls, text: str) -> Given:
        """What a text gives, as `seat 0: AC AD` or `stock top: 7H`; raises NotAskable."""
        place, colon, cards = text.partition(":")
        words = place.split()
        on_top = words[-1:] == ["top"]
        try:
            given = tuple(read_cards(cards))
        except InvalidCard as error:
            raise NotAskable(text, f"{error}; {EACH}") from None
        if not (colon and words and given):
            raise NotAskable(text, "say where and which cards, as seat 0: AC AD, or stock top: 7H")
        return cls(text, " ".join(words[:-1] if on_top else words), on_top, given)


def piles_at(state: State, place: str, text: str) -> list[Pile]:
    """The piles of a place: those of a seat, or the one of a name; raises NotAskable where there is none."""
    state.name_piles()
    names = {pile.name: pile for pile in state.piles()}
    seats = {f"seat {seat}": [pile for pile in state.piles() if pile.owner == seat] for seat in range(state.seats)}
    if place in names:
        return [names[place]]
    if place not in seats:
        raise NotAskable(text, f"there is no {place}; there are {', '.join([*seats, *names])}")
    return seats[place]


class GivenDeal:
    """Which place of a deck goes where in a deal, found by dealing the deck as it lies."""

    def __init__(
        self, game: Game[Any, Any], pile: Sequence[Card], seats: int, given: Sequence[Given], shuffle: str = ""
    ) -> None:
        self._game, self._shuffle, self._pile = game, shuffle, list(pile)
        if given and len(set(pile)) < len(pile):
            raise CannotStart(game.name, "cards can be given only of a deck in which none comes twice")
        match = Match(game, pile, seats=seats, rng=Stacked())
        if len(match.outcomes) > 1:
            raise CannotStart(game.name, "cards can be given only where no more than the deck is shuffled in dealing")
        self.is_told = bool(match.outcomes)
        """Whether the rules shuffle the cards, so that the order has to be told to them as what chance made."""
        shuffled = match.outcomes[0] if match.outcomes else list(pile)
        if isinstance(shuffled, int):
            raise CannotStart(game.name, "cards can't be given where a roll comes before the deal")
        self._cards, self._state = shuffled, match.state
        self._place_of = {card: place for place, card in enumerate(shuffled)}
        found = [(one, self.places(one.place, one.text)) for one in given]
        order = {id(pile): number for number, pile in enumerate(match.state.piles())}
        self._piles = [[order[id(pile)] for pile in piles_at(match.state, one.place, one.text)] for one in given]
        """Which piles on the table each of those lies in."""
        self._given, self._number = given, len(order)
        # What lies on top has no choice of places, and a pile has less than its owner.
        self._places = sorted(found, key=lambda pair: (not pair[0].on_top, len(pair[1])))
        self._refuse_impossible(self._place_of)

    def places(self, place: str, text: str) -> list[int]:
        """The places in the deck whose cards are dealt to a place on the table, the top ones first."""
        lying = [card for held in piles_at(self._state, place, text) for card in held.cards[::-1]]
        return [self._place_of[card] for card in lying if card in self._place_of]

    @property
    def is_whole(self) -> bool:
        """Whether each card has a place of its own among those that are shuffled, and each comes into the deal."""
        return len(self._place_of) == len(self._cards) and self._cards == self._pile

    def wishes(self) -> list[int]:
        """The given cards, as `cardkit.simulation.bulk` has them."""
        told = list[int]()
        for one, places in self._places:
            cards = [self._place_of[card] for card in one.cards]
            told += [one.on_top, len(cards), len(places), *cards, *places]
        return told

    def _refuse_impossible(self, deck: Iterable[Card]) -> None:
        """Raises NotAskable where a card isn't there to be given, or a place has no room for those given."""
        left, room = set(deck), {place for _, places in self._places for place in places}
        for one, places in self._places:
            for card in one.cards:
                if card not in left:
                    raise NotAskable(one.text, f"{card} is not in the deck, or is given twice; {EACH}")
                left.remove(card)
            free = [place for place in places if place in room]
            if len(free) < len(one.cards) or (one.on_top and free[: len(one.cards)] != places[: len(one.cards)]):
                raise NotAskable(one.text, f"{len(one.cards)} cards are given, and there is room for {len(free)}")
            room.difference_update(free[: len(one.cards)])

    def order(self, seed: int) -> list[Card]:
        """The cards as a seed shuffles them, the top one last, with the given ones in their places."""
        rng = Seeded(seed).split("given")
        if self._shuffle:
            cards = shuffle_by_hand(self._cards, self._shuffle, Seeded(seed).split("hands"))
        else:
            cards = shuffled_for(self._cards, seed)
        fixed: dict[int, Card] = {}
        for one, places in self._places:
            free = [place for place in places if place not in fixed]
            if not one.on_top:
                shuffle(free, rng)
            fixed.update(zip(free, one.cards, strict=False))
        given = set(fixed.values())
        others = iter([card for card in cards if card not in given])
        return [fixed[place] if place in fixed else next(others) for place in range(len(cards))]

    def check(self, piles: Sequence[Sequence[Card]]) -> None:
        """Raises CannotStart where the given cards don't lie where they should, because the deal hangs on the cards.

        The piles are those of the table, each with its top card last.
        """
        for one, own in zip(self._given, self._piles, strict=True):
            lying = [card for place in own for card in piles[place][::-1]] if len(piles) == self._number else []
            top = lying[: len(one.cards)] if one.on_top else lying
            if not set(one.cards) <= set(top):
                raise CannotStart(self._game.name, f"{one.text!r} can't be dealt: what lies where hangs on the cards")


def how_many_orders(cards: Sequence[Card]) -> int:
    """In how many orders cards can lie, of which those that are alike can't be told apart."""
    return math.factorial(len(cards)) // math.prod(map(math.factorial, Counter(cards).values()))


def order_of(cards: Sequence[Card], number: int) -> list[Card]:
    """The order of that number, from 0, of all in which these cards can lie.

    >>> [" ".join(map(str, order_of(read_cards("2H 2H 3H"), number))) for number in range(3)]
    ['2H 2H 3H', '2H 3H 2H', '3H 2H 2H']
    """
    left, orders, found = Counter(cards), how_many_orders(cards), list[Card]()
    for size in range(len(cards), 0, -1):
        for card, times in left.items():
            beginning_so = orders * times // size
            if number < beginning_so:
                left[card] -= 1
                orders = beginning_so
                found.append(card)
                break
            number -= beginning_so
    return found


AnyDeck = DeckFile | str | Path | Sequence[Card] | None
"""A deck that was read, the file of one, or its cards, the first one on top; None for the game's own."""
AnyPlayer = str | Player[Any, Any] | type[Player[Any, Any]]
"""Who sits at a seat: the name of a player, a function that is one, or a class of which each game has an object."""


@dataclass(frozen=True, kw_only=True)
class Setup:
    """A game as somebody wants it played; what isn't said is as the deck, the rule set and the game have it."""

    plugin: Plugin
    rules: RuleSet
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The options that were said; each counts before that of the rule set, this before the deck's, and this
    before that of the number of seats.
    """
    deck: AnyDeck = None
    seats: tuple[AnyPlayer, ...] | None = None
    names: tuple[str, ...] | None = None
    rng: str = ""
    """The kind of generator that cards are dealt by, by default the rule set's own."""
    seed: int | None = None
    number: int | None = None
    """Which game of the batch with this seed is played; None for the game of the seed itself, or for all of them."""
    given: tuple[str, ...] = ()
    """Cards in their places in every deal, such as `seat 0: AC AD`."""
    shuffle: str = ""
    """How hands shuffle the deck as it lies, such as `riffle:7`; empty where chance does."""
    every_deal: bool = False
    """Whether game number k has the cards in the k-th of all orders, in the place of a shuffled deck."""
    most_turns: int | None = None
    """After so many turns or rounds a game is cut off."""
    style: str = ""
    """The narrator, by default the rule set's own."""
    practice: bool = False
    """Whether people may take back what they like against machines."""
    person: str = ""
    """What a person is called who plays alone against machines, where there are no names."""
    source: str | None = None
    """The name under which another process finds the game; None where it is sent the game itself."""

    def __post_init__(self) -> None:
        vars(self).update(rng=self.rng or self.rules.rng, style=self.style or self.rules.style)

    @classmethod
    def of(cls, plugin: Plugin, rules: str | None = None, **parts: Any) -> Self:
        """The game by the rule set of a name, or by its first one; raises UnknownName."""
        return cls(plugin=plugin, rules=rule_set(plugin, rules), **parts)

    @classmethod
    def named(cls, game: str, rules: str | None = None, **parts: Any) -> Self:
        """The game of a name, which another process finds by it; raises UnknownName, or CannotLoad."""
        return cls.of(load_game(game), rules, source=game, **parts)

    @classmethod
    def for_people(cls, plugin: Plugin, rules: str | None = None, **parts: Any) -> Self:
        """The game by the rule set of a name, or by the one that people are offered first; raises UnknownName."""
        return cls.of(plugin, rules or plugin.for_people or None, **parts)

    def having(self, **parts: Any) -> Self:
        """The same with these parts said; what was found out already isn't looked for again."""
        other = replace(self, **parts)
        for found, hangs_on in _HANG_ON.items():
            if found in vars(self) and not hangs_on & parts.keys():
                vars(other)[found] = vars(self)[found]
        return other

    def with_game(self, game: Game[Any, Any]) -> Self:
        """The same with all options as a game has them, so that neither deck nor rule set has a say."""
        other = replace(self, options=dict(game))
        vars(other)["game"] = game
        return other

    @property
    def needs_deck(self) -> bool:
        """Whether a deck has to be named for a single game; many games are played with the 52 cards then."""
        return self.deck is None and self.number is None and not (self.rules.deck or self.plugin.deck)

    @cached_property
    def pack(self) -> DeckFile:
        """The deck that was read; raises DeckFileError, and BadOption before a file is looked for."""
        if isinstance(self.deck, DeckFile):
            return self.deck
        if isinstance(self.deck, str | Path):
            self.refuse_bad_options()
            return read_named(self.plugin.read_deck, str(self.deck))
        return deck_of((self.rules.deck or self.plugin.deck or standard52)() if self.deck is None else self.deck)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The deck before it is shuffled, the first card on top."""
        return self.pack.cards

    @cached_property
    def pile(self) -> tuple[Card, ...]:
        """The deck before it is shuffled as it lies in a pile, the last card on top."""
        return self.pack.cards[::-1]

    @property
    def deck_name(self) -> str:
        """The deck file, as it was asked for; empty where none was."""
        return str(self.deck) if isinstance(self.deck, str | Path) else ""

    def refuse_bad_options(self) -> None:
        """Raises BadOption where an option is wrong whatever deck there will be."""
        self.plugin.game.with_options({**self.rules.options, **self.options})

    @cached_property
    def game(self) -> Game[Any, Any]:
        """The game with its options; raises BadOption, or DeckFileError."""
        said = {**self.plugin.options_of(self.pack), **self.rules.options, **self.options}
        return self.plugin.game.with_options(said).at_seats(len(self.sitting))

    @property
    def sitting(self) -> tuple[AnyPlayer, ...]:
        """Who sits there: machines in a batch, where nothing is said."""
        return machines(self.plugin) if self.seats is None else self.seats

    @cached_property
    def is_shuffled(self) -> bool:
        """Whether each game of a batch gets the deck shuffled by a stream of its own, as the rules don't shuffle it."""
        return Match(self.game, self.pile, seats=len(self.sitting), rng=Seeded(0)).draws == 0

    @cached_property
    def given_deal(self) -> GivenDeal:
        """Where the given cards lie in the deck; raises NotAskable, or CannotStart."""
        given = list(map(Given.read, self.given))
        return GivenDeal(self.game, self.pile, len(self.sitting), given, self.shuffle)

    @property
    def _is_laid(self) -> bool:
        """Whether the cards of each deal are laid as somebody said."""
        return bool(self.given or self.shuffle)

    @property
    def names_deals(self) -> bool:
        """Whether it is said how cards lie when they are dealt, so that no shuffle does."""
        return self.every_deal or self._is_laid

    def seed_of(self, number: int | None) -> int:
        """The seed of a game, by which its cards are dealt and its players have their chance."""
        seed = self.seed or 0
        return seed if number is None else seed_of_game(seed, number, self.rng)

    def pile_of(self, number: int | None) -> Sequence[Card]:
        """The cards that a game is given, the top one last, shuffled in a batch where the rules don't do it."""
        if self.every_deal and number is not None:
            return order_of(self.cards, number)[::-1]
        if self._is_laid and not self.given_deal.is_told:
            return self.given_deal.order(self.seed_of(number))
        shuffles = number is not None and not self._is_laid and self.is_shuffled
        return shuffled_for(self.pile, self.seed_of(number)) if shuffles else self.pile

    def lying(self, number: int | None) -> Sequence[Card]:
        """The cards of the game of that number as they are dealt where that is said, the top one last."""
        return self.given_deal.order(self.seed_of(number)) if self._is_laid else self.pile_of(number)

    def laid(self, number: int | None) -> list[Card] | None:
        """What the first shuffle of the game of that number comes to, the top card last; None where chance says it."""
        return list(self.lying(number)) if self._is_laid and self.given_deal.is_told else None

    def match(
        self, number: int | None = None, *, told: Iterable[Outcome] = (), strict: bool = False
    ) -> Match[Any, Any]:
        """The game of that number, ready to be played; without a number, that of the seed, with the deck as it lies.

        What is told stands for what chance makes, and has to agree with the seed where that is strict.
        """
        if (laid := self.laid(number)) is not None:
            told = [laid]
        rng, pile = dealing(self.rng, self.seed_of(number)), self.pile_of(number)
        match = Match[Any, Any](self.game, pile, seats=len(self.sitting), rng=rng, told=told, strict=strict)
        if self.given:
            self.given_deal.check([pile.cards for pile in match.state.piles()])
        return match

    def __getstate__(self) -> dict[str, Any]:
        """What another process is sent: of a game that it finds by its name or path, only this and the options."""
        state = vars(self).copy()
        if self.source is not None:
            found = self.plugin.source or self.source
            state |= {"plugin": found, "rules": self.rules.name, "game": dict(self.game)}
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        if state["source"] is not None:
            plugin = load_game(state["plugin"])
            rules, game = rule_set(plugin, state["rules"] or None), plugin.game(**state["game"])
            state = {**state, "plugin": plugin, "rules": rules, "game": game}
        vars(self).update(state)


_HANG_ON: Mapping[str, frozenset[str]] = {
    "pack": frozenset({"plugin", "rules", "deck"}),
    "pile": frozenset({"plugin", "rules", "deck"}),
    "game": frozenset({"plugin", "rules", "deck", "options", "seats"}),
    "is_shuffled": frozenset({"plugin", "rules", "deck", "options", "seats"}),
    "given_deal": frozenset({"plugin", "rules", "deck", "options", "seats", "given", "shuffle"}),
}
"""What is found out once, each with the parts of a setup that it hangs on."""


def rule_set(plugin: Plugin, name: str | None) -> RuleSet:
    """The rule set of a name, or the game's first one; raises UnknownName."""
    if name is None:
        return plugin.rule_sets[0] if plugin.rule_sets else RuleSet(name="", about="")
    for rules in plugin.rule_sets:
        if rules.name == name:
            return rules
    raise UnknownName(f"rule set of {plugin.game.name}", name, (rules.name for rules in plugin.rule_sets))


def machines(plugin: Plugin) -> tuple[str, ...]:
    """Who sits at the table of a batch of games where nothing is said: as many as with people, and none of them."""
    return tuple("ai" if player == "human" else player for player in plugin.seats or seats_for(plugin, None, 0))


def name_of(player: AnyPlayer) -> str:
    """What a player is called."""
    return player if isinstance(player, str) else getattr(player, "__name__", type(player).__name__)


MACHINES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hana", "Ivo", "Jo", "Kim", "Leo")
"""What machines are called, each with a first letter of its own."""
PUBLIC: Seat = -1
"""Eyes that see what everybody sees, and nothing more."""


ConsoleFor = Callable[[Seat], Console]
"""The console of the person at a seat."""


@dataclass(frozen=True, kw_only=True)
class Session:
    """A game that is set up, and everybody who takes part in it."""

    setup: Setup
    """What is played, with everything decided that it left open."""
    match: Match[Any, Any]
    players: Sequence[Player[Any, Any]]
    seed_is_news: bool
    """Whether the seed was drawn here, so that the person doesn't know it."""
    version: str
    """The version of the game that it was begun with."""
    seed_was_given: bool = False
    """Whether somebody asked for this seed, and not for that of a batch."""
    cards_alone: bool = False
    """Whether the game comes from a record whose shuffles up to now nothing but the cards decides, not the seed."""

    @property
    def deck(self) -> Sequence[Card]:
        """The cards that the game was given, the top one last."""
        return self.setup.pile_of(self.setup.number)

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """Who sits there, in the words of `--seat`."""
        return tuple(map(name_of, self.setup.sitting))

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return self.setup.names or plain_names(len(self.seats))

    @property
    def seed(self) -> int:
        """The seed of this game."""
        return self.setup.seed_of(self.setup.number)

    @property
    def people(self) -> list[Seat]:
        """The seats where a person sits."""
        return [seat for seat, spec in enumerate(self.seats) if spec == "human"]

    @property
    def eyes(self) -> Seat | None:
        """Whose eyes the narrator has: the one person's, what everybody sees where there are more, or all-seeing."""
        people = self.people
        return None if not people else people[0] if len(people) == 1 else PUBLIC

    @property
    def has_chance(self) -> bool:
        """Whether some player may act by chance."""
        return any(not is_steady(player) for seat, player in enumerate(self.players) if self.seats[seat] != "human")

    def narrator(self, you: Seat | None = None, *, tells_all: bool = False, is_drawn: bool = False) -> Narrator:
        """A narrator who has told nothing yet, who speaks to a seat or to nobody in particular.

        Beside a table that is drawn, a game is told in its own words: those of a rule set draw it themselves.
        """
        game = self.match.game
        setup = self.setup
        style = "" if is_drawn and setup.style == setup.rules.style else setup.style
        tell = narrator_maker(setup.plugin, style, game=game, you=you, tells_all=tells_all)(self.names)
        return GuardedNarrator(tell, game.name)

    def another(self) -> Setup:
        """The setup of another game of the same players, dealt otherwise."""
        return self.setup.with_game(self.match.game).having(given=(), number=None, seed=None, names=self.names)


def company_lines(session: Session) -> Iterator[Line]:
    """How the machines play that people sit down with, in a line for each manner."""
    groups: dict[str, list[str]] = {}
    for seat, spec in enumerate(session.seats):
        own = own_name(spec, session.setup.plugin)
        if own not in ("human", "ai"):
            groups.setdefault(own, []).append(session.names[seat])
    for own, names in groups.items():
        last = own.rpartition(":")[2]
        manner = _MANNERS.get(own.partition(":")[0]) or _MANNERS.get(last) or last
        yield Line(all_of(list(map(Name, names))), f" play{'s' * (len(names) == 1)} {manner}.")


_MANNERS = {"search": "by looking ahead", "random": "at random", "careful": "carefully"}
"""How the players that come with cardkit play."""


def prepare(setup: Setup, console: Console, console_for: ConsoleFor) -> Session:
    """Ask for whatever the setup leaves open, and set the game up. Nothing of the game is shown yet."""
    plugin, rules = setup.plugin, setup.rules
    generator(setup.rng, setup.seed or 0)
    narrator_maker(plugin, setup.style)
    _refuse_unknown(setup.seats or (), plugin)
    if setup.needs_deck:
        setup.refuse_bad_options()
        setup = setup.having(deck=_asked_deck(plugin, console))
    game, number = setup.game, setup.number
    setup = setup.having(names=setup.names or setup.pack.names or None)
    if number is None:
        setup = (rules.ask or plugin.ask)(setup, console)
        game = setup.game
    asked, seats = setup, setup.seats or (_seats_by_default(setup) if number is None else machines(plugin))
    setup = setup.having(seats=seats, seed=new_seed() if setup.seed is None else setup.seed)
    if setup.given and setup.given_deal.is_told:
        reason = "its rules shuffle the deck, so that no cards can be given in a single game; cardkit simulate can"
        raise CannotStart(game.name, reason)
    match = setup.match(number)
    names = setup.names or _names(tuple(map(name_of, seats)), setup.person, in_its_words=bool(rules.style))
    if len(names) != len(seats):
        raise CannotStart(game.name, f"{there_are(len(names), 'name')} for {counted(len(seats), 'seat')}")
    setup = setup.having(names=names)
    return Session(
        setup=setup,
        match=match,
        players=seated(setup, match, console_for),
        seed_is_news=asked.seed is None,
        seed_was_given=asked.seed is not None and number is None and not asked.given,
        version=plugin.version,
    )


def seated(setup: Setup, match: Match[Any, Any], console_for: ConsoleFor) -> list[Player[Any, Any]]:
    """The players at the seats, people with their consoles, each with a source of chance of its own."""
    plugin, names = setup.plugin, setup.names or plain_names(len(setup.sitting))
    human, seed = setup.rules.human or plugin.human, setup.seed_of(setup.number)
    return [
        Guarded(
            human(console_for(seat), seat, names, match)
            if spec == "human"
            else load_player(spec, plugin, player_chance(seed, seat), names),
            seat,
            spec,
        )
        for seat, spec in enumerate(map(name_of, setup.sitting))
    ]


def narrator_maker(plugin: Plugin, style: str, **known: Any) -> Callable[[Sequence[str]], Narrator]:
    """The maker of narrators of a style, of the game's own words where none is named; raises UnknownName.

    Each is given what it takes of what is known: `game`, `counts`, to whom it speaks (`you`), whether it `tells_all`.
    """
    styles: dict[str, Callable[..., Narrator]] = {"plain": Plain, **plugin.styles}
    if style and style not in styles:
        raise UnknownName(f"style of {plugin.game.name}", style, styles)
    make = styles[style] if style else plugin.game.words or styles["plain"]
    known = {"counts": plugin.game.counts, **known}
    more = {name: value for name, value in known.items() if name in signature(make).parameters}
    return lambda names: make(tuple(map(Name, names)) if style else names, **more)


def _seats_by_default(setup: Setup) -> tuple[str, ...]:
    """Who sits there where nobody said it: as many as there are names, if the game takes so many, or as is usual."""
    plugin, named = setup.plugin, len(setup.names or ())
    return seats_for(plugin, named, 1) if not plugin.seats and named in plugin.game.players else plugin.default_seats


def _refuse_unknown(seats: Sequence[AnyPlayer], plugin: Plugin) -> None:
    """Raises UnknownName where one of these can be nothing but the name of a player, and there is none of that name."""
    for spec in map(name_of, seats):
        if spec.removeprefix(f"{plugin.game.name}:").isidentifier() and not is_known(spec, plugin):
            load_player(spec, plugin, player_chance(0, 0))


def _names(seats: Sequence[str], person: str, *, in_its_words: bool) -> tuple[str, ...]:
    """What the players are called where nobody says it: machines by names of a list, people as plainly as in rules that
    have words of their own, but for the one person who has a name.
    """
    alone = bool(person) and seats.count("human") == 1
    free = (name for name in MACHINES if name.casefold() != person.casefold())
    has_list = not in_its_words and len(seats) <= len(MACHINES)
    plain = plain_names(len(seats), first=int(has_list))
    return tuple(
        (person if alone else name) if spec == "human" else next(free) if has_list else name
        for spec, name in zip(seats, plain, strict=True)
    )


def _asked_deck(plugin: Plugin, console: Console) -> DeckFile:
    """The deck whose file somebody types; where a person types what is no deck, they are asked again."""
    while True:
        console.say(plugin.file_prompt)
        try:
            return read_named(plugin.read_deck, console.ask().strip())
        except DeckFileError as error:
            if not is_typed_at(console):
                raise
            console.say(f"{error}. `cardkit decks` lists those that come with cardkit.")


def readable(plugin: Plugin, path: Path) -> bool:
    """Whether a file is a deck of this game."""
    try:
        plugin.read_deck(path)
    except Exception:  # a file of another game may be anything to the code that reads it
        return False
    return True
