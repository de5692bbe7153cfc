"""The tree of a search: what was found out about each action, and which actions are tried of very many."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache, cached_property
from itertools import cycle
from math import inf, sqrt
from typing import TYPE_CHECKING, Any, cast

from cardkit.bots.betting import Bettor, betting_of
from cardkit.bots.bluffs import Bluff, Trust, puts_unseen, ways
from cardkit.bots.knowledge import Knowledge
from cardkit.bots.nested import Nested, Nesting, planned
from cardkit.bots.outlook import (
    LEAST,
    MOST,
    Extreme,
    Gain,
    Outlook,
    Tally,
    outlooks,
    some_of_each,
    without_worse,
    worth_telling,
)
from cardkit.bots.rollout import (
    AT_ONCE,
    Habits,
    Playouts,
    Rollout,
    Worths,
    classes,
    drawn,
    kind_of,
    one_of,
    playouts_of,
)
from cardkit.bots.solution import BEFORE, InformationSet, Solution, solution_of
from cardkit.bots.tricks import leanings, playing_tricks
from cardkit.bots.tuning import MANY, Acquaintance, acquainted, lacking, uncounted
from cardkit.bots.worlds import Worlds
from cardkit.core.actions import FORMS, Choices, choices
from cardkit.core.cards import BACK, Card, Seat
from cardkit.core.chance.generators import Rng, Seeded, mix64
from cardkit.core.errors import UnknownName
from cardkit.core.events import Acted, Event, Moved, RoundEnded
from cardkit.core.game import Game
from cardkit.core.state import State
from cardkit.table.turns import Seating

if TYPE_CHECKING:
    from cardkit.table.native.engine import NativeTwin

_DRAWN = 8
"""Of so many actions of a form, drawn by chance, that one is tried next whose parts have done best."""


@dataclass(slots=True)
class Node:
    """An information set: what one seat can tell apart, by the actions that led there as it saw them."""

    visits: int = 0
    available: int = 0
    total: float = 0.0
    """What came of it for the seat that acted to come here."""
    gains: float = 0.0
    squares: float = 0.0
    """What the game itself gave the seat that searches, and the squares of that, where this is what it decides."""
    least: Extreme = LEAST
    most: Extreme = MOST
    """The least and the most of that."""
    branches: dict[Seat, dict[Any, Node]] = field(default_factory=dict[Seat, dict[Any, "Node"]])
    """What follows, for each seat that was seen to act here: whose turn it is can hang on hidden cards."""
    together: dict[Any, Node] = field(default_factory=dict[Any, "Node"])
    """What follows where several seats have chosen together."""

    def take(self, gain: float) -> None:
        """The game gave the seat that searches so much."""
        self.gains += gain
        self.squares += gain * gain
        if gain <= self.least.value:
            self.least = self.least.beside(Extreme(gain), min)
        if gain >= self.most.value:
            self.most = self.most.beside(Extreme(gain), max)


def offered(children: Mapping[Any, Node], legal: Sequence[Any], chance: Rng) -> Sequence[Any]:
    """The legal actions that are tried by now: all of them, or more and more where forms stand for very many."""
    if FORMS.isdisjoint(map(type, legal)):
        return legal
    every = Choices[Any](legal)
    if len(every) <= MANY:
        return list(every)
    actions = every.holding(children)
    known = [(action, children[action]) for action in actions]
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


_EXPLORE = 1.2
"""How much is tried out that looks worse, in units of the spread of what came of games."""
_PIMC_WORLDS = 20
_PRIOR = 5.0
"""So many tries that came to the average of its class are counted with those of an action."""


@cache
def logarithm(number: int) -> float:
    """The natural logarithm, to the last bit the same on every machine, which `math.log` isn't."""
    return float(Decimal(number).ln())


