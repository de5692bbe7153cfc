"""`cardkit shuffle`: deck files by the generators of other languages, in the form that a game reads."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import ROOT, Run, cardkit

from cardkit import Card, read_deck, standard52
from cardkit.core.chance.generators import generator
from cardkit_crazy8s import read_deck as read_crazy8s_deck
from cardkit_war import read_deck as read_war_deck

GENERATORS = ["seeded", "java", "msvc", "glibc"]
DECKS = ROOT / "decks"


def fisher_yates(cards: list[Card], kind: str, seed: int) -> list[Card]:
    """The cards, the top first, after a shuffle in which the highest index is the top."""
    pile, numbers = cards[::-1], generator(kind, seed)
    for last in range(len(pile) - 1, 0, -1):
        chosen = numbers.below(last + 1)
        pile[last], pile[chosen] = pile[chosen], pile[last]
    return pile[::-1]


def written(folder: Path, *arguments: str) -> Path:
    """The file that the command writes."""
    run = cardkit("shuffle", *arguments)
    assert ("", 0) == (run.err, run.code)
    path = folder / "shuffled.txt"
    path.write_text(run.out, encoding="utf-8")
    return path


@pytest.mark.parametrize(("kind", "seed"), [*zip(GENERATORS, (0, 1, 123456, -7), strict=True)])
def test_a_shuffled_deck_of_war_is_fisher_yates_by_the_generator(kind: str, seed: int, tmp_path: Path) -> None:
    names = ("Alice", "Bob [/]")
    path = written(tmp_path, "--seed", str(seed), "--rng", kind, "--for", "war", "--name", names[0], "--name", names[1])
    deck = read_war_deck(path)
    assert (names, tuple(fisher_yates(standard52(), kind, seed))) == (deck.names, deck.cards)
    run = cardkit("play", "war", str(path), "--quiet")
    assert run.out.startswith(("Alice wins", "Bob [/] wins", "The game"))
    assert 0 == run.code


@pytest.mark.parametrize(
    ("game", "deck", "kind"),
    [("war", "first-war", "glibc"), ("crazy8s", "microDeck", "java"), ("crazy8s", "colours", "msvc")],
)
def test_a_deck_file_can_be_shuffled(game: str, deck: str, kind: str, tmp_path: Path) -> None:
    reader = {"war": read_war_deck, "crazy8s": read_crazy8s_deck}[game]
    lying = list(reader(DECKS / f"{deck}.txt").cards)
    path = written(tmp_path, "--deck", deck, "--seed", "3", "--rng", kind, "--for", game)
    assert fisher_yates(lying, kind, 3) == list(reader(path).cards)


def test_a_file_that_is_called_standard52_comes_before_the_deck_of_that_name(tmp_path: Path) -> None:
    tmp_path.joinpath("standard52").write_text("Ada\nBen\n7H\n", encoding="utf-8")
    run = cardkit("shuffle", "--deck", "standard52", "--seed", "1", folder=tmp_path)
    assert Run("Ada\nBen\n7H\n", "", 0) == run


@pytest.mark.parametrize(
    "text",
    [
        "X\n8 Two Three\nTwo X\n8 X\nThree X\n",
        "X\n8 7 9\n7 X\n9 X\n",
        "S H Z\nT 8 2\n2 H\n8 H\nT S\n2 H\n",
        "x X\na 8 A\nA X\na x\na X\nA X\n",
        "पान ईंट\n8 7 9\n7 पान\n9 ईंट\n8 पान\n",
    ],
    ids=["ranks in words", "no 8 among the cards", "letters", "capitals", "marks"],
)
def test_a_shuffled_file_has_the_declarations_and_cards_of_the_one_it_was_made_of(text: str, tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text(text, encoding="utf-8")
    for seed in range(6):
        run = cardkit("shuffle", "--seed", str(seed), "--deck", "own.txt", "--for", "crazy8s", folder=tmp_path)
        assert text.splitlines()[:2] == run.lines[:2]
        assert sorted(text.splitlines()[2:]) == sorted(run.lines[2:])
        (tmp_path / "new.txt").write_text(run.out, encoding="utf-8")
        read = read_crazy8s_deck(tmp_path / "new.txt")
        assert tuple(fisher_yates(list(read_deck(tmp_path / "own.txt").cards), "seeded", seed)) == read.cards


def test_a_shuffled_file_of_war_has_the_names_of_the_one_it_was_made_of_unless_others_are_given(tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("Ada  Lee\nBen\n7H\n10c\nK♠\n", encoding="utf-8")
    shuffled = cardkit("shuffle", "--seed", "2", "--deck", "own.txt", folder=tmp_path).lines
    assert ["Ada  Lee", "Ben"] == shuffled[:2]
    assert sorted(["7H", "TC", "KS"]) == sorted(shuffled[2:])
    names = ("--name", "Eve", "--name", "Bo")
    others = cardkit("shuffle", "--seed", "2", "--deck", "own.txt", *names, folder=tmp_path).lines
    assert ["Eve", "Bo", *shuffled[2:]] == others


def test_a_file_that_the_game_could_not_read_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "no8.txt").write_text("X\n7 9\n7 X\n9 X\n", encoding="utf-8")
    run = cardkit("shuffle", "--seed", "1", "--deck", "no8.txt", "--for", "crazy8s", folder=tmp_path)
    reason = "crazy8s: 8 has to be one of the ranks of a deck file, and they are 7 9"
    assert Run("", f"cardkit: {reason}\n", 1) == run
    (tmp_path / "bad.txt").write_text("Ada\nBen\n7H\n1H\n", encoding="utf-8")
    run = cardkit("shuffle", "--seed", "1", "--deck", "bad.txt", folder=tmp_path)
    assert ("", 1) == (run.out, run.code)
    assert run.err.startswith("cardkit: bad.txt, line 4: '1H': a card is a rank ")
