"""One script at both doors of a terminal: lines and the full screen hide, answer, look and go on alike."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from time import monotonic

import pytest

pytest.importorskip("textual", reason="the extra `screen` is not installed")

from full_screens import PATIENCE, is_waiting, on_screen, text_of
from guests import laid
from helpers import Tty, at_terminal
from textual.widgets import Input

from cardkit.hosting.commands import COMMANDS
from cardkit.online.playing import LocalTable, paints
from cardkit.online.screen import HandOver, TableApp, TextPage

SCRIPT = [
    (":where", "It is your turn in turn 1"),
    (":score", "Nothing is counted yet."),
    (":last", " has "),
    (":log", " has "),
    (":legal", "draw"),
    (":why draw", "You can draw"),
    (":why pass", "ou play or draw first"),
    (":rules", "Everybody starts with"),
    (":help", ":score"),
    (":hint", "The machine would "),
    (":mark here", "This point is here"),
    (":undo", "ou have not done anything yet"),
    (":redo", "othing was taken back"),
    (":sort rank", ""),
    (":cards letters", ""),
    (":nonsense", "There is no command :nonsense; :help lists them."),
    (":s", ":s could be "),
    ("xyzzy", "'xyzzy' is not understood; type "),
    ("pass", "You can't pass now: you play or draw first"),
    ("99", "'99' is not understood; type "),
]
"""What the first person types, and what is answered, among other things."""
LOOKS = [("utf-8", {}), ("utf-8", {"NO_COLOR": "1"}), ("cp850", {}), ("ascii", {"NO_COLOR": "1"})]
A_CARD = re.compile(r"\b(10|[2-9TJQKA]) ?([♠♥♦♣]|(Spades|Hearts|Diamonds|Clubs|[SHDC])\b)")
Door = Callable[[str, Mapping[str, str]], tuple[str, Sequence[str]]]


def in_lines(encoding: str, changes: Mapping[str, str]) -> tuple[str, Sequence[str]]:
    """What is shown before the script is typed at the prompt, and after each of its lines."""
    order = ("play", "crazy8s", "--rules", "house", "--players", "2", "--people", "2", "--seed", "4")
    typed = [line for line, _ in SCRIPT]
    run = at_terminal(*order, typed=["", *typed, ":quit"], encoding=encoding, **changes)
    before, _, *after = re.split(r"^> .*\n", run.out, flags=re.MULTILINE)
    return before, after


def on_the_screen(encoding: str, changes: Mapping[str, str]) -> tuple[str, Sequence[str]]:
    """The same on the full screen, with whatever page lies over it."""
    shown = list[str]()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in changes.items():
            patch.setenv(name, value)
        patch.setattr(sys, "stdout", Tty(encoding))
        look = paints()

    async def run() -> None:
        app = TableApp(LocalTable(laid("crazy8s", "human", "human", rules="house", seed=4)).ways(), look)
        async with app.run_test(size=(100, 50)):
            await seen(app, lambda: isinstance(app.screen, HandOver) and "it is your turn." in text_of(app))
            shown.append(text_of(app))
            app.simulate_key("enter")
            await seen(app, lambda: not isinstance(app.screen, HandOver) and is_waiting(app))
            for line, answer in SCRIPT:
                box = app.query_one("#typed", Input)
                box.value = line
                await box.action_submit()
                await seen(app, partial(is_told, app, answer))
                shown.append(text_of(app))
                if isinstance(app.screen, TextPage):
                    app.simulate_key("escape")
                    await seen(app, lambda: not isinstance(app.screen, TextPage))

    on_screen(run)
    return shown[0], shown[1:]


async def seen(app: TableApp, holds: Callable[[], bool]) -> None:
    """Wait until something holds, without a pause after each key."""
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end, f"this does not come:\n{text_of(app)}"
        await asyncio.sleep(0.02)


def is_told(app: TableApp, answer: str) -> bool:
    """Whether this is on the screen, and the line was taken."""
    return answer in " ".join(text_of(app).split()) and not app.query_one("#typed", Input).value


@pytest.mark.parametrize(
    ("door", "encoding", "changes"),
    [*((in_lines, *look) for look in LOOKS), *((on_the_screen, *look) for look in LOOKS[::3])],
    ids=lambda part: part.__name__ if callable(part) else str(part),
)
def test_both_doors_hide_hands_answer_commands_and_show_what_can_be_shown(
    door: Door, encoding: str, changes: dict[str, str]
) -> None:
    before, after = door(encoding, changes)
    assert "it is your turn." in before
    assert not A_CARD.search(before)
    for (typed, answer), shown in zip(SCRIPT, after, strict=False):
        assert answer in " ".join(shown.split()), typed
    assert len(after) >= len(SCRIPT)
    assert A_CARD.search(after[0])
    assert encoding == "utf-8" or not re.search("[♠♥♦♣?]{1,2}(?![? ])", re.sub(r"\w\?", "", "".join(after)))
    assert not ("NO_COLOR" in changes and re.search(r"\x1b\[[0-9;]*3[0-9]", "".join(after)))


def test_the_commands_of_a_person_at_this_machine_are_those_of_both_doors() -> None:
    words = {word.split()[0].removeprefix(":") for word, _ in SCRIPT} | {"go", "back", "save", "quit"}
    after = dict(zip(SCRIPT, in_lines("utf-8", {})[1], strict=False))[":help", ":score"]
    assert words & {*COMMANDS} == set(re.findall(r"^ +:(\S+)", after, flags=re.MULTILINE))
