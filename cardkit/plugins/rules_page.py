"""The rules of a game for people, from what the game and its plugin say of themselves."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from pydantic.fields import FieldInfo
from pydantic_core import to_jsonable_python

from cardkit.core.description import Kind
from cardkit.core.game import Game
from cardkit.core.texts import width, wrapped
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.sayings import title_of
from cardkit.table.faults import numbers

WIDTH = 78


def rules_page(plugin: Plugin, played: Game[Any, Any] | None = None, *, columns: int | None = None) -> Iterator[str]:
    """The rules in paragraphs, then the rule sets, then each option with its default, in so many columns at most.

    Where a game is played, it is what holds in it that is told of the options, and first what is not as usual.
    """
    game, room = plugin.game, min(columns or WIDTH, WIDTH)
    yield title_of(game)
    yield "=" * width(title_of(game))
    changed = _changed(played) if played is not None else []
    if changed:
        yield from wrapped(f"In this game: {', '.join(changed)}. All else is as follows.", room)
        yield ""
    for paragraph in inspect.cleandoc(game.__doc__ or "No rules are written down.").split("\n\n"):
        yield from wrapped(paragraph, room)
        yield ""
    if plugin.rule_sets:
        yield "Rule sets (--rules NAME; the first is played if none is named)"
        for rules in plugin.rule_sets:
            changes = ", ".join(f"{option}={value}" for option, value in rules.options.items())
            yield from _item(room, rules.name, rules.about + (f" ({changes})" if changes else ""))
        yield ""
    if game.model_fields:
        yield "Options (--set OPTION=VALUE)"
        for name, field in game.model_fields.items():
            value = field.default if played is None else getattr(played, name)
            head = name if value is None else f"{name}={_text(value)}"
            at_seats = ", ".join(f"{_text(one[name])} at {n} seats" for n, one in game.by_seats.items() if name in one)
            about = field.description or "no description"
            yield from _item(room, head, f"{about}{_values(field)}{f' ({at_seats})' if at_seats else ''}")


def _changed(played: Game[Any, Any]) -> list[str]:
    """The options of a game that are not as usual."""
    values = {name: getattr(played, name) for name in type(played).model_fields}
    return [
        f"{name}={_text(value)}"
        for name, value in values.items()
        if value != type(played).model_fields[name].get_default(call_default_factory=True)
    ]


def about(plugin: Plugin) -> str:
    """What a game is, in a sentence."""
    module = sys.modules.get(plugin.game.__module__)
    return _first_sentence((module.__doc__ if module is not None else "") or plugin.game.__doc__ or "")


def first_sentence_in(path: Path) -> str:
    """What the game in a file is, in a sentence, without loading it."""
    return _first_sentence(ast.get_docstring(ast.parse(path.read_bytes())) or "")


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=\.) ", inspect.cleandoc(text).split("\n\n")[0].replace("\n", " "))[0]


def game_facts(plugin: Plugin, *, whole: bool = False) -> dict[str, Any]:
    """What a program wants to know of a game: what it is, who plays, rule sets; as a whole with rules and options."""
    game = plugin.game
    facts: dict[str, Any] = {
        "about": about(plugin),
        "players": numbers(game.players),
        "least": min(game.players),
        "most": max(game.players),
        "rule_sets": [
            {"name": rules.name, "about": rules.about, "options": dict(rules.options)} for rules in plugin.rule_sets
        ],
    }
    if whole:
        facts["rules"] = inspect.cleandoc(game.__doc__ or "")
        facts["options"] = {
            name: {"default": to_jsonable_python(field.default), "description": field.description or ""}
            for name, field in game.model_fields.items()
        }
        facts["styles"] = list(plugin.styles)
        facts["own_players"] = list(plugin.players)
    return facts


def _item(room: int, head: str, text: str) -> Iterator[str]:
    yield f"  {head}"
    yield from wrapped(text, room, "      ")


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, cast(tuple[Any, ...], value)))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _values(field: FieldInfo) -> str:
    """What the option can be, where its type says it."""
    if literals := Kind(field.annotation).literals:
        return f" [{', '.join(map(_text, literals))}]"
    if field.annotation is bool:
        return " [true, false]"
    bounds = {type(bound).__name__: bound for bound in field.metadata}
    limits = [
        f"{word} {getattr(bounds[name], name.lower())}"
        for name, word in (("Ge", "from"), ("Gt", "over"), ("Le", "to"), ("Lt", "under"))
        if name in bounds
    ]
    return f" [{' '.join(limits)}]" if limits else ""
