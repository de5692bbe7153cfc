"""A player with a mistake in it, for docs/players.md."""

from collections.abc import Sequence

from cardkit_crazy8s import Crazy8sTable, Move


def player(view: Crazy8sTable, legal: Sequence[Move]) -> Move:
    print("I can do", len(legal), "things")
    return legal[len(legal)]
