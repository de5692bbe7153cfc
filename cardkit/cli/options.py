"""Options that several commands have, those that go together in groups, and how their texts are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Generator as Yielding
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.core.cards import Card
from cardkit.core.chance.generators import read_seed
from cardkit.core.errors import CardkitError, InvalidCard, shown
from cardkit.core.texts import fit, flaw

if TYPE_CHECKING:
    from cardkit.play.terminal import Terminal
    from cardkit.plugins.deck_files import DeckFile
    from cardkit.plugins.plugin import Plugin
    from cardkit.plugins.setup import Setup
    from cardkit.simulation.batch import Batch
    from cardkit.simulation.jobs import Job
    from cardkit.simulation.tables import Plot

Completer = Callable[[typer.Context, str], list[str]]


def _completer(words: Callable[[typer.Context], Iterable[str]]) -> Completer:
    """A completer that has those words that begin as the typed one; none where they can't be found."""

    @wraps(words)
    def complete(context: typer.Context, incomplete: str) -> list[str]:
        try:
            return [word for word in words(context) if word.startswith(incomplete)]
        except (CardkitError, OSError):
            return []

    complete.__annotations__ = {"context": typer.Context, "incomplete": str, "return": list[str]}
    vars(complete).pop("__wrapped__", None)
    return complete


def _plugin(context: typer.Context) -> Plugin | None:
    """The game that was typed before."""
    from cardkit.plugins.registry import load_game

    typed = [context.params.get("game"), *context.args]
    name = next((str(word) for word in typed if word), None)
    return load_game(name) if name else None


@_completer
def complete_games(context: typer.Context) -> Iterable[str]:
    """The names of the games."""
    from cardkit.plugins.registry import examples, installed

    return [*installed(), *examples()]


@_completer
def complete_decks(context: typer.Context) -> Iterable[str]:
    """The shipped decks that the game can be played with."""
    from cardkit.plugins.deck_files import shipped
    from cardkit.plugins.setup import readable

    plugin = _plugin(context)
    return [name for name, path in shipped().items() if plugin is None or readable(plugin, path)]


@_completer
def complete_rule_sets(context: typer.Context) -> Iterable[str]:
    """The rule sets of the game."""
    plugin = _plugin(context)
    return [rules.name for rules in plugin.rule_sets] if plugin else ()


@_completer
def complete_styles(context: typer.Context) -> Iterable[str]:
    """The styles that the game can be told in."""
    plugin = _plugin(context)
    return ["plain", *plugin.styles] if plugin else ()


@_completer
def complete_players(context: typer.Context) -> Iterable[str]:
    """Who can sit at a seat of the game."""
    plugin = _plugin(context)
    own = [f"{plugin.game.name}:{name}" for name in plugin.players if name != "ai"] if plugin else []
    return ["human", "ai", "random", *own]


@_completer
def complete_options(context: typer.Context) -> Iterable[str]:
    """The options of the game, each up to its value."""
    plugin = _plugin(context)
    return [f"{name}=" for name in plugin.game.model_fields] if plugin else ()


@_completer
def complete_generators(context: typer.Context) -> Iterable[str]:
    """The generators that cards can be dealt by."""
    return ["seeded", "java", "msvc", "glibc"]


@_completer
def complete_promises(context: typer.Context) -> Iterable[str]:
    """The promises that every game makes."""
    from cardkit.authors.testing import PROMISES

    return list(PROMISES)


@_completer
def complete_kept(context: typer.Context) -> Iterable[str]:
    """The games that were kept."""
    from cardkit.play.home import kept_games

    return [game.called for game in kept_games()]


