"""What a game looks like, and how long it takes people, as the lobby shows it: seen at tables that chance plays."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import Any

from cardkit.bots.rollout import Policy, Rollout, any_action, mixed_action
from cardkit.core.actions import FORMS
from cardkit.core.cards import BACK
from cardkit.core.chance.generators import Seeded
from cardkit.core.events import Event, Moved
from cardkit.core.state import State
from cardkit.hosting.scene import Sketch, lying_of
from cardkit.plugins.board import Board
from cardkit.plugins.piles_seen import Laying
from cardkit.plugins.plugin import Plugin, seats_for
from cardkit.plugins.setup import Setup
from cardkit.table.match import Match
from cardkit.table.players import Random
from cardkit.table.turns import Table

GAMES = 5
"""So many games are played in either manner, of which the middle one counts."""
MOST = 3_000
"""Choices after which a game is not played on: how long it takes isn't known then."""
THOUGHT, MOMENT = 5.0, 2.0
"""Seconds that people take for a choice, and where there is only one thing to do."""
LOOKED_AT = 6
"""So many choices of each seat are looked at for the picture."""


def sample(plugin: Plugin, rules: str, deck: str | None) -> dict[str, Any]:
    """The `picture` of a table, as the piles that its first seat sees, and how many `minutes` what takes, if known."""
    setup = Setup.for_people(plugin, rules or None, seats=seats_for(plugin, None, 1), deck=deck)

    def dealt(seed: int) -> Match[Any, Any]:
        return setup.having(seed=seed).match()

    minutes, of = (plugin.game.minutes, "") if plugin.game.minutes else _minutes(dealt)
    return {"picture": _picture(dealt(0)), "minutes": minutes, "of": of}


def _minutes(dealt: Callable[[int], Match[Any, Any]]) -> tuple[float | None, str]:
    """How long a game takes, or a round in a game of rounds, by the shorter of two manners of playing anything."""
    played = [[_played(dealt(seed), policy, seed) for seed in range(GAMES)] for policy in (any_action, mixed_action)]
    found = [(median(seconds for seconds, _ in games), games[0][1]) for games in played]
    seconds, of = min(found)
    return (None if seconds == float("inf") else seconds / 60), of


def _played(match: Match[Any, Any], policy: Policy, seed: int) -> tuple[float, str]:
    """How many seconds people would take for a game, for ever if it does not end, and what a round of it is called."""
    chance = Seeded(seed)
    rollout, seconds, choices = Rollout(match.game, match.state, chance), 0.0, 0
    while not rollout.is_over:
        choices += 1
        if choices > MOST:
            return float("inf"), ""
        legal = rollout.legal
        if not rollout.has_chosen:
            seconds += MOMENT if len(legal) == 1 and type(legal[0]) not in FORMS else THOUGHT
        rollout.carry_out(policy(rollout, chance))
    is_round, counts = rollout.result is None, match.game.counts
    return seconds, ("round" if counts == "turn" else counts) if is_round else ""


def _picture(match: Match[Any, Any]) -> list[dict[str, Any]]:
    """The piles of the table at which most cards lay open beside those in the own hand, of the first that were seen."""
    names, laying, known = [""] * match.state.seats, Laying(), Sketch()
    best, piles = -1, list[dict[str, Any]]()

    def look(event: Event, view: State) -> None:
        nonlocal best, piles
        if isinstance(event, Moved):
            laying.follow(event, view)
        lying = lying_of(Board.of(match.game, view, 0, names, laying=laying), known)["piles"]
        lies = sum(_open(pile) for pile in lying if pile["looks"] != "hand")
        if lies > best:
            best, piles = lies, lying

    random = Random(Seeded(0))
    table = Table(match, [random] * match.state.seats).watch(look, seat=0)
    table.begin()
    for _ in range(LOOKED_AT * match.state.seats):
        if not table.asked:
            break
        seat = table.asked[0]
        table.answer(seat, random(None, match.legal_of(seat) if match.is_shared else match.legal))
    return piles


def _open(pile: dict[str, Any]) -> int:
    """How many cards of a pile are seen; one of a stack."""
    seen = sum(1 for card in pile["cards"] if card != BACK.text)
    return min(seen, 1) if pile["looks"] == "stack" else seen
