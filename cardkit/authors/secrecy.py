"""The laws of what a seat may know: hidden cards change nothing for it, and what it has to conclude is so."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, cast

from cardkit.authors.examined import Examined
from cardkit.authors.trial import Allowed, Breach, RandomPlay, TrialSetup, changed
from cardkit.bots.knowledge import Knowledge
from cardkit.core import events as told_by_all
from cardkit.core.cards import BACK, Card, Pile, Seat
from cardkit.core.chance.generators import Seeded, shuffle
from cardkit.core.errors import CardkitError, at
from cardkit.core.events import Acted, Event, LaidOpen, Moved, PointsScored, RoundEnded, Shown
from cardkit.core.game import Game
from cardkit.core.state import State, piles_in, scores_of
from cardkit.plugins.setup import PUBLIC
from cardkit.table.match import Match
from cardkit.table.turns import Seating, seating_at

_PAIRS = 8
"""How many pairs of cards of a game change places in turn."""
_STEPS = 150
"""How many actions of a game are played again with other hidden cards."""
_OTHERS = 6
"""With so many others a card changes places, to see whether an event names it, or scores count it."""
_SCORINGS = 8
"""After so many actions that change scores it is looked what they hang on."""
_YES_OR_NO = 2
"""So many different scores are an answer to a question; more of them count cards."""


def hidden_cards_change_nothing(scene: Examined) -> str | None:
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


def log_keeps_secrets(game: Examined) -> str | None:
    """No action names a card that a seat can't see, and nothing else that it is told hangs on such cards.

    What hangs on what is seen by playing the same actions with two cards in each other's place: as long as a seat is
    told the same and sees the same cards, all fields that it may read are the same.
    """
    twins = Twins(game)
    if not twins.are_steady():
        return None
    if found := twins.naming():
        raise Breach("log-keeps-secrets", found.reason, found.after)
    chance, places = game.setting.chance("secrets"), range(len(game.setting.deck))
    for one, other in islice(_pairs(places, chance), _PAIRS if len(places) > 1 else 0):
        if found := twins.leak(one, other):
            raise Breach("log-keeps-secrets", found.reason, found.after)
    if found := _counting(game, chance):
        raise Breach("log-keeps-secrets", found.reason, found.after)
    return None


def _pairs(places: Sequence[int], chance: Seeded) -> Iterator[tuple[int, int]]:
    """Pairs of places without end."""
    while len(places) > 1:
        one, other = chance.below(len(places)), chance.below(len(places) - 1)
        yield one, other + (other >= one)


@dataclass(frozen=True, kw_only=True)
class Leak:
    """Something that tells a seat of cards which it can't see."""

    reason: str
    after: int
    """After how many actions."""


@dataclass(frozen=True, kw_only=True)
class _Step:
    """An action that two games have played alike, with all that was told of it in each."""

    number: int
    seats: Sequence[Seat]
    """Those who acted; none in setting up."""
    apart: Sequence[tuple[Pile, Pile]]
    """The piles that held other cards before, in the one game and in the other."""
    told: tuple[Sequence[Event], Sequence[Event]]


