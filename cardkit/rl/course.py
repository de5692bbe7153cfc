"""What was told in a game, moment by moment, as each seat may know it."""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Mapping, Sequence
from copy import copy
from functools import cached_property, partial
from typing import Any, Literal, NamedTuple, Self, cast

from cardkit.bots.knowledge import Knowledge
from cardkit.bots.worlds import Worlds
from cardkit.core.actions import Action, Pass
from cardkit.core.cards import Card
from cardkit.core.chance.generators import Rng, Seeded
from cardkit.core.dealer import Outcome
from cardkit.core.errors import CannotStart
from cardkit.core.events import Acted, Event
from cardkit.core.game import All, AnyOf
from cardkit.core.piles import Seat
from cardkit.core.state import State
from cardkit.plugins.setup import dealing
from cardkit.rl.episode import scores_of
from cardkit.rl.history import COLUMNS, Histories
from cardkit.rl.recall import said, seen
from cardkit.rl.setting import Setting
from cardkit.rl.spelling import Begun
from cardkit.table.match import Match
from cardkit.table.players import drawn_by_lot, seating_at


class PagedAction(NamedTuple):
    """An action that was played, and what chance made then."""

    seat: Seat
    action: Action
    is_shared: bool
    made: Sequence[Outcome]


class Wished(Acted):
    """What a seat wants to do where several may act; it alone is told."""


class Page:
    """What was told at one moment, to everybody or to one seat alone, as each may see it."""

    __slots__ = ("_rows", "_texts", "events", "seat", "slots")

    def __init__(self, events: Sequence[Event], seat: Seat | None = None, slots: Sequence[dict[str, int]] = ()) -> None:
        self.events, self.seat = events, seat
        self.slots = slots
        """The number that each pile has for each seat, by its name, where the history tells of them."""
        self._texts: dict[Seat, str] = {}
        self._rows: dict[Seat, bytes] = {}

    def rows(self, histories: Histories, seat: Seat) -> bytes:
        """The rows of what this seat was told, as numbers of 32 bits."""
        rows = self._rows.get(seat)
        if rows is None:
            told = [event.seen_by(seat) for event in self.events] if self.seat in (None, seat) else []
            slots = self.slots[seat] if self.slots else {}
            numbers = [number for event in told for row in histories.rows(event, seat, slots) for number in row]
            rows = self._rows[seat] = array("f", numbers).tobytes()
        return rows

    def text(self, seat: Seat) -> str:
        """What this seat was told."""
        text = self._texts.get(seat)
        if text is None:
            is_told = self.seat in (None, seat)
            text = ";".join([said(event.seen_by(seat)) for event in self.events]) if is_told else ""
            self._texts[seat] = text
        return text


Word = int | Card
"""What chance says: a card, or a number."""
Step = Literal["hear", "answer", "answer_together", "take"]
"""The methods by which a game goes on."""


