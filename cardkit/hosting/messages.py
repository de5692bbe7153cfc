"""What visitors of a table are told and may say: the table as each pair of eyes sees it, and what each asks for."""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from sys import intern
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from cardkit.core.cards import BACK, Card, Seat
from cardkit.core.errors import CardkitError, GameFault, IllegalAction, NotAnAction
from cardkit.core.events import Acted, Event, Moved, Shown, plain
from cardkit.core.state import State
from cardkit.core.texts import complaint, fit, listed, spelled
from cardkit.hosting.commands import LONGEST_NAME, LONGEST_TALK
from cardkit.plugins.lines import Laying, in_usual_ranks
from cardkit.plugins.reading import NotTaken
from cardkit.plugins.sayings import Narrator, result_lines, title_of
from cardkit.plugins.setup import PUBLIC, Session
from cardkit.records.record import Record, Refused
from cardkit.table.turns import seating_at

if TYPE_CHECKING:
    from cardkit.hosting import protocol
    from cardkit.hosting.hosted import Hosted, Visitor

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
            "asks": asks(table, seat),
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
    away = [other for other in table.chairs.people if may_replace(table, seat, other)]
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


Reply = dict[str, Any] | None


@dataclass
class Undoing:
    """What a seat wants to take back, and the seats that still have to agree."""

    seat: Seat
    record: Record
    actions: int
    """How many actions would go."""
    waiting: set[Seat]
    agreed: set[Seat]


def _act(table: Hosted, visitor: Visitor, said: protocol.Act) -> None:
    """Play an action."""
    seat = seat_of(visitor)
    sitting = table.at_play()
    if seat not in sitting.table.asked:
        raise Refused("it is not your turn")
    if not table.chairs.is_person(seat):
        out = table.is_out_of_time(seat)
        raise Refused("your time has run out, and a machine makes this move" if out else "a machine plays for you")
    if said.at is not None and not table.views.since <= said.at <= table.views.number:
        raise Refused("the table has changed since; look again")
    try:
        table.answer(seat, sitting.read(seat, said.action, typed=said.typed))
    except (IllegalAction, NotAnAction, NotTaken) as error:
        raise Refused(str(error)) from None


def _why(table: Hosted, visitor: Visitor, said: protocol.Why) -> Reply:
    """Say what somebody can do with what they name, or why it can't be done."""
    seat = seat_of(visitor)
    sitting = table.at_play()
    can, reason = list[Any](), "it is not your turn"
    if seat in sitting.table.asked:
        can, reason = sitting.can(seat, said.action, typed=said.typed)
    ways = [str(sitting.said(seat, action)) for action in can]
    return {"type": "answer", "id": said.id, "can": list(map(str, can)), "ways": ways, "reason": reason}


def _hint(table: Hosted, visitor: Visitor, said: protocol.Hint) -> None:
    """Let a machine think about what it would do."""
    seat = seat_of(visitor)
    sitting = table.at_play()
    if seat not in sitting.table.asked:
        raise Refused("it is not your turn")
    if seat in table.advising:
        raise Refused("a machine thinks about it already")
    table.advise(visitor, seat, said.id)


def _undo(table: Hosted, visitor: Visitor, said: protocol.Undo) -> None:
    """Take back the last choice of a seat; people whom it concerns are asked first whether they agree."""
    seat = seat_of(visitor)
    sitting = table.at_play()
    if table.undoing is not None:
        raise Refused("somebody is asked already whether something may be taken back")
    record = sitting.log.before_choice_of(seat)
    concerned = {*sitting.log.acted_since(len(record.taken)), *sitting.table.asked} - {seat}
    people = {other for other in concerned if table.chairs.is_person(other) and table.chairs.is_there(other)}
    waiting = people if table.asks_consent else set[Seat]()
    if not waiting:
        table.go_back(seat, record, practice=said.practice)
        return
    actions = len(sitting.log.record.taken) - len(record.taken)
    table.undoing = Undoing(seat, record, actions, waiting, set())
    names = listed([table.chairs.chairs[other].name for other in sorted(waiting)])
    table.remark(f"{table.chairs.chairs[seat].name} would like to take back, and asks {names}")
    table.news(stands_otherwise=False)


