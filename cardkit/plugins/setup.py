"""What is to be played, from the options and the deck to game number k: whoever plays a game asks here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from cardkit.core.cards import Card, standard52
from cardkit.core.chance.generators import Seeded
from cardkit.core.dealer import Outcome
from cardkit.core.errors import UnknownName
from cardkit.core.game import Game
from cardkit.plugins.deck_files import DeckFile, deck_of, read_named
from cardkit.plugins.game_seeds import dealing, seed_of_game, shuffled_for
from cardkit.plugins.plugin import Plugin, RuleSet
from cardkit.plugins.registry import load_game
from cardkit.table.match import Match
from cardkit.table.players import Player

if TYPE_CHECKING:
    from cardkit.plugins.given_cards import Layout

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
    """The options that were said; each counts before that of the rule set, and this before that of the deck."""
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

    @property
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
        decided = self.plugin.options_of(self.pack)
        return self.plugin.game.with_options({**decided, **self.rules.options, **self.options})

    @property
    def sitting(self) -> tuple[AnyPlayer, ...]:
        """Who sits there: machines in a batch, where nothing is said."""
        return machines(self.plugin) if self.seats is None else self.seats

    @cached_property
    def is_shuffled(self) -> bool:
        """Whether each game of a batch gets the deck shuffled by a stream of its own, as the rules don't shuffle it."""
        return Match(self.game, self.pile, seats=len(self.sitting), rng=Seeded(0)).draws == 0

    @cached_property
    def layout(self) -> Layout:
        """Where the given cards lie in the deck; raises NotAskable, or CannotStart."""
        from cardkit.plugins.given_cards import Given, Layout

        return Layout(self.game, self.pile, len(self.sitting), list(map(Given.read, self.given)))

    @property
    def names_deals(self) -> bool:
        """Whether it is said how cards lie when they are dealt, so that no shuffle does."""
        return self.every_deal or bool(self.given)

    def seed_of(self, number: int | None) -> int:
        """The seed of a game, by which its cards are dealt and its players have their chance."""
        seed = self.seed or 0
        return seed if number is None else seed_of_game(seed, number, self.rng)

    def pile_of(self, number: int | None) -> Sequence[Card]:
        """The cards that a game is given, the top one last, shuffled in a batch where the rules don't do it."""
        if self.every_deal and number is not None:
            from cardkit.plugins.given_cards import order_of

            return order_of(self.cards, number)[::-1]
        if self.given and not self.layout.is_told:
            return self.layout.order(self.seed_of(number))
        shuffles = number is not None and not self.given and self.is_shuffled
        return shuffled_for(self.pile, self.seed_of(number)) if shuffles else self.pile

    def lying(self, number: int | None) -> Sequence[Card]:
        """The cards of the game of that number as they are dealt where that is said, the top one last."""
        return self.layout.order(self.seed_of(number)) if self.given else self.pile_of(number)

    def match(
        self, number: int | None = None, *, told: Iterable[Outcome] = (), strict: bool = False
    ) -> Match[Any, Any]:
        """The game of that number, ready to be played; without a number, that of the seed, with the deck as it lies.

        What is told stands for what chance makes, and has to agree with the seed where that is strict.
        """
        if self.given and self.layout.is_told:
            told = [list(self.lying(number))]
        rng, pile = dealing(self.rng, self.seed_of(number)), self.pile_of(number)
        match = Match[Any, Any](self.game, pile, seats=len(self.sitting), rng=rng, told=told, strict=strict)
        if self.given:
            self.layout.check(match.state)
        return match

    def __getstate__(self) -> dict[str, Any]:
        """What another process is sent: of a game that it finds by its name, only the names and the options."""
        state = vars(self).copy()
        if self.source is not None:
            del state["plugin"]
            state |= {"rules": self.rules.name, "game": dict(self.game)}
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        if state["source"] is not None:
            plugin = load_game(state["source"])
            rules, game = rule_set(plugin, state["rules"] or None), plugin.game(**state["game"])
            state = {**state, "plugin": plugin, "rules": rules, "game": game}
        vars(self).update(state)


_HANG_ON: Mapping[str, frozenset[str]] = {
    "pack": frozenset({"plugin", "rules", "deck"}),
    "game": frozenset({"plugin", "rules", "deck", "options"}),
    "is_shuffled": frozenset({"plugin", "rules", "deck", "options", "seats"}),
    "layout": frozenset({"plugin", "rules", "deck", "options", "seats", "given"}),
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
    """Who sits at the table of a batch of games where nothing is said: no fewer than two, where the game takes two."""
    if plugin.seats is not None:
        return tuple("ai" if player == "human" else player for player in plugin.seats)
    players = plugin.game.players
    return ("ai",) * next((number for number in players if number > 1), players[0])


def name_of(player: AnyPlayer) -> str:
    """What a player is called."""
    return player if isinstance(player, str) else getattr(player, "__name__", type(player).__name__)
