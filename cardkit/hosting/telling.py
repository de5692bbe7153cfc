"""What is told at a table: lines, moves to be drawn, and messages: the whole table as each pair of eyes sees it."""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Callable, Collection, Sequence
from sys import intern
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from cardkit.core.cards import BACK, Card, Seat
from cardkit.core.errors import CardkitError, GameFault
from cardkit.core.events import Acted, Event, Moved, Shown, plain
from cardkit.core.state import State
from cardkit.core.texts import complaint
from cardkit.hosting.seats import Visitor
from cardkit.plugins.lines import Laying, in_usual_ranks
from cardkit.plugins.sayings import Narrator, result_lines, title_of
from cardkit.plugins.session import PUBLIC, Session
from cardkit.records.record import Refused
from cardkit.table.turns import seating_at

if TYPE_CHECKING:
    from cardkit.hosting.hosted import Hosted

PROTOCOL: Final = 2
"""The newest version; one that says hello by version 1 is told no scenes."""
KEPT_LINES = 300
_LAST_MOVES = 24
_LAST_SCENES = 12


class HeldMoment(NamedTuple):
    """A moment that has to be seen: how many lines and moves led to it, and how the table lay."""

    lines: int
    moves: int
    lying: dict[str, Any]


class Teller:
    """A watcher that keeps what one pair of eyes was told: the last lines, the last moves, and how many there were.

    Where cards that nobody with these eyes could look at yet go on, what lay there before is a scene of its own.
    """

    def __init__(self, narrator: Narrator, draw: Callable[[State, Laying], dict[str, Any]]) -> None:
        self._narrator = narrator
        self._draw = draw
        self._lines: deque[str] = deque(maxlen=KEPT_LINES)
        self._moves: deque[Moved] = deque(maxlen=_LAST_MOVES)
        self._held: deque[HeldMoment] = deque(maxlen=_LAST_SCENES)
        self._unseen: set[tuple[str, Card]] = set()
        """Where cards lie face up that were put there since somebody looked last."""
        self._is_watched = False
        self.laying = Laying()
        self.line_count = self.move_count = 0
        self._acts: deque[int] = deque(maxlen=KEPT_LINES)
        """How many lines there were before each of the last actions."""

    def __getstate__(self) -> dict[str, Any]:
        """What is kept of it where it may be gone back to: nobody has looked yet, and no moment is held."""
        return {**vars(self), "_held": deque(maxlen=_LAST_SCENES), "_unseen": set(), "_is_watched": False}

    def __call__(self, event: Event, view: Any) -> None:
        self.follow([(event, view)])

    def follow(self, seen: Sequence[tuple[Event, Any]]) -> None:
        """Tell what happened in a step."""
        before: State | None = None
        for event, view in seen:
            if isinstance(event, Moved):
                self._move(event, before, view)
            if isinstance(event, Acted):
                self._acts.append(self.line_count)
            for line in self._narrator(event, view):
                self.say(line)
            if isinstance(event, Shown) and self._is_watched and BACK not in event.cards:
                self._show(event, view)
            before = view

    def _move(self, move: Moved, before: State | None, view: Any) -> None:
        """Tell a move; what it takes on is held where nobody could look at it yet."""
        unseen = [card for card in move.cards if (move.source, card) in self._unseen]
        if unseen and before is not None and _shows(before, move.source, unseen):
            self._hold(self._draw(before, self.laying))
        if self._is_watched:
            self._unseen.update((move.target, card) for card in move.cards if card is not BACK)
        self.laying.follow(move, view)
        self._moves.append(move)
        self.move_count += 1

    def _show(self, look: Shown, view: State) -> None:
        """Hold a look at cards that stay where they lie."""
        lying = self._draw(view, self.laying)
        faces = [card.text for card in look.cards]
        for place, pile in enumerate(lying["piles"]):
            if pile["name"] == look.pile and not set(faces) <= set(pile["cards"]):
                rest = [BACK.text] * (pile["size"] - len(faces))
                lying["piles"][place] = pile | {"cards": [*faces, *rest], "places": None}
                self._hold(lying)

    def _hold(self, lying: dict[str, Any]) -> None:
        self._held.append(HeldMoment(self.line_count, self.move_count, lying))
        self._unseen.clear()

    def look(self) -> None:
        """Somebody looks at the table as it is now."""
        self._is_watched = True
        self._unseen.clear()

    def say(self, line: str) -> None:
        """Tell a line, which is kept once for all who are told it."""
        self._lines.append(intern(str(line)))
        self.line_count += 1

    def since(self, actions: int) -> list[str]:
        """The lines by which so many actions were told, the last ones."""
        acts = list(self._acts)[-actions:]
        return _from(self._lines, self.line_count, acts[0] if acts else 0, self.line_count)

    def told(self, first: tuple[int, int], end: tuple[int, int]) -> dict[str, Any]:
        """What was told from so many lines and moves on, up to others, as far as it is kept."""
        lines, moves = _from(self._lines, self.line_count, first[0], end[0]), self._told_moves(first[1], end[1])
        scenes = [
            {
                "lines": max(0, len(lines) - end[0] + held.lines),
                "moves": max(0, len(moves) - end[1] + held.moves),
                **held.lying,
            }
            for held in self._held
            if first[0] <= held.lines <= end[0] and first[1] <= held.moves <= end[1] and first != end
        ]
        return {"lines": lines, "moves": moves, "scenes": scenes}

    def _told_moves(self, first: int, end: int) -> list[dict[str, Any]]:
        return [
            {
                "cards": [] if BACK in move.cards else [card.text for card in move.cards],
                "size": len(move.cards),
                "source": move.source,
                "target": move.target,
            }
            for move in _from(self._moves, self.move_count, first, end)
        ]


