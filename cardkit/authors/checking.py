"""The game that is checked, as it is asked for, with all that it is played with, in a process that can be ended."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from importlib import resources
from importlib.metadata import version
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from string import Template
from typing import Any

from cardkit.authors.examined import When
from cardkit.authors.laws import EVERY_PROMISE, KNOWN_PROMISES, LAWS, chosen
from cardkit.authors.performances import PLAYERS, performed
from cardkit.authors.trial import BrokenPromise, LastWords, LinesRun, Stage, StepClock, TrialSetup, in_ranges, raised
from cardkit.authors.verdicts import WORDS, Verdict, verdicts
from cardkit.core.cards import standard52
from cardkit.core.chance.generators import Seeded
from cardkit.core.errors import CannotStart, CardkitError, GameFault, is_from_author
from cardkit.core.game import Game
from cardkit.core.texts import listed
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import installed, load_game, load_player
from cardkit.plugins.setup import Setup, rule_set
from cardkit.records.record import Record, RecordedEnd, entries, header_of, write_record
from cardkit.records.replay import retell

_TIMES, _MORE = 10, 20
"""By the clock on the wall so many times the processor time of a step may go by, and so many seconds."""

Work = Callable[[list[BrokenPromise], int], Iterator[Any]]
"""What is to be done, with the games that can't be played to their end, and how much of it was handed on already."""


def guarded(work: Work) -> Iterator[Any]:
    """What the work yields, which is done in a process of its own; raises what it raises.

    Where a game ends that process, or raises what nobody hears, or it isn't heard of any more, the rest of the work is
    done in another one, which knows that game. Where that ends by the same game once more, GameFault is raised. Where
    the system can't fork, and beside other threads, all is done here.
    """
    ended, told = list[BrokenPromise](), 0
    if not hasattr(os, "fork") or threading.active_count() > 1:
        yield from work(ended, 0)
        return
    while True:
        words = LastWords()
        reading, writing = Pipe(duplex=False)
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if not child:
            reading.close()
            _do(work, ended, told, writing, words)
        writing.close()
        reason = ""
        try:
            for found in _heard(reading, words):
                if found is None:
                    return
                if isinstance(found, str):
                    reason = found
                    break
                if isinstance(found, BaseException):
                    raise found
                told += 1
                yield found[0]
        finally:
            reading.close()
            done, status = os.waitpid(child, os.WNOHANG)
            if not done:
                os.kill(child, signal.SIGKILL)
                _, status = os.waitpid(child, 0)
        broken = _broken(words, reason or _ended_by(status))
        if any(str(broken) == str(one) for one in ended):
            raise GameFault(broken.game, broken.reason)
        ended.append(broken)


def _do(work: Work, ended: list[BrokenPromise], told: int, out: Connection, words: LastWords) -> None:
    """Do the rest of the work, and write what is found."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    StepClock.last_words = words
    try:
        for found in work(ended, told):
            out.send((found,))
        out.send(None)
    except BaseException as error:
        out.send(raised(error) if is_from_author(error) and not isinstance(error, CardkitError) else error)
    finally:
        os._exit(0)


def _heard(source: Connection, words: LastWords) -> Iterator[Any]:
    """What a process writes, until it has ended or has not been heard of for too long."""
    beats, since = words.read()[0], time.monotonic()
    while True:
        if source.poll(0.5):
            try:
                yield source.recv()
            except EOFError:
                return
        now, seconds = words.read()
        if now != beats:
            beats, since = now, time.monotonic()
        elif seconds and time.monotonic() - since > _TIMES * seconds + _MORE:
            return


def _ended_by(status: int) -> str:
    """How a process ended, or was ended."""
    if not os.WIFSIGNALED(status):
        return f"it ends the process, with the exit code {os.waitstatus_to_exitcode(status)}"
    number = os.WTERMSIG(status)
    if number == signal.SIGKILL:
        return "it takes too long, and can't be broken off"
    return f"it ends the process by {signal.Signals(number).name}"


def _broken(words: LastWords, reason: str) -> BrokenPromise:
    """What is said of the game at which a process ended."""
    promise, about, actions = words.said()
    game, deck, seats, seed, rules = pickle.loads(about)
    return BrokenPromise(game, promise, reason, deck, seats, seed, actions, rules, is_stuck=True)


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

        def work(stuck: list[BrokenPromise], told: int) -> Iterator[None]:
            if stuck:
                return
            stage = self.stages[0]
            setup = stage.setup.having(seats=("random",) * self.game.players[0], rng="seeded")
            seats = len(setup.sitting)
            TrialSetup(game=self.game, deck=setup.pile, seats=seats, seed=0, max_actions=0, stage=stage).tell()
            try:
                with StepClock():
                    setup.match()
            except (GameFault, KeyboardInterrupt):
                raise
            except BaseException:
                pass  # That the game can't be set up is for its promise to say.
            yield None

        for _ in guarded(work):
            pass

    @cached_property
    def lines(self) -> LinesRun:
        """The lines of the game's file that are run while it is looked at."""
        lines = LinesRun(type(self.game))
        with lines.watched(), suppress(Exception):
            (self.game.own_deck() or standard52)()
        return lines

    @property
    def is_installed(self) -> bool:
        """Whether a record finds the game by its name."""
        return self.game.name in installed()


