"""A person who types at random what may be done, and now and then what nobody understands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from cardkit.authors.promises.random_games import TrialSetup
from cardkit.core.cards import Card
from cardkit.core.errors import CardkitError
from cardkit.core.piles import Seat
from cardkit.plugins.lines import spoken
from cardkit.plugins.people import EndOfInput, Stopped
from cardkit.plugins.plugin import Plugin, plain_names
from cardkit.plugins.reading import cards_in, ways_to_type
from cardkit.plugins.setup import player_chance
from cardkit.table.match import Match
from cardkit.table.players import Random

_NONSENSE = "what is this?"
_EVERY = 5
"""In one of so many turns nonsense is typed before the answer."""


class Typist:
    """A console at which the lines to be typed are known before, at a keyboard or by a program."""

    def __init__(self, *lines: str, is_typed_at: bool = False) -> None:
        self.lines = list(lines)
        self.is_typed_at = is_typed_at
        self.last = ""
        """What was typed last."""

    def say(self, line: str, /) -> None:
        """Read a line."""
        if not isinstance(cast(Any, line), str):
            raise CardkitError(f"people are shown {line!r}, which is no line of text")

    def ask(self, prompt: str = "", /) -> str:
        """Type the next line; raises EndOfInput where there is none."""
        if not self.lines:
            raise EndOfInput
        self.last = self.lines.pop(0)
        return self.last


def asked_person(plugin: Plugin, match: Match[Any, Any], seat: Seat, setting: TrialSetup) -> Any:
    """A player that chooses at random, types it to the plugin's `human` at that seat, and wants to be understood."""
    typist, chance = Typist(), player_chance(setting.seed, seat)
    random = Random(chance)
    human: Any = None

    def answer(view: Any, legal: Sequence[Any], /) -> Any:
        nonlocal human
        human = human or plugin.human(typist, seat, plain_names(setting.seats), match)
        meant = random(view, legal)
        said = str(spoken(meant))
        typist.lines = [said] if chance.below(_EVERY) else [_NONSENSE, said]
        try:
            chosen = human(view, legal)
        except Stopped:
            return meant
        if typist.last == said and chosen != meant:
            raise CardkitError(f"'{said}' was typed, and taken for '{chosen}'")
        return chosen

    return answer


def naming_person(plugin: Plugin, match: Match[Any, Any], seat: Seat, setting: TrialSetup) -> Any:
    """A player that types any card of the deck in full before its answer, and wants that card or a refusal."""
    typist, chance = Typist(is_typed_at=True), player_chance(setting.seed, seat)
    random, deck = Random(chance), list(dict.fromkeys(setting.deck))
    human: Any = None

    def answer(view: Any, legal: Sequence[Any], /) -> Any:
        nonlocal human
        human = human or plugin.human(typist, seat, plain_names(setting.seats), match)
        meant, card = random(view, legal), deck[chance.below(len(deck))]
        spellings = ways_to_type(card)
        typed = spellings[chance.below(len(spellings))]
        typist.lines = [typed, str(spoken(meant))]
        try:
            chosen = human(view, legal)
        except Stopped:
            return meant
        if typist.last == typed and not is_of_card(chosen, card):
            raise CardkitError(f"'{typed}' was typed, which is {card}, and taken for '{chosen}'")
        return chosen

    return answer


def is_of_card(action: Any, card: Card) -> bool:
    """Whether an action names a card and no other, or its rank and its suit."""
    return cards_in(action) == {card} or {card.rank, card.suit} <= set(
        map(str, cast(dict[str, Any], vars(action)).values())
    )