@_completer
def complete_settings(context: typer.Context) -> Iterable[str]:
    """The names of the settings."""
    from cardkit.play.settings import Settings

    return list(Settings.model_fields)


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A name from `cardkit games`, a file.py, or module:Class.", autocompletion=complete_games
    ),
]
DeckName = Annotated[
    str | None,
    typer.Argument(
        metavar="FILE", help="A deck file of your own, or one of `cardkit decks`.", autocompletion=complete_decks
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="OPTION=VALUE",
        help="Change a rule; `cardkit rules GAME` lists them.",
        autocompletion=complete_options,
    ),
]
RulesName = Annotated[
    str | None,
    typer.Option("--rules", metavar="NAME", help="One of the game's rule sets.", autocompletion=complete_rule_sets),
]


def player_of(text: str) -> str:
    """Who sits there, as a text that a record can hold."""
    if unfit := flaw(text):
        raise typer.BadParameter(f"{shown(text)} is not a player: it can't hold {unfit}")
    if re.fullmatch(r"(human|ai|random|search|\w+:\w+)([,+ ]+(human|ai|random|search|\w+:\w+))+", text):
        raise typer.BadParameter(f"{shown(text)} is more than one player: give the option once for each")
    return text


Seats = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="PLAYER",
        parser=player_of,
        help="Who sits there, once a seat: human, ai, random, search, GAME:NAME, a file.py, a program.",
        autocompletion=complete_players,
    ),
]
Names = Annotated[list[str] | None, typer.Option("--name", metavar="NAME", help="A player's name, once a seat.")]


def seed_of(text: str) -> int:
    """The seed that a text is."""
    seed = read_seed(text)
    if seed is None:
        raise typer.BadParameter(f"{shown(text)} is not a seed: that is a whole number, such as 123456 or -7")
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
        autocompletion=complete_generators,
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


Overwrite = Annotated[
    bool, typer.Option("--overwrite", help="Put what is written in the place of files that are there already.")
]
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
            raise typer.BadParameter(f"{shown(setting)} is not OPTION=VALUE, such as {such}", param_hint=hint)
        name = option.strip().replace("-", "_")
        if name in options:
            raise typer.BadParameter(f"{name} is given twice, and has one value", param_hint=hint)
        options[name] = value.strip()
    return options


def name_of(text: str) -> str:
    """The name that a text is, without the blanks around it."""
    try:
        return fit(text, "it")
    except ValueError as error:
        raise typer.BadParameter(f"{shown(text)} is not a name: {error}", param_hint="--name") from None


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


Explain = Annotated[
    bool, typer.Option("--explain", help="Say in words what the figures mean, and how many games it takes.")
]
LARGEST = 10**15
"""The highest number of games that can be asked for: centuries."""
GAMES = 1000
"""How many games are played where nothing is said."""
LEAST_ERROR = 0.0001
"""The smallest standard error that can be asked for, in percentage points: centuries, too."""


def whole(text: str | int, what: str = "games") -> int:
    """The number of games that a text is, such as 1000000, 1_000_000 or 1e6; a default is a number already."""
    digits, exponent, zeros = str(text).strip().lower().replace("_", "").partition("e")
    parts = [digits, zeros] if exponent else [digits]
    if not all(part.isascii() and part.isdecimal() and len(part) < 20 for part in parts) or int(zeros or 0) > 15:
        raise typer.BadParameter(f"{shown(text)} is not a number of {what}, such as 1000 or 1e6")
    number = int(digits + "0" * int(zeros or 0))
    if not 1 <= number <= LARGEST:
        raise typer.BadParameter(f"the number of {what} is from 1 to {LARGEST:,}, not {text}")
    return number