class Course:
    """A game in which each answer of a seat, and each word of chance, leads on to the next stop."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.match: Match[Any, Any] | None = None
        """The game; None as long as chance hasn't dealt it."""
        self.deck: Sequence[Card] = ()
        """The cards that the game was given, the top one last."""
        self.opening: Sequence[Outcome] = ()
        """What chance made in setting up."""
        self.log: list[PagedAction] = []
        self.pages: list[Page] = []
        self.wishes: list[tuple[Seat, Action]] = []
        """What seats want that may act at the same time, as long as others have yet to be asked."""
        self.begun: Begun = ()
        """What the seat that is asked next has begun to say of an action."""
        self.answers = 0
        """How many answers were given."""
        self.points: Sequence[float] = ()
        """The points of the hand, where that was to be played, and is over."""
        self._names: list[str] = []
        self._slots: list[dict[str, int]] = [{} for _ in range(setting.batch.seats)]
        self._rows: dict[Seat, tuple[int, bytes]] = {}
        """The last rows of each seat, and how many pages they were read from."""
        self._knowing: dict[Seat, Knowledge] = {}
        """What seats know for which worlds were imagined."""
        self.is_imagined = False
        """Whether the cards were dealt anew to where a seat can't see them."""

    # Where the game is

    @property
    def playing(self) -> Match[Any, Any]:
        """The game after it was dealt."""
        return cast("Match[Any, Any]", self.match)

    @property
    @abstractmethod
    def is_chance(self) -> bool:
        """Whether chance has a say next."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, or was stopped because so many answers were given."""
        if self.is_chance:
            return False
        return bool(self.points) or self.playing.result is not None or self.answers >= self.setting.most_actions

    @property
    def is_together(self) -> bool:
        """Whether several seats choose now, each without knowing what the others do; not where they do so by steps."""
        acting = self.playing.acting
        return self.setting.actions.spelling is None and type(acting) is All and len(acting.seats) > 1

    @property
    def asked(self) -> Seat:
        """The seat that is asked next."""
        match = self.playing
        return match.to_act[len(self.wishes)] if self.wishes else match.turn

    def numbers(self, seat: Seat) -> list[int]:
        """The numbers of what a seat may answer, in rising order."""
        look = partial(self.playing.view, seat)
        return sorted(self.setting.actions.numbers(self.legal(seat), seat, look, self.begun_by(seat)))

    def begun_by(self, seat: Seat) -> Begun:
        """What a seat has begun to say of an action."""
        return self.begun if self.begun and seat == self.asked else ()

    def legal(self, seat: Seat) -> Sequence[Any]:
        """What a seat may do."""
        match = self.playing
        return match.legal_of(seat) if match.is_shared and seat != match.turn else match.legal

    def action(self, number: int, seat: Seat) -> Any:
        """The action of a seat that a number stands for."""
        return self.setting.actions.action(number, self.legal(seat), seat, partial(self.playing.view, seat))

    # How it goes on

    @abstractmethod
    def after(self, step: Step, said: Any) -> Self:
        """The game after a step: this one, which has gone on, or another."""

    @abstractmethod
    def words(self) -> Mapping[Word, float]:
        """What chance can say next, each with how likely it is."""

    @abstractmethod
    def hear(self, word: Word) -> None:
        """Go on with what chance says."""

    @abstractmethod
    def lot(self, wishes: Sequence[tuple[Seat, Action]]) -> None:
        """Let chance say who acts of several that want to."""

    @abstractmethod
    def play(self, actions: Sequence[tuple[Seat, Action]]) -> None:
        """Play actions, one after the other."""

    def answer(self, number: int) -> None:
        """Take the answer of the seat that is asked next, or a step of it, by its number."""
        seat = self.asked
        look = partial(self.playing.view, seat)
        said: Any = self.setting.actions.after(number, self.legal(seat), seat, look, self.begun)
        self.begun = cast(Begun, said) if isinstance(said, tuple) else ()
        if not self.begun:
            self.take(said)

    def take(self, action: Any) -> None:
        """Take the answer of the seat that is asked next."""
        seat = self.asked
        self.answers += 1
        acting = self.playing.acting
        if not isinstance(acting, All | AnyOf):
            self.play([(seat, action)])
            return
        self.wish(seat, action)
        if len(self.wishes) == len(self.playing.to_act):
            wishes, self.wishes = self.wishes, []
            if isinstance(acting, All):
                self.play(wishes)
                return
            speaking = [wish for wish in wishes if not isinstance(wish[1], Pass)]
            if len(speaking) > 1:
                self.lot(speaking)
            else:
                self.play(speaking or wishes)

    def wish(self, seat: Seat, action: Action) -> None:
        """Keep what a seat wants that may act, and tell nobody else."""
        self.wishes.append((seat, action))
        self.pages.append(Page([Wished(seat, action)], seat))

    def answer_together(self, numbers: Sequence[int]) -> None:
        """Take the answers of all seats that choose at the same time; those of other seats don't matter."""
        self.answers += 1
        self.play([(seat, self.action(numbers[seat], seat)) for seat in self.playing.acting.seats])

    @abstractmethod
    def replay(self, seat: Seat, action: Action, made: Sequence[Outcome]) -> None:
        """Play an action of which it is known what chance made then."""

    def took(self, match: Match[Any, Any], seat: Seat, action: Action, *, is_shared: bool) -> None:
        """Keep what was played."""
        self.match, ended, match.dealer.ended = match, match.dealer.ended, None
        if ended is not None and self.setting.by_hand:
            self.points = ended.points
        vars(self).pop("_worlds", None)
        self.log.append(PagedAction(seat, action, is_shared, match.outcomes))
        self._find_piles()
        events = [*match.acted, *match.events()]
        self.pages.append(Page(events, slots=self._slots))
        for own, knowledge in self._knowing.items():
            knowledge.told([event.seen_by(own) for event in events], match.view(own))

    def began(self, match: Match[Any, Any], deck: Sequence[Card]) -> None:
        """Keep how the game was dealt."""
        self.match, self.deck, self.opening = match, deck, match.outcomes
        self._find_piles()
        self.pages.append(Page(match.events(), slots=self._slots))

    def _find_piles(self) -> None:
        """Remember which piles there were, where the history tells of them."""
        histories, state = self.setting.histories, self.playing.state
        names = [pile.name for pile in state.piles()] if histories else self._names
        if histories and names != self._names:
            self._names = names
            self._slots = [{**known, **histories.piles(state, seat)} for seat, known in enumerate(self._slots)]

    def rows(self, seat: Seat) -> bytes:
        """The last rows of the history of a seat, as numbers of 32 bits."""
        histories = cast(Histories, self.setting.histories)
        read, rows = self._rows.get(seat, (0, b""))
        if read < len(self.pages):
            new = b"".join([page.rows(histories, seat) for page in self.pages[read:]])
            rows = (rows + new)[-4 * len(COLUMNS) * histories.length :]
            self._rows[seat] = len(self.pages), rows
        return rows

    def worth(self) -> list[float]:
        """What the game, or the hand, is worth to each seat; nothing as long as it isn't over."""
        if self.match is None or not self.is_over:
            return [0.0] * self.setting.batch.seats
        return self.setting.worth(self.match.result, self.points, scores_of(self.match.state))

    def shown(self) -> State:
        """The table as somebody sees it who sees all that there is to see."""
        return cast(State, self.playing.view(None))

    # Copies and other worlds

    def knows(self, seat: Seat, *, recall: bool) -> str:
        """What a seat sees now, in a line; with recall, after all that it saw and did since the game began."""
        if self.match is None:
            return f"seat {seat}: before the deal"
        told = [text for page in self.pages if (text := page.text(seat))] if recall else []
        steps = [self.setting.actions.names[number] for number in self.begun_by(seat)]
        view = "; ".join([seen(self.match.view(seat)), *([f"begun: {' '.join(steps)}"] if steps else [])])
        return f"seat {seat}: {' | '.join([*told, view])}"

    def anew(self) -> Self:
        """A game of the same setting before it is dealt."""
        return type(self)(self.setting)

    @abstractmethod
    def copy(self) -> Self:
        """What a copy of a state holds; neither changes by what is played in the other."""

    def twin(self) -> Self:
        """The same game once more."""
        twin = copy(self)
        vars(twin).pop("_worlds", None)
        twin._knowing = {}
        twin.log, twin.pages, twin.wishes = self.log.copy(), self.pages.copy(), self.wishes.copy()
        twin._rows = self._rows.copy()
        return twin

    @abstractmethod
    def again(self) -> Match[Any, Any]:
        """The game as it was dealt."""

    def imagined(self, seat: Seat, chance: Rng) -> Self:
        """A game that may be this one, for all that a seat knows: what it can't see is dealt anew."""
        twin = self.twin()
        if seat not in self._worlds:
            self._worlds[seat] = self._known(seat)
        match = self.playing
        twin.match = Match[Any, Any].at(match.game, self._worlds[seat].deal(chance), Seeded(chance.below(2**63)))
        twin.is_imagined = True
        twin.forget()
        twin.begun = self.begun_by(seat)
        for place, (actor, action) in enumerate(twin.wishes):
            legal = twin.legal(actor)
            if actor != seat and action not in legal:
                # What others have chosen nobody knows.
                twin.wishes[place] = (actor, legal[chance.below(len(legal))])
        return twin

    def forget(self) -> None:
        """Take the cards as they lie."""

    @cached_property
    def _worlds(self) -> dict[Seat, Worlds]:
        """What deals what each seat can't see."""
        return {}

    def _known(self, seat: Seat) -> Worlds:
        """What deals what a seat can't see, by what it was told from the beginning."""
        match = self.playing
        if self.is_imagined:
            raise CannotStart(match.game.name, "worlds are imagined of true games, not of imagined ones")
        if seat in self._knowing:
            return self._knowing[seat].worlds(match.view(seat))
        again = self.again()
        knowledge = Knowledge(seating_at(match.game, again.state, seat))
        knowledge.begin(again.view(seat))
        for played in self.log:
            again.advance(played.action, played.seat)
            told = [event.seen_by(seat) for event in [*again.acted, *again.events()]]
            knowledge.told(told, again.view(seat))
        self._knowing[seat] = knowledge
        return knowledge.worlds(match.view(seat))


