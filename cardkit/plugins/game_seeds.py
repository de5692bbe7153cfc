"""What follows from a seed: the game of a number, the chance of the deal and of each player, a deck in some order."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from cardkit.core.cards import Card, standard52
from cardkit.core.chance.generators import Rng, Seeded, mix64, shuffle
from cardkit.core.chance.languages import generator
from cardkit.core.errors import DeckFileError
from cardkit.core.piles import Seat
from cardkit.plugins.deck_files import DeckFile, read_deck, read_named
from cardkit.plugins.plugin import Plugin, plain_names


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
    """The text of a deck file for a game: 52 cards, or a deck file of which only the order of the cards is another."""
    is_file = source != "standard52" or Path(source).exists()
    deck = read_named(lambda path: _deck_for(plugin, path), source) if is_file else DeckFile(cards=tuple(standard52()))
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
