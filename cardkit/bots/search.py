"""Search on imagined tables: flat Monte Carlo, PIMC, and information-set Monte Carlo tree search.

IS-MCTS is Cowling, Powley and Whitehouse, Information Set Monte Carlo Tree Search (IEEE Transactions on Computational
Intelligence and AI in Games 4, 2012). Where all choose together, each seat's choices are counted by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, log, sqrt
from typing import Any

from cardkit.bots.acquaintance.trial_games import Acquaintance
from cardkit.bots.rollout import AT_ONCE, Playouts, Rollout
from cardkit.bots.tree import Node, offered
from cardkit.bots.worlds import Worlds
from cardkit.core.chance.generators import Rng
from cardkit.core.game import Game
from cardkit.core.piles import Seat
from cardkit.core.state import State
from cardkit.table.native.engine import NativeTwin

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
        nodes = [children.get(action) for action in legal]
        new = [action for action, child in zip(legal, nodes, strict=True) if child is None or not child.visits]
        if new and node is not self.root:
            likely = self.task.known.policy(rollout, self.task.chance)
            new = [likely] if likely in new or len(new) == len(legal) else []
        if new:
            action = new[self.task.chance.below(len(new))]
            child = children.setdefault(action, Node())
        else:
            tried = [(action, child) for action, child in zip(legal, nodes, strict=True) if child and child.visits]
            action, child = self._most_promising(tried) if len(tried) > 1 else tried[0]
        for other in map(children.get, legal):
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
