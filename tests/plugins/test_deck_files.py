"""Deck files: what is read, what is refused and where, which file a name means, and writing one."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers import in_posix_words
from hypothesis import given
from hypothesis import strategies as st

import cardkit_crazy8s
import cardkit_war
from cardkit import Card, CardkitError, DeckFile, DeckFileError, cards, deck_text, flaw, read_deck
from cardkit.core.texts import safe
from cardkit.plugins.deck_files import described, find, shipped

LETTERS = st.characters(categories=["L", "Nd"]).filter(lambda letter: not flaw(letter))
WORDS = st.text(alphabet=LETTERS, min_size=1, max_size=5)
CARDS = st.lists(st.builds(Card, WORDS, WORDS), min_size=1, max_size=12)

BOM = "\ufeff"
LONG = "Hearts Spades\n7 8 K\n8 Spades\nK Hearts\n7 Hearts\n"
WAR = "Ann\nBen\n7C\nTH\nAS\n"

A_CARD = "a card is one rank and one suit"
A_WAR_CARD = "a card is a rank (2 to 9, T or 10, J, Q, K, A) and a suit (H, C, D, S), such as 7C, one card a line"

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
    assert path == error.path
    place = f"{safe(str(path))}: " if error.line is None else f"{safe(str(path))}, line {error.line}: "
    assert str(error).startswith(place)
    assert str(error).endswith(error.reason)
    assert 1 == len(str(error).splitlines())
    return error.line, error.value, error.reason


# cardkit's own format


def test_a_deck_file_lists_suits_and_ranks_and_then_the_cards_from_the_top(file: Write) -> None:
    read = read_deck(file(LONG))
    assert tuple(cards("8 Spades, K Hearts, 7 Hearts")) == read.cards
    assert (("Hearts", "Spades"), ("7", "8", "K"), ()) == (read.suits, read.ranks, read.names)


@pytest.mark.parametrize("reader", [read_deck, cardkit_crazy8s.read_deck])
@pytest.mark.parametrize(
    "content",
    [
        LONG.removesuffix("\n"),
        LONG.replace("\n", "\r\n"),
        LONG.replace("\n", "\r\n").removesuffix("\r\n"),
        LONG.replace("\n", "\r\n", 2),
        BOM + LONG,
        BOM + LONG.replace("\n", "\r\n"),
        LONG.replace(" ", "    "),
        LONG.replace(" ", "\t"),
        LONG.replace(" ", " \t "),
        LONG.replace("\n", "  \n"),
        LONG.replace("\n", "\t\r\n"),
        "".join(f"  {line}\n" for line in LONG.splitlines()),
    ],
)
def test_blanks_line_ends_and_a_byte_order_mark_make_no_difference(file: Write, reader: Read, content: str) -> None:
    assert read_deck(file(LONG)) == reader(file(content))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("H\n8\n8 H\n8 H\n", [Card("8", "H"), Card("8", "H")]),
        ("H S D\n2 8\n8 H\n", [Card("8", "H")]),
        ("Hearts Hearts\n8 8\n8 Hearts\n", [Card("8", "Hearts")]),
        ("é Ñ\n8\n8 é\n", [Card("8", "é")]),
        ("王 Дама\n8 ٣\n٣ 王\n8 Дама\n", [Card("٣", "王"), Card("8", "Дама")]),
    ],
)
def test_cards_may_come_twice_or_never_and_words_may_be_of_any_script(
    file: Write, content: str, expected: list[Card]
) -> None:
    assert tuple(expected) == read_deck(file(content)).cards == cardkit_crazy8s.read_deck(file(content)).cards


OWN_FORMAT_REFUSED = [
    ("", 1, None, "the list of suits is missing"),
    ("\n", 1, None, "the list of suits is missing"),
    (" \t \n8\n8 H\n", 1, None, "the list of suits is missing"),
    ("\nH\n8\n8 H\n", 1, None, "the list of suits is missing"),
    ("H", 2, None, "the list of ranks is missing"),
    ("H\n", 2, None, "the list of ranks is missing"),
    ("H\n\n8\n8 H\n", 2, None, "the list of ranks is missing"),
    ("H\n8\n", None, None, "there are no cards after the suits and the ranks"),
    ("H\n8", None, None, "there are no cards after the suits and the ranks"),
    ("H\n8\n\n8 H\n", 3, "", A_CARD),
    ("H\n8\n8 H\n\n8 H\n", 4, "", A_CARD),
    ("H\n8\n8 H\n\n", 4, "", A_CARD),
    ("H\n8\n8 H\n   \n", 4, "   ", A_CARD),
    ("H\n8\n8 H\r\n\r\n", 4, "", A_CARD),
    ("H\n8\n8\n", 3, "8", A_CARD),
    ("H\n8\n8H\n", 3, "8H", A_CARD),
    ("H\n8\n8 H H\n", 3, "8 H H", A_CARD),
    ("H\n8\n8 H 8 H\n", 3, "8 H 8 H", A_CARD),
    ("H\n8\n8 H\r8 H\n", 3, "8 H\r8 H", "a line can't hold control characters"),
    ("H\n8\n8 H\n9 H\n", 4, "9", "the rank is not one of 8"),
    ("H\n8\n8 S\n", 3, "S", "the suit is not one of H"),
    ("H S\n7 8\nH 8\n", 3, "H", "the rank is not one of 7 8"),
    ("H\n8\n8 h\n", 3, "h", "the suit is not one of H"),
    ("H ♥\n8\n8 H\n", 1, "♥", "a suit is made of letters and digits, at least one"),
    ("H-S\n8\n8 H\n", 1, "H-S", "a suit is made of letters and digits, at least one"),
    ("H, S\n8\n8 H\n", 1, "H,", "a suit is made of letters and digits, at least one"),
    ("H\n8 ²\n8 H\n", 2, "²", "a rank is made of letters and digits, at least one"),
    ("H\n8 1_0\n8 H\n", 2, "1_0", "a rank is made of letters and digits, at least one"),
    ("H\n8\n8. H\n", 3, "8.", "a rank is made of letters and digits, at least one"),
    ("H\n8\n8 H!\n", 3, "H!", "a suit is made of letters and digits, at least one"),
    ("H\n8\n8 8\u0301\n", 3, "8\u0301", "a suit is made of letters and digits, at least one"),
    ("H\n8\n8 e\u0301\n", 3, "e\u0301", "the suit is not one of H"),
    ("H\n8\n8 \x00\n", 3, "8 \x00", "a line can't hold control characters"),
    ("H\n8\n8\x0bH\n", 3, "8\x0bH", "a line can't hold control characters"),
    ("H\n8\n8\u2028H\n", 3, "8\u2028H", "a line can't hold line-separating characters"),
    ("H\n8\n8 \ufeffH\n", 3, "8 \ufeffH", "a line can't hold zero-width characters"),
    ("H\u202e\n8\n8 H\n", 1, "H\u202e", "a line can't hold bidirectional characters"),
    ("H\n8 \u0301\n8 H\n", 2, "8 \u0301", "a line can't hold a mark without a letter before it"),
]


@pytest.mark.parametrize("reader", [read_deck, cardkit_crazy8s.read_deck])
@pytest.mark.parametrize(("content", "line", "value", "reason"), OWN_FORMAT_REFUSED)
def test_what_does_not_match_the_format_is_refused_with_its_place(
    file: Write, reader: Read, content: str, line: int | None, value: str | None, reason: str
) -> None:
    assert (line, value, reason) == refusal(reader, file(content))


def test_crazy_8s_needs_an_8_among_the_ranks(file: Write) -> None:
    path = file("H S\n7 9 88\n7 H\n")
    assert cards("7H") == list(read_deck(path).cards)
    assert (2, "7 9 88", "8 has to be one of the ranks") == refusal(cardkit_crazy8s.read_deck, path)


def test_a_deck_of_many_cards_is_read_to_the_last(file: Write) -> None:
    assert 20_000 == len(read_deck(file("H\n8\n" + "8 H\n" * 20_000)).cards)


@pytest.mark.parametrize("reader", [read_deck, cardkit_crazy8s.read_deck])
def test_a_deck_of_many_ranks_is_read_in_a_time_that_grows_no_faster_than_it(file: Write, reader: Read) -> None:
    def seconds(count: int) -> float:
        ranks = [f"A{number}" for number in range(count)]
        path = file(f"H\n8 {' '.join(ranks)}\n" + "".join(f"{rank} H\n" for rank in reversed(ranks)))
        start = time.process_time()
        assert count == len(reader(path).cards)
        return time.process_time() - start

    few = min(seconds(2_000) for _ in range(3))
    assert min(seconds(16_000) for _ in range(2)) < 24 * few


def test_a_deck_file_is_described_from_the_top(file: Write) -> None:
    assert [
        "3 cards, the first on top: 8 Spades, K Hearts, 7 Hearts",
        "suits: Hearts Spades",
        "ranks: 7 8 K",
    ] == list(described(read_deck(file(LONG))))


# War's format


def test_a_deck_file_of_war_has_two_names_and_then_the_cards_in_the_order_of_dealing(file: Write) -> None:
    read = cardkit_war.read_deck(file(WAR))
    assert (("Ann", "Ben"), tuple(cards("7C TH AS"))) == (read.names, read.cards)


@pytest.mark.parametrize(
    "content",
    [
        WAR.removesuffix("\n"),
        WAR.replace("\n", "\r\n"),
        WAR.replace("\n", "\r\n").removesuffix("\r\n"),
        BOM + WAR,
        BOM + WAR.replace("\n", "\r\n"),
        WAR.replace("TH", "10H"),
        WAR.replace("TH", "10h"),
        "Ann\nBen\n7c\nth\nas\n",
        "Ann\nBen\n7♣\nT♥\nA♠\n",
        "Ann\nBen\n7♣\n10♥\na♠\n",
        "Ann\nBen\n  7C\nTH\t\n \tAS  \n",
        "Ann\nBen\n\n7C\nTH\nAS\n",
        "Ann\nBen\n7C\n\n   \nTH\n\t\nAS\n\n\n",
        "Ann\r\nBen\r\n7C\r\n\r\nTH\r\nAS\r\n\r\n",
        "  Ann \nBen\t\n7C\nTH\nAS\n",
    ],
)
def test_a_deck_of_war_is_read_generously(file: Write, content: str) -> None:
    assert cardkit_war.read_deck(file(WAR)) == cardkit_war.read_deck(file(content))


@pytest.mark.parametrize("rank", ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"])
@pytest.mark.parametrize(("suit", "letter"), [*zip("HCDS♥♣♦♠", "HCDSHCDS", strict=True)])
def test_every_card_is_read_in_letters_and_in_signs(file: Write, rank: str, suit: str, letter: str) -> None:
    assert (Card(rank, letter),) == cardkit_war.read_deck(file(f"Ann\nBen\n{rank}{suit}\n")).cards


@pytest.mark.parametrize(
    "name", ["Ann Lee", "Ann  de  la  Cruz", "7C", "[/]", "[red]", "Дама 王", "पान", "A\tB", "a" * 500]
)
def test_a_name_is_a_whole_line_blanks_inside_included(file: Write, name: str) -> None:
    assert (name, "Ben") == cardkit_war.read_deck(file(f"{name}\nBen\n7C\n")).names
    assert ("Ben", name) == cardkit_war.read_deck(file(f"Ben\n{name}\n7C\n")).names


@pytest.mark.parametrize("text", ["7C", "7C 7C 7C", "2H 3H 4H", " ".join(["7C"] * 60)])
def test_any_number_of_cards_is_a_deck_of_war_and_any_card_may_come_again(file: Write, text: str) -> None:
    content = "\n".join(["Ann", "Ben", *text.split()])
    assert tuple(cards(text)) == cardkit_war.read_deck(file(content)).cards


@pytest.mark.parametrize(
    ("content", "line", "value", "reason"),
    [
        ("", 1, None, "the name of the first player is missing"),
        ("\nBen\n7C\n", 1, None, "the name of the first player is missing"),
        (" \t\nBen\n7C\n", 1, None, "the name of the first player is missing"),
        ("Ann", 2, None, "the name of the second player is missing"),
        ("Ann\n", 2, None, "the name of the second player is missing"),
        ("Ann\n\nBen\n7C\n", 2, None, "the name of the second player is missing"),
        ("Ann\x1b[31m\nBen\n7C\n", 1, "Ann\x1b[31m", "a line can't hold control characters"),
        ("Ann\nBe\x00n\n7C\n", 2, "Be\x00n", "a line can't hold control characters"),
        ("Ann\u2028\nBen\n7C\n", 1, "Ann\u2028", "a line can't hold line-separating characters"),
        ("Ann\nB\u202een\n7C\n", 2, "B\u202een", "a line can't hold bidirectional characters"),
        ("Ann\nBen\n7C\u2029\n", 3, "7C\u2029", "a line can't hold line-separating characters"),
        ("Ann\nBen\rCem\n7C\n", 2, "Ben\rCem", "a line can't hold control characters"),
        ("Ann\nBen", None, None, "there are no cards after the two names"),
        ("Ann\nBen\n", None, None, "there are no cards after the two names"),
        ("Ann\nBen\n\n  \n", None, None, "there are no cards after the two names"),
        ("Ann\nBen\nCem\n7C\n", 3, "Cem", A_WAR_CARD),
        ("Ann\nBen\n7C\n1H\n", 4, "1H", A_WAR_CARD),
        ("Ann\nBen\n7C\n\nXH\n", 5, "XH", A_WAR_CARD),
        ("Ann\nBen\n11H\n", 3, "11H", A_WAR_CARD),
        ("Ann\nBen\n010H\n", 3, "010H", A_WAR_CARD),
        ("Ann\nBen\n0H\n", 3, "0H", A_WAR_CARD),
        ("Ann\nBen\n7X\n", 3, "7X", A_WAR_CARD),
        ("Ann\nBen\n7\n", 3, "7", A_WAR_CARD),
        ("Ann\nBen\nH\n", 3, "H", A_WAR_CARD),
        ("Ann\nBen\n♥\n", 3, "♥", A_WAR_CARD),
        ("Ann\nBen\nH7\n", 3, "H7", A_WAR_CARD),
        ("Ann\nBen\n7 C\n", 3, "7 C", A_WAR_CARD),
        ("Ann\nBen\n7C 8C\n", 3, "7C 8C", A_WAR_CARD),
        ("Ann\nBen\n7C,\n", 3, "7C,", A_WAR_CARD),
        ("Ann\nBen\n7CC\n", 3, "7CC", A_WAR_CARD),
        ("Ann\nBen\n77C\n", 3, "77C", A_WAR_CARD),
        ("Ann\nBen\n²H\n", 3, "²H", A_WAR_CARD),
        ("Ann\nBen\n٣H\n", 3, "٣H", A_WAR_CARD),
        ("Ann\nBen\n7\u017f\n", 3, "7\u017f", A_WAR_CARD),
        ("Ann\nBen\n7C\n??\n", 4, "??", A_WAR_CARD),
        ("Ann\nBen\n7C\r8C\n", 3, "7C\r8C", "a line can't hold control characters"),
        ("Ann\nBen\n7C \ufeff\n", 3, "7C \ufeff", "a line can't hold zero-width characters"),
    ],
)
def test_anything_else_is_refused_with_its_place(
    file: Write, content: str, line: int | None, value: str | None, reason: str
) -> None:
    assert (line, value, reason) == refusal(cardkit_war.read_deck, file(content))


# Files that can't be read

READERS = [read_deck, cardkit_crazy8s.read_deck, cardkit_war.read_deck]


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"Hearts\n8\n8 Hea\xffrts\n", 3),
        (b"\xff\n8\n", 1),
        (b"H\n\xe9\n", 2),
        (b"H\n8\n8 H\n\x80", 4),
        (b"\xef\xbb\xbfH\n\xff8\n", 2),
        (b"\xef\xbb\xbfH\n8\n8 H\n\xff", 4),
        (b"\xff\xfeA\x00\n", 1),
        ("Ann\nMüller\n7C\n".encode("latin-1"), 2),
    ],
)
def test_a_text_that_is_not_utf_8_is_refused_with_the_line(
    file: Write, reader: Read, content: bytes, line: int
) -> None:
    assert (line, None, "the text is not UTF-8") == refusal(reader, file(content))


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nowhere.txt", "No such file or directory"),
        ("nowhere/deck.txt", "No such file or directory"),
        pytest.param("deck.txt/deck.txt", "Not a directory", marks=in_posix_words),
        pytest.param(".", "Is a directory", marks=in_posix_words),
        pytest.param("x" * 300, "File name too long", marks=in_posix_words),
        ("nu\x00l", "embedded null byte"),
    ],
)
def test_a_file_that_cannot_be_opened_is_refused(file: Write, reader: Read, name: str, reason: str) -> None:
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
        ("mine", "mine", "mine"),
        ("mine mine.txt", "mine", "mine"),
        ("mine mine.txt", "mine.txt", "mine.txt"),
        ("mine.deck.txt", "mine.deck", "mine.deck.txt"),
        ("mine.txt.txt", "mine.txt", "mine.txt.txt"),
        ("deep/er/mine.txt", "deep/er/mine", "deep/er/mine.txt"),
        ("mine.txt", "./mine", "mine.txt"),
        ("first-war.txt", "first-war", "first-war.txt"),
        ("first-war", "first-war", "first-war"),
        ("decks/first-war.txt", "decks/first-war", "decks/first-war.txt"),
        ("with blanks.txt".replace(" ", "\u00a0"), "with\u00a0blanks", "with\u00a0blanks.txt"),
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


@pytest.mark.parametrize("name", ["first-war", "first-war.txt", "decks/first-war", "decks/first-war.txt"])
def test_a_deck_that_ships_is_found_by_its_name_from_anywhere(folder: Path, name: str) -> None:
    assert not list(folder.iterdir())
    assert shipped()["first-war"] == find(name)
    assert cardkit_war.read_deck(find(name)).cards


@pytest.mark.parametrize("name", ["nowhere", "nowhere/first-war", "/first-war", "", ".", "..", "x" * 300, "a\x00b"])
def test_a_file_that_is_not_there_is_taken_at_its_word_and_refused_in_reading(folder: Path, name: str) -> None:
    assert Path(name) == find(name)
    refusal(read_deck, find(name))


@in_posix_words
def test_a_folder_with_the_name_of_a_deck_is_a_folder(folder: Path) -> None:
    (folder / "first-war").mkdir()
    assert (None, None, "the file can't be read: Is a directory") == refusal(read_deck, find("first-war"))


def test_every_deck_that_ships_is_listed_in_alphabetical_order_and_can_be_read() -> None:
    assert sorted(shipped()) == list(shipped())
    assert "first-war" in shipped()
    for name, path in shipped().items():
        assert (name, ".txt") == (path.stem, path.suffix)
        readable = 0
        for reader in READERS:
            try:
                readable += bool(reader(path).cards)
            except DeckFileError:
                continue
        assert readable


# Writing


def test_a_deck_file_is_written_with_suits_and_ranks_in_the_order_they_come() -> None:
    assert "Spades Hearts\n8 K\n8 Spades\nK Hearts\n8 Hearts\n" == deck_text(cards("8 Spades, K Hearts, 8 Hearts"))


@given(pack=CARDS)
def test_what_is_written_is_read_again(tmp_path_factory: pytest.TempPathFactory, pack: list[Card]) -> None:
    path = tmp_path_factory.mktemp("decks") / "deck.txt"
    path.write_text(deck_text(pack), encoding="utf-8")
    read = read_deck(path)
    assert tuple(pack) == read.cards
    assert (tuple(dict.fromkeys(card.suit for card in pack)), tuple(dict.fromkeys(card.rank for card in pack))) == (
        read.suits,
        read.ranks,
    )
    assert deck_text(pack) == deck_text(read.cards)


def test_a_deck_survives_json(file: Write) -> None:
    for read in (read_deck(file(LONG)), cardkit_war.read_deck(file(WAR))):
        assert read == DeckFile.model_validate_json(read.model_dump_json())


def test_a_deck_that_was_read_never_changes(file: Write) -> None:
    read: Any = read_deck(file(LONG))
    with pytest.raises(ValueError, match="frozen"):
        read.cards = ()
