"""The messages of the protocol, its schema, its page, and the table as plain data."""

from __future__ import annotations

import json
import re
from typing import Any, get_args

import pytest
from guests import chosen, machines_play, table
from helpers import ROOT

from cardkit.hosting.hosted import Refused
from cardkit.hosting.protocol import FROM_TABLE, TO_TABLE, Said, View, read, schema_text
from cardkit.plugins.registry import load_game

PAGE = ROOT / "docs" / "table-protocol.md"
SCHEMA = ROOT / "docs" / "table-protocol.schema.json"


def test_the_schema_in_the_documents_is_the_one_of_the_program() -> None:
    assert schema_text() == SCHEMA.read_text(encoding="utf-8")


def test_the_page_names_every_message_and_its_examples_are_messages() -> None:
    text = PAGE.read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z-]+)`", text))
    assert {get_args(model.model_fields["do"].annotation)[0] for model in get_args(Said)} <= named
    examples = [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)]
    assert ["do", "type"] == [next(iter(example)) for example in examples]
    TO_TABLE.validate_python(examples[0])
    FROM_TABLE.validate_json(json.dumps(examples[1]))
    assert {name for name in View.model_fields if f"`{name}`" not in text and f'"{name}"' not in text} == set()


@pytest.mark.parametrize(
    ("rules", "options", "unusual"),
    [
        ("house", {}, {}),
        ("house", {"shuffle": True, "hand_size": 4}, {"hand_size": 4}),
        ("house", {"shuffle": False}, {"shuffle": False}),
        ("house", {"wild": "9"}, {"wild": "9"}),
    ],
)
def test_what_is_unusual_is_what_is_otherwise_than_by_the_rule_set(
    rules: str, options: Any, unusual: dict[str, Any]
) -> None:
    _, ada = table("crazy8s", "human", "ai", rules=rules, **options)
    assert (rules, unusual) == (ada.hello["rule_set"], ada.hello["unusual"])


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (None, "a message is a JSON object"),
        ([], "a message is a JSON object"),
        ({}, "the message: Unable to extract tag using discriminator 'do'"),
        ({"do": "dance"}, "the message: Input tag 'dance' found using 'do'"),
        ({"do": "act"}, "action: Field required"),
        ({"do": "act", "action": 7}, "action: Input should be a valid string"),
        ({"do": "act", "action": "x" * 501}, "action: String should have at most 500 characters"),
        ({"do": "act", "action": "x", "at": "1"}, "at: Input should be a valid integer"),
        ({"do": "act", "action": "x", "cheat": True}, "cheat: Extra inputs are not permitted"),
        ({"do": "stand-in", "seat": -1}, "seat: Input should be greater than or equal to 0"),
        ({"do": "hello", "protocol": 3, "key": ""}, "protocol: Input should be 1 or 2"),
        ({"do": ["act"]}, "the message: "),
    ],
)
def test_what_is_no_message_is_refused_in_a_sentence(message: Any, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        read(message)
    assert str(refused.value).startswith(reason)


# The table as plain data


def test_an_action_says_what_may_be_clicked_for_it_and_what_it_is_in_words() -> None:
    _, ada = table("crazy8s", "human", "ai")
    wild = next(action for action in ada.look()["legal"] if action["cards"] == ["8 Hearts"])
    assert ("play the 8 of hearts, naming hearts", ["Hearts"]) == (wild["say"], wild["suits"])
    _, bo = table("go_fish", "human", "ai", names=["Bo"])
    asked = bo.look()["legal"][0]
    assert ([1], 1) == (asked["seats"], len(asked["ranks"]))
    assert asked["say"].startswith("ask Ada for ")
    _, cem = table("golf", "human", "ai")
    assert ([0], "turn up card 1") == (cem.look()["legal"][0]["places"], cem.look()["legal"][0]["say"])


@pytest.mark.parametrize("game", ["cheat", "hearts", "holdem", "blackjack", "spades"])
def test_a_client_makes_actions_of_the_parts_of_a_form(game: str) -> None:
    players = load_game(game).game.players
    hosted, ada = table(game, "human", *["ai"] * (max(2, min(players)) - 1))
    while not ada.look()["forms"]:
        if not machines_play(hosted):
            ada.act()
    for form in ada.look()["forms"]:
        match = hosted.at_play().match
        assert match.read(chosen(form), 0) in match.legal_of(0)