class Twins:
    """A game, and the same actions played with two cards of the deck in each other's place."""

    def __init__(self, game: Examined) -> None:
        self._game = game
        self._deck = game.setting.deck
        self._actions = game.actions[:_STEPS]
        self._eyes = (*range(game.setting.seats), PUBLIC)

    def are_steady(self) -> bool:
        """Whether the game, played again with the same cards, is the same; if not, another promise is broken."""
        try:
            match = self._game.setting.match()
            told = match.events()
            for notation in self._actions:
                told += match.play(match.read(notation))
        except CardkitError:
            return False
        first = [event for event in self._game.log if not isinstance(event, Acted | Allowed)]
        return told == first[: len(told)]

    def naming(self) -> Leak | None:
        """An action or an event of the game's own that names a card, as a card, which a seat can't see that is told."""
        match = self._game.setting.match()
        for number, notation in enumerate(self._actions, 1):
            before = {seat: [*_in_sight(match.state, seat)] for seat in self._eyes}
            events = match.play(match.read(notation))
            own = [event for event in events if not _is_of_all(event)]
            for event in (*match.acted, *own):
                for seat in self._eyes:
                    seen = event.seen_by(seat)
                    if isinstance(event, Acted) and seat == event.seat:
                        continue
                    known = (*before[seat], *_in_sight(match.state, seat), *_shown_to(events, seat))
                    for card in named(seen):
                        is_asked_for = isinstance(event, Acted) and card not in before[event.seat]
                        if card not in known and not is_asked_for:
                            reason = f"{seen} tells {_who(seat)} of {card}, which it can't see"
                            return Leak(reason=reason, after=number)
        return None

    def leak(self, one: int, other: int) -> Leak | None:
        """What a seat is told that hangs on two cards which it can't see."""
        if self._deck[one] == self._deck[other]:
            return None
        following = list(self._eyes)
        for match, twin, step in self._played(one, other):
            for seat in following.copy():
                told, told_there = ([event.seen_by(seat) for event in events] for events in step.told)
                alike = told == told_there and _looks_alike(match, twin, seat)
                if not alike or match.is_over or twin.is_over or match.state.round != twin.state.round:
                    following.remove(seat)
                    if alike or match.is_over or _is_said_of_what_is_seen(step):
                        continue
                    if event := self._naming_event(one, other, seat, step, told, told_there):
                        reason = f"{event} tells {_who(seat)} of a card that it can't see"
                        return Leak(reason=reason, after=step.number)
                elif name := _other_field(match.state, twin.state, seat):
                    following.remove(seat)
                    if not _is_said_of_what_is_seen(step):
                        pair = " and ".join(sorted(map(str, (self._deck[one], self._deck[other]))))
                        reason = f"the field {name} tells {_who(seat)} of cards that it can't see"
                        return Leak(reason=f"{reason}: it is another one where {pair} change places", after=step.number)
            if not following:
                break
        return None

    def _played(self, one: int, other: int) -> Iterator[tuple[Match[Any, Any], Match[Any, Any], _Step]]:
        """Both games after setting up and after each action, as long as the twin allows the same actions."""
        deck = list(self._deck)
        deck[one], deck[other] = deck[other], deck[one]
        setting = self._game.setting
        match, twin = setting.match(), _set_up(replace(setting, deck=deck))
        if twin is None:
            return
        events = match.events(), twin.events()
        yield match, twin, _Step(number=0, seats=(), apart=(), told=events)
        for number, notation in enumerate(self._actions, 1):
            apart = [(pile.copy(), there.copy()) for pile, there in _apart(match, twin)]
            seats = (match.turn,) if match.is_shared else match.acting.seats
            action = match.read(notation)
            try:
                told_there = twin.play(twin.read(notation))
            except Exception:
                return
            told = match.play(action)
            both = [*match.acted, *told], [*twin.acted, *told_there]
            yield match, twin, _Step(number=number, seats=seats, apart=apart, told=both)

    def _naming_event(
        self, one: int, other: int, seat: Seat, step: _Step, told: Sequence[Event], told_there: Sequence[Event]
    ) -> Event | None:
        """The game's own event that differs while all others are alike, if it names one of two cards.

        It does where it is another one whatever card lies in the place of that one, one of its rank or suit too.
        """
        if _of_all(told) != _of_all(told_there):
            return None
        event = next((event for event, there in zip(told, told_there, strict=False) if event != there), None)
        if event is None or _is_of_all(event):
            return None
        for place in (one, other):
            card = self._deck[place]
            alike = [k for k, each in enumerate(self._deck) if each != card and card.rank == each.rank]
            suited = [k for k, each in enumerate(self._deck) if each != card and card.suit == each.suit]
            others = [*alike[:_OTHERS], *suited[:_OTHERS]]
            seen = [differs for k in others if (differs := self._differs(place, k, seat, step.number)) is not None]
            if len(seen) > 1 and all(seen):
                return event
        return None

    def _differs(self, one: int, other: int, seat: Seat, number: int) -> bool | None:
        """Whether a seat is told otherwise by events of the game's own then; None where it saw or was told others."""
        for match, twin, step in self._played(one, other):
            told, told_there = ([event.seen_by(seat) for event in events] for events in step.told)
            if _of_all(told) != _of_all(told_there) or not _looks_alike(match, twin, seat):
                return None
            if step.number == number:
                return told != told_there
            if told != told_there:
                return None
        return None


