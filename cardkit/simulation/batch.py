"""A batch of games: what they have in common, and game number k, which depends on the batch's seed and k alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from cardkit.core.cards import Card, standard52
from cardkit.core.chance.languages import generator
from cardkit.core.errors import CannotStart
from cardkit.core.game import Game
from cardkit.core.piles import Seat
from cardkit.plugins.boundaries import Guarded, guarding
from cardkit.plugins.deck_files import DeckFile, deck_of, read_named
from cardkit.plugins.game_seeds import dealing, is_dealt_as_it_lies, player_chance, seed_of_game, shuffled_for
from cardkit.plugins.plugin import Plugin, RuleSet
from cardkit.plugins.registry import load_game, load_player, made_player
from cardkit.plugins.session import machines
from cardkit.simulation.deals import Condition, Figure, Given, Layout, NotExact, how_many_orders, order_of
from cardkit.table.match import Match
from cardkit.table.players import Player, is_steady

MOST_DEALS = 1_000_000
"""So many deals are played at most where all are asked for."""
Seating = str | Player[Any, Any] | type[Player[Any, Any]]
"""Who sits at a seat: the name of a player, a function that is one, or a class of which each game has an object."""


@dataclass(frozen=True, kw_only=True)
class Batch:
    """Games that differ in nothing but their numbers."""

    plugin: Plugin
    game: Game[Any, Any]
    deck: tuple[Card, ...]
    """The cards before they are shuffled, the first one on top."""
    players: tuple[Seating, ...]
    seed: int
    rng: str = "seeded"
    rules: str = ""
    """The name of the rule set."""
    most_turns: int | None = None
    """After so many turns or rounds a game is cut off."""
    deck_name: str = ""
    """The deck file, as it was asked for."""
    every_deal: bool = False
    """Whether game number k has the cards in the k-th of all orders, in the place of a shuffled deck."""
    given: tuple[Given, ...] = ()
    """Cards that lie in their places in every deal."""
    where: tuple[Condition, ...] = ()
    """What a deal has to be like for its game to be played."""
    by: Figure | None = None
    """The figure of a deal by which the games are told apart."""
    source: str | None = None
    """The name under which another process finds the game; None where it is sent the game itself."""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.players)

    @cached_property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats that win and lose together."""
        return tuple(map(tuple, self.game.teams(self.seats)))

    @cached_property
    def is_shuffled(self) -> bool:
        """Whether each game gets the deck shuffled by a stream of its own, because the rules don't shuffle it."""
        return is_dealt_as_it_lies(self.game, self.deck[::-1], self.seats)

    @cached_property
    def figures(self) -> tuple[str, ...]:
        """What the game counts beside rounds or turns: the uncounted fields of its state that are whole numbers."""
        state = self.match(0).state
        return tuple(
            field.name
            for field in fields(state)
            if not field.compare and field.name != "count" and type(getattr(state, field.name)) is int
        )

    @cached_property
    def layout(self) -> Layout:
        """Where the given cards lie in the deck."""
        return Layout(self.game, self.deck[::-1], self.seats, self.given)

    @cached_property
    def all_deals(self) -> int:
        """How many deals of the deck there are, each as likely as the others.

        Raises NotExact where they are too many, or where more than the order of the deck is left to chance.
        """
        number = how_many_orders(self.deck)
        if not self.is_shuffled or not all(map(is_steady, self.seated(0))):
            raise NotExact(self.game.name, "all deals are for rules that don't shuffle, and players without chance")
        if number > MOST_DEALS:
            reason = f"this deck can be dealt in {number:,} ways, and at most {MOST_DEALS:,} are played"
            raise NotExact(self.game.name, f"{reason}; leave cards out, or play some by -n")
        return number

    def seed_of(self, number: int) -> int:
        """The seed of a game, by which its cards are dealt and its players have their chance."""
        return seed_of_game(self.seed, number, self.rng)

    def of_seed(self, seed: int) -> Batch:
        """The same games by another seed."""
        games = replace(self, seed=seed)
        vars(games)["is_shuffled"] = self.is_shuffled
        return games

    def cards(self, number: int) -> Sequence[Card]:
        """The cards that the game of that number is given, the top one last."""
        pile = self.deck[::-1]
        if self.every_deal:
            return order_of(self.deck, number)[::-1]
        if self.given:
            return pile if self.layout.is_told else self.layout.order(self.seed_of(number))
        return shuffled_for(pile, self.seed_of(number)) if self.is_shuffled else pile

    @property
    def names_deals(self) -> bool:
        """Whether it is said how cards lie when they are dealt, so that no shuffle does."""
        return self.every_deal or bool(self.given)

    def lying(self, number: int) -> Sequence[Card]:
        """The cards of the game of that number as they are dealt where that is said, the top one last."""
        return self.layout.order(self.seed_of(number)) if self.given else self.cards(number)

    def match(self, number: int) -> Match[Any, Any]:
        """The game of that number, ready to be played."""
        rng = dealing(self.rng, self.seed_of(number))
        cards = self.cards(number)
        if not self.given:
            return Match(self.game, cards, seats=self.seats, rng=rng)
        told = [self.lying(number)] if self.layout.is_told else []
        match = Match[Any, Any](self.game, cards, seats=self.seats, rng=rng, told=told)
        self.layout.check(match.state)
        return match

    def fits(self, number: int) -> bool:
        """Whether the deal of that number is as it has to be."""
        return not self.where or all(condition.holds(self.match(number).state) for condition in self.where)

    def seated(self, number: int) -> list[Player[Any, Any]]:
        """The players of the game of that number."""
        return [self._player(player, number, seat) for seat, player in enumerate(self.players)]

    def _player(self, player: Seating, number: int, seat: Seat) -> Player[Any, Any]:
        chance = player_chance(self.seed_of(number), seat)
        if isinstance(player, str):
            return load_player(player, self.plugin, chance)
        return made_player(name_of(player), player, chance)

    def guarded(self, number: int) -> list[Guarded]:
        """The same players, whose errors are told as their faults."""
        return [self.player(player, number, seat) for seat, player in enumerate(self.players)]

    def player(self, player: Seating, number: int, seat: Seat) -> Guarded:
        """Somebody at a seat in the game of that number, whose errors are told as faults."""
        return Guarded(self._player(player, number, seat), seat, name_of(player))

    def __getstate__(self) -> dict[str, Any]:
        """What another process is sent: of a game that it finds by its name, only the name and the options."""
        state = vars(self).copy()
        if self.source is not None:
            del state["plugin"]
            state["game"] = dict(self.game)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        if state["source"] is not None:
            plugin = load_game(state["source"])
            state = {**state, "plugin": plugin, "game": plugin.game(**state["game"])}
        vars(self).update(state)


