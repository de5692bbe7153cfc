"""The full screen: games to the end by keys, the mouse, commands, forms, and nothing cut at 80 columns and 24 rows."""

from __future__ import annotations

import asyncio
import html
import re
from time import monotonic
from typing import Any

import pytest
from full_screens import (
    SMALL,
    choose,
    faces_of,
    is_waiting,
    laid,
    over,
    play_by_keys,
    shown,
    text_of,
    until,
    wished,
)
from helpers import ROOT
from textual.command import CommandList, CommandPalette
from textual.events import Key, Paste
from textual.widgets import Input, RichLog

from cardkit.core.texts import width
from cardkit.hosting.hosted import Hosted
from cardkit.online.drawing import Paints, Spotted
from cardkit.online.playing import LocalTable
from cardkit.online.screen import FormDialog, HandOver, Sure, TableApp, TextPage
from cardkit.play.settings import LOOKS
from cardkit.plugins.setup import Setup


async def test_the_whole_trick_is_seen_until_somebody_goes_on() -> None:
    hosted = laid("hearts", "human", "random", "random", "random", passing=False)
    async with shown(hosted, pause=60) as (app, pilot):
        while app.place.hold is None:
            if app.place.told.is_asked:
                await choose(pilot, app, wished(app))
            await until(pilot, lambda: app.place.hold is not None or app.place.told.is_asked)
        (trick,) = (pile for pile in app.place.told.view["view"]["piles"] if pile["name"] == "trick")
        assert (4, [0, 1, 2, 3]) == (len(trick["cards"]), sorted(trick["by"]))
        await pilot.press("enter")
        await until(pilot, lambda: app.place.hold is None)
        (trick,) = (pile for pile in app.place.told.view["view"]["piles"] if pile["name"] == "trick")
        assert len(trick["cards"]) < 4


async def test_cards_are_chosen_one_by_one_until_they_are_enough() -> None:
    async with shown(laid("hearts", "human", "random", "random", limit=1)) as (app, pilot):
        hand = next(pile for pile in app.place.told.view["view"]["piles"] if pile["looks"] == "hand")
        chosen = hand["cards"][:3]
        for card in chosen:
            await choose(pilot, app, Spotted("card", card))
        await pilot.press("escape")
        await until(pilot, lambda: "pass 3 cards" in text_of(app))
        for card in chosen:
            await choose(pilot, app, Spotted("card", card), "space")
        await choose(pilot, app, Spotted("act", " ".join(["pass", *chosen])))
        await until(pilot, lambda: app.place.told.view["view"]["number"] > 0 and not app.place.choosing.forms)


async def click(app: TableApp, pilot: Any, wish: Spotted) -> None:
    """Click on the middle of what stands for something."""
    spot = next(spot for spot in app.table.spots if spot.wish == wish)
    corner = app.table._corner
    await pilot.click(app.table, offset=(corner.x + spot.x + spot.width // 2, corner.y + spot.y + spot.height // 2))


async def test_the_palette_and_the_line_carry_out_commands() -> None:
    async with shown(laid("crazy8s", "human", "random", shuffle=True)) as (app, pilot):
        await pilot.press("ctrl+p")
        await over(pilot, app, CommandPalette)
        await pilot.press(*"hint")
        await until(pilot, lambda: 1 == app.screen.query_one(CommandList).option_count)
        await pilot.press("enter")
        await until(pilot, lambda: "The machine would " in text_of(app))
        assert 1 == text_of(app).count("The machine would ")
        await pilot.press(*":rules", "enter")
        await over(pilot, app, TextPage)
        assert len([row for row in text_of(app).splitlines() if "In turn, each player plays" in row]) == 1
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, TextPage))
        await pilot.press(*"/hello", "enter")
        await until(pilot, lambda: ": hello" in text_of(app))
        await pilot.press(*":nonsense", "enter")
        await until(pilot, lambda: "There is no command :nonsense; :help lists them." in text_of(app))
        await pilot.press("d", "enter")
        await until(pilot, lambda: "You draw the " in "\n".join(app.place.told.lines) and is_waiting(app))
        await pilot.press(*":help", "enter")
        await over(pilot, app, TextPage)
        await until(pilot, lambda: ":undo" in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, TextPage))
        await pilot.press("ctrl+z")
        await until(pilot, lambda: "You have seen cards since that were hidden: if it is taken" in text_of(app))
        assert "practice (:undo-practice)." in text_of(app)


