"""What a seat concludes from how the table looks to it after an action: its fields, its own values, what moved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, cast

from cardkit.bots.trials import Move, Question, Spent, TrialTable
from cardkit.bots.worlds import World, Worlds
from cardkit.core.cards import Card
from cardkit.core.chance.generators import Rng
from cardkit.core.state import State, hashable

_WORLDS = 16
"""On how many imagined tables an action is tried at most to find some on which it is legal."""
_LEGAL = 8
"""On how many of them it has to be legal."""
_ALIKE = 3
"""Where these leave behind what was seen, so do all."""
_FEW = 10
"""Of a pile with more cards only the top one is asked about."""
_DOUBTS = 12
"""With how many other cards around it is tried again what a card at a place leaves behind."""
_GOOD = 4
"""So many of the cards that leave behind what was seen are laid elsewhere, and of those that the action names."""
_SURE = 3
"""How often that has to have been legal, and the same."""

Sign = tuple[Any, ...]
"""Where something is seen: the way to a part of a field, or the number of a move."""
Signs = Mapping[Sign, Any]
"""What is seen there."""
Spot = tuple[int, int]
"""The number of a hidden pile, and a place in it."""


def signs_in(value: Any, way: Sign) -> Iterator[tuple[Sign, Any]]:
    """The parts of a field's value: those of lists by their places and as what is in them, of texts the words."""
    if isinstance(value, dict):
        for key, part in cast(dict[Any, Any], value).items():
            yield from signs_in(part, (*way, key))
    elif isinstance(value, list | tuple | set | frozenset):
        parts = cast(Sequence[Any], value)
        for part in parts:
            yield (*way, "in", hashable(part)), True
        for place, part in enumerate(parts if isinstance(value, list | tuple) else ()):
            yield from signs_in(part, (*way, place))
    elif isinstance(value, str) and " " in value:
        yield from (((*way, place), word) for place, word in enumerate(value.split()))
    elif type(value).__hash__ is None and hasattr(value, "__dict__"):
        yield from signs_in(vars(value), way)
    else:
        yield way, hashable(value)


def signs_of(moves: Sequence[Move], fields: Mapping[str, Any]) -> dict[Sign, Any]:
    """All that is seen of an action: what it moved, and the fields that it left behind."""
    signs: dict[Sign, Any] = dict(signs_in(fields, ()))
    signs.update((("", number), move) for number, move in enumerate(moves))
    return signs


