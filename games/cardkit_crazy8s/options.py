"""What the options of Crazy 8s can be, and how their texts are read."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, PositiveInt, ValidationError, ValidatorFunctionWrapHandler, WrapValidator


def words(value: Any) -> Any:
    """A text of several words as the words."""
    return tuple(value.split()) if isinstance(value, str) else value


def one_of(words: str) -> WrapValidator:
    """A validator that says what an option can be where a value is nothing of that."""

    def read(value: Any, validated: ValidatorFunctionWrapHandler) -> Any:
        try:
            return validated(value)
        except ValidationError:
            raise ValueError(f"it is {words}") from None

    return WrapValidator(read)


Words = Annotated[tuple[str, ...], BeforeValidator(words)]
Drawing = Annotated[Literal["one", "until-playable"] | PositiveInt, one_of("one, until-playable, or a number from 1")]
HandSize = Annotated[Literal["usual"] | PositiveInt, one_of("usual, or a number from 1")]