async def test_without_colours_nothing_but_bold_and_reverse_is_used() -> None:
    paints = Paints(LOOKS["letters"], colours=False)
    async with shown(laid("go_fish"), paints=paints) as (app, _):
        styles = [part.style for row in app.table._strips for part in row if part.style is not None]
        assert not any(style.color or style.bgcolor for style in styles)
        card = next(pile for pile in app.place.told.view["view"]["piles"] if pile["looks"] == "hand")["cards"][0]
        assert f"{card} " in text_of(app)


async def test_two_people_pass_the_keyboard_on_and_see_nothing_of_each_other() -> None:
    async with shown(laid("crazy8s", "human", "human", shuffle=True, seed=3)) as (app, pilot):
        first = app.place
        await until(pilot, lambda: isinstance(app.screen, HandOver))
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, HandOver))

        async def play_until_it_is_hidden() -> None:
            while not isinstance(app.screen, HandOver):
                await choose(pilot, app, wished(app))
                await until(pilot, lambda: first.told.is_asked or isinstance(app.screen, HandOver))

        await play_until_it_is_hidden()
        hand = next(pile["cards"] for pile in first.told.view["view"]["piles"] if pile["looks"] == "hand")
        assert not any(face in text_of(app) for face in faces_of(app, hand))
        assert [] == list(app.get_system_commands(app.screen))
        await pilot.press("u")
        await until(pilot, lambda: first.told.is_asked and not isinstance(app.screen, HandOver))
        await play_until_it_is_hidden()
        await pilot.press("enter")
        await until(pilot, lambda: app.place is not first)
        assert app.place.told.is_asked


def taken_up(hosted: Hosted, actions: int) -> Hosted:
    """The same table, taken up again after so many actions, by whoever was asked."""
    for _ in range(actions):
        match = hosted.at_play().match
        hosted.answer(hosted.at_play().table.asked[0], match.legal[0])
    people, record = hosted.people, hosted.record
    return Hosted.back(Setup.of(hosted.session.setup.plugin), people=people, record=record, now=monotonic())


@pytest.mark.parametrize(("game", "actions"), [("crazy8s", None), ("gin_rummy", 0), ("crazy8s", 1), ("goofspiel", 2)])
async def test_no_hand_is_shown_before_its_person_has_come(game: str, actions: int | None) -> None:
    hosted = laid(game, "human", "human")
    if actions is not None:
        for chair in hosted.chairs.chairs:
            chair.taken = True
        hosted.start()
        hosted = taken_up(hosted, actions)
    app = TableApp(LocalTable(hosted).ways(), Paints(LOOKS["two-colour"]))
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HandOver))
        asked = hosted.at_play().table.asked[0]
        assert f"{app.places[asked].told.names[asked]}, it is your turn." in text_of(app)
        assert not app.table.spots
        assert [] == app.query_one(RichLog).lines
        assert [] == list(app.get_system_commands(app.screen))
        app.action_own("log")
        app.action_tell("hint")
        await pilot.pause()
        assert isinstance(app.screen, HandOver)
        assert "U takes back" not in text_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, HandOver))
        assert app.place.told.seat == asked
        await until(pilot, lambda: bool(app.table.spots))


async def test_nothing_on_the_table_gives_klondike_up_and_its_button_and_its_words_ask_once() -> None:
    async with shown(laid("klondike", "human")) as (app, pilot):
        spots = [spot.wish for spot in app.table.spots if spot.wish.what != "act"]
        assert Spotted("pile", "stock") in spots
        for wish in spots:
            app.table.post_message(app.table.Pointed(wish))
            await pilot.pause()
            assert not isinstance(app.screen, Sure)
            assert "give-up" not in "\n".join(app.place.told.lines)
            await pilot.press("escape")
        line = app.query_one("#typed", Input)
        for typed in ("", "give-up", "give up", "GIVE"):
            if typed:
                line.value = typed
                line.focus()
                await pilot.press("enter")
            else:
                await choose(pilot, app, Spotted("act", "give-up"))
            await asked_once_more(pilot, app)
            await pilot.press("escape")
            await until(pilot, lambda: not isinstance(app.screen, Sure))
            assert app.place.told.view["phase"] == "playing"
            await pilot.press("escape")
        await choose(pilot, app, Spotted("act", "give-up"))
        await asked_once_more(pilot, app)
        await pilot.press("y")
        await until(pilot, lambda: app.place.told.view["phase"] == "over")


PICTURE = ROOT / "docs" / "images" / "screen.svg"


