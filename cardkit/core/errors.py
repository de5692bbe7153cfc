"""The errors cardkit raises on purpose: one small tree, each error carrying its parts as attributes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any


def shown(value: object) -> str:
    """A value as an error shows it: quoted, on one line, no longer than a line."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


class CardkitError(Exception):
    """The root of everything cardkit raises on purpose; its text is one sentence for a person."""


class InvalidCard(CardkitError, ValueError):
    """A rank or a suit that no card can have."""

    def __init__(self, value: object, reason: str) -> None:
        super().__init__(value, reason)
        self.value = value
        self.reason = reason

    def __str__(self) -> str:
        return f"{shown(self.value)} is not a card: {self.reason}"


class DeckFileError(CardkitError, RuntimeError):
    """A deck file that can't be opened or doesn't match its format; `line` counts from 1, None for the whole file."""

    def __init__(self, path: Path, line: int | None, value: str | None, reason: str) -> None:
        super().__init__(path, line, value, reason)
        self.path = path
        self.line = line
        self.value = value
        self.reason = reason

    def __str__(self) -> str:
        place = f"{self.path}" if self.line is None else f"{self.path}, line {self.line}"
        value = "" if self.value is None else f"{shown(self.value)}: "
        return f"{place}: {value}{self.reason}"


class EmptyPile(CardkitError):
    """A card was asked of a pile that has none left, or not that card; `card` is None where any would have done."""

    def __init__(self, pile: str, card: Any = None) -> None:
        super().__init__(pile, card)
        self.pile = pile
        self.card = card

    def __str__(self) -> str:
        which = "" if self.card is None else f" that is {self.card}"
        return f"there is no card left in {self.pile or 'the pile'}{which}"


class Disagreement(CardkitError):
    """What was told beforehand of a shuffle and what the cards or the seed say don't agree."""

    def __init__(self, reason: str, pile: str) -> None:
        super().__init__(reason, pile)
        self.reason = reason
        self.pile = pile

    def __str__(self) -> str:
        return self.reason


class NotAnAction(CardkitError):
    """A text that is not the notation of any action of the game."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(text, reason)
        self.text = text
        self.reason = reason

    def __str__(self) -> str:
        return f"{shown(self.text)} is not an action: {self.reason}"


class IllegalAction(CardkitError):
    """An action of the game that is not allowed now."""

    def __init__(self, action: object, reason: str) -> None:
        super().__init__(action, reason)
        self.action = action
        self.reason = reason

    def __str__(self) -> str:
        return f"{shown(str(self.action))} can't be done: {self.reason}"


class BadOption(CardkitError, ValueError):
    """An option of a game that doesn't exist, or a value that the option can't have."""

    def __init__(self, game: str, option: str, value: object, reason: str) -> None:
        super().__init__(game, option, value, reason)
        self.game = game
        self.option = option
        self.value = value
        self.reason = reason

    def __str__(self) -> str:
        what = f"option {self.option}={shown(self.value)}" if self.option else "options"
        return f"{what} of {self.game}: {self.reason}"


class BadSeed(CardkitError, ValueError):
    """A seed that a generator of random numbers can't start from."""

    def __init__(self, generator: str, seed: int, reason: str) -> None:
        super().__init__(generator, seed, reason)
        self.generator = generator
        self.seed = seed
        self.reason = reason

    def __str__(self) -> str:
        return f"the {self.generator} generator can't start from {shown(self.seed)}: {self.reason}"


class UnknownName(CardkitError, LookupError):
    """A name under which nothing is known; `known` lists the names there are."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        self.known = tuple(known)
        super().__init__(kind, name, self.known)

    def __str__(self) -> str:
        return f"there is no {self.kind} {shown(self.name)}; known: {', '.join(self.known) or 'none'}"


class CannotLoad(CardkitError):
    """A plugin, a game file or a player that was found but can't be used."""

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(source, reason)
        self.source = source
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.source}: {self.reason}"


class GameFault(CardkitError):
    """A game, or a class of its state or its actions, breaks a promise that every game makes: its author mends it."""

    def __init__(self, game: str, reason: str) -> None:
        super().__init__(game, reason)
        self.game = game
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.game} is at fault: {self.reason}"


class PlayerFault(CardkitError):
    """A player, or what asks a person at a seat, raises an error or chooses what isn't legal: its author mends it."""

    def __init__(self, seat: int, player: str, reason: str) -> None:
        super().__init__(seat, player, reason)
        self.seat = seat
        self.player = player
        self.reason = reason

    def __str__(self) -> str:
        return f"seat {self.seat} ({self.player}) is at fault: {self.reason}"


class CannotStart(CardkitError):
    """A game that can't be set up as asked: too few cards, or others, or a number of seats it is not made for."""

    def __init__(self, game: str, reason: str, **parts: Any) -> None:
        super().__init__(game, reason)
        self.game = game
        self.reason = reason
        self.parts = parts

    def __str__(self) -> str:
        return f"{self.game}: {self.reason}"


class OutOfNumbers(CardkitError):
    """A scripted source of random numbers was asked for more than it holds."""

    def __str__(self) -> str:
        return "the script of random numbers is used up"


class CannotWrite(CardkitError):
    """A file or a folder that can't be written, or is there already and is not to be replaced."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.path} can't be written: {self.reason}"
