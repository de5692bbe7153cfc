"""From an order to a game that is ready to be played: deck, options, seats, names, chance, narrator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardkit.core.cards import Card, standard52
from cardkit.core.chance.languages import generator
from cardkit.core.errors import CannotStart, DeckFileError, UnknownName
from cardkit.core.piles import Seat
from cardkit.core.texts import counted, there_are
from cardkit.plugins.boundaries import Guarded
from cardkit.plugins.deck_files import DeckFile, deck_of, read_named
from cardkit.plugins.game_seeds import (
    dealing,
    is_dealt_as_it_lies,
    new_seed,
    player_chance,
    seed_of_game,
    shuffled_for,
)
from cardkit.plugins.lines import Name
from cardkit.plugins.narrators import Narrator, Plain
from cardkit.plugins.people import Console, is_typed_at
from cardkit.plugins.plugin import HumanMaker, Order, Plugin, RuleSet, plain_names
from cardkit.plugins.registry import is_known, load_player
from cardkit.table.match import Match
from cardkit.table.players import Player, is_steady

PUBLIC: Seat = -1
"""Eyes that see what everybody sees, and nothing more."""


ConsoleFor = Callable[[Seat], Console]
"""The console of the person at a seat."""


@dataclass(frozen=True, kw_only=True)
class Session:
    """A game that is set up, and everybody who takes part in it."""

    plugin: Plugin
    rules: RuleSet
    style: str
    match: Match[Any, Any]
    deck: Sequence[Card]
    """The cards that the game was given, the top one last."""
    players: Sequence[Player[Any, Any]]
    seats: tuple[str, ...]
    """Who sits there, in the words of `--seat`."""
    names: tuple[str, ...]
    rng: str
    """The kind of generator that the cards were dealt by."""
    seed: int
    seed_is_news: bool
    """Whether the seed was drawn here, so that the person doesn't know it."""
    practice: bool
    version: str
    """The version of the game that it was begun with."""
    most_turns: int | None = None
    """After so many turns or rounds the game is cut off."""
    seed_was_given: bool = False
    """Whether somebody asked for this seed, and not for that of a batch."""
    cards_alone: bool = False
    """Whether the game comes from a record whose shuffles up to now nothing but the cards decides, not the seed."""

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

    def narrator(self) -> Narrator:
        """A narrator who has told nothing yet."""
        return narrator_maker(self.plugin, self.style)(self.names)


def machines(plugin: Plugin) -> tuple[str, ...]:
    """Who sits at the table of a batch of games where nothing is said: no fewer than two, where the game takes two."""
    if plugin.seats is not None:
        return tuple("ai" if player == "human" else player for player in plugin.seats)
    players = plugin.game.players
    return ("ai",) * next((number for number in players if number > 1), players[0])


def rule_set(plugin: Plugin, name: str | None) -> RuleSet:
    """The rule set of a name, or the game's first one; raises UnknownName."""
    if name is None:
        return plugin.rule_sets[0] if plugin.rule_sets else RuleSet(name="", about="")
    for rules in plugin.rule_sets:
        if rules.name == name:
            return rules
    raise UnknownName(f"rule set of {plugin.game.name}", name, (rules.name for rules in plugin.rule_sets))