@dataclass(frozen=True, kw_only=True)
class Task:
    """What has to be decided, and all that is needed to try it out."""

    game: Game[Any, Any]
    seat: Seat
    worlds: Worlds | Bluff
    chance: Rng
    known: Acquaintance
    playouts: Playouts | None = None
    """What plays games on in the place of the rules and the policy."""
    twin: NativeTwin | None = None
    """The compiled game that is played in the place of the rules; actions are its own then."""
    nested: Nested | None = None
    """How the seat plays at its later decisions, if not as all others do."""

    @property
    def spent(self) -> int:
        """How many actions nested playouts took to try what was tried in them."""
        return 0 if self.nested is None else self.nested.spent

    def rollout(self, world: State) -> Any:
        """The game from an imagined table on."""
        if self.twin is not None:
            return self.twin.rollout(self.game, world, self.chance, self.seat)
        if self.nested is not None:
            return self.nested.rollout(world, self.chance)
        return Rollout(self.game, world, self.chance, self.seat)

    def played_out(self, rollout: Rollout) -> tuple[Sequence[float], float]:
        """What comes of a table for each seat when the game is played on from there, on the average if often.

        Beside it stands what the game itself then gives the seat that searches.
        """
        if self.playouts is not None and not rollout.is_over:
            sums = self.playouts.play_out(rollout.state, AT_ONCE, self.chance.below(2**32))
            shares = [total / AT_ONCE for total in sums]
            return shares, shares[self.seat]
        rewards = self.known.played_out(rollout, self.chance)
        return rewards, self.known.rewards.gained(rollout, self.seat)


Path = list[tuple[Node, Seat]]
Counts = dict[Any, Tally]
"""What was found out about each action."""


