"""What a person can say to a table beside actions: commands by their words, and what a typed line means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from cardkit.core.errors import CardkitError
from cardkit.online.client.choosing import Message
from cardkit.online.client.told import Told


class NoCommand(CardkitError):
    """A typed command that can't be carried out, and why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class Command(NamedTuple):
    """A command: its word, what it does, and the message for the table; the client's own has none."""

    word: str
    about: str
    message: dict[str, Any] | None = None
    takes: str = ""
    """The name of the message's part that is typed after the word, if there is one."""


OWN = (
    Command("rules", "the rules and the options"),
    Command("log", "what was told so far"),
    Command("help", "these commands"),
    Command("quit", "leave the table; the same link leads back"),
)
"""What a client does by itself."""
_ASKED_OF_THE_TABLE = {
    "start": "begin the game; a machine plays where nobody sits yet",
    "undo": "take back your last choice",
    "redo": "play again what was taken back",
    "hint": "what the machine would do",
    "rematch": "play again, with the seats turned",
}


def commands(told: Told) -> Iterator[Command]:
    """What can be asked of the table now, then what always can, then what the client does by itself."""
    can = told.view.get("can", {})
    for word, about in _ASKED_OF_THE_TABLE.items():
        if can.get(word):
            yield Command(word, about, {"do": word})
    if can.get("undo") and [chair["player"] for chair in told.view["presence"]["chairs"]].count("human") == 1:
        about = "take it back though you have seen cards since: the game is practice then"
        yield Command("undo-practice", about, {"do": "undo", "practice": True})
    for seat in can.get("stand_in", ()):
        yield Command("stand-in", f"let a machine play for {told.names[seat]}", {"do": "stand-in", "seat": seat})
    yield Command("why", "ACTION: why it can't be done, or what it does", {"do": "why"}, "action")
    yield Command("talk", "TEXT: say something to everybody at the table", {"do": "talk"}, "text")
    yield from OWN


def typed(text: str, told: Told) -> Command:
    """The command that a typed line is, with its message made; an action is one without a word. Raises NoCommand.

    A line that begins with a colon is a command, one that begins with a slash is talk.
    """
    if text.startswith("/"):
        return Command("talk", "", {"do": "talk", "text": text[1:].strip()})
    if not text.startswith(":"):
        return Command("", "", {"do": "act", "action": text.strip(), "at": told.view.get("number", 0)})
    word, _, rest = text[1:].strip().partition(" ")
    known = list(commands(told))
    found = [one for one in known if word and one.word.startswith(word.casefold())]
    exact = [one for one in found if one.word == word.casefold()] or found
    if len({one.word for one in exact}) > 1:
        raise NoCommand(f":{word} could be {' or '.join(f':{one.word}' for one in exact)}")
    exact = [one for one in exact if not rest or one.takes or told.names[_seat(one)].casefold() == rest.casefold()]
    if not exact:
        raise NoCommand(f"there is no command :{word} now; :help lists them")
    if len(exact) > 1:
        raise NoCommand(f"say for whom, such as :{exact[0].word} {told.names[_seat(exact[0])]}")
    command = exact[0]
    if command.takes and command.message is not None:
        if not rest:
            raise NoCommand(f"say more, such as :{command.word} {command.takes.upper()}")
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
