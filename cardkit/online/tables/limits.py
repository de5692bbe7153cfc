"""How much one server takes on, and how much of it one visitor or one address may ask."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The bounds of a server; times are in seconds."""

    message: int = 4_096
    """Bytes of a message."""
    body: int = 16_384
    """Bytes of a request's body."""
    messages: float = 10
    """Messages of a visitor a second, after a burst of three times as many; more are read later."""
    mistakes: int = 50
    """Messages of a visitor that are none, or too many one after the other, until the connection is closed."""
    tables: int = 20_000
    """Tables that are open at a time."""
    visitors: int = 20_000
    visitors_of_address: int = 500
    """Visitors of one address; a class or a household may have one in common."""
    new_tables: float = 1
    """Tables that one address may lay a second, after a burst of 30."""
    questions: float = 5
    """Requests of one address a second that look into the store, after a burst of 30."""
    hello: float = 10
    """Until somebody who comes has said who they are."""
    wrong_key: float = 1
    """Until somebody who isn't let in is told so."""
    stall: float = 20
    """Until somebody who doesn't read is let go."""
    idle: float = 600
    """Until a table at which nobody is, is put away."""


class Bucket:
    """Lets so many pass a second, and a burst of them at once."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = 0.0

    def _fill(self, now: float) -> None:
        self._left = min(self._burst, self._left + (now - self._at) * self._rate) if self._at else self._burst
        self._at = now

    def wait(self, now: float) -> float:
        """Seconds that the next one has to wait, who is let pass after that.

        >>> bucket = Bucket(rate=2, burst=1)
        >>> bucket.wait(10.0), bucket.wait(10.0), bucket.wait(11.0)
        (0.0, 0.5, 0.0)
        """
        self._fill(now)
        self._left -= 1
        return max(0.0, -self._left / self._rate)

    def take(self, now: float) -> bool:
        """Whether one may pass now."""
        self._fill(now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def is_full(self, now: float) -> bool:
        """Whether nothing was asked of it lately."""
        self._fill(now)
        return self._left >= self._burst


class Addresses:
    """What each address asked lately."""

    most = 10_000
    """So many addresses are remembered; those that asked nothing lately are forgotten first."""

    def __init__(self, rate: float, burst: float = 30) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str, now: float) -> bool:
        """Whether an address may ask once more now."""
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= self.most:
                self._forget(now)
            bucket = self._buckets[address] = Bucket(self._rate, self._burst)
        return bucket.take(now)

    def _forget(self, now: float) -> None:
        busy = [(address, bucket) for address, bucket in self._buckets.items() if not bucket.is_full(now)]
        self._buckets = dict(busy[len(busy) // 2 :] if len(busy) >= self.most else busy)