def name_of(player: Seating) -> str:
    """What a player is called."""
    return player if isinstance(player, str) else getattr(player, "__name__", type(player).__name__)


def deck_for(plugin: Plugin, rules: RuleSet, file: str | None) -> DeckFile:
    """The deck to deal from where nobody is asked: the file's, the rule set's, the game's, or the 52 cards."""
    if file is not None:
        return read_named(plugin.read_deck, file)
    return deck_of((rules.deck or plugin.deck or standard52)())


def batch_of(
    plugin: Plugin,
    rules: RuleSet,
    deck: DeckFile,
    *,
    seed: int,
    options: Mapping[str, Any] | None = None,
    players: Sequence[Seating] | None = None,
    rng: str = "",
    most_turns: int | None = None,
    deck_name: str = "",
    source: str | None = None,
    given: Sequence[str] = (),
    where: Sequence[str] = (),
    by: str | None = None,
) -> Batch:
    """The games by these rules with this deck; raises the error that the first of them would, before any is played."""
    plugin.game.with_options({**rules.options, **(options or {})})
    game = plugin.game.with_options({**plugin.options_of(deck), **rules.options, **(options or {})})
    seated = machines(plugin) if players is None else tuple(players)
    if "human" in seated:
        raise CannotStart(game.name, "a person can't sit in a batch of games: a seat is ai, random or another player")
    kind = rng or rules.rng
    generator(kind, 0)
    batch = Batch(
        plugin=plugin,
        game=game,
        deck=deck.cards,
        players=seated,
        seed=seed,
        rng=kind,
        rules=rules.name,
        most_turns=most_turns,
        deck_name=deck_name,
        source=source,
        given=tuple(map(Given.read, given)),
        where=tuple(map(Condition.read, where)),
        by=None if by is None else Figure.read(by),
    )
    with guarding(game.name):
        state = batch.match(0).state
    for figure in (*(condition.figure for condition in batch.where), *([batch.by] if batch.by else [])):
        figure.refuse_strange(state)
    batch.seated(0)
    return batch
