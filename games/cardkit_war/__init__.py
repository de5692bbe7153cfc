"""War for cardkit: `cardkit play war`."""

from cardkit import Plugin, RuleSet
from cardkit_war.deckfile import described, read_deck
from cardkit_war.rules import Battlefield, RanOut, Turn, War, WarBegun, beats, ties, value
from cardkit_war.text import EnterToTurn, Rhodes

__all__ = [
    "Battlefield",
    "RanOut",
    "Turn",
    "War",
    "WarBegun",
    "beats",
    "plugin",
    "read_deck",
    "ties",
    "value",
]

plugin = Plugin(
    game=War,
    rule_sets=(
        RuleSet(
            name="rhodes",
            about="The cards come from a deck file, in whose order they are dealt to the two players in turn; nothing "
            "is left to chance. One card is laid face down in a war, and won cards go under the deck in the order "
            "played, the winner's before the loser's.",
            style="rhodes",
        ),
    ),
    styles={"rhodes": Rhodes},
    read_deck=read_deck,
    describe_deck=described,
    deck=None,
    seats=("ai", "ai"),
    file_prompt="Enter the name of the deck file:",
    human=EnterToTurn,
)
