"""The commands of everybody who plays, each with one meaning, and which of them a typed word is."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Final

from cardkit.core.errors import shown
from cardkit.records.record import Refused

LONGEST_NAME = 24
LONGEST_TALK = 300

COMMANDS: Final = {
    "start": "begin the game; a machine plays where nobody sits yet",
    "undo": "take back your last choice",
    "redo": "play again what was taken back",
    "undo-practice": "take it back though you have seen cards since: the game is practice then",
    "agree": "let it be as somebody asks: something is taken back, or a machine plays for you",
    "disagree": "let nothing be taken back, and play yourself",
    "rename": "NAME: be called so from now on",
    "mark": "NAME: remember this point of the game",
    "back": "NAME: go back to a point that was marked",
    "hint": "what the machine would do",
    "rematch": "play again, with the seats turned",
    "stand-in": "let a machine play for ",
    "go": "or :go N: let a machine play for you, to the end or for N turns",
    "why": "ACTION: why it can't be done, or what it does",
    "talk": "TEXT: say something to everybody at the table",
    "legal": "all you can do",
    "where": "how it stands, in three sentences",
    "score": "what is counted: points, tricks, chips",
    "last": "the last trick, or else what happened last",
    "sort": "or :sort rank, :sort suit: the order of your hand",
    "cards": "LOOK: how cards look, such as letters or four-colour",
    "rules": "the rules and the options",
    "log": "what was told so far",
    "save": "FILE: keep the game in this file",
    "quit": "leave the game",
    "help": "these commands",
}
"""What each command does. Where it is typed it begins with a colon, and its beginning will do; a door offers those that
its table can carry out.
"""


LAST_LINES: Final = 8
"""How many lines are told again of a game that is taken up, or that somebody comes to."""
NOTHING_COUNTED: Final = "Nothing is counted yet."
NOTHING_TOLD: Final = "Nothing has happened yet."


def order_meant(word: str, *, is_by_rank: bool) -> str:
    """The order that somebody wants to see a hand in, the other one where it isn't said; raises Refused."""
    if not word:
        return "suit" if is_by_rank else "rank"
    found = [one for one in ("suit", "rank") if one.startswith(word.casefold().removesuffix("s"))]
    if not found:
        raise Refused(f"a hand is sorted by suit or by rank, and not by {shown(word)}")
    return found[0]


def turns_said(word: str) -> float:
    """For how many turns a machine is to play, all where it isn't said; raises Refused."""
    if not word:
        return inf
    if not (word.isascii() and word.isdecimal() and int(word[:18])):
        raise Refused("say for how many turns, such as :go 10, or :go alone for all of them")
    return int(word[:18])


def meant(word: str, known: Iterable[str]) -> str:
    """The command that a word without its colon is or begins; raises Refused where it is none, or could be several."""
    words = dict.fromkeys(known)
    found = [one for one in words if word and one.startswith(word.casefold())]
    if word.casefold() in found or len(found) == 1:
        return word.casefold() if word.casefold() in found else found[0]
    if found:
        raise Refused(f":{word} could be {' or '.join(f':{one}' for one in found)}; type more of it")
    if word.casefold() in COMMANDS:
        raise Refused(f":{word.casefold()} can't be done here; :help says what can")
    raise Refused(f"there is no command :{word}; :help lists them")
