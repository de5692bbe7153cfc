"""Deck files: finding and reading them, and cardkit's own format. Nothing of a file that doesn't fit is used."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import resources
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from cardkit.core.cards import Card
from cardkit.core.errors import DeckFileError, InvalidCard
from cardkit.core.files import bytes_of, text_of
from cardkit.core.texts import counted, flaw, safe, unpictured


class DeckFile(BaseModel):
    """What a deck file says: the cards, the first being the top of the pile, and whatever its format has besides."""

    model_config = ConfigDict(frozen=True)

    cards: tuple[Card, ...]
    suits: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


def deck_of(cards: Iterable[Card]) -> DeckFile:
    """What a deck file of these cards would say of them and of the order of their suits."""
    listed = tuple(cards)
    return DeckFile(cards=listed, suits=tuple(dict.fromkeys(card.suit for card in listed)))


def shipped() -> dict[str, Path]:
    """The deck files that come with cardkit, by name without `.txt`, in alphabetical order."""
    for folder in (Path(str(resources.files("cardkit"))) / "decks", Path(__file__).parents[2] / "decks"):
        if folder.is_dir():
            return {path.stem: path for path in sorted(folder.glob("*.txt"))}
    return {}


def find(name: str) -> Path:
    """The file a person means: one of their own, with or without `.txt`, else one that ships, also as `decks/NAME`."""
    own = Path(name)
    try:
        for path in (own, own.with_name(own.name + ".txt") if own.name else own):
            if path.is_file():
                return path
        if own.exists():
            return own
    except OSError:
        return own
    return shipped().get(own.name.removesuffix(".txt"), own) if own.parent in (Path(), Path("decks")) else own


def read_named(read: Callable[[Path], DeckFile], name: str) -> DeckFile:
    """The deck in the file a person means, as a game reads it.

    Raises DeckFileError, which calls a file that ships by its short name.
    """
    path = find(name)
    try:
        return read(path)
    except DeckFileError as error:
        if path not in shipped().values():
            raise
        raise DeckFileError(Path(path.stem), error.line, error.value, error.reason) from error


def read_lines(path: Path) -> list[str]:
    """The lines of a text file, without their ends, a byte-order mark or the empty rest after the last end.

    Raises DeckFileError where the file can't be read, isn't UTF-8, or a line holds what no text may hold (`flaw`).
    """
    try:
        raw = bytes_of(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DeckFileError(path, None, None, f"the file can't be read: {reason}") from error
    try:
        text = unpictured(text_of(raw))
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise DeckFileError(path, line, None, "the text is not UTF-8") from error
    lines = text.replace("\r\n", "\n").removesuffix("\r").split("\n")
    for number, found in enumerate(lines, start=1):
        if unfit := flaw(found):
            raise DeckFileError(path, number, found, f"a line can't hold {unfit}")
    return lines if lines[-1] else lines[:-1]


def read_deck(path: Path) -> DeckFile:
    """A deck in cardkit's own format: a line of suits, a line of ranks, then a card a line, its rank and its suit.

    Raises DeckFileError where a line is blank or has a word too few or too many, a card has a rank or a suit that
    isn't listed, or a word holds anything but letters and digits.
    """
    lines = read_lines(path)
    suits = _words(path, lines, 1, "suits")
    ranks = _words(path, lines, 2, "ranks")
    known = {*ranks}, {*suits}
    cards: list[Card] = []
    for number, line in enumerate(lines[2:], start=3):
        words = line.split()
        if len(words) != 2:
            raise DeckFileError(path, number, line, "a card is one rank and one suit")
        rank, suit = words
        card = _card(path, number, rank, suit)
        if rank not in known[0]:
            raise DeckFileError(path, number, rank, f"the rank is not one of {safe(' '.join(ranks))}")
        if suit not in known[1]:
            raise DeckFileError(path, number, suit, f"the suit is not one of {safe(' '.join(suits))}")
        cards.append(card)
    if not cards:
        raise DeckFileError(path, None, None, "there are no cards after the suits and the ranks")
    return DeckFile(cards=tuple(cards), suits=suits, ranks=ranks)


def _words(path: Path, lines: list[str], number: int, kind: str) -> tuple[str, ...]:
    line = lines[number - 1] if len(lines) >= number else ""
    words = tuple(line.split())
    if not words:
        raise DeckFileError(path, number, None, f"the list of {kind} is missing")
    for word in words:
        rank, suit = (word, "x") if kind == "ranks" else ("x", word)
        _card(path, number, rank, suit)
    return words


def _card(path: Path, number: int, rank: str, suit: str) -> Card:
    try:
        return Card(rank, suit)
    except InvalidCard as error:
        raise DeckFileError(path, number, str(error.value), error.reason) from error


def deck_text(cards: Iterable[Card], *, suits: Iterable[str] = (), ranks: Iterable[str] = ()) -> str:
    """The cards as a deck file in cardkit's own format: the suits and ranks given, then those of the cards in order."""
    listed = list(cards)
    suits = dict.fromkeys([*suits, *(card.suit for card in listed)])
    ranks = dict.fromkeys([*ranks, *(card.rank for card in listed)])
    return "".join(f"{line}\n" for line in [" ".join(suits), " ".join(ranks), *(f"{c.rank} {c.suit}" for c in listed)])


def described(deck: DeckFile) -> list[str]:
    """What a person wants to know of a deck in cardkit's own format."""
    listed = ", ".join(f"{card.rank} {card.suit}" for card in deck.cards)
    return [
        f"{counted(len(deck.cards), 'card')}, the first on top: {listed}",
        f"suits: {' '.join(deck.suits)}",
        f"ranks: {' '.join(deck.ranks)}",
    ]
