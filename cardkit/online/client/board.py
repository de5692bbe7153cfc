"""A table and what can be done there in lines, from the messages of the table, as a person at a terminal has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import prod

from cardkit.core.cards import BACK, Card
from cardkit.online.client.choosing import Message
from cardkit.online.client.told import Told
from cardkit.plugins.lines import Entry, Held, Line, Marked, Row, interleaved
from cardkit.plugins.person.board import cards_in_suits

_BACK = str(BACK)


def board_lines(told: Told) -> Iterator[Line]:
    """How it stands: whose turn it is and what is hidden, what else is to be known, then the piles, the hand last."""
    scene = told.scene
    if scene is None:
        yield Line("The cards are dealt when everybody is there.")
        return
    piles = [pile for pile in scene["piles"] if pile["size"]]
    heads = [told.title, f"{told.counts} {scene['number']}", f"{told.asked} to act"]
    hidden = [f"{pile['title']} {pile['size']}" for pile in piles if not pile["cards"]]
    yield Line(*interleaved(map(Held, [*heads, *hidden]), " · "))
    for name, value in scene["fields"]:
        yield Entry(name, value)
    for pile in sorted((pile for pile in piles if pile["cards"]), key=lambda pile: _nearness(pile, told.seat)):
        cards = [BACK if text == _BACK else Card.read(text) for text in pile["cards"]]
        yield Entry(pile["title"], cards_in_suits(cards) if pile["looks"] == "hand" else Row(cards, ", "))


def _nearness(pile: Message, seat: int) -> tuple[bool, bool, int]:
    """What is everybody's comes first, then others', then one's own, and one's hand last."""
    owner = -1 if pile["owner"] is None else pile["owner"]
    return owner == seat and pile["looks"] == "hand", owner == seat, owner


def question_lines(told: Told) -> Iterator[Line]:
    """What can be done, the actions of a word in a line, those without anything else in the last one."""
    view = told.view
    rows = [(action["text"].split()[0], _tokens(action, told)) for action in view["legal"]]
    if words := numbered(view):
        yield Entry("you can", ", ".join(f"{number} {word}" for number, word in enumerate(words, 1)))
        return
    for form in view["forms"]:
        yield Entry(form["verb"], told.marked(form["text"].removeprefix(f"{form['verb']} ")))
    for verb, group in groupby(sorted((row for row in rows if row[1]), key=lambda row: row[0]), lambda row: row[0]):
        yield Entry(verb, *_choices([tokens for _, tokens in group]))
    alone = [verb for verb, tokens in rows if not tokens]
    if alone:
        yield Entry("or", ", ".join(alone))


def numbered(view: Message) -> list[str]:
    """The actions that a number means, where all are words alone."""
    texts = [action["text"] for action in view["legal"]]
    return texts if texts and not view["forms"] and not any(" " in text for text in texts) else []


def _choices(rows: Sequence[Sequence[str | Card]]) -> Iterator[str | Card]:
    """What comes after the word of actions: field by field where all go together, else one after the other."""
    if len({len(row) for row in rows}) == 1:
        columns = [list(dict.fromkeys(column)) for column in zip(*rows, strict=True)]
        if prod(map(len, columns)) == len(rows):
            yield from interleaved(map(_some, columns), " · ")
            return
    yield Row([Line(*interleaved(row, " ")) for row in rows], ", ")


def _some(values: Sequence[str | Card]) -> Marked:
    """The values of a field."""
    cards = [value for value in values if isinstance(value, Card)]
    if len(cards) == len(values):
        return cards_in_suits(cards)
    words = [Line(str(value)) for value in values]
    return Row(words, ", " if any(" " in word for word in words) else " ")


def _tokens(action: Message, told: Told) -> list[str | Card]:
    """The words of an action after the first one, cards as cards and a player by name."""
    _, _, rest = action["text"].partition(" ")
    parts = told.marked(rest).parts
    tokens = [word for part in parts for word in ([part] if isinstance(part, Card) else part.split())]
    for seat in action["seats"]:
        if str(seat) in tokens:
            tokens[tokens.index(str(seat))] = told.names[seat]
    return tokens
