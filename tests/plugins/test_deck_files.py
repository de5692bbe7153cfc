"""Deck files: what is read, what is refused and where, which file a name means, and writing one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from helpers import WINDOWS
from hypothesis import given
from hypothesis import strategies as st

import cardkit_crazy8s
import cardkit_war
from cardkit import Card, CardkitError, DeckFile, DeckFileError, cards, deck_text, flaw, read_deck
from cardkit.core.texts import safe
from cardkit.plugins.deck_files import find, shipped

LETTERS = st.characters(categories=["L", "Nd"]).filter(lambda letter: not flaw(letter))
WORDS = st.text(alphabet=LETTERS, min_size=1, max_size=5)
CARDS = st.lists(st.builds(Card, WORDS, WORDS), min_size=1, max_size=12)

BOM = "\ufeff"
LONG = "Hearts Spades\n7 8 K\n8 Spades\nK Hearts\n7 Hearts\n"
WAR = "Ann\nBen\n7C\nTH\nAS\n"

READERS = [read_deck, cardkit_crazy8s.read_deck, cardkit_war.read_deck]
A_CARD = "a card is one rank and one suit"
A_WAR_CARD = "a card is a rank (2 to 9, T or 10, J, Q, K, A) and a suit (H, C, D, S), such as 7C, one card a line"

ALIKE = [
    *(LONG.removesuffix("\n"), LONG.replace("\n", "\r\n"), LONG.replace("\n", "\r\n", 2), LONG.replace("\n", "  \n")),
    *(BOM + LONG, BOM + LONG.replace("\n", "\r\n"), LONG.replace(" ", " \t "), LONG.replace("\n", "\t\r\n")),
    "".join(f"  {line}\n" for line in LONG.splitlines()),
]

Read = Callable[[Path], DeckFile]
Write = Callable[[str | bytes], Path]


@pytest.fixture
def file(tmp_path: Path) -> Write:
    """Writes a deck file and says where it is."""

    def write(content: str | bytes) -> Path:
        path = tmp_path / "deck.txt"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def refusal(read: Read, path: Path) -> tuple[int | None, str | None, str]:
    """Where and why a file is refused; what every refusal has in common is looked at on the way."""
    with pytest.raises(DeckFileError) as refused:
        read(path)
    error = refused.value
    assert isinstance(error, RuntimeError)
    assert isinstance(error, CardkitError)
    place = f"{safe(str(path))}: " if error.line is None else f"{safe(str(path))}, line {error.line}: "
    assert str(error).startswith(place)
    assert str(error).endswith(error.reason)
    assert (path, 1) == (error.path, len(str(error).splitlines()))
    return error.line, error.value, error.reason


# cardkit's own format


def test_a_deck_file_lists_suits_and_ranks_and_then_the_cards_from_the_top(file: Write) -> None:
    read = read_deck(file(LONG))
    assert tuple(cards("8 Spades, K Hearts, 7 Hearts")) == read.cards
    assert (("Hearts", "Spades"), ("7", "8", "K"), ()) == (read.suits, read.ranks, read.names)


def test_blanks_line_ends_and_a_byte_order_mark_make_no_difference(file: Write) -> None:
    read = read_deck(file(LONG))
    for content in ALIKE:
        assert read == read_deck(file(content)) == cardkit_crazy8s.read_deck(file(content))


def test_cards_may_come_twice_or_never_and_words_may_be_of_any_script(file: Write) -> None:
    for content, expected in (
        ("H\n8\n8 H\n8 H\n", [Card("8", "H"), Card("8", "H")]),
        ("H S D\n2 8\n8 H\n", [Card("8", "H")]),
        ("Hearts Hearts\n8 8\n8 Hearts\n", [Card("8", "Hearts")]),
        ("é Ñ\n8\n8 é\n", [Card("8", "é")]),
        ("王 Дама\n8 ٣\n٣ 王\n8 Дама\n", [Card("٣", "王"), Card("8", "Дама")]),
    ):
        assert tuple(expected) == read_deck(file(content)).cards == cardkit_crazy8s.read_deck(file(content)).cards


SUIT, RANK = (f"a {word} is made of letters and digits, at least one" for word in ("suit", "rank"))
NO_LINE = "a line can't hold {} characters"
CONTROLS, LINES, BIDI = (NO_LINE.format(kind) for kind in ("control", "line-separating", "bidirectional"))
OWN_FORMAT_REFUSED = [
    *((content, 1, None, "the list of suits is missing") for content in ("", " \t \n8\n8 H\n", "\nH\n8\n8 H\n")),
    *((content, 2, None, "the list of ranks is missing") for content in ("H", "H\n", "H\n\n8\n8 H\n")),
    *((content, None, None, "there are no cards after the suits and the ranks") for content in ("H\n8\n", "H\n8")),
    *((f"H\n8\n8 H\n{end}", 4, end.splitlines()[0], A_CARD) for end in ("\n8 H\n", "\n", "   \n", "\r\n")),
    *((f"H\n8\n{card}\n", 3, card, A_CARD) for card in ("", "8", "8H", "8 H H")),
    *((f"H\n8\n{card}\n", 3, card, CONTROLS) for card in ("8 H\r8 H", "8 \x00", "8\x0bH")),
    ("H\n8\n8 H\n9 H\n", 4, "9", "the rank is not one of 8"),
    ("H S\n7 8\nH 8\n", 3, "H", "the rank is not one of 7 8"),
    *((f"H\n8\n8 {suit}\n", 3, suit, "the suit is not one of H") for suit in ("S", "h", "e\u0301")),
    *((f"{suits}\n8\n8 H\n", 1, suits.split()[-1], SUIT) for suits in ("H ♥", "H-S")),
    *((f"H\n8 {rank}\n8 H\n", 2, rank, RANK) for rank in ("²", "1_0")),
    ("H\n8\n8. H\n", 3, "8.", RANK),
    ("H\n8\n8 8\u0301\n", 3, "8\u0301", SUIT),
    ("H\n8\n8\u2028H\n", 3, "8\u2028H", LINES),
    ("H\n8\n8 \ufeffH\n", 3, "8 \ufeffH", NO_LINE.format("zero-width")),
    ("H\u202e\n8\n8 H\n", 1, "H\u202e", BIDI),
    ("H\n8 \u0301\n8 H\n", 2, "8 \u0301", "a line can't hold a mark without a letter before it"),
]


# War's format


def test_a_deck_file_of_war_has_two_names_and_then_the_cards_in_the_order_of_dealing(file: Write) -> None:
    read = cardkit_war.read_deck(file(WAR))
    assert (("Ann", "Ben"), tuple(cards("7C TH AS"))) == (read.names, read.cards)


def test_a_deck_of_war_is_read_generously(file: Write) -> None:
    read = cardkit_war.read_deck(file(WAR))
    for content in (
        *(WAR.removesuffix("\n"), WAR.replace("\n", "\r\n"), BOM + WAR, BOM + WAR.replace("\n", "\r\n")),
        *(WAR.replace("TH", "10H"), "Ann\nBen\n7c\nth\nas\n", "Ann\nBen\n7♣\n10♥\na♠\n"),
        *("Ann\nBen\n  7C\nTH\t\n \tAS  \n", "Ann\nBen\n\n7C\n\n   \nTH\n\t\nAS\n\n\n", "  Ann \nBen\t\n7C\nTH\nAS\n"),
    ):
        assert read == cardkit_war.read_deck(file(content)), repr(content)


def test_a_name_is_a_whole_line_and_any_number_of_cards_is_a_deck_of_war(file: Write) -> None:
    for name in ("Ann  de  la  Cruz", "7C", "[red]", "Дама 王", "पान", "A\tB", "a" * 500):
        assert (name, "Ben") == cardkit_war.read_deck(file(f"{name}\nBen\n7C\n")).names
        assert ("Ben", name) == cardkit_war.read_deck(file(f"Ben\n{name}\n7C\n")).names
    for text in ("7C", "7C 7C 7C", " ".join(["7C"] * 60)):
        content = "\n".join(["Ann", "Ben", *text.split()])
        assert tuple(cards(text)) == cardkit_war.read_deck(file(content)).cards


FIRST, SECOND = (f"the name of the {which} player is missing" for which in ("first", "second"))
NO_CARDS = ["Cem", "11H", "010H", "0H", "7X", "7", "H", "♥", "H7", "7C,", "7CC", "77C", "²H", "٣H", "7\u017f", "??"]
WAR_REFUSED = [
    *((content, 1, None, FIRST) for content in ("", "\nBen\n7C\n", " \t\nBen\n7C\n")),
    *((content, 2, None, SECOND) for content in ("Ann", "Ann\n", "Ann\n\nBen\n7C\n")),
    ("Ann\x1b[31m\nBen\n7C\n", 1, "Ann\x1b[31m", CONTROLS),
    ("Ann\nBen\rCem\n7C\n", 2, "Ben\rCem", CONTROLS),
    ("Ann\u2028\nBen\n7C\n", 1, "Ann\u2028", LINES),
    ("Ann\nB\u202een\n7C\n", 2, "B\u202een", BIDI),
    *((content, None, None, "there are no cards after the two names") for content in ("Ann\nBen", "Ann\nBen\n\n  \n")),
    ("Ann\nBen\n7C\n\nXH\n", 5, "XH", A_WAR_CARD),
    *((f"Ann\nBen\n{card}\n", 3, card, A_WAR_CARD) for card in (*NO_CARDS, "7 C", "7C 8C")),
    ("Ann\nBen\n7C\r8C\n", 3, "7C\r8C", CONTROLS),
    ("Ann\nBen\n7C \ufeff\n", 3, "7C \ufeff", NO_LINE.format("zero-width")),
]


def test_what_does_not_match_its_format_is_refused_with_its_place(file: Write) -> None:
    for reader, refused in (
        (read_deck, OWN_FORMAT_REFUSED),
        (
            cardkit_crazy8s.read_deck,
            [*OWN_FORMAT_REFUSED, ("H S\n7 9 88\n7 H\n", 2, "7 9 88", "8 has to be one of the ranks")],
        ),
        (cardkit_war.read_deck, WAR_REFUSED),
    ):
        for content, *told in refused:
            assert tuple(told) == refusal(reader, file(content)), repr(content)


@pytest.mark.parametrize("reader", READERS)
def test_what_is_no_text_or_can_not_be_opened_is_refused(file: Write, reader: Read) -> None:
    for content, line in (
        (b"Hearts\n8\n8 Hea\xffrts\n", 3),
        (b"\xff\n8\n", 1),
        (b"H\n8\n8 H\n\x80", 4),
        (b"\xef\xbb\xbfH\n\xff8\n", 2),
        (b"\xff\xfeA\x00\n", 1),
        ("Ann\nMüller\n7C\n".encode("latin-1"), 2),
    ):
        assert (line, None, "the text is not UTF-8") == refusal(reader, file(content))
    posix = (("deck.txt/deck.txt", "Not a directory"), (".", "Is a directory"), ("x" * 300, "File name too long"))
    missing = [("nowhere/deck.txt", "No such file or directory"), ("nu\x00l", "embedded null byte")]
    for name, reason in (*missing, *(() if WINDOWS else posix)):
        path = file(LONG).parent / name
        assert (None, None, f"the file can't be read: {reason}") == refusal(reader, path)


# Which file is meant


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which somebody sits."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("files", "name", "expected"),
    [
        ("mine.txt", "mine.txt", "mine.txt"),
        ("mine.txt", "mine", "mine.txt"),
        ("mine mine.txt", "mine", "mine"),
        ("mine.txt.txt", "mine.txt", "mine.txt.txt"),
        ("deep/er/mine.txt", "deep/er/mine", "deep/er/mine.txt"),
        ("first-war.txt", "first-war", "first-war.txt"),
        ("decks/first-war.txt", "decks/first-war", "decks/first-war.txt"),
        ("with\u00a0blanks.txt", "with\u00a0blanks", "with\u00a0blanks.txt"),
    ],
)
def test_a_file_of_ones_own_comes_first_with_or_without_its_ending(
    folder: Path, files: str, name: str, expected: str
) -> None:
    for each in files.split(" "):
        (folder / each).parent.mkdir(parents=True, exist_ok=True)
        (folder / each).write_text(LONG)
    assert Path(expected) == find(name)
    assert folder / expected == find(str(folder / name))


def test_a_deck_that_ships_is_found_from_anywhere_and_what_is_not_there_is_refused_in_reading(folder: Path) -> None:
    for name in ("first-war", "first-war.txt", "decks/first-war", "decks/first-war.txt"):
        assert shipped()["first-war"] == find(name)
    for name in ("nowhere", "nowhere/first-war", "/first-war", "", ".", "..", "x" * 300, "a\x00b"):
        assert Path(name) == find(name)
        refusal(read_deck, find(name))
    (folder / "first-war").mkdir()
    assert Path("first-war") == find("first-war"), "a folder of this name is that folder"


@given(pack=CARDS)
def test_what_is_written_is_read_again_and_never_changes(
    tmp_path_factory: pytest.TempPathFactory, pack: list[Card]
) -> None:
    path = tmp_path_factory.getbasetemp() / "deck.txt"
    path.write_text(deck_text(pack), encoding="utf-8")
    read: Any = read_deck(path)
    assert tuple(pack) == read.cards
    assert tuple(dict.fromkeys(card.suit for card in pack)) == read.suits
    assert tuple(dict.fromkeys(card.rank for card in pack)) == read.ranks
    assert read == DeckFile.model_validate_json(read.model_dump_json())
    with pytest.raises(ValueError, match="frozen"):
        read.cards = ()


def test_every_deck_that_ships_is_listed_in_alphabetical_order_and_can_be_read() -> None:
    assert sorted(shipped()) == list(shipped())
    assert "first-war" in shipped()
    for name, path in shipped().items():
        assert (name, ".txt") == (path.stem, path.suffix)
        readable = list[DeckFile]()
        for reader in READERS:
            with suppress(DeckFileError):
                readable.append(reader(path))
        assert any(read.cards for read in readable)
