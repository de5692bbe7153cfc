"""What is told at a table: lines, moves to be drawn, and messages: the whole table as each pair of eyes sees it."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from cardkit.core.cards import BACK
from cardkit.core.errors import GameFault
from cardkit.core.events import Event, Moved, plain
from cardkit.core.piles import Seat
from cardkit.hosting.seats import Visitor
from cardkit.plugins.narrators import Narrator, result_lines
from cardkit.plugins.session import PUBLIC

if TYPE_CHECKING:
    from cardkit.hosting.hosted import Hosted

LAST_LINES = 300
_LAST_MOVES = 24


class Texts:
    """Lets lines that several pairs of eyes are told be kept once."""

    def __init__(self) -> None:
        self._last: deque[str] = deque(maxlen=12)

    def once(self, line: str) -> str:
        """The same line, as it was kept lately if it was."""
        for known in self._last:
            if known == line:
                return known
        self._last.append(line)
        return line


class Teller:
    """A watcher that keeps what one pair of eyes was told: the last lines, the last moves, and how many there were."""

    def __init__(self, narrator: Narrator, texts: Texts) -> None:
        self._narrator = narrator
        self._texts = texts
        self._lines: deque[str] = deque(maxlen=LAST_LINES)
        self._moves: deque[Moved] = deque(maxlen=_LAST_MOVES)
        self.line_count = self.move_count = 0

    def __call__(self, event: Event, view: Any) -> None:
        for line in self._narrator(event, view):
            self.say(str(line))
        if isinstance(event, Moved):
            self._moves.append(event)
            self.move_count += 1

    def say(self, line: str) -> None:
        """Tell a line."""
        self._lines.append(self._texts.once(line))
        self.line_count += 1

    def lines(self, first: int, end: int) -> list[str]:
        """The lines from a number on up to another, as far as they are kept."""
        start = self.line_count - len(self._lines)
        return list(self._lines)[max(first - start, 0) : max(end - start, 0)]

    def moves(self, first: int, end: int) -> list[dict[str, Any]]:
        """The moves from a number on up to another, as far as they are kept."""
        start = self.move_count - len(self._moves)
        return [
            {
                "cards": [] if BACK in move.cards else [card.text for card in move.cards],
                "size": len(move.cards),
                "source": move.source,
                "target": move.target,
            }
            for move in list(self._moves)[max(first - start, 0) : max(end - start, 0)]
        ]


class Delay:
    """What the public sees, so many seconds later."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._frames: deque[tuple[float, dict[str, Any]]] = deque()

    def add(self, frame: dict[str, Any], now: float) -> None:
        """Keep what can be seen from now on."""
        if not self._frames or self._frames[-1][1] != frame:
            self._frames.append((now, frame))

    def shown(self, now: float) -> dict[str, Any] | None:
        """What is shown now; None where that was before the table was laid."""
        while len(self._frames) > 1 and self._frames[1][0] <= now - self._seconds:
            self._frames.popleft()
        return self._frames[0][1] if self._frames and self._frames[0][0] <= now - self._seconds else None

    def is_due(self, now: float) -> bool:
        """Whether something else is shown now than was shown last."""
        return len(self._frames) > 1 and self._frames[1][0] <= now - self._seconds

    def changes(self, now: float) -> float | None:
        """When the public will see something else; None where nothing is to come."""
        return next((then + self._seconds for then, _ in self._frames if then > now - self._seconds), None)


_LAST_TALK = 100
_NOTHING: dict[str, Any] = {"view": None, "legal": [], "forms": [], "question": [], "scores": None}


