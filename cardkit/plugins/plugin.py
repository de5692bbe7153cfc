"""What a plugin brings beside the rules of its game: rule sets, deck files, questions, narrators, players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from cardkit.core.cards import Card, Seat
from cardkit.core.errors import CannotStart, GameFault, at_caller, shown
from cardkit.core.game import Game
from cardkit.core.texts import counted
from cardkit.plugins.deck_files import DeckFile, deck_text, described, read_deck
from cardkit.plugins.people import Console, Human
from cardkit.plugins.sayings import Narrator
from cardkit.table.match import Match
from cardkit.table.turns import Player

if TYPE_CHECKING:
    from cardkit.plugins.setup import Setup


HumanMaker = Callable[[Console, Seat, Sequence[str], Match[Any, Any]], Player[Any, Any]]
"""Makes the player for a seat where a person sits."""


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """A named way to play a game: its options, and the words it is told in."""

    name: str
    about: str
    """The rules that are particular to it, for people, in a sentence or a few."""
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    style: str = ""
    """The narrator; empty for the game's own words, or plain ones."""
    rng: str = "seeded"
    """The kind of generator that cards are dealt by."""
    deck: Callable[[], Sequence[Card]] | None = None
    """The deck where no file is given, if not the game's own; the first card is the top."""
    human: HumanMaker | None = None
    """Makes the player for a seat where a person sits, if not the game's own."""
    ask: Callable[[Setup, Console], Setup] | None = None
    """Asks, in the rule set's own words, for what the setup leaves open, if not in the game's own."""


_PLAIN = "Player"


def plain_names(seats: int, first: int = 0) -> tuple[str, ...]:
    """What players are called who have no names, numbered from the first one on."""
    return tuple(f"{_PLAIN} {first + seat}" for seat in range(seats))


def is_plain(name: str) -> bool:
    """Whether that is what somebody is called who has no name."""
    word, _, number = name.rpartition(" ")
    return word == _PLAIN and number.isdecimal()


def no_options(deck: DeckFile) -> Mapping[str, Any]:
    """A deck file decides nothing but the cards."""
    return {}


def plain_deck_text(deck: DeckFile) -> str:
    """A deck file in cardkit's own format, which has no names."""
    return deck_text(deck.cards, suits=deck.suits, ranks=deck.ranks)


def nothing_to_ask(setup: Setup, console: Console) -> Setup:
    """The setup as it is: defaults do for what it leaves open."""
    return setup


def _of_the_game() -> Sequence[Card]:
    """Stands for the deck of the game where a plugin says nothing of one."""
    raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Plugin:
    """A game as the registry knows it. Everything but the game has a default that does for any game."""

    game: type[Game[Any, Any]]
    version: str = ""
    """The version of the package that brings the game, as the registry finds it."""
    source: str = ""
    """What the registry finds the game by from any folder: its name, the whole path of its file, or `module:name`."""
    rule_sets: Sequence[RuleSet] = ()
    """The first one is played where none is asked for."""
    styles: Mapping[str, Callable[[Sequence[str]], Narrator]] = field(default_factory=dict[str, Any])
    """Makers of narrators by name; each is given the players' names."""
    players: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Players by name: a function of the view and the legal actions, or a class that is given a source of chance."""
    file_prompt: str = "Which deck file?"
    """The words that ask for a deck file where one has to be given."""
    read_deck: Callable[[Path], DeckFile] = read_deck
    options_of: Callable[[DeckFile], Mapping[str, Any]] = no_options
    """The options that a deck file decides."""
    describe_deck: Callable[[DeckFile], Iterable[str]] = described
    deck_text: Callable[[DeckFile], str] = plain_deck_text
    """Writes a deck file: the cards, the first on top, and as far as they are known the suits, ranks and names."""
    deck: Callable[[], Sequence[Card]] | None = _of_the_game
    """The deck where no file is given, by default that of the game; None where a file has to be given."""
    seats: tuple[str, ...] | None = None
    """Who sits at the table where nothing is said, by default as the game has it."""
    for_people: str = ""
    """The rule set that people are offered first, if not the first one."""
    opponent: str = ""
    """Who plays against people where nobody is named, and gives them hints; the game's own `ai`, or else `search`."""
    ask: Callable[[Setup, Console], Setup] = nothing_to_ask
    """Asks, in the game's own words, for what the setup leaves open."""
    human: HumanMaker = Human
    kernel: Callable[[], Any] | None = None
    """Returns the kernel (`cardkit.simulation.simulate`), which plays many games fast; None where it has none."""

    def __post_init__(self) -> None:
        """Fill in what follows from the game; raises GameFault where that is no class of games."""
        given: Any = self.game
        if not (isinstance(given, type) and issubclass(given, Game)):
            name = given.name if isinstance(given, Game) else shown(cast(object, given))
            raise GameFault(name, f"a game is given as its class, as in Plugin(game=War){at_caller()}")
        if self.deck is _of_the_game:
            object.__setattr__(self, "deck", self.game.own_deck())
        if self.seats is None:
            object.__setattr__(self, "seats", self.game.seats)
        if not self.opponent:
            object.__setattr__(self, "opponent", "ai" if "ai" in self.players else "search")

    @property
    def default_seats(self) -> tuple[str, ...]:
        """Who sits at the table where nothing is said: a person and machines, where neither plugin nor game says it."""
        return self.seats or seats_for(self, None, 1)


def seats_for(plugin: Plugin, players: int | None, people: int | None) -> tuple[str, ...]:
    """People, by default one, and then machines, in all so many players, by default as many as is usual."""
    sitting = 1 if people is None else people
    if players is None:
        least = max(sitting, len(plugin.seats or ()) or plugin.game.usual or plugin.game.players[0])
        numbers = plugin.game.players
        players = next((number for number in numbers if number >= least), numbers[-1])
    if sitting > players:
        people_are = f"{sitting} people" if sitting > 1 else "1 person"
        raise CannotStart(plugin.game.name, f"{people_are} can't sit at {counted(players, 'seat')}")
    return ("human",) * sitting + (plugin.opponent if sitting else "ai",) * (players - sitting)