def prepare(plugin: Plugin, rules: RuleSet, order: Order, console: Console, console_for: ConsoleFor) -> Session:
    """Ask for whatever the order leaves open, and set the game up. Nothing of the game is shown yet."""
    game_type, order = plugin.game, order.having(rng=order.rng or rules.rng)
    generator(order.rng, order.seed or 0)
    narrator_maker(plugin, order.style or rules.style)
    game_type.with_options({**rules.options, **order.options})
    _refuse_unknown(order.seats or (), plugin)
    deck = _deck(plugin, rules, order, console)
    options = {**plugin.options_of(deck), **rules.options, **order.options}
    game_type.with_options(options)
    order = order.having(names=order.names or deck.names or None)
    if order.number is None:
        order = order.having(cards=len(deck.cards) if is_typed_at(console) else None)
        order = (rules.ask or plugin.ask)(order, console)
    game = game_type.with_options({**options, **order.options})
    seats = order.seats or (plugin.default_seats if order.number is None else machines(plugin))
    seed, cards = new_seed() if order.seed is None else order.seed, deck.cards[::-1]
    if order.number is not None:
        seed = seed_of_game(seed, order.number, order.rng)
        cards = tuple(shuffled_for(cards, seed)) if is_dealt_as_it_lies(game, cards, len(seats)) else cards
    cards = order.laid(game, deck.cards[::-1], len(seats), seed) or cards
    match = Match(game, cards, seats=len(seats), rng=dealing(order.rng, seed))
    names = order.names or _names(seats, order.person)
    if len(names) != len(seats):
        raise CannotStart(game.name, f"{there_are(len(names), 'name')} for {counted(len(seats), 'seat')}")
    return Session(
        plugin=plugin,
        rules=rules,
        style=order.style or rules.style,
        match=match,
        deck=cards,
        players=seated(plugin, rules.human or plugin.human, seats, names, match, seed, console_for),
        seats=seats,
        names=names,
        rng=order.rng,
        seed=seed,
        seed_is_news=order.seed is None,
        seed_was_given=order.seed is not None and order.number is None and order.arrange is None,
        practice=order.practice,
        most_turns=order.most_turns,
        version=plugin.version,
    )


def seated(
    plugin: Plugin,
    human: HumanMaker,
    seats: Sequence[str],
    names: Sequence[str],
    match: Match[Any, Any],
    seed: int,
    console_for: ConsoleFor,
) -> list[Player[Any, Any]]:
    """The players at the seats, people with their consoles, each with a source of chance of its own."""
    return [
        Guarded(
            human(console_for(seat), seat, names, match)
            if spec == "human"
            else load_player(spec, plugin, player_chance(seed, seat), names),
            seat,
            spec,
        )
        for seat, spec in enumerate(seats)
    ]


def narrator_maker(plugin: Plugin, style: str) -> Callable[[Sequence[str]], Narrator]:
    """The maker of narrators of a style, of the game's own words where none is named; raises UnknownName."""
    styles: dict[str, Callable[[Sequence[str]], Narrator]] = {
        "plain": lambda names: Plain(names, plugin.game.counts),
        **plugin.styles,
    }
    if not style:
        return plugin.game.words or styles["plain"]
    if style not in styles:
        raise UnknownName(f"style of {plugin.game.name}", style, styles)
    make = styles[style]
    return lambda names: make(tuple(map(Name, names)))


def _refuse_unknown(seats: Sequence[str], plugin: Plugin) -> None:
    """Raises UnknownName where one of these can be nothing but the name of a player, and there is none of that name."""
    for spec in seats:
        if spec.removeprefix(f"{plugin.game.name}:").isidentifier() and not is_known(spec, plugin):
            load_player(spec, plugin, player_chance(0, 0))


def _names(seats: Sequence[str], person: str) -> tuple[str, ...]:
    """What the players are called where nobody says it: plain names, but for the one person who has a name."""
    alone = bool(person) and seats.count("human") == 1
    plain = plain_names(len(seats))
    return tuple(person if alone and spec == "human" else name for spec, name in zip(seats, plain, strict=True))


def _deck(plugin: Plugin, rules: RuleSet, order: Order, console: Console) -> DeckFile:
    """The deck to play with: the file's, or the game's own where no file is given and none has to be."""
    own = rules.deck or plugin.deck or (None if order.number is None else standard52)
    if order.file is None and own is not None:
        return DeckFile(cards=tuple(own())) if order.number is None else deck_of(own())
    return _asked_deck(plugin, console) if order.file is None else read_named(plugin.read_deck, order.file)


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
    except RuntimeError:
        return False
    return True
