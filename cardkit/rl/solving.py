"""Small games of two, solved: how each seat plays so that nobody who knows it wins anything by that.

Every way that the game can go is played once, by its rules as they are, where chance says one card at a time. Then each
seat changes again and again what it does towards what it regrets not to have done (CFR+: Tammelin, arXiv 1407.5042).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from cardkit.core.actions import Action
from cardkit.core.cards import BACK, Card, Seat
from cardkit.core.chance.generators import Seeded
from cardkit.core.errors import CardkitError
from cardkit.core.game import AnyOf
from cardkit.core.results import Result
from cardkit.plugins.registry import load_player
from cardkit.plugins.setup import Setup, player_chance, shuffled_for
from cardkit.rl.course import Drawn
from cardkit.rl.player_files import Recall, Strategy, StrategyPlayer, player_by, said
from cardkit.rl.setting import Setting, wins
from cardkit.simulation.batch import batch_of
from cardkit.table.match import Match
from cardkit.table.turns import Table, first_legal, is_bot, seating_at

Numbers = NDArray[np.float64]
Places = NDArray[np.int64]
Advance = Callable[[int], None]

_TRIALS = 100
"""By so many games it is seen whether cards are alike."""
_CHANCE, _END = 2, 3


class CannotSolve(CardkitError):
    """A game that isn't one of two seats, or that can go in too many ways."""

    game: str
    reason: str
    sentence = "{game} can't be solved: {reason}"


@dataclass(kw_only=True)
class Situation:
    """What a seat knows where it has to choose: all positions in which it knows the same."""

    seat: Seat
    number: str
    actions: Mapping[str, Action]
    """What the seat can do, by the text that the strategy names it by."""
    first: int
    """The place of its first action among those of all situations."""
    choices: int
    """How often the seat has chosen before."""
    met: Drawn
    """One of the positions."""


class TreeNode(NamedTuple):
    """A position, as the tree keeps it."""

    parent: int
    owner: int
    """The seat that chooses there, or chance, or nobody where the game has ended."""
    slot: int
    """The place of the action that led here; -1 where it was chance."""
    chance: float
    won: float = 0.0
    """What the first seat has won at an end, of 1 or -1."""
    scores: tuple[float, float] = (0.0, 0.0)


