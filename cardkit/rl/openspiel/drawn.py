"""Chance as many stops: one for each card that comes off, each number that is rolled, each lot."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, Self, cast

from cardkit.core.acts.actions import Action
from cardkit.core.cards import BACK, Card
from cardkit.core.chance.generators import Seeded
from cardkit.core.dealer import Outcome
from cardkit.core.piles import Seat
from cardkit.core.state import State
from cardkit.rl.environments.setting import Setting
from cardkit.rl.openspiel.course import Course, Step, Word
from cardkit.rl.openspiel.drawing import Stop, Table, Trial, Walk
from cardkit.table.match import Match

_MOST_KEPT = 30_000
ALL = 1_000_000_000
"""More often than this chance has no say in an action."""


class Reached:
    """The games that steps lead to; those that nobody came to for the longest time are forgotten."""

    def __init__(self) -> None:
        self._games: OrderedDict[Any, Any] = OrderedDict()
        self._count = count(1)

    def number(self) -> int:
        """A number that no other game has."""
        return next(self._count)

    def get(self, key: Any) -> Any:
        """The game that a step leads to; None where it isn't kept."""
        game = self._games.get(key)
        if game is not None:
            self._games.move_to_end(key)
        return game

    def keep(self, key: Any, game: Any) -> None:
        """Keep the game that a step leads to."""
        self._games[key] = game
        if len(self._games) > _MOST_KEPT:
            self._games.popitem(last=False)


