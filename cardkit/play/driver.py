"""Playing a game at a console: telling it, passing the keyboard between people, keeping its record and the score."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardkit.core.acts.events import Ended
from cardkit.core.acts.results import How
from cardkit.core.errors import CardkitError, GameFault, PlayerFault
from cardkit.core.piles import Seat
from cardkit.play.kept.settings import settings
from cardkit.play.keyboard import Keyboard
from cardkit.play.output import write_line
from cardkit.play.pace import Pause, somebody_is_relieved, standing_in
from cardkit.play.telling import Told, tell_of_chance
from cardkit.play.terminal import Terminal
from cardkit.plugins.boundaries import guarding
from cardkit.plugins.people import Console, EndOfInput, Interrupted, Left, Undone
from cardkit.plugins.plugin import Order, Plugin, RuleSet
from cardkit.plugins.session import Session, prepare
from cardkit.table.turns import Table

if TYPE_CHECKING:
    from cardkit.play.kept.games import GameFile
    from cardkit.play.kept.keeper import Keeper, Trail
    from cardkit.play.prompt_commands import Desk
    from cardkit.records.record import Record


class BrokenOff(CardkitError):
    """A game that an error of a player or a rule broke off, whose record is kept."""

    def __init__(self, fault: CardkitError, record: Path) -> None:
        super().__init__(fault, record)
        self.fault = fault
        self.record = record

    def __str__(self) -> str:
        return f"{self.fault}; the game so far is kept in {self.record}"


class Player:
    """Plays games at a terminal, from an order or from a record, to the end or to where somebody leaves."""

    def __init__(
        self, *, quiet: bool = False, as_json: bool = False, scored: bool = True, pause: float | None = None
    ) -> None:
        self._quiet = quiet
        self._as_json = as_json
        self._scored = scored
        self._pause = settings().pause if pause is None else pause
        self._terminal = Terminal(sys.stderr if as_json else None)
        self._keyboard = Keyboard(self._terminal, lambda seat: self._desks[seat].take_back())
        self._desks: dict[Seat, Desk] = {}
        self._file: GameFile | None = None
        self._trail: Trail | None = None

    def play(self, plugin: Plugin, rules: RuleSet, order: Order, record: Path | None = None) -> None:
        """Play a game as ordered, keeping its record in a file if one is given."""
        if record is not None:
            from cardkit.records.files import refuse_existing

            refuse_existing(record)
        settled = settings()
        order = order.having(person=settled.name, practice=order.practice or settled.practice)
        with guarding(plugin.game.name):
            session = prepare(plugin, rules, order, self._terminal, self._desk)
        if record is not None or session.people:
            from cardkit.play.kept.games import GameFile

            self._file = GameFile.begun(session, record)
        self._go_on(session, None)

    def take_up(
        self,
        plugin: Plugin,
        record: Record,
        path: Path,
        seats: tuple[str, ...],
        into: Path | None = None,
        seed: int | None = None,
    ) -> None:
        """Go on with the game of a record in its own file, or in a new one, by other chance if there is a seed."""
        from cardkit.play.kept.games import GameFile
        from cardkit.records.files import RecordFile
        from cardkit.records.reopening import record_of, revive

        with guarding(plugin.game.name):
            session = revive(plugin, record, path, self._desk, seats, seed=seed)
        started = record_of(session).model_copy(update={"log": record.log})
        self._file = GameFile(session, RecordFile(into or path, started, replacing=into is None))
        if into is not None:
            self._terminal.say(f"Chance goes on by the seed {session.seed}." if session.cards_alone else _SAME_CHANCE)
        self._go_on(session, started)

    def _desk(self, seat: Seat) -> Console:
        from cardkit.play.prompt_commands import Desk

        self._desks[seat] = Desk(self._terminal, seat)
        return self._desks[seat]

    def _go_on(self, session: Session, record: Record | None) -> None:
        """Play until the end, again and again from an earlier point where somebody takes a choice back."""
        while True:
            try:
                guard = guarding(session.plugin.game.name, session.players)
                with guard, self._keyboard.left_clear(), standing_in(session) as players:
                    self._run(session, players, record)
            except (GameFault, PlayerFault) as fault:
                if self._file is None or self._file.path is None:
                    raise
                raise BrokenOff(fault, self._file.path) from fault
            except Undone as undone:
                session, record = self._gone_to(session, undone.record), undone.record
                self._terminal.say(undone.said)
            except Left:
                self._terminal.say(self._file.farewell if self._file else "")
                return
            except EndOfInput:
                raise EndOfInput(self._how_to_go_on()) from None
            except KeyboardInterrupt:
                raise Interrupted(self._how_to_go_on()) from None
            else:
                return

    def _gone_to(self, session: Session, record: Record) -> Session:
        """The game at another point."""
        from cardkit.records.reopening import revive

        if self._file is not None:
            self._file.become(record)
        seed = session.seed if session.cards_alone else None
        again = revive(session.plugin, record, Path("the game"), self._desk, session.seats, seed=seed)
        return replace(again, style=session.style, most_turns=session.most_turns)

    def _run(self, session: Session, players: Sequence[Any], record: Record | None) -> None:
        match = session.match
        told = Told(session, self._terminal, self._keyboard, quiet=self._quiet, as_json=self._as_json)
        told.relieved = partial(somebody_is_relieved, players)
        shown = session.seed_is_news and (match.draws > 0 or session.has_chance)
        if shown:
            told.say(f"Seed: {session.seed}")
        if self._as_json and not self._quiet and record is None:
            from cardkit.records.record import setting_of
            from cardkit.records.reopening import record_of

            write_line(json.dumps(setting_of(record_of(session)), ensure_ascii=False))
        table = Table(match, players, seed=session.seed, most_turns=session.most_turns)
        kept = self._keep(session, table, told)
        watched = bool(session.people or self._file or not self._quiet)
        if watched:
            table.watch(told, seat=session.eyes)
        if record is not None and record.log:
            told.muted = True
            machines = [seat for seat in range(match.state.seats) if seat not in session.people]
            table.retell(record.taken, reminding=machines)
            told.muted = False
            told.show_last()
        if kept is not None:
            kept.file = self._file
        if self._pause and watched:
            table.watch(Pause(self._pause, session.people))
        result = table.run()
        if not watched:
            told(Ended(result, match.length), match.view(session.eyes))
        if session.seed_is_news and match.draws and not shown:
            told.say(f"Seed: {session.seed}")
        tell_of_chance(session, table)
        if self._file is not None:
            self._file.finish(result)
        if self._scored and not session.practice and result.how not in (How.ENDLESS, How.CUT_OFF):
            from cardkit.play.kept.scores import keep_score

            keep_score(session, result, self._trail.hints if self._trail else 0)

    def _keep(self, session: Session, table: Table[Any, Any], told: Told) -> Keeper | None:
        """Let the record of the game be kept in memory, where it has a file or people who may ask for it."""
        if not (session.people or self._file):
            return None
        from cardkit.play.kept.keeper import Keeper, Trail

        self._trail = self._trail or Trail()
        kept = Keeper(session, self._trail)
        table.watch(kept).record(kept.keep)
        for desk in self._desks.values():
            desk.keeper, desk.told = kept, told.lines
        return kept

    def _how_to_go_on(self) -> str:
        """How the game can be taken up again, or nothing where it was not kept."""
        how = self._file.how_to_go_on if self._file else ""
        return how and f"go on with: {how}"


_SAME_CHANCE = "Chance goes on as in the record: the same choices lead to the same game; --seed N leads to another."
