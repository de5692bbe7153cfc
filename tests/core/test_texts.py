"""Texts that stand in a line: what they may hold, how wide they are, how they are wrapped, numbers in words."""

from __future__ import annotations

import re
import sys
import time
import unicodedata
from pathlib import Path

import pytest
from helpers import ROOT
from hypothesis import given
from hypothesis import strategies as st

from cardkit import Card, counted, flaw, read_deck
from cardkit.cli import app
from cardkit.core.errors import BadOption, CannotWrite, CardkitError, UnknownName, shown
from cardkit.core.texts import cut, padded, safe, texts_in, width, wrapped
from cardkit.plugins.deck_files import shipped
from cardkit.plugins.registry import load_game
from cardkit.records.record import cards_of, read_record

SCRIPTS = ["Ann", "Дама", "王さん", "पान", "ईंट", "שָׁלוֹם", "عليّ", "நண்பர்", "ไพ่", "한국", "e\u0301", "Ōkubo", "Ñandú"]


@pytest.mark.parametrize("text", ["", " ", "A\tB", "7C", "[/]", "Ann  Lee", "½ ♥ €", "a\u00a0b", "🂡", *SCRIPTS])
def test_letters_of_any_script_with_their_marks_signs_and_blanks_are_fine(text: str) -> None:
    assert "" == flaw(text)


@pytest.mark.parametrize(
    ("kind", "characters"),
    [
        ("control characters", "\x00 \x07 \n \x0b \x0c \r \x1b \x1c \x7f \x85 \x9b"),
        ("line-separating characters", "\u2028 \u2029"),
        ("bidirectional characters", "\u061c \u200e \u200f \u202a \u202d \u202e \u2066 \u2069"),
        (
            "zero-width characters",
            "\xad \u034f \u115f \u200b \u200c \u200d \u2060 \u3164 \ufe0f \ufeff \U000e0061 \U000e0101",
        ),
        ("halves of characters", "\ud800 \udcff"),
    ],
)
def test_what_can_not_be_seen_or_moves_the_rest_is_named_wherever_it_stands(kind: str, characters: str) -> None:
    for character in characters.split(" "):
        for text in (character, f"{character}Ann", f"An{character}n", f"Ann{character}"):
            assert kind == flaw(text), ascii(text)
    for text in ("\u0301", "\u0301a", "Ann \u0301", "a\t\u093e"):
        assert "a mark without a letter before it" == flaw(text)


def test_every_character_that_ends_a_line_or_formats_one_is_refused() -> None:
    seen = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
    hidden = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    for number in range(sys.maxunicode + 1):
        character = chr(number)
        if unicodedata.category(character) in hidden and character not in seen and not 0x13430 <= number <= 0x1343F:
            assert flaw(character) or character == "\t", hex(number)
        if number % 13 == 0 and flaw(f"a{character}b"):
            assert not unicodedata.category(character).startswith(("N", "P", "S", "Z")) or character in "\u2028\u2029"
    assert all(flaw(f"a{end}b") for end in "\n\x0b\x0c\r\x1c\x1d\x1e\x85\u2028\u2029")


def test_the_texts_in_a_value_are_those_of_all_its_parts() -> None:
    assert ["a", "b", "c", "d", "e"] == list(texts_in({"a": ["b", 1, None, {"c": "d"}], "e": True}))


@pytest.mark.parametrize("word", [*SCRIPTS, "२", "पान1", "a\u0301\u0323", "क्ष"])
def test_a_rank_and_a_suit_may_have_marks_that_follow_their_letters(word: str) -> None:
    assert (word, word) == (Card(word, word).rank, Card(word, word).suit)
    assert Card(word, word) is Card.read(f"{word} {word}")


WIDE = {"": 0, "Ann": 3, "王さん": 6, "한국": 4, "ｱ": 1, "पान": 2, "ईंट": 2, "e\u0301": 1, "שָׁלוֹם": 4, "♥": 1}


def test_a_wide_character_has_two_columns_and_a_mark_none_and_a_padded_text_has_so_many() -> None:
    assert WIDE == {text: width(text) for text in WIDE}
    for text in ["", *SCRIPTS]:
        for right in (False, True):
            assert (9, text) == (width(padded(text, 9, right=right)), padded(text, 0, right=right))
        assert (padded(text, 9).rstrip(), padded(text, 9, right=True).lstrip()) == (text, text)


