"""The commands for contests of players, for solving small games, for checking a bot, and for looking back at a game."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.cli.options import (
    AsJson,
    Cluster,
    DeckName,
    GameName,
    Jobs,
    Out,
    Overwrite,
    PlainEngine,
    ReportOptions,
    RuleOptions,
    Seed,
    Settings,
    check_suffix,
    needing,
    options_of,
    player_of,
    tell,
    whole,
)
from cardkit.cli.play import GameOption, KeptName, game_of
from cardkit.cli.play import found as record_found
from cardkit.core.texts import counted
from cardkit.play.terminal import Terminal, TextTable, aside, write_line

if TYPE_CHECKING:
    from cardkit.arena.contest import Contest, Standings
    from cardkit.plugins.setup import Session
    from cardkit.records.record import Record
    from cardkit.rl.player_files import Strategy
    from cardkit.rl.solving import Found, Numbers, Solver, Tree

UntilLost = Annotated[
    float,
    typer.Option("--until", metavar="X", min=0, help="Stop when nobody who knows the strategy wins more by it."),
]
Passes = Annotated[
    int, typer.Option("--passes", metavar="N", min=1, max=10**9, help="Go through the game at most so often.")
]
MostActions = Annotated[
    int, typer.Option("--actions", metavar="N", min=1, help="Call a game drawn that isn't over after so many actions.")
]
Positions = Annotated[
    int, typer.Option("--positions", metavar="N", min=1, help="Refuse a game that can go in more ways.")
]
StrategyFile = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE.solved", help="Write the strategy, which plays by --seat FILE.solved."),
]
ACTIONS = 100
"""After so many actions a game is called drawn, where nothing is said."""
POSITIONS = 200_000
"""A game that can go in more ways is refused, where nothing is said."""
_SHOWN = 24
"""A strategy for at most so many situations is shown."""


def solve(
    game: GameName,
    file: DeckName = None,
    *,
    until: UntilLost = 0.001,
    passes: Passes = 10_000,
    actions: MostActions = ACTIONS,
    positions: Positions = POSITIONS,
    ruled: RuleOptions,
    out: StrategyFile = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Solve a small game of two: how to play so that nobody wins anything by knowing it."""
    if out is not None and out.suffix != ".solved":
        raise typer.BadParameter(f"{str(out)!r} is no name for a strategy, which ends in .solved", param_hint="--out")
    from cardkit.core.files import OVERWRITE, refuse_existing, replace
    from cardkit.simulation.jobs import progress_bar

    if not overwrite:
        refuse_existing(out, OVERWRITE)
    with needing("rl"):
        from cardkit.rl.solving import Found, Solver
    tree = tree_of(game, file, ruled, actions, positions)
    solver, found, interrupted = Solver(tree), list[Found](), False
    try:
        with progress_bar(f"{tree.setup.game.name}: solved", passes) as advance:
            for one in solver.run(until, passes, advance):
                found.append(one)
    except KeyboardInterrupt:
        interrupted = True
        found.append(solver.found())
    if out is not None:
        replace(out, tree.strategy(solver.average).model_dump_json() + "\n")
    if as_json:
        write_line(json.dumps(_solved_as_json(solver, found), ensure_ascii=False))
    else:
        _show_solved(solver, found)
        if out is not None:
            write_line(f"The strategy is in {out}: play with --seat {out}")
    if interrupted:
        raise typer.Exit(130)


def tree_of(
    game: str, file: str | None, ruled: RuleOptions, actions: int = ACTIONS, positions: int = POSITIONS
) -> Tree:
    """Every way that a game of two machines can go; raises CannotSolve."""
    from cardkit.plugins.people import guarding
    from cardkit.plugins.registry import load_game
    from cardkit.plugins.setup import Setup
    from cardkit.simulation.jobs import progress_bar

    with needing("rl"):
        from cardkit.rl.solving import Tree
    setup = Setup.of(load_game(game), seats=("random", "random"), deck=file, **ruled.parts())
    name = setup.game.name
    with progress_bar(f"{name}: its positions", None) as advance, guarding(name):
        return Tree(setup, most_actions=actions, most_positions=positions, advance=advance)


