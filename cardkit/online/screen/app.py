"""The full screen: a table, its log, a line to type in, and all that can be done by keys and by the mouse."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Event, Key, Paste, Resize
from textual.widgets import Footer, Input, RichLog, Static

from cardkit.core.errors import CardkitError
from cardkit.online.client.choosing import Message
from cardkit.online.client.commands import said_of, typed
from cardkit.online.client.ways import Way
from cardkit.online.screen.commanding import Commanding
from cardkit.online.screen.dialogs import FormDialog, HandOver
from cardkit.online.screen.drawing.blocks import Block, Wish
from cardkit.online.screen.drawing.paints import Paints
from cardkit.online.screen.drawing.picture import fitting
from cardkit.online.screen.drawing.words import text_of
from cardkit.online.screen.place import KeyboardSeat, head_of
from cardkit.online.screen.table_view import TableView
from cardkit.records.log import Refused

_SIDE_BY_SIDE = 110
"""From so many columns on the log stands beside the table."""


class LogView(RichLog, can_focus=False):
    """What was told, which the mouse's wheel moves."""


class TableApp(Commanding):
    """The screen of the people at one keyboard: one seat, or several that pass it on."""

    CSS_PATH = "screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "give_up", "give up", key_display="Esc"),
        Binding("f1", "own('rules')", "rules", key_display="F1"),
        Binding("f2", "tell('hint')", "hint", key_display="F2"),
        Binding("f3", "why", "why", key_display="F3"),
        Binding("ctrl+z", "tell('undo')", show=False),
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "quit", "leave", key_display="^Q", priority=True),
    ]

    def __init__(self, ways: Sequence[Way], paints: Paints) -> None:
        super().__init__([KeyboardSeat(way) for way in ways], paints)
        self.fault: CardkitError | None = None
        """Why the screen was closed, if not because the person left."""
        self._status = ""

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
        yield Footer(show_command_palette=True, compact=True)

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
        """Take in what the table says to a seat."""
        if message["type"] in ("hello", "view"):
            new = place.take(message)
            if place is self.place and self.is_somebody_here:
                self._status = ""
                self._write(new, fresh=bool(message.get("fresh")))
            self._pass_on()
            self.draw()
        elif place is self.place:
            self.say(*said_of(message))
            self._pass_on()

    def say(self, text: str, style: str = "turn") -> None:
        """Show a sentence over the line; what is no refusal is kept in the log."""
        self._status = text
        if style != "alarm":
            self.query_one(RichLog).write(text_of(self.place.told.marked(text), self.paints, style))
        self._show_status(style)

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
        self.place, self.is_somebody_here = place, True
        self._write(place.told.lines, fresh=True)

    def draw(self) -> None:
        """Show everything as it is now."""
        self._show_head()
        self.table.draw()
        self._show_status()

    def _drawn(self, columns: int, rows: int, cursor: Wish | None) -> Block:
        place = self.place
        if not (self.is_somebody_here and place.told.view):
            return Block()
        return fitting(place.told, place.choosing, self.paints, columns, rows, cursor)

    def _can(self, wish: Wish) -> bool:
        return wish.what in ("act", "form") or self.place.choosing.can(wish.what, wish.meaning)

    def _show_head(self) -> None:
        place = self.place
        if place.told.view and self.is_somebody_here:
            passed = time.monotonic() - place.heard_at
            self.query_one("#head", Static).update(head_of(place.told, self.paints, passed, self.size.width))

    def _show_status(self, style: str = "alarm") -> None:
        """What was said last, or else what Enter would do."""
        place = self.place
        text = self._status or place.hint(self.table.wish)
        self.query_one("#status", Static).update(
            text_of(place.told.marked(text), self.paints, style if self._status else "dim")
        )

    def on_resize(self, event: Resize) -> None:
        """The log stands beside the table where there is room."""
        self.set_class(event.size.width >= _SIDE_BY_SIDE, "wide")

    def on_table_view_resized(self, event: TableView.Resized) -> None:
        """Say what Enter does, where nothing else is said."""
        self._show_status()

    def on_table_view_cursor_moved(self, event: TableView.CursorMoved) -> None:
        """Say what Enter does now."""
        self._status = ""
        self._show_status()

    def on_table_view_pointed(self, event: TableView.Pointed) -> None:
        """Do what was pointed at, or narrow down what can be done."""
        wish, place = event.wish, self.place
        self._status = ""
        if wish.what == "act":
            self.send({"do": "act", "action": wish.value, "at": place.told.view["number"]})
        elif wish.what == "form":
            self._fill_in(place.choosing.forms[int(wish.value)])
        elif not (self._can(wish) or place.choosing.begun_again().can(wish.what, wish.meaning)):
            self.send({"do": "why", "action": wish.value})
        else:
            place.choosing = place.choosing.after(wish.what, wish.meaning)
            meant = place.choosing.meant
            if meant is not None:
                self.send({"do": "act", "action": meant, "at": place.told.view["number"]})
            self.draw()

    def _fill_in(self, form: Message) -> None:
        """Let the person fill in a form."""
        place = self.place
        cards = (card for part in form["parts"] if part["kind"] == "cards" for card in part["of"])
        faces = {card: text_of(place.told.marked(card), self.paints) for card in cards}

        def filled(action: str | None) -> None:
            if action is not None:
                self.send({"do": "act", "action": action, "at": place.told.view["number"]})

        self.push_screen(FormDialog(form, faces, place.choosing.choice.cards), filled)

    async def on_event(self, event: Event) -> None:
        """Whoever types a letter at the table, or pastes something, types a line, which all keys go to from then on."""
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
            self.carry_out(typed(event.value, self.place.told))
        except Refused as error:
            self.say(f"{error}.", "alarm")

    def action_give_up(self) -> None:
        """Give up what was chosen or typed."""
        self.query_one("#typed", Input).clear()
        self.place.choosing = self.place.choosing.begun_again()
        self._status = ""
        self.table.focus()
        self.draw()


def _begins_line(event: Event) -> bool:
    """Whether something is typed or pasted that belongs to a line; a blank chooses what the cursor is on."""
    return isinstance(event, Paste) or (isinstance(event, Key) and event.is_printable and event.character != " ")
