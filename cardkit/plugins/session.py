"""From a setup to a game that is ready to be played, with everybody at its seats and a narrator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from inspect import signature
from pathlib import Path
from typing import Any

from cardkit.core.cards import Card, Seat
from cardkit.core.chance.generators import generator
from cardkit.core.errors import CannotStart, DeckFileError, UnknownName
from cardkit.core.texts import counted, there_are
from cardkit.plugins.deck_files import DeckFile, read_named
from cardkit.plugins.lines import Line, Name
from cardkit.plugins.people import Console, Guarded, GuardedNarrator, is_typed_at
from cardkit.plugins.plugin import Plugin, plain_names, seats_for
from cardkit.plugins.registry import is_known, load_player, own_name
from cardkit.plugins.sayings import Narrator, Plain, all_of
from cardkit.plugins.setup import AnyPlayer, Setup, machines, name_of, new_seed, player_chance
from cardkit.table.match import Match
from cardkit.table.turns import Player, is_steady

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
