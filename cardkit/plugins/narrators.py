"""Events, views and results as lines of text in which the words are marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

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
from cardkit.core.piles import Seat
from cardkit.core.results import How, Result
from cardkit.core.texts import counted, listed
from cardkit.plugins.board import singular
from cardkit.plugins.lines import Heading, Line, Marked, Row, Win, interleaved, spoken


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


def result_lines(result: Result, number: int, counts: str, names: Sequence[str]) -> Iterator[str]:
    """How a game ended, in one sentence, and the scores where they say more than who won."""
    after = f" after {counted(number, counts)}" if number else ""
    match result.how:
        case How.WON:
            verb = "wins" if len(result.winners) == 1 else "win"
            winners = listed([names[seat] for seat in result.winners])
            yield Win(f"{winners} {verb} the game{f' in {counted(number, counts)}' if number else ''}.")
        case How.DRAW if result.of is not None:
            yield together_line(result, names)
        case How.DRAW:
            yield f"The game is a draw{after}."
        case How.ENDLESS:
            yield endless_line(result, counts)
        case How.LOST:
            verb = "loses" if len(names) == 1 else "lose"
            yield f"{listed(names)} {verb} the game{after}."
        case How.CUT_OFF:
            yield f"The game was cut off{after}."
    if result.of is not None:
        if result.how is How.WON:
            yield together_line(result, names)
    elif set(result.scores) - {0.0, 1.0}:
        yield Line("Scores: ", scores_line(result.scores, names))


def together_line(result: Result, names: Sequence[str]) -> str:
    """What a game that all played together came to."""
    who = f"{names[0]} scores" if len(names) == 1 else "They score"
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
    """The narrator of every game that has none of its own: each action, and what the table shows of it."""

    def __init__(self, names: Sequence[str], counts: str = "turn") -> None:
        self.names = names
        self.counts = counts
        self._begun = False
        self._said: list[tuple[Seat, str]] = []
        self._owners: dict[str, Seat | None] = {}
        """Who owns the piles that cards have gone to."""

    def __call__(self, event: Event, view: Any, /) -> Iterator[str]:
        match event:
            case Begun():
                self._begun = True
            case RoundBegun(number):
                self._begun = False
                yield Heading(f"{'Round' if self.counts == 'turn' else self.counts.capitalize()} {number}")
            case RoundEnded(points, scores):
                together = scores_line(scores, self.names)
                yield Line("Points: ", scores_line(points, self.names), ". Together: ", together, ".")
            case Acted(seat, action, cards_of):
                self._begun = True
                self._said.append((seat, f"{action} "))
                whose = () if cards_of is None else (" plays for ", self.names[cards_of])
                yield Line(self.names[seat], *whose, ": ", spoken(action))
            case Moved(cards, source, target, owner):
                giver = self._owners.get(source)
                self._owners[target] = owner
                if self._begun and not self._is_said(cards, owner):
                    places = self._place(source, giver), " to ", self._place(target, owner)
                    yield Line("  ", cards_line(cards), " from ", *places)
            case Shuffled(pile, size):
                yield Line("  ", self._place(pile, self._owners.get(pile)), f" is shuffled, {counted(size, 'card')}")
            case Ended(result, number):
                yield from result_lines(result, number, self.counts, self.names)
            case Chosen(seat):
                yield Line(self.names[seat], " has chosen.")
            case AllPassed(seats):
                yield Line(self._all(seats), " passes." if len(seats) == 1 else " pass.")
            case Shown(cards, pile, _, known_to):
                what = counted(len(cards), "card") if BACK in cards else cards_line(cards)
                yield Line(
                    "  ", self._all(known_to), f" look{'s' * (len(known_to) == 1)} at ", what, f" in {_blank(pile)}"
                )
            case Hinted(seat, pile, owner, places, rank, suit):
                at = f"at {listed(list(map(str, places)))}" if places else "nowhere"
                yield Line("  ", self.names[seat], f" is told: {rank or suit} {at} in ", self._place(pile, owner))
            case LaidOpen(cards, pile, owner, known_to) if cards:
                how = Line(" is laid open: ", cards_line(cards)) if known_to != () else " is turned face down"
                yield Line("  ", self._place(pile, owner), how)
            case LaidOpen():
                pass
            case Rolled(sides, number):
                yield f"  {number} is rolled, of {sides}"
            case PointsScored(seat, points, reason):
                yield Line("  ", self.names[seat], f" {'loses' if points < 0 else 'gets'} {abs(points):g} for {reason}")
            case TurnBegun():
                self._said.clear()
            case _:
                yield facts_line(plain(event))

    def _is_said(self, cards: tuple[Card, ...], owner: Seat | None) -> bool:
        """Whether an action has said already that these cards go to nobody else's pile; each is said once."""
        phrase = f" {' '.join(map(str, cards))} "
        for number, (seat, words) in enumerate(self._said):
            if phrase in words and BACK not in cards and owner in (None, seat):
                self._said[number] = seat, words.replace(phrase, " ", 1)
                return True
        return False

    def _place(self, name: str, owner: Seat | None) -> Line:
        """What a pile is called: `stock`, `Bob's hand`, `Bob's layout 3`."""
        if owner is None:
            return Line(name.replace("_", " "))
        word, *place = name.split()
        said = " ".join([word, *place[1:]]) if place[1:] else singular(word)
        return Line(self.names[owner], f"'s {said.replace('_', ' ')}")

    def _all(self, seats: Sequence[Seat]) -> Line:
        """The names of these seats: `Ann, Bob and Cem`."""
        *first, last = [self.names[seat] for seat in seats]
        return Line(*interleaved(first, ", "), " and ", last) if first else Line(last)


def _blank(name: str) -> str:
    """The name of a pile as people read it."""
    return name.replace("_", " ")


def facts_line(facts: Mapping[str, Any]) -> str:
    """An event that only its game knows, from what JSON has of it: its name, then each fact with its name."""
    return "  " + " ".join(
        [str(facts["event"]), *(f"{name} {fact}" for name, fact in facts.items() if name != "event")]
    )
