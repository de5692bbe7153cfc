"""Cards put down unseen of which something is said that need not be true, and that others may answer.

Which cards make it true no rule tells. But what comes of an answer does: where each card of a hand is put down alone
and answered in every way, those that bring the same are of one kind. So few ways are left to try of very many, and who
put cards down is taken to have put those of any kind that it could, as often as was seen when they were turned up.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, cast

from cardkit.bots.rollout import Rollout, drawn, parts
from cardkit.bots.tuning import measures
from cardkit.bots.worlds import Worlds
from cardkit.core.actions import Action, SomeOf
from cardkit.core.cards import Card, Seat
from cardkit.core.chance.generators import Rng, shuffle
from cardkit.core.events import Acted
from cardkit.core.game import Game
from cardkit.core.state import State
from cardkit.table.native.engine import NativeTwin

_ANSWERS = 3
"""What can be answered in more ways is no question of truth."""
_LOOKS = 6
"""In so many hands at most it is seen what cards bring that somebody else put down."""

Kinds = Mapping[Card, float]
"""For each card how many more cards than others who put it down has after the answers, and what else is counted."""


def puts_unseen(action: Action) -> int:
    """How many cards an action of another seat puts down unseen, if it says how many."""
    return sum(len(cast(Any, value)) for value in vars(action).values() if isinstance(value, tuple)) * action.secret


def _form(rollout: Rollout) -> SomeOf[Any] | None:
    """The form of all that is legal, where that is to put down some cards unseen, one or more."""
    legal = parts(rollout.legal)
    if len(legal) != 1 or rollout.is_together or type(legal[0]) is not SomeOf:
        return None
    form = cast(SomeOf[Any], legal[0])
    return form if form.kind.secret and form.least <= 1 else None


def _way(form: SomeOf[Any], cards: Sequence[Card]) -> Any:
    """The action of a form with these cards."""
    values = [choices[0] for choices in form.choices]
    values.insert(form.kind.place_of_cards(), tuple(cards))
    return form.find(form.kind(*values))


def kinds(rollout: Rollout) -> Kinds:
    """What each card brings that may be put down unseen, answered in every way; nothing where it is not answered."""
    form, seat, found = _form(rollout), rollout.seat, dict[Card, float]()
    if form is None:
        return found
    for card in dict.fromkeys(form.cards):
        after = rollout.once_more()
        after.carry_out(_way(form, [card]))
        answers = () if after.is_over else parts(after.legal)
        if not 1 < len(answers) <= _ANSWERS:
            return {}
        found[card] = 0.0
        for answer in answers:
            answered = after.once_more()
            answered.carry_out(answer)
            found[card] += sum(measures(answered.state)[seat])
    return found


def _by_kind(cards: Sequence[Card], known: Kinds) -> Mapping[float, list[Card]]:
    """Some cards, those of each kind."""
    found = defaultdict[float, list[Card]](list)
    for card in cards:
        if card in known:
            found[known[card]].append(card)
    return found


def ways(rollout: Rollout, chance: Rng) -> Sequence[Any]:
    """What can be put down: so many cards of each kind; nothing where all are of one kind."""
    form, known = _form(rollout), kinds(rollout)
    if form is None or len({*known.values()}) < 2:
        return ()
    found = list[Any]()
    for cards in _by_kind(form.cards, known).values():
        shuffle(cards, chance)
        found += [_way(form, cards[:size]) for size in range(1, min(form.most, len(cards)) + 1)]
    return found


Trust = Counter[tuple[Seat, int]]
"""How often what a seat had put down was seen to be of each kind, the kinds in the order of what they bring it."""


class Bluff:
    """Tables after somebody put cards down unseen, of a kind that it may be taken to put if it could."""

    def __init__(self, game: Game[Any, Any], before: Worlds, acted: Acted, trust: Trust, chance: Rng) -> None:
        """Of the tables before that; `known` is empty where no answer tells cards apart."""
        self._game, self._before, self._trust = game, before, trust
        self._own: Any = None
        self._seat, self._size = acted.seat, puts_unseen(acted.action)
        self.known: dict[Card, float] = {}
        for _ in range(_LOOKS):
            self.known.update(kinds(Rollout(game, before.deal(chance), chance)))
        self._order = sorted({*self.known.values()})
        if len(self._order) < 2:
            self.known = {}

    def turned_up(self, cards: Sequence[Card]) -> None:
        """Remember of which kind they were: of the worst for who put them, if they were of several."""
        worths = [self.known[card] for card in cards if card in self.known]
        if len(worths) == self._size:
            self._trust[self._seat, self._order.index(max(worths))] += 1

    def is_told(self, view: State, seat: Seat, chance: Rng) -> bool:
        """Whether nothing else has happened since, so that a seat with this view may answer."""
        return bool(self.known) and self.deal(chance).view(seat) == view

    def compiled(self, twin: NativeTwin) -> Bluff:
        """The same for a compiled game."""
        found = copy(self)
        found._own = twin.own
        return found

    def deal(self, chance: Rng) -> Any:
        """A table that may be the true one."""
        rollout = Rollout(self._game, self._before.deal(chance), chance)
        form = _form(rollout)
        assert form is not None
        possible = [one for one in _by_kind(form.cards, self.known).items() if len(one[1]) >= self._size]
        weights = [1 + self._trust[self._seat, self._order.index(kind)] for kind, _ in possible]
        _, cards = drawn(possible, weights, chance) if possible else (0.0, [*form.cards])
        shuffle(cards, chance)
        rollout.carry_out(_way(form, cards[: self._size]))
        return rollout.state if self._own is None else self._own(rollout.state)
