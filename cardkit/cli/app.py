"""The command line: one table of commands, each loaded when it is called for, and what becomes of errors."""

from __future__ import annotations

import gc
import inspect
import os
import re
import sys
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager, suppress
from dataclasses import is_dataclass
from errno import EPIPE
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from cardkit.cli.options import Overwrite
from cardkit.core import ctrl_c
from cardkit.core.ctrl_c import INTERRUPTED
from cardkit.core.errors import BadOption, BadSeed, CardkitError, UnknownName, is_raised_by_author, told
from cardkit.core.files import OVERWRITE, refuse_existing
from cardkit.core.texts import complaint
from cardkit.play.settings import LOOKS, SETTING
from cardkit.play.terminal import (
    Terminal,
    is_being_read,
    is_plain,
    open_streams,
    reserved,
    tolerate_any_text,
    written_into,
)
from cardkit.plugins.people import Interrupted, OutputLost, telling

COMMANDS: Mapping[str, str] = {
    "play": "play",
    "games": "lists",
    "rules": "lists",
    "decks": "lists",
    "deck": "lists",
    "shuffle": "lists",
    "scores": "lists",
    "config": "lists",
    "resume": "play",
    "replay": "play",
    "fork": "play",
    "new": "author",
    "check": "author",
    "compile": "author",
    "simulate": "simulate",
    "compare": "simulate",
    "forecast": "simulate",
    "arena": "arena",
    "solve": "arena",
    "analyse": "arena",
    "bot": "arena",
    "host": "play",
    "serve": "play",
    "view": "play",
    "join": "play",
}
"""The commands in the order in which the help lists them, each with the module that has a function of its name."""
_LOOK: dict[str, Any] = {
    "rich_markup_mode": None if is_plain(sys.stdout) else "rich",
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}


class CarefulCommand(TyperCommand):
    """A command that refuses an option with one value that is given twice, of which the first would be lost."""

    def make_parser(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """What reads the words of the command."""
        parser: Any = super().make_parser(ctx)
        read = parser.parse_args

        def read_once(args: list[str]) -> Any:
            values, left, order = read(args)
            for one in order:
                if order.count(one) > 1 and not (one.multiple or one.is_flag or ctx.resilient_parsing):
                    raise typer.BadParameter("it is given twice, and has one value", ctx, one)
            return values, left, order

        parser.parse_args = read_once
        return parser


class Commands(TyperGroup):
    """The table of commands; a command's module is loaded when somebody calls it or asks for its help."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        """The names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> Any:  # type: ignore[override]
        """The command of a name; where there is none, every command is there to be suggested."""
        for name in [cmd_name] if cmd_name in COMMANDS else COMMANDS:
            if name not in self.commands:
                own = getattr(import_module(f"cardkit.cli.{COMMANDS[name]}"), name)
                alone = typer.Typer(add_completion=False, **_LOOK)
                alone.command(name, cls=CarefulCommand)(_carefully(own))
                self.add_command(get_command(alone), name)
        return self.commands.get(cmd_name)


_Traceback = Annotated[bool, typer.Option("--traceback", help="Show where an error came from, for authors of games.")]


_Cards = Annotated[
    str,
    typer.Option(
        "--cards", metavar="NAME", help=f"How cards look: {', '.join(LOOKS)}.", autocompletion=lambda: [*LOOKS]
    ),
]
_Out = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="With --json: write it into this file, in UTF-8.")
]
_Plain = Annotated[bool, typer.Option("--plain", help="Words alone, as for a screen reader: --cards plain.")]


@contextmanager
def _looking(cards: str) -> Generator[None]:
    """Within, cards look as somebody has said for this command."""
    if cards and cards not in LOOKS:
        raise typer.BadParameter(f"{cards!r} is none of {', '.join(LOOKS)}", param_hint="--cards")
    before = os.environ.get(SETTING)
    if cards:
        os.environ[SETTING] = cards
    try:
        yield
    finally:
        if cards and before is None:
            del os.environ[SETTING]
        elif before is not None:
            os.environ[SETTING] = before


def _carefully(command: Callable[..., None]) -> Callable[..., None]:
    """A command that writes alone to standard output, and has an option that shows the whole traceback of an error."""

    def run(*, show_traceback: bool, cards: str, plain: bool, **arguments: Any) -> None:
        left: typer.Exit | None = None
        try:
            into = _json_file(arguments, own_files)
            with _looking("plain" if plain else cards), reserved(), telling(), written_into(into):
                try:
                    command(**_gathered(own, arguments))
                except typer.Exit as error:
                    if is_raised_by_author(error):
                        raise
                    left = error
            if left is not None:
                raise left
        except (KeyboardInterrupt, typer.Abort, typer.Exit, typer.TyperException):
            raise
        except BaseException:
            if show_traceback:
                traceback.print_exc()
            raise

    own = inspect.signature(command, eval_str=True).parameters.values()
    names = [parameter.name for parameter in _spread(own)]
    own_files = {"out", "overwrite"}.intersection(names)
    files = {"out": (None, _Out), "overwrite": (False, Overwrite)} if "as_json" in names else {}
    options: dict[str, tuple[Any, Any]] = {name: kind for name, kind in files.items() if name not in own_files}
    options |= {"cards": ("", _Cards), "plain": (False, _Plain), "show_traceback": (False, _Traceback)}
    parameters = [
        *_spread(own),
        *(
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
            for name, (default, kind) in options.items()
        ),
    ]
    vars(run)["__signature__"] = inspect.Signature(parameters)
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__doc__ = command.__doc__
    return run


