"""The twin of a game, where one was compiled and compared: it plays the same games, some times faster."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import shutil
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cardkit.core.actions import Action, Pass
from cardkit.core.cards import Card
from cardkit.core.chance.generators import Rng
from cardkit.core.files import replace
from cardkit.core.game import Game, action_types, declared_types
from cardkit.core.results import How, Result
from cardkit.table.faults import PASS
from cardkit.table.native.reading import Untranslatable, source_files

AT_A_TIME = 0.01
"""After about so many seconds a twin hands back, so that signals and other threads are heard."""
BROUGHT = Path(__file__).parents[2] / "twins"
"""The folder of the twins that a wheel brings: nothing is written there."""
MOST = 1_000_000
"""How often chance or a free choice may have its say; the rules know what to do after that."""


@dataclass(frozen=True)
class Variant:
    """Games of one kind: with these options, as many seats, and these cards, the top one last."""

    game: Game[Any, Any]
    seats: int
    cards: tuple[Card, ...]

    @property
    def key(self) -> str:
        """The name under which it is kept that such games were compared."""
        options = json.dumps(self.game.model_dump(mode="json"), sort_keys=True)
        cards = sorted(card.text for card in self.cards)
        return hashlib.blake2b(f"{options} {self.seats} {cards}".encode(), digest_size=8).hexdigest()


class HandedBack(Exception):
    """A game that a twin leaves to the rules: it never ends, or has come to a limit."""


class TwinGame(NamedTuple):
    """A game that a twin has played."""

    result: Any
    length: int
    state: Any
    actions: int
    hangs_on_chance: bool
    """Whether chance, or a player's free choice, had a say."""


