"""cardkit: a card-game engine. A game is four methods; play, records, simulation and bots come with it."""

from pydantic import Field

from cardkit.core.actions import Action
from cardkit.core.cards import BACK, Card, cards, deck, standard52
from cardkit.core.chance.generators import Rng, Seeded, Stacked, System, shuffle
from cardkit.core.chance.generators import Scripted as ScriptedRng
from cardkit.core.dealer import Dealer
from cardkit.core.errors import (
    BadOption,
    BadSeed,
    CannotLoad,
    CannotStart,
    CardkitError,
    DeckFileError,
    EmptyPile,
    GameFault,
    IllegalAction,
    InvalidCard,
    NotAnAction,
    OutOfNumbers,
    UnknownName,
)
from cardkit.core.events import Acted, Begun, Ended, Event, Moved, RoundBegun, RoundEnded, Shuffled, TurnBegun
from cardkit.core.game import Game
from cardkit.core.piles import Pile, Place, Rank, Seat, Sight, Suit
from cardkit.core.results import Cycle, How, Result
from cardkit.core.state import State, uncounted
from cardkit.core.texts import counted, flaw, listed
from cardkit.plugins.deck_files import DeckFile, deck_text, read_deck, read_lines
from cardkit.plugins.narrators import Narrator, Plain, endless_line, result_lines
from cardkit.plugins.people import Console, EndOfInput, Human, ask_seed, ask_until, whole_number
from cardkit.plugins.plugin import Order, Plugin, RuleSet
from cardkit.table.endless import Laps, Positions
from cardkit.table.match import Match
from cardkit.table.notation import catalogue
from cardkit.table.players import Player, Random, Scripted, blind, first_legal, steady
from cardkit.table.turns import Table, Watcher

__all__ = [
    "BACK",
    "Acted",
    "Action",
    "BadOption",
    "BadSeed",
    "Begun",
    "CannotLoad",
    "CannotStart",
    "Card",
    "CardkitError",
    "Console",
    "Cycle",
    "Dealer",
    "DeckFile",
    "DeckFileError",
    "EmptyPile",
    "EndOfInput",
    "Ended",
    "Event",
    "Field",
    "Game",
    "GameFault",
    "How",
    "Human",
    "IllegalAction",
    "InvalidCard",
    "Laps",
    "Match",
    "Moved",
    "Narrator",
    "NotAnAction",
    "Order",
    "OutOfNumbers",
    "Pile",
    "Place",
    "Plain",
    "Player",
    "Plugin",
    "Positions",
    "Random",
    "Rank",
    "Result",
    "Rng",
    "RoundBegun",
    "RoundEnded",
    "RuleSet",
    "Scripted",
    "ScriptedRng",
    "Seat",
    "Seeded",
    "Shuffled",
    "Sight",
    "Stacked",
    "State",
    "Suit",
    "System",
    "Table",
    "TurnBegun",
    "UnknownName",
    "Watcher",
    "ask_seed",
    "ask_until",
    "blind",
    "cards",
    "catalogue",
    "counted",
    "deck",
    "deck_text",
    "endless_line",
    "first_legal",
    "flaw",
    "listed",
    "read_deck",
    "read_lines",
    "result_lines",
    "shuffle",
    "standard52",
    "steady",
    "uncounted",
    "whole_number",
]
