"""Actions and events are told as people do: one sentence for each, on buttons, in questions and in logs."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from helpers import ROOT, cardkit

from cardkit import (
    Action,
    Card,
    CardkitError,
    Form,
    Human,
    Match,
    Place,
    Plain,
    Rank,
    Seat,
    Seeded,
    Suit,
    parts_of,
)
from cardkit.plugins.registry import examples, load_game
from cardkit.plugins.sayings import Sayings, said_by_name, said_twice, template_of
from cardkit.table.notation import action_classes
from cardkit.table.turns import Table

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


def test_a_field_is_said_by_its_name_where_nothing_better_is_known() -> None:
    assert (["column"], "lay[ {card}][ to column {column}]") == (said_by_name(Lay), template_of(Lay))
    assert [] == said_by_name(Ask) == said_by_name(Carry) == said_by_name(Bid)


CARDS = {"cards": tuple[Card, ...]}


@pytest.mark.parametrize(
    ("docstring", "fields", "sentence"),
    [
        ("Put two cards.", CARDS, "put {cards}"),
        ("Put one to four cards of your hand face down.", CARDS, "put {cards} face down"),
        ("Put any number of cards on the pile.", CARDS, "put {cards} on the pile"),
        ("Put two or more equal cards away.", CARDS, "put {cards} away"),
        ("Put all of your cards down.", CARDS, "put {cards} down"),
        ("Put a pair of cards away.", CARDS, "put a pair of {cards} away"),
        ("Put cards of a rank.", CARDS, "put[ {cards}]"),
        ("Put down cards that are as high.", CARDS, "put down[ {cards}]"),
        ("Put unwanted cards away.", CARDS, "put[ {cards}]"),
        ("Put two cards away and draw as many.", CARDS, "put[ {cards}]"),
        ("Put a higher card on the pile.", {"card": Card}, "put {card} on the pile"),
        ("Put the top card of a pile away.", {"card": Card}, "put[ {card}]"),
        ("Put up the top card of your pile.", {}, "put up the top card of the pile"),
        ("Put up what lies there and take the trick.", {}, "put up"),
        ("Put two cards down as a rank.", CARDS | {"rank": Rank}, "put {cards} down as {rank:many}"),
        ("Put a card before another player.", {"card": Card, "seat": Seat}, "put {card} before {seat}"),
    ],
)
def test_a_docstring_is_a_sentence_where_its_cards_can_be_named_in_it(
    docstring: str, fields: dict[str, Any], sentence: str
) -> None:
    kind = type("Put", (Action,), {"__doc__": docstring, "__annotations__": fields, "__module__": __name__})
    assert sentence == template_of(kind)


@pytest.mark.parametrize(
    ("saying", "better"),
    [
        ("put two {cards} before {to}", "put {cards} before {to}"),
        ("put the {cards} before another {to}", "put {cards} before {to}"),
        ("put {cards} cards before {to}", "put {cards} before {to}"),
        ("put {cards} before {to}", ""),
    ],
)
def test_what_is_named_is_not_counted_or_pointed_at_as_well(saying: str, better: str) -> None:
    assert better == said_twice(Carry, saying)


@pytest.mark.parametrize(
    ("seat", "rank", "reason"),
    [
        ("seat: int", "rank: Rank", "write `seat: Seat`"),
        ("seat: Seat", "rank: str", "names its field rank"),
        ('says = "ask {seat} for ?? {rank}"\n    seat: Seat', "rank: Rank", "?? in it"),
        ('says = "ask the {seat} for {rank}"\n    seat: Seat', "rank: Rank", 'write `says = "ask {seat} for'),
        ('says = "ask {seat}"\n    seat: Seat', "rank: Rank", "let `says` tell them apart"),
    ],
)
def test_check_finds_sentences_that_nobody_would_say(seat: str, rank: str, reason: str, tmp_path: Path) -> None:
    source, declared = (
        (ROOT / "docs" / "examples" / "go_fish.py").read_text("utf-8"),
        "    seat: Seat\n    rank: Rank\n",
    )
    assert declared in source
    (tmp_path / "wrong.py").write_text(source.replace(declared, f"    {seat}\n    {rank}\n", 1), encoding="utf-8")
    run = cardkit("check", "wrong.py", "--promise", "told-by-people", folder=tmp_path)
    assert (1, True) == (run.code, reason in run.out + run.err), run.out + run.err


@pytest.mark.parametrize("name", ["crazy8s", *examples()])
def test_a_whole_game_reads_like_sentences(name: str) -> None:
    game = load_game(name).game
    players = 4 if 4 in game.players else game.players[0]
    rules = ["--rules", "house"] if name == "crazy8s" else []
    run = cardkit("play", name, *rules, *["--seat", "random"] * players, "--seed", "5", "--most-turns", "30")
    boards = rf"(Round|Hand|Hole|Scores|Seed)\b| |{game.scored_in}s|together|$"
    told = [line for line in run.lines if not re.match(boards, line)]
    assert told
    for line in told:
        assert re.fullmatch(r"[A-Z].*[.!]", line), line
        assert not re.search(r"\?\?|\b(hands?|up|down|taken|shown) \d+\b|_|Player \d", line), line


NOBODY_SAYS = (
    r"[_{}<]|\?\?|None|\bthe (up|down|hands?|layouts?) \d|\b(burnt|claimed|drawn|left out|shown|taken)[.,]| {2}"
)


@pytest.mark.parametrize("name", [name for name in examples() if name not in ("blackjack", "kuhn", "lanterns")])
def test_a_game_without_a_word_of_its_own_is_told_asked_and_refused_in_sentences(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin, chance, told = load_game(name), Random(name), list[str]()
    game, names = plugin.game, ("Ada", "Ben", "Cleo", "Dan")
    for word in ("says", "notes", "looks", "takes"):
        if word in vars(game):
            monkeypatch.delattr(game, word)
    for kind in action_classes(game):
        monkeypatch.setattr(kind, "says", None)
        monkeypatch.setattr(kind, "__doc__", None)
    template_of.cache_clear()
    seats = game.usual or game.players[0]
    match = Match(game(), plugin.deck(), seats=seats, rng=Seeded(7))
    narrator = Plain(names[:seats], game.counts, match.game, 0)

    def play(view: Any, legal: Any) -> Any:
        part = chance.choice(parts_of(legal))
        chosen = part.nth(chance.randrange(len(part))) if isinstance(part, Form) else part
        if len(told) > 100:
            return chosen
        seat = match.to_act[0]
        person = Human(cast(Any, None), seat, names[:seats], match)
        told.extend(map(str, person.question(match.view(seat), match.legal_of(seat))))
        for text in ("xyzzy", "99", "king", "7 8 9", *(kind.word for kind in action_classes(game))):
            try:
                person.reader.read(text, match.legal_of(seat))
            except CardkitError as error:
                told.append(str(error))
        return chosen

    table = Table(match, [play] * seats, seed=1, most_turns=8 if game.counts == "turn" else 1)
    table.watch(lambda event, view: told.extend(map(str, narrator(event, view))), seat=0)
    table.run()
    template_of.cache_clear()
    said = [line for line in told if not re.match(rf"{game.scored_in}s|together| ", line)]
    assert [] == [line for line in said if re.search(NOBODY_SAYS, line)]
    assert 5 < len(said)
