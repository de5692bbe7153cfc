"""The way between a client and its table: messages there, messages back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from cardkit.online.client.choosing import Message

Heard = Callable[[Message], None]
"""Is told each message from the table."""


class Way(Protocol):
    """A way to a table, for one seat."""

    async def hear(self, heard: Heard) -> None:
        """Tell all that comes from the table, until it is left; raises a CardkitError where it can't be reached."""
        ...

    def send(self, message: dict[str, Any]) -> None:
        """Tell the table something; what it says of that is heard."""
        ...
