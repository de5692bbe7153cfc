"""The commands for playing over a network: what they print, what they refuse, and how they end."""

from __future__ import annotations

import asyncio
import builtins
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from helpers import cardkit, kill
from processes import interrupted, needs_signals, program
from served import guest


def test_what_cant_be_hosted_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "there.json").touch()
    there = str(tmp_path / "there.json")
    for words, code, reason in (
        (["host", "chess"], 2, "there is no game 'chess'"),
        (["host", "crazy8s", "--clock", "soon"], 1, "'soon' is no clock"),
        (["host", "crazy8s", "--on-timeout", "wait"], 1, "on_timeout: "),
        (["host", "crazy8s", "--record", there], 1, "there is something of this name already"),
        (["host", "crazy8s", "--rules", "none"], 2, "there is no rule set"),
        (["host", "crazy8s", "--set", "hand_size=many"], 2, "hand_size"),
        (["host", "crazy8s", "--seat", "human", "--seat", "nobody"], 2, "there is no player 'nobody'"),
        (["host", "crazy8s", "no-such-file"], 1, "no-such-file"),
        (["host", "war", "--host", "no.such.host.invalid"], 1, "no.such.host.invalid:"),
        (["host", "war", "--host", "\u202eevil"], 1, "there is no such address"),
        (["host", "war", "--host", "x" * 900], 1, "there is no such address"),
        (["serve", "crazy8s", "--store", there], 1, "tables can't be kept there"),
        (["serve", "chess"], 2, "there is no game 'chess'"),
        (["view", there], 1, "this is not a record"),
    ):
        run = cardkit(*words, *["--no-open", "--port", "0"] * (words[0] != "join"))
        assert (code, "") == (run.code, run.out), words
        assert reason in run.err
        assert 1 == run.err.count("\n")


def test_a_port_that_is_in_use_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        run = cardkit("host", "crazy8s", "--port", port, "--no-open")
    assert (1, "") == (run.code, run.out)
    assert f"127.0.0.1:{port}: the port is in use" in run.err


def test_a_missing_extra_is_told_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    found: Any = builtins.__import__

    def without(name: str, *arguments: Any, **named: Any) -> Any:
        if name == "cardkit.online.running":
            raise ModuleNotFoundError("there is none", name="starlette")
        return found(name, *arguments, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    run = cardkit("host", "crazy8s", "--no-open")
    assert (1, "") == (run.code, run.out)
    assert "starlette" in run.err
    assert "pip install 'cardkit[web]'" in run.err


DOORS = """
import sys
from importlib.metadata import packages_distributions, requires
from packaging.requirements import Requirement

libraries = {}
for text in requires("cardkit"):
    wish = Requirement(text)
    for extra in ("web", "screen"):
        if wish.marker and wish.marker.evaluate({"extra": extra}) and not wish.marker.evaluate({"extra": ""}):
            libraries.setdefault(extra, set()).add(wish.name)
extra, module = sys.argv[1:]
missing = set().union(*libraries.values()) - libraries[extra]

class Missing:
    def find_spec(self, name, path=None, target=None):
        if missing & set(packages.get(name, ())):
            raise ModuleNotFoundError(f"there is no {name}", name=name)

packages = packages_distributions()
sys.meta_path.insert(0, Missing())
__import__(module)
"""


@pytest.mark.parametrize(("extra", "module"), [("web", "cardkit.online.link"), ("screen", "cardkit.online.playing")])
def test_what_an_extra_brings_is_all_that_its_commands_need(extra: str, module: str) -> None:
    done = subprocess.run([sys.executable, "-c", DOORS, extra, module], capture_output=True, text=True, check=False)
    assert (0, "") == (done.returncode, done.stderr)


@needs_signals
def test_a_strangers_file_is_hosted_until_ctrl_c_taken_up_again_by_its_links_killed_and_viewed(tmp_path: Path) -> None:
    assert 0 == cardkit("new", "my_game.py", "--file", folder=tmp_path).code
    order = ["my_game.py", "--seat", "human", "--seat", "ai", "--pace", "0", "--record", "game.json"]
    with program("host", *order, "--port", "0", "--no-open", folder=tmp_path) as hosting:
        lines = [hosting.stdout.readline() for _ in range(4)]
        link, tables = lines[0].removeprefix("Seat 0: ").strip(), lines[2].rpartition("--store ")[2].strip()
        assert lines[1].startswith("Spectators: ")
        asyncio.run(one_action(link))
        assert ("", 0) == (interrupted(hosting)[1], hosting.returncode)
    assert '"log"' in (tmp_path / "game.json").read_text(encoding="utf-8")
    again = ["--store", tables, "--port", link.split(":")[2].partition("/")[0], "--no-open"]
    with program("serve", "my_game.py", *again, folder=tmp_path) as serving:
        assert serving.stdout.readline().startswith("Lobby: ")
        asyncio.run(one_action(link))
        kill(serving)
    [record] = Path(tables).glob("*.json")
    order = ["--game", "my_game.py", "--port", "0", "--no-open"]
    with program("view", str(record), *order, folder=tmp_path) as viewing:
        page = viewing.stdout.readline().removeprefix("Record: ").strip()
        assert 2 <= asyncio.run(actions_of_record(page))


async def one_action(link: str) -> None:
    """Come by a link, and do one thing."""
    url, _, rest = link.partition("/t/")
    table, _, key = rest.partition("#key=")
    async with guest(url, table, key) as one:
        await one.until(lambda view: bool(view["legal"]))
        await one.act(one.legal[0])


async def actions_of_record(page: str) -> int:
    """The number of actions that a page of a record shows."""
    url, _, name = page.partition("/r/")
    async with guest(url, name, "") as one:
        return int((await one.until(lambda view: True))["last"])
