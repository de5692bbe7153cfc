"""Crazy 8s in words: whole sessions as they stand in tests/transcripts, every prompt's bad answers, ends of input."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from helpers import INPUT_ENDED, TESTS, Run, cardkit, cardkit_process

from cardkit import Setup
from cardkit.plugins.registry import load_game
from cardkit_crazy8s.deck_files import whole_deck
from cardkit_crazy8s.words import ask

TRANSCRIPTS = sorted((TESTS / "transcripts").glob("crazy8s-*.txt"))
TWO_MACHINES = ("--seat", "ai", "--seat", "ai")
PERSON_AND_MACHINE = ("--seat", "human", "--seat", "ai")

HOW_MANY_PLAYERS = "Enter number of players:"
IS_AN_AI = "Is player 0 an AI? (y/n)"
HOW_MANY_CARDS = "How many cards should each player start with?"
WHAT_TO_PLAY = 'What would you like to play? (enter "draw card" to draw a card)'
WHICH_SUIT = "What suit would you like to declare?"
NO_NUMBER = "Please enter a positive number"


def replies(run: Run, prompt: str) -> list[str]:
    """What was printed and typed after a prompt."""
    assert prompt in run.lines
    return run.lines[run.lines.index(prompt) + 1 :]


def after_each(typed: list[str], reply: str) -> list[str]:
    return [line for text in typed for line in (f"> {text}", reply)]


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_session_reads_as_written(path: Path) -> None:
    command, *session = path.read_text(encoding="utf-8").splitlines()
    prompt, program, *arguments = shlex.split(command)
    assert ["$", "cardkit"] == [prompt, program]
    typed = [line.removeprefix("> ") for line in session if line.startswith("> ")]
    run = cardkit(*arguments, typed=typed)
    assert session == run.lines
    assert ("", 0) == (run.err, run.code)


def test_every_transcript_is_found() -> None:
    assert "crazy8s-sample-session" in [path.stem for path in TRANSCRIPTS]
    assert 13 < len(TRANSCRIPTS)


def test_a_session_through_pipes_prints_the_same_lines() -> None:
    _, *session = (TESTS / "transcripts" / "crazy8s-sample-session.txt").read_text(encoding="utf-8").splitlines()
    typed = [line.removeprefix("> ") for line in session if line.startswith("> ")]
    run = cardkit_process("play", "crazy8s", typed="\n".join(typed).encode())
    assert [line for line in session if not line.startswith("> ")] == run.lines
    assert ("", 0) == (run.err, run.code)


@pytest.mark.parametrize(
    ("deck", "last_lines"),
    [
        ("decks/tied.txt", ["The game is a draw!", "The most played suit was Clubs"]),
        (
            "decks/round-and-round.txt",
            [
                "The game never ends: turn 20 would begin as turn 12 did, and so on for ever, in a cycle of 8 turns.",
                "The most played suit was Clubs",
            ],
        ),
        ("small", ["Player 0 wins!", "The most played suit was Hearts"]),
    ],
)
def test_a_quiet_game_tells_how_it_ended_and_no_more(deck: str, last_lines: list[str]) -> None:
    run = cardkit("play", "crazy8s", deck, *TWO_MACHINES, "--set", "hand_size=2", "--quiet")
    assert Run("".join(f"{line}\n" for line in last_lines), "", 0) == run


NOT_A_NUMBER = ["", " ", "+3", "-1", "3.0", "1_0", "²", "٣", "0", "000", "0x2", "1e1", "3 4", "three", "3,"]


def test_only_a_positive_number_of_players_is_accepted() -> None:
    run = cardkit("play", "crazy8s", "microDeck", typed=[*NOT_A_NUMBER, " 2 "])
    assert [*after_each(NOT_A_NUMBER, NO_NUMBER), ">  2 ", IS_AN_AI] == replies(run, HOW_MANY_PLAYERS)


class Replies:
    """A console at which these lines are typed."""

    is_typed_at = True

    def __init__(self, typed: list[str]) -> None:
        self.typed = typed
        self.told: list[str] = []

    def say(self, line: str, /) -> None:
        self.told.append(line)

    def ask(self, prompt: str = "", /) -> str:
        return self.typed.pop(0)


@pytest.mark.parametrize(
    ("size", "cards", "most"),
    [(None, 52, 51), ("7", 52, 7), ("usual", 52, 10), ("usual", 15, 2), ("usual", 14, 1), (None, 5000, 1000)],
)
def test_as_many_players_are_accepted_as_the_deck_has_cards_for(size: str | None, cards: int, most: int) -> None:
    console = Replies([str(most + 1), str(most), *"y" * most, "1"])
    options = {} if size is None else {"hand_size": size}
    setup = ask(Setup.of(load_game("crazy8s"), options=options, deck=(whole_deck() * 100)[:cards]), console)
    assert (("ai",) * most, f"Please enter a positive number up to {most}") == (setup.seats, console.told[1])


def test_only_a_positive_number_of_cards_is_accepted() -> None:
    run = cardkit("play", "crazy8s", "microDeck", *TWO_MACHINES, typed=[*NOT_A_NUMBER, "005"])
    expected = [*after_each(NOT_A_NUMBER, NO_NUMBER), "> 005", "The initial discard is 7 Hearts"]
    assert expected == replies(run, HOW_MANY_CARDS)[: len(expected)]


def test_only_a_small_y_or_n_is_accepted() -> None:
    bad = ["", " ", "Y", "N", "yes", "no", "y n", "yn", "1", "²"]
    run = cardkit("play", "crazy8s", "microDeck", typed=["2", *bad, " n ", "\ty"])
    assert [
        *after_each(bad, "Please enter y or n"),
        ">  n ",
        "Is player 1 an AI? (y/n)",
        "> \ty",
        HOW_MANY_CARDS,
    ] == replies(run, IS_AN_AI)


def test_only_a_card_of_the_hand_is_played() -> None:
    bad = ["", " ", "8", "Clubs", "8Clubs", "8 clubs", "Clubs 8", "8 Clubs now", "7 Clubs", "²", "[/]", "pass"]
    bad += ["draw", "Draw card", "draw  cards", "draw card 8 Clubs", "drawcard", "1", "9" * 5000]
    run = cardkit(
        "play", "crazy8s", "microDeck", *PERSON_AND_MACHINE, "--set", "hand_size=5", typed=[*bad, " 7\t Spades "]
    )
    expected = [
        *after_each(bad, "That's not a card you have. Try again."),
        ">  7\t Spades ",
        "Player 0 plays 7 Spades.",
    ]
    assert expected == replies(run, WHAT_TO_PLAY)[: len(expected)]


def test_a_card_of_the_hand_that_does_not_fit_is_not_played() -> None:
    run = cardkit(
        "play", "crazy8s", "microDeck", *PERSON_AND_MACHINE, "--set", "hand_size=5", typed=["4   Spades", "draw\tcard"]
    )
    expected = [
        "> 4   Spades",
        "You can't play that card. Try again.",
        "> draw\tcard",
        "Player 0 draws a card.",
    ]
    assert expected == replies(run, WHAT_TO_PLAY)[:4]


def test_only_a_suit_of_the_deck_is_declared() -> None:
    bad = ["", " ", "hearts", "Squares", "Diamonds", "Spades Hearts", "S", "8 Clubs", "²", "1", "draw card"]
    typed = ["8 Clubs", *bad, " Spades "]
    run = cardkit("play", "crazy8s", "microDeck", *PERSON_AND_MACHINE, "--set", "hand_size=5", typed=typed)
    expected = [
        *after_each(bad, "That's not a suit in this deck. Try again."),
        ">  Spades ",
        "Player 0 plays 8 Clubs and changes the suit to Spades.",
    ]
    assert expected == replies(run, WHICH_SUIT)[: len(expected)]


def test_letters_that_are_no_text_are_no_answer() -> None:
    run = cardkit_process("play", "crazy8s", "microDeck", typed=b"\xff\xfe\n\x00\n2\n")
    assert [HOW_MANY_PLAYERS, NO_NUMBER, NO_NUMBER, IS_AN_AI] == run.lines


SESSION = ["microDeck", "2", "n", "y", "5", "8 Clubs", "Spades"]


@pytest.mark.parametrize(
    ("answers", "prompt"),
    [
        (0, "Choose a file to load the deck from:"),
        (1, HOW_MANY_PLAYERS),
        (2, IS_AN_AI),
        (3, "Is player 1 an AI? (y/n)"),
        (4, HOW_MANY_CARDS),
        (5, WHAT_TO_PLAY),
        (6, WHICH_SUIT),
    ],
)
def test_the_end_of_the_input_at_a_prompt_ends_the_program(answers: int, prompt: str) -> None:
    run = cardkit("play", "crazy8s", typed=SESSION[:answers])
    assert prompt == run.lines[-1]
    assert (INPUT_ENDED, 1) == (run.err, run.code)


def test_only_a_game_of_chance_tells_a_seed_which_gives_the_same_game_again() -> None:
    arguments = ["play", "crazy8s", "microDeck", *TWO_MACHINES, "--set", "hand_size=5"]
    assert [] == [line for line in cardkit(*arguments).lines if "Seed" in line]
    arguments += ["--set", "shuffle=true", "--set", "reshuffle=shuffle"]
    first = cardkit(*arguments)
    [seed] = [line.removeprefix("Seed: ") for line in first.lines if line.startswith("Seed: ")]
    game = [line for line in first.lines if not line.startswith("Seed: ")]
    assert game == cardkit(*arguments, "--seed", seed).lines