def read_strategy(source: str) -> Strategy:
    """The strategy in a file; raises CannotLoad."""
    with needing("rl"):
        from cardkit.rl.player_files import Strategy
    return Strategy.read(Path(source))


def _solved_as_json(solver: Solver, found: Sequence[Found]) -> dict[str, Any]:
    tree, game = solver.tree, solver.tree.setup.game
    return {
        "game": game.name,
        "options": game.model_dump(mode="json"),
        "positions": len(tree.parent),
        "situations": len(tree.situations),
        "in_points": tree.in_points,
        "found": [one._asdict() for one in found],
    }


def _show_solved(solver: Solver, found: Sequence[Found]) -> None:
    terminal, tree = Terminal(), solver.tree
    terminal.say(
        f"{tree.setup.game.name}, in {tree.unit}: {counted(len(tree.parent), 'position')}, "
        f"{counted(len(tree.situations), 'situation')} in which a seat has to choose"
    )
    if tree.alike:
        terminal.say("Cards of a rank are one card here: the rules can't tell them apart.")
    table = TextTable(headings=["passes", "the first seat gets", "who knows the strategy wins"])
    for one in found:
        table.rows.append([f"{one.passes:,}", f"{one.value:+.5f}", f"{one.exploitability:.5f}"])
    terminal.show(table)
    if len(tree.situations) <= _SHOWN:
        terminal.say("")
        terminal.show(_strategy(tree, solver.average))


def _strategy(tree: Tree, shares: Numbers) -> TextTable:
    """A table of what each seat does in each situation, and how often."""
    table = TextTable(headings=["seat", "sees", "and does"])
    seen = {one.number: tree.sight(one) for one in tree.situations}
    for situation in sorted(tree.situations, key=lambda one: (one.choices, one.seat, seen[one.number])):
        own = shares[situation.first : situation.first + len(situation.actions)]
        does = ", ".join(
            [f"{action} {share:.0%}" for action, share in zip(situation.actions.values(), own, strict=True)]
        )
        table.rows.append([str(situation.seat + 1), seen[situation.number], does])
    return table


Players = Annotated[
    list[str],
    typer.Option(
        "--player", metavar="PLAYER", parser=player_of, help="Who takes part: as --seat of play has it; repeatable."
    ),
]


def _deals(text: str | int) -> int:
    """The number of deals that a text is."""
    return whole(text, "deals")


Deals = Annotated[int, typer.Option("-n", "--deals", metavar="N", parser=_deals, help="How many deals: 1000 or 1e4.")]
Sitting = Annotated[
    int | None, typer.Option("--seats", metavar="N", min=2, max=1000, help="How many seats the table has.")
]
Until = Annotated[
    float | None,
    typer.Option(
        "--until",
        metavar="PERCENT",
        min=50,
        max=100,
        help="Stop as soon as it is sure who is better; this much of the wins is a difference that matters: 55.",
    ),
]
MoveSeconds = Annotated[
    float, typer.Option("--move-seconds", metavar="S", min=0.001, max=1e6, help="What a player has for an action.")
]
GameSeconds = Annotated[
    float,
    typer.Option("--game-seconds", metavar="S", min=0.001, max=1e6, help="What a program has for those of a game."),
]
Records = Annotated[
    Path | None, typer.Option("--records", metavar="DIR", help="Keep a record of each game in this folder.")
]
Exploit = Annotated[
    bool,
    typer.Option("--exploit", help="In a small game of two, show what the best answer to each player wins instead."),
]
Samples = Annotated[
    int,
    typer.Option("--samples", metavar="N", min=1, help="With --exploit, how often a player is asked in a situation."),
]