class Sampled(Course):
    """Chance deals a game by a seed, from which all that is left to chance follows."""

    seed = 0
    """The seed of the game."""
    is_shared = False
    """Whether a copy has the same match."""

    @property
    def is_chance(self) -> bool:
        return self.match is None

    def after(self, step: Step, said: Any) -> Self:
        getattr(self, step)(said)
        return self

    def words(self) -> Mapping[Word, float]:
        return {0: 1.0}

    def hear(self, word: Word) -> None:
        setting = self.setting
        setting.number += 1
        self.deal(setting.batch.seed_of(setting.number), setting.batch.setup.pile_of(setting.number))

    def deal(self, seed: int, deck: Sequence[Card]) -> None:
        """Deal the game of a seed."""
        self.seed, self.deck = seed, deck
        self.began(self.again(), deck)

    def again(self) -> Match[Any, Any]:
        batch = self.setting.batch
        return Match(batch.game, self.deck, seats=batch.seats, rng=dealing(batch.setup.rng, self.seed))

    def lot(self, wishes: Sequence[tuple[Seat, Action]]) -> None:
        self.play([wishes[drawn_by_lot(self.seed, len(self.log), len(wishes))]])

    def replay(self, seat: Seat, action: Action, made: Sequence[Outcome]) -> None:
        self.play([(seat, action)])

    def play(self, actions: Sequence[tuple[Seat, Action]]) -> None:
        match = self.playing
        if self.is_shared:
            match, self.is_shared = match.fork(), False
        for seat, action in actions:
            shared = match.is_shared
            match.advance(action, seat)
            self.took(match, seat, action, is_shared=shared)

    def copy(self) -> Self:
        self.is_shared = True
        return self.twin()

    def forget(self) -> None:
        self.is_shared = False
