"""Questions of the menu: each has an answer for Enter, and `b` goes back."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.play.terminal import Terminal
from cardkit.plugins.people import ask_until, whole_number
from cardkit.table.setting_up import numbers


class Back(Exception):
    """A person goes back to the menu."""


def chosen(terminal: Terminal, title: str, choices: Sequence[str]) -> int:
    """Which of the choices a person takes, from 0: Enter takes the first, a lone one is taken without asking."""
    if len(choices) == 1:
        return 0
    terminal.say("")
    terminal.say(title)
    for number, choice in enumerate(choices, 1):
        terminal.say(f"  {number}. {choice}")
    return number_of(terminal, "Your choice", range(1, len(choices) + 1), 1) - 1


def number_of(terminal: Terminal, question: str, allowed: Sequence[int], usual: int) -> int:
    """The number that a person types, Enter being the usual one; a lone number is taken without asking."""
    if len(allowed) == 1:
        return allowed[0]

    def read(text: str) -> int | None:
        if text.strip().lower() in ("b", "back"):
            raise Back
        number = whole_number(text) if text.strip() else usual
        return number if number in allowed else None

    complaint = f"Please type a number, {numbers(allowed)}, Enter for {usual}, or b to go back."
    return ask_until(terminal, read, complaint, f"{question}? ({numbers(allowed)}) [{usual}] ")
