"""From an order to a game that is ready to be played: deck, options, seats, names, chance, narrator."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardkit.deckfile import DeckFile, find
from cardkit.errors import CannotStart, UnknownName
from cardkit.human import Console
from cardkit.match import Match
from cardkit.piles import Seat
from cardkit.players import Player
from cardkit.plugin import Order, Plugin, RuleSet, plain_names
from cardkit.registry import load_player
from cardkit.render import Narrator, Plain
from cardkit.rng import Seeded

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
    """Whether the seed was drawn here and the person may want to know it."""
    eyes: Seat | None
    """Whose eyes the narrator has: the one person's at the table, everybody's where there are more, or all-seeing."""


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
    plugin.game.with_options({**rules.options, **order.options})
    deck = _deck(plugin, order, console)
    options = {**plugin.options_of(deck), **rules.options, **order.options}
    plugin.game.with_options(options)
    order = plugin.ask(order, console)
    game = plugin.game.with_options({**options, **order.options})
    seats = order.seats or plugin.default_seats
    names = order.names or deck.names or plain_names(len(seats))
    seed = int.from_bytes(os.urandom(4), "big") if order.seed is None else order.seed
    chance = Seeded(seed)
    match = Match(game, reversed(deck.cards), seats=len(seats), rng=chance.split("deal"))
    if len(names) != len(seats):
        raise CannotStart(game.name, f"there are {len(names)} names for {len(seats)} seats")
    players: list[Player[Any, Any]] = []
    for seat, spec in enumerate(seats):
        if spec == "human":
            players.append(plugin.human(console, seat, names, match))
        else:
            players.append(load_player(spec, plugin, chance.split(f"seat {seat}")))
    people = [seat for seat, spec in enumerate(seats) if spec == "human"]
    make_narrator = plugin.styles.get(rules.style)
    return Session(
        match=match,
        players=players,
        narrator=make_narrator(names) if make_narrator else Plain(names, game.counts),
        names=names,
        seed=seed,
        seed_is_news=order.seed is None and (match.draws > 0 or "random" in seats),
        eyes=None if not people else people[0] if len(people) == 1 else PUBLIC,
    )


def _deck(plugin: Plugin, order: Order, console: Console) -> DeckFile:
    """The deck to play with: the file's, or the game's own where no file is given and none has to be."""
    if order.file is None and plugin.deck is not None:
        return DeckFile(cards=tuple(plugin.deck()))
    file = order.file
    if file is None:
        console.say(plugin.file_prompt)
        file = console.ask().strip()
    return plugin.read_deck(find(file))


def described_deck(plugin: Plugin, file: str) -> list[str]:
    """A deck file as the game reads it; raises DeckFileError."""
    return list(plugin.describe_deck(plugin.read_deck(find(file))))


def readable(plugin: Plugin, path: Path) -> bool:
    """Whether a file is a deck of this game."""
    try:
        plugin.read_deck(path)
    except RuntimeError:
        return False
    return True