def _counting(game: Examined, chance: Seeded) -> Leak | None:
    """The scores of a game that goes on, where they tell a seat of cards which it can't see."""
    match, left = game.setting.match(), _SCORINGS
    for number, notation in enumerate(game.actions, 1):
        before, seat, is_shared, action = match.state.clone(), match.turn, match.is_shared, match.read(notation)
        match.play(action)
        if is_shared or match.is_over or [*scores_of(before)] == [*scores_of(match.state)]:
            continue
        scoring = _Scoring(game.game, before, seat, action)
        for eyes in range(game.setting.seats):
            if card := scoring.counted(eyes, chance):
                reason = f"the scores tell {_who(eyes)} of cards that it can't see: they hang on what lies in the place"
                return Leak(reason=f"{reason} of {card}; lay cards open before they are counted", after=number)
        left -= 1
        if not left:
            break
    return None


class _Scoring:
    """An action of one seat after which the scores are others, which is done anew where cards have changed places."""

    def __init__(self, game: Game[Any, Any], before: State, seat: Seat, action: Any) -> None:
        self._game, self._before, self._seat, self._action = game, before, seat, action

    def counted(self, eyes: Seat, chance: Seeded) -> Card | None:
        """A card that is counted though a seat doesn't see it: in its place, others bring more than two scores.

        Two tell no more than whether something is so, as in Cribbage whether somebody can go on.
        """
        piles = self._before.piles()
        hidden = [number for number, pile in enumerate(piles) if not self._is_seen(pile, eyes)]
        truth = self._done(eyes)
        for one in hidden:
            others = [(other, place) for other in hidden if other != one for place in range(len(piles[other]))]
            shuffle(others, chance)
            done = [self._done(eyes, ((one, 0), other)) for other in others[:_OTHERS] if piles[one]]
            scores = {each[1] for each in (*done, truth) if each and truth and each[0] == truth[0]}
            if len(scores) > _YES_OR_NO:
                return piles[one].cards[0]
        return None

    def _is_seen(self, pile: Pile, eyes: Seat) -> bool:
        """Whether a seat sees a pile, or who acts does and may speak of it."""
        return pile.seen_by(eyes) or (pile.owner != self._seat and pile.seen_by(self._seat))

    def _done(
        self, eyes: Seat, swapped: Sequence[tuple[int, int]] = ()
    ) -> tuple[Sequence[Any], Sequence[float]] | None:
        """What a seat sees and is told but for points, and the scores, with cards at two places of piles changed; None
        where the rules don't allow it then, or the game ends.
        """
        table = self._before.clone()
        piles = table.piles()
        cards = [piles[number].cards[place] for number, place in swapped]
        for (number, place), card in zip(swapped, reversed(cards), strict=True):
            piles[number].cards[place] = card
        try:
            match = Match[Any, Any].at(self._game, table, Seeded(0))
            told = match.play(self._action)
        except Exception:
            return None
        if match.is_over:
            return None
        told = [event.seen_by(eyes) for event in _of_all(told) if not isinstance(event, PointsScored | RoundEnded)]
        shown = [(pile.name, pile.cards) for pile in match.view(eyes).piles()]
        return (told, shown, match.turn, match.to_act), tuple(scores_of(match.state))


def _set_up(setting: TrialSetup) -> Match[Any, Any] | None:
    """A game at its beginning; None where it can't be set up."""
    try:
        return setting.match()
    except Exception:
        return None


def _who(seat: Seat) -> str:
    return "somebody at no seat" if seat == PUBLIC else f"seat {seat}"


def _is_of_all(event: Event) -> bool:
    """Whether an event is one that the core tells, of any game."""
    return type(event).__module__ == told_by_all.__name__


def _of_all(events: Sequence[Event]) -> list[Event]:
    return [event for event in events if _is_of_all(event)]


def _apart(match: Match[Any, Any], twin: Match[Any, Any]) -> list[tuple[Pile, Pile]]:
    """The piles that hold other cards in the twin."""
    both = zip(match.state.piles(), twin.state.piles(), strict=False)
    return [(pile, there) for pile, there in both if pile.cards != there.cards]


def _looks_alike(match: Match[Any, Any], twin: Match[Any, Any], seat: Seat) -> bool:
    """Whether a seat sees the same cards, and the same seats have to act, or may, in the same turn."""
    if (match.turn, match.state.count) != (twin.turn, twin.state.count) or type(match.acting) is not type(twin.acting):
        return False
    if len(match.state.piles()) != len(twin.state.piles()):
        return False
    return match.to_act == twin.to_act and not any(
        pile.seen_by(seat) or there.seen_by(seat) or len(pile) != len(there) for pile, there in _apart(match, twin)
    )


