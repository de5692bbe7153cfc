"""How much one server takes on, and how much of it one visitor or one address may ask."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Annotated, Any, Literal, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from cardkit.core.errors import CardkitError, UnknownName, told
from cardkit.core.piles import Seat
from cardkit.hosting.hosted import Clock, Hosted, Policy, Thought, Visitor
from cardkit.hosting.seats import Chairs
from cardkit.hosting.telling import result_of
from cardkit.play.terminal import aside
from cardkit.plugins.deck_files import shipped
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.rules_page import game_facts
from cardkit.plugins.session import PUBLIC, readable
from cardkit.plugins.setup import Setup
from cardkit.records.files import RecordFile
from cardkit.records.log import Keep
from cardkit.records.record import Record, RecordError, record_text
from cardkit.records.store import Elsewhere, Store, Stored, StoreError, TableLost


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


class NotOver(CardkitError):
    """A game whose record would show what is hidden still."""

    def __str__(self) -> str:
        return "the game is not over, and its record would show the cards that are hidden"


def state_here(hosted: Hosted, key: str) -> dict[str, Any] | None:
    """How it stands at a table that this server runs; None for who has no key of it."""
    seat = hosted.key_seat(key)
    names = [chair.name for chair in hosted.chairs.chairs]
    game = hosted.session.plugin.game.name
    return _state(hosted.table, game, hosted.phase, names, seat, result_of(hosted), here=True)


def state_in_store(table: str, stored: Stored, key: str) -> dict[str, Any] | None:
    """How it stands at a table that is kept; None for who has no key of it."""
    record, chairs = stored.record, Chairs.back(stored.people, 0.0)
    phase = "waiting" if record is None else "over" if record.result else "playing"
    names = [chair.name for chair in chairs.chairs]
    game = record.game if record is not None else str(stored.settings["wish"]["game"])
    result = None if record is None or record.result is None else {"text": _end_of(record)}
    return _state(table, game, phase, names, chairs.seat_of(key), result, here=False)


def damaged_state(table: str) -> dict[str, Any]:
    """What is told of a table that can't be read."""
    result = {"text": "set aside, because what is kept of it is damaged"}
    return {
        "table": table,
        "here": False,
        "game": table,
        "phase": "damaged",
        "names": [],
        "seat": PUBLIC,
        "result": result,
    }


def _state(
    table: str, game: str, phase: str, names: list[str], seat: Seat | None, result: Any, *, here: bool
) -> dict[str, Any] | None:
    if seat is None:
        return None
    known = {"game": game, "phase": phase, "names": names, "seat": seat, "result": result}
    return {"table": table, "here": here, **known}


def _end_of(record: Record) -> str:
    """How a recorded game ended, in a few words."""
    ended = record.result
    if ended is None:
        return ""
    winners = ended.winners
    if winners:
        return f"won by {' and '.join(record.names[seat] for seat in winners)}"
    return ended.how.value if ended.of is None else f"{ended.scores[0]:g} of {ended.of:g}"


def whole_record(stored: Stored, key: str) -> str | None:
    """The record of a game that is over; None for who has no key of its table. Raises NotOver."""
    if Chairs.back(stored.people, 0.0).seat_of(key) is None:
        return None
    if stored.record is None or stored.record.result is None:
        raise NotOver
    return record_text(stored.record)


Text = Annotated[str, Field(max_length=200)]
Seconds = Annotated[float, Field(ge=0, le=86_400)]


class BadWish(CardkitError):
    """A wish for a table that is none, or that this server doesn't grant; `part` is the part of it that is wrong."""

    def __init__(self, part: str, reason: str) -> None:
        super().__init__(part, reason)
        self.part = part
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.part}: {self.reason}" if self.part else self.reason


