"""War for cardkit: `cardkit play war`."""

from cardkit import Plugin, first_legal
from cardkit_war.deck_files import deck_text, described, options_of, read_deck
from cardkit_war.fast import war_kernel
from cardkit_war.rules import Battlefield, RanOut, Turn, War, WarBegun, beats, ties, value
from cardkit_war.variants import RULE_SETS, umassd_deck, umbc_deck
from cardkit_war.words import EnterToTurn, Jones, Rhodes, Umassd, Umbc

__all__ = [
    "RULE_SETS",
    "Battlefield",
    "RanOut",
    "Turn",
    "War",
    "WarBegun",
    "beats",
    "plugin",
    "read_deck",
    "ties",
    "umassd_deck",
    "umbc_deck",
    "value",
]

plugin = Plugin(
    game=War,
    rule_sets=RULE_SETS,
    styles={"rhodes": Rhodes, "jones": Jones, "umbc": Umbc, "umassd": Umassd},
    file_prompt="Enter the name of the deck file:",
    read_deck=read_deck,
    options_of=options_of,
    describe_deck=described,
    deck_text=deck_text,
    deck=None,
    seats=("ai", "ai"),
    for_people="jones",
    players={"ai": first_legal},
    human=EnterToTurn,
    kernel=war_kernel,
)