def arena(
    game: GameName,
    player: Players,
    file: DeckName = None,
    *,
    deals: Deals = 1000,
    seats: Sitting = None,
    ruled: RuleOptions,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    until: Until = None,
    move_seconds: MoveSeconds = 10.0,
    game_seconds: GameSeconds = 600.0,
    out: Out = None,
    records: Records = None,
    exploit: Exploit = False,
    samples: Samples = 20,
    engine: PlainEngine = "auto",
    report: ReportOptions,
) -> None:
    """Let players play each other on the same deals with the seats turned, and show who is better."""
    if exploit:
        _refuse_idle(locals())
        _exploit(game, player, file, ruled, samples, as_json=report.as_json)
        return
    from cardkit.arena.bouts import Holding, contest
    from cardkit.arena.contest import explained_standings, panels, title_of
    from cardkit.plugins.programs import ProgramClock
    from cardkit.simulation.jobs import progress_bar
    from cardkit.simulation.results import SUFFIXES

    check_suffix(out, SUFFIXES, "--out")
    picture = report.picture()
    if until in (50, 100):
        raise typer.BadParameter("it is a number between 50 and 100, such as 55", param_hint="--until")
    margin = None if until is None else until / 100 - 0.5
    clock = ProgramClock(move=move_seconds, game=game_seconds)
    found: Contest = contest(
        game,
        player,
        seats=seats,
        clock=clock,
        keeps_records=records is not None,
        engine=engine,
        seed=ruled.seed or 0,
        deck=file,
        **ruled.parts(),
    )
    for one, other in found.doubles:
        aside(f"note: {one} and {other} are one player in {found.batch.game.name}: only chance tells them apart")
    course = Holding(
        contest=found,
        deals=deals,
        jobs=jobs,
        cluster=cluster,
        margin=margin,
        out=out,
        records=records,
        overwrite=report.overwrite,
    )
    with progress_bar(found.batch.game.name, deals * found.games_a_deal) as advance:
        standings, interrupted = course.run(advance)
    if standings.deals and picture is not None:
        picture.draw_estimates(title_of(found, standings, deals), panels(standings))
    if standings.deals and report.as_json:
        write_line(json.dumps({**_header(found), **standings.as_json(margin)}, ensure_ascii=False))
    elif standings.deals:
        _show(found, standings, deals, margin)
        tell(Terminal(), explained_standings(standings) if report.explain else ())
    if interrupted:
        raise typer.Exit(130)


def _header(contest: Contest) -> dict[str, Any]:
    batch = contest.batch
    return {
        "game": batch.game.name,
        "rules": batch.setup.rules.name,
        "options": batch.game.model_dump(mode="json"),
        "seats": batch.seats,
        "seed": batch.seed,
    }


def _show(contest: Contest, standings: Standings, deals: int, margin: float | None) -> None:
    from cardkit.arena.contest import fault_lines, matrix, roles_table, standings_table, title_of, verdict_lines

    terminal = Terminal()
    terminal.say(title_of(contest, standings, deals))
    terminal.show(standings_table(standings))
    if len(contest.players) > 2 or not contest.is_against:
        terminal.say("")
        terminal.show(matrix(standings))
    if contest.batch.roles:
        terminal.say("")
        terminal.show(roles_table(standings))
    for line in (*verdict_lines(standings, margin), *fault_lines(standings)):
        terminal.say(line)


_OF_EXPLOIT = {"game", "player", "file", "ruled", "exploit", "samples", "report", "as_json"}


def _refuse_idle(given: Mapping[str, Any]) -> None:
    """Raise BadParameter for an option that says how deals are played, as nobody plays any with --exploit."""
    usual = {name: parameter.default for name, parameter in signature(arena).parameters.items()} | vars(ReportOptions())
    named: dict[str, Any] = {**given, **vars(given["report"])}
    for option, value in named.items():
        if option not in _OF_EXPLOIT and value != usual[option]:
            reason = "it says how deals are played, and --exploit plays none: leave one of them out"
            raise typer.BadParameter(reason, param_hint=f"--{option.replace('_', '-')}")


