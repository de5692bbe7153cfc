"""The checks of what a seat may know: hidden cards change nothing for it, and nothing it reads names them."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping
from itertools import pairwise
from typing import Any, cast

from cardkit.authors.promises.scene import Scene, SceneCheck
from cardkit.authors.promises.trial import changed
from cardkit.bots.knowledge import Knowledge
from cardkit.core.cards import BACK, Card
from cardkit.core.events import Acted, Ended, Event, LaidOpen, Moved, Shown
from cardkit.core.game import Game
from cardkit.core.piles import Pile, Seat
from cardkit.core.state import State
from cardkit.plugins.session import PUBLIC
from cardkit.table.players import Seating

Words = Mapping[str, Card]
"""The cards of a deck by their notations."""


def hidden_cards_change_nothing(scene: Scene) -> str | None:
    """Where the cards a seat can't see are dealt anew, it still sees the same, and may do the same if it acts."""
    match = scene.match
    acting = () if match.is_over else match.acting.seats
    for seat in range(match.state.seats):
        view = match.view(seat)
        seating = Seating(game=scene.game, deck=tuple(scene.setting.deck), seat=seat, seats=match.state.seats)
        known = Knowledge(seating, infers=False)
        known.begin(view, opening=False)
        world = known.worlds().deal(scene.chance)
        true = vars(match.state.clone())
        for name in match.state.fields_marked("private"):
            setattr(world, name, true[name])
        if what := changed(view, world.view(seat), "is different"):
            return f"with other hidden cards, {what} for seat {seat}"
        if seat in acting and _allowed(scene.game, world, seat) != _allowed(scene.game, match.state, seat):
            return f"with other hidden cards, other actions are legal for seat {seat}"
    return None


def _allowed(game: Game[Any, Any], state: State, seat: Seat) -> list[str]:
    """What a seat may do, in the order of the rules."""
    return [str(part) for part in game.legal_for(state, seat)]


def log_keeps_secrets(scene: Scene) -> str | None:
    """No event as a seat sees it, and no new value of a plain field, names a card that the seat couldn't see."""
    words = {str(card): card for card in scene.setting.deck}
    for seat in (*range(scene.state.seats), PUBLIC):
        who = "somebody at no seat" if seat == PUBLIC else f"seat {seat}"
        known = _known(scene, seat)
        for event in _log(scene):
            for card in named(event.seen_by(seat), words):
                if card not in known and not _is_asked_for(card, event, scene):
                    return f"{event.seen_by(seat)} tells {who} of {card}, which it can't see"
        for field, card in _newly_named(scene, seat, words):
            if card not in known:
                return f"the field {field} tells {who} of {card}, which it can't see"
    return None


def _log(scene: Scene) -> list[Event]:
    """What is told of the last step, the actions that were carried out first, and the result if it was the end."""
    acted = scene.match.acted if scene.step else ()
    ended = [Ended(scene.match.result, scene.state.count)] if scene.match.result else []
    return [*acted, *scene.events, *ended]


def _known(scene: Scene, seat: Seat) -> Collection[Card]:
    """The cards that a seat saw before, after or in the step, and those that it chose itself."""
    known = dict.fromkeys(_in_sight(scene.state, seat))
    if scene.step is not None:
        known |= dict.fromkeys(_in_sight(scene.step.before.state, seat))
        if seat in scene.step.seats:
            known |= dict.fromkeys(named(scene.step.action, {}))
    for event in scene.events:
        if isinstance(event, Moved | Shown | LaidOpen):
            known |= dict.fromkeys(event.seen_by(seat).cards)
    return known.keys()


def _in_sight(state: State, seat: Seat) -> Iterator[Card]:
    """The cards in the piles that a seat sees."""
    return (card for pile in state.piles() if pile.seen_by(seat) for card in pile)


def _is_asked_for(card: Card, event: Event, scene: Scene) -> bool:
    """Whether those who act name a card that they can't see either, which tells nobody where it is."""
    step = scene.step
    if step is None or not isinstance(event, Acted):
        return False
    in_sight: Container[Card] = [card for seat in step.seats for card in _in_sight(step.before.state, seat)]
    return card not in in_sight


def _newly_named(scene: Scene, seat: Seat, words: Words) -> Iterator[tuple[str, Card]]:
    """The fields of a seat's view, each with the cards that it names now and didn't before the step."""
    before = scene.step.before.state if scene.step else None
    seen_before = _fields_in_view(before, seat)
    for field, value in _fields_in_view(scene.state, seat).items():
        named_before = dict.fromkeys(named(seen_before.get(field), words))
        for card in named(value, words):
            if card not in named_before:
                yield field, card


def _fields_in_view(state: State | None, seat: Seat) -> dict[str, Any]:
    """The fields of a seat's view of a table, none where there is no table yet."""
    return vars(state.view(seat)) if state else {}


def named(value: Any, words: Words) -> Iterator[Card]:
    """Every card in a value, at any depth but not in piles, as an object or by its notation in a text."""
    if isinstance(value, Card):
        if value is not BACK:
            yield value
    elif isinstance(value, str):
        yield from _named_in_text(value, words)
    elif isinstance(value, Mapping):
        for pair in cast(Mapping[Any, Any], value).items():
            yield from named(pair, words)
    elif isinstance(value, Collection) and not isinstance(value, Pile | bytes):
        for part in cast(Collection[Any], value):
            yield from named(part, words)
    elif not isinstance(value, Pile | type):
        for part in getattr(value, "__dict__", {}).values():
            yield from named(part, words)


def _named_in_text(text: str, words: Words) -> Iterator[Card]:
    """The cards whose notation is a word of a text, or two words that follow each other."""
    spelled = "".join(letter if letter.isalnum() else " " for letter in text).split()
    for phrase in (*spelled, *map(" ".join, pairwise(spelled))):
        if phrase in words:
            yield words[phrase]


SCENE_CHECKS: Mapping[str, SceneCheck] = {
    "hidden-cards-change-nothing": hidden_cards_change_nothing,
    "log-keeps-secrets": log_keeps_secrets,
}
"""What takes longer, and need not be looked at in every scene of a long game."""