def words(picture: str) -> list[str]:
    """The words of a picture, without where they stand and what they look like."""
    return html.unescape(" ".join(re.findall(r"<text[^>]*>([^<]*)</text>", picture))).split()


async def pictured() -> str:
    """The full screen of somebody in the middle of a round of Hearts, as a picture."""
    hosted = laid("hearts", "human", "random", "random", seed=3, names=("Ann", "Bo", "Cy"), passing=False)
    async with shown(hosted, (96, 27)) as (app, pilot):
        for _ in range(4):
            await choose(pilot, app, wished(app))
            await until(pilot, lambda: is_waiting(app))
        return app.export_screenshot(title="cardkit play hearts --screen")


def write() -> None:
    """Draw the picture as the screen is now."""
    PICTURE.write_text(asyncio.run(pictured()), encoding="utf-8")


def test_the_picture_shows_what_the_screen_shows() -> None:
    assert words(asyncio.run(pictured())) == words(PICTURE.read_text(encoding="utf-8"))


async def asked_once_more(pilot: Any, app: TableApp) -> None:
    await until(pilot, lambda: isinstance(app.screen, Sure) and "Give up? That ends the game." in text_of(app))


async def test_a_game_is_played_to_the_end_by_keys_alone() -> None:
    async with shown(laid("crazy8s", "human", "random", shuffle=True)) as (app, pilot):
        await play_by_keys(app, pilot)
        ending = app.place.told.view["result"]["text"].partition(";")[0]
        assert f"{app.place.told.title} · {ending}" in text_of(app)


async def test_a_form_says_what_it_takes_can_be_given_up_and_is_filled_in_by_keys() -> None:
    async with shown(laid("holdem", "human", "random", hands=1), (120, 36)) as (app, pilot):
        await choose(pilot, app, Spotted("form", "0"))
        await over(pilot, app, FormDialog)
        await pilot.press(*["backspace"] * 3, *"1000", "enter")
        await until(pilot, lambda: "It takes to: 4 to 100." in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, FormDialog))
        assert app.place.told.is_asked
        await choose(pilot, app, Spotted("form", "0"))
        await over(pilot, app, FormDialog)
        await pilot.press("up", "up", "enter")
        await until(pilot, lambda: "You raise to 6 chips." in "\n".join(app.place.told.lines))


async def test_a_seat_and_a_rank_are_chosen_and_a_typed_line_can_be_left() -> None:
    async with shown(laid("go_fish", "human", "random")) as (app, pilot):
        await until(pilot, lambda: is_whole(app))
        await pilot.press(*"xyz", "enter")
        await until(pilot, lambda: "xyz" in text_of(app))
        await pilot.press(*"abc", "escape")
        await until(pilot, lambda: app.query_one("#typed", Input).value == "" and app.table.has_focus)
        while not any(line.startswith("You ask ") for line in app.place.told.lines):
            await choose(pilot, app, wished(app))


def is_whole(app: TableApp) -> bool:
    """Whether the table fits the screen, which has the commands in its last row."""
    drawn, rows = app.table._block, text_of(app).splitlines()
    return (
        drawn.width <= SMALL[0]
        and drawn.height <= app.table.size.height
        and all(spot.x + spot.width <= drawn.width for spot in drawn.spots)
        and max(map(width, rows)) <= SMALL[0]
        and "commands" in rows[-1]
    )


async def test_the_mouse_plays_a_card_and_is_told_why_another_does_not_do_and_what_is_pasted_is_one_line() -> None:
    async with shown(laid("crazy8s", "human", "random", shuffle=True, seed=3)) as (app, pilot):
        for key in "nonsense":
            app.post_message(Key(key, key))
        app.post_message(Key("enter", "\r"))
        await until(pilot, lambda: "'nonsense' is not understood" in text_of(app))
        app.post_message(Paste("more nonsense\nand more"))
        await until(pilot, lambda: app.query_one("#typed", Input).value == "more nonsense")
        assert app.place.told.is_asked
        await pilot.press("escape")
        spots = [spot for spot in app.table.spots if spot.wish.what == "card"]
        strange = next(spot for spot in spots if not app._can(spot.wish))
        await click(app, pilot, strange.wish)
        await until(pilot, lambda: "You can't play 5 Clubs now: it is neither" in text_of(app))
        await click(app, pilot, Spotted("act", "draw"))
        await until(pilot, lambda: "You draw the " in "\n".join(app.place.told.lines))
