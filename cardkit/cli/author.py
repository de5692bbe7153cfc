"""The commands for authors of games: new, check, compile."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.cli.options import (
    DeckName,
    GameName,
    RulesName,
    Seats,
    Seed,
    Settings,
    complete_games,
    complete_promises,
    options_of,
    whole,
)
from cardkit.core.texts import counted
from cardkit.play.terminal import Terminal, flush, write_line

if TYPE_CHECKING:
    from cardkit.authors.checking import Subject
    from cardkit.authors.verdicts import Verdict
    from cardkit.table.native.making import Made

Promises = Annotated[
    list[str] | None,
    typer.Option(
        "--promise",
        metavar="NAME",
        help="Look at this promise alone; may be given several times.",
        autocompletion=complete_promises,
    ),
]


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's name, as old-maid; with --file, a file.py.")],
    file: Annotated[bool, typer.Option("--file", help="Make a single file in place of a package.")] = False,
) -> None:
    """Make a game to change into your own: a folder with a plugin package, or a single file."""
    from cardkit.authors.scaffold import make_file, make_package, objection

    path = Path(name)
    game = path.stem.replace("_", "-") if file else name
    if file and path.suffix != ".py":
        raise typer.BadParameter(f"{name!r} is not the name of a Python file, such as old_maid.py", param_hint="NAME")
    reason = objection(game)
    if reason is not None:
        raise typer.BadParameter(f"a game can't be called {game!r}: {reason}", param_hint="NAME")
    if file:
        write_line(f"{make_file(game, path)}: play it with: cardkit play {_as_path(path)}")
        return
    for made in make_package(game, path):
        write_line(str(made))
    write_line(f"Install it with: {_quoted(_interpreter())} -m pip install -e {_quoted(path)}")


def _interpreter() -> Path:
    """The Python that cardkit runs in, as it is called from this folder."""
    python, here = Path(sys.executable), Path.cwd()
    return python.relative_to(here) if python.is_relative_to(here) else python


def _quoted(path: Path) -> str:
    return f'"{path}"' if " " in str(path) else str(path)


def _as_path(path: Path) -> str:
    return str(path) if path.parent != Path() else f"./{path}"


def check(
    game: GameName,
    file: DeckName = None,
    rules: RulesName = None,
    setting: Settings = None,
    seat: Seats = None,
    promise: Promises = None,
    games: Annotated[
        int | None,
        typer.Option("--games", metavar="N", min=1, max=100_000, help="How many games are played for each promise."),
    ] = None,
    seed: Seed = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="Where to keep the game that shows a broken promise."),
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a report as a web page.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a report as JSON, for programs.")] = False,
) -> None:
    """Check what every game promises, and show a broken promise by the shortest game found."""
    from cardkit.authors.checking import Subject, findings
    from cardkit.authors.laws import EVERY_PROMISE, KNOWN_PROMISES, chosen
    from cardkit.core.files import named_after, refuse_existing

    for path in (record, html):
        refuse_existing(path)
    names = tuple(dict.fromkeys(chosen(EVERY_PROMISE if promise is None else promise, KNOWN_PROMISES)))
    subject = Subject.named(game, file=file, rules=rules, options=options_of(setting), seated=seat or ())
    subject.refuse_fault()
    found: list[Verdict] = []
    into = record or Path(f"{named_after(subject.game.name)}-broken.json")
    for finding in findings(subject, into, games=games, seed=1 if seed is None else seed, promises=names):
        found.append(finding)
        if not (as_json or finding.word == "open"):
            _tell(subject, finding)
    _report(subject, found, html, as_json=as_json)
    if not _are_kept(found):
        raise typer.Exit(1)


def _are_kept(found: list[Verdict]) -> bool:
    """Whether no promise is broken, and all could be looked at."""
    return all(finding.word in ("ok", "long") for finding in found)


def _tell(subject: Subject, finding: Verdict) -> None:
    """A line for the promise, and more where it is not kept; seen at once, even in a pipe."""
    terminal = Terminal()
    terminal.say(f"{finding.word:6}  {finding.promise}")
    for sentence in finding.sentences:
        terminal.say(f"        {sentence}")
    if finding.path is not None:
        where = "" if subject.is_installed else f" --game {subject.spec}"
        terminal.say(f"        See it with: cardkit replay {finding.path}{where}")
    flush()


def _report(subject: Subject, found: list[Verdict], html: Path | None, *, as_json: bool) -> None:
    """What is open, and the summary, or all as JSON; and the page, if one is wanted."""
    from cardkit.authors.checking import counts, not_run, page, summary, together
    from cardkit.authors.scaffold import written

    if html is not None:
        written(html, page(subject, found))
    if as_json:
        report = {
            "game": subject.game.name,
            "kept": _are_kept(found),
            "counts": counts(found),
            "promises": [finding.facts() for finding in found],
            "never_run": subject.lines.never_run,
        }
        write_line(json.dumps(report, ensure_ascii=False))
        return
    for promises, reason in together(found):
        write_line(f"open    {promises[0] if len(promises) == 1 else counted(len(promises), 'promise')}")
        write_line(f"        Not looked at: {reason}.")
    if any(finding.promise == "plays-without-errors" for finding in found) and (never := not_run(subject)):
        write_line(never)
    write_line(summary(subject, found))


Games = Annotated[
    int,
    typer.Option("-n", "--games", metavar="N", parser=whole, help="How many games are compared with the rules."),
]


def compile(  # noqa: A001
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game's name or file.", autocompletion=complete_games)
    ] = None,
    games: Games = 200,
    force: Annotated[bool, typer.Option("--force", help="Compile it once more, though there is a twin.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the twins that are kept.")] = False,
    clean: Annotated[bool, typer.Option("--clean", help="Throw away all twins, or those of GAME.")] = False,
) -> None:
    """Compile a game's file as it is written, and keep the twin once it has played the same games as the rules."""
    if listed or clean:
        _kept(game, clean=clean)
        return
    if game is None:
        raise typer.BadParameter("which game? Give its name or its file", param_hint="GAME")
    from cardkit.plugins.registry import load_game
    from cardkit.simulation.jobs import progress_bar
    from cardkit.simulation.simulate import ways_of
    from cardkit.table.native.making import make

    plugin = load_game(game)
    ways = ways_of(plugin)
    with progress_bar(f"{plugin.game.name}: compiled, and compared", games) as advance:
        made = make(ways, games, advance=advance, force=force)
    if made is None:
        write_line(f"{plugin.game.name} is compiled, and nothing has changed since; --force does it once more")
        return
    _show(plugin.game.name, made, len(ways), games)


