"""Learn Crazy 8s by playing against oneself, see how good that is, and play against what was learned.

    pip install 'cardkit[learn]'
    python docs/examples/learn_crazy8s.py --games 20000
    cardkit play crazy8s standard52 --set shuffle=true --set hand_size=5 --seat human \
        --seat docs/examples/learn_crazy8s.py

A network says what an action is worth to the seat that takes it: how the game ends for that seat. It is shown how its
own games ended, and plays what it thinks best, or one time in ten anything. That is deep Monte-Carlo, as in DouZero
(https://arxiv.org/abs/2106.06135).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import Progress

from cardkit.arena.bouts import Holding, contest
from cardkit.rl import aec_env
from cardkit.rl import player as player_of

OPTIONS = {"shuffle": True}
LEARNED = Path("crazy8s.npz")
"""Where the network is kept: in the current folder."""
HIDDEN = (128, 64)
LESSON = 50
"""How many games are played between two lessons."""
ANYTHING = 0.1
"""How often an action is tried that doesn't look best."""


class Values:
    """A network that says what actions are worth: first what is seen goes in, and which action it is."""

    def __init__(self, size: int, layers: Sequence[Any]) -> None:
        self.size = size
        """How many numbers are seen; those after them say which action it is."""
        self.layers = list(layers)
        """The weights and the bias of each layer, one after the other."""

    def of(self, seen: Any, actions: Any) -> Any:
        """What each of these actions is worth where this is seen."""
        weights, bias, *others = self.layers
        layer = seen @ weights[: self.size] + weights[self.size :][actions] + bias
        for weights, bias in zip(others[::2], others[1::2], strict=True):
            layer = np.maximum(layer, 0) @ weights + bias
        return layer[:, 0]


def games(env: Any, values: Values | None, rng: Any) -> tuple[Any, Any]:
    """What was seen and chosen in some games where there was a choice, and how each of them ended for who chose."""
    rows: list[Any] = []
    ends: list[float] = []
    for _ in range(LESSON):
        chosen: list[tuple[str, Any, int]] = []
        env.reset()
        while True:
            seen, _, ended, stopped, _ = env.last()
            if ended or stopped:
                break
            actions = np.flatnonzero(seen["action_mask"])
            action = int(rng.choice(actions))
            if len(actions) > 1:
                if values is not None and rng.random() > ANYTHING:
                    action = int(actions[np.argmax(values.of(seen["observation"], actions))])
                chosen.append((env.agent_selection, seen["observation"], action))
            env.step(action)
        rows += [(seen, action) for _, seen, action in chosen]
        ends += [env.rewards[agent] for agent, _, _ in chosen]
    size, count = env.setting.observations.size, env.setting.actions.size
    table = np.zeros((len(rows), size + count), np.float32)
    for row, (seen, action) in zip(table, rows, strict=True):
        row[:size], row[size + action] = seen, 1
    return table, np.array(ends, np.float32)


def learn(number: int, seed: int) -> Values:
    """The network after so many games, or a lesson more."""
    from sklearn.neural_network import MLPRegressor
    from threadpoolctl import threadpool_limits

    env, rng = aec_env("crazy8s", options=OPTIONS), np.random.default_rng(seed)
    network = MLPRegressor(hidden_layer_sizes=HIDDEN, batch_size=32, random_state=seed)
    values: Values | None = None
    env.reset(seed=seed)
    with threadpool_limits(1), Progress() as progress:
        task = progress.add_task("Learning", total=number)
        while values is None or not progress.finished:
            network.partial_fit(*games(env, values, rng))
            layers = zip(network.coefs_, network.intercepts_, strict=True)
            values = Values(env.setting.observations.size, [part for layer in layers for part in layer])
            progress.advance(task, LESSON)
    return values


@cache
def learned() -> Values:
    """The network that was kept."""
    with np.load(LEARNED) as kept:
        size, *layers = kept.values()
    return Values(int(size), layers)


def best(seen: dict[str, Any]) -> int:
    """The action that is worth most: a policy, as a seat takes it."""
    actions = np.flatnonzero(seen["action_mask"])
    return int(actions[np.argmax(learned().of(seen["observation"], actions))])


player = player_of(best)


def main(arguments: Sequence[str] | None = None) -> None:
    """Learn, keep what was learned, and let it play against others on the same deals, with the seats turned."""
    parser = argparse.ArgumentParser(description="Learn Crazy 8s.")
    parser.add_argument("--games", type=int, default=20_000, help="how many games it learns from")
    parser.add_argument("--deals", type=int, default=200, help="how many deals it plays against each of the others")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", action="append", help="ai, random and search:easy where nobody is named")
    asked = parser.parse_args(arguments)
    values = learn(asked.games, asked.seed)
    np.savez_compressed(LEARNED, values.size, *values.layers)
    learned.cache_clear()
    for other in asked.against or ("random", "ai", "search:easy"):
        standings, _ = Holding(contest=contest("crazy8s", [__file__, other], options=OPTIONS), deals=asked.deals).run()
        share = standings.share(0, 1)
        print(f"against {other}: {100 * share.mean:.1f} % ± {100 * (share.half or 0):.1f}")


if __name__ == "__main__":
    main()
