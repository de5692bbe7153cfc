"""People at a real Chromium: what they click and press, and everything that goes wrong in their windows."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from helpers import environment, kill, launched
from playwright.sync_api import Browser, Page, Request, sync_playwright

EXAMPLES = Path(__file__).parents[2] / "docs/examples"

CHROMIUM = os.environ.get("CARDKIT_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
CLICK = 20_000
"""Milliseconds until something has to be there that can be clicked."""


@contextmanager
def chromium(*more: str) -> Iterator[Browser]:
    """A browser without a screen."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, *more])
        yield browser
        browser.close()


@contextmanager
def serving(home: Path, *command: str | Path, port: str = "0") -> Iterator[str]:
    """The first address that a command of cardkit prints, which serves pages until it is killed.

    It begins anew: a copy of a process in which Playwright runs would run in its greenlet, and end with its first task.
    """
    whole = [sys.executable, "-X", "utf8", "-m", "cardkit", *command, "--port", port, "--no-open"]
    process = launched(whole, limit=600, env=environment(CARDKIT_HOME=str(home)), stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield next(found[0] for line in process.stdout if (found := re.search(r"http://\S+", line))).rstrip("/")
    finally:
        kill(process)
        process.communicate()


NEXT = """() => {
  const seen = (found) => found && found.checkVisibility();
  const first = (selector) => [...document.querySelectorAll(selector)].find(seen) && selector;
  const { phase } = document.querySelector("#room").dataset;
  if (phase !== "playing") return phase === "scene" ? "#table" : null;
  const chosen = document.querySelector("[data-cancel]");
  const ready = first("#actions button[type=submit]:not([disabled])");
  const cards = first(".mine button.card.can:not(.picked)");
  const plain = first("#actions > button.action");
  const others = first("button.can:not(.picked)");
  return ready || (chosen ? plain || cards : cards || plain) || others || null;
}"""
"""What a person would click next: a selector, or null where it isn't their turn; a scene they go on from."""


class Person:
    """Somebody at a browser of their own, with all that the page complained of."""

    def __init__(self, browser: Browser, name: str, *, width: int = 1280, height: int = 800, **more: Any) -> None:
        self.name = name
        self.complaints: list[str] = []
        self.hosts: set[str] = set()
        self.context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **more)
        self.context.set_default_timeout(CLICK)
        self.context.add_init_script(f"localStorage.name ??= {json.dumps(json.dumps(name))}")
        self.page = self.window()

    def window(self) -> Page:
        """A new window."""
        page = self.context.new_page()
        page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self._asked)
        return page

    def _asked(self, request: Request) -> None:
        self.hosts.add(request.url.split("/")[2])

    def come(self, link: str) -> Person:
        """Come to a table by a link."""
        self.page.goto(link)
        self.page.wait_for_selector("#room:not([hidden]), #waiting:not([hidden])")
        return self

    def come_back(self) -> None:
        """Close the window, and come back by the link alone, in a browser that has forgotten everything else."""
        link = self.page.url
        self.page.evaluate("localStorage.removeItem('tables')")
        self.page.close()
        self.page = self.window()
        self.come(link)

    def act(self) -> bool:
        """Click what can be clicked next, if there is anything."""
        found = self.page.evaluate(NEXT)
        if found is None:
            return False
        try:
            self.page.locator(f"{found} >> visible=true").first.click(position={"x": 5, "y": 14}, timeout=3_000)
        except Exception as error:  # the table may be drawn anew under the pointer
            if "Timeout" not in str(error) and "detached" not in str(error):
                raise
        return True

    @property
    def hand(self) -> list[str]:
        """The cards in the own hand."""
        found: list[str] = self.page.locator(".mine .hand [data-card]").evaluate_all(
            "all => all.map(c => c.dataset.card)"
        )
        return found

    @property
    def is_over(self) -> bool:
        """Whether the page says that the game is over."""
        return self.page.get_attribute("#room", "data-phase") == "over"


def play_out(people: Iterable[Person], act: Callable[[Person], bool] = Person.act, seconds: float = 150) -> None:
    """Let people act until the game is over for all of them."""
    people = list(people)
    end = time.monotonic() + seconds
    while not all(person.is_over for person in people):
        assert time.monotonic() < end, [person.page.inner_text("#room") for person in people]
        if not any([act(person) for person in people]):
            people[0].page.wait_for_timeout(40)


def lay(server: str, game: str, seats: Iterable[str], **wish: Any) -> list[str]:
    """The links of the people's seats at a new table."""
    body = json.dumps({"game": game, "seats": list(seats), "pace": 0, **wish}).encode()
    asked = urllib.request.Request(f"{server}/tables", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked, timeout=10) as answer:
        return [link for link in json.load(answer)["links"] if link]
