"""A card that is typed in full is that card or a refusal, at the one door through which lines, screens and pages go."""

from __future__ import annotations

from random import Random

import pytest
from guests import laid, machines_play, together
from helpers import ROOT, at_terminal

from cardkit.authors.promises.performances import is_of_card
from cardkit.core.cards import Card
from cardkit.core.errors import CardkitError
from cardkit.online.lines import Told, typed
from cardkit.plugins.reading import ways_to_type
from cardkit.plugins.registry import examples, installed

NAMES = [name for name in (*installed(), *examples()) if name != "war"]
"""War asks nobody which card to play."""


@pytest.mark.parametrize("name", NAMES)
def test_at_a_hosted_table_a_card_in_full_is_that_card_or_refused_by_its_name(name: str) -> None:
    chance = Random(name)
    hosted = laid(name)
    together(hosted)
    machines_play(hosted)
    sitting = hosted.sitting
    assert sitting is not None
    seat = sitting.table.asked[0]
    before = str(sitting.match.view(seat))
    deck = sorted({card for pile in sitting.match.state.piles() for card in pile}, key=str)
    for card in chance.sample(deck, min(6, len(deck))):
        for text in ways_to_type(card):
            try:
                action = sitting.read(seat, text, typed=True)
            except CardkitError:
                continue
            assert is_of_card(action, card), text
    assert before == str(sitting.match.view(seat))


@pytest.mark.parametrize("text", ways_to_type(Card("Q", "S")))
def test_screen_and_join_send_what_is_typed_as_it_is_to_that_door(text: str) -> None:
    message = typed(text, Told()).message
    assert message is not None
    assert (text, True) == (message["action"], message["typed"])


def test_the_page_sends_what_is_typed_as_typed_and_what_is_clicked_as_notation() -> None:
    page = (ROOT / "cardkit/online/page/table.js").read_text(encoding="utf-8")
    assert "typed: Boolean(box)" in page


def test_lines_refuse_it_too() -> None:
    run = at_terminal("play", "crazy8s", "--rules", "house", "--seed", "1", typed=["qs", ":quit"], NO_COLOR="1")
    assert "You have no Q" in run.out
