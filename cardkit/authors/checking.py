"""Checking a game for people: which game is meant, a sentence on each broken promise, a record of what shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardkit.authors.promises.promise import PROMISES, BrokenPromise
from cardkit.authors.promises.verdicts import WORDS, Verdict, verdicts
from cardkit.core.cards import Card
from cardkit.core.errors import CannotWrite, GameFault
from cardkit.core.game import Game
from cardkit.core.texts import counted
from cardkit.plugins.game_seeds import dealing
from cardkit.plugins.plugin import Plugin, plain_names
from cardkit.plugins.registry import installed, load_game
from cardkit.plugins.session import rule_set
from cardkit.records.files import write_record
from cardkit.records.parts import Chance, End, cards_text
from cardkit.records.record import Record, entries
from cardkit.records.replay import retell
from cardkit.simulation.batch import deck_for
from cardkit.table.match import Match

_LONGEST = 200
"""How many actions a record has of a game that goes on and on."""


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A game to be checked, with its options and a deck."""

    spec: str
    """The name, path or `module:Class` that it was loaded by."""
    plugin: Plugin
    rules: str
    game: Game[Any, Any]
    deck: Sequence[Card]
    """The cards, the last one on top."""

    @classmethod
    def named(cls, spec: str, *, file: str | None, rules: str | None, options: Mapping[str, Any]) -> Subject:
        """The game of a name, path or `module:Class`, by one of its rule sets, with a deck file or its own deck."""
        plugin = load_game(spec)
        chosen = rule_set(plugin, rules)
        plugin.game.with_options({**chosen.options, **options})
        deck = deck_for(plugin, chosen, file)
        game = plugin.game.with_options({**plugin.options_of(deck), **chosen.options, **options})
        return cls(spec=spec, plugin=plugin, rules=chosen.name, game=game, deck=deck.cards[::-1])

    def refuse_fault(self) -> None:
        """Raises GameFault where the game can't be set up because it is wrongly declared."""
        try:
            Match(self.game, self.deck, seats=self.game.players[0], rng=dealing("seeded", 0))
        except GameFault:
            raise
        except Exception:
            return  # That the game can't be set up is for its promise to say.

    @property
    def is_installed(self) -> bool:
        """Whether a record finds the game by its name."""
        return self.game.name in installed()


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
            yield f"This is no fault, but played at random {self.verdict.long}; {beginning}."

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
            "meaning": PROMISES[self.verdict.promise],
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
    for verdict in verdicts(
        subject.game, deck=subject.deck, games=games, seed=seed, promises=promises, spec=subject.spec
    ):
        record = record_of(subject, verdict.broken) if verdict.broken else None
        path = next((path for same, path in kept if same == record), None)
        if record is not None and path is None:
            path = free(into)
            write_record(path, record)
            kept.append((record, path))
        yield Finding(verdict=verdict, record=record, path=path)


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
    try:
        match: Match[Any, Any] = Match(
            subject.game, broken.deck, seats=broken.seats, rng=dealing("seeded", broken.seed)
        )
    except Exception:
        return None
    log = entries(None, match.outcomes)
    for notation in broken.actions[:_LONGEST]:
        try:
            match.advance(match.read(notation))
        except Exception:
            break
        log += entries(notation, match.outcomes)
    return Record(
        game=subject.game.name,
        game_version=subject.plugin.version,
        rules=subject.rules,
        options=subject.game.model_dump(mode="json"),
        seats=("random",) * broken.seats,
        names=plain_names(broken.seats),
        chance=Chance(generator="seeded", seed=broken.seed),
        deck=cards_text(broken.deck),
        result=End.of(match.result) if match.result else None,
        log=tuple(log),
    )


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
