"""A card that is typed in full is that card, or is refused by its name, in every game: by the reader, at a prompt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from cardkit import Card, CardkitError, Human, Match, Seeded, parts_of, standard52
from cardkit.core.actions import kind_of
from cardkit.plugins.people import EndOfInput
from cardkit.plugins.reading import Reader, ways_to_type
from cardkit.plugins.registry import load_game

GAMES = [
    *("blackjack", "cheat", "cribbage", "euchre", "gin_rummy", "go_fish", "golf", "goofspiel", "hearts"),
    *("holdem", "klondike", "old_maid", "spades", "twenty_one", "crazy8s", "war"),
]
"""All but Lanterns, whose actions name no card: `1 b` is a seat and a colour there."""
FOR_ONE = ("blackjack", "klondike")
NAMES = ("Ann", "Bo Derek", "Cy", "Di")


def positions(name: str) -> Iterator[Match[Any, Any]]:
    """Games in the middle, as chance has them."""
    plugin, chance = load_game(name), Random(name)
    seats = plugin.game.players[0] if name in FOR_ONE else max(2, plugin.game.players[0])
    deck = list(plugin.deck()) if plugin.deck is not None else standard52()
    for seed in range(4):
        match: Match[Any, Any] = Match(plugin.game(), deck, seats=seats, rng=Seeded(seed))
        for number in range(40):
            if match.is_over:
                break
            if not number % 5:
                yield match
            match.play(match.legal[chance.randrange(len(match.legal))])


def typed(match: Match[Any, Any], chance: Random) -> tuple[str, Card]:
    """A card of the deck as people type it, alone, after the word of what can be done, or with signs around it."""
    card = chance.choice([card for pile in match.state.piles() for card in pile])
    word = kind_of(chance.choice(parts_of(match.legal))).word
    text = chance.choice(ways_to_type(card))
    return chance.choice([text, text, f"{word} {text}", f"{text}!", f" {text}."]), card


def is_of(action: Any, card: Card) -> bool:
    """Whether a card is the only one in an action."""
    values = [part for value in vars(action).values() for part in (value if isinstance(value, tuple) else (value,))]
    return [card] == [value for value in values if isinstance(value, Card)] or {card.rank, card.suit} <= set(values)


@pytest.mark.parametrize("name", GAMES)
def test_a_card_typed_in_full_is_that_card_or_a_refusal_that_names_it(name: str) -> None:
    chance = Random(f"typed {name}")
    for match in positions(name):
        reader = Reader(match, match.turn, NAMES)
        for _ in range(8):
            text, card = typed(match, chance)
            answer = answered(reader, text, match.legal)
            if isinstance(answer, str):
                assert card.text in answer, text
            else:
                assert is_of(answer, card), f"{text!r} was taken for {answer}"


def answered(reader: Reader, text: str, legal: Sequence[Any]) -> Any:
    """The action that is read, or the sentence that refuses the text."""
    try:
        return reader.read(text, legal)
    except CardkitError as error:
        return f"{error}"


class Prompt:
    """A keyboard at which one line is typed; what is shown after it is kept."""

    is_typed_at = True

    def __init__(self) -> None:
        self.line: str | None = None
        self.shown: list[str] = []

    def say(self, line: str, /) -> None:
        if self.line is None:
            self.shown.append(line)

    def ask(self, prompt: str = "", /) -> str:
        if self.line is None:
            raise EndOfInput
        text, self.line = self.line, None
        return text


@pytest.mark.parametrize("name", [name for name in GAMES if name != "war"])
def test_a_card_typed_at_a_prompt_is_that_card_or_a_refusal_that_names_it(name: str) -> None:
    chance, plugin = Random(f"prompt {name}"), load_game(name)
    for match in positions(name):
        console = Prompt()
        human: Human = plugin.human(console, match.turn, NAMES, match)
        for _ in range(3):
            console.line, card = typed(match, chance)
            console.shown, text = [], console.line
            try:
                action = human(match.view(match.turn), match.legal)
            except EndOfInput:
                assert any(named in console.shown[0] for named in (card.text, f"{card.rank} {card.suit}")), text
            else:
                assert is_of(action, card), f"{text!r} was taken for {action}"