@given(text=st.text(st.sampled_from("a 王e\u0301पा"), max_size=12), columns=st.integers(0, 12))
def test_a_cut_text_is_the_longest_beginning_that_fits(text: str, columns: int) -> None:
    beginnings = [text[:end] for end in range(len(text) + 1)]
    assert max((part for part in beginnings if width(part) <= columns), key=len) == cut(text, columns)


@given(text=st.text(st.sampled_from("ab 王e\u0301पा"), max_size=40), columns=st.integers(4, 12))
def test_a_wrapped_text_keeps_its_letters_in_lines_that_fit(text: str, columns: int) -> None:
    lines = wrapped(text, columns, "  ")
    assert "".join(text.split()) == "".join("".join(lines).split())
    assert all(line.startswith("  ") and width(line) <= columns for line in lines)


def test_a_text_is_wrapped_between_words_by_its_columns() -> None:
    assert ["王さん is", "here"] == wrapped("王さん is here", 9)
    assert ["पान पान पान", "पान"] == wrapped("पान पान पान पान", 8)
    assert ["abcd", "ef g"] == wrapped("abcdef g", 4)
    assert [] == wrapped("  ", 9)
    assert ["0 seats", "1 seat", "2 seats"] == [counted(number, "seat") for number in range(3)]


NASTY = ["\x1b]0;t\x07", "\x9b2J", "\u202e", "\u200b", "\ufe0f", "\r\n", "\x00", "\ud800", "\u2028", "\xad", "\u3164"]


CHARACTERS = st.integers(0, sys.maxunicode).map(chr) | st.integers(32, 1000).map(chr)


@given(st.lists(st.sampled_from(NASTY) | CHARACTERS).map("".join), st.integers(1, 300))
def test_whatever_comes_from_outside_is_a_short_line_of_what_can_be_seen(text: str, columns: int) -> None:
    shown = safe(text, columns)
    assert len(shown.splitlines()) <= 1
    assert width(shown) <= columns
    assert not any(sign in shown for sign in NASTY[1:5] + NASTY[6:])
    assert not any(unicodedata.category(sign) == "Cc" for sign in shown)
    if flaw(text) == "" and width(text) <= columns and "\t" not in text:
        assert shown == re.sub(r"[^\S ]", " ", text)


@pytest.mark.parametrize("sign", ["x", "王", "e\u0301", "\u0301", "\x1b", "\u200b", " ", "\n"])
def test_a_long_text_is_cut_in_a_time_that_does_not_grow_with_it(sign: str) -> None:
    start = time.process_time()
    for columns in (60, 2000):
        assert width(safe(sign * 5_000_000, columns)) <= columns
        assert len(shown(sign * 5_000_000)) <= 80
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    "error",
    [
        UnknownName("game", NASTY[0] * 9999, ["\x1b[2J" * 9999] * 99),
        BadOption("war", "\x1b[31m", 10**5000, "x"),
        CannotWrite(Path("\u202e\x1b[2J"), "x"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_message_is_a_line_that_moves_nothing(error: CardkitError, capsys: pytest.CaptureFixture[str]) -> None:
    app._complain(str(error), 1)
    said = capsys.readouterr().err
    assert 1 == said.count("\n")
    assert "" == flaw(said.strip())
    assert width(said.strip()) <= 200


@pytest.mark.parametrize("sign", "♥♡")
@pytest.mark.parametrize("picture", ["", "\ufe0f", "\ufe0e"])
def test_a_card_copied_from_a_page_is_that_card(sign: str, picture: str) -> None:
    assert Card("7", "H") is Card.read(f"7{sign}{picture}") is Card.read(f"7 {sign}{picture}")
    assert [Card("7", "H"), Card("8", "S")] == cards_of(f"8♠{picture}, 7{sign}{picture}")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_powershell_writes_is_read(encoding: str, end: str, tmp_path: Path) -> None:
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")

    def rewritten(path: Path) -> Path:
        there = tmp_path / path.name
        text = path.read_text(encoding="utf-8").replace("\n", end)
        there.write_bytes(mark + text.encode(encoding))
        return there

    record = ROOT / "tests" / "records" / "v1" / "crazy8s.json"
    assert read_record(record) == read_record(rewritten(record))
    for deck, read in ((shipped()["standard52"], read_deck), (shipped()["full-war"], load_game("war").read_deck)):
        assert read(deck) == read(rewritten(deck))