def _agree(table: Hosted, visitor: Visitor, said: protocol.Agree) -> None:
    """Agree, or not, to what somebody asks: to take something back, as all have to agree, or for a machine."""
    seat, asking = seat_of(visitor), table.undoing
    if asking is None or seat not in asking.waiting:
        if seat != table.replacing:
            raise Refused("nobody asks you anything")
        table.replacing = None
        if said.yes:
            table.stand_in([seat])
        else:
            table.remark(f"{table.chairs.chairs[seat].name} goes on playing")
            table.news(stands_otherwise=False)
        return
    if not said.yes:
        table.undoing = None
        table.remark(f"{table.chairs.chairs[seat].name} does not agree: nothing is taken back")
        table.news(stands_otherwise=False)
        return
    asking.waiting.discard(seat)
    asking.agreed.add(seat)
    if asking.waiting:
        table.news(stands_otherwise=False)
    else:
        table.go_back(asking.seat, asking.record, practice=False, agreed=asking.agreed)


def asks(table: Hosted, seat: Seat) -> dict[str, Any] | None:
    """What a seat is asked to agree to: who would like to take something back, and the lines that would go, or that
    the host would like a machine to play.
    """
    if table.undoing is not None and table.sitting is not None and seat in table.undoing.waiting:
        lines = table.sitting.tellers[seat].since(table.undoing.actions)
        return {"seat": table.undoing.seat, "machine": False, "lines": lines}
    if seat == table.replacing and table.phase == "playing":
        return {"seat": table.chairs.host, "machine": True, "lines": []}
    return None


def _talk(table: Hosted, visitor: Visitor, said: protocol.Talk) -> None:
    """Say something to all."""
    text = fit_for_line(spelled(said.text), "what is said", LONGEST_TALK)
    if text:
        table.views.say("a spectator" if visitor.seat == PUBLIC else table.chairs.chairs[visitor.seat].name, text)
        table.news(stands_otherwise=False)


def _begin(table: Hosted, visitor: Visitor, said: protocol.Start) -> None:
    """Begin though not everybody is there."""
    seat_of(visitor)
    if table.sitting is not None:
        raise Refused("the game has begun")
    table.start()
    table.news()


def _replace(table: Hosted, visitor: Visitor, said: protocol.StandIn) -> None:
    """Let a machine play for somebody who is away; for the host it is enough that they aren't there.

    Whoever is there is asked, if it is the host who wants it, and plays again as soon as they say so themselves.
    """
    seat, chairs = seat_of(visitor), table.chairs
    table.at_play()
    if said.seat == seat and chairs.chairs[seat].machine and not table.is_out_of_time(seat):
        table.remark(f"{chairs.chairs[seat].name} is back")
        table.come_back(seat)
        table.note()
        table.news()
        return
    if said.seat not in table.chairs.people or (table.policy.stand_in != "ask" and seat != table.chairs.host):
        raise Refused("no machine plays for people at this seat")
    if may_replace(table, seat, said.seat):
        table.stand_in([said.seat])
    elif chairs.host == seat != said.seat and chairs.is_person(said.seat):
        table.replacing = said.seat
        names = [chairs.chairs[one].name for one in (seat, said.seat)]
        table.remark(f"{names[0]} asks whether a machine may play for {names[1]}")
        table.news(stands_otherwise=False)
    else:
        raise Refused(f"{chairs.chairs[said.seat].name} is there, or may still come back")


def may_replace(table: Hosted, seat: Seat, other: Seat) -> bool:
    """Whether a seat may let a machine play for the person at another one."""
    if seat == table.chairs.host:
        return table.chairs.is_person(other) and not table.chairs.is_there(other)
    return table.policy.stand_in == "ask" and table.chairs.is_away(other, table.now, table.policy.away)