class Drawn(Course):
    """Chance says one thing at a time: which card comes off a pile, which number is rolled, who acts.

    It doesn't change: a step leads to another one, which is kept for a while, as who solves a game comes there again.
    """

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self._number = 0
        self._reached = Reached()
        self._seen: dict[Any, Any] = {}
        self.table: Table | None = None
        self.trial: Trial | None = None
        self.stop: Stop | None = None
        """What chance has a say in, where cards or numbers are drawn."""
        self.speaking: Sequence[tuple[Seat, Action]] = ()
        """The seats one of which chance lets act."""
        self.to_come: Sequence[tuple[Seat, Action]] = ()
        """The actions that follow upon the one that is tried."""
        self.open([list(setting.batch.setup.pile)], 0)

    def open(self, told: Sequence[Outcome], said: int) -> None:
        """Set the game up with the deck, and what chance makes then, where chance has had a say so often."""
        self.match = None
        self.pages.clear()
        self.trial = Trial(told=tuple(told), begun=1, said=said)
        self.go_on()

    @property
    def is_chance(self) -> bool:
        return self.stop is not None or bool(self.speaking)

    def after(self, step: Step, said: Any) -> Self:
        key = (self._number, step, tuple(said) if step == "answer_together" else said)
        reached: Self | None = self._reached.get(key)
        if reached is None:
            reached = self.twin()
            getattr(reached, step)(said)
            self._reached.keep(key, reached)
        return reached

    def copy(self) -> Self:
        return self

    def twin(self) -> Self:
        twin = super().twin()
        twin._number, twin._seen = self._reached.number(), {}
        return twin

    def anew(self) -> Self:
        twin = super().anew()
        twin._reached, twin._number = self._reached, self._reached.number()
        return twin

    def numbers(self, seat: Seat) -> list[int]:
        numbers: list[int] | None = self._seen.get(seat)
        if numbers is None:
            numbers = self._seen[seat] = super().numbers(seat)
        return numbers

    def knows(self, seat: Seat, *, recall: bool) -> str:
        line: str | None = self._seen.get((seat, recall))
        if line is None:
            line = self._seen[seat, recall] = super().knows(seat, recall=recall)
        return line

    def words(self) -> Mapping[Word, float]:
        if self.speaking:
            return dict.fromkeys([seat for seat, _ in self.speaking], 1 / len(self.speaking))
        weights = cast(Stop, self.stop).weights
        total = sum(weights.values())
        return {word: weight / total for word, weight in weights.items()}

    def hear(self, word: Word) -> None:
        if self.speaking:
            wishes, self.speaking = self.speaking, ()
            self.play([next(wish for wish in wishes if wish[0] == word)])
        else:
            self.trial = trial = cast(Trial, self.trial).decided(cast(Stop, self.stop), word)
            if trial.table is not None:
                self._correct(trial.told[: trial.begun])
            self.go_on()

    def lot(self, wishes: Sequence[tuple[Seat, Action]]) -> None:
        self.speaking = wishes

    def play(self, actions: Sequence[tuple[Seat, Action]]) -> None:
        self.resume(actions, cast(Table, self.table).told, 0)

    def replay(self, seat: Seat, action: Action, made: Sequence[Outcome]) -> None:
        self.resume([(seat, action)], (*cast(Table, self.table).told, *made), ALL)

    def resume(self, actions: Sequence[tuple[Seat, Action]], told: Sequence[Outcome], said: int) -> None:
        """Play actions, in the first of which chance has had a say so often."""
        table = cast(Table, self.table)
        self.trial = Trial(told=tuple(told), begun=len(table.told), table=table, action=actions[0], said=said)
        self.to_come = actions[1:]
        self.go_on()

    def shown(self) -> State:
        view, lying = super().shown(), cast(Table, self.table).lying
        for pile, places in zip(view.piles(), lying, strict=True):
            pile.cards[:] = [BACK if place else card for card, place in zip(pile.cards, places, strict=True)]
        return view

    def go_on(self) -> None:
        """Try what is played next, up to where chance has a say that it hasn't had."""
        trial = cast(Trial, self.trial)
        match, walk = self._tried(trial)
        self.stop = None
        for number, stop in enumerate(walk.stops()):
            if number == trial.said:
                self.stop = stop
                self.trial = Trial(
                    told=walk.told, begun=trial.begun, table=trial.table, action=trial.action, said=trial.said
                )
                return
        self.trial = None
        shared = self.match is not None and self.match.is_shared
        self.table = Table(match=match, told=walk.told, lying=walk.lying())
        if trial.action is None:
            self.began(match, cast(Sequence[Card], walk.told[0]))
        else:
            self.took(match, *trial.action, is_shared=shared)
        if self.to_come:
            self.play(self.to_come)

    def _tried(self, trial: Trial) -> tuple[Match[Any, Any], Walk]:
        """The match after an action, or after setting up, and what was done."""
        batch, told = self.setting.batch, trial.told[trial.begun :]
        if trial.table is None or trial.action is None:
            deck = cast(Sequence[Card], trial.told[0])
            match = Match[Any, Any](batch.game, deck, seats=batch.seats, rng=Seeded(0), told=told)
            return match, Walk(trial, match, (), deck_is_shuffled=batch.setup.is_shuffled)
        match = trial.table.match.fork()
        piles = match.state.piles()
        match.dealer.foretell(told, strict=False)
        match.advance(trial.action[1], trial.action[0])
        return match, Walk(trial, match, piles, deck_is_shuffled=False)

    def _correct(self, told: Sequence[Outcome]) -> None:
        """Put the cards that were drawn since into the orders of earlier shuffles."""
        made = 1 + len(self.opening)
        self.deck, self.opening = cast(Sequence[Card], told[0]), told[1:made]
        for number, played in enumerate(self.log):
            if played.made:
                self.log[number] = played._replace(made=told[made : made + len(played.made)])
                made += len(played.made)

    def again(self) -> Match[Any, Any]:
        return self._told(cast(Table, self.table).told)

    def _told(self, told: Sequence[Outcome]) -> Match[Any, Any]:
        """The game as it is dealt where chance makes this."""
        batch = self.setting.batch
        deck = cast(Sequence[Card], told[0])
        return Match(batch.game, deck, seats=batch.seats, rng=Seeded(0), told=told[1:])

    def otherwise(self) -> Match[Any, Any]:
        """The game up to here with the cards in another order that weren't drawn yet: nobody can tell it from this."""
        table = cast(Table, self.table)
        undrawn: dict[int, list[int]] = {}
        for shuffle, at in sorted(place for places in table.lying for place in places if place):
            undrawn.setdefault(shuffle, []).append(at)
        told = list(table.told)
        for shuffle, places in undrawn.items():
            order = list(cast(Sequence[Card], told[shuffle]))
            for at, card in zip(places, [order[at] for at in (*places[1:], places[0])], strict=True):
                order[at] = card
            told[shuffle] = order
        match = self._told(told)
        for played in self.log:
            match.advance(played.action, played.seat)
        return match

    def forget(self) -> None:
        match = self.playing
        self.table = Table(
            match=match, told=(list(self.deck),), lying=[[None] * len(pile) for pile in match.state.piles()]
        )
