"""Playing the games of a contest: who fails in one loses it, and nobody else is troubled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardkit.arena.contest import FAULT, Bout, Contest
from cardkit.arena.timed import Timed, alarms
from cardkit.core.acts.results import Result
from cardkit.core.errors import PlayerFault
from cardkit.core.piles import Seat
from cardkit.plugins.boundaries import Guarded, guarding
from cardkit.plugins.game_seeds import player_chance
from cardkit.plugins.plugin import plain_names
from cardkit.plugins.programs.program import Program, Running
from cardkit.plugins.registry import load_player
from cardkit.records.parts import End, Entry
from cardkit.records.record import entries, record_text, step_of
from cardkit.simulation.runs import record_of
from cardkit.simulation.workers import leaving
from cardkit.table.turns import Table


def bouts(contest: Contest, first: int, deals: int) -> list[Bout]:
    """So many deals of a contest, from this one on; what programs learn in one such run is forgotten in the next."""
    running = Running()
    leaving[:] = [running.kill]
    try:
        with alarms():
            return [
                bout(contest, deal, seating, running)
                for deal in range(first, first + deals)
                for seating in contest.games_of_a_deal
            ]
    finally:
        running.end()


def bout(contest: Contest, deal: int, seating: tuple[int, ...], running: Running) -> Bout:
    """One game; the chance of a player hangs on the deal and its seat, so that players who are alike fare alike."""
    batch, log = contest.batch, list[Entry]()
    players = _seated(contest, deal, seating, running)
    with guarding(batch.game.name):
        match = batch.match(deal)
    table = Table(match, players, seed=batch.seed_of(deal), most=contest.most)
    if contest.keeps_records:
        log += entries(None, match.outcomes)
        table.record(lambda played: log.extend(entries(*step_of(played, match.outcomes))))
    ended = _played(table, batch.game.name, players)
    result = None if isinstance(ended, PlayerFault) else ended
    record = _record(contest, deal, seating, log, result) if contest.keeps_records else ""
    if isinstance(ended, PlayerFault):
        others = [seat for seat in range(batch.seats) if seat != ended.seat] if contest.is_against else []
        shares = _shares(contest, others)
        how, scores, at_fault, reason = FAULT, shares, seating[ended.seat], ended.reason
    else:
        shares = _shares(contest, ended.winners)
        how, scores, at_fault, reason = ended.how.value, ended.scores, None, ""
    return Bout(
        deal=deal,
        seating=seating,
        how=how,
        shares=shares,
        scores=scores,
        length=match.length,
        at_fault=at_fault,
        reason=reason,
        record=record,
    )


def _seated(contest: Contest, deal: int, seating: Sequence[int], running: Running) -> list[Guarded]:
    """The players at their seats, each with a clock, programs with a place to wait in for the next game."""
    batch, seats = contest.batch, list[Guarded]()
    names = plain_names(batch.seats)
    for seat, who in enumerate(seating):
        player: Any = load_player(
            contest.players[who], batch.setup.plugin, player_chance(batch.seed_of(deal), seat), names
        )
        name = contest.names[who]
        if isinstance(player, Program):
            player.clock, player.running = contest.clock, running
            seats.append(Guarded(player, seat, name))
        else:
            seats.append(Timed(player, seat, name, contest.clock.move))
    return seats


def _played(table: Table[Any, Any], game: str, players: Sequence[Guarded]) -> Result | PlayerFault:
    """How a game ended, or the fault of the player who broke it off."""
    try:
        with guarding(game, players):
            return table.run()
    except PlayerFault as fault:
        for guarded in players:
            guarded.leave()
        return fault


def _shares(contest: Contest, winners: Sequence[Seat]) -> tuple[float, ...]:
    """What each seat has of a game: the winners share it, and where nobody won all who played against each other."""
    seats = range(contest.batch.seats)
    sharing = winners or (seats if contest.is_against else ())
    return tuple(1 / len(sharing) if seat in sharing else 0.0 for seat in seats)


def _record(contest: Contest, deal: int, seating: Sequence[int], log: list[Entry], result: Result | None) -> str:
    """The record of a game."""
    parts = {
        "seats": tuple(contest.names[who] for who in seating),
        "log": tuple(log),
        "result": End.of(result) if result else None,
    }
    return record_text(record_of(contest.batch, deal).model_copy(update=parts))