Games = Annotated[
    int | None,
    typer.Option(
        "-n",
        "--games",
        metavar="N",
        parser=whole,
        help="How many games: 1000, the default, or 1e6; with --until-se at most.",
    ),
]
UntilSe = Annotated[
    str | None,
    typer.Option(
        "--until-se",
        metavar="ERROR",
        help="Play until the standard error of each share is so many percentage points, as 0.1, or without --rotate "
        "that of a mean so much: 0.5 rounds; without -n as many games as it takes.",
    ),
]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", min=1, max=1000, help="How many processes or threads play.")]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="A Dask cluster, as tcp://host:8786; local starts one here."),
]
Engine = Annotated[
    str,
    typer.Option(
        "--engine", metavar="NAME", help="What plays: auto, rules, compiled, kernel, or both for a comparison."
    ),
]
PlainEngine = Annotated[str, typer.Option("--engine", metavar="NAME", help="What plays: auto, rules, or compiled.")]
OnError = Annotated[
    str, typer.Option("--on-error", metavar="stop|skip", help="What to do after a game that an error breaks off.")
]

Out = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FILE", help="Write a row a game: FILE.csv, .parquet, or .jsonl, which is gone on with."
    ),
]
PlotFile = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Draw what came of it: FILE.svg, .png or .pdf.")
]


@dataclass(frozen=True)
class ReportOptions:
    """How what came of many games is told."""

    plot: PlotFile = None
    explain: Explain = False
    overwrite: Overwrite = False
    as_json: AsJson = False

    def picture(self) -> Plot | None:
        """The picture to be drawn, if one is; raises before anything is played what would forbid it."""
        from cardkit.core.files import OVERWRITE, refuse_existing
        from cardkit.simulation.tables import PLOTS, Plot

        check_suffix(self.plot, PLOTS, "--plot")
        if not self.overwrite:
            refuse_existing(self.plot, OVERWRITE)
        return None if self.plot is None else Plot(self.plot)


GivenCards = Annotated[
    list[str] | None,
    typer.Option("--given", metavar="PLACE: CARDS", help="Deal these cards there, as seat 0: AC AD, or stock top: 7H."),
]
ShuffledBy = Annotated[
    str,
    typer.Option("--shuffle", metavar="HOW", help="Shuffle the deck as it lies by hand: riffle:7, overhand:20."),
]
Where = Annotated[
    list[str] | None,
    typer.Option(
        "--where", metavar="CONDITION", help="Count only games that are so: aces of seat 0 = 4, rounds > 500."
    ),
]
By = Annotated[
    str | None,
    typer.Option(
        "--by",
        metavar="FIGURE",
        help="A table by a figure of the deal or the game: aces of seat 0, 8s of stock, rounds.",
    ),
]


@dataclass(frozen=True)
class DealOptions:
    """Which deals are played, and what they are told apart by."""

    given: GivenCards = None
    shuffle: ShuffledBy = ""
    where: Where = None
    by: By = None

    def batch(self, setup: Setup, against: Sequence[str] = ()) -> Batch:
        """The games of a setup that are played of it."""
        from cardkit.plugins.setup import read_shuffle
        from cardkit.simulation.batch import batch_of

        shuffle = setup.shuffle or self.shuffle
        if shuffle:
            try:
                shuffle = "{}:{}".format(*read_shuffle(shuffle))
            except ValueError as error:
                hint = "--vary" if setup.shuffle else "--shuffle"
                raise typer.BadParameter(f"{shown(shuffle)}: {error}", param_hint=hint) from None
        dealt = setup.having(given=tuple(self.given or ()), shuffle=shuffle)
        return batch_of(dealt, where=self.where or (), by=self.by, against=against)


def tell_names_that_are_cards(deck: DeckFile) -> None:
    """Note on standard error the names in a deck file that are cards: they may have been forgotten there."""
    from cardkit.play.terminal import aside

    ranks, suits = {"10", *"23456789TJQKA", *(card.rank for card in deck.cards)}, {card.suit for card in deck.cards}
    for name in dict.fromkeys(deck.names):
        with suppress(InvalidCard):
            card = Card.read(name)
            if card.rank in ranks and card.suit in suits:
                aside(f"note: the first lines of the deck file are names, {shown(name)} too: were they forgotten?")