class Tree:
    """Every way that a game can go, the positions by how much came before them."""

    def __init__(self, setup: Setup, *, most_actions: int, most_positions: int, advance: Advance) -> None:
        """Raises CannotSolve where there are more positions, or not two seats that play against each other."""
        self.setup, self.most_actions = setup, most_actions
        self.alike = alike(setup)
        game, deck = setup.game, tuple(self.alike.get(card, card) for card in setup.cards)
        if len(setup.sitting) != 2 or len(game.teams(2)) != 2:
            raise CannotSolve(game.name, "it is not played by two, each for itself")
        self.situations: list[Situation] = []
        self._known: dict[str, Situation] = {}
        batch = batch_of(setup.with_game(game).having(deck=deck))
        setting = Setting(batch=batch, rewards=wins, most_actions=most_actions)
        nodes = list[TreeNode]()
        for node in self._grown(Drawn(setting)):
            nodes.append(node)
            if len(nodes) > most_positions:
                reason = f"it can go in more than {most_positions:,} ways; give it fewer cards, or a limit by --actions"
                raise CannotSolve(game.name, reason)
            if not len(nodes) % 1000:
                advance(1000)
        self._arrange(nodes)

    def _grown(self, root: Drawn) -> Iterator[TreeNode]:
        """All positions, each after the one that led to it."""
        waiting: list[tuple[int, int, float, Drawn, tuple[Recall, ...]]] = [(-1, -1, 1.0, root, ())]
        chosen = list[tuple[int, int]]()
        while waiting:
            parent, slot, chance, course, known = waiting.pop()
            number = len(chosen)
            chosen.append(chosen[parent] if chosen else (0, 0))
            if course.match is not None and not known:
                known = tuple([Recall(self.alike, seat, course.match.view(seat)) for seat in (0, 1)])
            if course.is_chance:
                yield TreeNode(parent, _CHANCE, slot, chance)
                waiting += [
                    (number, -1, share, *self._next(course, "hear", word, known))
                    for word, share in course.words().items()
                ]
            elif course.is_over:
                yield TreeNode(parent, _END, slot, chance, *_worth(course.playing.result))
            else:
                seat = course.asked
                yield TreeNode(parent, seat, slot, chance)
                if type(course.playing.acting) is AnyOf:
                    raise CannotSolve(self.setup.game.name, "several seats may act at the same time")
                situation, legal = self._situation(course, seat, known[seat], chosen[number][seat])
                one, two = chosen[number]
                chosen[number] = (one + (seat == 0), two + (seat == 1))
                waiting += [
                    (number, situation.first + place, 1.0, *self._next(course, "take", action, known))
                    for place, action in enumerate(legal)
                ]

    @staticmethod
    def _next(course: Drawn, step: Any, word: Any, known: tuple[Recall, ...]) -> tuple[Drawn, tuple[Recall, ...]]:
        """The position after a step, and what each seat knows there."""
        after = course.twin()
        getattr(after, step)(word)
        if not known:
            return after, ()
        pages = [page for page in after.pages[len(course.pages) :] if page.seat is None]
        knew = tuple([recall.copy() for recall in known])
        for page in pages:
            for seat, recall in enumerate(knew):
                recall.told([event.seen_by(seat) for event in page.events])
        return after, knew

    def _situation(self, course: Drawn, seat: Seat, recall: Recall, choices: int) -> tuple[Situation, Sequence[Action]]:
        """What a seat knows that has to choose, and what it can do, each action once."""
        named = dict(sorted([(said(action, self.alike), action) for action in course.legal(seat)], key=itemgetter(0)))
        number = recall.now(course.playing.view(seat))
        found = self._known.get(number)
        if found is None:
            first = sum([len(last.actions) + last.first for last in self.situations[-1:]])
            found = Situation(seat=seat, number=number, actions=named, first=first, choices=choices, met=course)
            self._known[number] = found
            self.situations.append(found)
        elif found.actions.keys() != named.keys():
            reason = f"seat {seat} can't tell two positions apart in which it may do other things"
            raise CannotSolve(self.setup.game.name, reason)
        return found, [*named.values()]

    def _arrange(self, nodes: list[TreeNode]) -> None:
        """Lay the positions out in arrays, level by level, those after one position side by side."""
        level = np.zeros(len(nodes), dtype=np.int64)
        for number, node in enumerate(nodes[1:], 1):
            level[number] = level[node.parent] + 1
        place = np.empty(len(nodes), dtype=np.int64)
        order = list[int]([0])
        after: list[list[int]] = [[] for _ in nodes]
        for number, node in enumerate(nodes[1:], 1):
            after[node.parent].append(number)
        for number in order:
            order += after[number]
        place[order] = np.arange(len(nodes))
        laid = [nodes[number] for number in order]
        self.parent: Places = np.array([0, *place[[node.parent for node in laid[1:]]]], dtype=np.int64)
        self.owner: Places = np.array([node.owner for node in laid])
        self.slot: Places = np.array([node.slot for node in laid])
        self.chance: Numbers = np.array([node.chance for node in laid])
        ends = self.owner == _END
        scores = np.array([node.scores for node in laid])
        self.in_points = bool(scores.any() and not scores.sum(axis=1).any())
        """Whether what one seat gets in points the other one loses; else a win counts 1, and a loss -1."""
        self.worth: Numbers = np.where(ends, scores[:, 0] if self.in_points else [node.won for node in laid], 0.0)
        starts = np.flatnonzero(np.diff(level[order], prepend=-1))
        self.levels = [_Level(self.parent, start, end) for start, end in pairwise([*starts[1:], len(nodes)])]
        self.slots = sum(len(situation.actions) for situation in self.situations)
        self.situation_of: Places = np.repeat(
            np.arange(len(self.situations)), [len(situation.actions) for situation in self.situations]
        )
        self._even: Numbers = 1 / np.bincount(self.situation_of)[self.situation_of]
        """The share of each action where all of a situation are alike."""
        self.firsts: Places = np.array([situation.first for situation in self.situations], dtype=np.int64)
        self.by_seat = [np.flatnonzero((self.owner[self.parent] == seat) & (self.slot >= 0)) for seat in (0, 1)]
        self._seats: Places = np.array([situation.seat for situation in self.situations], dtype=np.int64)
        self._choices: Places = np.array([situation.choices for situation in self.situations], dtype=np.int64)

    def sight(self, situation: Situation) -> str:
        """What the seat sees there, in a few words: the cards that it sees, and what else isn't as at the beginning."""
        course, seat = situation.met, situation.seat
        view, before = course.playing.view(seat), course.again().view(seat)
        piles = [(pile.name, [card for card in pile if card is not BACK]) for pile in view.piles()]
        told = [f"{name} {' '.join(map(str, cards))}" for name, cards in piles if cards]
        for name in sorted(set(view.plain_fields()) & set(view.counted_fields())):
            if getattr(view, name) != getattr(before, name) and name != "turn":
                told.append(f"{name} {getattr(view, name)}")
        return ", ".join(told)

    def shares(self, weights: Numbers) -> Numbers:
        """For each action its share of the weights of all actions in its situation; all alike where all are 0."""
        total = np.add.reduceat(weights, self.firsts)[self.situation_of]
        return np.where(total > 0, weights / np.where(total > 0, total, 1.0), self._even)

    def likely(self, shares: Numbers) -> Numbers:
        """How likely each position is after the one before it."""
        return np.where(self.slot >= 0, shares[self.slot], self.chance)

    def reached(self, likely: Numbers, seat: Seat) -> tuple[Numbers, Numbers]:
        """How likely each position is by what a seat does, and by what all others and chance do."""
        own, others = np.ones(len(likely)), np.ones(len(likely))
        mine = np.zeros(len(likely), dtype=bool)
        mine[self.by_seat[seat]] = True
        for level in self.levels:
            here, before = level.here, self.parent[level.here]
            own[here] = own[before] * np.where(mine[here], likely[here], 1.0)
            others[here] = others[before] * np.where(mine[here], 1.0, likely[here])
        return own, others

    def values(self, likely: Numbers, seat: Seat) -> Numbers:
        """What a seat can expect in each position."""
        values = self.worth.copy() if seat == 0 else -self.worth
        for level in reversed(self.levels):
            values[level.parents] = np.add.reduceat(likely[level.here] * values[level.here], level.groups)
        return values

    def value(self, shares: Numbers) -> float:
        """What the first seat can expect where all play so."""
        return float(self.values(self.likely(shares), 0)[0])

    def regrets(self, shares: Numbers, seat: Seat) -> tuple[Numbers, Numbers]:
        """For each action of a seat what it would have gained by it, and how likely it came to choose and chose it."""
        likely = self.likely(shares)
        own, others = self.reached(likely, seat)
        values, edges = self.values(likely, seat), self.by_seat[seat]
        before, slots = self.parent[edges], self.slot[edges]
        gained = self._summed(slots, others[before] * (values[edges] - values[before]))
        return gained, self._summed(slots, own[before] * likely[edges])

    def _summed(self, slots: Places, numbers: Numbers) -> Numbers:
        """The sum of the numbers for each action."""
        return np.bincount(slots, numbers, self.slots).astype(np.float64)

    def best_answer(self, shares: Numbers, seat: Seat) -> float:
        """What a seat wins at most against one that plays so."""
        _, others = self.reached(self.likely(shares), seat)
        edges = self.by_seat[seat]
        slots, reach = self.slot[edges], others[self.parent[edges]]
        choices, mine = self._choices, self._seats == seat
        answer = shares.copy()
        # What comes last is decided first, so that each choice is made for what follows from it.
        for depth in sorted({*choices[mine]}, reverse=True):
            values = self.values(self.likely(answer), seat)
            gains = self._summed(slots, reach * values[edges])
            for place in np.flatnonzero(mine & (choices == depth)):
                first = self.firsts[place]
                end = first + len(self.situations[place].actions)
                answer[first:end] = 0.0
                answer[first + int(np.argmax(gains[first:end]))] = 1.0
        return float(self.values(self.likely(answer), seat)[0])

    @property
    def unit(self) -> str:
        """What is won."""
        return f"{self.setup.game.scored_in}s" if self.in_points else "games won less those lost"

    def loses(self, shares: Numbers, other: Numbers) -> float:
        """What somebody loses on average who plays so, against one who plays otherwise."""
        return (self._against(other, shares) - self._against(shares, other)) / 2

    def _against(self, first: Numbers, second: Numbers) -> float:
        """What the first seat can expect where each plays in its own way."""
        return self.value(np.where(self._seats[self.situation_of] == 0, first, second))

    def exploitability(self, shares: Numbers) -> float:
        """What somebody wins on average who knows how the other plays, and answers perfectly."""
        return (self.best_answer(shares, 0) + self.best_answer(shares, 1)) / 2

    def strategy(self, shares: Numbers) -> Strategy:
        """The strategy that a player at either seat plays by."""
        setup = self.setup
        return Strategy(
            game=setup.game.name,
            options=setup.game.model_dump(mode="json"),
            deck=tuple(sorted(map(str, setup.cards))),
            alike=self.alike,
            most_actions=self.most_actions,
            plays={
                situation.number: {
                    action: round(float(shares[situation.first + place]), 6)
                    for place, action in enumerate(situation.actions)
                }
                for situation in self.situations
            },
        )


