"""Solve a Crazy 8s of eight cards by OpenSpiel's CFR+, and see how far from perfect play it is.

    pip install 'cardkit[openspiel]'
    python docs/examples/solve_crazy8s.py --iterations 20

There are four 7C, two 9D and two 8D, hands of two, and after four actions the game is drawn. Chance says which card
comes off whenever one does. Exploitability is what somebody wins on average who knows how the other plays, and answers
perfectly: 0 for perfect play.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability
from rich.progress import track

from cardkit.openspiel import register

GAME = (
    "cardkit_crazy8s(seats=2,explicit=true,deck=7C;7C;7C;7C;9D;9D;8D;8D,options=hand_size:2,most_actions={actions},"
    "history=0)"
)


def solved(actions: int, iterations: int, every: int) -> Iterator[tuple[int, float]]:
    """After so many iterations each, the exploitability of the average of all ways to play up to then."""
    register()
    game = pyspiel.load_game(GAME.format(actions=actions))
    solver = cfr.CFRPlusSolver(game)
    for done in track(range(1, iterations + 1), "Solving", transient=True):
        solver.evaluate_and_update_policy()
        if done == 1 or done % every == 0:
            yield done, exploitability.exploitability(game, solver.average_policy())


def main() -> None:
    """Solve the game, and print how far from perfect play it is on the way."""
    parser = argparse.ArgumentParser(description="Solve a Crazy 8s of eight cards.")
    parser.add_argument("--actions", type=int, default=4, help="after so many actions the game is drawn (default 4)")
    parser.add_argument("--iterations", type=int, default=20, help="how many iterations of CFR+ (default 20)")
    parser.add_argument("--every", type=int, default=10, help="print the exploitability every so often (default 10)")
    wish = parser.parse_args()
    for done, value in solved(wish.actions, wish.iterations, wish.every):
        print(f"after {done} iterations: exploitability {value:.4f}")


if __name__ == "__main__":
    main()