class Evidence:
    """Rules out the cards that would have left something else to be seen, wherever other cards lie."""

    def __init__(self, question: Question, before: State, worlds: Worlds, told: Signs) -> None:
        self._table, self._worlds, self._told = TrialTable(question, before), worlds, told
        self._chance: Rng = question.chance
        self._tried: list[tuple[World, Signs]] = []
        self.piles: Sequence[int] = ()
        """The numbers of the hidden piles that the rules looked at."""

    def is_any(self) -> bool:
        """Whether there is anything to be seen that hangs on hidden cards."""
        looked_at = set[int]()
        for _ in range(_WORLDS):
            world = self._worlds.imagined(self._chance)
            if (signs := self._signs(world)) is not None:
                self._tried.append((world, signs))
                looked_at.update(self._table.looked_at())
                if len(self._tried) == _ALIKE and not any(self._differing(signs) for _, signs in self._tried):
                    return False
            if len(self._tried) == _LEGAL:
                break
        self.piles = sorted(looked_at)
        return any(self._differing(signs) for _, signs in self._tried)

    def barred(
        self, slots: Mapping[int, Sequence[Sequence[Card]]], mixed: set[int], named: Sequence[Card]
    ) -> Iterator[tuple[Spot, list[Card]]]:
        """The cards that can't lie at a place, of those that may for all that was known, in piles that aren't mixed.

        `slots` has the cards that may lie at each place of each pile that the rules looked at. The cards of `named`, of
        which the action speaks, are laid elsewhere, too, to see whether they make a difference there.
        """
        self._tried.sort(key=lambda tried: len(self._differing(tried[1])))
        self._mixed, self._named = mixed, named
        self._spots = [
            (number, place)
            for number, pile in slots.items()
            for place in (range(len(pile) - 1, len(pile)) if number in mixed or len(pile) > _FEW else range(len(pile)))
        ]
        with suppress(Spent):
            for number, place in self._spots:
                if number not in mixed and (found := self._barred_at((number, place), slots[number][place])):
                    yield (number, place), found

    def _signs(self, world: World, hands: Mapping[int, Sequence[Card]] | None = None) -> Signs | None:
        """What is seen of the action in a world where some piles have other cards; None where it isn't legal."""
        moves = self._table.played(world, hands)
        return None if moves is None else signs_of(self._table.seen(moves), self._table.fields())

    def _differing(self, signs: Signs) -> list[Sign]:
        """Where something else is seen than what was told."""
        return [sign for sign in {**self._told, **signs} if signs.get(sign) != self._told.get(sign)]

    def _barred_at(self, spot: Spot, possible: Sequence[Card]) -> list[Card]:
        """The cards with which a sign that hangs on this place alone is another one than was told."""
        if len(possible) < 2:
            return []
        seen = {card: signs for card in possible if (signs := self._with(spot, card)) is not None}
        bad: dict[Sign, list[Card]] = {}
        for sign in dict.fromkeys(sign for signs in seen.values() for sign in self._differing(signs)):
            others = [card for card, signs in seen.items() if signs.get(sign) != self._told.get(sign)]
            if 0 < len(others) < len(seen):
                bad[sign] = others
        if not bad:
            return []
        groups = list(dict.fromkeys(map(tuple, bad.values())))
        good = dict.fromkeys(card for cards in bad.values() for card in seen if card not in cards)
        checks = list(self._checks(spot, groups, [*list(good)[:_GOOD], *self._named[:_GOOD]]))
        barred: dict[Card, None] = {}
        for sign, cards in bad.items():
            is_same = [signs.get(sign) == seen[card].get(sign) for card, signs in checks]
            if all(is_same) and sum(card in cards for card, _ in checks) >= _SURE:
                barred.update(dict.fromkeys(cards))
        return list(barred)

    def _with(self, spot: Spot, card: Card) -> Signs | None:
        """What is seen with a card at a place, in the first world where the action is legal then."""
        for tried in self._tried:
            world, _ = tried
            if (signs := self._signs(world, self._laid(world, spot, card))) is not None:
                self._tried.remove(tried)
                self._tried.insert(0, tried)
                return signs
        return None

    def _checks(
        self, spot: Spot, groups: Sequence[Sequence[Card]], elsewhere: Sequence[Card]
    ) -> Iterator[tuple[Card, Signs]]:
        """What else is seen with cards of these groups there: with some other card elsewhere, and in other worlds."""

        def suspect(count: int) -> Card:
            group = groups[count % len(groups)]
            return group[count // len(groups) % len(group)]

        world, number = self._tried[0][0], 0
        moved = [world.cards[spot[0]][spot[1]], *elsewhere]
        for other in self._spots:
            for card in dict.fromkeys(moved) if other != spot else ():
                number += 1
                varied = World({**world.cards, **self._laid(world, other, card)}, world.values)
                hands = {other[0]: varied.cards[other[0]], **self._laid(varied, spot, suspect(number))}
                if (signs := self._signs(world, hands)) is not None:
                    yield suspect(number), signs
        for number in range(_DOUBTS * len(groups)):
            world = self._worlds.imagined(self._chance)
            if (signs := self._signs(world, self._laid(world, spot, suspect(number)))) is not None:
                yield suspect(number), signs

    def _laid(self, world: World, spot: Spot, card: Card) -> dict[int, list[Card]]:
        """The cards of a pile with a card at a place; at any place of a mixed one."""
        number, place = spot
        hand = world.cards[number].copy()
        hand[self._chance.below(len(hand)) if number in self._mixed else place] = card
        return {number: hand}
