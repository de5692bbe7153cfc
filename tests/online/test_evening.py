"""An evening at phones: Hearts to fifty by clicks alone, over plain HTTP under a name of the network."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("playwright", reason="Playwright is not installed")

from browsing import CHROMIUM, EXAMPLES, Person, chromium, lay, play_out, serving

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; CARDKIT_CHROMIUM may name one"),
    pytest.mark.slow,
]
PHONE = {"width": 360, "height": 740, "has_touch": True}
SIDEWAYS = {"width": 740, "height": 360, "has_touch": True}
CLOCK = 20
"""Seconds for each action."""


def log(person: Person) -> str:
    return person.page.inner_text("#log")


def in_turn(people: list[Person], until: str, whose: Person) -> None:
    """Let people act until something is to be seen on the page of one of them."""
    for _ in range(3_000):
        if whose.page.locator(until).count():
            return
        if not any([person.act() for person in people]):
            people[0].page.wait_for_timeout(20)
    raise AssertionError(f"{until} is not seen: {log(whose)}")


def reload(person: Person) -> None:
    """Come back by the link, and find the same hand, the same middle, the same prompt and the same log."""
    looks = ["#prompt", "#table .middle", "#waiting:not([hidden])"]

    def seen() -> list[object]:
        told = [text for text in person.page.locator("#log p:not(.talk)").all_inner_texts() if text]
        return [person.hand, told[-30:], *(person.page.locator(one).all_inner_texts() for one in looks)]

    before = seen()
    person.come_back()
    person.page.wait_for_timeout(300)
    assert before == seen()


def test_two_people_on_phones_play_hearts_to_fifty_and_once_more(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    url = f"http://cards.example:{port}"
    hearts = EXAMPLES / "hearts.py"
    command = ("serve", hearts, "--url", url, "--store", tmp_path / "tables")
    rules = "--host-resolver-rules=MAP cards.example 127.0.0.1"
    with chromium(rules) as browser, serving(tmp_path, *command, port=port) as address:
        assert address == url
        wish = {"clock": str(CLOCK), "on_timeout": "machine", "away": 1, "options": {"limit": 50}, "seed": 11}
        links = lay(f"http://127.0.0.1:{port}", str(hearts), ["human", "random", "human", "random"], **wish)
        ada, bob = people = [Person(browser, "Ada", **PHONE), Person(browser, "Bob", **SIDEWAYS)]
        ada.come(links[0])
        assert not ada.page.evaluate("isSecureContext")
        reload(ada)
        ada.page.click("#first-links [aria-label='Copy the link for the free seats']")
        ada.page.locator("#first-links", has_text="Copied").wait_for()
        bob.come(links[1])
        for person in people:
            person.page.wait_for_selector("#room:not([hidden])")

        ada.page.locator(".mine .hand [data-card]").nth(2).tap(position={"x": 6, "y": 14})
        ada.page.locator(".mine .picked").wait_for()
        in_turn([bob], ".mine:not(.asked)", bob)
        assert 1 == ada.page.locator(".mine .picked").count()
        reload(bob)
        in_turn(people, ".trick [data-card]", ada)

        in_turn(people, ".mine.asked", bob)
        in_turn([bob], ".mine:not(.asked)", bob)
        in_turn(people, ".mine.asked", ada)
        bob.page.click("[data-do=undo]")
        ada.page.locator("#asked", has_text="Bob would like to take back").wait_for()
        ada.page.click("[data-agree=yes]")
        ada.page.locator("#log", has_text="Bob has taken back.").wait_for(state="attached")
        bob.page.locator(".mine.asked").wait_for()
        reload(bob)

        ada.page.locator("#log", has_text="The time of Bob has run out").wait_for(
            state="attached", timeout=2_000 * CLOCK
        )
        in_turn(people, ".mine.asked", ada)
        bob.page.close()
        ada.page.locator("[data-stand-in]", has_text="Let a machine play for Bob").click()
        ada.page.locator(".machine", has_text="a machine stands in").wait_for(state="attached")
        in_turn([ada], ".mine.asked", ada)
        bob.page = bob.window()
        bob.come(links[1])
        ada.page.locator(".machine", has_text="a machine stands in").wait_for(state="detached")
        assert "Bob is back." in log(ada)

        play_out(people, seconds=900)
        for person in people:
            assert re.search(r"\bwins?\b|draw", person.page.inner_text("#prompt"))
            scores = person.page.locator(".score").all_inner_texts()
            assert max(map(int, scores)) >= 50
            reload(person)
        ada.page.click("[data-do=rematch]")
        for person in people:
            person.page.locator("#room[data-phase=playing]").wait_for()
            assert 13 == len(person.hand)
        assert "Games won: " in log(bob)
        reload(bob)
        in_turn(people, ".trick [data-card]", bob)
        for person in people:
            assert [] == [text for text in person.complaints if "ERR_CONNECTION_REFUSED" not in text]
            assert person.hosts == {f"cards.example:{port}"}
            person.context.close()
