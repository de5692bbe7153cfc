"""Games of two that are so small that search solves them: it begins with what everybody knows, and bluffs as is right.

The cards are laid in every order, and from there the game is played in every way, by its rules. Then each seat changes
again and again what it does towards what it regrets not to have done (CFR+: Tammelin, arXiv 1407.5042); what it does on
the average comes near to what nobody can take advantage of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import prod
from operator import mul
from typing import Any, cast

from cardkit.bots.outlook import Gain, Outlook, Tally
from cardkit.bots.rollout import QuickDealer, Rollout, drawn
from cardkit.bots.tuning import acquainted, found_if_any
from cardkit.core.actions import Pass, choices
from cardkit.core.cards import Card, Pile, Seat, Sight
from cardkit.core.chance.generators import Rng, Seeded, shuffle
from cardkit.core.errors import CardkitError
from cardkit.core.state import State, hashable
from cardkit.table.faults import laid
from cardkit.table.turns import Seating

MOST = 10_000
"""A game that has more positions, with the cards in all orders together, is not solved."""
_LONGEST = 40
"""Nor is one in which more than so many actions follow upon each other."""
_WORK = 400_000
"""So many positions are gone through in all passes together, which are at least `_LEAST` and at most `_OFTEN`."""
_LEAST, _OFTEN = 30, 300
_PROBES = 6
"""By so many games is seen whether a game is too large, and by so many orders of the cards which of them are alike."""

Node = Any
"""What a game that has ended is worth to the first seat; else what the seat knows that chooses, and what follows."""
Acts = tuple[tuple[Seat, Any], ...]
"""What seats did, together or one alone."""


BEFORE = (-2, -3)
"""The numbers of what each seat knows before anything was seen."""


class TooLarge(Exception):
    """A game that isn't solved: it can go in too many ways, or chance has a say after the deal."""


class _Silent(Seeded):
    """Chance that has no say."""

    def below(self, bound: int) -> int:
        if bound > 1:
            raise TooLarge
        return 0


class _Laying(QuickDealer):
    """A dealer at whose shuffle some cards come to lie on top, the first one uppermost."""

    __slots__ = ("order", "said")

    def __init__(self, said: Sequence[Card]) -> None:
        super().__init__(_Silent(0))
        self.said = said
        self.order: Sequence[Card] = ()
        """The cards that were shuffled as they lay then, the top one last."""

    def shuffle(self, pile: Pile, *, picking: bool = False) -> None:
        if self.order or picking:
            raise TooLarge
        pile.cards[:] = self.order = _with_on_top(pile.cards, self.said)


def _with_on_top(cards: Sequence[Card], said: Sequence[Card]) -> list[Card]:
    left = list(cards)
    for card in said:
        left.remove(card)
    return [*left, *reversed(said)]


def _shuffled(cards: Sequence[Card], chance: Rng) -> list[Card]:
    found = list(cards)
    shuffle(found, chance)
    return found


def _orders(left: Counter[Card], depth: int) -> Iterator[tuple[float, list[Card]]]:
    """What may lie on top, so many cards deep, and how likely each of these is."""
    if not depth:
        yield 1.0, []
        return
    for card, times in list(left.items()):
        if times:
            left[card] -= 1
            for chance, others in _orders(left, depth - 1):
                yield chance * times / (left.total() + 1), [card, *others]
            left[card] += 1


def as_shares(weights: Sequence[float]) -> list[float]:
    """How often each action is taken by such weights; all alike where they are 0."""
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0 else [1 / len(weights)] * len(weights)


