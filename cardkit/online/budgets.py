"""How much one server takes on, and how much of it one visitor or one address may ask."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Network, ip_address
from time import monotonic, thread_time
from typing import Any, Generic, TypeVar, cast

Found = TypeVar("Found")


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
    processes: int = 16
    """Processes in which tables are played, each one in its own as long as there are no more tables."""
    processes_of_address: int = 4
    """So many of them play what one address has laid or taken up, however many tables that is."""
    visitors: int = 20_000
    visitors_of_address: int = 500
    """Visitors of one address; a class or a household may have one in common."""
    new_tables: float = 1
    """Tables that one address may lay a second, after a burst of 30."""
    processor: float = 0.25
    """Seconds of processor time that one address may take in a second, after a burst of ten times as many."""
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

    def spend(self, amount: float, now: float) -> None:
        """Let so much pass that has to pass; what is too much is owed."""
        self._fill(now)
        self._left -= amount

    def owed(self, now: float) -> float:
        """Seconds until nothing is owed."""
        self._fill(now)
        return max(0.0, -self._left / self._rate)

    def is_full(self, now: float) -> bool:
        """Whether nothing was asked of it lately."""
        self._fill(now)
        return self._left >= self._burst


def household(address: str) -> str:
    """The address for which budgets are counted: of IPv6 the network of 64 bits, all of which one visitor may have.

    >>> household("2001:db8::1:2"), household("::ffff:192.0.2.7"), household("192.0.2.7"), household("")
    ('2001:db8::/64', '192.0.2.7', '192.0.2.7', '')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((int(found) >> 64 << 64, 64)))


class Addresses:
    """What each address asked lately."""

    most = 10_000
    """So many addresses are remembered; those that asked nothing lately are forgotten first."""

    def __init__(self, rate: float, burst: float = 30) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, Bucket] = {}

    def bucket(self, address: str, now: float) -> Bucket:
        """What an address has left."""
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= self.most:
                self._forget(now)
            bucket = self._buckets[address] = Bucket(self._rate, self._burst)
        return bucket

    def take(self, address: str, now: float) -> bool:
        """Whether an address may ask once more now."""
        return self.bucket(address, now).take(now)

    def _forget(self, now: float) -> None:
        busy = [(address, bucket) for address, bucket in self._buckets.items() if not bucket.is_full(now)]
        self._buckets = dict(busy[len(busy) // 2 :] if len(busy) >= self.most else busy)


ASKED = 0.0005
"""Seconds of processor time that the server itself takes for something that is asked of a process."""


class Accounts:
    """The processor time that each address takes: who has taken too much waits, and asks one thing at a time.

    Other servers, who ask for many, and whoever runs this one are no address: they never wait.
    """

    def __init__(self, rate: float) -> None:
        self._taken = Addresses(rate, 10 * rate)
        self._turns: dict[str, asyncio.Lock] = {}
        self._waiting: Counter[str] = Counter()

    def pay(self, address: str, seconds: float) -> None:
        """An address has taken so much."""
        if address:
            self._taken.bucket(address, now := monotonic()).spend(seconds + ASKED, now)

    def owed(self, address: str) -> float:
        """Seconds that an address has to wait."""
        return self._taken.bucket(address, now := monotonic()).owed(now) if address else 0.0

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncGenerator[None]:
        """Within, it is the turn of an address."""
        if address not in self._waiting and not self.owed(address):
            yield
            return
        self._waiting[address] += 1
        try:
            async with self._turns.setdefault(address, asyncio.Lock()):
                while wait := self.owed(address):
                    await asyncio.sleep(wait)
                yield
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address], self._turns[address]

    async def paid(self, address: str, ask: Callable[[], Coroutine[Any, Any, Found]]) -> Found:
        """What is answered when it is the turn of an address, which pays for what the server itself does for that."""
        async with self.turn(address):
            steps = Steps(ask())
            try:
                return await steps
            finally:
                self.pay(address, steps.seconds)


class Steps(Generic[Found]):
    """Work that waits at times, and the processor time of its own steps: what others do meanwhile isn't counted."""

    def __init__(self, work: Coroutine[Any, Any, Found]) -> None:
        self._work = work
        self.seconds = 0.0

    def __await__(self) -> Generator[Any, Any, Found]:
        raised: BaseException | None = None
        while True:
            before = thread_time()
            try:
                waited = self._work.send(None) if raised is None else self._work.throw(raised)
            except StopIteration as done:
                return cast(Found, done.value)
            finally:
                self.seconds += thread_time() - before
            raised = None
            try:
                yield waited
            except BaseException as error:
                raised = error
