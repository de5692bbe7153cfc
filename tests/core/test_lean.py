"""Rules without what checks their options: they answer as the game does, and nobody may change an option."""

from __future__ import annotations

import copy
import pickle
from functools import cached_property
from typing import Any

import pytest
from pydantic import PrivateAttr

from cardkit.core.game import lean
from cardkit_war import War


class Halves(War):
    """War with what is worked out once, and a method that asks the one it overrides."""

    @cached_property
    def twice(self) -> int:
        return 2 * self.face_down

    def teams(self, seats: int, /) -> Any:
        return [*super().teams(seats)]


class Remembering(War):
    """War with an attribute of its own."""

    _seen: list[int] = PrivateAttr(default_factory=list)


def test_lean_rules_are_the_rules() -> None:
    game = Halves(face_down=3)
    twin = lean(game)
    assert isinstance(twin, Halves)
    assert (twin, game) == (game, twin)
    assert twin != Halves(face_down=1)
    assert 1 == {game: 1}[twin]
    assert (game.model_dump(), vars(game), repr(game)) == (twin.model_dump(), vars(twin), repr(twin))
    assert dict(game) == dict(twin)
    assert 6 == twin.twice
    assert [(0,), (1,)] == twin.teams(2)
    assert 1 == twin.model_copy(update={"face_down": 1}).face_down
    assert twin is lean(game)
    assert twin is lean(twin)
    assert game == copy.deepcopy(game) == pickle.loads(pickle.dumps(game))


def test_no_option_of_lean_rules_can_be_changed_and_rules_with_attributes_of_their_own_are_taken_as_they_are() -> None:
    game = War(face_down=3)
    for name in ("face_down", "anything"):
        with pytest.raises(AttributeError, match=name):
            setattr(lean(game), name, 1)
    with pytest.raises(AttributeError, match="face_down"):
        del lean(game).face_down
    assert 3 == lean(game).face_down == game.face_down
    own = Remembering()
    assert own is lean(own)