@dataclass(frozen=True)
class RunOptions:
    """How many games are played, and what plays them."""

    games: Games = None
    until_se: UntilSe = None
    jobs: Jobs = 1
    cluster: Cluster = None
    engine: Engine = "auto"
    on_error: OnError = "stop"

    def job(self, deals: DealOptions) -> Job:
        """How batches are to be run; a thousand games if nothing is said of how many."""
        from cardkit.simulation.jobs import Job

        if self.on_error not in ("stop", "skip"):
            raise typer.BadParameter(f"{self.on_error!r} is neither stop nor skip", param_hint="--on-error")
        error, mean = self._until()
        if deals.where and self.until_se is not None and self.games is None:
            reason = "with --where say by -n, too, how many games are looked at at most"
            raise typer.BadParameter(reason, param_hint="--until-se")
        return Job(
            games=self.games or (GAMES if self.until_se is None else LARGEST),
            until_se=error,
            until_mean=mean,
            jobs=self.jobs,
            cluster=self.cluster,
            engine=self.engine,
            goes_on=self.on_error == "skip",
        )

    def _until(self) -> tuple[float | None, str]:
        """The standard error at which playing ends, and what is counted whose mean has it; nothing for the shares."""
        if self.until_se is None:
            return None, ""
        text, _, mean = self.until_se.strip().partition(" ")
        try:
            error = float(text)
        except ValueError:
            reason = f"{shown(text)} is not a number, such as 0.1, or with what is counted: 0.5 rounds"
            raise typer.BadParameter(reason, param_hint="--until-se") from None
        if not (0 < error < LARGEST if mean else LEAST_ERROR <= error <= 100):
            between = "above 0" if mean else f"from {LEAST_ERROR} to 100"
            raise typer.BadParameter(f"{text} is not {between}", param_hint="--until-se")
        return error, " ".join(mean.split())


def check_suffix(path: Path | None, known: Iterable[str], option: str) -> None:
    """Raises BadParameter where the name of a file doesn't end with one of these."""
    if path is not None and path.suffix not in known:
        raise typer.BadParameter(f"{path} ends with none of {', '.join(known)}", param_hint=option)


def refuse_strange_mean(job: Job, known: Iterable[str]) -> None:
    """Raises BadParameter where the mean whose error is asked for is none of those known."""
    means = list(known)
    if job.until_mean and job.until_mean not in means:
        reason = f"a mean is one of {', '.join(means)}" if means else "with --rotate it is for shares: 0.1 alone"
        raise typer.BadParameter(f"{shown(job.until_mean)}: {reason}", param_hint="--until-se")


def refuse_how_games_go(batch: Batch, option: str) -> None:
    """Raises BadParameter where games that lie beside each other would be chosen by how each of them went."""
    if batch.asks_how_games_go:
        raise typer.BadParameter("--where and --by are of deals there, as aces of seat 0", param_hint=option)


def tell(terminal: Terminal, sentences: Iterable[str]) -> None:
    """Say these sentences below what was shown, after a blank line."""
    for number, sentence in enumerate(sentences):
        if not number:
            terminal.say("")
        terminal.say(sentence)


def header(batch: Batch) -> dict[str, Any]:
    """What the games of a batch are, for programs."""
    from cardkit.plugins.setup import name_of

    return {
        "game": batch.game.name,
        "rules": batch.setup.rules.name,
        "options": batch.game.model_dump(mode="json"),
        "players": list(map(name_of, batch.setup.sitting)),
        "deck": batch.setup.deck_name,
        "cards": len(batch.setup.cards),
        "rng": batch.setup.rng,
        "seed": None if batch.setup.every_deal else batch.seed,
        "deals": "all" if batch.setup.every_deal else None,
        "given": list(batch.setup.given),
        **({"shuffle": batch.setup.shuffle} if batch.setup.shuffle else {}),
        "where": [one.text for one in batch.where],
        "by": batch.by.text if batch.by else None,
        "counts": batch.game.counts,
    }
