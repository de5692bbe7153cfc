"""The full screen: played by keys, the mouse, commands and forms, its picture; what is kept, resumed and scored."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from full_screens import SMALL, choose, faces_of, is_waiting, laid, over, play_by_keys, shown, text_of, until, wished
from helpers import ROOT, cardkit
from terminals import Screen
from textual.command import CommandList, CommandPalette
from textual.events import Key, Paste
from textual.widgets import Input, RichLog

from cardkit.cli.options import needing
from cardkit.core.errors import CardkitError
from cardkit.core.texts import width
from cardkit.hosting.hosted import Hosted
from cardkit.online import playing
from cardkit.online.drawing import Paints, Spotted
from cardkit.online.lines import Way
from cardkit.online.playing import LocalTable
from cardkit.online.screen import FormDialog, HandOver, Sure, TableApp
from cardkit.play.home import ScoreBoard, games_folder, last_game
from cardkit.play.settings import LOOKS
from cardkit.plugins.registry import load_game
from cardkit.plugins.setup import Setup
from cardkit.records.record import read_record


def pile(app: TableApp, called: str, by: str = "name") -> dict[str, Any]:
    """The pile on the table that is called so, or looks so."""
    return next(pile for pile in app.place.told.view["view"]["piles"] if pile[by] == called)


async def told(pilot: Any, app: TableApp, line: str) -> None:
    """Wait until this is among the lines that were told."""
    await until(pilot, lambda: line in "\n".join(app.place.told.lines))


async def leave(pilot: Any, app: TableApp, dialog: type[Any]) -> None:
    """Press Escape in a dialog, and wait until it is gone."""
    await pilot.press("escape")
    await until(pilot, lambda: not isinstance(app.screen, dialog))


async def test_the_whole_trick_is_seen_until_somebody_goes_on() -> None:
    hosted = laid("hearts", "human", "random", "random", "random", passing=False)
    async with shown(hosted, pause=60) as (app, pilot):
        while app.place.hold is None:
            if app.place.told.is_asked:
                await choose(pilot, app, wished(app))
            await until(pilot, lambda: app.place.hold is not None or app.place.told.is_asked)
        trick = pile(app, "trick")
        assert (4, [0, 1, 2, 3]) == (len(trick["cards"]), sorted(trick["by"]))
        await pilot.press("enter")
        await until(pilot, lambda: app.place.hold is None)
        assert len(pile(app, "trick")["cards"]) < 4


async def test_cards_are_chosen_one_by_one_until_they_are_enough() -> None:
    async with shown(laid("hearts", "human", "random", "random", limit=1)) as (app, pilot):
        chosen = pile(app, "hand", "looks")["cards"][:3]
        for key in ("enter", "space"):
            for card in chosen:
                await choose(pilot, app, Spotted("card", card), key)
            if key == "enter":
                await pilot.press("escape")
                await until(pilot, lambda: "pass 3 cards" in text_of(app))
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
        await until(pilot, lambda: 1 == text_of(app).count("The machine would "))
        for line, answer in (("/hello", ": hello"), ("xyz", "xyz")):
            await pilot.press(*line, "enter")
            await until(pilot, lambda answer=answer: answer in text_of(app))
        await pilot.press(*"abc", "escape")
        await until(pilot, lambda: app.query_one("#typed", Input).value == "" and app.table.has_focus)
        await pilot.press("d", "enter")
        await told(pilot, app, "You draw the ")
        await until(pilot, lambda: is_waiting(app))
        await pilot.press("ctrl+z")
        await until(pilot, lambda: "You have seen cards since that were hidden: if it is taken" in text_of(app))
        assert "practice (:undo-practice)." in text_of(app)


async def test_without_colours_nothing_but_bold_and_reverse_is_used() -> None:
    paints = Paints(LOOKS["letters"], colours=False)
    async with shown(laid("go_fish"), paints=paints) as (app, _):
        styles = [part.style for row in app.table._strips for part in row if part.style is not None]
        assert not any(style.color or style.bgcolor for style in styles)
        assert f"{pile(app, 'hand', 'looks')['cards'][0]} " in text_of(app)


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
        hand = pile(app, "hand", "looks")["cards"]
        assert not any(face in text_of(app) for face in faces_of(app, hand))
        await pilot.press("u")
        await until(pilot, lambda: first.told.is_asked and not isinstance(app.screen, HandOver))
        await play_until_it_is_hidden()
        await pilot.press("enter")
        await until(pilot, lambda: app.place is not first)
        assert app.place.told.is_asked


def taken_up(hosted: Hosted, actions: int) -> Hosted:
    """The same table, begun, and taken up again after so many actions, by whoever was asked."""
    for chair in hosted.chairs.chairs:
        chair.taken = True
    hosted.start()
    for _ in range(actions):
        hosted.answer(hosted.at_play().table.asked[0], hosted.at_play().match.legal[0])
    setup = Setup.of(hosted.session.setup.plugin)
    return Hosted.back(setup, people=hosted.people, record=hosted.record, now=monotonic())


@pytest.mark.parametrize(("game", "actions"), [("crazy8s", None), ("gin_rummy", 0), ("crazy8s", 1), ("goofspiel", 2)])
async def test_no_hand_is_shown_before_its_person_has_come(game: str, actions: int | None) -> None:
    hosted = laid(game, "human", "human")
    hosted = hosted if actions is None else taken_up(hosted, actions)
    app = TableApp(LocalTable(hosted).ways(), Paints(LOOKS["two-colour"]))
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HandOver))
        asked = hosted.at_play().table.asked[0]
        assert f"{app.places[asked].told.names[asked]}, it is your turn." in text_of(app)
        assert not app.table.spots
        assert ([], []) == (app.query_one(RichLog).lines, list(app.get_system_commands(app.screen)))
        app.action_own("log")
        app.action_tell("hint")
        await pilot.pause()
        assert isinstance(app.screen, HandOver)
        assert "U takes back" not in text_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, HandOver))
        assert app.place.told.seat == asked
        await until(pilot, lambda: bool(app.table.spots))


async def test_klondikes_button_and_its_words_for_giving_up_ask_once() -> None:
    async with shown(laid("klondike", "human")) as (app, pilot):
        line = app.query_one("#typed", Input)
        for typed in ("give-up", "give up", "GIVE", ""):
            if typed:
                line.value = typed
                line.focus()
                await pilot.press("enter")
            else:
                await choose(pilot, app, Spotted("act", "give-up"))
            await until(pilot, lambda: isinstance(app.screen, Sure) and "Give up? That ends the game." in text_of(app))
            if typed:
                await leave(pilot, app, Sure)
                assert app.place.told.view["phase"] == "playing"
                await pilot.press("escape")
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
        await act(app, pilot, 4)
        return app.export_screenshot(title="cardkit play hearts --screen")


def write() -> None:
    """Draw the picture as the screen is now."""
    PICTURE.write_text(asyncio.run(pictured()), encoding="utf-8")


def test_the_picture_shows_what_the_screen_shows() -> None:
    assert words(asyncio.run(pictured())) == words(PICTURE.read_text(encoding="utf-8"))


async def test_a_form_says_what_it_takes_can_be_given_up_and_is_filled_in_by_keys() -> None:
    async with shown(laid("holdem", "human", "random", hands=1), (120, 36)) as (app, pilot):
        await choose(pilot, app, Spotted("form", "0"))
        await over(pilot, app, FormDialog)
        await pilot.press(*["backspace"] * 3, *"1000", "enter")
        await until(pilot, lambda: "It takes to: 4 to 100." in text_of(app))
        await leave(pilot, app, FormDialog)
        assert app.place.told.is_asked
        await choose(pilot, app, Spotted("form", "0"))
        await over(pilot, app, FormDialog)
        await pilot.press("up", "up", "enter")
        await told(pilot, app, "You raise to 6 chips.")


async def test_a_table_fits_the_screen_above_its_commands_and_a_seat_and_a_rank_are_chosen() -> None:
    async with shown(laid("go_fish", "human", "random")) as (app, pilot):
        await until(pilot, lambda: "commands" in text_of(app).splitlines()[-1])
        drawn = app.table._block
        assert app.table.size.height >= drawn.height
        assert SMALL[0] >= max(drawn.width, *map(width, text_of(app).splitlines()))
        while not any(line.startswith("You ask ") for line in app.place.told.lines):
            await choose(pilot, app, wished(app))


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
        wishes = [spot.wish for spot in app.table.spots if spot.wish.what == "card"]
        await click(app, pilot, next(wish for wish in wishes if not app._can(wish)))
        await until(pilot, lambda: "You can't play 5 Clubs now: it is neither" in text_of(app))
        await click(app, pilot, Spotted("act", "draw"))
        await told(pilot, app, "You draw the ")


# At one keyboard: what is kept, resumed and scored, and where there is no screen

HOLDEM = load_game("holdem")
ONE_HAND = Setup.of(HOLDEM, seed=4, seats=("human", "random"), options={"hands": 1})


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """After how many things that somebody does they leave, each time a screen is shown; none is to the end."""
    left: list[int] = []

    def show(ways: Sequence[Way]) -> TableApp:
        app = TableApp(ways, Paints(LOOKS["two-colour"]))

        async def run() -> None:
            async with app.run_test(size=SMALL) as pilot:
                await until(pilot, lambda: bool(app.place.told.view) and is_waiting(app))
                await (act(app, pilot, left.pop(0)) if left else play_by_keys(app, pilot))

        asyncio.run(run())
        return app

    monkeypatch.setattr(playing, "show", show)
    return left


async def act(app: TableApp, pilot: Any, times: int) -> None:
    """Do what can be done so many times."""
    for _ in range(times):
        await choose(pilot, app, wished(app))
        await until(pilot, lambda: is_waiting(app))


def play(setup: Setup = ONE_HAND, record: Path | None = None) -> None:
    """Play Hold'em on the screen."""
    playing.play_on_screen(setup, record, scored=True, pause=0)