def _shows(view: State, name: str, cards: Collection[Card]) -> bool:
    """Whether one of these cards lies face up in a pile."""
    return any(pile.name == name and any(card in pile.cards for card in cards) for pile in view.piles())


T = TypeVar("T")


def _from(kept: Sequence[T], count: int, first: int, end: int) -> list[T]:
    """Of so many things the last of which are kept, those from a number on up to another."""
    start = count - len(kept)
    return [kept[place] for place in range(max(first - start, 0), min(end - start, len(kept)))]


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
        self._faces: tuple[Any, list[dict[str, Any]]] = (None, [])

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
        seat = visitor.seat
        seen = self._of(table, seat)
        fresh = visitor.game != seen["game"]
        end = seen["lines"], seen["moves"]
        first = (0, seen["moves"]) if fresh else (visitor.lines, visitor.moves)
        teller: Teller | None = seen["teller"]
        events: dict[str, Any] = teller.told(first, end) if teller else {"lines": [], "moves": [], "scenes": []}
        if fresh or visitor.protocol == 1:
            events["scenes"] = []
        is_late = seat == PUBLIC and self._delay is not None
        said = seen["said"] if is_late else self._said
        talk = _from(self._talk, self._said, visitor.talk, said)
        visitor.game, visitor.talk = seen["game"], said
        visitor.lines, visitor.moves = end
        return {
            "type": "view",
            "number": self.number,
            "phase": seen["phase"],
            "seat": seat,
            "fresh": fresh,
            "presence": {
                "chairs": self._chairs(table),
                "watchers": sum(other.seat == PUBLIC for other in table.visitors),
            },
            "clocks": seen["clocks"] if is_late else _clocks(table),
            "talk": talk,
            "asks": table.asks(seat),
            "can": can(table, seat),
            **{part: seen[part] for part in _NOTHING},
            "events": events,
            "result": seen["result"],
        }

    def _chairs(self, table: Hosted) -> list[dict[str, Any]]:
        """Who sits where now."""
        at = (self.number, table.now)
        if self._faces[0] != at:
            self._faces = (at, table.chairs.faces(table.now, table.policy.away))
        return self._faces[1]

    def _of(self, table: Hosted, seat: Seat) -> dict[str, Any]:
        if seat == PUBLIC and self._delay is not None:
            return self._delay.shown(table.now) or self._unseen()
        if seat in self._seen:
            return self._seen[seat]
        made = self._made(table, seat)
        if sum(visitor.seat == seat for visitor in table.visitors) > 1:
            self._seen[seat] = made
        return made

    def shown(self, table: Hosted) -> tuple[str, dict[str, Any] | None]:
        """How far the table is, and how its game ended, as spectators see it."""
        if self._delay is None:
            return table.phase, result_of(table)
        seen = self._of(table, PUBLIC)
        return seen["phase"], seen["result"]

    def _unseen(self) -> dict[str, Any]:
        seen = {"phase": "waiting", "result": None, "teller": None, "clocks": None}
        return _NOTHING | seen | dict.fromkeys(("game", "lines", "moves", "said"), 0)

    def _made(self, table: Hosted, seat: Seat) -> dict[str, Any]:
        """What eyes see now, and how far they were told what happened."""
        sitting = table.sitting
        if sitting is None:
            told = {"game": self._game, "phase": table.phase, "result": result_of(table, seat), "said": self._said}
            return self._unseen() | told
        teller = sitting.tellers[seat]
        teller.look()
        try:
            scene = sitting.scene(seat, is_broken_off=table.failure is not None)
        except GameFault as fault:
            scene = _NOTHING
            if table.failure is None:
                table.break_off(fault)
        return {
            **scene,
            "phase": table.phase,
            "result": result_of(table, seat),
            "teller": teller,
            "game": self._game,
            "lines": teller.line_count,
            "moves": teller.move_count,
            "said": self._said,
            "clocks": _clocks(table),
        }


