"""A player for any game, which searches: it knows what its seat knows, imagines the rest, and tries its actions out."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardkit.bots.acquaintance.last_resorts import lacking
from cardkit.bots.acquaintance.trial_games import acquainted
from cardkit.bots.knowledge import Knowledge
from cardkit.bots.rollout import playouts_of
from cardkit.bots.search import METHODS, Counts, Search, Task
from cardkit.core.acts.events import Acted, Event
from cardkit.core.cards import Card
from cardkit.core.chance.generators import Rng, Seeded, mix64
from cardkit.core.errors import CannotLoad
from cardkit.core.state import State
from cardkit.core.texts import counted
from cardkit.table.native.engine import Way, twin_of
from cardkit.table.players import Seating

NAME = "search"
_REASONS = 5
"""Of how many actions is told what is expected of them."""
LEVELS: Mapping[str, int] = {"easy": 40, "": 200, "hard": 1500}
"""How many games are tried for each decision by the levels, of which the one without a name is taken by default."""


@dataclass(frozen=True, kw_only=True)
class Budget:
    """How long and in what way a search player thinks about each decision."""

    iterations: int = LEVELS[""]
    """How many games it tries; with these the same seed gives the same action."""
    seconds: float = 0.0
    """How much time of the processor it takes instead, where this is not 0."""
    method: str = ""
    """In which way; flat Monte Carlo by default where a kernel plays games on, and else IS-MCTS with one observer."""

    @classmethod
    def of(cls, spec: str) -> Budget:
        """The budget that `search`, `search:hard` or `search:seconds=1,method=flat` asks for; raises CannotLoad."""
        rest = spec.removeprefix(NAME).removeprefix(":")
        if rest in LEVELS:
            return cls(iterations=LEVELS[rest])
        read = {"iterations": int, "seconds": float, "method": str}
        given: dict[str, Any] = {}
        for part in rest.split(","):
            name, _, text = part.partition("=")
            try:
                given[name] = read[name](text)
            except (KeyError, ValueError):
                raise CannotLoad(spec, f"{part or 'nothing'} says no level and no budget; {_POSSIBLE}") from None
        budget = cls(**given)
        if budget.method not in ("", *METHODS) or budget.iterations < 1 or not 0 <= budget.seconds < 1e6:
            raise CannotLoad(spec, _POSSIBLE)
        return budget


_POSSIBLE = (
    "possible are search:easy, search:hard, search:iterations=N from 1, search:seconds=S and "
    f"search:method=M, which is one of {', '.join(METHODS)}; several are parted by commas"
)


@dataclass(frozen=True, kw_only=True)
class Outlook:
    """What a search expects of an action."""

    action: Any
    tries: int
    worth: float
    """What comes of it on the average, as `Rewards` has it."""

    @property
    def share(self) -> float:
        """The worth as the share of a win."""
        return min(max(self.worth, 0.0), 1.0)


class SearchPlayer:
    """A bot that searches on tables which may be the true one for all that its seat knows."""

    def __init__(self, rng: Rng, budget: Budget | None = None, kernel: Callable[[], Any] | None = None) -> None:
        """Where the game has a kernel that knows how, it plays the games."""
        self.budget = budget or Budget()
        self._kernel = kernel
        self._seed = rng.below(2**32)
        self._steps = 0
        self.outlooks: Sequence[Outlook] = ()
        """What the last search expects of each action that it tried, the best one first."""

    def begin(self, seating: Seating, view: State) -> None:
        """Sit down."""
        self._seating = seating
        self._playouts = playouts_of(self._kernel(), seating) if self._kernel else None
        twin = twin_of(Way(seating.game, seating.seats, tuple(seating.deck)))
        is_wanted = not self._playouts and self.budget.method != "many" and twin is not None and twin.loads
        self._twin = twin if is_wanted else None
        self.knowledge = Knowledge(seating)
        self.knowledge.begin(view)

    def told(self, events: Sequence[Event], view: State) -> None:
        """Remember what happened."""
        self._steps += 1
        for event in events:
            if isinstance(event, Acted) and event.seat != self._seating.seat:
                self.knowledge.rule_out(self._lacking(event))
        self.knowledge.told(events, view)

    def _lacking(self, acted: Acted) -> Mapping[str, Sequence[Card]]:
        """What the hand of another seat doesn't hold, by its name, if that seat acts as playouts do."""
        if self._playouts:
            return self._playouts.lacking(self.knowledge.view, acted.action, acted.seat)
        return lacking(self.knowledge, acted, acquainted(self._seating).last_resorts)

    def choose(self, view: State, legal: Sequence[Any]) -> Any:
        """The action that was tried most often, because it looked best; the one of most worth among several."""
        self.outlooks = ()
        if len(legal) == 1:
            return legal[0]
        self.outlooks = [outlook for outlook in outlooks(self._thought(view)) if outlook.action in legal]
        return self.outlooks[0].action if self.outlooks else legal[0]

    def weighed(self, view: State, actions: Sequence[Any]) -> Sequence[Outlook]:
        """What comes of some legal actions that are tried equally often, each half as often as the budget allows."""
        return outlooks(self._thought(view, actions))

    def _thought(self, view: State, only: Sequence[Any] = ()) -> Counts:
        """What a search says about each action, all tried by what they promise or only these equally often.

        What fails compiled is searched by the rules, which may fail as well, and so is all that comes after it.
        """
        search, twin = self._search(view), self._twin
        for action in only:
            search.only = action if twin is None else twin.own(action)
            self._think(search, share=0.5)
        if not only:
            self._think(search)
        if twin is None:
            return search.counts()
        if search.failures:
            self._twin = None
            return self._thought(view, only)
        return {twin.theirs(self._seating.game, action): count for action, count in search.counts().items()}

    @property
    def reasons(self) -> Sequence[str]:
        """What the last search expects of the actions that it tried most, in words."""
        return [self._explained(outlook) for outlook in self.outlooks[:_REASONS]]

    def _explained(self, outlook: Outlook) -> str:
        tried = counted(outlook.tries, "game")
        if self.knowledge.view.round:
            return f"{outlook.action}: {outlook.worth:+.1f} points in the round, against the others, in {tried} tried"
        return f"{outlook.action}: wins about {100 * outlook.share:.0f} % of {tried} tried"

    def _search(self, view: State) -> Search:
        """A search that has not begun."""
        known, twin = acquainted(self._seating), self._twin
        task = Task(
            game=self._seating.game,
            seat=self._seating.seat,
            worlds=self.knowledge.worlds(view),
            chance=Seeded(mix64(self._seed, self._steps)),
            known=known if twin is None else known.compiled(twin.kind),
            playouts=self._playouts,
            twin=twin,
        )
        return METHODS[self.budget.method or ("flat" if self._playouts else "single")](task)

    def _think(self, search: Search, share: float = 1.0) -> None:
        if not self.budget.seconds:
            for _ in range(max(1, round(share * self.budget.iterations))):
                search.step()
            return
        end = time.process_time() + share * self.budget.seconds
        while time.process_time() < end:
            search.step()


def outlooks(counts: Counts) -> Sequence[Outlook]:
    """What was found out about each action, that which was tried most often first."""
    found = [Outlook(action=action, tries=tries, worth=total / tries) for action, (tries, total) in counts.items()]
    return sorted(found, key=lambda outlook: (outlook.tries, outlook.worth), reverse=True)
