"""What lies over the table for a while: a form to fill in, a text to read, the keyboard passed on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Mount
from textual.screen import ModalScreen
from textual.validation import Integer
from textual.widgets import Button, Input, Label, OptionList, SelectionList, Static
from textual.widgets.option_list import Option
from textual.widgets.selection_list import Selection

from cardkit.core.texts import counted
from cardkit.online.client.choosing import Message, only_value, written

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
