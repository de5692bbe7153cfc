"""The tree of a search: what was found out about each action, and which actions are tried of very many."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, log, sqrt
from typing import Any, cast

from cardkit.bots.knowledge import Knowledge
from cardkit.bots.rollout import AT_ONCE, Playouts, Rollout, one_of, playouts_of
from cardkit.bots.tuning import Acquaintance, acquainted, lacking
from cardkit.bots.worlds import Worlds
from cardkit.core.actions import FORMS, choices, found_in
from cardkit.core.cards import Card
from cardkit.core.chance.generators import Rng, Seeded, mix64
from cardkit.core.errors import CannotLoad
from cardkit.core.events import Acted, Event
from cardkit.core.game import Game
from cardkit.core.piles import Seat
from cardkit.core.state import State
from cardkit.core.texts import counted
from cardkit.table.native.engine import NativeTwin, Variant, twin_of
from cardkit.table.players import Seating

_MANY = 24
"""From more actions on than these, forms are tried little by little."""
_DRAWN = 8
"""Of so many actions of a form, drawn by chance, that one is tried next whose parts have done best."""


@dataclass(slots=True)
class Node:
    """An information set: what one seat can tell apart, by the actions that led there as it saw them."""

    visits: int = 0
    available: int = 0
    total: float = 0.0
    """What came of it for the seat that acted to come here."""
    branches: dict[Seat, dict[Any, Node]] = field(default_factory=dict[Seat, dict[Any, "Node"]])
    """What follows, for each seat that was seen to act here: whose turn it is can hang on hidden cards."""
    together: dict[Any, Node] = field(default_factory=dict[Any, "Node"])
    """What follows where several seats have chosen together."""


def offered(children: Mapping[Any, Node], legal: Sequence[Any], chance: Rng) -> Sequence[Any]:
    """The legal actions that are tried by now: all of them, or more and more where forms stand for very many."""
    if FORMS.isdisjoint(map(type, legal)):
        return legal
    every = choices(legal)
    if len(every) <= _MANY:
        return list(every)
    known = [(action, node) for action, node in children.items() if found_in(every, action) is not None]
    actions = [action for action, _ in known]
    if len(known) < 4 + 2 * sqrt(sum([node.visits for _, node in known])):
        fresh = _promising(known, [one_of(legal, chance) for _ in range(_DRAWN)])
        if fresh not in children:
            actions.append(fresh)
    return actions


def _promising(known: Sequence[tuple[Any, Node]], drawn: Sequence[Any]) -> Any:
    """The one of some actions whose parts, such as its cards, did best on the average in those that were tried."""
    mean = sum([node.total for _, node in known]) / max(sum([node.visits for _, node in known]), 1)
    tries, totals = defaultdict[Any, int](int), defaultdict[Any, float](float)
    for action, node in known:
        for part in _parts(action):
            tries[part] += node.visits
            totals[part] += node.total

    def promise(action: Any) -> float:
        worths = [(totals[part] + mean) / (tries[part] + 1) for part in _parts(action)]
        return sum(worths) / max(len(worths), 1)

    return max(drawn, key=promise)


def _parts(action: Any) -> Iterator[Any]:
    """What an action names: the values of its fields, of several cards each one."""
    fields = cast(dict[str, Any], vars(action))
    for name, value in fields.items():
        for part in cast(Sequence[Any], value) if isinstance(value, tuple) else (value,):
            yield name, part


_EXPLORE = 0.7
"""How much is tried out that looks worse, from 0."""
_PIMC_WORLDS = 20


@dataclass(frozen=True, kw_only=True)
class Task:
    """What has to be decided, and all that is needed to try it out."""

    game: Game[Any, Any]
    seat: Seat
    worlds: Worlds
    chance: Rng
    known: Acquaintance
    playouts: Playouts | None = None
    """What plays games on in the place of the rules and the policy."""
    twin: NativeTwin | None = None
    """The compiled game that is played in the place of the rules; actions are its own then."""

    def rollout(self, world: State) -> Any:
        """The game from an imagined table on."""
        if self.twin is not None:
            return self.twin.rollout(self.game, world, self.chance, self.seat)
        return Rollout(self.game, world, self.chance, self.seat)

    def played_out(self, rollout: Rollout) -> Sequence[float]:
        """What comes of a table for each seat when the game is played on from there, on the average if often."""
        if self.playouts is not None and not rollout.is_over:
            sums = self.playouts.play_out(rollout.state, AT_ONCE, self.chance.below(2**32))
            return [total / AT_ONCE for total in sums]
        return self.known.played_out(rollout, self.chance)


Path = list[tuple[Node, Seat]]
Counts = dict[Any, tuple[int, float]]
"""For each action how often it was tried, and the sum of what came of it."""


class Search:
    """One decision being thought about: `step` is one iteration, `counts` what is known by now."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.root = Node()
        self._least, self._most = inf, -inf
        self.only: Any = None
        """The action that the seat takes first in every game, where it is not free to choose."""
        self.failures = 0
        """How often the rules failed on an imagined table."""

    def step(self) -> None:
        """Play one game on from an imagined table, and learn from it; nothing where the rules fail there."""
        task = self.task
        try:
            rollout = task.rollout(self._world())
            path = self._descend(rollout)
            rewards = task.played_out(rollout)
        except Exception:
            self.failures += 1
            return
        worth = rewards[task.seat]
        self._least, self._most = min(self._least, worth), max(self._most, worth)
        for node, seat in path:
            node.visits += 1
            node.total += rewards[seat]

    def _world(self) -> Any:
        """The table that this iteration begins with."""
        return self.task.worlds.deal(self.task.chance)

    def _descend(self, rollout: Rollout) -> Path:
        """Play down the tree and one action further."""
        path: Path = []
        node, new = self.root, False
        while not new and not rollout.is_over:
            if rollout.is_together:
                node, new = self._all_choose(node, rollout, path)
            else:
                seat = rollout.seat
                action, node, new = self._chosen(node, rollout)
                path.append((node, seat))
                rollout.carry_out(action)
        return path

    def _all_choose(self, node: Node, rollout: Rollout, path: Path) -> tuple[Node, bool]:
        """Let all choose who choose together, none of whom knows what the others choose."""
        news: list[bool] = []
        actions: list[Any] = []
        while not actions or (rollout.is_together and rollout.has_chosen):
            seat = rollout.seat
            action, child, new = self._chosen(node, rollout)
            path.append((child, seat))
            news.append(new)
            actions.append(action)
            rollout.carry_out(action)
        return node.together.setdefault(tuple(actions), Node()), any(news)

    def _chosen(self, node: Node, rollout: Rollout) -> tuple[Any, Node, bool]:
        """An action to try at a node, its child, and whether it is new.

        At the root every action is tried; further down a new one only where the playouts' policy takes it: else the
        others would do what nobody does, as each has other cards in each world.
        """
        children = node.branches.setdefault(rollout.seat, {})
        if self.only is not None and node is self.root and rollout.seat == self.task.seat:
            legal: Sequence[Any] = [self.only]
        else:
            legal = offered(children, rollout.legal, self.task.chance)
        nodes = list(map(children.get, legal))
        new = [action for action, child in zip(legal, nodes, strict=True) if child is None or not child.visits]
        if new and node is not self.root:
            likely = self.task.known.policy(rollout, self.task.chance)
            new = [likely] if likely in new or len(new) == len(legal) else []
        if new:
            action = new[self.task.chance.below(len(new))]
            child = children.setdefault(action, Node())
            nodes = list(map(children.get, legal))
        else:
            tried = [(action, child) for action, child in zip(legal, nodes, strict=True) if child and child.visits]
            action, child = self._most_promising(tried) if len(tried) > 1 else tried[0]
        for other in nodes:
            if other is not None:
                other.available += 1
        return action, child, bool(new)

    def _most_promising(self, tried: Sequence[tuple[Any, Node]]) -> tuple[Any, Node]:
        """The action with the highest upper confidence bound, by how often it was available, and its child."""
        width, best, found = (self._most - self._least) or 1.0, -inf, tried[0]
        for action, child in tried:
            mean = (child.total / child.visits - self._least) / width
            # An action of the policy may have been tried where it was not among those that were offered.
            bound = mean + _EXPLORE * sqrt(log(max(child.available, child.visits)) / child.visits)
            if bound > best:
                best, found = bound, (action, child)
        return found

    def counts(self) -> Counts:
        """What was found out about each action."""
        return counts_at(self.root, self.task.seat)


