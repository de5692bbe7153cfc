"""cardkit: a card-game engine. A game is four methods; play, records, simulation and bots come with it."""

from pydantic import Field

from cardkit.cards import BACK, Card, cards, deck, standard52
from cardkit.dealer import Dealer
from cardkit.deckfile import DeckFile, deck_text, read_deck, read_lines
from cardkit.endless import Laps, Positions
from cardkit.errors import (
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
from cardkit.events import (
    Acted,
    Action,
    Begun,
    Cycle,
    Ended,
    Event,
    How,
    Moved,
    Result,
    RoundBegun,
    RoundEnded,
    Shuffled,
    TurnBegun,
)
from cardkit.game import Game, State, uncounted
from cardkit.human import Console, EndOfInput, Human, ask_seed, ask_until, whole_number
from cardkit.match import Match
from cardkit.notation import catalogue
from cardkit.piles import Pile, Place, Rank, Seat, Sight, Suit
from cardkit.players import Player, Random, Scripted, blind, first_legal, steady
from cardkit.plugin import Order, Plugin, RuleSet
from cardkit.render import Narrator, Plain, counted, endless_line, listed, result_lines
from cardkit.rng import Rng, Seeded, Stacked, System, shuffle
from cardkit.rng import Scripted as ScriptedRng
from cardkit.table import Table, Watcher

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