class InformationSet:
    """Where a seat has to choose: all positions in which it knows the same."""

    __slots__ = ("actions", "before", "gains", "now", "others", "played", "reach", "regrets", "seat", "worths")

    def __init__(self, seat: Seat, actions: Sequence[Any], before: tuple[InformationSet, int] | None) -> None:
        """`before` is where the seat chose last, and the place of what it did there."""
        self.seat, self.actions, self.before = seat, actions, before
        self.regrets, self.played, self.gains = ([0.0] * len(actions) for _ in range(3))
        self.now = as_shares(self.regrets)
        """How often each action is taken."""
        self.reach = 1.0
        self.forget()

    def forget(self) -> None:
        """Forget what came of each action."""
        self.worths, self.others = [0.0] * len(self.actions), 0.0

    def learn(self, passes: int) -> None:
        """Take what is done into the average; the later it is, the more it counts."""
        if self.before is not None:
            last, place = self.before
            self.reach = last.reach * last.now[place]
        self.played = [old + passes * self.reach * share for old, share in zip(self.played, self.now, strict=True)]

    def change(self) -> None:
        """Act upon what was regretted in a pass."""
        self.regrets = [max(old + more, 0.0) for old, more in zip(self.regrets, self.gains, strict=True)]
        self.gains = [0.0] * len(self.gains)
        self.now = as_shares(self.regrets)

    @property
    def uneven(self) -> float:
        """By how much two actions differ that are both taken, which are equally good in perfect play."""
        taken = [worth / self.others for worth, share in zip(self.worths, self.now, strict=True) if share > _SELDOM]
        return max(taken, default=0.0) - min(taken, default=0.0)


_SELDOM = 0.02
"""What is taken more seldom is a mistake of the average."""
_FINE = 0.01
"""What comes of an action is known to so much of the most that can be won."""