class NativeTwin:
    """A compiled game. It plays what its rules play, and raises what they don't wherever it can't."""

    def __init__(self, folder: Path, package: str) -> None:
        self.folder = folder
        sys.path.insert(0, str(folder))
        try:
            self._module: Any = importlib.import_module(f"{package}.game")
            self._core: Any = importlib.import_module(f"{package}.core")
            self._lanes: Any = importlib.import_module(f"{package}.lanes")
            self._common: Any = importlib.import_module(f"{package}.common")
        finally:
            sys.path.remove(str(folder))
        self._budget = 50
        self._classes: dict[str, Any] = {}
        self._cards: dict[Card, Any] = {}
        self._plain: dict[Any, Card] = {}
        self._last: tuple[Game[Any, Any], Any] | None = None
        """The game that was played last, and the same compiled."""
        self._dealt: tuple[Sequence[Card], list[Any]] = (), []
        """The cards that were dealt last, and the same compiled."""

    def _own(self, value: Any) -> Any:
        """An option with the twin's cards in the place of cards."""
        if isinstance(value, Card):
            return self._own_card(value)
        if isinstance(value, list | tuple):
            parts: list[Any] = [self._own(part) for part in value]  # pyright: ignore[reportUnknownVariableType]
            return parts if isinstance(value, list) else tuple(parts)
        return value

    def game_of(self, game: Game[Any, Any]) -> Any:
        """The compiled game with the options of a game."""
        if self._last is None or self._last[0] is not game:
            options = {name: self._own(getattr(game, name)) for name in type(game).model_fields}
            self._last = game, self._module.TW_GAME(options)
        return self._last[1]

    @property
    def loads(self) -> bool:
        """Whether it plays on from a table of the rules."""
        return bool(self._module.TW_LOADS)

    def rollout(self, game: Game[Any, Any], table: Any, chance: Rng, first: int | None = None) -> Any:
        """The game from a table of its own on, as `cardkit.bots.rollout.Rollout` has it, with actions of its own."""
        return self._module.TwRollout(self.game_of(game), table, chance, first)

    def layout(self, told: Any) -> Any:
        """Where all is told that is seen and may be done, as `cardkit.rl.lanes.TwinNumbers` says."""
        return self._lanes.NativeLayout(told)

    def lanes(self, layout: Any, count: int) -> Any:
        """So many games side by side, none begun yet, told as a layout of this twin says."""
        return self._lanes.NativeLanes(layout, count)

    def telling(self, kind: str, *given: Any) -> Any:
        """How a value is told, by what stands here for a class of `cardkit.rl.observations`."""
        return getattr(self._lanes, f"Native{kind}")(*given)

    def fitting(self, cards: Sequence[int], slots: Sequence[int], meaning: dict[int, Any]) -> Any:
        """What deals cards to slots that they fit, as `cardkit.table.native.common` has it, compiled."""
        return self._common.Fitting(cards, slots, meaning)

    def lane(self, way: Variant, cards: Sequence[Card], rng: Rng, lot: Callable[[int, int], int]) -> Any:
        """A game among many side by side, set up with these cards, the top one last; `lot` is as for `begin`."""
        game, dealer = self.game_of(way.game), self._core.NativeDealer(rng)
        state = self._module.tw_setup(game, self._own_deck(cards), way.seats, dealer)
        return self._module.TwLane(game, state, dealer, lot)

    def _own_deck(self, cards: Sequence[Card]) -> list[Any]:
        """The twin's cards in the place of cards; those that are dealt again and again are looked up once."""
        if self._dealt[0] is not cards or not isinstance(cards, tuple):
            self._dealt = cards, list(map(self._own_card, cards))
        return self._dealt[1]

    def _own_card(self, card: Card) -> Any:
        own = self._cards.get(card)
        if own is None:
            own = self._cards[card] = self._core.card_of(card.rank, card.suit)
        return own

    def own(self, value: Any) -> Any:
        """A table or an action of the rules as the twin has it; raises KeyError where it can't have it."""
        return self._core.PASS if isinstance(value, Pass) else self._core.loaded(value, self._module.TW_KINDS)

    def kind(self, kind: type[Action]) -> Any:
        """The twin's class of a class of actions."""
        return self._core.NativePass if kind is Pass else self._module.TW_KINDS[kind.__name__]

    def way_finder(self, steps: dict[Any, int], fields: dict[Any, list[bool]], seats: int) -> Any:
        """What finds the ways to say what is legal by the twin, as `cardkit.table.native.common.WayFinder` has it."""
        return self._common.WayFinder(steps, fields, seats, self._core.NativeCard)

    @property
    def likeness(self) -> Callable[[Any], Any]:
        """What all actions of its own that are alike have in common; else the action itself."""
        likeness: Callable[[Any], Any] = self._core.likeness
        return likeness

    def theirs(self, game: Game[Any, Any], action: Any) -> Any:
        """An action of the twin's own as the rules have it."""
        if isinstance(action, self._core.NativePass):
            return PASS
        return self._kinds(game)[type(action).__name__](*map(self.plain, action.values()))

    def _kinds(self, game: Game[Any, Any]) -> dict[str, Any]:
        if not self._classes:
            declared = declared_types(type(game))
            assert declared is not None, "only games that say their actions have a twin"
            self._classes = {one.__name__: one for one in action_types(declared[1])}
        return self._classes

    def plain(self, value: Any) -> Any:
        """A value of a field as the rules have it."""
        kind: Any = value.__class__
        if kind is int or kind is str or kind is bool or value is None:
            return value
        if kind is self._core.NativeCard:
            card = self._plain.get(value)
            if card is None:
                card = self._plain[value] = Card(value.rank, value.suit)
            return card
        parts: Any = value
        if isinstance(value, list | tuple):
            return type(parts)(map(self.plain, parts))
        return {key: self.plain(part) for key, part in parts.items()} if isinstance(value, dict) else value

    def lying(self, play: Any) -> list[list[Card]]:
        """The cards of each pile on the table of a game, as the rules have them."""
        return [self.plain(pile.cards) for pile in play.state.piles()]

    def begin(
        self,
        way: Variant,
        cards: Sequence[Card],
        rng: Rng,
        players: Sequence[Rng | None],
        *,
        lot: Callable[[int, int], int],
        told: Sequence[Card] | None = None,
        most_turns: int | None = None,
        most: int = MOST,
    ) -> Any:
        """A game set up with these cards, the top one last. A player is the chance it draws from, or None for the first
        legal action; `lot` says which of several that want to act does, after how many actions; `told` is what the
        first shuffle comes to.
        """
        game, dealer = self.game_of(way.game), self._core.NativeDealer(rng)
        dealer.told = None if told is None else list(map(self._own_card, told))
        state = self._module.tw_setup(game, self._own_deck(cards), way.seats, dealer)
        return self._module.TwPlay(game, state, dealer, list(players), lot, most_turns, most)

    def finish(self, play: Any, trace: list[Any] | None = None) -> TwinGame:
        """Play a game to its end; raises HandedBack where the rules have to, or what its rules raise.

        `trace` is given the seat, what was legal and what was chosen, of each action.
        """
        while True:
            start = time.perf_counter()
            done: bool = play.play(self._budget, trace)
            took = time.perf_counter() - start
            if done:
                break
            self._budget = max(1, min(1_000_000, int(self._budget * min(2.0, AT_A_TIME / max(took, 1e-6)))))
        state = play.state
        result = play.result
        if play.why == "turns":
            result = Result.cut_off((0.0,) * state.seats)
        elif result is None:
            raise HandedBack(play.why)
        over = result.how in (How.WON, How.DRAW, How.LOST, How.CUT_OFF)
        length = state.count if not state.round and over else state.round or state.count
        return TwinGame(result, length, state, play.actions, bool(play.dealer.draws or play.choices))


