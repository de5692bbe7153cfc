"""One game at a hosted table: the stepped table, its record, what each pair of eyes was told, the machines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from cardkit.core.acts.results import Result
from cardkit.core.cards import Card
from cardkit.core.errors import CannotStart, CardkitError, IllegalAction, NotAnAction
from cardkit.core.piles import Seat
from cardkit.online.hosting.telling import Teller, Texts
from cardkit.online.messages.scene import scene
from cardkit.online.messages.sketch import Sketch
from cardkit.plugins.boundaries import Guarded, guarding
from cardkit.plugins.game_seeds import new_seed
from cardkit.plugins.narrators import out_of_time_line
from cardkit.plugins.person.reader import Reader
from cardkit.plugins.session import PUBLIC, Session, seated
from cardkit.records.advice import Advice, advice, stand_in
from cardkit.records.keeper import Keeper, Trail
from cardkit.records.parts import End
from cardkit.records.record import Record
from cardkit.table.match import Match
from cardkit.table.turns import Table


class Unasked:
    """The console of people who are asked in another way; raises CannotStart where a game asks before it is dealt."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._said = ""

    def say(self, line: str, /) -> None:
        """Keep what the question is."""
        self._said = line

    def ask(self, prompt: str = "", /) -> str:
        """Say what has to be said beforehand."""
        raise CannotStart(self._game, f"this has to be said beforehand: {prompt or self._said}")


class Keep(Protocol):
    """Where a table is kept; each call may raise a CardkitError, and then what was to be kept didn't happen."""

    def begin(self, record: Record, people: Mapping[str, Any]) -> None:
        """Keep a game that begins, in the place of one that was there."""
        ...

    def seat(self, people: Mapping[str, Any]) -> None:
        """Keep who sits there."""
        ...

    def add(self, action: str, outcomes: Sequence[Sequence[Card] | int], seat: int | None = None) -> None:
        """Keep an action, and what chance made after it."""
        ...

    def replace(self, record: Record) -> None:
        """Keep this record in the place of the one that was there."""
        ...

    def finish(self, result: Result) -> None:
        """Keep how the game ended."""
        ...


class Growing:
    """Passes on what is added to a record."""

    def __init__(self, keep: Keep) -> None:
        self._keep = keep

    def add(self, whole: Callable[[], Record], *step: Any) -> None:
        """Add an action, and what chance made after it."""
        self._keep.add(*step)


class Sitting:
    """A game that is dealt, from its first action or from where a record has it."""

    def __init__(self, session: Session, trail: Trail, record: Record | None = None) -> None:
        self.session = session
        self._sketches: defaultdict[Seat, Sketch] = defaultdict(Sketch)
        self.match: Match[Any, Any] = session.match
        self.table: Table[Any, Any] = Table(
            session.match, session.players, seed=session.seed, most_turns=session.most_turns
        )
        self.keeper = Keeper(session, trail)
        self.table.watch(self.keeper).record(self.keeper.keep)
        texts = Texts()
        self.tellers = {seat: Teller(session.narrator(), texts) for seat in (PUBLIC, *session.people)}
        for seat, teller in self.tellers.items():
            self.table.watch(teller, seat=seat)
        self._readers: dict[Seat, Reader] = {}
        with guarding(self.match.game.name, session.players):
            self._begin(record)

    def keep_in(self, keep: Keep | None) -> None:
        """Keep from now on what is added to the record."""
        self.keeper.file = None if keep is None else Growing(keep)

    def _begin(self, record: Record | None) -> None:
        if record is not None and record.log:
            machines = [seat for seat in range(self.match.state.seats) if seat not in self.session.people]
            self.table.retell(record.taken, reminding=machines)
        if record is not None and record.result is not None and record.result.out_of_time is not None:
            self.run_out(record.result.out_of_time)
        else:
            self.table.begin()

    @property
    def record(self) -> Record:
        """The record up to now."""
        return self.keeper.record

    def answer(self, seat: Seat, action: Any) -> None:
        """Let a seat do something; raises IllegalAction, or GameFault or PlayerFault where rules or machines fail."""
        with guarding(self.match.game.name, self.session.players):
            self.table.answer(seat, action)

    def is_new(self) -> bool:
        """Whether things stand otherwise than before the last answer, and not only one of several has answered."""
        return self.match.is_over or (self.match.nobody_has_spoken and not self.table.answers)

    def read(self, seat: Seat, text: str) -> Any:
        """The legal action that a seat means by a text; raises a CardkitError with the reason where it means none."""
        return self._reader(seat).read(text, self.match.legal_of(seat) or self.match.legal)

    def can(self, seat: Seat, text: str) -> tuple[list[str], str]:
        """The legal actions that a text can mean, and else the reason why it means none."""
        try:
            return [str(self.read(seat, text))], ""
        except CardkitError as error:
            found = self._reader(seat).meanings(text, self.match.legal_of(seat))
            reason = error.reason if isinstance(error, IllegalAction | NotAnAction) else str(error)
            return list(map(str, found)), "" if found else reason

    def _reader(self, seat: Seat) -> Reader:
        if seat not in self._readers:
            self._readers[seat] = Reader(self.match, seat, self.session.names)
        return self._readers[seat]

    def stand_in(self, seat: Seat) -> None:
        """Let a machine play on for a person."""
        self.table.sit(seat, stand_in(self.session, seat, self.record.taken))

    def sit_back(self, seat: Seat) -> None:
        """Let a person play again."""
        _let_go(self.table.players[seat])
        self.table.sit(seat, self.session.players[seat])

    def close(self) -> None:
        """Let the machines go; the game doesn't go on here."""
        for player in self.table.players:
            _let_go(player)

    def advice(self, seat: Seat) -> Callable[[], Advice]:
        """What asks a machine what it would do."""
        return advice(self.session, seat, self.record.taken)

    def run_out(self, seat: Seat) -> End:
        """Let a seat lose because its time has run out; how the game ended, for its record."""
        result = Result.out_of_time(seat, self.match.game.teams(self.match.state.seats))
        for teller in self.tellers.values():
            teller.say(out_of_time_line(seat, self.session.names))
        self.table.end(result)
        return End.of(result).model_copy(update={"out_of_time": seat})

    def scene(self, seat: Seat) -> dict[str, Any]:
        """What a seat sees, and may do; raises GameFault."""
        with guarding(self.match.game.name):
            return scene(self.match, seat, self.session.names, self.table.asked, self._sketches[seat])


def _let_go(player: Any) -> None:
    if isinstance(player, Guarded):
        player.leave()


def named(session: Session, names: Sequence[str]) -> Session:
    """The same game, dealt alike, with players of these names."""
    return _with_players(replace(session, setup=session.setup.having(names=tuple(names))))


def next_game(session: Session) -> Session:
    """Another game with the same deck, everybody one seat further on."""
    *before, last = range(len(session.seats))
    turned = (last, *before)
    setup = session.setup.with_game(session.match.game).having(
        deck=session.deck[::-1],
        given=(),
        number=None,
        seed=new_seed(),
        seats=tuple(session.seats[seat] for seat in turned),
        names=tuple(session.names[seat] for seat in turned),
    )
    match = setup.match()
    return _with_players(
        replace(session, setup=setup, match=match, seed_is_news=True, seed_was_given=False, cards_alone=False)
    )


def _with_players(session: Session) -> Session:
    nobody = Unasked(session.match.game.name)
    return replace(session, players=seated(session.setup, session.match, lambda seat: nobody))