def _exploit(
    game: str, players: list[str], file: str | None, ruled: RuleOptions, samples: int, *, as_json: bool
) -> None:
    """Show what each player loses to perfect play, and what somebody wins of it who knows how it plays."""
    from cardkit.simulation.jobs import progress_bar

    tree = tree_of(game, file, ruled)
    from cardkit.rl.solving import Solver, sampled

    solver = Solver(tree)
    for _ in solver.run(until=0.001, most=10_000, advance=lambda passes: None):
        pass
    rows: list[dict[str, Any]] = []
    for who in players:
        with progress_bar(who, len(tree.situations)) as advance:
            shares = sampled(tree, who, samples, advance)
        loses = tree.loses(shares, solver.average)
        rows.append({"player": who, "loses": loses, "exploitability": tree.exploitability(shares)})
    if as_json:
        write_line(json.dumps({"game": tree.setup.game.name, "samples": samples, "players": rows}, ensure_ascii=False))
        return
    table = TextTable(headings=["player", "loses to perfect play", "who knows how it plays wins"])
    table.rows += [[row["player"], f"{row['loses']:z.4f}", f"{row['exploitability']:z.4f}"] for row in rows]
    terminal = Terminal()
    terminal.say(f"{tree.setup.game.name}, {tree.unit} a game, each asked {counted(samples, 'time')} in each situation")
    terminal.show(table)


By = Annotated[
    str,
    typer.Option(
        "--by",
        metavar="PLAYER",
        help="Which search player, or a strategy: search:easy, search:iterations=500, kuhn.solved.",
    ),
]
SeatNumber = Annotated[int, typer.Option("--seat", metavar="N", min=0, help="The number of the seat.")]
Worst = Annotated[
    int | None, typer.Option("--worst", metavar="N", min=1, help="Only the N decisions that cost most, these first.")
]


def analyse(
    record: KeptName = None,
    seat: SeatNumber = 0,
    by: By = "search",
    worst: Worst = None,
    seed: Seed = None,
    as_json: AsJson = False,
    game: GameOption = "",
) -> None:
    """Say for each decision of a seat in a record what search, or a strategy, would have done, and what it cost."""
    from cardkit.arena.analysis import costliest, decisions, decisions_table, summary_lines
    from cardkit.bots.search import Budget, SearchPlayer
    from cardkit.core.chance.generators import Seeded
    from cardkit.plugins.people import guarding
    from cardkit.plugins.registry import is_search
    from cardkit.records.record import RecordError, read_record
    from cardkit.records.replay import refuse_missing, replayed, verify
    from cardkit.simulation.jobs import progress_bar

    is_solved = by.endswith(".solved")
    if not (is_search(by) or is_solved):
        reason = f"{by!r} is not a search player, such as search or search:hard, and no strategy that ends in .solved"
        raise typer.BadParameter(reason, param_hint="--by")
    path, source = record_found(record, unfinished=False)
    kept = read_record(path)
    refuse_missing(seat, kept, path)
    plugin = game_of(kept, path, game or source)
    if is_solved:
        verify(plugin, kept, path)
        _judge(replayed(plugin, kept, path), kept, seat, by, worst, as_json=as_json)
        return
    budget = Budget.of(by)
    player = SearchPlayer(Seeded(seed or 0).derive(f"analyse {seat}"), budget, plugin.kernel)
    with guarding(plugin.game.name), progress_bar(plugin.game.name, len(kept.actions)) as advance:
        verify(plugin, kept, path)
        match = replayed(plugin, kept, path).match
        every = list(decisions(match, kept.taken, seat, player, kept.names, advance))
    if not every:
        why = (
            f"seat {seat} had no choice in this game" if kept.actions else "nothing was played before it was broken off"
        )
        raise RecordError(path, "log", why)
    shown = every if worst is None else costliest(every, worst)
    if as_json:
        facts = {"game": kept.game, "seat": seat, "name": kept.names[seat], "by": by, "seed": seed or 0}
        facts["assumed"] = player.assumed
        write_line(json.dumps({**facts, "decisions": [one.facts() for one in shown]}, ensure_ascii=False))
        return
    terminal = Terminal()
    terminal.show(decisions_table(shown, plugin.game.counts))
    for line in summary_lines(every, plugin.game.counts, player.assumed) if worst is None else ():
        terminal.say(line)