class Wish(BaseModel):
    """A table as somebody wishes it; what is not said is as the game has it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: Text
    rules: Text | None = None
    options: dict[Text, JsonValue] = Field(default_factory=dict, max_length=100)
    seats: tuple[Text, ...] | None = Field(default=None, min_length=1, max_length=100)
    names: tuple[Text, ...] | None = Field(default=None, max_length=100)
    deck: Text | None = None
    """A deck file; one of those that come with cardkit, where it is wished over the network."""
    rng: Text = ""
    seed: int | None = Field(default=None, ge=-(2**63), lt=2**63)
    most_turns: int | None = Field(default=None, ge=1)
    clock: Text | None = None
    on_timeout: Literal["lose", "machine"] = "lose"
    away: Seconds | None = None
    stand_in: Literal["ask", "at once", "never"] = "ask"
    delay: Seconds = 0
    pace: Annotated[float, Field(ge=0, le=60)] = 0.7

    def policy(self) -> Policy:
        """How the table deals with people; raises CardkitError where the clock is none."""
        return Policy(
            away=self.away,
            stand_in=self.stand_in,
            clock=None if self.clock is None else Clock.read(self.clock),
            on_timeout=self.on_timeout,
            delay=self.delay,
            pace=self.pace,
        )

    def setup(self, plugin: Plugin) -> Setup:
        """What is to be played; raises UnknownName."""
        return Setup.for_people(
            plugin,
            self.rules,
            options=self.options,
            seats=self.seats,
            names=self.names,
            deck=self.deck,
            rng=self.rng,
            seed=self.seed,
            most_turns=self.most_turns,
        )


def wished(parts: Mapping[str, Any]) -> Wish:
    """The wish that these are the parts of; raises BadWish."""
    try:
        wish = Wish.model_validate(parts)
    except ValidationError as error:
        first = error.errors()[0]
        raise BadWish(" ".join(map(str, first["loc"])), first["msg"].removeprefix("Value error, ")) from None
    wish.policy()
    return wish


def wish_of(text: bytes, games: Mapping[str, Plugin]) -> Wish:
    """What somebody wishes over the network; raises BadWish where it is none, or asks for what isn't offered."""
    try:
        parts: Any = json.loads(text)
    except (ValueError, RecursionError):
        parts = None
    if not isinstance(parts, dict):
        raise BadWish("", "this is no JSON object")
    wish = wished(cast(dict[str, Any], parts))
    plugin = games.get(wish.game)
    if plugin is None:
        raise BadWish("game", str(UnknownName("game", wish.game, games)))
    refuse_unoffered(wish, plugin)
    return wish


def refuse_unoffered(wish: Wish, plugin: Plugin) -> None:
    """Raises BadWish where a wish over the network asks for players or a deck that aren't offered."""
    for player in wish.seats or ():
        if player not in offered_players(plugin):
            raise BadWish("seats", str(UnknownName("player", player, offered_players(plugin))))
    if wish.deck is not None and wish.deck not in offered_decks(plugin):
        raise BadWish("deck", str(UnknownName("deck", wish.deck, offered_decks(plugin))))


def offer(name: str, plugin: Plugin) -> dict[str, Any]:
    """A game as the lobby offers it."""
    facts = game_facts(plugin)
    return {
        "name": name,
        "title": plugin.game.name,
        "about": facts["about"],
        "players": list(islice(plugin.game.players, 100)),
        "rules": facts["rule_sets"],
        "first": plugin.for_people or next((rules.name for rules in plugin.rule_sets), ""),
        "options": plugin.game.model_json_schema(),
        "decks": offered_decks(plugin),
        "needs_deck": [rules.name for rules in plugin.rule_sets if plugin.deck is None and rules.deck is None],
        "who": offered_players(plugin),
        "opponent": plugin.opponent,
    }


def offered_players(plugin: Plugin) -> list[str]:
    """Who can be wished at a seat: people, and machines that cardkit or the game brings."""
    own = [f"{plugin.game.name}:{name}" for name in plugin.players if name != "ai"]
    return ["human", "ai", "random", "search", *own]


def offered_decks(plugin: Plugin) -> list[str]:
    """The decks that can be wished."""
    return [name for name, path in shipped().items() if readable(plugin, path)]


def laid(plugin: Plugin, wish: Wish, kept: tuple[Stored, list[Keep]] | None, table: str, now: float) -> Hosted:
    """The table of a wish, as it is stored if it is; raises CardkitError where it can't be laid."""
    setup, policy = wish.setup(plugin), wish.policy()
    if kept is None:
        return Hosted.lay(setup, policy=policy, now=now, table=table)
    stored, places = kept
    return Hosted.back(
        setup, people=stored.people, record=stored.record, places=places, policy=policy, now=now, table=table
    )


T = TypeVar("T")
THINKING = 4
"""So many machines think at the same time; the others wait for their turn."""