_LONGEST = 200
"""How many actions a record has of a game that goes on and on."""


def findings(
    subject: Subject, into: Path, *, games: int | None = None, seed: int = 1, promises: Iterable[str] | None = None
) -> Iterator[Verdict]:
    """What is found of each promise; the games that show broken ones are written to this file, and to numbered ones."""
    kept: list[tuple[Record, Path]] = []
    names = [*chosen(EVERY_PROMISE if promises is None else promises, KNOWN_PROMISES)]
    names.sort(key=lambda name: LAWS[name].when is When.INSTEAD)

    def work(stuck: list[BrokenPromise], told: int) -> Iterator[Verdict | LinesRun]:
        yield from looked_at(subject, games, seed, names[told:], stuck)
        yield subject.lines

    for verdict in guarded(work):
        if isinstance(verdict, LinesRun):
            subject.lines.take_in(verdict)
            continue
        record = record_of(subject, verdict.broken) if verdict.broken else None
        path = next((path for same, path in kept if same == record), None)
        if record is not None and path is None:
            path = free(into)
            write_record(path, record)
            kept.append((record, path))
        yield replace(verdict, record=record, path=path)


def looked_at(
    subject: Subject, games: int | None, seed: int, names: Iterable[str], stuck: Iterable[BrokenPromise] = ()
) -> Iterator[Verdict]:
    """The verdicts on the rules, then those on what comes with them."""
    stage = subject.stages[0]

    def perform(setting: TrialSetup) -> TrialSetup:
        return performed(setting, subject.plugin, stage.seated, PLAYERS)[0]

    return verdicts(
        subject.game,
        deck=stage.setup.pile,
        games=games,
        seed=seed,
        promises=names,
        spec=subject.spec,
        perform=perform if stage.seated else None,
        stages=subject.stages,
        lines=subject.lines,
        stuck=stuck,
    )


def together(findings: Iterable[Verdict]) -> Iterator[tuple[Sequence[str], str]]:
    """The promises that couldn't be looked at, those that share a reason together, each time with the reason."""
    reasons: dict[str, list[str]] = {}
    for finding in findings:
        if finding.word == "open":
            reasons.setdefault(finding.unseen, []).append(finding.promise)
    return ((promises, reason) for reason, promises in reasons.items())


def counts(findings: Iterable[Verdict]) -> dict[str, int]:
    """How many promises have each of the verdicts."""
    words = [finding.word for finding in findings]
    return {word: words.count(word) for word in WORDS}


