"""The full screen: the table with its cursor, the dialogs over it, and the people who pass the keyboard on."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, ClassVar

from rich.segment import Segment
from rich.text import Text
from textual import message
from textual.app import App, ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Click, Event, Key, Mount, Paste, Resize
from textual.geometry import Offset, Region, Size
from textual.screen import ModalScreen, Screen
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.timer import Timer
from textual.validation import Integer
from textual.widgets import Button, Footer, Input, Label, OptionList, RichLog, SelectionList, Static
from textual.widgets.option_list import Option
from textual.widgets.selection_list import Selection

from cardkit.core.errors import CardkitError
from cardkit.core.texts import counted, sentence, width
from cardkit.online.drawing import Block, Paints, Spot, Spotted, fitting, joined, text_of
from cardkit.online.lines import (
    Choosing,
    Command,
    Message,
    Told,
    Way,
    commands,
    of_table,
    offered,
    only_value,
    said_of,
    shown_by,
    shown_one_by_one,
    typed,
    written,
)
from cardkit.play.settings import look_meant

KEYS = (
    "Arrow keys     go from card to card",
    "Enter, Space   play it, or choose it where more has to be said; so does the mouse",
    "Esc            gives up a choice",
    "Letters, Tab   begin a line: an action as at the terminal, /words to talk, :commands",
    "Ctrl-P         all commands to choose from",
    "F1, F2, F3     the rules, a hint, why a card can't be played",
)
"""What can be pressed."""


class KeyboardSeat:
    """A seat at this keyboard: what it was told, what it chose, and its way to the table."""

    def __init__(self, way: Way) -> None:
        self.way = way
        self.told = Told()
        self.choosing = Choosing((), ())
        self.heard_at = 0.0
        self.coming = deque[Message]()
        """What was heard and isn't shown yet."""
        self.hold: Timer | None = None
        """What ends the scene that is seen now."""

    def take(self, message: Message) -> list[str]:
        """Take in a message; the lines that are new."""
        before = self.told.view.get("legal"), self.told.view.get("forms")
        new = self.told.take(message)
        view = self.told.view
        if view and (view["legal"], view["forms"]) != before:
            self.choosing = Choosing(*offered(view))
        self.heard_at = time.monotonic()
        return new

    def hint(self, wish: Spotted | None) -> str:
        """What Enter would do."""
        if wish is not None and wish.what == "do":
            return f"Enter: {self.told.again}"
        if wish is None or not self.told.is_asked:
            return ""
        if wish.what == "act":
            return f"Enter: {_say(self.choosing, wish.value)}"
        if wish.what == "form":
            return "Enter: fill in what is open"
        if self.choosing.choice.has(wish.what, wish.meaning):
            return "Enter: give it up again"
        if not self.choosing.can(wish.what, wish.meaning) and not self.choosing.begun_again().can(
            wish.what, wish.meaning
        ):
            return "Enter: why this can't be played"
        following = self.choosing.after(wish.what, wish.meaning)
        if following.meant is not None:
            return f"Enter: {_say(following, following.meant)}"
        return "Enter: choose it, then what to do with it"


def _say(choosing: Choosing, text: str) -> str:
    """An action in words."""
    return next((action["say"] for action in choosing.legal if action["text"] == text), text)


def head_of(told: Told, paints: Paints, passed: float, columns: int) -> Text:
    """Which game it is, how far it is, whose turn, and the clocks; `passed` are the seconds since that was told."""
    scene = told.scene
    result = told.view["result"]
    parts = [told.title] if scene is None or result else [told.title, f"{told.counts} {scene['number']}"]
    if result:
        whole = " · ".join([*parts, result["text"]])
        parts.append(result["text"] if width(whole) < columns else f"{result['text'].partition(';')[0].rstrip('.')}.")
    elif told.is_asked:
        parts.append("it is your turn")
    elif scene is not None and scene["asked"]:
        parts.append(f"{told.asked} to act")
    left = " · ".join(parts)
    right = "  ".join(
        f"{told.names[seat]} {_clock(clock['left'] - (passed if clock['running'] else 0))}"
        for seat, clock in enumerate(told.view["clocks"] or ())
    )
    left_over = columns - width(left) - width(right) - 2
    gap = " " * left_over if left_over > 0 else "\n " if right else ""
    return Text(f" {left}{gap}{right} ", style=paints["head"])