def _json_file(arguments: dict[str, Any], own: Set[str]) -> Path | None:
    """The file into which JSON is to be written, which the command itself isn't told, unless these are its own.

    A file of `simulate` that ends with `.json` is one.
    """
    if "as_json" not in arguments:
        return None
    out: Path | None = arguments["out"]
    if "out" in own and not (out is not None and out.suffix == ".json" and arguments["as_json"]):
        return None
    overwrite = arguments["overwrite"]
    if "out" in own:
        arguments["out"] = None
    else:
        del arguments["out"]
    if "overwrite" not in own:
        del arguments["overwrite"]
    if out is not None and not arguments["as_json"]:
        raise typer.BadParameter("it goes with --json", param_hint="--out")
    if not overwrite:
        refuse_existing(out, OVERWRITE)
    return out


def _spread(parameters: Iterable[inspect.Parameter]) -> Iterator[inspect.Parameter]:
    """The parameters of a command, each by its name; those of a group of options, a dataclass, in its place."""
    for parameter in parameters:
        if _is_group(parameter):
            yield from _spread(_fields(parameter))
        else:
            yield parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)


def _gathered(parameters: Iterable[inspect.Parameter], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a command, those of a group of options as one object."""
    return {
        parameter.name: parameter.annotation(**_gathered(_fields(parameter), arguments))
        if _is_group(parameter)
        else arguments[parameter.name]
        for parameter in parameters
    }


def _is_group(parameter: inspect.Parameter) -> bool:
    return is_dataclass(parameter.annotation)


def _fields(group: inspect.Parameter) -> Iterable[inspect.Parameter]:
    return inspect.signature(group.annotation, eval_str=True).parameters.values()


app = typer.Typer(
    cls=Commands, name="cardkit", help="Card games at the terminal: play them, watch them, write your own.", **_LOOK
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cardkit {version('cardkit')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _main_options(  # pyright: ignore[reportUnusedFunction]
    context: typer.Context,
    show_version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    if context.invoked_subcommand is not None:
        return
    if sys.stdin.isatty() and sys.stdout.isatty():
        from cardkit.play.menu import menu

        with reserved(), telling():
            menu(Terminal())
    else:
        typer.echo(context.get_help())


def main() -> None:
    """Run the program: exit code 2 for wrong usage, 1 for bad input, 130 for Ctrl-C, and never a traceback."""
    open_streams()
    tolerate_any_text()
    if ctrl_c.IS_THE_PROGRAM:
        # To look for garbage in what was loaded, which happens at the end once more, would take a third of a short run.
        gc.freeze()
    try:
        ctrl_c.is_heard()
        try:
            code = app(prog_name="cardkit", standalone_mode=False)
        finally:
            ctrl_c.ends_at_once()
        sys.stdout.flush()
        if code == INTERRUPTED:
            _complain(str(Interrupted()), code)
    except typer.TyperException as error:
        code = _complain(_in_plain_words(error.format_message()), error.exit_code)
    except UnknownName as error:
        code = _complain(f"{error}{_meant(error)}", 2)
    except (BadOption, BadSeed) as error:
        code = _complain(str(error), 2)
    except Interrupted as error:
        code = _complain(str(error), INTERRUPTED)
    except CardkitError as error:
        code = _complain(str(error), 1)
    except (KeyboardInterrupt, typer.Abort):
        code = _complain(str(Interrupted()), INTERRUPTED)
    except OutputLost as lost:
        code = _lost(lost.error)
    except OSError as error:
        code = _lost(error) if error.filename is None else _complain(f"{error.filename}: {error.strerror}", 1)
    except Exception as error:
        code = _complain(f"cardkit is at fault: {told(error)}; --traceback shows where", 1)
    _leave(code or 0)


def _leave(code: int) -> NoReturn:
    """End the program: at once where a thread still reads what is typed, over which Python would fall at its end."""
    if is_being_read():
        with suppress(OSError):
            sys.stdout.flush()
        os._exit(code)
    sys.exit(code)


def _meant(error: UnknownName) -> str:
    """Which of the known names may have been meant."""
    from difflib import get_close_matches

    known = {name.casefold(): name for name in error.known}
    near = get_close_matches(error.name.casefold(), known, n=1, cutoff=0.7)
    return f"; did you mean {known[near[0]]}?" if near else ""


def _in_plain_words(message: str) -> str:
    """What is wrong with an option, in words for those who don't know what an integer is."""
    message = re.sub(r"(No such option: --seats).*", r"\1; say --seat once for each seat: --seat ai --seat ai", message)
    for kind, said in (("integer", "a whole number, such as 5"), ("number", "a number, such as 0.5")):
        message = re.sub(
            rf"Input should be a valid {kind}, unable to parse string as an? {kind}", f"it is {said}", message
        )
    return message


def _lost(error: OSError) -> int:
    """The exit code where the output takes no more; whoever has gone from the other end of a pipe is told nothing."""
    _drop_output()
    return 141 if error.errno == EPIPE else _complain(f"the output can't be written: {error.strerror}", 1)


def _drop_output() -> None:
    """Write what is left of the output nowhere, because where it should go takes no more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(sentence: str, code: int) -> int:
    """One line on standard error, after everything said before; the exit code."""
    try:
        sys.stdout.flush()
        print(complaint(f"cardkit: {sentence}"), file=sys.stderr)
    except OSError:
        _drop_output()
    return code