def _clocks(table: Hosted) -> Any:
    return table.clocks.faces(table.now) if table.clocks else None


def result_of(table: Hosted, seat: Seat = PUBLIC) -> dict[str, Any] | None:
    """How the game ended, with a sentence for who sits at a seat; None while it goes on."""
    if table.fault:
        return {"how": "broken-off", "winners": [], "scores": [], "cycle": None, "places": [], "text": table.fault}
    match = table.sitting.match if table.sitting else None
    if match is None or match.result is None:
        return None
    game = match.game
    names = ["You" if other == seat else name for other, name in enumerate(table.session.names)]
    lines = result_lines(match.result, match.length, game.counts, names, game.scored_in)
    result: dict[str, Any] = plain(match.result)
    return result | {"text": str(next(lines))}


def can(table: Hosted, seat: Seat) -> dict[str, Any]:
    """What a seat may ask for now beside acting."""
    sitting, phase = table.sitting, table.phase
    sits, playing = seat != PUBLIC, phase == "playing" and sitting is not None
    away = [other for other in table.chairs.people if table.may_replace(seat, other)]
    if sits and table.chairs.chairs[seat].player == "human" and table.chairs.chairs[seat].machine:
        away.append(seat)
    return {
        "start": sits and phase == "waiting",
        "undo": sits and playing and sitting is not None and table.undoing is None and sitting.log.has_chosen(seat),
        "redo": sits and playing and table.taken_back_by == seat,
        "hint": sits and playing and sitting is not None and seat in sitting.table.asked,
        "rematch": sits and phase == "over" and not table.fault,
        "stand_in": away if sits and playing else [],
    }


def refusal(error: CardkitError, number: Any) -> dict[str, Any]:
    """The message that something can't be done; the number is that of what was said."""
    said = {"type": "refused", "id": number if type(number) is int else None, "reason": complaint(str(error))}
    return said | {"practice": True} if isinstance(error, Refused) and error.practice else said


def hello_of(session: Session, *, table: str, seat: Seat, is_host: bool, protocol: int = PROTOCOL) -> dict[str, Any]:
    """The first message to a seat, or to spectators, at a table of this name or before a record."""
    game, match = session.match.game, session.match
    deck = seating_at(game, match.state, 0).deck
    options, setup = game.model_dump(mode="json"), session.setup
    as_usual = setup.having(options={}).game.model_dump(mode="json")
    return {
        "type": "hello",
        "protocol": protocol,
        "table": table,
        "game": game.name,
        "title": title_of(game),
        "rules": inspect.cleandoc(game.__doc__ or ""),
        "counts": game.counts,
        "rule_set": session.setup.rules.name,
        "options": options,
        "unusual": {name: value for name, value in options.items() if value != as_usual[name]},
        "deck": [card.text for card in deck],
        "seat": seat,
        "is_host": is_host,
        "rank_order": in_usual_ranks(list(dict.fromkeys(card.rank for card in deck))),
        "suits": list(dict.fromkeys(card.suit for card in deck)),
    }
