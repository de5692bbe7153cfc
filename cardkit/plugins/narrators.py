"""What narrators are, the plain one of every game, and how an end, scores and events are said in lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, cast

from cardkit.core.cards import BACK, Card
from cardkit.core.events import (
    Acted,
    AllPassed,
    Begun,
    Chosen,
    Ended,
    Event,
    Hinted,
    LaidOpen,
    Moved,
    PointsScored,
    Rolled,
    RoundBegun,
    RoundEnded,
    Shown,
    Shuffled,
    TurnBegun,
    plain,
)
from cardkit.core.game import Game
from cardkit.core.piles import Seat
from cardkit.core.results import How, Result
from cardkit.core.texts import counted, listed, padded, width
from cardkit.plugins.lines import Heading, Line, Marked, Name, Row, Wide, Win
from cardkit.plugins.piles_seen import called, from_one, owner_in, the
from cardkit.plugins.sayings import Sayings, all_named, cards_said, hint_said, ordinal


class Narrator(Protocol):
    """Turns an event, with the table as a seat sees it after the action, into lines."""

    def __call__(self, event: Event, view: Any, /) -> Iterable[str]:
        """The lines to show; none where there is nothing to say. A plain `str` is as good as a `Line`."""
        ...


def cards_line(cards: Sequence[Card]) -> Marked:
    """Cards in their order: those seen by their notation, a packet of hidden ones by its number."""
    if cards and all(card is BACK for card in cards):
        return Line(counted(len(cards), "hidden card"))
    return Row(tuple(cards), ", ") if cards else Line("nothing")


def result_lines(
    result: Result, number: int, counts: str, names: Sequence[str], scored_in: str = "point"
) -> Iterator[str]:
    """How a game ended, in one sentence: who won, with what score where that says more, and what the others have."""
    after = f" after {counted(number, counts)}" if number else ""
    scores = _scores_said(result, names, scored_in)
    match result.how:
        case How.WON:
            winners = [names[seat] for seat in result.winners]
            span = f" in {counted(number, counts)}" if number else ""
            yield Win(f"{all_named(winners)} {_of_all(winners, 'win')} the game{span}{scores}.")
        case How.LOST if result.of is not None:
            yield together_line(result, names)
        case How.DRAW:
            yield f"The game is a draw{after}{scores}."
        case How.ENDLESS:
            yield endless_line(result, counts)
        case How.LOST:
            yield f"{all_named(names)} {_of_all(names, 'lose')} the game{after}{scores}."
        case How.CUT_OFF:
            yield f"The game was cut off{after}{scores}."
    if result.of is not None and result.how is How.WON:
        yield together_line(result, names)


def _scores_said(result: Result, names: Sequence[str], scored_in: str) -> str:
    """With what score somebody won and what the others have, who is nearest first; nothing where that says no more."""
    scores, seats = result.scores, range(len(result.scores))
    within = ["you" if name == "You" else name for name in names]
    if result.places:
        rest = sorted((place, within[seat]) for seat, place in enumerate(result.places) if seat not in result.winners)
        told = [f"{name} {'are' if name == 'you' else 'is'} {ordinal(place)}" for place, name in rest]
        return f"; {listed(told)}" if told else ""
    if result.of is not None or not set(scores) - {0.0, 1.0}:
        return ""
    if len(scores) != len(names):
        raise ValueError(f"there are {len(scores)} scores, and {len(names)} players")
    first = {scores[seat] for seat in result.winners or seats}
    if len(first) == 1:
        (score,) = first
        each = " each" if len(seats) > 1 and not result.winners else ""
        with_what = f" with {score:g} {scored_in}{'s' * (score != 1)}{each}"
        others = [seat for seat in seats if scores[seat] != score]
    else:
        with_what, others = "", list(seats)
    by_score: dict[float, list[str]] = {}
    for seat in sorted(others, key=lambda seat: abs(scores[seat] - min(first)) if with_what else 0):
        by_score.setdefault(scores[seat], []).append(within[seat])
    told = [f"{listed(some)} {score:g}" for score, some in by_score.items()]
    if told:
        (score, some), unit = next(iter(by_score.items())), "" if with_what else f" {scored_in}s"
        told[0] = f"{listed(some)} {'has' if len(some) == 1 and some != ['you'] else 'have'} {score:g}{unit}"
    return f"{with_what}{'; ' * bool(told)}{listed(told)}"


def _of_all(names: Sequence[str], verb: str) -> str:
    """How a verb is said of these players."""
    return f"{verb}s" if len(names) == 1 and names[0] != "You" else verb


def together_line(result: Result, names: Sequence[str]) -> str:
    """What a game that all played together came to."""
    all_of_them = "Together you score" if "You" in names else "They score"
    who = f"{names[0]} {_of_all(names, 'score')}" if len(names) == 1 else all_of_them
    return f"{who} {result.scores[0]:g} of {result.of:g}."


def out_of_time_line(seat: Seat, names: Sequence[str]) -> Line:
    """Says whose time has run out, which ends the game."""
    return Line(names[seat], "'s time has run out.")


def scores_line(scores: Sequence[float], names: Sequence[str]) -> Row:
    """A number for each seat, after its name."""
    return Row([Line(name, f" {score:g}") for name, score in zip(names, scores, strict=True)], ", ")


def endless_line(result: Result, counts: str) -> str:
    """What makes an endless game endless."""
    cycle = result.cycle
    if cycle is None:
        return "The game never ends."
    if not cycle.length:
        return f"The game never ends: {counts} {cycle.first} goes round in a circle, and so on for ever."
    return (
        f"The game never ends: {counts} {cycle.again} would begin as {counts} {cycle.first} did, "
        f"and so on for ever, in a cycle of {counted(cycle.length, counts)}."
    )


class Plain:
    """The narrator of every game that has none of its own: what everybody does, and what the table shows of it.

    It speaks to `you`, if that is a seat at the table, and tells what only the engine does where it is to tell all.
    """

    def __init__(
        self,
        names: Sequence[str],
        counts: str = "turn",
        game: Game[Any, Any] | None = None,
        you: Seat | None = None,
        *,
        tells_all: bool = False,
    ) -> None:
        self._says = Sayings(game, names, you)
        self.names = self._says.names
        self.counts = counts
        self._scored_in = "point" if game is None else game.scored_in
        self._tells_all = tells_all
        self._begun = False
        self._said: list[tuple[Seat, Counter[Card], bool]] = []
        """Who acted in this turn, the cards that were named and not told to move yet, and whether no field was."""
        self._owners: dict[str, Seat | None] = {}
        """Who owns the piles that cards have gone to."""

    def __call__(self, event: Event, view: Any, /) -> Iterator[str]:
        if isinstance(event, LaidOpen | PointsScored | Rolled | Shown):
            said = self._says.event(event, view)
            if said:
                who = event.seat if isinstance(event, PointsScored) else getattr(event, "owner", None)
                yield self._says.done(self._said[-1][0] if who is None and self._said else who, said)
            if said is not None:
                return
        match event:
            case Begun():
                self._begun = True
            case RoundBegun(number):
                self._begun = False
                yield Heading(f"{'Round' if self.counts == 'turn' else self.counts.capitalize()} {number}")
            case RoundEnded(points, scores):
                yield from board_lines(points, scores, self.names, self._scored_in)
            case Acted(seat, action, cards_of):
                self._begun = True
                self._said.append((seat, Counter(_cards_of(action)), not vars(action)))
                said = self._says.event(event, view)
                if said is None:
                    said = self._says.action(action, view)
                if said:
                    whose = () if cards_of is None else (" for ", self._says.name(cards_of))
                    yield self._says.done(seat, Line(said, *whose))
            case Moved():
                yield from self._moved(event, view)
            case Shuffled(pile, size):
                if self._tells_all:
                    where = self._place(pile, self._owners.get(pile))
                    yield self._says.done(None, Line(where, f" is shuffled, {counted(size, 'card')}"))
            case Ended(result, number):
                yield from result_lines(result, number, self.counts, self.names, self._scored_in)
                if said := self._says.event(event, view):
                    yield self._says.done(None, said)
            case Chosen(seat):
                if self._tells_all:
                    yield Line(self.names[seat], self._verb([seat], " have chosen.", " has chosen."))
            case AllPassed(seats):
                yield Line(all_named([self.names[seat] for seat in seats]), self._verb(seats, " pass.", " passes."))
            case Shown(cards, pile, owner, known_to):
                if owner is not None and len(known_to) > 1 and {owner, *known_to} == {*range(len(self.names))}:
                    yield self._says.done(owner, Line("show ", cards_said(cards)))
                    return
                what = counted(len(cards), "card") if BACK in cards else cards_line(cards)
                who = all_named([self.names[seat] for seat in known_to])
                look = self._verb(known_to, " look at ", " looks at ")
                yield Line(who, look, what, " in ", self._place(pile, owner), ".")
            case Hinted(seat):
                said = self._says.event(event, view)
                if said is None:
                    said = self._says.filled(hint_said(event), event)
                if said:
                    yield self._says.done(self._said[-1][0] if self._said else seat, said)
            case LaidOpen(cards, pile, owner, known_to) if cards:
                how = Line(" is laid open: ", cards_line(cards)) if known_to != () else " is turned face down"
                yield self._says.done(None, Line(self._place(pile, owner), how))
            case LaidOpen():
                pass
            case Rolled(sides, number):
                yield f"{number} is rolled, of {sides}."
            case PointsScored(seat, points, reason):
                what = f"{abs(points):g} {self._scored_in}{'s' * (abs(points) != 1)}"
                yield self._says.done(seat, f"{'lose' if points < 0 else 'get'} {what} for {reason}")
            case TurnBegun():
                self._said.clear()
            case _:
                said = self._says.event(event, view)
                if said is None:
                    yield facts_line(plain(event))
                elif said:
                    yield self._says.done(getattr(event, "seat", None), said)

    def _verb(self, seats: Sequence[Seat], many: str, one: str) -> str:
        """How a verb is said of these seats."""
        return one if len(seats) == 1 and seats[0] != self._says.you else many

    def _moved(self, event: Moved, view: Any) -> Iterator[Line]:
        """What is told of a move: what the game says, or where the cards went if no action has told that."""
        if event.source not in self._owners:
            self._owners[event.source] = owner_in(event.source, view)
        giver, taker = self._owners[event.source], event.owner
        self._owners[event.target] = taker
        if not self._begun:
            return
        who = giver if taker is None else taker
        if who is None and self._said:
            who = self._said[-1][0]
        is_said, said = self._is_said(event.cards, giver, taker), self._says.event(event, view)
        if said is None and not is_said:
            said = self._going(event, giver, taker)
            who = giver if taker is None else taker
        if said:
            yield self._says.done(who, said)

    def _going(self, event: Moved, giver: Seat | None, taker: Seat | None) -> Line:
        """Where cards go, without who gets them, or gives them where nobody does."""
        cards, source = cards_said(event.cards), self._place(event.source, giver)
        target = self._place(event.target, taker)
        if taker is None and giver is None:
            return Line(cards, f" {'goes' if len(event.cards) == 1 else 'go'} from ", source, " to ", target)
        if taker is None:
            return Line("put ", cards, " on ", target)
        if giver == taker:
            return Line("move ", cards, f" from {the(called(event.source))} to {the(called(event.target))}")
        if giver is not None:
            return Line("get ", cards, " from ", self._says.name(giver))
        return Line("draw " if event.known_to is not None else "take ", cards, " from ", source)

    def _is_said(self, cards: tuple[Card, ...], giver: Seat | None, taker: Seat | None) -> bool:
        """Whether an action has said already that these cards go there; each is said once.

        An action that names cards has said that they go to nobody else, or as many hidden ones to anybody; one without
        fields, that hidden ones come to or from who acts.
        """
        moved = Counter(cards)
        hidden = BACK in moved
        for seat, named, is_alone in self._said:
            if is_alone and hidden and seat in (giver, taker):
                return True
            if named >= moved and (hidden or taker in (None, seat)):
                named.subtract(moved)
                return True
        return False

    def _place(self, name: str, owner: Seat | None) -> Line:
        """What a pile is called: `the stock`, `Bob's hand`, `your layout 3`."""
        if owner is None:
            return Line(the(" ".join(map(from_one, name.replace("_", " ").split()))))
        return Line(self._says.whose(owner), f" {called(name)}")


def _cards_of(action: Any) -> Iterator[Card]:
    """The cards that an action names, hidden ones too."""
    for value in cast(dict[str, Any], vars(action)).values():
        for part in cast(tuple[Any, ...], value if isinstance(value, tuple) else (value,)):
            if isinstance(part, Card):
                yield part


def board_lines(
    points: Sequence[float], scores: Sequence[float], names: Sequence[str], scored_in: str
) -> Iterator[str]:
    """How a round ended and how it stands: a column for each player, or a sentence where there is no room."""
    word = f"{scored_in}s"
    rows = [["", *names], [word, *(f"{one:g}" for one in points)], ["together", *(f"{one:g}" for one in scores)]]
    columns = [max(map(width, column)) for column in zip(*rows, strict=True)]
    needed = sum(columns) + 2 * len(names)
    within = [Name("you") if name == "You" else name for name in names]
    narrow = Line(
        f"{word.capitalize()}: ", scores_line(points, within), ". Together: ", scores_line(scores, within), "."
    )
    for number, row in enumerate(rows):
        parts: list[str] = [padded(row[0], columns[0])]
        for cell, columns_of_cell in zip(row[1:], columns[1:], strict=True):
            parts += [" " * (columns_of_cell - width(cell) + 2), cell]
        yield Wide(*parts, width=needed, instead=() if number else (narrow,))


def facts_line(facts: Mapping[str, Any]) -> str:
    """An event that only its game knows, from what JSON has of it: its name, then each fact with its name."""
    told = ", ".join(f"{name.replace('_', ' ')} {fact}" for name, fact in facts.items() if name != "event")
    name = str(facts["event"]).replace("-", " ")
    return f"{name[:1].upper()}{name[1:]}{': ' if told else ''}{told}."
