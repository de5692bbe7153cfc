"""cardkit: a card-game engine. A game is four methods; play, records, simulation and bots come with it."""

# Before what takes a while to load.
import cardkit.core.ctrl_c  # noqa: F401 # pyright: ignore[reportUnusedImport]

# isort: split

from pydantic import Field

from cardkit.core.actions import Action, Choices, Form, Pass, parts_of
from cardkit.core.cards import BACK, Card, Needs, cards, deck, standard52
from cardkit.core.chance.generators import Rng, ScriptedRng, Seeded, Stacked, System, shuffle
from cardkit.core.dealer import Dealer
from cardkit.core.errors import (
    BadOption,
    BadRange,
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
    PlayerFault,
    UnknownName,
)
from cardkit.core.events import (
    Acted,
    AllPassed,
    Begun,
    Chosen,
    Ended,
    Event,
    Hinted,
    LaidOpen,
    Moved,
    PointsScored,
    Rolled,
    RoundBegun,
    RoundEnded,
    Shown,
    Shuffled,
    TurnBegun,
)
from cardkit.core.game import All, AnyOf, Game, One
from cardkit.core.piles import BySeat, Pile, Place, Rank, Seat, Sight, Suit
from cardkit.core.results import Cycle, How, Result
from cardkit.core.state import Part, State, inside, private, uncounted
from cardkit.core.texts import counted, cut, flaw, listed, padded, width
from cardkit.plugins.deck_files import DeckFile, deck_text, read_deck, read_lines
from cardkit.plugins.lines import Alarm, Entry, Face, Heading, Line, Name, Row, SuitName, Wide, Win
from cardkit.plugins.narrators import Narrator, Plain, endless_line, result_lines
from cardkit.plugins.people import Again, Console, EndOfInput, Human, ask_seed, ask_until, is_typed_at, whole_number
from cardkit.plugins.piles_seen import in_order
from cardkit.plugins.plugin import Plugin, RuleSet
from cardkit.plugins.reading import NotTaken
from cardkit.plugins.sayings import card_said, one_of_rank, suit_said
from cardkit.plugins.setup import Setup
from cardkit.table.match import Match
from cardkit.table.notation import catalogue
from cardkit.table.players import Player, Random, Scripted, Watcher, blind, first_legal, steady
from cardkit.table.turns import Positions, Table

__all__ = [
    "BACK",
    "Acted",
    "Action",
    "Again",
    "Alarm",
    "All",
    "AllPassed",
    "AnyOf",
    "BadOption",
    "BadRange",
    "BadSeed",
    "Begun",
    "BySeat",
    "CannotLoad",
    "CannotStart",
    "Card",
    "CardkitError",
    "Choices",
    "Chosen",
    "Console",
    "Cycle",
    "Dealer",
    "DeckFile",
    "DeckFileError",
    "EmptyPile",
    "EndOfInput",
    "Ended",
    "Entry",
    "Event",
    "Face",
    "Field",
    "Form",
    "Game",
    "GameFault",
    "Heading",
    "Hinted",
    "How",
    "Human",
    "IllegalAction",
    "InvalidCard",
    "LaidOpen",
    "Line",
    "Match",
    "Moved",
    "Name",
    "Narrator",
    "Needs",
    "NotAnAction",
    "NotTaken",
    "One",
    "OutOfNumbers",
    "Part",
    "Pass",
    "Pile",
    "Place",
    "Plain",
    "Player",
    "PlayerFault",
    "Plugin",
    "PointsScored",
    "Positions",
    "Random",
    "Rank",
    "Result",
    "Rng",
    "Rolled",
    "RoundBegun",
    "RoundEnded",
    "Row",
    "RuleSet",
    "Scripted",
    "ScriptedRng",
    "Seat",
    "Seeded",
    "Setup",
    "Shown",
    "Shuffled",
    "Sight",
    "Stacked",
    "State",
    "Suit",
    "SuitName",
    "System",
    "Table",
    "TurnBegun",
    "UnknownName",
    "Watcher",
    "Wide",
    "Win",
    "ask_seed",
    "ask_until",
    "blind",
    "card_said",
    "cards",
    "catalogue",
    "counted",
    "cut",
    "deck",
    "deck_text",
    "endless_line",
    "first_legal",
    "flaw",
    "in_order",
    "inside",
    "is_typed_at",
    "listed",
    "one_of_rank",
    "padded",
    "parts_of",
    "private",
    "read_deck",
    "read_lines",
    "result_lines",
    "shuffle",
    "standard52",
    "steady",
    "suit_said",
    "uncounted",
    "whole_number",
    "width",
]
