"""What a seat was told by its table, message by message."""

from __future__ import annotations

import re
from functools import cached_property

from cardkit.core.cards import Card
from cardkit.core.texts import listed
from cardkit.online.client.choosing import Message
from cardkit.plugins.lines import Line


class Told:
    """The newest view, and all lines so far."""

    def __init__(self) -> None:
        self.hello: Message = {}
        self.view: Message = {}
        self.lines: list[str] = []
        """The log, each line with its cards marked."""
        self.talk: list[tuple[str, str]] = []

    def take(self, message: Message) -> list[str]:
        """Take in a hello or a view; the lines that are new."""
        if message["type"] == "hello":
            self.hello = message
            self.__dict__.pop("_cards", None)
            return []
        if message["fresh"]:
            self.lines.clear()
        self.view = message
        said = [(one["who"], one["text"]) for one in message["talk"]]
        new: list[str] = [self.marked(line) for line in message["events"]["lines"]]
        new += [Line(f"{who}: {text}") for who, text in said]
        self.lines += new
        self.talk += said
        return new

    @property
    def seat(self) -> int:
        """The seat that this is told to; -1 watches."""
        return int(self.view.get("seat", self.hello.get("seat", -1)))

    @property
    def scene(self) -> Message | None:
        """The table as the seat sees it, once the game has begun."""
        return self.view.get("view")

    @property
    def title(self) -> str:
        """What the game is called, as a heading."""
        return " ".join(
            word[:1].upper() + word[1:] for word in str(self.hello.get("game", "")).replace("_", "-").split("-")
        )

    @property
    def counts(self) -> str:
        """What turns are called."""
        return str(self.hello.get("counts", "turn"))

    @property
    def names(self) -> list[str]:
        """What the players are called."""
        return [chair["name"] for chair in self.view["presence"]["chairs"]] if self.view else []

    @property
    def asked(self) -> str:
        """The names of those for whom the game waits."""
        seats: list[int] = self.scene["asked"] if self.scene is not None else []
        return listed([self.names[seat] for seat in seats])

    @property
    def is_asked(self) -> bool:
        """Whether the game waits for this seat."""
        return self.scene is not None and self.seat in self.scene["asked"]

    @cached_property
    def _cards(self) -> re.Pattern[str] | None:
        """What cards look like in a text, in this deck."""
        texts = sorted(set(map(str, self.hello.get("deck", ()))), key=len, reverse=True)
        return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, texts))})(?!\w)") if texts else None

    def marked(self, text: str) -> Line:
        """A text with its cards as cards."""
        if self._cards is None:
            return Line(text)
        parts = enumerate(self._cards.split(text))
        return Line(*[Card.read(part) if number % 2 else part for number, part in parts])
