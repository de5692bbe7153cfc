"""Options that several commands have, those that go together in groups, and how their texts are read."""

from __future__ import annotations

from collections.abc import Generator as Yielding
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from cardkit.cli import completing
from cardkit.core.chance.generators import read_seed
from cardkit.core.errors import CardkitError
from cardkit.core.texts import flaw

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A name from `cardkit games`, a file.py, or module:Class.", autocompletion=completing.games
    ),
]
DeckName = Annotated[
    str | None,
    typer.Argument(
        metavar="FILE", help="A deck file of your own, or one of `cardkit decks`.", autocompletion=completing.decks
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="OPTION=VALUE",
        help="Change a rule; `cardkit rules GAME` lists them.",
        autocompletion=completing.options,
    ),
]
RulesName = Annotated[
    str | None,
    typer.Option("--rules", metavar="NAME", help="One of the game's rule sets.", autocompletion=completing.rule_sets),
]


def player_of(text: str) -> str:
    """Who sits there, as a text that a record can hold."""
    if unfit := flaw(text):
        raise typer.BadParameter(f"{text!r} is not a player: it can't hold {unfit}")
    return text


Seats = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="PLAYER",
        parser=player_of,
        help="Who sits there, once a seat: human, ai, random, search, GAME:NAME, a file.py, a program.",
        autocompletion=completing.players,
    ),
]
Names = Annotated[list[str] | None, typer.Option("--name", metavar="NAME", help="A player's name, once a seat.")]


def seed_of(text: str) -> int:
    """The seed that a text is."""
    seed = read_seed(text)
    if seed is None:
        raise typer.BadParameter(f"{text!r} is not a seed: that is a whole number, such as 123456 or -7")
    return seed


Seed = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", parser=seed_of, help="Where chance starts; the same seed, the same game."),
]
Generator = Annotated[
    str,
    typer.Option(
        "--rng",
        metavar="NAME",
        help="What deals the cards: seeded, java, msvc, glibc.",
        autocompletion=completing.generators,
    ),
]


@dataclass(frozen=True)
class RuleOptions:
    """By which rules a game is played, and where its chance starts."""

    rules: RulesName = None
    setting: Settings = None
    seed: Seed = None
    rng: Generator = ""

    def parts(self) -> dict[str, Any]:
        """What a setup is told of it, but for the seed, which is drawn at different times."""
        return {"rules": self.rules, "options": options_of(self.setting), "rng": self.rng}


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
MostTurns = Annotated[
    int | None,
    typer.Option("--most-turns", metavar="N", min=1, help="Cut a game off that isn't over after so many turns."),
]


@dataclass(frozen=True)
class SeatOptions:
    """Who plays, and for how long."""

    seat: Seats = None
    most_turns: MostTurns = None

    def parts(self) -> dict[str, Any]:
        """What a setup is told of it."""
        return {"seats": tuple(self.seat) if self.seat else None, "most_turns": self.most_turns}


def options_of(settings: list[str] | None, hint: str = "--set", such: str = "face_down=3") -> dict[str, str]:
    """The options of a game that were set, as texts."""
    options: dict[str, str] = {}
    for setting in settings or ():
        option, equals, value = setting.partition("=")
        if not equals:
            raise typer.BadParameter(f"{setting!r} is not OPTION=VALUE, such as {such}", param_hint=hint)
        options[option.strip().replace("-", "_")] = value.strip()
    return options


def name_of(text: str) -> str:
    """The name that a text is, without the blanks around it."""
    name = text.strip()
    if not name:
        raise typer.BadParameter(f"{text!r} is not a name: it has nothing but blanks", param_hint="--name")
    if unfit := flaw(name):
        raise typer.BadParameter(f"{name!r} is not a name: it can't hold {unfit}", param_hint="--name")
    return name


@contextmanager
def needing(extra: str) -> Yielding[None]:
    """Within, a library that isn't there is told with the extra of cardkit that brings it."""
    try:
        yield
    except ImportError as error:
        library = (error.name or "").partition(".")[0]
        if library in ("cardkit", ""):
            raise
        raise CardkitError(f"this needs {library}, which is not installed: pip install 'cardkit[{extra}]'") from error