class Search:
    """One decision being thought about: `step` is one iteration, `counts` what is known by now."""

    def __init__(self, task: Task) -> None:
        self._by_class = task.known.has_long_lists
        """Whether there is much to choose, and a class of actions comes before an action of it."""
        apart = None if self._by_class else task.seat
        self.habits = Habits(task.known.policy, apart) if self._by_class or task.known.bids else None
        """What playouts learn, where there is much to choose or something is bid."""
        self.task = task
        if self._by_class and self.habits is not None:
            self.task = replace(task, known=replace(task.known, policy=self.habits, is_divided=False))
        self.root = Node()
        self._worths = Worths()
        self._explore = 0.0
        """How much is tried out that looks worse, in what games come to."""
        self.bluffs: dict[Any, dict[Seat, dict[Any, Node]]] = {}
        """The ways that are tried to put down cards unseen, and what follows: the same after all that look alike."""
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
            self._bid(rollout)
            rewards, gain = task.played_out(rollout)
        except Exception:
            self.failures += 1
            if self.habits is not None:
                self.habits.forget()
            return
        if self.habits is not None:
            self.habits.learn(rewards)
        self._worths.add(rewards[task.seat])
        self._explore = _EXPLORE * self._worths.spread
        for node, seat in path:
            node.visits += 1
            node.total += rewards[seat]
        path[0][0].take(gain)

    def _bid(self, rollout: Rollout) -> None:
        """Let those bid who come next, sooner what did well before: whoever bids anything makes all bids look bad."""
        while self.habits is not None and not rollout.is_over and self._is_bid(rollout):
            action = self._likely(rollout)
            self.habits.note(rollout.seat, action)
            rollout.carry_out(action)

    def _likely(self, rollout: Rollout) -> Any:
        """What somebody may be taken to do who plays on."""
        if self.habits is not None and self._is_bid(rollout):
            return self.habits.among(rollout.seat, [*choices(rollout.legal)], self.task.chance)
        return self.task.known.policy(rollout, self.task.chance)

    def _is_bid(self, rollout: Rollout) -> bool:
        """Whether all that is legal for who is asked next is to bid."""
        is_all = {*map(kind_of, rollout.legal)} <= self.task.known.bids
        return is_all and not self._by_class and not rollout.is_together

    def _world(self) -> Any:
        """The table that this iteration begins with."""
        return self.task.worlds.deal(self.task.chance)

    def _descend(self, rollout: Rollout) -> Path:
        """Play down the tree and one action further, or to the next decision of its seat where playouts are nested."""
        path: Path = []
        node, new = self.root, False
        while not new and not rollout.is_over and not (path and self._is_nested(rollout)):
            if rollout.is_together:
                node, new = self._all_choose(node, rollout, path)
            else:
                seat = rollout.seat
                action, node, new = self._chosen(node, rollout)
                path.append((node, seat))
                rollout.carry_out(action)
        return path

    def _is_nested(self, rollout: Rollout) -> bool:
        return self.task.nested is not None and (rollout.is_together or rollout.seat == self.task.seat)

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
        """An action to try at a node, its child, and whether it is new."""
        if self.habits is None:
            return self._of_all(node, rollout)
        if not self._by_class:
            seat, is_bid = rollout.seat, self._is_bid(rollout)
            found = self._of_all(node, rollout)
            if is_bid:
                self.habits.note(seat, found[0])
            return found
        kinds = classes(rollout.legal)
        is_free = self.only is None and len(kinds) > 1 and FORMS.isdisjoint(map(type, rollout.legal))
        found = self._of_classes(node, rollout, kinds) if is_free else self._of_all(node, rollout)
        self.habits.note(rollout.seat, found[0])
        return found

    def _of_classes(self, node: Node, rollout: Rollout, kinds: Mapping[Any, Sequence[Any]]) -> tuple[Any, Node, bool]:
        """The same where there is much to choose: first a class of actions, by what all of it came to, then one of it.

        Of a class more and more actions are tried, the next one each time of what did well in those before.
        """
        children, chance = node.branches.setdefault(rollout.seat, {}), self.task.chance
        best, known, among = -inf, list[tuple[Any, Node]](), list[Any]()
        tries = sum([children[action].visits for action in rollout.legal if action in children])
        for actions in kinds.values():
            tried = [(action, child) for action in actions if (child := children.get(action)) and child.visits]
            visits = sum([child.visits for _, child in tried])
            mean = sum([child.total for _, child in tried]) / max(visits, 1)
            bound = self._bound(mean, tries, visits) if visits else inf
            if bound > best:
                best, known, among = bound, tried, list(actions)
        visits, total = sum([child.visits for _, child in known]), sum([child.total for _, child in known])
        if len(known) < len(among) and len(known) < 1 + sqrt(visits):
            fresh = [action for action in among if action not in children or not children[action].visits]
            action = _promising(known, [fresh[chance.below(len(fresh))] for _ in range(_DRAWN)])
            return action, children.setdefault(action, Node()), True

        def promise(one: tuple[Any, Node]) -> float:
            child = one[1]
            mean = (child.total + _PRIOR * total / visits) / (child.visits + _PRIOR)
            return self._bound(mean, visits, child.visits)

        return *max(known, key=promise), False

    def _of_all(self, node: Node, rollout: Rollout) -> tuple[Any, Node, bool]:
        """The same where classes don't matter.

        At the root every action is tried; further down a new one only where the playouts' policy takes it: else the
        others would do what nobody does, as each has other cards in each world.
        """
        children = node.branches.setdefault(rollout.seat, {})
        is_first = node is self.root and rollout.seat == self.task.seat
        if is_first and (self.only is not None or self.bluffs):
            legal: Sequence[Any] = [*self.bluffs] if self.only is None else [self.only]
        else:
            legal = offered(children, rollout.legal, self.task.chance)
        new, tried = list[Any](), list[tuple[Any, Node]]()
        for action in legal:
            child = children.get(action)
            if child is not None:
                child.available += 1
            if child is None or not child.visits:
                new.append(action)
            else:
                tried.append((action, child))
        if new and node is not self.root:
            likely = self._likely(rollout)
            new = [likely] if likely in new or len(new) == len(legal) else []
        if new:
            action = new[self.task.chance.below(len(new))]
            after = self.bluffs.get(action, {}) if is_first else {}
            if action not in children:
                children[action] = Node(branches=after, available=int(action in legal))
            return action, children[action], True
        return *(self._most_promising(tried) if len(tried) > 1 else tried[0]), False

    def _most_promising(self, tried: Sequence[tuple[Any, Node]]) -> tuple[Any, Node]:
        """The action with the highest upper confidence bound, by how often it was available, and its child."""
        best, found = -inf, tried[0]
        for action, child in tried:
            # Before this time; an action of the policy may have been tried where it was not among those offered.
            visits = child.visits
            bound = self._bound(child.total / visits, max(child.available - 1, visits), visits)
            if bound > best:
                best, found = bound, (action, child)
        return found

    def _bound(self, mean: float, available: int, visits: int) -> float:
        """What an action may come to that was tried so often of the times that it could be.

        Where that is hardly ever, it may come to much more: what comes of it may differ more than elsewhere.
        """
        each = logarithm(available) / visits
        more = self._worths.width * (each - 1) if each > 1 else 0.0
        return mean + self._explore * sqrt(each) + more

    def counts(self) -> Counts:
        """What was found out about each action."""
        return counts_at(self.root, self.task.seat)


