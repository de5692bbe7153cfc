"""Checking a game for people: which game is meant, a sentence on each broken promise, a record of what shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardkit.authors.promises.performances import PERFORMANCES, PLAYERS, performance, performed
from cardkit.authors.promises.promise import ASKED_PROMISES, PLUGIN_PROMISES, PROMISES, BrokenPromise, chosen
from cardkit.authors.promises.random_games import Setting
from cardkit.authors.promises.verdicts import WORDS, Verdict, verdicts
from cardkit.authors.subjects import Subject
from cardkit.core.errors import CannotWrite
from cardkit.core.texts import counted
from cardkit.records.files import write_record
from cardkit.records.parts import End, cards_text
from cardkit.records.record import Record, entries, header_of
from cardkit.records.replay import retell

EVERY_PROMISE: Mapping[str, str] = {**PROMISES, **PLUGIN_PROMISES}
"""What `cardkit check` looks at where nothing is named."""
KNOWN_PROMISES: Mapping[str, str] = {**EVERY_PROMISE, **ASKED_PROMISES}
"""What it can be asked to look at."""
_LONGEST = 200
"""How many actions a record has of a game that goes on and on."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A verdict, with a record of the game that shows a broken promise."""

    verdict: Verdict
    record: Record | None = None
    """None where the promise is kept, and where there is no game because it can't be set up."""
    path: Path | None = None
    """The file where the record is."""

    @property
    def sentences(self) -> Iterator[str]:
        """What a person has to know of a promise that isn't kept, or couldn't be looked at."""
        broken = self.verdict.broken
        if broken is not None:
            yield f"{broken}."
            if self.record is not None and (last := _beyond(self.record, broken)):
                yield last
        elif self.verdict.unseen:
            yield f"Not looked at: {self.verdict.unseen}."
        elif self.verdict.long:
            beginning = "the other promises are looked at in its beginning"
            yield f"This is no fault, but as it is played here {self.verdict.long}; {beginning}."

    def facts(self) -> dict[str, Any]:
        """The finding as JSON has it."""
        broken = self.verdict.broken
        shown = broken and {
            "reason": broken.reason,
            "seats": broken.seats,
            "seed": broken.seed,
            "deck": cards_text(broken.deck),
            "actions": list(broken.actions),
            "record": str(self.path) if self.path else None,
        }
        return {
            "promise": self.verdict.promise,
            "meaning": KNOWN_PROMISES[self.verdict.promise],
            "verdict": self.verdict.word,
            "games": self.verdict.games,
            "actions": self.verdict.actions,
            "unseen": self.verdict.unseen,
            "long": self.verdict.long,
            "broken": shown,
        }


def _beyond(record: Record, broken: BrokenPromise) -> str:
    """What a record leaves out of the game that shows a broken promise, in a sentence; empty where it has all."""
    kept = len(record.actions)
    if kept == len(broken.actions):
        return ""
    if broken.promise == "ends":
        return f"The record has the first {counted(kept, 'action')}."
    return f"The record ends before the action that fails: {broken.actions[kept]}."


def findings(
    subject: Subject, into: Path, *, games: int | None = None, seed: int = 1, promises: Iterable[str] | None = None
) -> Iterator[Finding]:
    """What is found of each promise; the games that show broken ones are written to this file, and to numbered ones."""
    kept: list[tuple[Record, Path]] = []
    for verdict in looked_at(
        subject, games, seed, chosen(EVERY_PROMISE if promises is None else promises, KNOWN_PROMISES)
    ):
        record = record_of(subject, verdict.broken) if verdict.broken else None
        path = next((path for same, path in kept if same == record), None)
        if record is not None and path is None:
            path = free(into)
            write_record(path, record)
            kept.append((record, path))
        yield Finding(verdict=verdict, record=record, path=path)


def looked_at(subject: Subject, games: int | None, seed: int, names: Iterable[str]) -> Iterator[Verdict]:
    """The verdicts on the rules, then those on what comes with them."""
    names, seated = list(names), subject.stages[0].seated

    def perform(setting: Setting) -> Setting:
        return performed(setting, subject.plugin, seated, PLAYERS)[0]

    rules = [name for name in names if name in PROMISES]
    if rules:
        yield from verdicts(
            subject.game,
            deck=subject.stages[0].setup.pile,
            games=games,
            seed=seed,
            promises=rules,
            spec=subject.spec,
            perform=perform if seated else None,
        )
    for name in names:
        if name in PERFORMANCES:
            yield performance(name, subject.stages, seed)


def together(findings: Iterable[Finding]) -> Iterator[tuple[Sequence[str], str]]:
    """The promises that couldn't be looked at, those that share a reason together, each time with the reason."""
    reasons: dict[str, list[str]] = {}
    for finding in findings:
        if finding.verdict.word == "open":
            reasons.setdefault(finding.verdict.unseen, []).append(finding.verdict.promise)
    return ((promises, reason) for reason, promises in reasons.items())


def counts(findings: Iterable[Finding]) -> dict[str, int]:
    """How many promises have each of the verdicts."""
    words = [finding.verdict.word for finding in findings]
    return {word: words.count(word) for word in WORDS}


def record_of(subject: Subject, broken: BrokenPromise) -> Record | None:
    """The record of the game that shows a broken promise, up to where the rules fail; None where it can't be set up."""
    stages = [stage for stage in subject.stages if stage.setup.rules.name == broken.rules] or subject.stages
    setup = stages[0].setup
    setup = setup.with_game(setup.game).having(
        deck=broken.deck[::-1], seats=("random",) * broken.seats, rng="seeded", seed=broken.seed
    )
    try:
        match = setup.match()
    except Exception:
        return None
    log = entries(None, match.outcomes)
    for notation in broken.actions[:_LONGEST]:
        try:
            match.advance(match.read(notation))
        except Exception:
            break
        log += entries(notation, match.outcomes)
    result = End.of(match.result) if match.result else None
    return header_of(setup).model_copy(update={"result": result, "log": tuple(log)})


def free(path: Path) -> Path:
    """This path, or where there is such a file already, the next one with a number that is free."""
    number, found = 1, path
    while found.exists():
        number += 1
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return found


def told(subject: Subject, finding: Finding) -> list[str]:
    """The lines that tell the game of a record, as far as it can be told."""
    if finding.record is None or finding.path is None:
        return []
    try:
        blocks = retell(subject.plugin, finding.record, finding.path).blocks
    except Exception:
        return list(finding.record.actions)
    return [line for block in blocks for line in block.lines]


def refuse_existing(path: Path | None) -> None:
    """Raises CannotWrite where there is such a file already."""
    if path is not None and path.exists():
        raise CannotWrite(path, "there is a file of this name already; choose another")
