"""Real browsers at one table: games to the end by clicks alone, by keys alone, on a phone, and nobody let down.

Needs Chromium, as Debian packages it, or another one that CARDKIT_CHROMIUM names; nothing is downloaded.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("playwright", reason="Playwright is not installed")

from axe_playwright_python.sync_playwright import Axe
from browsing import CHROMIUM, EXAMPLES, Person, chromium, lay, play_out, serving
from helpers import TESTS, environment
from playwright.sync_api import Browser, Dialog

import cardkit
from cardkit import standard52
from cardkit.plugins.typed_words import ways_to_type

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; CARDKIT_CHROMIUM may name one")
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
PAGE = Path(cardkit.__file__).parent / "online/page"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def own_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that nobody has heard of, as `cardkit new --file` makes it."""
    folder = tmp_path_factory.mktemp("own")
    command = [sys.executable, "-m", "cardkit", "new", "--file", "quiddler.py"]
    subprocess.run(command, cwd=folder, env=environment(), check=True, capture_output=True, timeout=60)
    return folder / "quiddler.py"


@pytest.fixture(scope="module")
def server(own_game: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    games = [EXAMPLES / f"{name}.py" for name in ("hearts", "golf", "klondike")]
    home = tmp_path_factory.mktemp("home")
    with serving(home, "serve", "crazy8s", "war", *games, own_game, "--store", home / "tables") as address:
        yield address


@pytest.fixture
def people(browser: Browser) -> Iterator[list[Person]]:
    """Two people; in the end, nothing went wrong in their windows, and nobody else was asked for anything."""
    yield from content(Person(browser, "Ada"), Person(browser, "Bob"))


@pytest.fixture
def phone(browser: Browser) -> Iterator[Person]:
    """Somebody at a phone, in whose window nothing went wrong in the end."""
    for people in content(Person(browser, "Cleo", width=360, height=740, has_touch=True)):
        yield from people


def content(*people: Person) -> Iterator[list[Person]]:
    yield [*people]
    for person in people:
        assert [] == person.complaints
        assert len(person.hosts) <= 1
        person.context.close()


def sit_down(people: list[Person], links: list[str]) -> None:
    for person, link in zip(people, links, strict=True):
        person.come(link)
    for person in people:
        person.page.wait_for_selector("#room:not([hidden])")


def pass_on(one: Person, other: Person) -> None:
    """Let one act until it is the other's turn, and both pages show it."""
    while other.page.locator(".mine.asked").count() == 0:
        one.act()
        other.page.wait_for_timeout(20)


def test_what_can_not_be_done_says_why_and_dragging_plays(server: str, people: list[Person]) -> None:
    ada, bob = people
    sit_down(people, lay(server, "crazy8s", ["human", "human"], seed=5, rules="house"))
    ada.page.locator(".mine button.cannot").first.click(position={"x": 5, "y": 14})
    ada.page.locator("#why:not(:empty)").wait_for()
    card = ada.page.locator(".mine button.can").first
    box, goal = card.bounding_box(), ada.page.locator(".middle").bounding_box()
    before = ada.hand
    ada.page.mouse.move(box["x"] + 6, box["y"] + 20)
    ada.page.mouse.down()
    ada.page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=4)
    ada.page.mouse.up()
    ada.page.locator(".mine:not(.asked), [data-cancel]").first.wait_for()
    if ada.page.locator("[data-cancel]").count():
        ada.act()
    bob.page.wait_for_selector(".mine.asked")
    assert len(ada.hand) == len(before) - 1


def test_people_talk_are_advised_go_come_back_and_play_again(server: str, people: list[Person]) -> None:
    ada, bob = people
    links = lay(server, "crazy8s", ["human", "human"], seed=9, rules="house", options={"hand_size": 1}, away=0)
    sit_down(people, links)
    ada.page.fill("#talk [name=text]", "<b>good luck</b>")
    ada.page.press("#talk [name=text]", "Enter")
    bob.page.get_by_text("Ada: <b>good luck</b>").wait_for()
    ada.page.click("[data-do=hint]")
    ada.page.get_by_text("Hint: ").wait_for()
    bob.page.close()
    ada.page.get_by_text("Let a machine play for Bob").click()
    ada.page.locator(".mark", has_text="a machine stands in").wait_for()
    bob.page = bob.window()
    bob.come(links[1])
    ada.page.locator(".mark", has_text="a machine stands in").wait_for(state="detached")
    play_out(people)
    ada.page.click("[data-do=rematch]")
    for person in people:
        person.page.locator("#room[data-phase=playing]").wait_for()
        assert 1 == len(person.hand)


