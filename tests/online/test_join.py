"""Joining a table from a terminal: games in lines and on the full screen at a real server, and whatever breaks off."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from full_screens import SMALL, laid, play_by_keys, text_of
from helpers import environment
from served import PATIENCE, Served, served
from websockets.asyncio.server import ServerConnection, serve

from cardkit.core.texts import flaw, texts_in, width
from cardkit.online import link as links
from cardkit.online.drawing import Paints
from cardkit.online.lines import Lines, Told, board_lines
from cardkit.online.link import MOST_BYTES, BadLink, Link, LinkWay, NotLetIn, message_of
from cardkit.online.playing import LocalTable
from cardkit.online.screen import TableApp
from cardkit.play.settings import LOOKS
from cardkit.play.terminal import Terminal
from cardkit.plugins.people import EndOfInput


class Somebody(Terminal):
    """A terminal at which somebody types the first legal action whenever they are asked, and leaves at the end."""

    def __init__(self) -> None:
        super().__init__(sys.stderr, LOOKS["plain"])
        self.lines: list[str] = []
        self.seat: Lines | None = None
        self._done = -1

    @property
    def is_typed_at(self) -> bool:
        return False

    def say(self, line: str, /) -> None:
        self.lines.append(str(line))

    def ask(self, prompt: str = "", /, completed: Any = None) -> str:
        while self.seat is not None:
            told = self.seat._told
            if told.view and told.view["phase"] == "over":
                raise EndOfInput
            if told.is_asked and told.view["legal"] and told.view["number"] > self._done:
                self._done = told.view["number"]
                return str(told.view["legal"][0]["text"])
            time.sleep(0.002)
        raise EndOfInput


@asynccontextmanager
async def answering(talk: Callable[[ServerConnection], Awaitable[None]]) -> AsyncGenerator[str]:
    """A link to a table at a server that answers so."""
    async with serve(talk, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}/t/TABLE#key=k"


async def joined(link: str, *more: str) -> asyncio.subprocess.Process:
    """A program that joins a table through pipes."""
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), asyncio.subprocess.PIPE)
    command = (sys.executable, "-m", "cardkit", "join", link, *more)
    return await asyncio.create_subprocess_exec(*command, env=environment(), **pipes)


def link_to(server: Served, laid: dict[str, Any], seat: int) -> str:
    """The link of a seat."""
    return f"{server.url}/t/{laid['table']}#key={laid['keys'][seat]}"


async def seated(link: str, somebody: Somebody, name: str) -> list[str]:
    """What somebody reads who sits at a table to the end."""
    somebody.seat = Lines(somebody, LinkWay(Link.read(link), name))
    await somebody.seat.run()
    return somebody.lines


async def test_two_terminals_play_to_the_end_at_a_server(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        table = await server.laid(deck="microDeck", options={"hand_size": 2})
        both = await asyncio.gather(
            *(seated(link_to(server, table, seat), Somebody(), name) for seat, name in enumerate(("Ada", "Bo")))
        )
        ends = [[line for line in lines if re.search(r"The game|the game", line)][-1] for lines in both]
        assert 1 == len({re.sub(r"(You win|\w+ wins)", "Wins", end) for end in ends})
        assert any(line.startswith("your hand: ") for line in both[0])


async def test_the_full_screen_plays_to_the_end_at_a_server(tmp_path: Path) -> None:
    async with served(tmp_path, None, "holdem") as server:
        table = await server.laid(game="holdem", seats=["human", "random"], options={"hands": 1})
        app = TableApp([LinkWay(Link.read(link_to(server, table, 0)), "Ada")], Paints(LOOKS["two-colour"]))
        async with app.run_test(size=SMALL) as pilot:
            await play_by_keys(app, pilot)
            told = app.place.told
            assert "Ada" in told.names
            assert f"{told.title} · {told.view['result']['text'].partition(';')[0]}" in text_of(app)


async def test_a_program_joins_by_a_pipe_and_is_told_that_its_input_ended(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        table = await server.laid(seats=["human", "random"], options={"shuffle": True}, deck="standard52")
        process = await joined(link_to(server, table, 0), "--name", "Ada")
        out, err = await process.communicate(b":help\n/hello\nnonsense\ndraw\n")
        assert 1 == process.returncode
        assert "cardkit: the input ended where an answer was needed\n" == err.decode()
        for line in ("Ada: hello", "'nonsense' is not understood; type ", "You draw the "):
            assert line in out.decode()


@pytest.mark.parametrize("typed", [b"", b":help\n"])
async def test_a_program_whose_pipe_stays_open_is_told_that_there_is_no_server_for_tables(typed: bytes) -> None:
    async def answered(socket: ServerConnection) -> None:
        await socket.send("nothing")
        await socket.wait_closed()

    async with answering(answered) as link:
        process = await joined(link)
        process.stdin.write(typed)
        said = (await process.stderr.read()).decode()
        assert (1, 1) == (await process.wait(), said.count("\n"))
        assert "what answers there is no server for tables" in said


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("table", "it begins with http:// or https:// and the name of a server"),
        ("http://a/x/TABLE#key=k", "after the server's name comes /t/ and the table's"),
        ("http://a/t/TABLE", "it ends with #key= and the key of a seat; put it in quotes, so that none of it is lost"),
        ("http://a:x/t/TABLE#key=k", "Port could not be cast to integer value as 'x'"),
    ],
)
def test_what_is_no_link_is_refused_with_what_one_is(text: str, reason: str) -> None:
    with pytest.raises(BadLink) as caught:
        Link.read(text)
    assert f"{text!r} is no link to a table: {reason}" == str(caught.value)


async def test_a_server_that_is_not_there_a_table_that_is_not_and_a_wrong_key_are_told(tmp_path: Path) -> None:
    async def refused(link: str) -> str:
        with pytest.raises(NotLetIn) as caught:
            await LinkWay(Link.read(link)).hear(print)
        return caught.value.reason

    async with served(tmp_path) as server:
        table = await server.laid()
        assert "no server answers there" == await refused("http://127.0.0.1:1/t/x#key=y")
        assert "there is no such table" == await refused(f"{server.url}/t/nothing#key=y")
        assert "link is none of this table" in await refused(f"{server.url}/t/{table['table']}#key=wrong")


async def test_a_lost_connection_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "FIRST_PAUSE", 0.01)
    heard: list[str] = []

    greeted = asyncio.Event()
    visits = 0

    async def talk(socket: ServerConnection) -> None:
        nonlocal visits
        visits += 1
        assert "hello" == json.loads(await socket.recv())["do"]
        await socket.send(json.dumps({"type": "answer", "id": visits}))
        if visits == 3:
            greeted.set()
            await socket.wait_closed()

    async with answering(talk) as link:
        hearing = asyncio.create_task(LinkWay(Link.read(link)).hear(lambda message: heard.append(message["type"])))
        await asyncio.wait_for(greeted.wait(), PATIENCE)
        hearing.cancel()
    assert ["answer", "lost", "answer", "lost"] == heard[:4]


NASTY = "\x1b]0;title\x07\x1b]52;c;Y2xpcA==\x07\x1b[31m\u202e\ufe0f\u200b\x9b2J\r\n"


async def messages() -> tuple[dict[str, Any], dict[str, Any]]:
    """What a table says first, and what it shows then."""
    heard = list[dict[str, Any]]()
    way = LocalTable(laid("crazy8s")).ways()[0]
    task = asyncio.create_task(way.hear(lambda message: heard.append(json.loads(json.dumps(message)))))
    while len(heard) < 2 or heard[-1]["view"] is None:
        await asyncio.sleep(0.01)
    task.cancel()
    return heard[0], heard[-1]


def spoilt(value: Any, by: str) -> Iterator[tuple[str, Any]]:
    """A value of JSON with one text in it after the other made another one, and where that was."""
    match value:
        case str():
            yield "", by + value
        case list():
            for number, part in enumerate(value):
                for where, other in spoilt(part, by):
                    yield f"{number} {where}", [*value[:number], other, *value[number + 1 :]]
        case dict():
            for name, part in value.items():
                for where, other in spoilt(part, by):
                    yield f"{name} {where}", {**value, name: other}


@pytest.mark.parametrize("by", [NASTY * 1000, "王" * 3000, "e\u0301" * 3000])
async def test_whatever_a_server_sends_is_shown_as_a_short_text_or_refused(by: str) -> None:
    shown = 0
    for message in await messages():
        for where, nasty in spoilt(message, by):
            try:
                texts = list(texts_in(message_of(json.dumps(nasty))))
            except ValueError:
                assert where.split()[-1] in {"type", "phase", "looks", "kind", "how"}
                continue
            shown += 1
            for line in "\n".join(texts).split("\n"):
                assert ("", True) == (flaw(line), width(line) <= 200)
    assert shown > 50


async def test_a_server_that_is_none_is_told_in_a_sentence() -> None:
    hello, view = await messages()
    said: list[list[Any]] = [
        ["[" * 100_000],
        *(["nothing"], ["5"], ["{}"], ['{"type": "view"}'], ['{"type": ["view"]}'], ["x" * (MOST_BYTES + 1)]),
        [json.dumps({"type": "refused", "id": None, "reason": NASTY})],
        [json.dumps({**hello, "deck": ["7H"] * 300_000})],
        [json.dumps(hello), json.dumps({**view, "view": {**view["view"], "asked": [99]}})],
    ]

    async def answered(socket: ServerConnection) -> None:
        frames = next(left)
        for frame in frames:
            await socket.send(frame)
        if "refused" not in frames[0]:
            await socket.wait_closed()

    async with answering(answered) as link:
        left = iter(said)
        for _ in said:
            told = Told()

            def heard(message: Any, told: Told = told) -> None:
                told.take(message)
                list(board_lines(told) if told.view else ())

            with pytest.raises(NotLetIn) as refused:
                await asyncio.wait_for(LinkWay(Link.read(link)).hear(heard), PATIENCE)
            assert ("", True) == (flaw(str(refused.value)), len(str(refused.value)) < 300)