@pytest.mark.usefixtures("steps")
def test_a_game_is_kept_in_the_named_file_and_scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(record=tmp_path / "game.json")
    record = read_record(tmp_path / "game.json")
    assert (True, ("human", "random")) == (record.result is not None, record.seats)
    assert "game" in capsys.readouterr().out
    assert 1 == len(ScoreBoard().games())


def test_a_game_that_was_left_is_gone_on_with(steps: list[int], capsys: pytest.CaptureFixture[str]) -> None:
    steps.append(1)
    play()
    assert "go on with: cardkit resume" in " ".join(capsys.readouterr().out.split())
    kept = last_game(unfinished=True)
    record = kept.record
    assert 0 < len(record.actions)
    playing.take_up_on_screen(HOLDEM, record, kept.path, (), scored=False)
    ended = read_record(kept.path)
    assert ended.result is not None
    assert record.actions == ended.actions[: len(record.actions)]
    assert ([kept.path], []) == (list(games_folder().glob("*.json")), ScoreBoard().games())


def test_where_nothing_was_played_nothing_is_kept(steps: list[int], capsys: pytest.CaptureFixture[str]) -> None:
    steps.append(0)
    play(ONE_HAND.having(seats=("human", "human")))
    assert "The game was not kept: nothing was played.\n" == capsys.readouterr().out
    assert not games_folder().exists()


@pytest.mark.parametrize("option", [[], ["--quiet"], ["--json"]], ids=str)
def test_without_a_terminal_there_is_no_screen(option: list[str]) -> None:
    run = cardkit("play", "war", "full-war", "--screen", *option)
    assert ("", 2, 1) == (run.out, run.code, len(run.err.splitlines()))
    assert "full screen" in run.err


def test_a_missing_library_is_told_with_its_extra() -> None:
    said = r"this needs textual, which is not installed: pip install 'cardkit\[screen\]'"
    with pytest.raises(CardkitError, match=said), needing("screen"):
        raise ModuleNotFoundError("No module named 'textual.app'", name="textual.app")


@pytest.mark.parametrize(("key", "code", "said"), [("\x11", 0, "The game was not kept"), ("\x03", 130, "interrupted")])
def test_the_screen_is_left_by_a_key(key: str, code: int, said: str) -> None:
    with Screen("play", "holdem", "--screen", "--seed", "4") as screen:
        assert code == screen.wait_for("Hold'em").type(key).end()
        assert said in screen.text