def record_of(subject: Subject, broken: BrokenPromise) -> Record | None:
    """The record of the game that shows a broken promise, up to where the rules fail; None where it can't be set up."""
    stages = [stage for stage in subject.stages if stage.setup.rules.name == broken.rules] or subject.stages
    setup = stages[0].setup
    setup = setup.with_game(setup.game.at_seats(broken.seats)).having(
        deck=broken.deck[::-1], seats=("random",) * broken.seats, rng="seeded", seed=broken.seed
    )
    if broken.is_stuck and not broken.actions:
        return None
    clock, log, match = StepClock(), None, None
    try:
        with clock:
            match = setup.match()
            log = entries(None, match.outcomes)
            for notation in broken.actions[: len(broken.actions) - 1 if broken.is_stuck else _LONGEST][:_LONGEST]:
                clock.step()
                match.advance(match.read(notation))
                log += entries(notation, match.outcomes)
    except KeyboardInterrupt:
        raise
    except BaseException:
        pass
    if match is None or log is None:
        return None
    result = RecordedEnd.made_of(match.result) if match.result else None
    return header_of(setup).model_copy(update={"result": result, "log": tuple(log)})


def free(path: Path) -> Path:
    """This path, or where there is such a file already, the next one with a number that is free."""
    number, found = 1, path
    while found.exists():
        number += 1
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return found


def told(subject: Subject, finding: Verdict) -> list[str]:
    """The lines that tell the game of a record, as far as it can be told."""
    if finding.record is None or finding.path is None:
        return []
    try:
        with StepClock():
            blocks = retell(subject.plugin, finding.record, finding.path).blocks
    except KeyboardInterrupt:
        raise
    except BaseException:
        return list(finding.record.actions)
    return [line for block in blocks for line in block.lines]


def summary(subject: Subject, findings: Sequence[Verdict]) -> str:
    """How many promises are kept, broken, open and long, in a sentence."""
    found = counts(findings)
    if found["ok"] == len(findings):
        return f"{subject.game.name} keeps every promise, {len(findings)} of {len(findings)}."
    others = [f"{number} {'is' if number == 1 else 'are'} {word}" for word, number in found.items() if number]
    apart = listed(others[1:] if found["ok"] else others)
    return f"{subject.game.name} keeps {found['ok']} of {len(findings)} promises; {apart}."


def not_run(subject: Subject) -> str:
    """The lines of the game's file that were never run, in a sentence; empty where all were, or nobody can say."""
    lines = subject.lines.never_run
    if not lines:
        return ""
    return f"Never run: {'line' if len(lines) == 1 else 'lines'} {in_ranges(lines)} of {subject.lines.name}."


def page(subject: Subject, findings: Sequence[Verdict]) -> str:
    """The report as HTML."""
    template = resources.files("cardkit") / "authors" / "templates" / "report.html"
    return Template(template.read_text(encoding="utf-8")).substitute(
        title=escape(f"{subject.game.name}: what it promises"),
        summary=escape(" ".join((summary(subject, findings), not_run(subject))).strip()),
        shown="\n".join(_shown(subject, finding) for finding in findings if finding.word != "ok"),
        rows="\n".join(map(_row, findings)),
        version=escape(version("cardkit")),
    )


def _row(finding: Verdict) -> str:
    cells = (
        f"<td><code>{escape(finding.promise)}</code></td>",
        f'<td class="{finding.word}">{finding.word}</td>',
        f"<td>{escape(KNOWN_PROMISES[finding.promise])}</td>",
        f"<td>{finding.games}</td>",
    )
    return f"<tr>{''.join(cells)}</tr>"


def _shown(subject: Subject, finding: Verdict) -> str:
    """A section on a promise that isn't kept, with the game that shows it."""
    parts = [f"<h2><code>{escape(finding.promise)}</code></h2>"]
    parts += [f"<p>{escape(sentence)}</p>" for sentence in finding.sentences]
    if finding.path is not None:
        parts.append(f"<p>The game is in the record <code>{escape(str(finding.path))}</code>.</p>")
    lines = told(subject, finding)
    if lines:
        parts.append(f"<pre>{escape(chr(10).join(lines))}</pre>")
    return "\n".join(parts)