class _Level:
    """Positions that as many steps lead to."""

    def __init__(self, parent: Places, start: int, end: int) -> None:
        self.here = slice(start, end)
        before = parent[start:end]
        self.groups: Places = np.flatnonzero(np.diff(before, prepend=-1))
        """Where those of the next position begin."""
        self.parents: Places = before[self.groups]


def _worth(result: Result | None) -> tuple[float, tuple[float, float]]:
    if result is None:
        return 0.0, (0.0, 0.0)
    return wins(result)[0], cast("tuple[float, float]", tuple(map(float, result.scores)))


def alike(setup: Setup) -> dict[Card, Card]:
    """Of cards of one rank, the one that stands for all, if the rules can't tell them apart in a hundred games."""
    first: dict[str, Card] = {}
    found = {card: first.setdefault(card.rank, card) for card in setup.cards}
    if all(card is other for card, other in found.items()):
        return {}
    return found if all(_is_alike(setup, found, number) for number in range(_TRIALS)) else {}


def _is_alike(setup: Setup, found: Mapping[Card, Card], number: int) -> bool:
    """Whether a game goes the same way with one card in the place of another."""
    pile, chance = shuffled_for(setup.pile, number), Seeded(number)
    cards = [found[card] for card in pile]
    try:
        one, other = [Match[Any, Any](setup.game, lying, seats=2, rng=Seeded(number)) for lying in (pile, cards)]
        while one.result is None and one.length < _TRIALS:
            seat = one.to_act[chance.below(len(one.to_act))]
            legal = list(one.legal_of(seat) if one.is_shared else one.legal)
            twins = {said(action): action for action in (other.legal_of(seat) if one.is_shared else other.legal)}
            if {said(action, found) for action in legal} != twins.keys():
                return False
            action = legal[chance.below(len(legal))]
            one.advance(action, seat)
            other.advance(twins[said(action, found)], seat)
            if one.result != other.result or one.to_act != other.to_act:
                return False
    except CardkitError:
        return False
    return True