def _rename(table: Hosted, visitor: Visitor, said: protocol.Rename) -> None:
    """Give a seat another name."""
    own = seat_of(visitor)
    seat = own if said.seat is None else said.seat
    if seat != own and (own != table.chairs.host or seat >= len(table.chairs.chairs)):
        raise Refused("the host alone gives others another name")
    name = fit_for_line(said.name, "a name", LONGEST_NAME)
    if not name or table.phase == "over":
        raise Refused("a name has at least one letter" if not name else "the game is over")
    before = table.chairs.chairs[seat].name
    table.call(seat, name)
    table.remark(f"{before} is called {table.chairs.chairs[seat].name} now")
    table.note()
    table.news()


def _open(table: Hosted, visitor: Visitor, said: protocol.Open) -> Reply:
    """Let a person have a machine's seat, which plays on until they come; the answer has the key."""
    if seat_of(visitor) != table.chairs.host or not said.seat < len(table.chairs.chairs):
        raise Refused("the host alone lets other people have a seat")
    chair = table.chairs.chairs[said.seat]
    if chair.player == "human" or table.phase == "over":
        raise Refused("this seat is a person's already" if chair.player == "human" else "the game is over")
    table.open_seat(said.seat)
    table.remark(f"The seat of {chair.name} is open for a person")
    table.note()
    table.news()
    return {"type": "answer", "id": said.id, "seat": said.seat, "key": chair.key}


def _rematch(table: Hosted, visitor: Visitor, said: protocol.Rematch) -> None:
    """Begin another game, everybody one seat further on."""
    seat_of(visitor)
    if table.phase != "over" or table.fault:
        raise Refused("the game is not over" if table.phase != "over" else "the game was broken off")
    result = table.at_end().match.result
    winners = [table.chairs.chairs[seat] for seat in result.winners] if result else []
    table.begin_next()
    for chair in winners:
        chair.won += 1
    chairs = table.chairs.chairs
    won = [f"{chair.name} {chair.won}" if len(chairs) > 1 else f"{chair.won}" for chair in chairs]
    table.remark(f"Games won: {listed(won)}")
    table.note()
    table.news()


def _renew(table: Hosted, visitor: Visitor, said: protocol.Renew) -> Reply:
    """Give a seat another key, and turn out who came by the old one."""
    if visitor.seat != table.chairs.host or said.seat not in table.chairs.people:
        raise Refused("the host alone gives people other links")
    chair = table.chairs.chairs[said.seat]
    chair.give_key()
    for other in [other for other in table.visitors if other.seat == said.seat and other is not visitor]:
        other.gone = "the link to this seat was renewed"
        table.visitors.remove(other)
        other.wake()
    chair.taken = table.chairs.is_there(said.seat)
    table.note()
    if not chair.taken and chair.away_since is None:
        chair.away_since = table.now
    table.news(stands_otherwise=False)
    return {"type": "answer", "id": said.id, "seat": said.seat, "key": chair.key}


HANDLERS: Mapping[str, Callable[[Hosted, Visitor, Any], Reply]] = {
    "act": _act,
    "why": _why,
    "hint": _hint,
    "undo": _undo,
    "agree": _agree,
    "rename": _rename,
    "open": _open,
    "redo": lambda table, visitor, _: table.play_again(seat_of(visitor)),
    "talk": _talk,
    "start": _begin,
    "stand-in": _replace,
    "rematch": _rematch,
    "renew": _renew,
}
"""What can be said to a table, each kind of message with what is done about it."""


def seat_of(visitor: Visitor) -> Seat:
    """The seat of somebody; raises Refused for those who watch."""
    if visitor.seat == PUBLIC:
        raise Refused("you watch, and have no seat here")
    return visitor.seat


def fit_for_line(text: str, what: str, longest: int) -> str:
    """What a person wrote, empty or fit for a line; raises Refused where it is neither."""
    try:
        return fit(text, what, longest) if text.strip() else ""
    except ValueError as error:
        raise Refused(str(error)) from None
