"""Events, views and results as lines of text in which the words are marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Protocol, cast

from cardkit.core.acts.events import (
    Acted,
    AllPassed,
    Begun,
    Chosen,
    Ended,
    Event,
    Moved,
    Rolled,
    RoundBegun,
    RoundEnded,
    Shown,
    Shuffled,
    TurnBegun,
    plain,
)
from cardkit.core.acts.results import How, Result
from cardkit.core.cards import BACK, Card
from cardkit.core.piles import Pile, Seat, Sight
from cardkit.core.state import State
from cardkit.core.texts import counted, listed
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


def table_lines(
    view: State, seat: Seat, names: Sequence[str], order: Callable[[Card], Any] | None = None
) -> Iterator[Marked | str]:
    """Every pile that has cards, as a seat sees it, hands in an order, and then whatever else people are to know."""
    of_each = Counter((pile.name.split()[0], pile.owner) for pile in view.piles())
    for name, group in groupby(filter(None, view.piles()), lambda pile: pile_name(pile, seat, names)):
        piles = [_in_order(pile, order) for pile in group]
        first = piles[0].name.split()[0]
        word = _blank(first)
        alone = piles[0].owner is not None and of_each[first, piles[0].owner] == 1
        yield Line(
            name.removesuffix(word) + singular(word) if alone else name, ": ", Row(list(map(_lying, piles)), ", ")
        )
    for name in view.plain_fields():
        if name not in _NEVER_SHOWN and name not in view.fields_marked("inside"):
            yield from _fact(name, vars(view)[name])


_NEVER_SHOWN = frozenset({"seats", "turn", "count", "round"})


def _fact(name: str, value: Any) -> Iterator[str]:
    """A field of the table for people; nothing where it says no, none or nothing."""
    words, shown = name.replace("_", " "), plain(value)
    if value is True:
        yield words
    elif isinstance(shown, dict):
        facts = [f"{key} {part}" for key, part in cast(dict[str, Any], shown).items() if part]
        if facts:
            yield f"{words}: {', '.join(facts)}"
    elif isinstance(shown, list):
        parts = cast(list[Any], shown)
        if any(parts):
            yield f"{words}: {', '.join('-' if part is None else str(part) for part in parts)}"
    elif shown:
        yield f"{words}: {shown}"


def _in_order(pile: Pile, order: Callable[[Card], Any] | None) -> Pile:
    """A hand with its cards in an order, or any other pile as it is."""
    if order is None or pile.sight is not Sight.OWNER or BACK in pile.cards:
        return pile
    sorting = {card: order(card) for card in pile.cards}
    if len({*map(repr, sorting.values())}) < 2:
        return pile
    hand = pile.copy()
    hand.cards.sort(key=sorting.__getitem__)
    return hand


def singular(word: str) -> str:
    """One of what an English word in the plural says, as far as that follows from its ending.

    >>> singular("hands"), singular("boxes"), singular("won"), singular("melds"), singular("cross")
    ('hand', 'box', 'won', 'meld', 'cross')
    """
    if word.endswith(("xes", "shes", "ches")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _lying(pile: Pile) -> Marked:
    """The cards of a pile, with its place where it is one of several in a row before a player."""
    place = _place(pile)
    return Line(cards_line(pile.cards), f" at {place}") if place else cards_line(pile.cards)


def _place(pile: Pile) -> str:
    """Where a pile lies in a row before its owner: `3` for `layout 1 3`; empty where it is the only one."""
    return " ".join(pile.name.split()[2:]) if pile.owner is not None else ""


def pile_name(pile: Pile, seat: Seat | None, names: Sequence[str]) -> str:
    """What a pile is called to the person at a seat: `your hands`, `Bob's hands`, `stock`."""
    word = _blank(pile.name.split()[0] if pile.owner is not None else pile.name)
    if pile.owner is None:
        return word
    return f"your {word}" if pile.owner == seat else Line(names[pile.owner], f"'s {word}")


def result_lines(result: Result, number: int, counts: str, names: Sequence[str]) -> Iterator[str]:
    """How a game ended, in one sentence, and the scores where they say more than who won."""
    match result.how:
        case How.WON:
            verb = "wins" if len(result.winners) == 1 else "win"
            winners = listed([names[seat] for seat in result.winners])
            yield Win(f"{winners} {verb} the game in {counted(number, counts)}.")
        case How.DRAW:
            yield f"The game is a draw after {counted(number, counts)}."
        case How.ENDLESS:
            yield endless_line(result, counts)
        case How.LOST:
            verb = "loses" if len(names) == 1 else "lose"
            yield f"{listed(names)} {verb} the game after {counted(number, counts)}."
        case How.CUT_OFF:
            yield f"The game was cut off after {counted(number, counts)}."
    if set(result.scores) - {0.0, 1.0}:
        yield Line("Scores: ", scores_line(result.scores, names))


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
            case Acted(seat, action):
                self._begun = True
                self._said.append((seat, f"{action} "))
                yield Line(self.names[seat], ": ", spoken(action))
            case Moved(cards, source, target, owner):
                if self._begun and not self._is_said(cards, owner):
                    pile = Pile(name=target, owner=owner)
                    place = f" {_place(pile)}".rstrip()
                    to = pile_name(pile, None, self.names)
                    yield Line("  ", cards_line(cards), f" from {_blank(source)} to ", to, place)
            case Shuffled(pile, size):
                yield f"  {_blank(pile)} is shuffled, {counted(size, 'card')}"
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
            case Rolled(sides, number):
                yield f"  {number} is rolled, of {sides}"
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