class Solution:
    """How each seat plays so that nobody who knows it wins anything by that; raises TooLarge."""

    def __init__(self, seating: Seating) -> None:
        self._game, self._deck = seating.game, list(seating.deck)
        if seating.seats != 2 or len(seating.game.teams(2)) != 2:
            raise TooLarge
        self.sets: dict[int, InformationSet] = {}
        """By the number of what the seat knows."""
        self._numbers: dict[Any, int] = {}
        self._is_solved = False
        self._names: dict[Card, Card] = {}
        self._sign, self._sum, self._most = 1.0, 0.0, 0.0
        self._is_first_end = True
        self._left = self._deepest = 0
        self._mixed = self._dealt(self._deck, ())[1]
        """The cards that are shuffled."""
        self._look_at_size()
        self._rewards = acquainted(seating).rewards
        self._look_at_orders()
        self._names = self._alike()
        self._solve(self._grown(list(map(self._named, self._deck))))
        self._is_solved = True

    # What the seats know

    def plain(self, action: Any) -> Any:
        """An action as something to compare, in which cards that are alike are one."""
        return type(action).__name__, *map(self._named, cast(dict[str, Any], vars(action)).values())

    def _named(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(self._named, cast(tuple[Any, ...], value)))
        return self._names.get(value, value) if isinstance(value, Card) else value

    def _number(self, before: int, what: Any) -> int:
        """The number of what a seat knows that knew what `before` stands for, and this too; -1 where it never comes."""
        if self._is_solved:
            return self._numbers.get((before, what), -1)
        return self._numbers.setdefault((before, what), len(self._numbers) + 1)

    def told(self, before: int, acted: Acts, seat: Seat) -> int:
        """The number of what a seat knows after what seats did, which knew what `before` stands for."""
        for who, action in sorted(acted, key=lambda one: one[0]):
            if not isinstance(action, Pass):
                before = self._number(before, (who, self.plain(action if who == seat else action.redacted())))
        return before

    def looked(self, before: int, view: State) -> int:
        """The same of a seat that has to choose, and looks at the table."""
        piles = [self._named(tuple(pile.cards)) for pile in view.piles()]
        fields = [hashable(getattr(view, name)) for name in view.plain_fields()]
        return self._number(before, (*piles, *fields))

    def outlooks(self, here: InformationSet, legal: Sequence[Any], gain: Gain) -> list[Outlook]:
        """What comes of each legal action, if all play as found; the one first that is taken most often."""
        if not here.others:
            return []
        within = max(here.uneven, _FINE * self._most)
        found = list[Outlook]()
        for action in self.named(legal).values():
            place = here.actions.index(self.plain(action))
            worth = self._sign * here.worths[place] / here.others + self._sum / 2
            found.append(
                Outlook(
                    action=action,
                    tally=Tally(1, worth, worth, worth * worth),
                    gain=gain,
                    share=here.now[place],
                    within=within,
                )
            )
        return sorted(found, key=lambda one: -(one.share or 0.0))

    def named(self, legal: Sequence[Any]) -> dict[Any, Any]:
        """The legal actions by what they are in the solution: of those that are alike there, the first."""
        found = dict[Any, Any]()
        for action in choices(legal):
            found.setdefault(self.plain(action), action)
        return found

    def drawn(self, here: InformationSet, legal: Sequence[Any], chance: Rng) -> Any:
        """One of the legal actions, each as often as is right."""
        likely = [plain for plain, share in zip(here.actions, here.now, strict=True) if share]
        return self.named(legal)[drawn(likely, [share for share in here.now if share], chance)]

    # All ways that the game can go

    def _look_at_size(self) -> None:
        """Raise TooLarge where a few games that go by chance say so, which takes little time where a game is large."""
        chance, positions = Seeded(5), 0
        for _ in range(_PROBES):
            rollout, _ = self._dealt(self._deck, _shuffled(self._mixed, chance))
            ways, length = 1, 0
            while not rollout.is_over:
                actions = choices(rollout.legal)
                ways, length = ways * len(actions), length + 1
                positions += ways
                if length > _LONGEST or positions > _PROBES * MOST:
                    raise TooLarge
                rollout.carry_out(actions[chance.below(len(actions))])

    def _look_at_orders(self) -> None:
        """Raise TooLarge where all that can come of one order of the cards, by at least so many orders, is too much."""
        self._left, self._deepest = MOST, 0
        self._world(self._deck, _shuffled(self._mixed, Seeded(5)))
        ranks = len({card.rank for card in self._mixed})
        orders = prod([max(ranks - place, 1) for place in range(self._deepest)])
        if orders * (MOST - self._left) > _PROBES * MOST:
            raise TooLarge

    def _dealt(self, deck: Sequence[Card], said: Sequence[Card]) -> tuple[Rollout, Sequence[Card]]:
        """The game with some cards on top of those that are shuffled, or of the deck, and how all of these lie then."""
        dealer = _Laying(said)
        state = laid(self._game, deck, 2, dealer)
        order = dealer.order
        if not order:
            order = _with_on_top(deck, said)
            state = laid(self._game, order, 2, _Laying(()))
        if state.round:
            raise TooLarge
        return Rollout(self._game, state, _Silent(0)), order

    def _alike(self) -> dict[Card, Card]:
        """Of cards of one rank the one that stands for all, if games go the same way with one or another of them."""
        first: dict[str, Card] = {}
        names = {card: first.setdefault(card.rank, card) for card in self._deck}
        if len(first) == len(names):
            return {}
        self._names, chance, deck = names, Seeded(6), [names[card] for card in self._deck]
        try:
            for _ in range(_PROBES):
                self._left, said = MOST, _shuffled(self._mixed, chance)
                if self._world(self._deck, said) != self._world(deck, [names[card] for card in said]):
                    return {}
        except (TooLarge, CardkitError):
            return {}
        return names

    def _grown(self, deck: Sequence[Card]) -> Sequence[tuple[float, Node]]:
        """All ways that the game can go with the cards in every order, and how likely each of these is.

        Of the order only those cards count that lie otherwise when it has ended, or were seen.
        """
        depth, roots = 0, list[tuple[float, Node]]()
        while not roots:
            self._deepest, self._left = depth, MOST
            self._numbers.clear()
            self.sets.clear()
            for chance, said in _orders(Counter(map(self._named, self._mixed)), depth):
                roots.append((chance, self._world(deck, said)))
                if self._deepest > depth:
                    roots.clear()
                    break
            depth = self._deepest
        return roots

    def _world(self, deck: Sequence[Card], said: Sequence[Card]) -> Node:
        """All that may come of it where these cards lie on top."""
        rollout, order = self._dealt(deck, said)
        return self._node(rollout, order, BEFORE, (None, None), (), 0)

    def _node(
        self,
        rollout: Rollout,
        order: Sequence[Card],
        known: tuple[int, int],
        before: tuple[Any, Any],
        chosen: Acts,
        length: int,
    ) -> Node:
        """All that may come of a position, by what each seat knows, and where it chose last."""
        self._left -= 1
        if self._left < 0 or length > _LONGEST:
            raise TooLarge
        if rollout.is_over:
            return self._end(rollout, order)
        seat, found, here = rollout.seat, self.named(rollout.legal), None
        if len(found) > 1:
            number = self.looked(known[seat], rollout.state.view(seat))
            here = self.sets.setdefault(number, InformationSet(seat, list(found), before[seat]))
            if here.actions != list(found):
                raise TooLarge
            known = _with(known, seat, number)
        after = list[Node]()
        for place, action in enumerate(found.values()):
            again = rollout.once_more() if here else rollout
            again.carry_out(action)
            acted: Acts = (*chosen, (seat, action))
            last = _with(before, seat, (here, place)) if here else before
            if again.is_together and again.has_chosen:
                after.append(self._node(again, order, known, last, acted, length + 1))
            else:
                knows = self.told(known[0], acted, 0), self.told(known[1], acted, 1)
                after.append(self._node(again, order, knows, last, (), length + 1))
        return (here, tuple(after)) if here else after[0]

    def _end(self, rollout: Rollout, order: Sequence[Card]) -> float:
        """What a game that has ended is worth to the first seat; raises TooLarge where the other loses more or less."""
        untouched = 0
        for pile in rollout.state.piles():
            if pile.sight is Sight.NOBODY:
                same = [card == other for card, other in zip(pile.cards, order, strict=False)]
                untouched = max(untouched, (*same, False).index(False))
        self._deepest = max(self._deepest, len(order) - untouched)
        one, two = self._rewards.gained(rollout, 0), self._rewards.gained(rollout, 1)
        if self._is_first_end:
            gain = self._rewards.gain(rollout.state, 0)
            self._sign = -1.0 if gain.unit == "points" and gain.low_is_good else 1.0
            self._sum, self._is_first_end = one + two, False
        if abs(one + two - self._sum) > _NOTHING:
            raise TooLarge
        worth = self._sign * (one - self._sum / 2)
        self._most = max(self._most, abs(worth))
        return worth

    # Who regrets what

    def _solve(self, roots: Sequence[tuple[float, Node]]) -> None:
        if not self.sets:
            raise TooLarge
        seats = [[one for one in self.sets.values() if one.seat == seat] for seat in (0, 1)]
        for passes in range(1, min(max(_WORK // (MOST - self._left), _LEAST), _OFTEN) + 1):
            for seat, own in enumerate(seats):
                for chance, node in roots:
                    _worth(node, seat, chance)
                for one in own:
                    one.learn(passes)
                for one in own:
                    one.change()
        for one in self.sets.values():
            one.now = as_shares(one.played)
            one.forget()
        for seat in (0, 1):
            for chance, node in roots:
                _worth(node, seat, chance)


_NOTHING = 1e-9


def _with(pair: tuple[Any, Any], seat: Seat, value: Any) -> tuple[Any, Any]:
    """The same pair with another value for a seat."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def _worth(node: Node, seat: Seat, others: float) -> Any:
    """What a position is worth to a seat; what each action would have gained is noted on the way.

    `others` is how likely the others and chance make it.
    """
    if node.__class__ is float:
        return node if seat == 0 else -node
    here, after = node
    if here.seat != seat:
        parts = [
            share * _worth(child, seat, others * share) for share, child in zip(here.now, after, strict=True) if share
        ]
        return sum(parts)
    worths = [_worth(child, seat, others) for child in after]
    value = sum(map(mul, here.now, worths))
    here.others += others
    for place, worth in enumerate(worths):
        here.gains[place] += others * (worth - value)
        here.worths[place] += others * worth
    return value


_SOLVED: dict[tuple[Any, ...], Solution | None] = {}
"""The solution of each game that was met, with its options and its deck; None where there is none."""


def solution_of(seating: Seating) -> Solution | None:
    """How each seat plays a small game of two; None where it isn't one."""
    return found_if_any(_SOLVED, seating, Solution)
