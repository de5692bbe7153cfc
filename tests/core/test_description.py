"""What a class says of its fields, however their types are written."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest

from cardkit import Action, Card, Field, Place, Rank, Seat, Suit, cards, standard52
from cardkit.core.cards import Domain
from cardkit.core.description import Kinds, domains_of, fields_of

Several = tuple[Card, ...]


class Say(Action):
    suit: Suit | None
    ranks: tuple[Rank, ...] | None
    to: Seat
    flag: bool = False


class Put(Action):
    claimed: Rank
    pack: Several


@pytest.mark.parametrize(
    ("written", "said", "domain", "values"),
    [
        (Card, "", None, 52),
        (Card | None, "optional", None, 53),
        (None | Suit, "optional", Domain.SUIT, 5),
        (Rank | Literal["joker"], "", Domain.RANK, 14),
        (Seat, "", Domain.SEAT, 3),
        (Place | None, "optional", Domain.PLACE, 53),
        (bool, "", None, 2),
        (Several, "many", None, None),
        (tuple[Seat, ...] | None, "many optional", Domain.SEAT, None),
        (int, "", None, None),
        (str | None, "optional", None, None),
    ],
)
def test_a_type_says_what_a_field_may_hold(written: Any, said: str, domain: Domain | None, values: int | None) -> None:
    kinds = Kinds(written)
    found = kinds.values(standard52(), 3)
    assert said.split() == [word for word in ("many", "optional") if getattr(kinds, word)]
    assert domain is kinds.domain
    assert values == (None if found is None else len(found))


def test_the_fields_of_a_class_are_found_once_in_their_order() -> None:
    assert fields_of(Say) is fields_of(Say)
    assert ["suit", "ranks", "to", "flag"] == list(fields_of(Say))
    assert [Domain.SUIT, Domain.RANK, Domain.SEAT, None] == domains_of(Say)
    assert [False, True, False, False] == [kinds.many for kinds in fields_of(Say).values()]


def test_the_field_for_cards_is_found_by_what_its_type_is_and_not_by_how_it_is_written() -> None:
    form = Put.some_of(cards("2C 3C"), 1, 2, ["2"])
    assert [("2C",), ("3C",), ("2C", "3C")] == [tuple(map(str, put.pack)) for put in form]


class Stake(Action):
    """Kinds of numbers and words with an end."""

    points: Annotated[int, Field(ge=0, le=3)]
    more: Annotated[int, Field(gt=0, lt=3)]
    level: Annotated[str, ("low", "high")]
    few: Annotated[int, range(2, 8, 2)]
    open: Annotated[int, Field(ge=0)]


def test_bounds_and_lists_are_an_end() -> None:
    found = {name: kinds.values([], 2) for name, kinds in fields_of(Stake).items()}
    ends = {name: None if values is None else list(values) for name, values in found.items()}
    assert ends == {"points": [0, 1, 2, 3], "more": [1, 2], "level": ["low", "high"], "few": [2, 4, 6], "open": None}
