"""What is legal: a sequence of actions that nobody can change, with forms in it or without."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar, cast, overload

from cardkit.core.acts.forms import FORMS

A = TypeVar("A", covariant=True)


class Choices(Sequence[A]):
    """What is legal where that holds forms: a sequence of all the actions, made one by one as they are wanted."""

    def __init__(self, parts: Iterable[Any]) -> None:
        self.parts: tuple[Any, ...] = tuple(filter(None, parts))
        """The actions and the forms."""

    def find(self, action: object) -> A | None:
        """The legal action that this one means, or None where there is none."""
        for part in self.parts:
            if type(part) in FORMS:
                found: A | None = part.find(action)
                if found is not None:
                    return found
            elif type(part) is type(action) and part == action:
                return cast(A, part)
        return None

    def __contains__(self, action: object) -> bool:
        return self.find(action) is not None

    def __iter__(self) -> Iterator[A]:
        for part in self.parts:
            yield from part if type(part) in FORMS else (part,)

    @overload
    def __getitem__(self, place: int, /) -> A: ...
    @overload
    def __getitem__(self, place: slice, /) -> Sequence[A]: ...
    def __getitem__(self, place: int | slice, /) -> A | Sequence[A]:
        numbers = range(len(self))[place]
        return self._nth(numbers) if isinstance(numbers, int) else [self._nth(number) for number in numbers]

    def _nth(self, number: int) -> A:
        for part in self.parts:
            size = len(part) if type(part) in FORMS else 1
            if number < size:
                found: A = part.nth(number) if type(part) in FORMS else part
                return found
            number -= size
        raise IndexError(number)

    def __len__(self) -> int:
        return sum([len(part) if type(part) in FORMS else 1 for part in self.parts])

    def __bool__(self) -> bool:
        return bool(self.parts)


def choices(legal: Sequence[Any]) -> Sequence[Any]:
    """What rules say is legal as a sequence of actions that nobody can change."""
    return tuple(legal) if FORMS.isdisjoint(map(type, legal)) else Choices(legal)


def kind_of(part: Any) -> Any:
    """The class of an action, or of the actions of a form."""
    return part.kind if type(part) in FORMS else cast(Any, type(part))


def parts_of(legal: Sequence[Any]) -> Sequence[Any]:
    """The actions and the forms that a sequence of legal actions is made of."""
    return legal.parts if type(legal) is Choices else legal


def found_in(legal: Sequence[Any], action: object) -> Any:
    """The action of a sequence of legal ones that this one means, or None."""
    if type(legal) is Choices:
        return cast(Any, legal.find(action))
    for own in legal:
        if own is action:
            return own
    try:
        own = legal[legal.index(action)]
    except ValueError:
        return None
    return own if type(own) is type(action) else None
