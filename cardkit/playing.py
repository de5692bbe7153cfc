"""Playing a game at a console: telling it, passing the keyboard between people, and keeping the score."""

from __future__ import annotations

import json
import sys
from typing import Any

from cardkit.events import Ended, Event, How, Result, TurnBegun, plain
from cardkit.piles import Seat
from cardkit.plugin import Order, Plugin, RuleSet
from cardkit.session import Session, prepare
from cardkit.table import Table
from cardkit.terminal import Terminal


class Told:
    """A watcher that shows the game in the words of its narrator, or as lines of JSON."""

    def __init__(self, session: Session, terminal: Terminal, *, quiet: bool, as_json: bool) -> None:
        self._session = session
        self._terminal = terminal
        self._quiet = quiet
        self._as_json = as_json
        self._at_the_keyboard: Seat | None = None
        self._since: dict[Seat, list[str]] = {seat: [] for seat in session.people}

    def __call__(self, event: Event, view: Any) -> None:
        if self._as_json:
            sys.stdout.write(json.dumps(plain(event), ensure_ascii=False) + "\n")
            return
        if isinstance(event, TurnBegun) and len(self._since) > 1 and event.seat in self._since:
            self._pass_the_keyboard(event.seat)
        if self._quiet and not isinstance(event, Ended):
            return
        for line in self._session.narrator(event, view):
            self._terminal.say(line)
            for lines in self._since.values():
                lines.append(line)

    def _pass_the_keyboard(self, seat: Seat) -> None:
        """Clear the screen for the next person, who then sees what happened since their last turn."""
        if not self._terminal.plain and self._at_the_keyboard not in (None, seat):
            self._terminal.clear()
            self._terminal.say(
                f"{self._session.names[seat]}, it is your turn. Press Enter when nobody else is looking."
            )
            self._terminal.ask()
            for line in self._since[seat]:
                self._terminal.say(line)
        self._since[seat].clear()
        self._at_the_keyboard = seat


def run(
    plugin: Plugin,
    rules: RuleSet,
    order: Order,
    *,
    quiet: bool = False,
    as_json: bool = False,
    scored: bool = True,
) -> Result:
    """Set a game up as ordered, play it to its end at the terminal, and put it on the score board."""
    terminal = Terminal(sys.stderr if as_json else None)
    session = prepare(plugin, rules, order, terminal)
    shown = session.seed_is_news and (session.match.draws > 0 or session.has_chance)
    if shown:
        terminal.say(f"Seed: {session.seed}")
    told = Told(session, terminal, quiet=quiet, as_json=as_json)
    match = session.match
    table = Table(match, session.players)
    if quiet and not session.people:
        result = table.run()
        told(Ended(result, match.state.count), match.view(session.eyes))
    else:
        result = table.watch(told, seat=session.eyes).run()
    if session.seed_is_news and match.draws and not shown:
        terminal.say(f"Seed: {session.seed}")
    if scored and result.how is not How.ENDLESS:
        _keep_score(match.game.name, rules.name, session, result)
    return result


def _keep_score(game: str, rules: str, session: Session, result: Result) -> None:
    """Put a finished game on the score board; where that can't be written, say so and go on."""
    from cardkit.scores import Finished, ScoreBoard, ScoresError

    hands = session.match.state.count
    winners = tuple(session.names[seat] for seat in result.winners)
    try:
        ScoreBoard().add(Finished(game=game, rules=rules, hands=hands, players=session.names, winners=winners))
    except ScoresError as error:
        sys.stdout.flush()
        sys.stderr.write(f"cardkit: warning: {error}\n")