def _other_field(state: State, twin: State, seat: Seat) -> str | None:
    """The plain field that a seat sees otherwise in the twin, if there is one; whose turn it is, everybody is told."""
    plain = [name for name in state.plain_fields() if name != "turn"]
    names = [name for name in plain if vars(state)[name] != vars(twin).get(name)]
    if names:
        view, there = state.view(seat), twin.view(seat)
        uncounted = state.uncounted_fields()
        found = next((n for n in names if n not in uncounted and vars(view)[n] != vars(there).get(n)), None)
        if found:
            return found
    own, other = (dict(_of_parts(one)) for one in (state, twin))
    return next((name for name, value in own.items() if name in other and value != other[name]), None)


def _of_parts(state: State) -> Iterator[tuple[str, Any]]:
    """The plain fields of the parts of a table, by the names of the parts and their own."""
    for name, part in state.parts():
        yield from ((f"{name} {field}", value) for field, value in vars(part).items() if not any(piles_in(value)))


def _is_said_of_what_is_seen(step: _Step) -> bool:
    """Whether those who acted see cards that aren't their own and are others in the twin, and may speak of them."""
    return any(pile.seen_by(seat) and pile.owner != seat for pile, _ in step.apart for seat in step.seats)


def _in_sight(state: State, seat: Seat) -> Iterator[Card]:
    """The cards in the piles that a seat sees."""
    return (card for pile in state.piles() if pile.seen_by(seat) for card in pile)


def _shown_to(events: Sequence[Event], seat: Seat) -> Iterator[Card]:
    """The cards that a seat saw move, or was shown."""
    for event in events:
        if isinstance(event, Moved | Shown | LaidOpen):
            yield from event.seen_by(seat).cards


def named(value: Any) -> Iterator[Card]:
    """Every card in a value, at any depth but not in piles."""
    if isinstance(value, Card):
        if value is not BACK:
            yield value
    elif isinstance(value, Mapping):
        for pair in cast(Mapping[Any, Any], value).items():
            yield from named(pair)
    elif isinstance(value, Collection) and not isinstance(value, Pile | str | bytes):
        for part in cast(Collection[Any], value):
            yield from named(part)
    elif not isinstance(value, Pile | type | str | bytes):
        for part in getattr(value, "__dict__", {}).values():
            yield from named(part)


_SEATS = 2
"""The number of seats with whose eyes a game is followed; which they are hangs on its seed."""


class Onlookers:
    """Seats that follow a match from its beginning, each with what it knows."""

    def __init__(self, match: Match[Any, Any], seats: Iterable[Seat], *, infers: bool = True) -> None:
        self._match = match
        self.known = [Knowledge(seating_at(match.game, match.state, seat), infers=infers) for seat in seats]
        for knowledge in self.known:
            knowledge.begin(match.view(knowledge.seat))

    def told(self, brought: Sequence[Event]) -> None:
        """Tell each what the action that was played last has brought about."""
        for knowledge, events, view in self.news(brought):
            knowledge.told(events, view)

    def news(self, brought: Sequence[Event]) -> Iterator[tuple[Knowledge, Sequence[Event], State]]:
        """What each is to be told of the action that was played last; nothing where nobody saw anything."""
        events = [*self._match.acted, *brought]
        for knowledge in self.known if events else ():
            seat = knowledge.seat
            yield knowledge, [event.seen_by(seat) for event in events], self._match.view(seat)

    def denials(self) -> Iterator[str]:
        """What each takes for impossible though it is so, where there is something."""
        for knowledge in self.known:
            if (denied := knowledge.denies(self._match.state)) is not None:
                when = f"after {self._match.acted[0].action}" if self._match.acted else "after setup"
                yield f"seat {knowledge.seat} has to conclude {when} that {denied}, which it does: {self._remedy()}"

    def _remedy(self) -> str:
        """What an author does who sees that too much is concluded."""
        own: Any = type(self._match.game).rules_out
        if own is not cast(Any, Game).rules_out:
            return f"let `rules_out` say less{at(own)}"
        return "where a further card makes an action legal, write `def rules_out(self, view, action, seat): return {}`"


def knowledge_holds(game: Examined) -> str | None:
    """What a seat takes for impossible though it is so, when the game is played once more before its eyes."""
    setting = game.setting
    match = setting.match()
    play = RandomPlay(match, setting)
    onlookers = Onlookers(match, [(setting.seed + k) % setting.seats for k in range(min(_SEATS, setting.seats))])
    for step in range(_STEPS + 1):
        for denial in onlookers.denials():
            return denial
        if step == _STEPS or (action := play.choose()) is None:
            break
        onlookers.told(match.play(action))
    return None