class OpenTable:
    """A table that this server runs, from when somebody asked for it until it is put away."""

    def __init__(self, name: str, hosted: Hosted, place: Keep, tables: Tables) -> None:
        self.name = name
        self.hosted = hosted
        self.place = place
        self.lost = ""
        """Why the table is here no longer; empty as long as it is."""
        self.is_faulty = False
        """Whether it was lost by a fault, which may come again at once."""
        self.visits: dict[Visitor, Callable[[], None]] = {}
        """Who is there, each with what lets them be told that something happened."""
        self.quiet_since = monotonic()
        self._tables = tables
        self._thinking: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None

    def enter(self, visitor: Visitor, hello: Mapping[str, Any], wake: Callable[[], None]) -> dict[str, Any]:
        """Somebody comes in; what they are told first. Raises Refused."""
        told = self._safely(lambda: self.hosted.enter(visitor, hello, monotonic()))
        self.visits[visitor] = wake
        self.go_on()
        return told

    def take(self, visitor: Visitor, said: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What a visitor is answered; raises Refused, or another CardkitError in a sentence."""
        answer = self._safely(lambda: self.hosted.take(visitor, said, monotonic()))
        self.go_on()
        return answer

    def message(self, visitor: Visitor) -> dict[str, Any]:
        """The whole view of a visitor, and what they weren't told yet."""
        return self._safely(lambda: self.hosted.message(visitor))

    def leave(self, visitor: Visitor) -> None:
        """Somebody is there no longer."""
        if self.visits.pop(visitor, None) is not None and not self.lost:
            self.quiet_since = monotonic()
            self._tables.gone += 1
            with suppress(TableLost):
                self._safely(lambda: self.hosted.leave(visitor, monotonic()))
            self.go_on()

    def go_on(self) -> None:
        """Let the machines act whose turn it is, and the clocks run."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        try:
            at = None if self.lost else self._safely(lambda: self.hosted.tick(monotonic()))
            if at is not None:
                self._timer = asyncio.get_running_loop().call_later(max(0.0, at - monotonic()), self.go_on)
            while not self.lost and (thought := self._safely(self.hosted.thought)) is not None:
                task = asyncio.create_task(self._think(thought))
                self._thinking.add(task)
                task.add_done_callback(self._thinking.discard)
        except CardkitError as error:
            self.lose(str(error))

    async def _think(self, thought: Thought) -> None:
        """Let a machine choose, in a thread where that takes its time, and act."""
        try:
            chosen = await self._tables.thought_out(thought) if thought.is_long else thought.choose()
        except Exception as error:  # whatever a machine raises ends its own table alone
            failure = error
            act = partial(self.hosted.failed, thought, failure)
        else:
            act = partial(self.hosted.done, thought, chosen)
        if self.lost:
            return
        try:
            self._safely(lambda: act(monotonic()))
            await self.place.settled()
        except CardkitError as error:
            self.lose(str(error))
        self.go_on()

    def _safely(self, step: Callable[[], T]) -> T:
        """What a step returns; one that goes wrong, and not as it may, ends this table alone."""
        try:
            return step()
        except (RecordError, StoreError, TableLost) as error:
            self.lose(str(error))
            raise
        except CardkitError:
            raise
        except Exception as error:
            aside(f"the table {self.name} has gone wrong: {told(error)}")
            self.is_faulty = True
            self.lose("has gone wrong; its game is kept")
            raise TableLost(self.name, self.lost) from error

    def is_idle(self, before: float) -> bool:
        """Whether nobody has been here since this time, and nothing will happen by itself."""
        return not self.visits and self.quiet_since < before and self._timer is None and not self._thinking

    async def put_away(self) -> None:
        """Let the store alone have the table."""
        self.lose("was put away")
        for place in self.hosted.places:
            with suppress(CardkitError):
                await place.settled()
                await place.release()

    def lose(self, why: str) -> None:
        """Run the table no longer; whoever is there is sent away, and comes back to it as it is kept."""
        self.lost = self.lost or why
        if self._timer is not None:
            self._timer.cancel()
        self._tables.forget(self)
        self.hosted.close()
        for wake in self.visits.values():
            wake()


Laying = Callable[[str, Mapping[str, Any], tuple[Stored, list[Keep]] | None, float], Hosted]
"""Lays the table of a name by these settings, as it is stored if it is, at this time; raises CardkitError."""


def places_of(place: Keep, settings: Mapping[str, Any], record: Record | None) -> list[Keep]:
    """Where a table is kept: its place in the store, and a file of somebody's own; raises RecordError."""
    own = settings.get("record")
    return [place, RecordFile(Path(own), record, replacing=True)] if own else [place]


class SetAside(CardkitError):
    """A table that can't be taken up, because what is kept of it is damaged; it stays as it is."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table

    def __str__(self) -> str:
        return f"the table {self.table} is set aside: what is kept of it is damaged; who runs this server was told how"


class Full(CardkitError):
    """A server that has as many tables as it takes."""

    def __str__(self) -> str:
        return "all tables are taken; come again later"


class Tables:
    """The tables of a server by name; those that nobody looks at lie in the store."""

    def __init__(self, store: Store, lay: Laying, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self.running: dict[str, OpenTable] = {}
        self.gone = 0
        """So many tables were let go, and so many visitors have left."""
        self._thinkers = ThreadPoolExecutor(THINKING, "machine")
        self._lay = lay
        self._coming: dict[str, asyncio.Task[OpenTable | Elsewhere | None]] = {}
        self._set_aside: set[str] = set()
        """The tables of which was told here that they are damaged."""

    async def thought_out(self, thought: Thought) -> Any:
        """What a machine chooses, in a thread, when one of them is free."""
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, thought.choose)

    async def lay(self, settings: Mapping[str, Any]) -> OpenTable:
        """A new table; raises CardkitError where it can't be laid as it is wished."""
        name = secrets.token_urlsafe(9)
        return await self.adopt(self._lay(name, settings, None, monotonic()), settings)

    async def adopt(self, hosted: Hosted, settings: Mapping[str, Any]) -> OpenTable:
        """A table that was laid, kept from now on; raises CardkitError."""
        if len(self.running) >= self.limits.tables:
            raise Full()
        name = hosted.table
        place = await self.store.create(name, settings, hosted.people)
        hosted.keep_in(places_of(place, settings, None))
        running = self.running[name] = OpenTable(name, hosted, place, self)
        running.go_on()
        return running

    async def find(self, name: str, *, by_force: bool = False) -> OpenTable | Elsewhere | None:
        """The table of a name, taken up from the store where it isn't open; None where there is none.

        Raises CardkitError where it can't be taken up.
        """
        if name in self.running:
            return self.running[name]
        if name not in self._coming:
            self._coming[name] = asyncio.create_task(self._taken_up(name, by_force=by_force))
            self._coming[name].add_done_callback(lambda task: self._coming.pop(name, None))
        return await asyncio.shield(self._coming[name])

    async def _taken_up(self, name: str, *, by_force: bool) -> OpenTable | Elsewhere | None:
        if len(self.running) >= self.limits.tables:
            raise Full()
        with self._setting_aside(name):
            claimed = await self.store.claim(name, by_force=by_force)
            if claimed is None or isinstance(claimed, Elsewhere):
                return claimed
            place, stored = claimed
            places = places_of(place, stored.settings, stored.record)
            hosted = self._lay(name, stored.settings, (stored, places), monotonic())
        running = self.running[name] = OpenTable(name, hosted, place, self)
        running.go_on()
        return running

    @contextmanager
    def _setting_aside(self, name: str) -> Generator[None]:
        """Raises SetAside where what is kept of a table can't be read, or is none, and tells why where it runs."""
        try:
            yield
        except Exception as error:
            if isinstance(error, CardkitError) and not isinstance(error, RecordError):
                raise
            if name not in self._set_aside:
                self._set_aside.add(name)
                why = error if isinstance(error, RecordError) else f"it is not what cardkit keeps: {told(error)}"
                aside(f"the table {name} is set aside: {why}")
            raise SetAside(name) from error

    def forget(self, running: OpenTable) -> None:
        """Run a table no longer."""
        if self.running.get(running.name) is running:
            del self.running[running.name]
            self.gone += 1

    async def put_away_idle(self) -> None:
        """Put the tables away at which nobody has been for long."""
        for running in [one for one in self.running.values() if one.is_idle(monotonic() - self.limits.idle)]:
            await running.put_away()

    async def close(self) -> None:
        """Put all tables away, and own none any longer."""
        for running in list(self.running.values()):
            await running.put_away()
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        await self.store.close()

    async def state(self, table: str, key: str) -> dict[str, Any] | None:
        """How it stands at a table, for somebody who has a key of it; None for anybody else.

        Whose keys are good of one that is damaged can't be known; of that, everybody is told this alone.
        """
        running = self.running.get(table)
        if running is not None:
            return state_here(running.hosted, key)
        try:
            with self._setting_aside(table):
                stored = await self.store.look(table)
                return None if stored is None else state_in_store(table, stored, key)
        except SetAside:
            return damaged_state(table)

    async def record(self, table: str, key: str) -> str | None:
        """The record of a game that is over, for somebody who has a key of the table; None for anybody else.

        Raises NotOver where the record would show what is hidden still, SetAside where the table is damaged.
        """
        with self._setting_aside(table):
            stored = await self.store.look(table)
            return None if stored is None else whole_record(stored, key)
