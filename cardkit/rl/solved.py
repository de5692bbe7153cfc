"""The strategy that solving a game comes to: its file, and who plays by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cardkit.core.actions import Action
from cardkit.core.cards import Card
from cardkit.core.chance.generators import Rng
from cardkit.core.errors import CannotLoad, ProgramFault
from cardkit.core.events import Event
from cardkit.core.files import bytes_of
from cardkit.rl.recall import Recall, said
from cardkit.table.turns import Seating

_FINE = 2**53


class Strategy(BaseModel):
    """How often a seat takes each action wherever it may have to choose."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    cardkit_strategy: Literal[1] = 1
    """The version of the file."""
    game: str
    options: dict[str, Any]
    deck: tuple[str, ...]
    """The cards, sorted."""
    alike: dict[Card, Card]
    """Of cards that the rules can't tell apart, the one that is named for all."""
    most_actions: int
    """After so many actions the game that was solved is drawn."""
    plays: dict[str, dict[str, Annotated[float, Field(ge=0, le=1)]]]
    """For each number of `Recall` the share of each action."""

    @classmethod
    def read(cls, path: Path) -> Self:
        """The strategy in a file; raises CannotLoad."""
        try:
            return cls.model_validate_json(bytes_of(path))
        except OSError as error:
            raise CannotLoad(str(path), f"it can't be read: {error.strerror}") from None
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "the whole"
            reason = f"it is no strategy that `cardkit solve` wrote: {where}: {first['msg']}"
            raise CannotLoad(str(path), reason) from None


class StrategyPlayer:
    """A bot that plays by a strategy: each action as often as it says."""

    strategy: ClassVar[Strategy]

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def begin(self, seating: Seating, view: Any) -> None:
        """Sit down; raises ProgramFault where another game is played than the one that was solved."""
        strategy, game = self.strategy, seating.game
        options = game.model_dump(mode="json")
        for what, solved, here in (
            ("game", strategy.game, game.name),
            ("options", strategy.options, options),
            ("deck", strategy.deck, tuple(sorted(map(str, seating.deck)))),
            ("number of seats", 2, seating.seats),
        ):
            if solved != here:
                raise ProgramFault(f"its strategy is for the {what} {_short(solved)}, and here it is {_short(here)}")
        self._recall = Recall(strategy.alike, seating.seat, view)

    def told(self, events: Sequence[Event], view: Any) -> None:
        """Remember what happened."""
        self._recall.told(events)

    def choose(self, view: Any, legal: Sequence[Action]) -> Action:
        """One of the actions, drawn by the shares of the strategy; beyond where it was solved, any of them."""
        shares = self.strategy.plays.get(self.number(view))
        actions = list(legal)
        return actions[self._rng.below(len(actions))] if shares is None else self._drawn(shares, actions)

    def number(self, view: Any) -> str:
        """The number of the situation in which the seat sees the table so."""
        return self._recall.now(view)

    def _drawn(self, shares: Mapping[str, float], actions: Sequence[Action]) -> Action:
        names = [said(action, self.strategy.alike) for action in actions]
        weights = [shares.get(name, 0.0) / names.count(name) for name in names]
        left = self._rng.below(_FINE) / _FINE * sum(weights)
        for action, weight in zip(actions, weights, strict=True):
            left -= weight
            if left < 0:
                return action
        return max(zip(actions, weights, strict=True), key=lambda pair: pair[1])[0]


def _short(value: Any) -> str:
    text = " ".join(cast(tuple[str, ...], value)) if isinstance(value, tuple) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def strategy_player(source: str) -> type[StrategyPlayer]:
    """The class of players that play by the strategy in a file; raises CannotLoad."""
    path = Path(source)
    if not path.is_file():
        raise CannotLoad(source, "there is no such file")
    return player_by(_read(path, path.stat().st_mtime_ns))


def player_by(strategy: Strategy) -> type[StrategyPlayer]:
    """The class of players that play by a strategy."""
    return type("Solved", (StrategyPlayer,), {"strategy": strategy})


@cache
def _read(path: Path, written: int) -> Strategy:
    """The strategy in a file that was written at this moment."""
    return Strategy.read(path)