def _judge(session: Session, kept: Record, seat: int, by: str, worst: int | None, *, as_json: bool) -> None:
    """Show what each decision of a seat cost against a strategy, exactly."""
    strategy = read_strategy(by)
    from cardkit.rl.solving import Tree, judged

    setup = session.setup.having(seats=("random", "random"))
    tree = Tree(setup, most_actions=strategy.most_actions, most_positions=POSITIONS, advance=lambda positions: None)
    every = list(judged(tree, strategy, session.match, kept.taken, seat))
    if worst is not None:
        every = sorted([one for one in every if (one.cost or 0.0) > 0], key=lambda one: -(one.cost or 0.0))[:worst]
    if as_json:
        told = [{**one._asdict(), "cost": one.cost} for one in every]
        facts = {"game": kept.game, "seat": seat, "name": kept.names[seat], "by": by, "in_points": tree.in_points}
        write_line(json.dumps({**facts, "decisions": told}, ensure_ascii=False))
        return
    table = TextTable(headings=[setup.game.counts, "action", "played", "the strategy", "what comes of it", "cost"])
    for one in every:
        plays = ", ".join(f"{action} {share:.0%}" for action, share in one.plays.items())
        comes = ", ".join(f"{action} {worth:+z.3f}" for action, worth in one.expected.items()) or "-"
        cost = "-" if one.cost is None else f"{one.cost:z.3f}"
        table.rows.append([str(one.number), str(one.action), one.played, plays, comes, cost])
    terminal = Terminal()
    terminal.show(table)
    terminal.say(f"In {tree.unit}, against somebody who plays by the strategy, as one does oneself from there on.")


What = Annotated[str, typer.Argument(metavar="check", help="What to do with the bot: check is all there is.")]
Program = Annotated[str, typer.Argument(metavar="PROGRAM", help='A path or a command: ./bot, "node bot.js".')]
ItsGame = Annotated[str, typer.Argument(metavar="GAME", help="The game that it plays.")]


def bot(
    what: What,
    program: Program,
    game: ItsGame = "crazy8s",
    setting: Settings = None,
    move_seconds: MoveSeconds = 10.0,
    as_json: AsJson = False,
) -> None:
    """Lead a program through all that may happen to it at a table, and say what it does wrong."""
    from cardkit.arena.bouts import BotCheck
    from cardkit.plugins.programs import ProgramClock

    if what != "check":
        raise typer.BadParameter(f"{what!r} is not check", param_hint="check")
    terminal, wrong, told = Terminal(), 0, list[dict[str, str]]()
    check = BotCheck(program, game, options=options_of(setting), clock=ProgramClock(move=move_seconds))
    if not as_json:
        terminal.say(f"{program} in {game}:")
    for found in check.findings():
        wrong += bool(found.wrong)
        told.append({"situation": found.situation, "wrong": found.wrong, "note": found.note})
        if not as_json:
            mark = "wrong" if found.wrong else "good "
            terminal.say(f"{mark}  {found.situation}{f' ({found.note})' if found.note else ''}")
            if found.wrong:
                terminal.say(f"       {found.wrong}")
    if as_json:
        write_line(json.dumps(told, ensure_ascii=False))
    if wrong:
        raise typer.Exit(1)