def _clock(seconds: float) -> str:
    whole = max(int(seconds), 0)
    return f"{whole // 60}:{whole % 60:02}"


Draw = Callable[[int, int, Spotted | None], Block]
"""Draws the table in so many columns and rows, with the cursor on something."""


class TableView(ScrollView, can_focus=True):
    """A drawn table; it tells what was pointed at, by keys or by the mouse."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1, 0)", show=False),
        Binding("right", "step(1, 0)", show=False),
        Binding("up", "step(0, -1)", show=False),
        Binding("down", "step(0, 1)", show=False),
        Binding("enter,space", "choose", "play", key_display="Enter"),
    ]

    class Pointed(message.Message):
        """Something was pointed at, and is meant."""

        def __init__(self, wish: Spotted) -> None:
            super().__init__()
            self.wish = wish

    class Resized(message.Message):
        """The table was drawn for other room, so that the cursor may be on something else."""

    class CursorMoved(message.Message):
        """The cursor is on something else."""

    def __init__(self, draw: Draw, can: Callable[[Spotted], bool]) -> None:
        super().__init__(id="table")
        self._draw = draw
        self._can = can
        self._block = Block()
        self._strips: list[Strip] = []
        self._at = 0
        self._corner = Offset(0, 0)
        """How far the picture is from the widget's corner."""

    def draw(self) -> None:
        """Draw the table as it is now; the cursor stays where it is, as far as that is still there."""
        wish = self.wish
        width, height = self.size
        if not (width and height):
            return
        block = self._draw(width, height, wish)
        spots = _in_reading_order(block)
        near = [number for number, spot in enumerate(spots) if spot.wish == wish]
        if near:
            self._at = min(near, key=lambda number: abs(number - self._at))
        elif spots:
            self._at = self._first(spots)
            block = self._draw(width, height, spots[self._at].wish)
        self._block = block
        self._strips = [Strip([*row]) for row in block.rows]
        self._corner = Offset(max((width - block.width) // 2, 0), max((height - block.height) // 2, 0))
        self.virtual_size = Size(block.width, block.height)
        self.refresh()

    def _first(self, spots: Sequence[Spot]) -> int:
        """Where the cursor goes when what it was on is gone: to a card that can be played, if there is one."""
        able = [number for number, spot in enumerate(spots) if self._can(spot.wish)]
        cards = [number for number in able if spots[number].wish.what == "card"]
        return next(iter([*cards, *able, 0]))

    @property
    def spots(self) -> list[Spot]:
        """All that can be pointed at, in reading order."""
        return _in_reading_order(self._block)

    @property
    def wish(self) -> Spotted | None:
        """What the cursor is on."""
        spots = self.spots
        return spots[self._at].wish if self._at < len(spots) else None

    def render_line(self, y: int) -> Strip:
        """A row of the picture."""
        place = y + self.scroll_offset.y - self._corner.y
        blank = self.rich_style
        if not 0 <= place < len(self._strips):
            return Strip.blank(self.size.width, blank)
        strip = Strip.join([Strip.blank(self._corner.x, blank), self._strips[place]])
        return strip.adjust_cell_length(self.size.width, blank).apply_style(blank)

    def on_resize(self, event: Resize) -> None:
        """Draw anew for the room that there is now."""
        self.draw()
        self.post_message(self.Resized())

    def on_click(self, event: Click) -> None:
        """Point at what lies under the mouse."""
        x = event.x + self.scroll_offset.x - self._corner.x
        y = event.y + self.scroll_offset.y - self._corner.y
        for number, spot in enumerate(self.spots):
            if spot.holds(x, y):
                self._at = number
                self.post_message(self.Pointed(spot.wish))

    def action_choose(self) -> None:
        """Point at what the cursor is on."""
        if self.wish is not None:
            self.post_message(self.Pointed(self.wish))

    def action_step(self, columns: int, rows: int) -> None:
        """Move the cursor to the next thing in this direction."""
        spots = self.spots
        if not spots:
            return
        here = spots[min(self._at, len(spots) - 1)]
        if columns:
            self._at = (self._at + columns) % len(spots)
        else:
            beyond = [(number, spot) for number, spot in enumerate(spots) if (spot.y - here.y) * rows > 0]
            if not beyond:
                return
            self._at, _ = min(beyond, key=lambda one: (abs(one[1].y - here.y), abs(one[1].x - here.x)))
        spot = spots[self._at]
        self.scroll_to_region(Region(spot.x, spot.y + self._corner.y, spot.width, spot.height), animate=False)
        self.draw()
        self.post_message(self.CursorMoved())


def _in_reading_order(block: Block) -> list[Spot]:
    return sorted(block.spots, key=lambda spot: (spot.y, spot.x))


_ESCAPE: list[BindingType] = [Binding("escape", "dismiss(None)", "back")]


class NumberField(Input):
    """A number between two others, which the arrow keys change."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "add(1)", "more"),
        Binding("down", "add(-1)", "less"),
        Binding("pageup", "add(10)", show=False),
        Binding("pagedown", "add(-10)", show=False),
    ]

    def __init__(self, part: Message) -> None:
        self._least, self._most, self._step = part["least"], part["most"], part["step"]
        super().__init__(
            str(self._least),
            type="integer",
            compact=True,
            validators=[Integer(self._least, self._most)],
            classes="part",
        )

    def action_add(self, steps: int) -> None:
        """Make the number so many steps greater, as far as it may be."""
        number = int(self.value) if self.value.lstrip("-").isdecimal() else self._least
        self.value = str(max(self._least, min(self._most, number + steps * self._step)))

    @property
    def words(self) -> list[str] | None:
        """The number as it is written in an action; None where it does not do."""
        return [self.value] if self.value and self.is_valid else None


class CardsField(SelectionList[str]):
    """Some of some cards."""

    def __init__(self, part: Message, faces: Sequence[Any], chosen: Sequence[str]) -> None:
        self._least, self._most = part["least"], part["most"]
        self._cards: list[str] = list(part["of"])
        left = list(chosen)
        rows: list[Selection[str]] = []
        for number, (card, face) in enumerate(zip(self._cards, faces, strict=True)):
            is_chosen = card in left
            if is_chosen:
                left.remove(card)
            rows.append(Selection(face, str(number), is_chosen))
        super().__init__(*rows, compact=True, classes="part")

    def render_line(self, y: int) -> Strip:
        """A row, in which the box of a card that isn't chosen is empty, also where there are no colours."""
        strip, place = super().render_line(y), y + self.scroll_offset.y
        if not 0 <= place < self.option_count or self.get_option_at_index(place).value in self.selected:
            return strip
        box = [Segment(part.text.replace("X", " "), part.style) for part in [*strip][:3]]
        return Strip([*box, *[*strip][3:]])

    @property
    def words(self) -> list[str] | None:
        """The cards as they are written in an action; None where they are too few or too many."""
        chosen = [self._cards[int(number)] for number in self.selected]
        return chosen if self._least <= len(chosen) <= self._most else None


class ChoiceField(OptionList):
    """One of some words."""

    def __init__(self, part: Message) -> None:
        self._values = list(map(str, part["of"]))
        super().__init__(*map(Option, part["say"]), compact=True, classes="part")
        self.highlighted = 0

    @property
    def words(self) -> list[str] | None:
        """The chosen word."""
        return None if self.highlighted is None else [self._values[self.highlighted]]


Field = NumberField | CardsField | ChoiceField


class FormDialog(ModalScreen[str | None]):
    """A form of which each part has a control; what it is left with is the action, or None."""

    BINDINGS: ClassVar[list[BindingType]] = _ESCAPE

    def __init__(self, form: Message, faces: dict[str, Any], chosen: Sequence[str]) -> None:
        super().__init__()
        self._form = form
        self._faces = faces
        self._chosen = chosen
        self._fields: list[Field | None] = []

    def compose(self) -> ComposeResult:
        """The controls, one under the other, and two buttons."""
        with Vertical(classes="dialog"):
            yield Label(f"{self._form['verb']}", classes="title")
            for part in self._form["parts"]:
                field = self._field(part)
                self._fields.append(field)
                if field is not None:
                    yield Label(_asked(part))
                    yield field
            yield Label("", id="wrong")
            with Horizontal(classes="buttons"):
                yield Button("Do it", id="do", compact=True)
                yield Button("Back", id="back", compact=True)

    def on_mount(self, event: Mount) -> None:
        """Begin with the first control."""
        next(field for field in (*self._fields, self.query_one("#do", Button)) if field is not None).focus()

    def _field(self, part: Message) -> Field | None:
        """The control of a part; None where there is nothing to choose."""
        if part["kind"] == "cards":
            return CardsField(part, [self._faces[card] for card in part["of"]], self._chosen)
        if only_value(part) is not None:
            return None
        return NumberField(part) if part["kind"] == "number" else ChoiceField(part)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter in a number is enough."""
        self._finish()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter on a word is enough."""
        if isinstance(event.option_list, ChoiceField):
            self._finish()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Be done, or go back."""
        if event.button.id == "do":
            self._finish()
        else:
            self.dismiss(None)

    def _finish(self) -> None:
        """Be left with the action, or say what is missing."""
        words: list[Sequence[str]] = []
        for part, field in zip(self._form["parts"], self._fields, strict=True):
            found = only_value(part) if field is None else field.words
            if found is None:
                self.query_one("#wrong", Label).update(f"It takes {_asked(part)}.")
                return
            words.append(found)
        self.dismiss(written(self._form, words))


def _asked(part: Message) -> str:
    """What a part of a form wants."""
    if part["kind"] == "number":
        return f"{part['name']}: {part['least']} to {part['most']}"
    if part["kind"] == "cards":
        least, most = part["least"], part["most"]
        return counted(least, "card") if least == most else f"{least} to {counted(most, 'card')}"
    return f"{part['name']}, one of these"


class TextPage(ModalScreen[None]):
    """A text over the table, to be read and left."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q", "dismiss(None)", "back")]

    def __init__(self, title: str, text: Any) -> None:
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        """The title, and the text, which scrolls."""
        with Vertical(classes="page"):
            yield Label(self._title, classes="title")
            with VerticalScroll():
                yield Static(self._text, markup=False)
            yield Label("Esc leads back", classes="hint")


