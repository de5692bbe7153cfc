"""What a shell completes: games, decks, rule sets, players, styles, options of a game, promises, kept games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING

import typer

from cardkit.core.errors import CardkitError

if TYPE_CHECKING:
    from cardkit.plugins.plugin import Plugin

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
def games(context: typer.Context) -> Iterable[str]:
    """The names of the games."""
    from cardkit.plugins.registry import examples, installed

    return [*installed(), *examples()]


@_completer
def decks(context: typer.Context) -> Iterable[str]:
    """The shipped decks that the game can be played with."""
    from cardkit.plugins.deck_files import shipped
    from cardkit.plugins.setup import readable

    plugin = _plugin(context)
    return [name for name, path in shipped().items() if plugin is None or readable(plugin, path)]


@_completer
def rule_sets(context: typer.Context) -> Iterable[str]:
    """The rule sets of the game."""
    plugin = _plugin(context)
    return [rules.name for rules in plugin.rule_sets] if plugin else ()


@_completer
def styles(context: typer.Context) -> Iterable[str]:
    """The styles that the game can be told in."""
    plugin = _plugin(context)
    return ["plain", *plugin.styles] if plugin else ()


@_completer
def players(context: typer.Context) -> Iterable[str]:
    """Who can sit at a seat of the game."""
    plugin = _plugin(context)
    own = [f"{plugin.game.name}:{name}" for name in plugin.players if name != "ai"] if plugin else []
    return ["human", "ai", "random", *own]


@_completer
def options(context: typer.Context) -> Iterable[str]:
    """The options of the game, each up to its value."""
    plugin = _plugin(context)
    return [f"{name}=" for name in plugin.game.model_fields] if plugin else ()


@_completer
def generators(context: typer.Context) -> Iterable[str]:
    """The generators that cards can be dealt by."""
    return ["seeded", "java", "msvc", "glibc"]


@_completer
def promises(context: typer.Context) -> Iterable[str]:
    """The promises that every game makes."""
    from cardkit.authors.testing import PROMISES

    return list(PROMISES)


@_completer
def kept(context: typer.Context) -> Iterable[str]:
    """The games that were kept."""
    from cardkit.play.home import kept_games

    return [game.called for game in kept_games()]


@_completer
def settings(context: typer.Context) -> Iterable[str]:
    """The names of the settings."""
    from cardkit.play.settings import Settings

    return list(Settings.model_fields)
