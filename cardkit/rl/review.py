"""What a strategy would have done in a game that was played, and exactly what it cost to do otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from cardkit.core.chance.generators import Seeded
from cardkit.core.piles import Seat
from cardkit.rl.recall import said
from cardkit.rl.solved import Strategy, StrategyPlayer, player_by
from cardkit.rl.solving import Numbers, Situation, Tree
from cardkit.table.match import Match
from cardkit.table.players import first_legal
from cardkit.table.turns import Table


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