class HandOver(ModalScreen[str]):
    """Hides the table until the next person is at the keyboard; leaves `here`, or `undo` for the last choice."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "dismiss('here')", "here I am"),
        Binding("u", "undo", "undo"),
    ]

    def __init__(self, name: str, *, can_undo: bool, said: str) -> None:
        super().__init__()
        self._called, self._can_undo, self._said = name, can_undo, said

    def compose(self) -> ComposeResult:
        """Whose turn it is."""
        with Vertical(classes="page"):
            yield Label(f"{self._called}, it is your turn.", classes="title", markup=False)
            yield Label("Press Enter when nobody else is looking.")
            yield Label(self._said, classes="hint", markup=False)
            if self._can_undo:
                yield Label("U takes back the choice that was just made.", classes="hint")

    def action_undo(self) -> None:
        """Let the last choice be taken back, where that is allowed."""
        if self._can_undo:
            self.dismiss("undo")


class Sure(ModalScreen[str]):
    """Asks once more about an action that loses the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss('yes')", "yes"),
        Binding("escape,n", "dismiss('')", "no"),
    ]

    def __init__(self, said: str) -> None:
        super().__init__()
        self._said = said

    def compose(self) -> ComposeResult:
        """What would be done."""
        with Vertical(classes="page"):
            yield Label(f"{self._said[:1].upper()}{self._said[1:]}? That ends the game.", classes="title", markup=False)
            yield Label("Y does it, Esc leads back", classes="hint")