class Found(NamedTuple):
    """How near to perfect play a strategy is after so many passes."""

    passes: int
    value: float
    """What the first seat can expect."""
    exploitability: float
    """What somebody wins on average who knows how the other plays, and answers perfectly."""


class Solver:
    """Goes through a tree again and again, each time with fewer regrets."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.passes = 0
        self._regrets, self._played = np.zeros(tree.slots), np.zeros(tree.slots)

    def step(self) -> None:
        """Let each seat, one after the other, change how it plays; later ways to play count more in the average."""
        self.passes += 1
        for seat in (0, 1):
            gained, played = self.tree.regrets(self.tree.shares(self._regrets), seat)
            np.maximum(self._regrets + gained, 0.0, out=self._regrets)
            self._played += self.passes * played

    @property
    def average(self) -> Numbers:
        """The average of all ways to play up to now, which comes near to perfect play."""
        return self.tree.shares(self._played)

    def found(self) -> Found:
        """How near the average is to perfect play."""
        average = self.average
        return Found(self.passes, self.tree.value(average), self.tree.exploitability(average))

    def run(self, until: float, most: int, advance: Advance) -> Iterator[Found]:
        """Go on until so little can be won by knowing the strategy, or so many passes; what is found on the way."""
        look = 1
        while self.passes < most:
            self.step()
            advance(1)
            if self.passes == look or self.passes == most:
                found = self.found()
                yield found
                if found.exploitability <= until:
                    return
                # 1, 2, 5, 10, 20, 50, …
                look = look * 5 // 2 if str(look)[0] == "2" else look * 2


def sampled(tree: Tree, player: str, samples: int, advance: Advance) -> Numbers:
    """How often a player takes each action, where it was asked so often in each situation; the seeds are 0, 1, …"""
    taken = np.zeros(tree.slots)
    for situation in tree.situations:
        for number in range(samples):
            name = said(_chosen(tree, situation, player, number), tree.alike)
            taken[situation.first + [*situation.actions].index(name)] += 1
        advance(1)
    return taken / samples


def _chosen(tree: Tree, situation: Situation, player: str, number: int) -> Action:
    """What a player chooses in a situation."""
    course, seat = situation.met, situation.seat
    chance = player_chance(number, seat)
    bot: Any = load_player(player, tree.setup.plugin, chance)
    match = course.again()
    if is_bot(bot):
        bot.begin(seating_at(match.game, match.state, seat), match.view(seat))
    for played in course.log:
        match.advance(played.action, played.seat)
        if is_bot(bot):
            bot.told([event.seen_by(seat) for event in [*match.acted, *match.events()]], match.view(seat))
    view, legal = course.playing.view(seat), list(course.legal(seat))
    choose: Any = bot.choose if is_bot(bot) else bot
    return cast(Action, choose(view, legal))


class Judged(NamedTuple):
    """A decision of a seat, and what comes of each action against somebody who plays by the strategy."""

    action: int
    """Which action of the game it was, from 1."""
    number: int
    """The round or turn it was taken in."""
    played: str
    plays: Mapping[str, float]
    """How often the strategy takes each action."""
    expected: Mapping[str, float]
    """What comes of each action; nothing where the strategy never lets it come to this."""

    @property
    def cost(self) -> float | None:
        """How much less comes of what was played than of what is best; None where nobody knows."""
        return max(self.expected.values()) - self.expected[self.played] if self.expected else None


def judged(
    tree: Tree, strategy: Strategy, match: Match[Any, Any], taken: Sequence[tuple[Seat | None, str]], seat: Seat
) -> Iterator[Judged]:
    """The decisions of a seat in a match that goes as these actions in notation, as far as the strategy has them."""
    bot: StrategyPlayer = player_by(strategy)(Seeded(0))
    players: list[Any] = [first_legal] * match.state.seats
    players[seat] = bot
    table, shares = Table(match, players), shares_of(tree, strategy)
    situations = {situation.number: situation for situation in tree.situations}
    table.retell([])
    for place, (named, text) in enumerate(taken, start=1):
        acting = match.turn if named is None else named
        if acting == seat and len(match.legal_of(seat) if match.is_shared else match.legal) > 1:
            situation = situations.get(bot.number(match.view(seat)))
            if situation is not None:
                played = str(situation.actions[said(match.read(text, seat), tree.alike)])
                own = shares[situation.first : situation.first + len(situation.actions)]
                plays = dict(zip(map(str, situation.actions.values()), map(float, own), strict=True))
                yield Judged(place, match.number, played, plays, expected(tree, shares, situation))
        table.retell([(named, text)])


def shares_of(tree: Tree, strategy: Strategy) -> Numbers:
    """How often a strategy takes each action of a tree; any of them where it says nothing."""
    weights = [
        strategy.plays.get(situation.number, {}).get(action, 0.0)
        for situation in tree.situations
        for action in situation.actions
    ]
    return tree.shares(np.array(weights))


def expected(tree: Tree, shares: Numbers, situation: Situation) -> Mapping[str, float]:
    """What comes of each action where all play so before and after; nothing where it never comes to this."""
    likely = tree.likely(shares)
    _, others = tree.reached(likely, situation.seat)
    values, edges = tree.values(likely, situation.seat), tree.by_seat[situation.seat]
    found = dict[str, float]()
    for place, action in enumerate(situation.actions.values()):
        here = edges[tree.slot[edges] == situation.first + place]
        weights = others[tree.parent[here]]
        if weights.sum() > 0:
            found[str(action)] = float((weights * values[here]).sum() / weights.sum())
    return found
