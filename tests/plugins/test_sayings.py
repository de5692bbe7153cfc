"""Actions and events are told as people do: one sentence for each, on buttons, in questions and in logs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers import ROOT, cardkit

from cardkit import Action, Card, Place, Rank, Seat, Suit
from cardkit.plugins.registry import examples, load_game
from cardkit.plugins.sayings import Sayings, said_by_name, template_of

NAMES = ("Ada", "Ben", "Cleo")


class Ask(Action):
    """Ask another player for all cards of a rank."""

    seat: Seat
    rank: Rank


class Carry(Action):
    """Whatever this says."""

    cards: tuple[Card, ...]
    to: Seat | None = None


class Bid(Action):
    """Say how many tricks you take."""

    tricks: int


class Name(Action):
    says = "name {suit}[ for {seat:s} side]"
    suit: Suit
    seat: Seat | None = None


class Lay(Action):
    """Lay it down."""

    card: Card
    column: Place


def told(action: Action, seat: Seat, you: Seat | None = None) -> str:
    """What is told of an action."""
    says = Sayings(None, NAMES, you)
    return str(says.done(seat, says.action(action, None)))


@pytest.mark.parametrize(
    ("action", "others", "who_acts", "who_is_asked"),
    [
        (Ask(0, "3"), "Ben asks Ada for threes.", "You ask Ada for threes.", "Ben asks you for threes."),
        (Ask(0, "6"), "Ben asks Ada for sixes.", "You ask Ada for sixes.", "Ben asks you for sixes."),
        (
            Carry((Card("7", "H"),), 0),
            "Ben carries the 7 of hearts to Ada.",
            "You carry the 7 of hearts to Ada.",
            "Ben carries the 7 of hearts to you.",
        ),
        (Bid(1), "Ben bids 1 trick.", "You bid 1 trick.", "Ben bids 1 trick."),
        (Bid(0), "Ben bids 0 tricks.", "You bid 0 tricks.", "Ben bids 0 tricks."),
        (Name("S"), "Ben names spades.", "You name spades.", "Ben names spades."),
        (
            Name("S", 0),
            "Ben names spades for Ada's side.",
            "You name spades for Ada's side.",
            "Ben names spades for your side.",
        ),
    ],
    ids=str,
)
def test_a_sentence_is_right_for_whoever_reads_it(
    action: Action, others: str, who_acts: str, who_is_asked: str
) -> None:
    assert (others, who_acts, who_is_asked) == (told(action, 1), told(action, 1, you=1), told(action, 1, you=0))


def test_what_is_hidden_is_counted() -> None:
    class Give(Action):
        secret = True
        cards: tuple[Card, ...]
        rank: Rank

    hidden = Give((Card("7", "H"), Card("8", "H")), "A").redacted()
    assert "Ben gives 2 cards a rank." == told(hidden, 1)


def test_a_field_is_said_by_its_name_where_nothing_better_is_known() -> None:
    assert (["column"], "lay[ {card}][ column {column}]") == (said_by_name(Lay), template_of(Lay))
    assert [] == said_by_name(Ask) == said_by_name(Carry) == said_by_name(Bid)


def test_check_finds_sentences_that_nobody_would_say(tmp_path: Path) -> None:
    source = (ROOT / "docs" / "examples" / "go_fish.py").read_text(encoding="utf-8")
    declared = '"""Ask another player for all cards of a rank."""\n\n    seat: Seat\n    rank: Rank'
    for old, new, reason in (
        ("    seat: Seat\n", "    seat: int\n", "write `seat: Seat`"),
        (declared, "seat: Seat\n    rank: str", "names its field rank"),
        ("    seat: Seat\n", '    says = "ask ??"\n    seat: Seat\n', "?? in it"),
    ):
        wrong = source.replace(old, new, 1)
        game = tmp_path / "wrong.py"
        game.write_text(wrong, encoding="utf-8")
        run = cardkit("check", str(game), "--promise", "told-by-people", folder=tmp_path)
        assert (1, True) == (run.code, reason in run.out + run.err), run.out + run.err


@pytest.mark.parametrize("name", ["crazy8s", *examples()])
def test_a_whole_game_reads_like_sentences(name: str) -> None:
    game = load_game(name).game
    players = 4 if 4 in game.players else game.players[0]
    rules = ["--rules", "house"] if name == "crazy8s" else []
    run = cardkit("play", name, *rules, *["--seat", "random"] * players, "--seed", "5", "--most-turns", "30")
    told = [line for line in run.lines if not re.match(r"(Round|Hand|Hole|Scores|Seed)\b| |points|together|$", line)]
    assert told
    for line in told:
        assert re.fullmatch(r"[A-Z].*[.!]", line), line
        assert not re.search(r"\?\?|\b(hands?|up|down|taken|shown) \d+\b|_|Player \d", line), line
