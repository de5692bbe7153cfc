"""A card that is typed in full is that card, or is refused by its name, in every game and at every door."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from guests import laid, machines_play, together
from helpers import ROOT, at_terminal

from cardkit import Card, CardkitError, Match, Seeded, parts_of, standard52
from cardkit.authors.promises.performances import is_of_card
from cardkit.core.actions import kind_of
from cardkit.online.lines import Told
from cardkit.online.lines import typed as typed_at_screen
from cardkit.plugins.reading import Reader
from cardkit.plugins.registry import load_game
from cardkit.plugins.typed_words import ways_to_type

GAMES = [
    *("blackjack", "cheat", "cribbage", "euchre", "gin_rummy", "go_fish", "golf", "goofspiel", "hearts"),
    *("holdem", "klondike", "old_maid", "spades", "twenty_one", "crazy8s", "war"),
]
"""All but Lanterns, whose actions name no card: `1 b` is a seat and a colour there."""
NAMES = ("Ann", "Bo Derek", "Cy", "Di")


def positions(name: str) -> Iterator[Match[Any, Any]]:
    """A game in the middle, again and again, as chance has it."""
    plugin, chance = load_game(name), Random(name)
    seats = plugin.game.players[0] if name in ("blackjack", "klondike") else max(2, plugin.game.players[0])
    deck = list(plugin.deck()) if plugin.deck is not None else standard52()
    match: Match[Any, Any] = Match(plugin.game(), deck, seats=seats, rng=Seeded(2))
    for number in range(40):
        if match.is_over:
            break
        if not number % 4:
            yield match
        match.play(match.legal[chance.randrange(len(match.legal))])


def typed(match: Match[Any, Any], chance: Random) -> tuple[str, Card]:
    """A card of the deck as people type it, alone, after the word of what can be done, or with signs around it."""
    card = chance.choice([card for pile in match.state.piles() for card in pile])
    word = kind_of(chance.choice(parts_of(match.legal))).word
    text = chance.choice(ways_to_type(card))
    return chance.choice([text, text, f"{word} {text}", f"{text}!", f" {text}."]), card


@pytest.mark.parametrize("name", GAMES)
def test_a_card_typed_in_full_is_that_card_or_a_refusal_that_names_it(name: str) -> None:
    """That a person at a prompt is heard so is a promise of every game, `typed-as-said`."""
    chance = Random(f"typed {name}")
    for match in positions(name):
        reader = Reader(match, match.turn, NAMES)
        for _ in range(8):
            text, card = typed(match, chance)
            answer = answered(reader, text, match.legal)
            if isinstance(answer, str):
                assert card.text in answer, text
            else:
                assert is_of_card(answer, card), f"{text!r} was taken for {answer}"


def answered(reader: Reader, text: str, legal: Sequence[Any]) -> Any:
    """The action that is read, or the sentence that refuses the text."""
    try:
        return reader.read(text, legal)
    except CardkitError as error:
        return f"{error}"


@pytest.mark.parametrize("name", ["crazy8s", "hearts", "golf"])
def test_at_a_hosted_table_a_card_in_full_is_that_card_or_refused(name: str) -> None:
    hosted = laid(name)
    together(hosted)
    machines_play(hosted)
    sitting = hosted.at_play()
    seat = sitting.table.asked[0]
    before = str(sitting.match.view(seat))
    deck = sorted({card for pile in sitting.match.state.piles() for card in pile}, key=str)
    for card in Random(name).sample(deck, 6):
        for text in ways_to_type(card):
            with suppress(CardkitError):
                assert is_of_card(sitting.read(seat, text, typed=True), card), text
    assert before == str(sitting.match.view(seat))


def test_lines_screen_join_and_page_send_what_is_typed_as_it_is_to_that_door() -> None:
    for text in ways_to_type(Card("Q", "S")):
        message = typed_at_screen(text, Told()).message
        assert message is not None
        assert (text, True) == (message["action"], message["typed"])
    page = (ROOT / "cardkit/online/page/table.js").read_text(encoding="utf-8")
    assert "typed: Boolean(box)" in page, "and what is clicked is notation"
    run = at_terminal("play", "crazy8s", "--rules", "house", "--seed", "1", typed=["qs", ":quit"], NO_COLOR="1")
    assert "You have no Q" in run.out