def counts_at(root: Node, seat: Seat) -> Counts:
    """What a tree says about each action of a seat at its root."""
    children = root.branches.get(seat, {})
    return {action: (child.visits, child.total) for action, child in children.items() if child.visits}


class Flat(Search):
    """Flat Monte Carlo: tries every action, the promising ones more often, and has no tree beyond that."""

    def _descend(self, rollout: Rollout) -> Path:
        seat = rollout.seat
        action, child, _ = self._chosen(self.root, rollout)
        rollout.carry_out(action)
        return [(child, seat)]


class Pimc(Search):
    """Perfect-information Monte Carlo: a tree with open cards for each of some worlds, whose counts are added up."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self._trees = [(Node(), task.worlds.deal(task.chance)) for _ in range(_PIMC_WORLDS)]
        self._number = 0

    def _world(self) -> Any:
        self.root, world = self._trees[self._number % len(self._trees)]
        self._number += 1
        return world.clone()

    def counts(self) -> Counts:
        found: Counts = {}
        for root, _ in self._trees:
            for action, (visits, total) in counts_at(root, self.task.seat).items():
                before = found.get(action, (0, 0.0))
                found[action] = before[0] + visits, before[1] + total
        return found


class ManyObservers(Search):
    """IS-MCTS with a tree for each seat, in which the secret actions of others look alike."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self._roots: dict[Seat, Node] = {task.seat: self.root}

    def _descend(self, rollout: Rollout) -> Path:
        path: Path = []
        nodes = [self._roots.setdefault(seat, Node()) for seat in range(rollout.state.seats)]
        new = False
        while not new and not rollout.is_over:
            seat = rollout.seat
            action, child, new = self._chosen(nodes[seat], rollout)
            seen = "chosen" if rollout.is_together else action.redacted()
            for observer, node in enumerate(nodes):
                nodes[observer] = child if observer == seat else follow(node, seat, seen)
            path.append((child, seat))
            rollout.carry_out(action)
        return path


