"""What a table tells: messages of the protocol, the table as plain data, and scenes that show whatever was face up."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, get_args

import pytest
from guests import Guest, chosen, laid, machines_play, play_on, table
from helpers import ROOT

from cardkit.core.cards import BACK
from cardkit.core.events import Shown
from cardkit.hosting.hosted import Hosted, Refused
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


# Scenes

ACTIONS = 70
"""So many are played of each game: more than a round of tricks has."""


def shown(view: Mapping[str, Any]) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """The tables that a message shows, each after so many of its moves."""
    for scene in view["events"]["scenes"]:
        yield scene["moves"], scene["piles"]
    yield len(view["events"]["moves"]), view["view"]["piles"]


def lies(piles: list[dict[str, Any]], name: str, card: str) -> bool:
    return any(pile["name"] == name and card in pile["cards"] for pile in piles)


def never_seen(hosted: Hosted, view: Mapping[str, Any]) -> list[str]:
    """The cards that a message moves, face up, somewhere where none of its tables shows them."""
    tables, seat = list(shown(view)), view["seat"]
    open_piles = {pile.name for pile in hosted.at_end().match.state.piles() if pile.seen_by(seat)}
    return [
        f"{card} on {move['target']}"
        for number, move in enumerate(view["events"]["moves"], 1)
        for card in move["cards"]
        if move["target"] in open_piles
        if not any(after >= number and lies(piles, move["target"], card) for after, piles in tables)
    ]


TABLES = {
    **dict.fromkeys(("war", "gin_rummy"), "human ai"),
    **dict.fromkeys(("crazy8s", "holdem"), "human ai ai"),
    **dict.fromkeys(("hearts", "spades"), "human ai ai ai"),
    **dict.fromkeys(("cheat", "go_fish", "old_maid"), "human random random"),
    "blackjack": "human human",
    "goofspiel": "human random",
}
RULES = {"war": "jones", "crazy8s": "house"}


@pytest.mark.parametrize("game", TABLES)
def test_every_card_that_is_face_up_for_somebody_is_shown_to_them(game: str) -> None:
    hosted, *guests = table(game, *TABLES[game].split(), rules=RULES.get(game), seed=4)
    eyes = [*guests, Guest(hosted, hosted.watch_key)]
    for guest in eyes:
        guest.look()
    for _ in range(ACTIONS):
        if not play_on(hosted, guests, most=1):
            break
        for guest in eyes:
            view = guest.look()
            assert view["fresh"] or [] == never_seen(hosted, view)


def at_hearts() -> tuple[Hosted, Guest]:
    """A person who plays Hearts, with no cards passed on, and has looked at the table."""
    hosted, ada = table("hearts", "human", "random", "random", "random", seed=2, passing=False)
    ada.look()
    return hosted, ada


def test_what_several_actions_did_between_two_looks_is_shown_too() -> None:
    hosted, ada = at_hearts()
    tricks = Counter[int]()
    while tricks[4] < 13 and hosted.phase == "playing":
        play_on(hosted, [ada], most=5)
        view = ada.look()
        assert view["fresh"] or [] == [text for text in never_seen(hosted, view) if "trick" in text]
        tricks.update(
            pile["size"] for scene in view["events"]["scenes"] for pile in scene["piles"] if pile["name"] == "trick"
        )
    assert tricks[4] >= 13


def test_a_scene_has_the_lines_and_moves_that_led_to_it_and_the_trick_says_who_laid_what() -> None:
    hosted, ada = at_hearts()
    while not (scenes := (view := ada.look())["events"]["scenes"]):
        play_on(hosted, [ada], most=1)
    (scene,) = scenes
    (trick,) = (pile for pile in scene["piles"] if pile["name"] == "trick")
    events = view["events"]
    assert [1, 4] == [scene["moves"], trick["size"]]
    assert {"trick"} == {move["target"] for move in events["moves"][:1]}
    assert sorted(trick["by"]) == [0, 1, 2, 3]
    led = trick["by"][0]
    assert trick["by"] == [(led + step) % 4 for step in range(4)]
    assert scene["lines"] <= len(events["lines"])


def test_a_look_that_a_seat_is_given_is_a_scene_for_it_alone() -> None:
    hosted, ada, bo = table("crazy8s", "human", "human", seed=3, rules="house")
    ada.look()
    bo.look()
    match, tellers = hosted.at_play().match, hosted.at_play().tellers
    theirs = match.state.hands[1].cards[:2]
    look = Shown(cards=tuple(theirs), pile="hands 1", owner=1, known_to=(0, 1))
    for seat, teller in tellers.items():
        teller.follow([(look.seen_by(seat), match.view(seat))])
        teller.say("there")
    hosted.news()
    (scene,) = ada.look()["events"]["scenes"]
    hand = next(pile for pile in scene["piles"] if pile["name"] == "hands 1")
    assert hand["cards"] == [*(card.text for card in theirs), *[BACK.text] * (hand["size"] - 2)]
    assert [] == bo.look()["events"]["scenes"]
    assert [] == Guest(hosted, hosted.watch_key).look()["events"]["scenes"]


def test_who_says_hello_by_version_1_is_served_without_scenes() -> None:
    hosted = laid("war", "human", "ai", rules="jones", seed=4)
    old = Guest(hosted, str(hosted.keys[0]), protocol=1)
    assert old.hello["protocol"] == 1
    moves = 0
    for _ in range(20):
        old.act()
        machines_play(hosted)
        events = old.look()["events"]
        moves += len(events["moves"])
        assert [] == events["scenes"]
    assert moves


def test_beside_a_table_that_is_drawn_no_words_of_a_rule_set_draw_it_once_more() -> None:
    _, ada, bo = table("war", "human", "human", rules="jones", seed=4)
    ada.act()
    bo.act()
    lines = ada.look()["events"]["lines"]
    assert ["You turn up the 2 of diamonds.", "Bo turns up the 4 of clubs."] == lines[:2]
    assert not [line for line in lines if "  " in line]
