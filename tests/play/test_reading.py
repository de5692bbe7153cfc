"""What people type at a keyboard: as much as tells what they mean, in every game, and what is said where it doesn't."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import ROOT, Run, at_terminal, cardkit
from terminals import Screen

CRAZY = ("play", "crazy8s", "standard52", "--seat", "human", "--seat", "ai", "--set", "hand_size=4")
DRAWS = "Player 0 draws a card."


def crazy(*typed: str, folder: Path = ROOT) -> Run:
    """Crazy 8s at a terminal; the hand is 4 Diamonds, 8 Clubs, 10 Hearts, 7 Hearts, and the pile K Hearts."""
    return at_terminal(*CRAZY, typed=[*typed, ":quit"], folder=folder, NO_COLOR="1")


MEANT = [
    *[(text, "Player 0 plays 7 Hearts.") for text in ("7h", "7 h", "7 hearts", "7 HEARTS", "play 7 Hearts", "7", "7♥")],
    *[(text, "Player 0 plays 10 Hearts.") for text in ("10 Heart", "10H", "10 ♥", "th", "ten of hearts", "p 10")],
    *[(text, DRAWS) for text in ("draw", "d", "Draw card", "draw card")],
    ("3", "You have no 3. Try again."),
    ("?", ":undo "),
    ("help", ":undo "),
    ("quit", "The game was not kept"),
    ("q", "The game was not kept"),
    ("9s", "You have no 9 Spades. Try again."),
    ("4d", "You can't play 4 Diamonds now: it is neither a heart nor a king."),
    (":und", "You have not done anything yet"),
    (":sa x", "The game is kept in x from now on."),
    (":h", ":h could be :hint or :help; type more of it."),
]


@pytest.mark.parametrize(("text", "expected"), MEANT)
def test_crazy_eights_takes_what_is_meant(text: str, expected: str, tmp_path: Path) -> None:
    run = crazy(text, folder=tmp_path)
    shown = run.out.split("> ")[1].partition("\n")[2]
    assert expected in shown
    assert 0 == run.code


@pytest.mark.parametrize("text", ["7h", "7 hearts", "10 Heart", "draw", "d", "Draw card", "3", "?", "help", "quit"])
def test_a_pipe_takes_the_documents_words_alone(text: str) -> None:
    run = cardkit(*CRAZY, typed=[text, ":quit"])
    place = run.lines.index(f"> {text}")
    assert "That's not a card you have. Try again." == run.lines[place + 1]


def test_the_suit_after_a_wild_card_is_asked_for_and_its_beginning_will_do() -> None:
    for typed in (["8", "s"], ["8c", "Spades"], ["8 Clubs", "♠"], ["8c s"], ["8 Clubs Spades"]):
        lines = crazy(*typed).lines
        assert "Player 0 plays 8 Clubs and changes the suit to Spades." in lines
        asked = [line for line in lines if line.startswith("What suit")]
        assert len(typed) == len(asked) + 1
        assert all(suit in line for line in asked for suit in ("Clubs", "Diamonds", "Hearts", "Spades"))


def test_a_half_typed_play_is_dropped_by_enter_and_by_undo_before_anything_else_is_taken_back() -> None:
    for dropped in ("", ":undo"):
        run = crazy("7h", "8c", dropped, "draw")
        assert "Taken back." not in run.lines
        assert DRAWS in run.lines
        assert 3 == sum(line.startswith("Your hand contains") for line in run.lines[: run.lines.index(DRAWS)])


def test_all_that_is_typed_in_a_session_is_in_the_history_and_tab_completes_what_is_legal() -> None:
    with Screen(*CRAZY) as screen:
        screen.wait_for("> ").type("7 H\t").wait_for("7 Hearts").type("\n").wait_for("Player 0 plays 7 Hearts.")
        screen.wait_for("> ").type("\x1b[A").wait_for("7 Hearts").type("\x15:qu\t").wait_for(":quit ").type("\n")
        assert 0 == screen.end()


def test_the_rules_at_the_prompt_are_those_in_force() -> None:
    run = cardkit(*CRAZY, "--set", "wild=Q", typed=[":rules"])
    assert "  wild=Q" in run.lines
    assert "An 8 can be played on anything" not in run.out
    assert "A wild card, as a rule an 8, goes on anything" in run.out
    assert any(line.startswith("In this game: hand_size=4") for line in run.lines)


# What can't be taken: what is said is of what was typed, in the table's notation, and true

HOUSE = ("play", "crazy8s", "--rules", "house", "--seed", "1")
"""The hand is Q Clubs, 6 Diamonds, Q Diamonds, K Spades, 7 Hearts, 8 Hearts, A Hearts, the pile 2 Clubs."""
PASSING = ("play", "hearts", "--players", "4", "--seed", "8378735681433596661")
OTHERS = ("--seat", "random", "--seat", "random", "--seat", "random")
SPADES = ("play", "spades", "--seed", "3", "--seat", "human", *OTHERS)
SEVEN = "You can't play 7 Hearts now: it is neither a club nor a 2."
EIGHT = "You have no 8 Spades; you can play 8 Hearts, naming spades. Try again."
CARD_ONE = "type turn up card 1, for example. Try again."
HEARTS = ("play", "docs/examples/hearts.py", "--seed", "3", "--seat", "human", *OTHERS[:4])
PASSES = "You pass 4♣, 5♣ and 8♣."
REFUSED = [
    *((HEARTS, [(text, PASSES)]) for text in ("8c,5c,4c", "pass 8♣ 4♣ 5♣", "p 4 of clubs, 5 of clubs, eight of clubs")),
    (
        HEARTS,
        [
            ("4c 5c 8c", PASSES),
            ("8h", "You have no 8♥. Try again."),
            ("4d", "You can't play 4♦ now: 2♣ was led, and you have 10♣. Try again."),
        ],
    ),
    (("play", "docs/examples/twenty_one.py"), [("2", "You stop.")]),
    (
        HOUSE,
        [
            ("qs", "You have no Q Spades. Try again."),
            ("k", "You can't play K Spades now: it is neither a club nor a 2."),
            ("9", "You have no 9. Try again."),
            *((text, SEVEN) for text in ("7h", "h7", "hearts 7", "7-h", "h-7")),
            *((text, EIGHT) for text in ("8 s", "8s")),
            ("xyzzy", "'xyzzy' is not understood; type Q Clubs, for example, or draw card. Try again."),
            ("1", "'1' is not understood, as nothing is numbered here; type Q Clubs, for"),
            ("undo", "You have not done anything yet."),
            ("hint", "The machine would play the queen of clubs."),
        ],
    ),
    *(
        (HOUSE, [(text, "You play the queen of clubs.")])
        for text in ("cq", "clubs queen", "q-c", "play qc!", "queen_of_clubs")
    ),
    (
        PASSING,
        [
            ("10s 9c 4c", "You have no 10♠. Try again."),
            ("qs as ks", "You have no K♠. Try again."),
            ("pass qs as", "Choose three cards to pass; you typed Q♠ A♠. Try again."),
            ("ah kh qs", "You have no A♥ and no K♥. Try again."),
            ("pass", "Choose three cards to pass. Try again."),
            ("qs qs as", "You typed Q♠ twice. Try again."),
            ("play qs", "You can't lead Q♠ now: 3 cards are passed on first. Try again."),
        ],
    ),
    (("play", "gin_rummy", "--seed", "1"), [("done", "You can't lay off no more now")]),
    (SPADES, [("4", "You bid 4 tricks."), ("kc", "You lead the king of clubs.")]),
    *(
        (SPADES, [(text, f"You bid {said}.")])
        for text, said in (("nil", "nil"), ("3 tricks", "3 tricks"), ("four", "4 tricks"))
    ),
    (
        SPADES,
        [
            ("play", "You can't play now: the bids come first. Try again."),
            ("xyzzy", "'xyzzy' is not understood; type bid 0 to 13. Try again."),
            ("3", "You bid 3 tricks."),
            ("kc qc", "You have no "),
            ("bid 4", "You can't bid 4 tricks now: all have bid. Try again."),
            ("play bob", "'play bob' is not understood; type lead "),
            ("333", "'333' is not understood; type "),
        ],
    ),
    (
        ("play", "hearts", "--seed", "4", "--seat", "human", *OTHERS),
        [
            ("ac qh ah", "You pass A♣, Q♥ and A♥."),
            ("2c", "You lead the 2 of clubs."),
            ("2", "You can't play 2♦ now: 8♠ was led, and you have K♠. Try again."),
        ],
    ),
    (("play", "tests/data/rummy_500.py", "--seed", "3"), [("8S 8C 8D", "You have no 8♠ and no 8♣ and no 8♦.")]),
    (("play", "cheat", "--seed", "1"), [("as", "You have no A♠. Try again.")]),
    (
        ("play", "gin_rummy", "--seed", "1"),
        [("take", "You take the 9 of spades from the discards."), ("TH", "You have no 10♥. Try again.")],
    ),
    (("play", "klondike", "--seed", "2"), [("ks", "You see no K♠. Try again."), ("k", "You see no king. Try again.")]),
    (
        ("play", "klondike", "--seed", "5"),
        [
            ("ad", "You move the ace of diamonds to its foundation."),
            ("draw", "You turn up K♥, 2♥ and 4♥."),
            ("10c 5", "You put the 10 of clubs on the jack of hearts."),
            ("9s", "You can't put 9♠ now, whatever the column. Try again."),
            ("q on k", "You put the queen of clubs on the king of diamonds."),
        ],
    ),
    (
        ("play", "golf", "--seed", "5"),
        [
            ("zz", f"'zz' is not understood; {CARD_ONE}"),
            ("99", f"You can't turn up card 99 now; {CARD_ONE}"),
            ("put 2", "You can't put "),
            ("two", "You turn up "),
            *(
                (f"turn up {again}", f"You can't turn up card {number} now; {CARD_ONE}")
                for again, number in (("card 2", 2), ("2", 2), ("77", 77))
            ),
            ("turn", "Which: turn up card 1, 3, 4, 5 or 6?"),
        ],
    ),
    (("play", "go_fish", "--seed", "3"), [("9 c", "You have no 9♣. Try again.")]),
]


@pytest.mark.parametrize(("command", "lines"), REFUSED, ids=str)
def test_what_is_answered_is_of_what_was_typed(command: tuple[str, ...], lines: list[tuple[str, str]]) -> None:
    run = at_terminal(*command, typed=[*(text for text, _ in lines), ":quit"], folder=ROOT, NO_COLOR="1")
    for text, answer in lines:
        place = run.lines.index(f"> {text}")
        assert run.lines[place + 1].startswith(answer)
