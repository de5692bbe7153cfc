"""Players in files: the strategy that solving a game comes to, by what a seat was told, and networks of ONNX."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cardkit.core.actions import Action
from cardkit.core.cards import Card, Seat
from cardkit.core.chance.generators import Rng
from cardkit.core.errors import CannotLoad, ProgramFault, wrong
from cardkit.core.events import Event
from cardkit.core.files import bytes_of
from cardkit.core.state import State
from cardkit.core.texts import safe
from cardkit.table.turns import Seating

Alike = Mapping[Card, Card]
"""Of cards that the rules can't tell apart, the one that is named for all."""
_NONE: Alike = {}


def said(told: Event | Action, alike: Alike = _NONE) -> str:
    """An event or an action in a line, without what is as it mostly is."""
    untold = (*told.untold, "known_to") if isinstance(told, Event) else ()
    usual = _usual(cast(Any, type(told)))
    values = [
        _text(value, alike)
        for name, value in vars(told).items()
        if name not in untold and value != usual.get(name, MISSING)
    ]
    return " ".join([type(told).__name__, *values])


@cache
def _usual(kind: Any) -> Mapping[str, Any]:
    """What each field of an event or an action is where nothing is said."""
    return {one.name: one.default for one in fields(kind)}


def _text(value: Any, alike: Alike) -> str:
    if isinstance(value, tuple):
        return ",".join([_text(part, alike) for part in cast(tuple[Any, ...], value)])
    if alike and isinstance(value, Action):
        return said(value, alike)
    return str(alike.get(value, value)) if isinstance(value, Card) else str(value)


def seen(view: State, alike: Alike = _NONE) -> str:
    """A view of a table in a line: its piles, and the fields that count."""
    plain = set(view.plain_fields())
    told = [(name, getattr(view, name)) for name in view.counted_fields() if name in plain]
    facts = [f"{name}: {_text(value, alike) if alike else value}" for name, value in told]
    piles = [
        f"{pile.name}: [{' '.join([_text(card, alike) for card in reversed(pile.cards)])}]" for pile in view.piles()
    ]
    return "; ".join([*piles, *facts])


class Recall:
    """All that a seat was told, its own actions too, as a number that is the same wherever all of it is."""

    def __init__(self, alike: Alike, seat: Seat, view: State) -> None:
        """The view of the seat when the cards are dealt; cards that are alike are one card to it."""
        self._alike = alike
        self._before = blake2b(f"seat {seat}: {seen(view, alike)}".encode(), digest_size=8)

    def copy(self) -> Recall:
        """The same up to now, which goes on by itself."""
        twin = object.__new__(Recall)
        twin._alike, twin._before = self._alike, self._before.copy()
        return twin

    def told(self, events: Sequence[Event]) -> None:
        """Take in what the seat was told."""
        for event in events:
            self._before.update(f";{said(event, self._alike)}".encode())

    def now(self, view: State) -> str:
        """The number for what the seat knows that sees the table so, in hexadecimal digits."""
        here = self._before.copy()
        here.update(f"|{seen(view, self._alike)}".encode())
        return here.hexdigest()


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
    made: type[StrategyPlayer] = _made(_solved, source)
    return made


def _solved(path: Path) -> type[StrategyPlayer]:
    return player_by(Strategy.read(path))


def player_by(strategy: Strategy) -> type[StrategyPlayer]:
    """The class of players that play by a strategy."""
    return type("Solved", (StrategyPlayer,), {"strategy": strategy})


def onnx_player(source: str) -> Any:
    """The class of players that do what the policy in a file says; raises CannotLoad.

    The network is given what its inputs are called of what an agent sees: `observation`, `action_mask`, `history`; a
    network with one input is given the observation. Its first output is a value for each action, or a number. Its
    metadata may have the key `cardkit`, a JSON object with the `coarse` and the `history` of its environment.
    """
    try:
        return _made(_learned, source)
    except ModuleNotFoundError as error:
        raise CannotLoad(source, f"it needs {error.name}, which comes with: pip install 'cardkit[onnx]'") from None


def _learned(path: Path) -> Any:
    runtime: Any = importlib.import_module("onnxruntime")
    policies: Any = importlib.import_module("cardkit.rl.policies")
    try:
        session = runtime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
        kept = json.loads(session.get_modelmeta().custom_metadata_map.get("cardkit", "{}"))
    except Exception as error:
        reason = safe(str(error).partition("\n")[0])
        raise CannotLoad(str(path), f"it is no network that can be run: {reason}") from None
    try:
        settings = _Metadata.model_validate(kept, strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        place = safe(" ".join(["cardkit", *map(str, first["loc"])]))
        raise CannotLoad(str(path), f"its metadata {place}: {wrong(first)}") from None
    return policies.player(_Network(session), coarse=settings.coarse, history=settings.history)


class _Metadata(BaseModel):
    """What a network says of how it sees a table."""

    coarse: dict[str, Annotated[int, Field(ge=1, le=10_000)] | list[str]] | None = None
    history: Annotated[int, Field(ge=0, le=10_000)] = 0


_TYPES = {"tensor(float)": "float32", "tensor(double)": "float64", "tensor(int64)": "int64", "tensor(bool)": "bool"}


class _Network:
    """What a network says to what an agent sees."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self._inputs = session.get_inputs()

    def fits(self, seen: dict[str, Any]) -> None:
        """Raises ProgramFault where it was made for another table than one where an agent sees such arrays."""
        for one in self._inputs:
            name = self._called(one, seen)
            if name not in seen:
                raise ProgramFault(f"its network has an input {name}, and an agent sees {', '.join(seen)}")
            takes, size = one.shape[-1] if one.shape else 1, seen[name].shape[-1]
            if isinstance(takes, int) and takes != size:
                raise ProgramFault(f"its network takes {takes} numbers as {name}, and this table tells {size}")
        shape, actions = self._session.get_outputs()[0].shape, seen["action_mask"].size
        if shape and isinstance(shape[-1], int) and shape[-1] not in (1, actions):
            raise ProgramFault(f"its network says {shape[-1]} values, and this table has {actions} actions")

    def _called(self, one: Any, seen: dict[str, Any]) -> str:
        """What an agent sees that an input takes; an input alone may be called as it likes."""
        return one.name if one.name in seen or len(self._inputs) > 1 else "observation"

    def __call__(self, seen: dict[str, Any]) -> Any:
        kinds = {one.name: (self._called(one, seen), _TYPES.get(one.type, "float32")) for one in self._inputs}
        return self._session.run(None, {name: seen[of][None].astype(kind) for name, (of, kind) in kinds.items()})[0]


def _made(load: Callable[[Path], Any], source: str) -> Any:
    """The class of players in a file, the same until the file is written anew; raises CannotLoad."""
    path = Path(source)
    if not path.is_file():
        raise CannotLoad(source, "there is no such file")
    return _made_then(load, path, path.stat().st_mtime_ns)


@cache
def _made_then(load: Callable[[Path], Any], path: Path, written: int) -> Any:
    """The class for a file that was written at this moment."""
    return load(path)