def _show(name: str, made: Made, ways: int, asked: int) -> None:
    terminal = Terminal()
    equal = made.equal
    terminal.say(f"{name}: read {', '.join(made.files)}")
    if made.left_out:
        terminal.say(f"left out, as playing does not need it: {', '.join(made.left_out)}")
    for note, times in sorted(made.notes.items()):
        terminal.say(f"written otherwise, {counted(times, 'time')}: {note}")
    if made.as_it_is:
        terminal.say(f"slower, as a `match` there has more than classes and constants: {'; '.join(made.as_it_is)}")
    if made.untyped:
        terminal.say(f"slower, as a type there isn't true or can't be kept to: {', '.join(made.untyped)}")
    terminal.say(f"compiled in {made.compiled:.0f} s")
    where = f"in {counted(ways, 'way')} to play, all equal" if ways > 1 else "all equal"
    of = f" of the {asked} asked for, as they take long" if equal.games < asked else ""
    terminal.say(
        f"compared in {made.compared:.0f} s: {counted(equal.games, 'game')}{of}, {equal.actions:,} actions, {where}"
    )
    terminal.say(f"random games are played {equal.faster:.1f} times as fast as by the rules")


def _kept(game: str | None, *, clean: bool) -> None:
    """List the twins that are kept, or throw them away."""
    from cardkit.plugins.registry import load_game
    from cardkit.table.native.engine import facts_of, twins_folder

    wanted = None if game is None else load_game(game).game.name
    folder = twins_folder()
    found = 0
    for place in sorted(folder.iterdir()) if folder.is_dir() else ():
        facts = facts_of(place)
        if not facts or (wanted is not None and facts["game"] != wanted):
            continue
        found += 1
        size = sum(path.stat().st_size for path in place.rglob("*") if path.is_file()) // 1024
        if clean:
            shutil.rmtree(place)
        why = facts.get("wrong") or facts.get("refused", "")
        state = f"{facts['faster']} times as fast" if facts["compared"] else f"put aside: {why}"
        told = f"{facts['game']}  {', '.join(facts['files'])}  {size:,} kB  "
        write_line(told + ("thrown away" if clean else f"{facts['games']} games compared, {state}"))
    if not found:
        write_line(f"no twins are kept in {folder}")