def test_a_page_finds_a_server_again_that_was_killed(people: list[Person], tmp_path: Path) -> None:
    ada, bob = people
    command = ("serve", "crazy8s", "--store", tmp_path / "tables")
    with serving(tmp_path, *command) as address:
        sit_down(people, lay(address, "crazy8s", ["human", "human"], seed=5, rules="house"))
        pass_on(ada, bob)
        hands = [person.hand for person in people]
    ada.page.locator("#state", has_text="connection is lost").wait_for()
    with serving(tmp_path, *command, port=address.rpartition(":")[2]):
        for person in people:
            person.page.locator("#state").wait_for(state="hidden")
        assert hands == [person.hand for person in people]
        pass_on(bob, ada)
    for person in people:
        refused = [text for text in person.complaints if "ERR_CONNECTION_REFUSED" in text]
        assert refused == person.complaints
        person.complaints.clear()


AWAY = """
globalThis.notices = [];
globalThis.Notification = class extends Notification {
  constructor(title, more) { super(title, more); notices.push([title, more.body, more.icon, more.tag]); }
};
Object.defineProperty(document, "hidden", { get: () => globalThis.isAway ?? false });
"""


def test_who_looks_elsewhere_has_a_notice_at_their_turn_if_they_wish_and_the_device_lets_them(
    server: str, people: list[Person]
) -> None:
    ada, bob = people
    for person in people:
        person.context.add_init_script(AWAY)
    ada.context.grant_permissions(["notifications"])
    sit_down(people, lay(server, "crazy8s", ["human", "human"], seed=9, rules="house"))
    for person, is_let in ((ada, True), (bob, False)):
        person.page.click("[data-open=settings]")
        person.page.locator("[name=call]").click()
        person.page.locator(f"[name=call]{':checked' if is_let else ':not(:checked)'}").wait_for()
        person.page.keyboard.press("Escape")
    pass_on(ada, bob)
    ada.page.evaluate("isAway = true")
    pass_on(bob, ada)
    ada.page.wait_for_function("notices.length")
    path = ada.page.evaluate("location.pathname")
    assert [["Crazy 8s", "Your turn.", "/card/back.svg", path]] == ada.page.evaluate("notices")
    assert [] == bob.page.evaluate("notices")


def press_on(person: Person) -> bool:
    """Act by keys alone: Tab to what can be done, arrows within it, and Enter."""
    page = person.page
    if page.locator(".mine.asked").count() == 0 or person.is_over:
        return False
    for _ in range(30):
        page.keyboard.press("Tab")
        where = page.evaluate("document.activeElement.className")
        if "can" in where.split() or "action" in where.split():
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Home")
            page.keyboard.press("Enter")
            page.wait_for_timeout(30)
            return True
    assert not page.locator(".mine.asked").count(), "nothing that can be done is reached by Tab"
    return False  # it was the turn of somebody else meanwhile


def test_a_game_is_played_to_the_end_by_keys_alone(server: str, people: list[Person]) -> None:
    ada = people[0].come(
        lay(server, "crazy8s", ["human", "random"], seed=2, rules="house", options={"hand_size": 2})[0]
    )
    play_out([ada], press_on)


def test_a_phone_is_wide_enough(server: str, phone: Person) -> None:
    for name in ("hearts", "golf"):
        links = lay(server, str(EXAMPLES / f"{name}.py"), ["human", "random", "random", "random"], seed=1)
        phone.come(links[0]).act()
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
    for width, height in ((360, 740), (740, 360), (1280, 720)):
        links = lay(server, "crazy8s", ["human", *["random"] * (7 if height == 720 else 3)], rules="house", seed=1)
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.come(links[0]).page.locator(".mine.asked").wait_for()
        for part in (".middle", ".mine", "#prompt", "#actions"):
            box = phone.page.locator(part).bounding_box()
            assert 0 <= box["y"] <= height - box["height"], (part, box)
    phone.page.set_viewport_size({"width": 360, "height": 740})
    phone.page.goto(server)
    phone.page.wait_for_selector("#chairs select")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_nothing_is_in_the_way_of_people_who_see_or_move_otherwise(server: str, people: list[Person]) -> None:
    ada = people[0]
    crazy8s = lay(server, "crazy8s", ["human", "human"], rules="house")
    hearts = lay(server, str(EXAMPLES / "hearts.py"), ["human", "ai", "ai"], seed=1)
    for where in (server, crazy8s[0], hearts[0]):
        ada.page.goto(where)
        ada.page.wait_for_selector("#chairs select, #room:not([hidden]), #waiting:not([hidden])")
        for light in ("light", "dark"):
            ada.page.emulate_media(color_scheme=light)  # type: ignore[arg-type]
            found = Axe().run(ada.page)
            assert 0 == found.violations_count, found.generate_report()