def counts_at(root: Node, seat: Seat) -> Counts:
    """What a tree says about each action of a seat at its root."""
    children = root.branches.get(seat, {})
    tallies = {
        action: Tally(one.visits, one.total, one.gains, one.squares, one.least, one.most)
        for action, one in children.items()
    }
    return {action: tally for action, tally in tallies.items() if tally.tries}


def together(every: Iterable[Counts]) -> Counts:
    """What was found out about each action in several searches."""
    found: Counts = {}
    for counts in every:
        for action, tally in counts.items():
            found[action] = found[action].plus(tally) if action in found else tally
    return found


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
        return together(counts_at(root, self.task.seat) for root, _ in self._trees)


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
"""Of how many actions is told what is expected of them, where none is drawn by lot."""
_WORTH_LEARNING = 100
"""From so many games for a decision on it is first learned how tricks are played, which takes longer than a few do."""
_OVERSPENT = 1.5
"""By so many times its actions a plan that has gone wrong is given up before half of its games."""
_TIMES = 6
"""How often betting is worked out to see how far off what comes of it may be."""
_LOOKS = 4
"""How often the budget is spent at most on which of some actions is better."""
_SWIFT, _THOROUGH = 0.6, 4.0
"""So many times the actions of the budget are played where playouts are nested, for a choice and for a look at it."""
_BEST = "do what comes out best in a few tries"
"""What a seat does at its later decisions, where playouts are nested."""
_MOST_ACTIONS = 50_000
"""No more are played then."""
_SURVEY = 9
"""The look whose chances show how much is left to decide."""
_EACH = 62.5
"""So many actions a game may have where no level says it."""
_RIVALS = 6
"""So many actions are tried on at most before something is advised."""
LEVELS: Mapping[str, tuple[int, int]] = {"easy": (40, 2_500), "": (200, 12_500), "hard": (1500, 50_000)}
"""How many games are tried for each decision by the levels, and how many actions of the usual cost in all of them.

The level without a name is taken by default.
"""
_BY_KERNEL = 3
"""So many times as many games are tried where a kernel plays them on, as that takes a small part of the time."""


@dataclass(frozen=True, kw_only=True)
class Budget:
    """How long and in what way a search player thinks about each decision."""

    iterations: int = LEVELS[""][0]
    """How many games it tries; with these the same seed gives the same action."""
    actions: int = 0
    """How many actions of the usual cost it plays in them, by what games cost on average, where this is not 0."""
    seconds: float = 0.0
    """How much time of the processor it takes instead, where this is not 0."""
    method: str = ""
    """In which way; flat Monte Carlo by default where a kernel plays games on, and else IS-MCTS with one observer."""

    @classmethod
    def of(cls, spec: str) -> Budget:
        """The budget that `search`, `search:hard` or `search:seconds=1,method=flat` asks for; raises UnknownName."""
        rest = spec.removeprefix(NAME).removeprefix(":")
        if rest in LEVELS:
            games, actions = LEVELS[rest]
            return cls(iterations=games, actions=actions)
        read = {"iterations": int, "seconds": float, "method": str}
        given: dict[str, Any] = {}
        for part in rest.split(","):
            name, _, text = part.partition("=")
            try:
                given[name] = read[name](text)
            except (KeyError, ValueError):
                raise UnknownName("player", spec, _POSSIBLE) from None
        budget = cls(**given)
        if budget.method not in ("", *METHODS) or budget.iterations < 1 or not 0 < given.get("seconds", 1.0) < 1e6:
            raise UnknownName("player", spec, _POSSIBLE)
        return budget

    def games(self, cost: float) -> int:
        """How many games it tries that cost so many actions on average; 0 stands for those that a kernel plays on."""
        if self.actions and not cost:
            return _BY_KERNEL * self.iterations
        return min(self.iterations, max(1, round(self.actions / max(cost, 1)))) if self.actions else self.iterations


_POSSIBLE = (
    *(NAME + f":{level}" * bool(level) for level in sorted(LEVELS)),
    "search:iterations=N from 1",
    "search:seconds=S above 0",
    f"search:method=M, which is one of {', '.join(METHODS)}; several are parted by commas",
)


