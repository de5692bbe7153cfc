"""What is wrong with a value, in words of people who play."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_WHOLE, _NUMBER, _FLAG = "it is a whole number, such as 5", "it is a number, such as 0.5", "it is true or false"

_WORDS = {
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_from_float": _WHOLE,
    "int_parsing_size": "it is a whole number with fewer digits",
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "bool_type": _FLAG,
    "bool_parsing": _FLAG,
    "string_type": "it is a text",
    "literal_error": "it is {expected}",
    "greater_than_equal": "it is {ge} at least",
    "greater_than": "it is more than {gt}",
    "less_than_equal": "it is {le} at most",
    "less_than": "it is less than {lt}",
}


def wrong(error: ErrorDetails) -> str:
    """What would be right in place of a refused value, as a clause; the validator's own words where it knows more."""
    words = _WORDS.get(error["type"])
    if words is not None:
        return words.format(**error.get("ctx", {}))
    said = error["msg"].removeprefix("Value error, ")
    return said[:1].lower() + said[1:]