def test_a_table_is_laid_in_the_lobby_and_ready_to_play_within_150_kilobytes(server: str, people: list[Person]) -> None:
    ada, bob = people
    network = ada.context.new_cdp_session(ada.page)
    network.send("Network.enable")
    sizes: list[float] = []
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    network.on("Network.webSocketFrameReceived", lambda event: sizes.append(len(event["response"]["payloadData"])))
    ada.page.goto(server)
    ada.page.wait_for_selector("#chairs select")
    ada.page.select_option("[name=rules]", "house")
    ada.page.locator("[name=seat]").nth(1).select_option("human")
    ada.page.click("button.main")
    link = ada.page.locator("#waiting .link input[value*='#key=']").first
    link.wait_for()
    bob.come(link.input_value())
    ada.page.wait_for_selector(".mine .hand [data-card]")
    ada.page.wait_for_load_state("networkidle")
    assert 5_000 < sum(sizes) <= 150_000
    ada.page.goto(server)
    assert "crazy8s" == ada.page.locator("#going a").inner_text()
    ada.page.get_by_role("radio", name="Hearts").check(force=True)
    assert (4, 0) == (ada.page.locator("#chairs li").count(), ada.page.locator("[value=microDeck]").count())
    ada.page.get_by_role("radio", name="War").check(force=True)
    assert "jones" == ada.page.input_value("[name=rules]")
    assert "1 player, about 10 minutes" == ada.page.locator(".game", has_text="Klondike").locator("small").inner_text()
    assert ada.page.locator(".game").count() == ada.page.locator(".game .picture:has(img)").count()
    ada.page.select_option("[name=rules]", "rhodes")
    assert 0 == ada.page.locator("[name=deck] option[value='']").count()
    ada.page.select_option("[name=rules]", "jones")
    ada.page.click("button.main")
    ada.page.locator(".mine.asked").wait_for()


def test_a_record_is_looked_at_action_by_action_and_played_on_from(people: list[Person], tmp_path: Path) -> None:
    ada = people[0]
    with serving(tmp_path, "view", TESTS / "records/v1/crazy8s-reshuffled.json") as address:
        ada.come(address)
        last = int(ada.page.get_attribute("#number", "max") or 0)
        assert last > 5
        ada.page.click("#back")
        ada.page.wait_for_selector(f"#room[data-number='{last - 1}']")
        ada.page.locator("#number").fill("2")
        ada.page.wait_for_selector("#room[data-number='2']")
        assert 0 == ada.page.locator(".mine, .backs [data-card]").count()
        ada.page.select_option("#eyes", "1")
        ada.page.wait_for_selector(".mine .hand [data-card]")
        ada.page.click("#run")
        ada.page.wait_for_selector("#room[data-number='3']")
        ada.page.click("#run")
        ada.page.click("#fork")
        ada.page.wait_for_url("**/t/**")
        ada.page.wait_for_selector("#room:not([hidden])")


def test_taking_back_asks_the_other_links_are_copied_without_a_clipboard_and_lead_back_to_the_same_table(
    server: str, people: list[Person]
) -> None:
    ada, bob = people
    ada.context.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    links = lay(server, "crazy8s", ["human", "human"], seed=5, rules="house", options={"skip": "Q"})
    ada.come(links[0])
    for link in ("the free seats", "Player 2", "spectators"):
        copy = ada.page.locator(f"#first-links [aria-label='Copy the link for {link}']")
        copy.click()
        assert copy.inner_text() in ("Copied", "It is selected: copy it")
    bob.come(links[1])
    ada.page.locator("#options", has_text="skip Q").wait_for()
    pass_on(ada, bob)

    def seen() -> list[object]:
        return [ada.hand, ada.page.inner_text(".middle"), ada.page.locator("#log p:not(.talk)").all_inner_texts()]

    before = seen()
    ada.come_back()
    ada.page.wait_for_selector(".mine .hand [data-card]")
    assert before == seen()
    held = ada.hand
    ada.page.click("[data-do=undo]")
    bob.page.locator("#asked", has_text="Ada would like to take back").wait_for()
    bob.page.click("[data-agree=yes]")
    bob.page.locator("#log", has_text="Ada has taken back.").wait_for()
    ada.page.locator(".mine.asked").wait_for()
    assert len(ada.hand) == len(held) + 1


