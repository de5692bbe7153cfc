"""The game that is checked, as it is asked for: its options, its deck, its rule sets, and who plays it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib import resources
from importlib.metadata import version
from pathlib import Path
from string import Template
from typing import Any

from cardkit.authors.promises.performances import PERFORMANCES, PLAYERS, Stage, performance, performed
from cardkit.authors.promises.promise import ASKED_PROMISES, PLUGIN_PROMISES, PROMISES, BrokenPromise, chosen
from cardkit.authors.promises.random_games import TrialSetup
from cardkit.authors.promises.verdicts import WORDS, Verdict, verdicts
from cardkit.core.chance.generators import Seeded
from cardkit.core.errors import CannotStart, CannotWrite, GameFault
from cardkit.core.game import Game
from cardkit.core.texts import counted, listed
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import installed, load_game, load_player
from cardkit.plugins.setup import Setup, rule_set
from cardkit.records.files import write_record
from cardkit.records.record import Record, RecordedEnd, cards_text, entries, header_of
from cardkit.records.replay import retell


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A game to be checked, by its rule sets, with its options and a deck."""

    spec: str
    """The name, path or `module:Class` that it was loaded by."""
    stages: Sequence[Stage]
    """The game by each of its rule sets, or by the one that was asked for; the rules are looked at on the first one."""

    @property
    def plugin(self) -> Plugin:
        """What comes with the game."""
        return self.stages[0].setup.plugin

    @property
    def game(self) -> Game[Any, Any]:
        """The game with its options."""
        return self.stages[0].setup.game

    @classmethod
    def named(
        cls, spec: str, *, file: str | None, rules: str | None, options: Mapping[str, Any], seated: Sequence[str] = ()
    ) -> Subject:
        """The game of a name, path or `module:Class`, by one of its rule sets, with a deck file or its own deck.

        Where players are named, they play in turn at its seats. Raises CannotStart where one is a person.
        """
        plugin = load_game(spec)
        if "human" in seated:
            raise CannotStart(
                plugin.game.name, "a person can't play while it is checked: a seat is ai, random or another"
            )
        for player in seated:
            load_player(player, plugin, Seeded(0))
        every = plugin.rule_sets if rules is None and plugin.rule_sets else (rule_set(plugin, rules),)
        setups = [Setup(plugin=plugin, rules=one, options=options, deck=file) for one in every]
        for setup in setups:
            _ = setup.game  # Raises BadOption, or DeckFileError, before anything is looked at.
        return cls(spec=spec, stages=[Stage(setup=setup, seated=tuple(seated)) for setup in setups])

    def refuse_fault(self) -> None:
        """Raises GameFault where the game can't be set up because it is wrongly declared."""
        try:
            self.stages[0].setup.having(seats=("random",) * self.game.players[0], rng="seeded").match()
        except GameFault:
            raise
        except Exception:
            return  # That the game can't be set up is for its promise to say.

    @property
    def is_installed(self) -> bool:
        """Whether a record finds the game by its name."""
        return self.game.name in installed()


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

    def perform(setting: TrialSetup) -> TrialSetup:
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
    result = RecordedEnd.made_of(match.result) if match.result else None
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


def summary(subject: Subject, findings: Sequence[Finding]) -> str:
    """How many promises are kept, broken, open and long, in a sentence."""
    found = counts(findings)
    if found["ok"] == len(findings):
        return f"{subject.game.name} keeps every promise, {len(findings)} of {len(findings)}."
    others = [f"{number} {'is' if number == 1 else 'are'} {word}" for word, number in found.items() if number]
    apart = listed(others[1:] if found["ok"] else others)
    return f"{subject.game.name} keeps {found['ok']} of {len(findings)} promises; {apart}."


def page(subject: Subject, findings: Sequence[Finding]) -> str:
    """The report as HTML."""
    template = resources.files("cardkit") / "authors" / "templates" / "report.html"
    return Template(template.read_text(encoding="utf-8")).substitute(
        title=escape(f"{subject.game.name}: what it promises"),
        summary=escape(summary(subject, findings)),
        shown="\n".join(_shown(subject, finding) for finding in findings if finding.verdict.word != "ok"),
        rows="\n".join(map(_row, findings)),
        version=escape(version("cardkit")),
    )


def _row(finding: Finding) -> str:
    verdict = finding.verdict
    cells = (
        f"<td><code>{escape(verdict.promise)}</code></td>",
        f'<td class="{verdict.word}">{verdict.word}</td>',
        f"<td>{escape(KNOWN_PROMISES[verdict.promise])}</td>",
        f"<td>{verdict.games}</td>",
    )
    return f"<tr>{''.join(cells)}</tr>"


def _shown(subject: Subject, finding: Finding) -> str:
    """A section on a promise that isn't kept, with the game that shows it."""
    parts = [f"<h2><code>{escape(finding.verdict.promise)}</code></h2>"]
    parts += [f"<p>{escape(sentence)}</p>" for sentence in finding.sentences]
    if finding.path is not None:
        parts.append(f"<p>The game is in the record <code>{escape(str(finding.path))}</code>.</p>")
    lines = told(subject, finding)
    if lines:
        parts.append(f"<pre>{escape(chr(10).join(lines))}</pre>")
    return "\n".join(parts)
