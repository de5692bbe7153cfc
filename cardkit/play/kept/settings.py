"""What a person has settled once for all games, in a file `config.toml` in cardkit's home."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from cardkit.core.errors import CannotWrite, CardkitError, UnknownName, shown
from cardkit.core.texts import flaw
from cardkit.core.wrong import wrong
from cardkit.play.kept.place import home
from cardkit.play.looks import LOOKS


class SettingsError(CardkitError):
    """A file of settings that can't be read."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


def _are_a_name(text: str) -> str:
    if unfit := flaw(text):
        raise ValueError(f"a name can't hold {unfit}")
    return text.strip()


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
        raise SettingsError(path, f"{name}: {reason}") from None


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
    settings()
    written = tomlkit.parse(_text(path))
    written[name] = value
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.new")
        beside.write_text(tomlkit.dumps(written).rstrip("\n") + "\n", encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise CannotWrite(path, str(error.strerror)) from error


def _refuse_unknown(name: str) -> None:
    if name not in Settings.model_fields:
        raise UnknownName("setting", name, Settings.model_fields)


def _text(path: Path) -> str:
    """The text of the file; empty where there is none."""
    try:
        return path.read_bytes().decode("utf-8-sig")
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
        raise SettingsError(path, f"it is not TOML: {error}") from error
