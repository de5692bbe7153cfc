"""The strategy that solving a game comes to: its file, and who plays by it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Self, cast

from cardkit.core.actions import Action
from cardkit.core.cards import Card
from cardkit.core.chance.generators import Rng
from cardkit.core.errors import CannotLoad, ProgramFault
from cardkit.core.events import Event
from cardkit.rl.recall import Recall, said
from cardkit.table.players import Seating

VERSION = 1
_FINE = 2**53


@dataclass(frozen=True, kw_only=True)
class Strategy:
    """How often a seat takes each action wherever it may have to choose."""

    game: str
    options: Mapping[str, Any]
    deck: tuple[str, ...]
    """The cards, sorted."""
    alike: Mapping[str, str]
    """Of cards that the rules can't tell apart, the one that is named for all."""
    most_actions: int
    """After so many actions the game that was solved is drawn."""
    plays: Mapping[str, Mapping[str, float]]
    """For each number of `Recall` the share of each action."""

    def written(self) -> str:
        """The text of a file with the strategy."""
        return json.dumps({"cardkit_strategy": VERSION, **asdict(self)}, ensure_ascii=False) + "\n"

    @classmethod
    def read(cls, path: Path) -> Self:
        """The strategy in a file; raises CannotLoad."""
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CannotLoad(str(path), f"it can't be read: {error}") from None
        try:
            parts: Any = json.loads(text)
            if parts.pop("cardkit_strategy") != VERSION:
                raise CannotLoad(str(path), f"its version is not {VERSION}, which is the one that is known here")
            strategy = cls(**{**parts, "deck": tuple(parts["deck"])})
            for shares in strategy.plays.values():
                if not shares or not all(0 <= share <= 1 for share in shares.values()) or not sum(shares.values()):
                    raise ValueError("shares of actions are between 0 and 1")
            {Card.read(one): Card.read(other) for one, other in strategy.alike.items()}
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
            raise CannotLoad(str(path), f"it is no strategy that `cardkit solve` wrote: {error}") from None
        return strategy


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
        self._alike = {Card.read(one): Card.read(other) for one, other in strategy.alike.items()}
        self._recall = Recall(self._alike, view)

    def told(self, events: Sequence[Event], view: Any) -> None:
        """Remember what happened."""
        self._recall.told(events)

    def choose(self, view: Any, legal: Sequence[Action]) -> Action:
        """One of the actions, drawn by the shares of the strategy; beyond where it was solved, any of them."""
        shares = self.strategy.plays.get(self._recall.now(view))
        actions = list(legal)
        chosen = actions[self._rng.below(len(actions))] if shares is None else self._drawn(shares, actions)
        self._recall.chose(chosen)
        return chosen

    def _drawn(self, shares: Mapping[str, float], actions: Sequence[Action]) -> Action:
        names = [said(action, self._alike) for action in actions]
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
