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


READERS = {"war": read_war_deck, "crazy8s": read_crazy8s_deck}
SOURCES = {
    "52 cards": ("war", "standard52"),
    "a deck of War": ("war", "first-war"),
    "a deck of Crazy 8s": ("crazy8s", "microDeck"),
    "colours": ("crazy8s", "colours"),
    "ranks in words": ("crazy8s", "X\n8 Two Three\nTwo X\n8 X\nThree X\n"),
    "no 8 among the cards": ("crazy8s", "X\n8 7 9\n7 X\n9 X\n"),
    "letters": ("crazy8s", "S H Z\nT 8 2\n2 H\n8 H\nT S\n2 H\n"),
    "capitals": ("crazy8s", "x X\na 8 A\nA X\na x\na X\nA X\n"),
    "marks": ("crazy8s", "पान ईंट\n8 7 9\n7 पान\n9 ईंट\n8 पान\n"),
}


@pytest.mark.parametrize("source", SOURCES)
def test_a_shuffled_file_is_what_it_was_made_of_by_fisher_yates_of_the_generator(source: str, tmp_path: Path) -> None:
    game, deck = SOURCES[source]
    own, names = tmp_path / "own.txt", ["--name", "Alice", "--name", "Bob [/]"] if source == "52 cards" else []
    own.write_text(deck if "\n" in deck else "", encoding="utf-8")
    lies = read_deck(own) if "\n" in deck else None if names else READERS[game](DECKS / f"{deck}.txt")
    lying = standard52() if lies is None else list(lies.cards)
    for kind, seed in zip(GENERATORS, (0, 1, 123456, -7), strict=True):
        order = ["--seed", str(seed), "--rng", kind, "--for", game, *names]
        run = cardkit("shuffle", "--deck", "own.txt" if "\n" in deck else deck, *order, folder=tmp_path)
        assert ("", 0) == (run.err, run.code)
        (tmp_path / "new.txt").write_text(run.out, encoding="utf-8")
        read = READERS[game](tmp_path / "new.txt")
        assert fisher_yates(lying, kind, seed) == list(read.cards)
        assert not names or read.names == ("Alice", "Bob [/]")
        if "\n" in deck:
            assert deck.splitlines()[:2] == run.lines[:2]
            assert sorted(deck.splitlines()[2:]) == sorted(run.lines[2:])


def test_a_file_that_is_called_standard52_comes_before_the_deck_of_that_name(tmp_path: Path) -> None:
    tmp_path.joinpath("standard52").write_text("Ada\nBen\n7H\n", encoding="utf-8")
    run = cardkit("shuffle", "--deck", "standard52", "--seed", "1", folder=tmp_path)
    assert Run("Ada\nBen\n7H\n", "", 0) == run


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