_TITLES = {
    "log": "So far",
    "legal": "You can",
    "where": "How it stands",
    "score": "The score",
    "last": "What lay there last",
}
"""What shows lines over the table, with its title."""
_SIDE_BY_SIDE = 110
"""From so many columns on the log stands beside the table."""


class LogView(RichLog, can_focus=False):
    """What was told, which the mouse's wheel moves."""


class TableApp(App[None]):
    """The screen of the people at one keyboard: one seat, or several that pass it on."""

    CSS_PATH = "screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "clear", "clear", key_display="Esc"),
        Binding("f1", "own('rules')", "rules", key_display="F1"),
        Binding("f2", "tell('hint')", "hint", key_display="F2"),
        Binding("f3", "why", "why", key_display="F3"),
        Binding("ctrl+p", "command_palette", "commands", key_display="^P"),
        Binding("ctrl+z", "tell('undo')", show=False),
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "quit", "leave", key_display="^Q", priority=True),
    ]

    def __init__(self, ways: Sequence[Way], paints: Paints) -> None:
        super().__init__(ansi_color=None if paints.colours else True)
        self.places = [KeyboardSeat(way) for way in ways]
        self.place = self.places[0]
        """The seat whose person is at the keyboard, if somebody is."""
        self.is_somebody_here = len(self.places) == 1
        """Whether one of them has come; among several nobody has before the first hand is shown."""
        self.paints = paints
        self.was_interrupted = False
        """Whether somebody has pressed Ctrl-C."""
        self.pause = 1.0
        """How many seconds a scene is seen."""
        self._number = 0
        self.fault: CardkitError | None = None
        """Why the screen was closed, if not because the person left."""
        self._status, self._style = "", "alarm"

    def compose(self) -> ComposeResult:
        """From top to bottom: how it stands, the table and its log, what to do, the line, the keys."""
        yield Static(id="head")
        with Vertical(id="felt"):
            yield TableView(self._drawn, self._can)
            yield LogView(id="log", wrap=True, markup=False, highlight=False, min_width=0)
        yield Static(id="status")
        yield Input(
            id="typed",
            compact=True,
            select_on_focus=False,
            placeholder="an action, such as a card; /words to talk; :help",
        )
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Begin to hear what the table says."""
        self.set_class(not self.paints.colours, "plain")
        self.table.focus()
        for place in self.places:
            self.run_worker(self._hear(place), exit_on_error=False)
        self.set_interval(1.0, self._show_head)

    async def _hear(self, place: KeyboardSeat) -> None:
        """Hear what a table says until it ends, or the way to it does."""
        try:
            await place.way.hear(partial(self.heard, place))
        except CardkitError as error:
            self.fault = error
            self.exit()

    def heard(self, place: KeyboardSeat, message: Message) -> None:
        """Take in what the table says to a seat, its scenes one after the other."""
        is_seen = message["type"] == "view" and place is self.place and self.is_somebody_here
        place.coming.extend(shown_one_by_one(message) if is_seen else [message])
        if place.hold is None:
            self._show_next(place)

    def _show_next(self, place: KeyboardSeat) -> None:
        """Show what comes next, up to the next scene that has to be seen for a moment, or up to now."""
        if place.hold is not None:
            place.hold.stop()
            place.hold = None
        while place.coming:
            message = place.coming.popleft()
            self._take(place, message)
            if place.coming and message.get("number") == place.coming[0].get("number"):
                place.hold = self.set_timer(self.pause, partial(self._show_next, place))
                return

    def _take(self, place: KeyboardSeat, message: Message) -> None:
        if message["type"] in ("hello", "view"):
            new = place.take(message)
            if place is self.place and self.is_somebody_here:
                if new:
                    self.say("")
                self._write(new, fresh=bool(message.get("fresh")))
            self._pass_on()
            self.draw()
        elif place is self.place:
            self.say(*said_of(message))
            self._pass_on()

    def say(self, text: str, style: str = "turn") -> None:
        """Show a sentence over the line; what is no refusal goes to the log once something else takes its place."""
        if self._status and self._style != "alarm":
            self.query_one(RichLog).write(text_of(self.place.told.marked(self._status), self.paints, self._style))
        self._status, self._style = text, style
        self._show_status()

    def _write(self, lines: Iterable[str], *, fresh: bool) -> None:
        log = self.query_one(RichLog)
        if fresh:
            log.clear()
        for line in lines:
            log.write(text_of(line, self.paints))

    def _pass_on(self) -> None:
        """Let the next person come to the keyboard, where the table waits for another than who is there, if anybody is.

        That is looked at when all of them have heard the same. Where a game is over before anybody had to come, they
        all see how it ended.
        """
        if isinstance(self.screen, HandOver) or len({place.told.view.get("number") for place in self.places}) > 1:
            return
        waiting = [place for place in self.places if place.told.is_asked]
        if not self.is_somebody_here and self.place.told.view.get("phase") == "over":
            self._come(self.place)
        if not waiting or (self.is_somebody_here and self.place in waiting):
            return
        following, before = waiting[0], self.place
        can_undo = self.is_somebody_here and bool(before.told.view["can"]["undo"])

        def taken(answer: str | None) -> None:
            if answer == "undo":
                before.way.send({"do": "undo"})
                return
            self._come(following)
            self.draw()
            self._pass_on()

        name = following.told.names[following.told.seat]
        self.push_screen(HandOver(name, can_undo=can_undo, said=self._status), taken)

    def _come(self, place: KeyboardSeat) -> None:
        """Let the person of a seat see what was told to it."""
        self.place, self.is_somebody_here, self._style = place, True, "alarm"
        self._write(place.told.lines, fresh=True)

    def draw(self) -> None:
        """Show everything as it is now."""
        self._show_head()
        self.table.draw()
        self._show_status()

    def _drawn(self, columns: int, rows: int, cursor: Spotted | None) -> Block:
        place = self.place
        if not (self.is_somebody_here and place.told.view):
            return Block()
        return fitting(place.told, place.choosing, self.paints, columns, rows, cursor)

    def _can(self, wish: Spotted) -> bool:
        return wish.what in ("act", "form", "do") or self.place.choosing.can(wish.what, wish.meaning)

    def _show_head(self) -> None:
        place = self.place
        if place.told.view and self.is_somebody_here:
            passed = time.monotonic() - place.heard_at
            for head in self.query("#head").results(Static):
                head.update(head_of(place.told, self.paints, passed, self.size.width))

    def _show_status(self) -> None:
        """What was said last, or else what Enter would do."""
        place = self.place
        text = self._status or place.hint(self.table.wish)
        self.query_one("#status", Static).update(
            text_of(place.told.marked(text), self.paints, self._style if self._status else "dim")
        )

    def on_resize(self, event: Resize) -> None:
        """The log stands beside the table where there is room."""
        self.set_class(event.size.width >= _SIDE_BY_SIDE, "wide")

    def on_table_view_resized(self, event: TableView.Resized) -> None:
        """Say what Enter does, where nothing else is said."""
        self._show_status()

    def on_table_view_cursor_moved(self, event: TableView.CursorMoved) -> None:
        """Say what Enter does now."""
        self.say("")

    def on_table_view_pointed(self, event: TableView.Pointed) -> None:
        """Do what was pointed at, or narrow down what can be done."""
        wish, place = event.wish, self.place
        self.say("")
        if wish.what == "act":
            self.act(wish.value)
        elif wish.what == "do":
            self.send({"do": wish.value})
        elif wish.what == "form":
            self._fill_in(place.choosing.forms[int(wish.value)])
        elif not (self._can(wish) or place.choosing.begun_again().can(wish.what, wish.meaning)):
            self.send({"do": "why", "action": wish.value})
        else:
            place.choosing = place.choosing.after(wish.what, wish.meaning)
            meant = place.choosing.meant
            if meant is not None:
                self.act(meant)
            self.draw()

    def _fill_in(self, form: Message) -> None:
        """Let the person fill in a form."""
        place = self.place
        cards = (card for part in form["parts"] if part["kind"] == "cards" for card in part["of"])
        faces = {card: text_of(place.told.marked(card), self.paints) for card in cards}

        def filled(action: str | None) -> None:
            if action is not None:
                self.act(action)

        self.push_screen(FormDialog(form, faces, place.choosing.choice.cards), filled)

    async def on_event(self, event: Event) -> None:
        """Whoever types a letter at the table, or pastes something, types a line, which all keys go to from then on.

        Enter, Escape or a click goes on from a scene that is seen.
        """
        is_on = isinstance(event, Click) or (isinstance(event, Key) and event.key in ("enter", "escape"))
        if is_on and self.place.hold is not None and isinstance(self.focused, TableView):
            event.stop()
            self._show_next(self.place)
            return
        if _begins_line(event) and isinstance(self.focused, TableView):
            self.screen.set_focus(self.query_one("#typed"))
        await super().on_event(event)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed."""
        if event.input.id != "typed":
            return
        event.input.clear()
        self.table.focus()
        if not event.value.strip():
            return
        try:
            self.carry_out(typed(event.value, self.place.told, self.place.way.does))
        except CardkitError as error:
            self.say(sentence(error), "alarm")

    def action_clear(self) -> None:
        """Begin anew: nothing is chosen or typed."""
        self.query_one("#typed", Input).clear()
        self.place.choosing = self.place.choosing.begun_again()
        self.say("")
        self.table.focus()
        self.place.way.call_back()
        self.draw()

    @property
    def table(self) -> TableView:
        """The widget that shows the table."""
        return self.query_one(TableView)

    def carry_out(self, command: Command) -> None:
        """Carry out a command: the table does, or the screen itself."""
        if command.message is None:
            self.action_own(command.word, command.takes)
        elif command.word:
            self.send(command.message)
        else:
            self.act(command.message["action"], is_typed=True)

    def act(self, text: str, *, is_typed: bool = False) -> None:
        """Let the person do something; what loses the game is asked once more."""
        view = self.place.told.view
        act = {"do": "act", "action": text, "typed": is_typed, "at": view.get("number", 0)}

        def answered(answer: str | None) -> None:
            if answer:
                self.send(act)

        typed = text.casefold().replace(" ", "-")
        losing = (action for action in view.get("legal", ()) if action["loses"])
        said = [action["say"] for action in losing if action["text"].casefold().replace(" ", "-").startswith(typed)]
        if said:
            self.push_screen(Sure(said[0]), answered)
        else:
            self.send(act)

    def send(self, message: dict[str, Any]) -> None:
        """Tell the table something."""
        if not self.is_somebody_here:
            return
        self._number += 1
        self.place.way.send({**message, "id": self._number})

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the command palette offers; nothing while the keyboard is passed on, for nobody is at it."""
        if isinstance(screen, HandOver) or not self.is_somebody_here:
            return
        for command in [*commands(self.place.told), *of_table(self.place.way.does)]:
            begun = partial(self._begin_line, command) if command.takes else partial(self.carry_out, command)
            yield SystemCommand(command.word.capitalize(), command.about, begun)

    def _begin_line(self, command: Command) -> None:
        """Let the rest of a command be typed."""
        line = self.query_one("#typed", Input)
        line.value = f":{command.word} "
        line.focus()
        line.cursor_position = len(line.value)

    def action_own(self, word: str, rest: str = "") -> None:
        """Carry out a command of the screen's own."""
        told = self.place.told
        if word == "quit":
            self.exit()
        elif not self.is_somebody_here:
            return
        elif word in self.place.way.does:
            self.say(f"{self.place.way.does[word](rest)}.")
        elif word == "cards":
            self.paints = Paints(look_meant(rest), colours=self.paints.colours, letters=self.paints.letters)
            self.draw()
        elif word == "sort":
            self.draw()
        elif word in _TITLES or word == "rules":
            self.push_screen(TextPage(_TITLES.get(word, told.title), joined(shown_by(told, word), self.paints)))
        else:
            known = (f":{one.word:9} {one.about}" for one in [*commands(told), *of_table(self.place.way.does)])
            self.push_screen(TextPage("Commands", "\n".join([*KEYS, "", *known])))

    def action_interrupt(self) -> None:
        """Leave at once."""
        self.was_interrupted = True
        self.exit()

    def action_tell(self, word: str) -> None:
        """Tell the table a command by its word."""
        self.send({"do": word})

    def action_why(self) -> None:
        """Ask why the card under the cursor can't be played, or what it does."""
        wish = self.table.wish
        if wish is not None and wish.what in ("card", "act"):
            self.send({"do": "why", "action": wish.value})


def _begins_line(event: Event) -> bool:
    """Whether something is typed or pasted that belongs to a line; a blank chooses what the cursor is on."""
    return isinstance(event, Paste) or (isinstance(event, Key) and event.is_printable and event.character != " ")
