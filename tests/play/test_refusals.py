"""What is said of a line that can't be taken: of what was typed, in the table's notation, and true."""

from __future__ import annotations

import pytest
from helpers import ROOT, at_terminal

HOUSE = ("play", "crazy8s", "--rules", "house", "--seed", "1")
"""The hand is Q Clubs, 6 Diamonds, Q Diamonds, K Spades, 7 Hearts, 8 Hearts, A Hearts, the pile 2 Clubs."""
PASSING = ("play", "hearts", "--players", "4", "--seed", "8378735681433596661")
OTHERS = ("--seat", "random", "--seat", "random", "--seat", "random")
SPADES = ("play", "spades", "--seed", "3", "--seat", "human", *OTHERS)
SEVEN = "You can't play 7 Hearts now: it is neither a club nor a 2."
EIGHT = "You have no 8 Spades; you can play 8 Hearts, naming spades. Try again."
CARD_ONE = "type turn up card 1, for example. Try again."
REFUSED = [
    (
        HOUSE,
        [
            ("qs", "You have no Q Spades. Try again."),
            ("k", "You can't play K Spades now: it is neither a club nor a 2."),
            ("9", "You have no 9. Try again."),
            *((text, SEVEN) for text in ("7h", "h7", "hearts 7", "7-h", "h-7")),
            *((text, EIGHT) for text in ("8 s", "8s")),
            ("xyzzy", "'xyzzy' is not understood; type Q Clubs, for example, or draw card. Try again."),
            (
                "1",
                "'1' is not understood, as nothing is numbered here; type Q Clubs, for",
            ),
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