class SearchPlayer:
    """A bot that searches on tables which may be the true one for all that its seat knows."""

    def __init__(self, rng: Rng, budget: Budget | None = None, kernel: Callable[[], Any] | None = None) -> None:
        """Where the game has a kernel that knows how, it plays the games."""
        self.budget = budget or Budget()
        self._kernel = kernel
        self._seed = rng.below(2**32)
        self._steps = 0
        self.advises = False
        """Whether it says what it expects, and so thinks on by other chances than those by which it chose."""
        self.outlooks: Sequence[Outlook] = ()
        """What the last search expects of each action that it tried, the best one first."""
        self._is_nested, self._ways = False, set[bool]()
        """Whether playouts were nested when it chose, and when it weighed actions up to now."""

    def begin(self, seating: Seating, view: State) -> None:
        """Sit down; it gets acquainted with the game when it is first asked, so that nobody waits for that before."""
        self._seating = seating
        self._knowledge = Knowledge(seating)
        self._knowledge.begin(view)
        self._untold: list[tuple[Sequence[Event], State]] | None = []
        """What happened before it was first asked; None from then on."""

    @property
    def knowledge(self) -> Knowledge:
        """What its seat knows by now."""
        self._get_acquainted()
        return self._knowledge

    def _get_acquainted(self) -> None:
        """Find what plays games on and what that takes others to do, and learn from what happened before."""
        if self._untold is None:
            return
        untold, self._untold = self._untold, None
        self._known = BEFORE[self._seating.seat] if self._solution else 0
        self._scores: Sequence[float] = ()
        self._bluff: tuple[Worlds, Acted] | None = None
        self._trust: Trust = Counter()
        self._answers = False
        _ = self._twin, self._bettor
        for events, view in untold:
            self._learn(events, view)

    @cached_property
    @uncounted()
    def _solution(self) -> Solution | None:
        """How a small game was solved."""
        return None if self.budget.method else solution_of(self._seating)

    @cached_property
    @uncounted()
    def _bettor(self) -> Bettor | None:
        """What it thinks by in a game of betting."""
        betting = None if self.budget.method or self._solution or self._playouts else betting_of(self._seating)
        return Bettor(self._seating) if betting else None

    @cached_property
    @uncounted()
    def _playouts(self) -> Playouts | None:
        """What plays games on in a kernel."""
        return playouts_of(self._kernel(), self._seating) if self._kernel else None

    @cached_property
    @uncounted()
    def _twin(self) -> NativeTwin | None:
        """The compiled game, where it plays faster than the rules do what nothing else plays."""
        seating = self._seating
        if self._playouts or self._solution or self.budget.method == "many" or acquainted(seating).has_long_lists:
            return None
        from cardkit.table.native.engine import Variant
        from cardkit.table.native.making import compared_twin

        twin = compared_twin(Variant(seating.game, seating.seats, tuple(seating.deck)))
        return twin if twin is not None and twin.loads else None

    def __getstate__(self) -> dict[str, Any]:
        """All but what is compiled, which a copy finds again."""
        return {name: value for name, value in vars(self).items() if name not in ("_playouts", "_twin", "_solution")}

    def told(self, events: Sequence[Event], view: State) -> None:
        """Remember what happened."""
        self._steps += 1
        if self._untold is None:
            self._learn(events, view)
        else:
            self._untold.append((events, view))

    def _learn(self, events: Sequence[Event], view: State) -> None:
        """Conclude what can be concluded from what happened."""
        for event in events:
            if isinstance(event, RoundEnded):
                self._scores = event.scores
            elif isinstance(event, Acted) and event.seat != self._seating.seat:
                self.knowledge.rule_out(self._lacking(event))
        self._look_at_bluffs(events)
        if self._solution:
            acted = tuple([(event.seat, event.action) for event in events if isinstance(event, Acted)])
            if self._seating.seat in [seat for seat, _ in acted] and self._here(self.knowledge.view):
                self._known = self._solution.looked(self._known, self.knowledge.view)
            self._known = self._solution.told(self._known, acted, self._seating.seat)
        if self._bettor:
            self._bettor.told(events, self._knowledge.view, view)
        self.knowledge.told(events, view)

    def _look_at_bluffs(self, events: Sequence[Event]) -> None:
        """Remember what was put down unseen, and what it was where that is turned up."""
        for event in events:
            if isinstance(event, Moved) and self._bluff and BACK not in event.cards:
                self._bluffed(*self._bluff).turned_up(event.cards)
                self._bluff = None
            elif isinstance(event, Acted) and puts_unseen(event.action):
                other = event.seat != self._seating.seat and acquainted(self._seating).has_bluffs
                self._bluff = (self._knowledge.worlds(), event) if other else None

    def _bluffed(self, before: Worlds, acted: Acted) -> Bluff:
        return Bluff(self._seating.game, before, acted, self._trust, self._chance())

    def _here(self, view: State) -> InformationSet | None:
        """Where its seat is in the solution of a small game, if it sees the table so."""
        solution = self._solution
        return solution.sets.get(solution.looked(self._known, view)) if solution else None

    def _lacking(self, acted: Acted) -> Mapping[str, Sequence[Card]]:
        """What the hand of another seat doesn't hold, by its name, if that seat acts as playouts do."""
        if self._playouts:
            return self._playouts.lacking(self.knowledge.view, acted.action, acted.seat)
        return lacking(self.knowledge, acted, acquainted(self._seating).last_resorts)

    def choose(self, view: State, legal: Sequence[Any]) -> Any:
        """The action that came out best of those that were tried enough.

        Where there is much to choose, the class of actions comes first that was tried most often. Where the game was
        solved, each action is drawn as often as is right.
        """
        self._get_acquainted()
        self.outlooks = ()
        if len(legal) == 1:
            return legal[0]
        if self._solution and (here := self._here(view)):
            self.outlooks = self._solution.outlooks(here, legal, self.gain(view))
            return self._solution.drawn(here, legal, Seeded(mix64(self._seed, self._steps)))
        if self._bettor:
            with suppress(Exception):
                found: Sequence[Outlook] = self._bettor.choose(view, self.gain(view), self._games, self._chance())
                if self.advises:
                    found = without_worse(self._worked_out(view, [one.action for one in found]))
                chosen = drawn(found, [one.share or 0.0 for one in found], self._chance(1))
                self.outlooks = [chosen, *(one for one in found if one is not chosen)]
                return chosen.action
        plan = self._plan(view, _SWIFT)
        self._is_nested = plan.tries > 0
        counts = self._thought(view, plan)
        self.outlooks = [one for one in self._outlooks(view, counts) if one.action in legal]
        if acquainted(self._seating).has_long_lists:
            tries = Counter[Any]()
            for one in self.outlooks:
                tries[kind_of(one.action)] += one.tries
            self.outlooks = sorted(self.outlooks, key=lambda one: -tries[kind_of(one.action)])
        if self.advises and self.outlooks:
            self.outlooks = self._tried_on(view, legal, plan)
        return self.outlooks[0].action if self.outlooks else legal[0]

    def _tried_on(self, view: State, legal: Sequence[Any], plan: Nesting) -> Sequence[Outlook]:
        """What comes of each action, the best first; those that may be best are tried by other chances, equally often.

        The best of many looks better than it is in the games by which it was chosen. The two best are tried on as long
        as it is open which of them is better. Where first actions are good, the class that comes first among legal
        actions is taken of those that are about the same.
        """
        before, found, counts = self.outlooks, list[Outlook](), dict[Any, Tally]()
        rivals = some_of_each([one for one in before if not one.is_behind(before[0])], _RIVALS)
        left, look = 2 * _LOOKS, 0
        while rivals and left >= len(rivals):
            left, look = left - len(rivals), look + 1
            counts = together((counts, self._thought(view, plan, [one.action for one in rivals], look)))
            found = sorted(self._outlooks(view, counts), key=lambda one: one.tally.total / one.tries, reverse=True)
            lead = found[0].ahead_of(found[1]) if len(found) > 1 else None
            rivals = found[:2] if lead and lead.is_open and not lead.is_clear else []
        near = {one.action for one in found if (lead := found[0].ahead_of(one)) is None or not lead.is_open}
        known = acquainted(self._seating)
        if len(near) > 1 and known.is_mixed and not known.has_bluffs:
            first = kind_of(next(action for action in choices(legal) if action in near))
            found.sort(key=lambda one: not (one.action in near and kind_of(one.action) is first))
        tried = {one.action for one in found}
        return [*found, *(one for one in before if one.action not in tried)]

    def weighed(self, view: State, actions: Sequence[Any]) -> Sequence[Outlook]:
        """What comes of one or two legal actions that are tried equally often, by other chances than a choice has.

        Each has half the budget, and once more up to `_LOOKS` times as long as it is open which of two is better.
        """
        self._get_acquainted()
        if self._solution and (here := self._here(view)):
            return self._solution.outlooks(here, actions, self.gain(view))
        if self._bettor:
            with suppress(Exception):
                return self._worked_out(view, actions)
        counts: Counts = {}
        found: Sequence[Outlook] = ()
        plan = self._plan(view, _THOROUGH)
        self._ways.add(plan.tries > 0)
        for look in range(1, _LOOKS + 1):
            counts = together((counts, self._thought(view, plan, actions, look)))
            found = self._outlooks(view, counts)
            lead = found[0].ahead_of(found[1]) if len(found) > 1 else None
            if len(found) < len(actions) or len(actions) < 2 or (lead and (lead.is_clear or not lead.is_open)):
                break
        return found

    def _worked_out(self, view: State, actions: Sequence[Any]) -> Sequence[Outlook]:
        """What comes of some actions in betting, worked out several times."""
        assert self._bettor is not None
        chances = [self._chance(look) for look in range(2, 2 + _TIMES)]
        return self._bettor.weighed(view, self.gain(view), self._games, chances, actions)

    def _outlooks(self, view: State, counts: Counts) -> Sequence[Outlook]:
        return outlooks(counts, self.gain(view))

    def gain(self, view: State) -> Gain:
        """In what is counted what it expects of a decision with this view."""
        return acquainted(self._seating).rewards.gain(view, self._seating.seat, self._scores)

    def _plan(self, view: State, times: float) -> Nesting:
        """How a decision is thought about, with so many times the actions that the budget has."""
        known, games = acquainted(self._seating), self._games
        if self.budget.method or self._playouts or known.has_long_lists or known.has_bluffs:
            return Nesting(games)
        actions = min(times * (self.budget.actions or games * _EACH), _MOST_ACTIONS) / known.effort
        with suppress(Exception):
            deal, chance = self.knowledge.worlds(view).deal, self._chance(_SURVEY)
            plan = planned(Nesting(games, actions=actions), self._seating.game, self._seating.seat, deal, known, chance)
            return plan if self.budget.actions else plan._replace(games=games, actions=inf)
        return Nesting(games)

    def _thought(self, view: State, plan: Nesting, only: Sequence[Any] = (), look: int = 0) -> Counts:
        """What a search says about each action, all tried by what they promise or only these equally often.

        What fails compiled is searched by the rules, which may fail as well, and so is all that comes after it.
        """
        twin = None if plan.tries else self._twin
        try:
            search = self._search(view, plan, twin, look)
        except Exception:
            if twin is None:
                raise
            self._twin = None
            return self._thought(view, plan, only, look)
        self._think(search, plan, only if twin is None else [twin.own(action) for action in only])
        if twin is None:
            return search.counts()
        if search.failures:
            self._twin = None
            return self._thought(view, plan, only, look)
        return {twin.theirs(self._seating.game, action): count for action, count in search.counts().items()}

    @property
    def reasons(self) -> Sequence[str]:
        """What the last search expects of the actions that it tried or does most, and of the others, in words."""
        shown = worth_telling(self.outlooks, _REASONS)
        if shown and self._bettor and shown[0].share is not None and not shown[0].looks:
            found = {one.action: one for one in self._worked_out(self.knowledge.view, [one.action for one in shown])}
            shown = [replace(found[one.action], share=one.share) for one in shown]
        return [*(one.explained(shown[0]) for one in shown), self._assumed({self._is_nested})] if shown else []

    @property
    def assumed(self) -> str:
        """What it takes those to do who play on after what it tries, in all that it has weighed up to now."""
        return self._assumed(self._ways or {self._is_nested})

    def _assumed(self, ways: set[bool]) -> str:
        if self.outlooks and self.outlooks[0].share is not None:
            what = "the game was solved" if self._solution else "betting was worked out up to the next cards"
            return f"{what}, and an action is drawn by lot; the other is taken to play as well as search does here"
        who, they = (
            ("afterwards all are taken", "they") if self._seating.seats > 1 else ("afterwards you are taken", "you")
        )
        if self._playouts is not None:
            return f"{who} to {self._playouts.taken_to}"
        if ways == {True} and self._seating.seats == 1:
            return f"afterwards you are taken to {_BEST}"
        if ways == {True}:
            who = f"afterwards you are taken to {_BEST}, and the others"
        known = acquainted(self._seating)
        is_bid = any(type(one.action) in known.bids for one in self.outlooks)
        beside = "bid or bet what comes out well" if is_bid else "put down what is true as often as they were seen to"
        taken = f"{who} to {f'{beside}, and to ' if is_bid or self._answers else ''}play"
        if self._learns and leanings(self._seating, self._twin) is not None:
            taken = f"{taken} those cards more often that did well in trial games"
        elif known.is_divided:
            taken = f"{taken} at random, or mostly the first thing that {they} may do, by lot for each in each game"
        elif known.is_mixed:
            taken = f"{taken} mostly the first thing that {they} may do, and else at random"
        else:
            taken = f"{taken} at random"
        return taken + f"; but you, where little is left to decide, to {_BEST}" * (len(ways) > 1)

    def _search(self, view: State, plan: Nesting, twin: NativeTwin | None, look: int) -> Search:
        """A search that has not begun, each time that one looks by chances of its own."""
        game, known, chance = self._seating.game, acquainted(self._seating), self._chance(look)
        worlds: Worlds | Bluff = self.knowledge.worlds(view)
        tried: Sequence[Any] = ()
        if known.has_bluffs:
            bluff = None if self._bluff is None else self._bluffed(*self._bluff)
            self._answers = bluff is not None and bluff.is_told(view, self._seating.seat, chance)
            if bluff is not None and self._answers:
                worlds = bluff
            else:
                tried = ways(Rollout(game, worlds.deal(chance), chance, self._seating.seat), chance)
        known = playing_tricks(self._seating, twin, learns=self._learns)
        nested = Nested(game, self.knowledge, known, plan.tries) if plan.tries else None
        if nested is not None:
            known = replace(known, policy=nested, is_divided=False)
        task = Task(
            game=game,
            seat=self._seating.seat,
            worlds=worlds if twin is None else worlds.compiled(twin),
            chance=chance,
            known=known,
            playouts=self._playouts,
            twin=twin,
            nested=nested,
        )
        search = METHODS[self.budget.method or ("flat" if self._playouts else "single")](task)
        after: dict[Any, dict[Seat, dict[Any, Node]]] = {}
        for way in tried:
            own = way if twin is None else twin.own(way)
            search.bluffs[own] = after.setdefault(way.redacted(), {})
        return search

    def _chance(self, look: int = 0) -> Rng:
        """Chances of its own for each decision, and each look at it."""
        seed = mix64(self._seed, self._steps)
        return Seeded(mix64(seed, look) if look else seed)

    @property
    def _learns(self) -> bool:
        """Whether so much is tried that it is worth to learn first how tricks are played."""
        return self._games >= _WORTH_LEARNING or self.budget.seconds > 0

    @property
    def _games(self) -> int:
        if self._playouts:
            return self.budget.games(0)
        known = acquainted(self._seating)
        return self.budget.games(known.length * known.effort)

    def _think(self, search: Search, plan: Nesting, only: Sequence[Any]) -> None:
        """Spend the budget, or for each of some actions half of it; they take turns.

        How much is tried that looks worse hangs on how much games differ: after one of them alone they may not.
        """
        share, turns = len(only) / 2 or 1.0, cycle(only or [None])
        if self.budget.seconds:
            end = time.process_time() + share * self.budget.seconds
            while time.process_time() < end:
                search.only = next(turns)
                search.step()
            return
        games = max(1, round(share * plan.games))
        for number in range(games):
            is_half = 2 * number >= games
            most = share * plan.actions * (1.0 if is_half else _OVERSPENT)
            if number % max(len(only), 1) == 0 and search.task.spent > most:
                break
            search.only = next(turns)
            if plan.evenly and not (only or is_half):
                search.only = plan.evenly[number % len(plan.evenly)]
            search.step()
