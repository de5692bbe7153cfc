"""A game record: its texts, cards, chance, steps and end; the file that it is read from, or grows in as it goes.

The log of a game that is played makes it, and knows what of that may be taken back.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar, cast, overload

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    SerializerFunctionWrapHandler,
    ValidationError,
    model_serializer,
)

from cardkit.core.cards import Card, Seat
from cardkit.core.errors import CardkitError, InvalidCard, shown
from cardkit.core.events import Event, Moved, Shown
from cardkit.core.files import RESUME, append, bytes_of, hold, let_go, refuse_existing, replace, text_of
from cardkit.core.results import Cycle, How, Result
from cardkit.core.texts import flaw, safe, texts_in
from cardkit.plugins.plugin import plain_names
from cardkit.plugins.setup import PUBLIC, Session, Setup, name_of
from cardkit.table.turns import Played


def cards_text(cards: Sequence[Card]) -> str:
    """Cards as a record has them, from the top of a pile down: their notations, with commas between."""
    return ", ".join(map(str, reversed(cards)))


def cards_of(text: str) -> list[Card]:
    """The cards of a record's text, as they lie in a pile, the top last; raises InvalidCard."""
    return [Card.read(part) for part in reversed(text.split(","))] if text.strip() else []


T = TypeVar("T")


def _fit(value: T) -> T:
    for text in texts_in(value):
        if unfit := flaw(text):
            raise ValueError(f"{shown(text)} can't hold {unfit}")
    return value


Text = Annotated[str, AfterValidator(_fit)]
"""A text that can be shown on a line."""
Json = Annotated[JsonValue, AfterValidator(_fit)]
"""A value of JSON all of whose texts can be shown on a line."""


def _are_cards(text: str) -> str:
    try:
        cards_of(text)
    except InvalidCard as error:
        raise ValueError(str(error)) from error
    return text


CardsText = Annotated[Text, AfterValidator(_are_cards)]


