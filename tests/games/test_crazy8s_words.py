"""Crazy 8s in words: every prompt's bad answers, ends of input, a seed that nobody gave."""

from __future__ import annotations

import pytest
from helpers import INPUT_ENDED, cardkit, cardkit_process

from cardkit import Setup
from cardkit.plugins.registry import load_game
from cardkit_crazy8s.deck_files import whole_deck
from cardkit_crazy8s.words import ask

NO_NUMBER = ["", " ", "+3", "-1", "3.0", "1_0", "²", "٣", "0", "000", "0x2", "1e1", "3 4", "three", "3,"]
NO_LETTER = ["", " ", "Y", "N", "yes", "no", "y n", "yn", "1", "²"]
NO_CARD = ["", " ", "8", "Clubs", "8Clubs", "8 clubs", "Clubs 8", "8 Clubs now", "7 Clubs", "²", "[/]", "pass", "draw"]
NO_CARD += ["Draw card", "draw  cards", "draw card 8 Clubs", "drawcard", "1", "9" * 5000]
NO_SUIT = ["", " ", "hearts", "Squares", "Diamonds", "Spades Hearts", "S", "8 Clubs", "²", "1", "draw card"]
NUMBER, LETTER = "Please enter a positive number", "Please enter y or n"
CARD, FITS = "That's not a card you have. Try again.", "You can't play that card. Try again."
SUIT = "That's not a suit in this deck. Try again."
PLAY = 'What would you like to play? (enter "draw card" to draw a card)'
SESSION: list[tuple[str, list[str], str, str]] = [
    ("Choose a file to load the deck from:", [], "", "microDeck"),
    ("Enter number of players:", NO_NUMBER, NUMBER, " 2 "),
    ("Is player 0 an AI? (y/n)", NO_LETTER, LETTER, " n "),
    ("Is player 1 an AI? (y/n)", NO_LETTER, LETTER, "\ty"),
    ("How many cards should each player start with?", NO_NUMBER, NUMBER, "005"),
    (PLAY, NO_CARD, CARD, "8\t Clubs "),
    ("What suit would you like to declare?", NO_SUIT, SUIT, " Spades "),
    ("Player 0 plays 8 Clubs and changes the suit to Spades.", [], "", ""),
]
"""The prompts one after the other, what is no answer to each, what is said of it, and an answer."""


@pytest.mark.parametrize("number", range(1, len(SESSION) - 1))
def test_nothing_else_than_what_is_asked_for_is_accepted(number: int) -> None:
    prompt, bad, said, good = SESSION[number]
    answers = [answer for *_, answer in SESSION[:number]]
    run = cardkit("play", "crazy8s", typed=[*answers, *bad, good])
    assert prompt in run.lines
    shown = run.lines[run.lines.index(prompt) + 1 :]
    expected = [*(line for text in bad for line in (f"> {text}", said)), f"> {good}"]
    assert expected == shown[: len(expected)]
    assert SESSION[number + 1][0] in shown[len(expected) :]


def test_a_card_of_the_hand_that_does_not_fit_is_not_played() -> None:
    seats = ["--seat", "human", "--seat", "ai", "--set", "hand_size=5"]
    run = cardkit("play", "crazy8s", "microDeck", *seats, typed=["4   Spades", "draw\tcard"])
    shown = run.lines[run.lines.index(PLAY) + 1 :]
    assert ["> 4   Spades", FITS, "> draw\tcard", "Player 0 draws a card."] == shown[:4]


def test_letters_that_are_no_text_are_no_answer() -> None:
    run = cardkit_process("play", "crazy8s", "microDeck", typed=b"\xff\xfe\n\x00\n2\n")
    assert [SESSION[1][0], NUMBER, NUMBER, SESSION[2][0]] == run.lines


@pytest.mark.parametrize("number", range(len(SESSION) - 1))
def test_the_end_of_the_input_at_a_prompt_ends_the_program(number: int) -> None:
    run = cardkit("play", "crazy8s", typed=[answer for *_, answer in SESSION[:number]])
    assert (SESSION[number][0], INPUT_ENDED, 1) == (run.lines[-1], run.err, run.code)


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
    assert (("ai",) * most, f"{NUMBER} up to {most}") == (setup.seats, console.told[1])


def test_only_a_game_of_chance_tells_a_seed_which_gives_the_same_game_again() -> None:
    arguments = ["play", "crazy8s", "microDeck", "--seat", "ai", "--seat", "ai", "--set", "hand_size=5"]
    assert [] == [line for line in cardkit(*arguments).lines if "Seed" in line]
    arguments += ["--set", "shuffle=true", "--set", "reshuffle=shuffle"]
    first = cardkit(*arguments)
    [seed] = [line.removeprefix("Seed: ") for line in first.lines if line.startswith("Seed: ")]
    game = [line for line in first.lines if not line.startswith("Seed: ")]
    assert game == cardkit(*arguments, "--seed", seed).lines
