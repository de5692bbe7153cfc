"""Texts that stand in a line: what they may hold, how wide they are, numbers in words, and typed texts compared."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, TypeVar, cast

from pydantic import StringConstraints

A = TypeVar("A")

Word = Annotated[str, StringConstraints(strict=True, pattern=r"^(?:[\p{L}--\p{DI}][\p{M}--\p{DI}]*|\p{Nd})+$")]
"""A rank or a suit: letters of any script with their marks, and decimal digits, at least one, all to be seen."""

_UNFIT = {
    "control characters": r"\x00-\x08\x0a-\x1f\x7f-\x9f",
    "line-separating characters": r"\u2028\u2029",
    "bidirectional characters": r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069",
    "zero-width characters": r"\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065"
    r"\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff",
    "halves of characters": r"\ud800-\udfff",
}
"""What would not be seen, or would move what stands beside it: Unicode's Default_Ignorable_Code_Point and controls."""

_FIRST_UNFIT = re.compile("|".join(f"([{characters}])" for characters in _UNFIT.values()))
_ENDS = re.compile(r"[^\S ]+")
LONGEST = 200
"""So many columns a text from outside takes at most where it is shown."""
LONGEST_MESSAGE = 2000
"""So many a whole message takes that has such texts in it."""
_ENDLESS = 200_000
"""What comes after so many characters of a complaint, which no argument of a program has, isn't looked at."""
_LONG_WORD = re.compile(r"\S{101,}")
_PASSWORD = re.compile(r"(?<=//)([^\s/:@]*):[^\s/@]+@")
_PICTURED = re.compile("([♠♥♦♣♤♡♢♧])[\ufe0e\ufe0f]")
_LETTERS_OF_SUITS = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC")


def flaw(text: str) -> str:
    """What a text has in it that no text from a file, an option or a record may have; empty where there is nothing.

    A tab is a blank; no other control character may be there, and nothing that can't be seen, ends a line, or changes
    the direction in which it is read. Letters of any script are fine, with the marks that follow them.

    >>> flaw("Дама 王 पान"), flaw("A\\x1b[2J"), flaw("A\\u202eB")
    ('', 'control characters', 'bidirectional characters')
    """
    found = _FIRST_UNFIT.search(text)
    if found is not None:
        return list(_UNFIT)[(found.lastindex or 1) - 1]
    if not text.isascii():
        for before, character in zip(f" {text}", text, strict=False):
            if before.isspace() and unicodedata.category(character).startswith("M"):
                return "a mark without a letter before it"
    return ""


def safe(text: str, columns: int = LONGEST) -> str:
    """A text from outside as it is shown: a line of so many columns at most, and nothing in it that can't be seen.

    The password of a URL isn't shown.

    >>> safe("a\\x1b]0;b\\nc"), safe("王" * 200, 5), safe("tcp://ann:secret@x")
    ('a]0;b c', '王王…', 'tcp://ann:…@x')
    """
    begun = text[: 4 * columns]
    clean = _PASSWORD.sub(r"\1:…@", _FIRST_UNFIT.sub("", _ENDS.sub(" ", begun)))
    if not clean.isascii():
        while clean and unicodedata.category(clean[0]).startswith("M"):
            clean = clean[1:]
    if len(begun) == len(text) and width(clean) <= columns:
        return clean
    return cut(clean, columns - 1) + "…"


def complaint(text: str, columns: int = LONGEST_MESSAGE) -> str:
    """A sentence about something from outside as it is told: a line of so many columns at most.

    Where it is longer than a text from outside may be, words that are long are shortened in their middle; where
    something was shortened, it is no longer than such a text.

    >>> complaint("there is no " + "x" * 500) == "there is no " + "x" * 20 + "…" + "x" * 20
    True
    """
    line = safe(spelled(text[:_ENDLESS]), 2 * _ENDLESS)
    if width(line) > LONGEST:
        line = _LONG_WORD.sub(lambda found: f"{cut(found[0], 20)}…{safe(found[0][-20:], 20)}", line)
    return safe(line, min(columns, LONGEST) if "…" in line else columns)


def fit(text: str, what: str = "a name", longest: int = LONGEST) -> str:
    """A text that somebody wrote, such as a name, with single blanks; raises ValueError where it can't stand in a line.

    >>> fit("  Ann   Bo ")
    'Ann Bo'
    """
    if unfit := flaw(text.strip()):
        raise ValueError(f"{what} can't hold {unfit}")
    words = spelled(text)
    if not words:
        raise ValueError(f"{what} has nothing but blanks")
    if len(words) > longest:
        raise ValueError(f"{what} has at most {longest} characters")
    return words