class RecordPart(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class ChanceBegun(RecordPart):
    """Where chance started: the kind of generator, and its seed."""

    generator: Text
    seed: int


class RecordedShuffle(RecordPart):
    """What chance made of a pile: its cards from the top down."""

    shuffled: CardsText


class RecordedRoll(RecordPart):
    """The number that chance gave."""

    rolled: int = Field(ge=1)


class RecordedAction(RecordPart):
    """An action of a seat that was one of several to choose, or that might act, at the same time."""

    seat: int = Field(ge=0)
    action: Text


class RecordedCycle(RecordPart):
    """The two rounds or turns of an endless game that are the same."""

    first: int = Field(ge=1)
    again: int = Field(ge=1)


class RecordedEnd(RecordPart):
    """How the game ended."""

    how: How
    winners: tuple[int, ...]
    scores: tuple[float, ...]
    cycle: RecordedCycle | None = None
    places: tuple[int, ...] = ()
    of: float | None = Field(default=None, gt=0)
    """The score with which all win together."""
    out_of_time: int | None = Field(default=None, ge=0)
    """The seat that lost because its time ran out, which is why the game ended."""

    @model_serializer(mode="wrap")
    def _without_rarities(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """The end as a record has it: places, what a score is of, and who ran out of time, where there are any."""
        parts: dict[str, Any] = written(self)
        rare = {"places": self.places == (), "of": self.of is None, "out_of_time": self.out_of_time is None}
        return {name: part for name, part in parts.items() if not rare.get(name)}

    @classmethod
    def made_of(cls, result: Result) -> RecordedEnd:
        """The end that a result is."""
        found = result.cycle
        cycle = None if found is None else RecordedCycle(first=found.first, again=found.again)
        parts = {name: part for name, part in vars(result).items() if name != "cycle"}
        return cls(**parts, cycle=cycle)

    def result(self) -> Result:
        """The result that this is; a draw that all played together was lost, as earlier records don't say."""
        cycle = None if self.cycle is None else Cycle(self.cycle.first, self.cycle.again)
        how = self.how if self.of is None or self.winners else How.LOST
        return Result(how, self.winners, self.scores, cycle, self.places, self.of)


Entry = Text | RecordedAction | RecordedShuffle | RecordedRoll
"""An action in notation, that of a named seat where several act, or what chance made."""


class Step(NamedTuple):
    """The opening of a game, or an action, and what chance made after it."""

    place: int
    """The place in the log from 0; -1 for the opening."""
    seat: int | None
    """The seat that acted, where several do at the same time."""
    action: str | None
    """The notation; None for the opening."""
    outcomes: list[str | int]
    """The cards of the piles that were shuffled, and the numbers that were rolled."""


VERSION: Final = 2
"""The version of the format that is written; every version up to it can be read."""

END = "\n ]\n}\n"
"""How a record ends: whatever is added goes before it."""


class RecordError(CardkitError):
    """A record that can't be read, or that contradicts itself; `place` says where."""

    path: Path
    place: str
    reason: str

    def __str__(self) -> str:
        return ": ".join(filter(None, (safe(str(self.path)), self.place, self.reason)))


class Record(RecordPart):
    """A game from its first card: everything that is needed to play it again, whatever became of the generator."""

    format: Literal["cardkit record"] = "cardkit record"
    version: Literal[1, 2] = VERSION
    game: Text
    game_version: Text = ""
    rules: Text = ""
    options: dict[Text, Json]
    seats: tuple[Text, ...]
    names: tuple[Text, ...]
    practice: bool = False
    chance: ChanceBegun | None = None
    deck: CardsText
    """The cards before the game shuffled them, from the top down."""
    result: RecordedEnd | None = None
    log: tuple[Entry, ...] = ()

    @property
    def taken(self) -> list[tuple[int | None, str]]:
        """The actions in notation, each with its seat where several acted at the same time."""
        return [(step.seat, step.action) for step in self.steps() if step.action is not None]

    @property
    def actions(self) -> list[str]:
        """The actions alone, in notation."""
        return [action for _, action in self.taken]

    @property
    def outcomes(self) -> list[list[Card] | int]:
        """What chance made: the cards of each pile that was shuffled, the top one last, and each number rolled."""
        return [one if isinstance(one, int) else cards_of(one) for step in self.steps() for one in step.outcomes]

    def steps(self) -> Iterator[Step]:
        """The opening and then each action, with what chance made after it."""
        step = Step(-1, None, None, [])
        for number, entry in enumerate(self.log):
            if isinstance(entry, RecordedShuffle):
                step.outcomes.append(entry.shuffled)
            elif isinstance(entry, RecordedRoll):
                step.outcomes.append(entry.rolled)
            else:
                yield step
                seat, action = (None, entry) if isinstance(entry, str) else (entry.seat, entry.action)
                step = Step(number, seat, action, [])
        yield step

    def up_to(self, actions: int) -> Record:
        """The record of the game when only so many actions had been taken."""
        log: list[Entry] = []
        for entry in self.log:
            if isinstance(entry, str | RecordedAction):
                if not actions:
                    break
                actions -= 1
            log.append(entry)
        return self.model_copy(update={"log": tuple(log), "result": None})


def header_of(setup: Setup) -> Record:
    """The record of a game before its first step; files of players are put down without their folders."""
    return Record(
        game=setup.game.name,
        game_version=setup.plugin.version,
        rules=setup.rules.name,
        options=setup.game.model_dump(mode="json"),
        seats=tuple(Path(name_of(player)).name for player in setup.sitting),
        names=setup.names or plain_names(len(setup.sitting)),
        practice=setup.practice,
        chance=ChanceBegun(generator=setup.rng, seed=setup.seed_of(setup.number)),
        deck=cards_text(setup.pile_of(setup.number)),
    )


def record_of(session: Session) -> Record:
    """The record of a game before its first step; without its seed where that had no say in the cards."""
    header = header_of(session.setup).model_copy(update={"game_version": session.version})
    return header.model_copy(update={"chance": None}) if session.cards_alone else header


def setting_of(record: Record) -> dict[str, Any]:
    """What a game is played with, as the first line of JSON has it: the game, its options, who plays, the seed."""
    chance = {} if record.chance is None else {"rng": record.chance.generator, "seed": record.chance.seed}
    parts = record.model_dump(mode="json", include={"game", "game_version", "rules", "options", "seats", "names"})
    return {"event": "set-up", **parts, **chance}


def outcome_text(outcome: Sequence[Card] | int) -> str | int:
    """What a record has of a thing that chance made."""
    return outcome if isinstance(outcome, int) else cards_text(outcome)


def entries(action: str | None, outcomes: Sequence[Sequence[Card] | int], seat: int | None = None) -> list[Entry]:
    """What a log has of a step: the action, of a seat where several act, and what chance made after it."""
    made: list[Entry] = [
        RecordedRoll(rolled=outcome) if isinstance(outcome, int) else RecordedShuffle(shuffled=cards_text(outcome))
        for outcome in outcomes
    ]
    if action is None:
        return made
    return [action if seat is None else RecordedAction(seat=seat, action=action), *made]


def step_of(played: Played, outcomes: Sequence[Sequence[Card] | int]) -> list[Entry]:
    """What a log has of an action that was played at a table, and what chance made after it."""
    return entries(str(played.action), outcomes, played.seat if played.is_shared else None)


def record_text(record: Record) -> str:
    """The record as its file has it: a line for each part of the header, then a line for each entry of the log."""
    parts = record.model_dump(mode="json", exclude={"log"})
    header = "".join(f" {_json(name)}: {_json(value)},\n" for name, value in parts.items())
    return f'{{\n{header} "log": [' + ",".join(map(entry_text, record.log)) + END


_json = json.JSONEncoder(ensure_ascii=False).encode


def entry_text(entry: Entry) -> str:
    return "\n  " + _json(entry if isinstance(entry, str) else entry.model_dump())


def schema_text() -> str:
    """The JSON Schema of a record, as docs/record.schema.json has it."""
    return json.dumps(Record.model_json_schema(), indent=1, ensure_ascii=False) + "\n"


def read_grown(path: Path) -> Record:
    """The record in a file that grew as it was played, without an entry in which its writing broke off at the end.

    Raises RecordError where it is damaged otherwise; the file stays as it is.
    """
    text = _text_in(path)
    try:
        return cast(Record, _of_text(text, path))
    except RecordError as error:
        whole = mended(text) if error.__cause__ is not None else text
        if whole == text:
            raise
        return cast(Record, _of_text(whole, path))


Model = TypeVar("Model", bound=BaseModel)


@overload
def read_record(path: Path) -> Record: ...
@overload
def read_record(path: Path, other: type[Model]) -> Record | Model: ...
def read_record(path: Path, other: type[BaseModel] | None = None) -> BaseModel:
    """The record in a file, or what the file holds of another format; raises RecordError where it can't be read or is
    neither.
    """
    return _of_text(_text_in(path), path, other)


def _of_text(text: str, path: Path, other: type[BaseModel] | None = None) -> BaseModel:
    found = _object_of(text, path)
    formats = {str(model.model_fields["format"].default): model for model in (Record, other) if model is not None}
    name = found.get("format")
    if not isinstance(name, str) or name not in formats:
        raise RecordError(path, "", f'this is not a record: its "format" is not "{next(iter(formats))}"')
    if found.get("version") not in range(1, VERSION + 1) or isinstance(found.get("version"), bool | float):
        known = f"this program reads versions 1 to {VERSION}"
        raise RecordError(path, "version", f"{shown(found.get('version'))} is unknown, {known}")
    try:
        return formats[name].model_validate_json(text, strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        parts = list(first["loc"])
        if parts[:1] == ["log"] and len(parts) > 1:
            parts[1:] = [int(parts[1]) + 1, *parts[3:]]
        place = " ".join(shown(part) if flaw(str(part)) else str(part) for part in parts)
        reason = first["msg"].removeprefix("Value error, ")
        raise RecordError(path, place, reason[:1].lower() + reason[1:]) from None


def _text_in(path: Path) -> str:
    """The text of a file."""
    try:
        return text_of(bytes_of(path))
    except UnicodeDecodeError as error:
        raise RecordError(path, "", "this is not a record: the text is not UTF-8") from error
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or error)
        raise RecordError(path, "", f"the record can't be read: {reason}") from error


def _object_of(text: str, path: Path) -> dict[str, Any]:
    """The JSON object in a file's text; an empty one where it is JSON of another kind."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        raise RecordError(path, f"line {line}" if line else "", "this is not a record: it is not JSON") from error
    return cast(dict[str, Any], found) if isinstance(found, dict) else {}


class Keep(ABC):
    """Where its owner keeps a table; each call may raise a CardkitError, and then what was to be kept didn't happen.

    What was kept counts when `settled` has returned, and no sooner.
    """

    def begin(self, record: Record, people: Mapping[str, Any]) -> None:
        """Keep a game that begins, in the place of one that was there."""
        self.seat(people)
        self.replace(record)

    def seat(self, people: Mapping[str, Any]) -> None:  # noqa: B027
        """Keep who sits there, which the record doesn't say."""

    @abstractmethod
    def add(self, step: Sequence[Entry]) -> None:
        """Keep an action, and what chance made after it."""

    @abstractmethod
    def replace(self, record: Record) -> None:
        """Keep this game in the place of what it was."""

    @abstractmethod
    def finish(self, result: Result) -> None:
        """Keep how the game ended."""

    async def settled(self) -> None:  # noqa: B027
        """Return when everything is kept; raises TableLost where it can't be."""

    async def release(self) -> None:  # noqa: B027
        """Own the table no longer; whoever is asked for it next may."""


class RecordFile(Keep):
    """A place for a record in a file that grows as the game is played: whole and valid after every action.

    A step is added over the end of the file, which is there again where that fails; whatever changes the header
    replaces the file at once. The table of a server has a file beside it, for its settings and for who sits there, and
    both are their owner's alone. Any other file is this process's alone until it is let go. Raises CannotWrite where a
    file can't be written, or is there and not to be replaced, Held where another process has it, and TakenOver.
    """

    def __init__(
        self,
        path: Path,
        record: Record | None = None,
        *,
        replacing: bool = False,
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        self.path = path
        self._settings = settings
        self._entries: int | None = None
        """How many entries the log has; None before the game begins."""
        if record is not None and not replacing:
            refuse_existing(path, RESUME)
        if settings is None:
            hold(path)
        try:
            if record is not None:
                self.replace(record)
        except CardkitError:
            self.let_go()
            raise

    def seat(self, people: Mapping[str, Any]) -> None:
        if self._settings is not None:
            beside = {"settings": self._settings, "people": people}
            replace(beside_record(self.path), json.dumps(beside, indent=1) + "\n", secret=True)

    def add(self, step: Sequence[Entry]) -> None:
        if self._entries is None:
            raise AssertionError("nothing is kept of a game before it begins")
        append(self.path, ("," if self._entries else "") + ",".join(map(entry_text, step)) + END, over=END)
        self._entries += len(step)

    def finish(self, result: Result) -> None:
        self.replace(read_record(self.path).model_copy(update={"result": RecordedEnd.made_of(result)}))

    def replace(self, record: Record) -> None:
        replace(self.path, record_text(record), secret=self._settings is not None)
        self._entries = len(record.log)

    async def release(self) -> None:
        """Let other processes have the file; what lies in the folder of a server is that server's."""
        self.let_go()

    def let_go(self) -> None:
        """Let other processes have the file."""
        let_go(self.path)


def beside_record(record: Path) -> Path:
    """The file beside a table's record, of what the record doesn't say."""
    return record.with_suffix(".table")


def write_record(path: Path, record: Record) -> None:
    """Write a record in place of whatever is at this path, at once; raises CannotWrite."""
    replace(path, record_text(record))


_LOG = '\n "log": ['


def mended(text: str) -> str:
    """The text of a record without an entry that broke off at its end; as it is where it has no log to be cut.

    Entries are added over the end of the file, one a line, so all before the one that broke off are whole. Where whole
    ones follow, it was no write that broke off.
    """
    header, log, body = text.partition(_LOG)
    if not log or (END in text and not text.endswith(END)):
        return text
    entries: list[str] = []
    has_broken_off = False
    for line in body.splitlines():
        if not line.startswith("  "):
            continue
        try:
            entry, end = json.JSONDecoder().raw_decode(line, 2)
        except ValueError:
            entry, end = None, 0
        if not isinstance(entry, str | dict):
            has_broken_off = True
        elif has_broken_off:
            return text
        else:
            entries.append(line[:end])
    return f"{header}{log}" + ",".join(f"\n{entry}" for entry in entries) + END


class Refused(CardkitError):
    """A command that can't be carried out, and why."""

    reason: str
    practice: bool = False
    """Whether it can be done all the same, so that the game is practice."""
    sentence = "{reason}"


class Log:
    """What was played of a game, who saw what by it, and what each person may take back; it goes to the places.

    The log of the same game at another point goes on from the earlier one.
    """

    def __init__(self, session: Session, earlier: Log | None = None) -> None:
        self.places: Sequence[Keep] = ()
        """Where it is kept; nowhere while what is there already is played again."""
        self.go_on_from(earlier, session)
        self._piles = {pile.name: pile for pile in session.match.state.piles()}
        self._log: list[Entry] = entries(None, session.match.outcomes)
        self._actors: list[int] = []
        """For each action, the seats that took it, as bits."""
        self._seen: list[int] = []
        """For each action, the seats that saw a card by it that they had not seen before, as bits."""

    def go_on_from(self, earlier: Log | None, session: Session) -> None:
        """Go on from an earlier log of the game, which is at another point now."""
        self.session = session
        self.left: list[Record] = earlier.left if earlier else []
        """The points that were left by taking back, the last one at the end."""
        self.marks: dict[str, Record] = earlier.marks if earlier else {}
        """The points that a person has named."""
        self.hints: int = earlier.hints if earlier else 0
        """How often somebody asked what the machine would do."""

    def __getstate__(self) -> dict[str, Any]:
        """What is kept of it where it may be gone back to: what was played, and nothing of the company."""
        return {**vars(self), "session": None, "places": (), "left": [], "marks": {}}

    @property
    def record(self) -> Record:
        """The record up to now."""
        return record_of(self.session).model_copy(update={"log": tuple(self._log)})

    def __call__(self, event: Event, view: Any) -> None:
        if isinstance(event, Moved) and self._seen:
            self._seen[-1] |= _bits(self._seeing(event, self.session.match.state.seats))
        elif isinstance(event, Shown) and self._seen:
            self._seen[-1] |= _bits(event.known_to)

    def keep(self, played: Played) -> None:
        """Keep an action that was played."""
        self._actors.append(_bits(played.seats))
        self._seen.append(0)
        step = step_of(played, self.session.match.outcomes)
        self._log += step
        for place in self.places:
            place.add(step)

    def again(self) -> Record | None:
        """The point that was left last and still comes after this one; those left later are forgotten, or all."""
        now = self.record if self.left else None
        while now is not None and self.left:
            record = self.left[-1]
            if len(record.log) > len(now.log) and record.log[: len(now.log)] == now.log:
                return record.model_copy(update={"practice": now.practice})
            self.left.pop()
        return None

    def _seeing(self, event: Moved, seats: int) -> Iterable[Seat]:
        """The seats for which this move turned up cards."""
        source = self._piles.get(event.source)
        if source is not None and source.seen_by(PUBLIC):
            return ()
        knowing = range(seats) if event.known_to is None else event.known_to
        return knowing if source is None else [seat for seat in knowing if not source.seen_by(seat)]

    @property
    def actions(self) -> int:
        """How many actions were played."""
        return len(self._actors)

    def mark(self, name: str) -> str:
        """Remember this point by a name; a sentence that says so. Raises Refused where there is no name."""
        if not name:
            raise Refused("say what to call this point, such as :mark before-the-queen")
        self.marks[name] = self.record
        return f"This point is {name}; :back {name} leads here"

    def marked(self, name: str) -> Record:
        """The point that a person has named so; raises Refused where there is none."""
        if name not in self.marks:
            known = f"the marks are {', '.join(self.marks)}" if self.marks else ":mark NAME marks one"
            raise Refused(f"there is no point {name!r}; {known}" if name else f"say to which point; {known}")
        return self.marks[name]

    def before_choice_of(self, seat: Seat) -> Record:
        """The game before this seat's last choice; raises Refused where it has made none."""
        last = self._last_choice_of(seat)
        if last is None:
            raise Refused("you have not done anything yet")
        return self.record.up_to(last)

    def has_chosen(self, seat: Seat) -> bool:
        """Whether this seat has made a choice that it may want to take back."""
        return self._last_choice_of(seat) is not None

    def acted_since(self, actions: int) -> set[Seat]:
        """The seats that have acted after so many actions."""
        return {seat for actors in self._actors[actions:] for seat in range(actors.bit_length()) if actors >> seat & 1}

    def _last_choice_of(self, seat: Seat) -> int | None:
        return next(
            (number for number in range(len(self._actors) - 1, -1, -1) if self._actors[number] >> seat & 1), None
        )

    def taken_back_by(self, record: Record, seat: Seat, agreed: Collection[Seat] = ()) -> range:
        """The actions that are taken back if the game goes on from a record.

        Raises Refused for those of other people who haven't agreed.
        """
        first = self.in_common(record)
        others = [other for other in self.session.people if other != seat and other not in agreed]
        for actors in self._actors[first:]:
            for other in others:
                if actors >> other & 1:
                    raise Refused(f"{self.session.names[other]} has acted since")
        return range(first, self.actions)

    def in_common(self, record: Record) -> int:
        """With how many of the actions played here a record begins."""
        here, there = self.record.taken, record.taken
        pairs = enumerate(zip(here, there, strict=False))
        return next((number for number, (one, other) in pairs if one != other), min(len(here), len(there)))

    def begins(self, record: Record) -> bool:
        """Whether a record begins with all that was played here."""
        return list(record.log[: len(self._log)]) == self._log

    def has_seen(self, actions: range, seat: Seat) -> bool:
        """Whether a seat saw cards by these actions that it had not seen before."""
        return any(self._seen[number] >> seat & 1 for number in actions)


def _bits(seats: Iterable[Seat]) -> int:
    """Seats as one number."""
    return sum({1 << seat for seat in seats})
