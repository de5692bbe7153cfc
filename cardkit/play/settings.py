"""Where cardkit keeps what it keeps, what is settled for all games, and how cards and words look."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from cardkit.core.cards import Card
from cardkit.core.errors import CannotWrite, CardkitError, UnknownName, shown, wrong
from cardkit.core.files import bytes_of, holding, make_folder, replace, text_of
from cardkit.core.texts import fit, safe
from cardkit.plugins.lines import Alarm, Heading, Marked, Name, SuitName, What, Win


def home() -> Path:
    """The directory for what cardkit keeps: CARDKIT_HOME, or else the user's data directory."""
    given = os.environ.get("CARDKIT_HOME")
    if given:
        return Path(given)
    from platformdirs import user_data_path

    return user_data_path("cardkit", appauthor=False)


SETTING = "CARDKIT_CARDS"
"""The environment variable that chooses a look by its name."""


@dataclass(frozen=True, kw_only=True)
class Look:
    """Styles, as rich writes them: of cards by their suit in small letters, of other words by what they are."""

    suits: Mapping[str, str]
    words: Mapping[type[Marked], str]
    card: str = ""
    """The style of a card whose suit has none."""
    symbols: bool = True
    """Whether a card is shown with the symbol of its suit, where that has one."""
    spare: bool = False
    """Whether there is nothing but words: no columns, no drawn tables, for those who have them read aloud."""

    def face(self, card: Card) -> str:
        """A card as it is shown: `10♥` for TH, and `10 Hearts` where a deck has words."""
        symbol = _SYMBOLS.get(card.suit.lower()) if self.symbols else None
        return card.text if symbol is None else f"{'10' if card.rank == 'T' else card.rank}{symbol}"

    def style(self, what: What) -> str:
        """The style of a piece of text; empty where it has none."""
        match what:
            case Card():
                return self.suits.get(what.suit.lower(), self.card)
            case SuitName():
                return self.suits.get(what.lower(), self.card)
            case Marked():
                return self.words.get(type(what), "")
            case None:
                return ""


_COLOURS = {
    "red": "red",
    "orange": "dark_orange",
    "yellow": "yellow",
    "green": "green",
    "turquoise": "dark_turquoise",
    "cyan": "cyan",
    "blue": "bright_blue",
    "purple": "medium_purple",
    "violet": "violet",
    "magenta": "magenta",
    "pink": "hot_pink",
    "brown": "orange4",
    "gold": "gold1",
}
"""Suits that are called after colours, such as the shipped deck `colours` has."""
_SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_RED = dict.fromkeys(("hearts", "h", "♥", "diamonds", "d", "♦"), "red")
_BLUE = dict.fromkeys(("diamonds", "d", "♦"), "bright_blue")
_GREEN = dict.fromkeys(("clubs", "c", "♣"), "green")
_WORDS: dict[type[Marked], str] = {Name: "bold", Heading: "underline", Win: "bold green", Alarm: "bold yellow"}

LOOKS: Mapping[str, Look] = {
    "two-colour": Look(suits={**_COLOURS, **_RED}, words=_WORDS),
    "four-colour": Look(suits={**_COLOURS, **_RED, **_BLUE, **_GREEN}, words=_WORDS),
    "bold": Look(suits={}, words=dict.fromkeys((Heading, Win, Alarm), "bold"), card="bold"),
    "letters": Look(suits={**_COLOURS, **_RED}, words=_WORDS, symbols=False),
    "plain": Look(suits={}, words={}, symbols=False, spare=True),
}
"""The looks by name; the first is the one where none is chosen."""


def chosen_look(settled: str = "") -> Look:
    """The look that the environment asks for, or else the settled one; raises UnknownName for an unknown name."""
    name = os.environ.get(SETTING) or settled or next(iter(LOOKS))
    if name not in LOOKS:
        raise UnknownName(f"look for {SETTING}", name, LOOKS)
    return LOOKS[name]


def look_meant(name: str) -> Look:
    """The look whose name this is or begins; raises UnknownName."""
    found = [one for one in LOOKS if name and one.startswith(name.casefold())]
    if len(found) != 1:
        raise UnknownName("look of cards", name, LOOKS)
    return LOOKS[found[0]]


class SettingsError(CardkitError):
    """A file of settings that can't be read."""

    path: Path
    reason: str
    sentence = "{path}: {reason}"


def _are_a_name(text: str) -> str:
    return fit(text) if text.strip() else ""


def _is_a_look(name: str) -> str:
    if name not in LOOKS:
        raise ValueError(f"it is one of {', '.join(LOOKS)}")
    return name


class Settings(BaseModel):
    """All that can be settled, each with what holds where nothing is said."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, AfterValidator(_are_a_name)] = Field(
        default="", description="what you are called where you play alone against machines"
    )
    cards: Annotated[str, AfterValidator(_is_a_look)] = Field(
        default=next(iter(LOOKS)), description=f"how cards look: {', '.join(LOOKS)}"
    )
    pause: float = Field(
        default=0, ge=0, le=60, description="how many seconds the program waits before a machine's turn"
    )
    practice: bool = Field(
        default=False, description="whether your games are practice, in which everything may be taken back"
    )


def settings_file() -> Path:
    """Where the settings are."""
    return home() / "config.toml"


def settings() -> Settings:
    """What is settled; raises SettingsError where the file can't be read or holds anything else."""
    path = settings_file()
    found = _found(path)
    try:
        return Settings.model_validate(found, strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        unknown = f"there is no such setting; known: {', '.join(Settings.model_fields)}"
        reason = unknown if first["type"] == "extra_forbidden" else wrong(first)
        raise SettingsError(path, f"{safe(name)}: {reason}") from None


def one_setting(name: str) -> Any:
    """What is settled of one thing; raises UnknownName where there is no such setting."""
    _refuse_unknown(name)
    return getattr(settings(), name)


def settle(name: str, text: str) -> None:
    """Settle one thing by its name, and leave whatever else is in the file as it is.

    Raises UnknownName where there is no such setting, ValueError where it can't have that value, CannotWrite where the
    file can't be written.
    """
    _refuse_unknown(name)
    try:
        value = getattr(Settings.model_validate_strings({name: text}), name)
    except ValidationError as error:
        raise ValueError(f"{shown(text)}: {wrong(error.errors()[0])}") from None
    import tomlkit

    path = settings_file()
    try:
        make_folder(path.parent)
    except OSError as error:
        raise CannotWrite(path, str(error.strerror)) from error
    with holding(path, wait=5):
        settings()
        written = tomlkit.parse(_text(path))
        written[name] = value
        replace(path, tomlkit.dumps(written).rstrip("\n") + "\n")


def _refuse_unknown(name: str) -> None:
    if name not in Settings.model_fields:
        raise UnknownName("setting", name, Settings.model_fields)


def _text(path: Path) -> str:
    """The text of the file; empty where there is none."""
    try:
        return text_of(bytes_of(path))
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except UnicodeDecodeError as error:
        raise SettingsError(path, "the text is not UTF-8") from error
    except OSError as error:
        raise SettingsError(path, f"it can't be read: {error.strerror}") from error


def _found(path: Path) -> dict[str, Any]:
    """What the file holds."""
    text = _text(path)
    if not text:
        return {}
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(path, f"it is not TOML: {safe(str(error))}") from error
    except RecursionError as error:
        raise SettingsError(path, "it is nested too deep") from error