def lettered(text: str) -> str:
    """A card as it may be copied from a page, with a letter for the sign of its suit.

    >>> lettered("7♥\ufe0f")
    '7H'
    """
    return text if text.isascii() else unpictured(text).translate(_LETTERS_OF_SUITS)


def unpictured(text: str) -> str:
    """A text in which signs of suits are as they are, and none is told to be drawn as a picture."""
    return text if text.isascii() else _PICTURED.sub(r"\1", text)


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a value of JSON: itself, those in a list, the keys and the values of an object."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, part in cast(Mapping[Any, Any], value).items():
            yield from texts_in(key)
            yield from texts_in(part)
    elif isinstance(value, Sequence):
        for part in cast(Sequence[Any], value):
            yield from texts_in(part)


def width(text: str) -> int:
    """How many columns of a terminal a text takes: two for a wide character of East Asia, none for a mark.

    >>> width("Ann"), width("王"), width("पान")
    (3, 2, 2)
    """
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def padded(text: str, columns: int, *, right: bool = False) -> str:
    """A text with blanks after it, or before it where it stands to the right, so that it takes so many columns."""
    blanks = " " * (columns - width(text))
    return blanks + text if right else text + blanks


def cut(text: str, columns: int) -> str:
    """As much of the beginning of a text as so many columns hold; no letter loses its marks.

    >>> cut("王さん", 5), cut("e\\u0301e\\u0301", 1) == "e\\u0301"
    ('王さ', True)
    """
    if text.isascii():
        return text[:columns]
    return text[: bisect_right(range(len(text) + 1), columns, key=lambda end: width(text[:end])) - 1]


def wrapped(text: str, columns: int, indent: str = "") -> list[str]:
    """The lines of a text, broken between words, each with its indent in so many columns; longer words are cut."""
    lines = [""]
    for word in text.split():
        rest = word
        if lines[-1] and width(f"{indent}{lines[-1]} {rest}") > columns:
            lines.append("")
        while width(indent + rest) > columns:
            lines[-1] = cut(rest, columns - width(indent)) or rest[0]
            rest = rest[len(lines[-1]) :]
            lines.append("")
        lines[-1] = f"{lines[-1]} {rest}" if lines[-1] else rest
    return [indent + line for line in lines if line]


def sentence(said: object) -> str:
    """What is said without its end, as a sentence; a name that it begins with stays as it is.

    >>> sentence("you have not done anything yet"), sentence("deck.txt is there already")
    ('You have not done anything yet.', 'deck.txt is there already.')
    """
    text = f"{said}."
    return f"{text[0].upper()}{text[1:]}" if text.split()[0].isalpha() else text


def counted(number: int, word: str) -> str:
    """A number of things in words.

    >>> counted(1, "round"), counted(3, "card")
    ('1 round', '3 cards')
    """
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def there_are(number: int, word: str) -> str:
    """That there are so many things.

    >>> there_are(1, "name"), there_are(0, "name")
    ('there is 1 name', 'there are 0 names')
    """
    return f"there {'is' if number == 1 else 'are'} {counted(number, word)}"


def titled(name: str) -> str:
    """What a game of that name is called as a heading.

    >>> titled("gin_rummy"), titled("go-fish")
    ('Gin Rummy', 'Go Fish')
    """
    return " ".join(word[:1].upper() + word[1:] for word in name.replace("_", "-").split("-"))


def listed(words: Sequence[str]) -> str:
    """Words joined as in a sentence.

    >>> listed(["Ann", "Bob", "Cem"])
    'Ann, Bob and Cem'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def spelled(text: str) -> str:
    """A text with single blanks, as notation has it."""
    return " ".join(text.split())


def tidy(text: str) -> str:
    """A typed text as it is compared with notation: single blanks, no difference between capitals and small letters,
    nor between a letter with its marks and the same as one character.
    """
    return unicodedata.normalize("NFC", spelled(text).casefold())


def alike(text: str, actions: Iterable[A]) -> list[A]:
    """The action whose notation is spelled as the text is; where there is none, all that it is like when tidy."""
    tidied, exact = tidy(text), spelled(text)
    found = [action for action in actions if tidy(str(action)) == tidied]
    return [action for action in found if spelled(str(action)) == exact][:1] or found