def twins_folder() -> Path:
    """The directory that twins are kept in: below CARDKIT_HOME, or else the user's cache."""
    if given := os.environ.get("CARDKIT_HOME"):
        return Path(given) / "twins"
    from platformdirs import user_cache_path

    return user_cache_path("cardkit", appauthor=False) / "twins"


@cache
def unit_of(game: type[Game[Any, Any]]) -> str:
    """The name of a game's twin, which hangs on its sources, the core, how it is written, and Python.

    Raises Untranslatable where the sources aren't there.
    """
    sources = [*source_files(game), *sorted(Path(__file__).parent.glob("*.py"))]
    hashed = hashlib.blake2b(digest_size=8)
    for path in sources:
        hashed.update(path.read_bytes() + b"\0")
    hashed.update(f"{game.__qualname__} {sysconfig.get_config_var('EXT_SUFFIX')} {sys.platform}".encode())
    plain = "".join(letter if letter.isalnum() and letter.isascii() else "_" for letter in game.name)
    return f"{plain}_{hashed.hexdigest()}"


def place_of(game: type[Game[Any, Any]]) -> Path:
    """The folder of a game's twin, whether it is there or not; one that came with cardkit is copied there.

    Raises Untranslatable where the sources aren't there.
    """
    unit = unit_of(game)
    place, brought = twins_folder() / unit, BROUGHT / unit
    if place.exists() or not brought.is_dir():
        return place
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=place.parent, prefix="copying-") as folder:
            shutil.copytree(brought, Path(folder) / unit).rename(place)
    except OSError:
        return place if place.exists() else brought
    return place


def facts_of(folder: Path) -> dict[str, Any]:
    """What is kept of a twin beside it: what was compared."""
    try:
        facts: dict[str, Any] = json.loads((folder / "compared.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return facts


@cache
def _loaded(folder: Path, package: str) -> NativeTwin:
    return NativeTwin(folder, package)


def twin_of(way: Variant) -> NativeTwin | None:
    """The twin that plays such games, where there is one and it was compared with the rules in them; else None."""
    try:
        folder = place_of(type(way.game))
    except (Untranslatable, SyntaxError, OSError):
        return None
    if way.key not in facts_of(folder).get("compared", {}):
        return None
    try:
        return _loaded(folder, f"tw_{folder.name}")
    except ImportError:
        return None


def put_aside(way: Variant, reason: str) -> None:
    """Use the twin of a game no more, as it plays otherwise than the rules."""
    folder = place_of(type(way.game))
    facts = facts_of(folder)
    if facts:
        text = json.dumps({**facts, "compared": {}, "wrong": reason}, indent=1)
        replace(folder / "compared.json", text)
