"""What a plugin brings beside the rules of its game: rule sets, deck files, questions, narrators, players."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from pydantic.fields import FieldInfo
from pydantic_core import to_jsonable_python

from cardkit.core.cards import Card, Seat
from cardkit.core.description import Kind
from cardkit.core.errors import CannotStart, GameFault, at_caller, shown
from cardkit.core.game import Game
from cardkit.core.texts import counted, width, wrapped
from cardkit.plugins.deck_files import DeckFile, deck_text, described, read_deck
from cardkit.plugins.people import Console, Human
from cardkit.plugins.sayings import Narrator, title_of
from cardkit.table.faults import numbers
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


WIDTH = 78


def rules_page(plugin: Plugin, played: Game[Any, Any] | None = None, *, columns: int | None = None) -> Iterator[str]:
    """The rules in paragraphs, then the rule sets, then each option with its default, in so many columns at most.

    Where a game is played, it is what holds in it that is told of the options, and first what is not as usual.
    """
    game, room = plugin.game, min(columns or WIDTH, WIDTH)
    yield title_of(game)
    yield "=" * width(title_of(game))
    changed = _changed(played) if played is not None else []
    if changed:
        yield from wrapped(f"In this game: {', '.join(changed)}. All else is as follows.", room)
        yield ""
    for paragraph in inspect.cleandoc(game.__doc__ or "No rules are written down.").split("\n\n"):
        yield from wrapped(paragraph, room)
        yield ""
    if plugin.rule_sets:
        yield "Rule sets (--rules NAME; the first is played if none is named)"
        for rules in plugin.rule_sets:
            changes = ", ".join(f"{option}={_text(value)}" for option, value in rules.options.items())
            yield from _item(room, rules.name, rules.about + (f" ({changes})" if changes else ""))
        yield ""
    if game.model_fields:
        yield "Options (--set OPTION=VALUE)"
        for name, field in game.model_fields.items():
            value = field.default if played is None else getattr(played, name)
            head = f"{name} (not set)" if value is None else f"{name}={_text(value)}"
            at_seats = ", ".join(f"{_text(one[name])} at {n} seats" for n, one in game.by_seats.items() if name in one)
            about = field.description or "no description"
            yield from _item(room, head, f"{about}{_values(field)}{f' ({at_seats})' if at_seats else ''}")


def _changed(played: Game[Any, Any]) -> list[str]:
    """The options of a game that are not as usual."""
    values = {name: getattr(played, name) for name in type(played).model_fields}
    return [
        f"{name}={_text(value)}"
        for name, value in values.items()
        if value != type(played).model_fields[name].get_default(call_default_factory=True)
    ]


def about(plugin: Plugin) -> str:
    """What a game is, in a sentence."""
    module = sys.modules.get(plugin.game.__module__)
    return _first_sentence((module.__doc__ if module is not None else "") or plugin.game.__doc__ or "")


def first_sentence_in(path: Path) -> str:
    """What the game in a file is, in a sentence, without loading it."""
    return _first_sentence(ast.get_docstring(ast.parse(path.read_bytes())) or "")


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=\.) ", inspect.cleandoc(text).split("\n\n")[0].replace("\n", " "))[0]


def game_facts(plugin: Plugin, *, whole: bool = False) -> dict[str, Any]:
    """What a program wants to know of a game: what it is, who plays, rule sets; as a whole with rules and options."""
    game = plugin.game
    facts: dict[str, Any] = {
        "about": about(plugin),
        "players": numbers(game.players),
        "least": min(game.players),
        "most": max(game.players),
        "rule_sets": [
            {"name": rules.name, "about": rules.about, "options": dict(rules.options)} for rules in plugin.rule_sets
        ],
    }
    if whole:
        facts["rules"] = inspect.cleandoc(game.__doc__ or "")
        facts["options"] = {
            name: {"default": to_jsonable_python(field.default), "description": field.description or ""}
            for name, field in game.model_fields.items()
        }
        facts["styles"] = list(plugin.styles)
        facts["own_players"] = list(plugin.players)
    return facts


def _item(room: int, head: str, text: str) -> Iterator[str]:
    yield f"  {head}"
    yield from wrapped(text, room, "      ")


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, cast(tuple[Any, ...], value)))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _values(field: FieldInfo) -> str:
    """What the option can be, where its type says it."""
    if literals := Kind(field.annotation).literals:
        return f" [{', '.join(map(_text, literals))}]"
    if field.annotation is bool:
        return " [true, false]"
    bounds = {type(bound).__name__: bound for bound in field.metadata}
    limits = [
        f"{word} {getattr(bounds[name], name.lower())}"
        for name, word in (("Ge", "from"), ("Gt", "over"), ("Le", "to"), ("Lt", "under"))
        if name in bounds
    ]
    return f" [{' '.join(limits)}]" if limits else ""
