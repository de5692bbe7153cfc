"""Takes the pictures of the page that the documentation shows: `python tests/online/pictures.py [FOLDER]`.

Run it from the folder of the project, with PYTHONPATH=tests:tests/online, and look at them afterwards.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from browsing import EXAMPLES, Person, chromium, lay, serving
from PIL import Image
from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
FOLDER, PAGE = ROOT / "docs/images", ROOT / "cardkit/online/page"
MOMENT = 500
"""Milliseconds until cards have come to rest."""


def take(person: Person, path: Path) -> None:
    """Keep what somebody sees, in few colours, so that it is small."""
    person.page.wait_for_timeout(MOMENT)
    Image.open(io.BytesIO(person.page.screenshot())).convert("RGB").quantize(
        200, Image.Quantize.MAXCOVERAGE, kmeans=4
    ).save(path, optimize=True)


def lobby_page(browser: Browser, server: str, path: Path) -> None:
    """The lobby, with a game chosen."""
    ada = Person(browser, "Ada", width=1000, height=760)
    ada.page.goto(server)
    ada.page.locator("#chairs select").first.wait_for()
    ada.page.fill("[name=players]", "3")
    ada.page.locator("[name=seat]").nth(1).select_option("human")
    take(ada, path)


CARDS = ("back", "10C", "JD", "QH", "KS", "AH")
PREVIEW = f"""<body style="margin:0;height:100vh;background:radial-gradient(#2b6b4d,#1f5039);overflow:hidden">{
    "".join(
        f'<img src="/card/{card}.svg" style="position:absolute;width:150px;left:{130 + 30 * place}px;top:44px;'
        f'transform-origin:50% 130%;rotate:{9 * place - 22}deg;filter:drop-shadow(0 2px 4px #0009)">'
        for place, card in enumerate(CARDS)
    )
}"""


def preview(browser: Browser, server: str, path: Path) -> None:
    """A fan of cards on the felt, as messengers show it beside a link."""
    page = browser.new_page(viewport={"width": 560, "height": 294}, bypass_csp=True)
    page.goto(server)
    page.set_content(PREVIEW)
    page.wait_for_load_state("networkidle")
    Image.open(io.BytesIO(page.screenshot())).convert("RGB").quantize(64, kmeans=4).save(path, optimize=True)


def table(browser: Browser, links: list[str], actions: int, path: Path, **how: Any) -> None:
    """A table of two or more people after some actions, as the first of them sees it when it is their turn."""
    ada = Person(browser, "Ada", **how)
    people = [ada, *(Person(browser, name) for name in ("Bob", "Cleo")[: len(links) - 1])]
    for person, link in zip(people, links, strict=True):
        person.come(link)
    while actions or not ada.page.locator(".mine.asked").count():
        acted = any([person.act() for person in people])
        actions = max(0, actions - acted)
        ada.page.wait_for_timeout(100)
    take(ada, path)


def main(folder: Path) -> None:
    """Take all of the documentation."""
    hearts = str(EXAMPLES / "hearts.py")
    with (
        TemporaryDirectory() as home,
        chromium() as browser,
        serving(Path(home), "serve", "crazy8s", hearts, "--store", home) as server,
    ):
        preview(browser, server, PAGE / "preview.png")
        lobby_page(browser, server, folder / "page-lobby.png")
        seats, seven = ["human", "human", "ai"], {"hand_size": 7}
        table(
            browser, lay(server, "crazy8s", seats, rules="house", seed=4, options=seven), 2, folder / "page-crazy8s.png"
        )
        four = ["human", "human", "human", "ai"]
        table(browser, lay(server, hearts, four, seed=7), 9, folder / "page-hearts.png", color_scheme="dark")
        phone = {"width": 360, "height": 740, "has_touch": True}
        table(browser, lay(server, hearts, ["human", "ai", "ai", "ai"], seed=7), 4, folder / "page-phone.png", **phone)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