class Views:
    """Makes the messages, each part once for all who see the same, and knows what each visitor was told."""

    def __init__(self, delay: float) -> None:
        self.number = 0
        """The number of the newest view."""
        self.since = 0
        """The number of the first view that shows the table as it stands now."""
        self._game = 1
        self._seen: dict[Seat, dict[str, Any]] = {}
        self._delay = Delay(delay) if delay else None
        self._talk: deque[dict[str, str]] = deque(maxlen=_LAST_TALK)
        self._said = 0

    def begin_anew(self) -> None:
        """Forget what was told: the game is another one, or at another point."""
        self._game += 1

    def say(self, who: str, text: str) -> None:
        """Keep what somebody says to all."""
        self._talk.append({"who": who, "text": text})
        self._said += 1

    def changed(self, table: Hosted, *, stands_otherwise: bool) -> None:
        """Something has changed, perhaps how the table stands."""
        self.number += 1
        self._seen.clear()
        if stands_otherwise:
            self.since = self.number
        if self._delay is not None:
            self._delay.add(self._made(table, PUBLIC), table.now)

    def is_due(self, now: float) -> bool:
        """Whether spectators see something else by now, without anything having happened."""
        return self._delay is not None and self._delay.is_due(now)

    def next_change(self, now: float) -> float | None:
        """When spectators will see something else, without anything having happened."""
        return self._delay.changes(now) if self._delay is not None else None

    def message(self, table: Hosted, visitor: Visitor) -> dict[str, Any]:
        """The whole view of a visitor, and what they weren't told yet."""
        seat, now = visitor.seat, table.now
        seen = self._of(table, seat)
        fresh = visitor.game != seen["game"]
        first_line, first_move = (0, seen["moves"]) if fresh else (visitor.lines, visitor.moves)
        teller: Teller | None = seen["teller"]
        talk = list(self._talk)[len(self._talk) - min(self._said - visitor.talk, len(self._talk)) :]
        visitor.game, visitor.talk = seen["game"], self._said
        visitor.lines, visitor.moves = seen["lines"], seen["moves"]
        return {
            "type": "view",
            "number": self.number,
            "phase": seen["phase"],
            "seat": seat,
            "fresh": fresh,
            "presence": {
                "chairs": table.chairs.faces(now, table.policy.away),
                "watchers": sum(other.seat == PUBLIC for other in table.visitors),
            },
            "clocks": table.clocks.faces(now) if table.clocks else None,
            "talk": talk,
            "can": can(table, seat),
            **{part: seen[part] for part in _NOTHING},
            "events": {
                "lines": teller.lines(first_line, seen["lines"]) if teller else [],
                "moves": teller.moves(first_move, seen["moves"]) if teller else [],
            },
            "result": seen["result"],
        }

    def _of(self, table: Hosted, seat: Seat) -> dict[str, Any]:
        if seat == PUBLIC and self._delay is not None:
            return self._delay.shown(table.now) or self._unseen()
        if seat in self._seen:
            return self._seen[seat]
        made = self._made(table, seat)
        if sum(visitor.seat == seat for visitor in table.visitors) > 1:
            self._seen[seat] = made
        return made

    def _unseen(self) -> dict[str, Any]:
        return _NOTHING | {"phase": "waiting", "result": None, "teller": None, "game": 0, "lines": 0, "moves": 0}

    def _made(self, table: Hosted, seat: Seat) -> dict[str, Any]:
        """What eyes see now, and how far they were told what happened."""
        sitting = table.sitting
        if sitting is None:
            return self._unseen() | {"game": self._game, "phase": table.phase, "result": result_of(table)}
        teller = sitting.tellers[seat]
        try:
            scene = sitting.scene(seat, is_broken_off=table.failure is not None)
        except GameFault as fault:
            scene, table.failure = _NOTHING, table.failure or fault
        return {
            **scene,
            "phase": table.phase,
            "result": result_of(table),
            "teller": teller,
            "game": self._game,
            "lines": teller.line_count,
            "moves": teller.move_count,
        }


def result_of(table: Hosted) -> dict[str, Any] | None:
    """How the game ended, with a sentence; None while it goes on."""
    if table.fault:
        return {"how": "broken-off", "winners": [], "scores": [], "cycle": None, "places": [], "text": table.fault}
    match = table.sitting.match if table.sitting else None
    if match is None or match.result is None:
        return None
    lines = result_lines(match.result, match.length, match.game.counts, table.session.names)
    result: dict[str, Any] = plain(match.result)
    return result | {"text": str(next(lines))}


def can(table: Hosted, seat: Seat) -> dict[str, Any]:
    """What a seat may ask for now beside acting."""
    sitting, phase = table.sitting, table.phase
    sits, playing = seat != PUBLIC, phase == "playing" and sitting is not None
    away = [other for other in table.chairs.people if table.chairs.is_away(other, table.now, table.policy.away)]
    return {
        "start": sits and phase == "waiting",
        "undo": sits and playing and sitting is not None and sitting.log.may_take_back(seat),
        "redo": sits and playing and table.taken_back_by == seat,
        "hint": sits and playing and sitting is not None and seat in sitting.table.asked,
        "rematch": sits and phase == "over" and not table.fault,
        "stand_in": away if sits and playing and table.policy.stand_in == "ask" else [],
    }
