"""What a person can say to a table beside actions: commands by their words, and what a typed line means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from cardkit.online.client.choosing import Message
from cardkit.online.client.told import Told
from cardkit.records.log import Refused
from cardkit.tables.commands import COMMANDS, meant


class Command(NamedTuple):
    """A command: its word, what it does, and the message for the table; the client's own has none."""

    word: str
    about: str
    message: dict[str, Any] | None = None
    takes: str = ""
    """The name of the message's part that is typed after the word, if there is one."""


_ASKED_OF_THE_TABLE = ("start", "undo", "redo", "hint", "rematch")
_OWN = ("rules", "log", "help", "quit")
"""What a client does by itself."""


def commands(told: Told) -> Iterator[Command]:
    """What can be asked of the table now, then what always can, then what the client does by itself."""
    can = told.view.get("can", {})
    for word in _ASKED_OF_THE_TABLE:
        if can.get(word):
            yield Command(word, COMMANDS[word], {"do": word})
    if can.get("undo") and [chair["player"] for chair in told.view["presence"]["chairs"]].count("human") == 1:
        yield Command("undo-practice", COMMANDS["undo-practice"], {"do": "undo", "practice": True})
    for seat in can.get("stand_in", ()):
        yield Command("stand-in", f"{COMMANDS['stand-in']}{told.names[seat]}", {"do": "stand-in", "seat": seat})
    yield Command("why", COMMANDS["why"], {"do": "why"}, "action")
    yield Command("talk", COMMANDS["talk"], {"do": "talk"}, "text")
    for word in _OWN:
        yield Command(word, COMMANDS[word])


def typed(text: str, told: Told) -> Command:
    """The command that a typed line is, with its message made; an action is one without a word. Raises Refused.

    A line that begins with a colon is a command, one that begins with a slash is talk.
    """
    if text.startswith("/"):
        return Command("talk", "", {"do": "talk", "text": text[1:].strip()})
    if not text.startswith(":"):
        return Command("", "", {"do": "act", "action": text.strip(), "at": told.view.get("number", 0)})
    word, _, rest = text[1:].strip().partition(" ")
    known = list(commands(told))
    named = meant(word, [one.word for one in known])
    exact = [one for one in known if one.word == named]
    exact = [one for one in exact if not rest or one.takes or told.names[_seat(one)].casefold() == rest.casefold()]
    if not exact:
        raise Refused(f"there is no command :{word}; :help lists them")
    if len(exact) > 1:
        raise Refused(f"say for whom, such as :{exact[0].word} {told.names[_seat(exact[0])]}")
    command = exact[0]
    if command.takes and command.message is not None:
        if not rest:
            raise Refused(f"say more, such as :{command.word} {command.takes.upper()}")
        return command._replace(message={**command.message, command.takes: rest})
    return command


def _seat(command: Command) -> int:
    return int((command.message or {}).get("seat", 0))


def said_of(message: Message) -> tuple[str, str]:
    """What a person is told of an answer or a refusal, and what it is: an alarm, or news about their turn."""
    if message["type"] in ("refused", "lost"):
        return _sentence(message["reason"]), "alarm"
    if "can" in message:
        ways = ", ".join(message["can"])
        return _sentence(f"You can {ways}" if ways else message["reason"]), "turn" if ways else "alarm"
    reasons = "; ".join(message.get("reasons", ()))
    advice = f"The machine would: {message['action']}" if "action" in message else ""
    return _sentence(f"{advice} ({reasons})" if reasons else advice), "turn"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."