def follow(node: Node, seat: Seat, seen: Any) -> Node:
    """The node after something that another seat was seen to do."""
    return node.together.setdefault((seat, seen), Node())


METHODS: dict[str, Callable[[Task], Search]] = {
    "single": Search,
    "many": ManyObservers,
    "pimc": Pimc,
    "flat": Flat,
}
"""The ways to search by their names: IS-MCTS with one observer or with many, PIMC, flat Monte Carlo."""


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
        self._find_engine()
        self.knowledge = Knowledge(seating)
        self.knowledge.begin(view)

    def _find_engine(self) -> None:
        """Find what plays games faster than the rules do."""
        seating = self._seating
        self._playouts = playouts_of(self._kernel(), seating) if self._kernel else None
        twin = twin_of(Variant(seating.game, seating.seats, tuple(seating.deck)))
        is_wanted = not self._playouts and self.budget.method != "many" and twin is not None and twin.loads
        self._twin = twin if is_wanted else None

    def __getstate__(self) -> dict[str, Any]:
        """All but what is compiled, which a copy finds again."""
        return {name: value for name, value in vars(self).items() if name not in ("_playouts", "_twin")}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        vars(self).update(state)
        if "_seating" in state:
            self._find_engine()

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
        twin = self._twin
        try:
            search = self._search(view)
        except Exception:
            if twin is None:
                raise
            self._twin = None
            return self._thought(view, only)
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

    @property
    def goal(self) -> float | None:
        """The score with which all win together, of which an outlook's worth is a share; None where they don't."""
        return acquainted(self._seating).rewards.goal

    def _explained(self, outlook: Outlook) -> str:
        tried, goal = counted(outlook.tries, "game"), self.goal
        if self.knowledge.view.round:
            return f"{outlook.action}: {outlook.worth:+.1f} points in the round, against the others, in {tried} tried"
        if goal is not None:
            return f"{outlook.action}: scores about {goal * outlook.worth:.1f} of {goal:g} in {tried} tried"
        return f"{outlook.action}: wins about {100 * outlook.share:.0f} % of {tried} tried"

    def _search(self, view: State) -> Search:
        """A search that has not begun."""
        known, twin, worlds = acquainted(self._seating), self._twin, self.knowledge.worlds(view)
        task = Task(
            game=self._seating.game,
            seat=self._seating.seat,
            worlds=worlds if twin is None else worlds.compiled(twin.own),
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
