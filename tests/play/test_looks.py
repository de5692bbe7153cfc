"""What lines, tables and pictures look like on screens of several widths, with colours and without: nothing is cut."""

from __future__ import annotations

import io
import re
import shlex
from typing import Any

import pytest
from helpers import Tty, at_terminal, cardkit
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from cardkit import (
    Alarm,
    Card,
    CardkitError,
    Entry,
    Face,
    Heading,
    Line,
    Name,
    Row,
    SuitName,
    UnknownName,
    Wide,
    Win,
    cards,
    standard52,
)
from cardkit.core.texts import width
from cardkit.online.drawing import Paints
from cardkit.play.home import ScoreBoard, ScoredGame
from cardkit.play.settings import LOOKS, chosen_look
from cardkit.play.terminal import Terminal, TextTable, folded, tolerate_any_text
from cardkit.plugins.lines import What

SEVEN = Card("7", "H")
RED, GREEN, BLUE = "\x1b[31m", "\x1b[32m", "\x1b[94m"


@pytest.fixture(autouse=True)
def screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal with colours and 40 columns."""
    for name in ("NO_COLOR", "CARDKIT_CARDS", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "40")


def shown(line: str, look: str = "two-colour", out: io.StringIO | None = None, columns: int = 0) -> str:
    """What a terminal shows of a line."""
    out = out or Tty()
    with pytest.MonkeyPatch.context() as patch:
        if columns:
            patch.setenv("COLUMNS", str(columns))
        Terminal(out, LOOKS[look]).say(line)
    return out.getvalue()


def text_of(raw: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", raw)


def coloured(code: str, text: str) -> str:
    return f"{code}{text}\x1b[0m"


# Looks

SUITS = [
    ("H", RED, RED),
    ("Hearts", RED, RED),
    ("hearts", RED, RED),
    ("D", RED, BLUE),
    ("Diamonds", RED, BLUE),
    ("C", "", GREEN),
    ("Clubs", "", GREEN),
    ("S", "", ""),
    ("Red", RED, RED),
    ("Green", GREEN, GREEN),
    ("Yellow", "\x1b[33m", "\x1b[33m"),
    ("Blue", BLUE, BLUE),
    ("Orange", "\x1b[38;5;208m", "\x1b[38;5;208m"),
    ("Swords", "", ""),
]


SYMBOLS = {"7H": "7♥", "7D": "7♦", "7C": "7♣", "7S": "7♠"}


@pytest.mark.parametrize(("suit", "two", "four"), SUITS)
def test_a_card_has_the_colour_of_its_suit(suit: str, two: str, four: str) -> None:
    card = Card("7", suit)
    for look, code in (("two-colour", two), ("four-colour", four)):
        for part, text in ((card, str(card)), (Face("this one", card), "this one"), (SuitName(suit), suit)):
            text = SYMBOLS.get(text, text)
            expected = coloured(code, text) if code else text
            assert f"Ada plays {expected}.\n" == shown(Line("Ada plays ", part, "."), look)


def test_a_word_has_no_colour_because_of_its_letters() -> None:
    assert "7H wins WAR 8 Hearts ♥\n" == shown("7H wins WAR 8 Hearts ♥")


MARKS = [(Heading, "\x1b[4m"), (Win, "\x1b[1;32m"), (Alarm, "\x1b[1;33m"), (Name, "\x1b[1m")]


@pytest.mark.parametrize(("kind", "code"), MARKS)
def test_what_is_marked_looks_like_it(kind: type[Name], code: str) -> None:
    assert f"{coloured(code, 'so it is')}\n" == shown(kind("so it is"))
    assert "so it is\n" == shown(kind("so it is"), "plain")


@pytest.mark.parametrize("name", LOOKS)
def test_the_environment_chooses_the_look(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert LOOKS["two-colour"] is chosen_look()
    monkeypatch.setenv("CARDKIT_CARDS", name)
    assert LOOKS[name] is chosen_look()
    monkeypatch.setenv("CARDKIT_CARDS", name.upper())
    with pytest.raises(UnknownName) as refused:
        chosen_look()
    assert (
        f"there is no look for CARDKIT_CARDS '{name.upper()}'; known: two-colour, four-colour, bold, letters, plain"
        == str(refused.value)
    )
    assert isinstance(refused.value, CardkitError)


def test_where_symbols_can_not_be_shown_there_are_letters() -> None:
    line = Line("A:", Face("7♥", SEVEN), " ♠♣")
    assert f"A:{coloured(RED, '7H')} SC\n" == shown(line, out=Tty("ascii"))


def test_letters_stand_for_symbols_where_they_are_chosen_and_where_nothing_but_words_is_wanted() -> None:
    entry = Entry("your hand", Row(cards("TH 7S")))
    assert "your hand     10♥ 7♠\n" == text_of(shown(entry, columns=80))
    assert "your hand     TH 7S\n" == text_of(shown(entry, "letters", columns=80))
    assert "your hand: TH 7S\n" == shown(entry, "plain", columns=80)
    assert "your hand: 10♥ 7♠\n" == text_of(shown(entry))


def test_what_an_entry_says_stays_in_its_column() -> None:
    lines = text_of(shown(Entry("your hand", Row(standard52())), columns=60)).splitlines()
    assert lines[0].startswith("your hand     2♣ 3♣")
    assert all(line.startswith(" " * 14) and line[14] != " " and len(line) <= 60 for line in lines[1:])


# Folding


def test_a_name_is_not_torn_but_a_card_that_no_row_can_hold_is() -> None:
    line = Line("it is the turn of ", Name("Ada Lovelace the Second"), " now")
    assert "it is the turn of\n    Ada Lovelace the Second now\n" == text_of(shown(line))
    far = Card("7", "Antidisestablishmentarianism" * 2)
    assert f"7{far.suit}" == "".join(text_of(shown(Line(far))).split())


PARTS = st.one_of(
    st.sampled_from([*standard52()[:3], *cards("10 Hearts, 7 Green"), Name("Ada L"), Face("ace of Spades", SEVEN)]),
    st.text(alphabet="ab ,[]王é", max_size=60),
)


@given(parts=st.lists(PARTS, max_size=12), columns=st.integers(min_value=4, max_value=60))
def test_folding_loses_no_letter_and_no_row_is_too_wide(parts: list[str | Card], columns: int) -> None:
    line = Line(*parts)
    rows = folded(line, columns)
    texts = ["".join(text for text, _ in row) for row in rows]
    assert all(width(text) <= columns for text in texts)
    assert "".join(line.split()) == "".join("".join(texts).split())
    if width(line) <= columns:
        assert [line] == texts


@given(parts=st.lists(PARTS, max_size=12), columns=st.integers(min_value=24, max_value=60))
def test_cards_stay_whole_where_they_fit_a_row(parts: list[str | Card], columns: int) -> None:
    def known(pieces: list[tuple[str, What]]) -> list[tuple[str, What]]:
        return [(text, what) for text, what in pieces if what is not None]

    line = Row([Line(part) for part in parts], " ")
    (whole,) = folded(line, 10_000)
    assert known(whole) == [piece for row in folded(line, columns) for piece in known(row)]


# Narrow screens


def test_where_there_is_no_room_for_a_wide_line_others_stand_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = Wide("left", " " * 30, "right", width=50, instead=["left", Line("right ", SEVEN)])
    assert f"left\nright {coloured(RED, '7♥')}\n" == shown(wide)
    assert f"{wide}\n" == shown(wide, out=io.StringIO())
    monkeypatch.setenv("COLUMNS", "50")
    assert f"{wide}\n" == shown(wide)


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp850", "cp1252", "latin-1"])
def test_what_an_encoding_does_not_have_is_written_as_what_looks_like_it(encoding: str) -> None:
    tolerate_any_text()
    signs = "10♥ Q♠ ▏•✓▸ 李"
    written = signs.encode(encoding, errors="alike").decode(encoding)
    assert width(written) == width(signs)
    assert "10H QS" in written or encoding == "cp437"
    assert "??" == written[-2:]


def test_a_screen_that_has_no_symbols_of_suits_shows_letters() -> None:
    assert "TH" == Paints(LOOKS["two-colour"], letters=True).face(Card("T", "H"))
    assert "10♥" == Paints(LOOKS["two-colour"]).face(Card("T", "H"))


# Tables, bars and pictures

COMMANDS = [
    "simulate war --seed 1 -n 1000",
    "simulate crazy8s microDeck --seat random --seat random --seat random --set hand_size=2 -n 300 --seed 1",
    "compare war --vary pickup=winner-first,table --vary face_down=1,3 -n 300 --seed 1",
    "scores",
]


@pytest.fixture
def board() -> None:
    """A score board with long names, wide letters and a great many games."""
    kept = ScoreBoard()
    winners = ["Ada Lovelace the Second", "王さん", "Ben"] * 4 + ["Cem"]
    for number, winner in enumerate(winners):
        kept.add(
            ScoredGame(game="war", rules="rhodes", hands=12_345 + number, players=(winner, "Eve"), winners=(winner,))
        )
    kept.add(ScoredGame(game="old-bachelor-of-the-north", rules="", hands=7, players=("王さん", "Eve"), winners=()))


def screen_of(command: str, columns: int, **changes: Any) -> tuple[str, list[str]]:
    """All that was written on a screen, and the lines that are left when progress bars are gone."""
    run = at_terminal(*shlex.split(command), size=(columns, 40), **changes)
    assert 0 == run.code
    left = run.out.rpartition("\x1b[2K")[2]
    return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", run.out), re.sub(r"\x1b\[[0-9;]*m", "", left).splitlines()


def numbers(text: str) -> set[str]:
    """The numbers in a text."""
    return set(re.findall(r"\d[\d,.]*\d|\d", text))


@pytest.mark.usefixtures("board")
@pytest.mark.parametrize("command", COMMANDS)
def test_no_table_is_wider_than_the_screen_or_has_a_number_cut(command: str) -> None:
    piped = numbers(cardkit(*shlex.split(command)).out)
    for columns, changes in ((40, {}), (80, {"NO_COLOR": "1"}), (120, {})):
        text, lines = screen_of(command, columns, **changes)
        assert "…" not in text
        assert max(map(width, lines)) <= columns
        assert piped == numbers("\n".join(lines))
    if command == COMMANDS[0]:
        rounds = {80: "│ rounds ", 45: "rounds   ", 36: "rounds: mean "}
        for columns, beginning in rounds.items():
            _, lines = screen_of(command, columns)
            assert [beginning] == [start for start in rounds.values() if any(line.startswith(start) for line in lines)]


def test_the_rows_of_a_table_say_their_headings_where_there_is_no_room_for_columns() -> None:
    table = TextTable(headings=("", "games", "share", "95 % interval"))
    table.rows += [("seat 0 wins", "1,234", "50.00 %  ", "49.00 to 51.00 %"), ("broken off", "5", "", "")]
    assert ["seat 0 wins: games 1,234, share 50.00 %, 95 % interval 49.00 to 51.00 %", "broken off: games 5"] == list(
        table.stacked()
    )
    assert ["There is nothing to show."] == list(TextTable(headings=("a",)).stacked())


def test_a_table_knows_how_wide_it_is() -> None:
    table = TextTable(headings=("game", "wins"))
    table.rows.append(("war", "王さん 12"))
    assert max(map(width, table.plain())) == table.columns
    drawn = Console(width=200, color_system=None)
    with drawn.capture() as capture:
        drawn.print(table.rich())
    assert max(map(width, capture.get().splitlines())) == table.columns_drawn


@pytest.mark.parametrize("columns", [30, 40, 47, 60, 80])
def test_pictures_stand_side_by_side_or_under_one_another(columns: int) -> None:
    _, lines = screen_of("play war --rules jones --seed 4", columns)
    assert max(map(len, lines)) <= columns
    top, bottom = ".-----.", "'-----'"
    beside = [line for line in lines if line.startswith(top)]
    assert beside
    assert (columns >= 48) == any(line.endswith(f" {top}") for line in beside)
    assert sum(line.count(top) for line in lines) == sum(line.count(bottom) for line in lines)
    piped = cardkit("play", "war", "--rules", "jones", "--seed", "4").lines
    words = [sorted(" ".join(part).split()) for part in (piped, lines)]
    assert words[0] == words[1]
