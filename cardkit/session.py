"""From an order to a game that is ready to be played: deck, options, seats, names, chance, narrator."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardkit.cards import Card, standard52
from cardkit.deckfile import DeckFile, find, read_deck
from cardkit.errors import CannotStart, UnknownName
from cardkit.foreign import generator
from cardkit.human import Console
from cardkit.match import Match
from cardkit.piles import Seat
from cardkit.players import Player, is_steady
from cardkit.plugin import Order, Plugin, RuleSet, plain_names
from cardkit.registry import load_player
from cardkit.render import Narrator, Plain
from cardkit.rng import Rng, Seeded, shuffle

PUBLIC: Seat = -1
"""Eyes that see what everybody sees, and nothing more."""


@dataclass(frozen=True, kw_only=True)
class Session:
    """A game that is set up, and everybody who takes part in it."""

    match: Match[Any, Any]
    players: Sequence[Player[Any, Any]]
    narrator: Narrator
    names: tuple[str, ...]
    seed: int
    seed_is_news: bool
    """Whether the seed was drawn here, so that the person doesn't know it."""
    people: Sequence[Seat]
    """The seats where a person sits."""
    has_chance: bool
    """Whether some player may act by chance."""

    @property
    def eyes(self) -> Seat | None:
        """Whose eyes the narrator has: the one person's, what everybody sees where there are more, or all-seeing."""
        if not self.people:
            return None
        return self.people[0] if len(self.people) == 1 else PUBLIC


def rule_set(plugin: Plugin, name: str | None) -> RuleSet:
    """The rule set of a name, or the game's first one; raises UnknownName."""
    if name is None:
        return plugin.rule_sets[0] if plugin.rule_sets else RuleSet(name="", about="")
    for rules in plugin.rule_sets:
        if rules.name == name:
            return rules
    raise UnknownName(f"rule set of {plugin.game.name}", name, (rules.name for rules in plugin.rule_sets))


def prepare(plugin: Plugin, rules: RuleSet, order: Order, console: Console) -> Session:
    """Ask for whatever the order leaves open, and set the game up. Nothing of the game is shown yet."""
    game_type, order = plugin.game, order.having(rng=order.rng or rules.rng)
    generator(order.rng, order.seed or 0)
    make_narrator = _narrator(plugin, order.style or rules.style)
    game_type.with_options({**rules.options, **order.options})
    deck = _deck(plugin, rules, order, console)
    options = {**plugin.options_of(deck), **rules.options, **order.options}
    game_type.with_options(options)
    order = (rules.ask or plugin.ask)(order.having(names=order.names or deck.names or None), console)
    game = game_type.with_options({**options, **order.options})
    seats = order.seats or plugin.default_seats
    seed = int.from_bytes(os.urandom(4), "big") if order.seed is None else order.seed
    match = Match(game, reversed(deck.cards), seats=len(seats), rng=dealing(order.rng, seed))
    names = order.names or plain_names(len(seats))
    if len(names) != len(seats):
        raise CannotStart(game.name, f"there are {len(names)} names for {len(seats)} seats")
    people = [seat for seat, spec in enumerate(seats) if spec == "human"]
    players = [_player(plugin, spec, seat, names, match, seed, console) for seat, spec in enumerate(seats)]
    return Session(
        match=match,
        players=players,
        narrator=make_narrator(names),
        names=names,
        seed=seed,
        seed_is_news=order.seed is None,
        people=people,
        has_chance=any(not is_steady(player) for seat, player in enumerate(players) if seat not in people),
    )


def dealing(kind: str, seed: int) -> Rng:
    """The source of chance that cards are dealt by."""
    return Seeded(seed).split("deal") if kind == "seeded" else generator(kind, seed)


def _player(
    plugin: Plugin, spec: str, seat: Seat, names: Sequence[str], match: Match[Any, Any], seed: int, console: Console
) -> Player[Any, Any]:
    if spec == "human":
        return plugin.human(console, seat, names, match)
    return load_player(spec, plugin, Seeded(seed).split(f"seat {seat}"))


def _narrator(plugin: Plugin, style: str) -> Callable[[Sequence[str]], Narrator]:
    """The maker of narrators of a style; raises UnknownName."""
    styles: dict[str, Callable[[Sequence[str]], Narrator]] = {
        "plain": lambda names: Plain(names, plugin.game.counts),
        **plugin.styles,
    }
    if style not in styles:
        raise UnknownName(f"style of {plugin.game.name}", style, styles)
    return styles[style]


def _deck(plugin: Plugin, rules: RuleSet, order: Order, console: Console) -> DeckFile:
    """The deck to play with: the file's, or the game's own where no file is given and none has to be."""
    own = rules.deck or plugin.deck
    if order.file is None and own is not None:
        return DeckFile(cards=tuple(own()))
    file = order.file
    if file is None:
        console.say(plugin.file_prompt)
        file = console.ask().strip()
    return plugin.read_deck(find(file))


def described_deck(plugin: Plugin, file: str) -> list[str]:
    """A deck file as the game reads it; raises DeckFileError."""
    return list(plugin.describe_deck(plugin.read_deck(find(file))))


def shuffled_deck(plugin: Plugin, source: str, kind: str, seed: int, names: tuple[str, ...]) -> str:
    """The text of a deck file for a game: 52 cards, or those of a deck file, shuffled by this generator."""
    cards = standard52() if source == "standard52" and not Path(source).exists() else list(_cards_of(plugin, source))
    cards.reverse()
    shuffle(cards, generator(kind, seed))
    return plugin.deck_text(cards[::-1], names or plain_names(plugin.game.players[0]))


def _cards_of(plugin: Plugin, file: str) -> Sequence[Card]:
    """The cards of a deck file in the game's format or in cardkit's own."""
    path = find(file)
    return (plugin.read_deck(path) if readable(plugin, path) else read_deck(path)).cards


def readable(plugin: Plugin, path: Path) -> bool:
    """Whether a file is a deck of this game."""
    try:
        plugin.read_deck(path)
    except RuntimeError:
        return False
    return True