def test_no_click_gives_klondike_up_and_its_button_asks_once(server: str, people: list[Person]) -> None:
    ada = people[0]
    ada.come(lay(server, str(EXAMPLES / "klondike.py"), ["human"], seed=7)[0])
    page, asked = ada.page, list[str]()

    def refuse(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", refuse)
    assert page.locator('[data-pile="stock"] button.can').count() == 1
    for place in range(page.locator("#table button.can").count()):
        page.evaluate("place => document.querySelectorAll('#table button.can')[place]?.click()", place)
        page.keyboard.press("Escape")
    assert "give" not in page.inner_text("#log").casefold()
    assert [] == asked
    page.locator("[data-act=give-up]").first.click()
    assert ["Give up? That ends the game."] == asked
    assert not ada.is_over


def test_a_trick_is_seen_whole_by_seats_and_picks_stay_while_others_choose(server: str, people: list[Person]) -> None:
    ada, bob = people
    sit_down(people, lay(server, str(EXAMPLES / "hearts.py"), ["human", "human", "random", "random"], seed=3))
    for card in bob.hand[:2]:
        bob.page.locator(f".mine [data-card='{card}']").click(position={"x": 6, "y": 14})
    for card in ada.hand[:4]:
        ada.page.locator(f".mine [data-card='{card}']").click(position={"x": 6, "y": 14})
    picked = "all => all.map(card => card.dataset.card)"
    assert ada.hand[1:4] == ada.page.locator(".picked").evaluate_all(picked)
    ada.page.click("#actions button[type=submit]")
    ada.page.locator("#prompt", has_text="Bob").wait_for()
    assert bob.hand[:2] == bob.page.locator(".picked").evaluate_all(picked)
    while ada.page.get_attribute("#room", "data-phase") != "scene":
        for person in people:
            if person.page.get_attribute("#room", "data-phase") == "playing":
                person.act()
        ada.page.wait_for_timeout(15)
    trick = ada.page.locator(".trick [data-card]")
    if trick.count():
        assert (4, 1) == (trick.count(), ada.page.locator(".trick .lead").count())
        assert "led by" in (ada.page.locator(".trick .lead").get_attribute("aria-label") or "")


def test_whoever_is_invited_sees_the_table_takes_a_seat_and_plays(
    server: str, people: list[Person], browser: Browser
) -> None:
    ada, bob = people
    ada.page.goto(server)
    ada.page.wait_for_selector("#chairs select")
    ada.page.get_by_role("radio", name="Crazy 8s").check()
    ada.page.select_option("[name=rules]", "house")
    ada.page.fill("[name=players]", "3")
    for seat in (1, 2):
        ada.page.locator("[name=seat]").nth(seat).select_option("human")
    ada.page.locator("summary", has_text="Options").click()
    ada.page.fill("[data-option=hand_size]", "2")
    ada.page.click("button.main")
    link = ada.page.locator(".invitation input").input_value()
    ada.page.locator(".invitation img").evaluate("image => image.decode()")
    assert 0 == Axe().run(ada.page).violations_count
    bob.page.goto(link)
    bob.page.locator("#options", has_text="hand size 2").wait_for()
    assert ["Ada has come", "Seat 2 free", "Seat 3 free"] == [
        " ".join(text.split()) for text in bob.page.locator("#chairs li").all_inner_texts()
    ]
    assert 0 == Axe().run(bob.page).violations_count
    cleo = Person(browser, "", width=360, height=740, has_touch=True)
    cleo.page.goto(link)
    cleo.page.locator("#chairs li", has_text="Seat 3").locator("input").check()
    bob.page.locator("#chairs li", has_text="Seat 3").locator("input").check()
    bob.page.click("button.main")
    bob.page.locator("#waiting:not([hidden])").wait_for()
    ada.page.locator("#arrivals", has_text="Bob is here").wait_for()
    cleo.page.fill("[name=name]", "Cleo")
    assert cleo.page.evaluate("document.documentElement.scrollWidth") <= 360
    cleo.page.click("button.main")
    cleo.page.locator("#error", has_text="somebody has this seat by now").wait_for()
    cleo.page.locator("#chairs li", has_text="Bob has come").wait_for()
    cleo.page.click("button.main")
    for person in (ada, bob, cleo):
        person.page.wait_for_selector("#room:not([hidden])")
    assert "Cleo" in ada.page.inner_text("#table")
    ada.page.click("#share-button")
    ada.page.locator("#links .link").first.wait_for()
    assert 0 == ada.page.locator("#links .invitation").count()
    ada.page.keyboard.press("Escape")
    waiting = {ada, bob, cleo}
    end = monotonic() + 60
    while waiting and monotonic() < end:
        waiting -= {person for person in (ada, bob, cleo) if person.act()}
        ada.page.wait_for_timeout(40)
    assert not waiting
    eve = Person(browser, "Eve")
    eve.page.goto(link)
    eve.page.locator("#error", has_text="every seat is taken").wait_for()
    assert ["404"] == re.findall("404", "".join(eve.complaints))
    bob.page.goto(link)
    bob.page.locator("#mine a").click()
    bob.page.wait_for_selector("#room[data-phase=playing]")
    bob.complaints[:] = [text for text in bob.complaints if "404" not in text]
    for person in (cleo, eve):
        person.context.close()


def test_on_a_phone_the_first_tap_lifts_a_card_and_the_second_plays_it(server: str, phone: Person) -> None:
    phone.come(lay(server, "crazy8s", ["human", "human"], seed=5, rules="house")[0])
    phone.page.click("#start")
    phone.page.locator(".mine button.can").first.wait_for()
    card = phone.page.locator(".mine button.can:not([data-card^='8'])").first
    name, before = card.get_attribute("data-card"), len(phone.hand)
    tapped = phone.page.locator(f".mine [data-card='{name}']")
    tapped.tap(position={"x": 6, "y": 14})
    phone.page.locator(".mine .picked").wait_for()
    assert len(phone.hand) == before
    tapped.tap(position={"x": 6, "y": 14})
    phone.page.locator(f".middle [data-card='{name}']").first.wait_for()


def test_what_is_typed_is_answered_or_played_hands_are_sorted_and_commands_are_buttons(
    server: str, people: list[Person]
) -> None:
    ada = people[0]
    ada.come(lay(server, str(EXAMPLES / "hearts.py"), ["human", *["random"] * 3], seed=7)[0])
    ada.page.locator(".mine.asked").wait_for()
    before = ada.hand

    def answered(text: str) -> str:
        ada.page.evaluate("document.querySelector('#why').textContent = ''")
        ada.page.fill("#typed [name=text]", text)
        number = ada.page.get_attribute("#room", "data-number")
        ada.page.press("#typed [name=text]", "Enter")
        ada.page.locator(f"#why:not(:empty), #room:not([data-number='{number}'])").first.wait_for(state="attached")
        return ada.page.inner_text("#why")

    missing = next(card for card in standard52() if card.text not in before)
    assert f"{missing.rank}{SIGNS[missing.suit]}".replace("T", "10") in answered(ways_to_type(missing)[0])
    assert before == ada.hand
    answered("sort")
    assert sorted(before, key=lambda card: ("23456789TJQKA".index(card[0]), before.index(card))) == ada.hand
    answered(" ".join(before[:3]))
    ada.page.locator(".mine.asked").wait_for()
    held = ada.hand
    played = next(card for card in held if not answered(card))
    ada.page.locator(f".mine [data-card='{played}']").wait_for(state="detached")
    assert [card for card in held if card != played] == ada.hand
    ada.page.locator("[data-word=last]").wait_for()
    assert "The last trick: " in answered(":last")


def test_a_game_of_ones_own_is_played_to_the_end_by_clicks_alone_and_no_page_knows_it(
    server: str, own_game: Path, people: list[Person]
) -> None:
    sit_down(people, lay(server, str(own_game), ["human", "human"], seed=1))
    play_out(people)
    for person in people:
        assert re.search(r"won|win|draw", person.page.inner_text("#prompt"))
        assert ("draw" in person.page.inner_text("#prompt")) == (0 == person.page.locator(".seat.winner").count())
    names = {path.stem for path in EXAMPLES.glob("*.py")} | {"crazy8s", "crazy 8s", "hearts.py", "go fish", "klondike"}
    for path in PAGE.iterdir():
        text = path.read_bytes().lower()
        known = {"quiddler", *names} - {"hearts", "spades", "cheat"}
        assert not [name for name in known if name.encode() in text], path.name
