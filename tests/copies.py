"""`python -m cardkit` as a copy of the process that the tests run in, which has loaded all that takes a while to load.

A copy begins in a tenth of the processor time of a program that begins anew, and has a pid, a session, pipes or a
terminal, an environment and a folder of its own. What an interpreter itself makes of its environment, its flags and
its last moments isn't seen of a copy: whoever looks at that begins a program anew, as all tests of the wheel do.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import os
import signal
import sys
import threading
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

ANEW = "CARDKIT_TESTS_BEGIN_ANEW"
"""The variable of the environment by which no program is a copy."""
PROGRAM = [sys.executable, "-m", "cardkit"]
SERVING = {"host", "serve", "view"}
"""The commands that are no copies: the library under uvloop keeps what a copy of a process can't use."""


def copied(command: Sequence[str | Path], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of `Popen` by which a command is a copy, if it may be one: the same ones if not."""
    wanted = options.get("env")
    is_ours = list(command[:3]) == PROGRAM and not {*map(str, command[3:4])} & SERVING
    plain = is_ours and wanted is not None and sys.platform == "linux"
    decides = [name for name in wanted or () if name.startswith("PYTHON") and wanted[name] != os.environ.get(name)]
    if not plain or ANEW in os.environ or decides not in ([], ["PYTHONIOENCODING"]):
        return dict(options)
    if decides and wanted["PYTHONIOENCODING"] != "utf-8":
        return dict(options)
    first = options.get("preexec_fn")

    def instead() -> NoReturn:
        if first is not None:
            first()
        run([str(word) for word in command[3:]], wanted)

    importlib.import_module("cardkit.cli.app")
    return {**options, "preexec_fn": instead}


def run(arguments: Sequence[str], wanted: Mapping[str, str]) -> NoReturn:
    """Be the program, from its beginning to its end."""
    gc.freeze()
    atexit._clear()
    warnings.resetwarnings()
    warnings.simplefilter("ignore")
    sys.unraisablehook, threading.excepthook = sys.__unraisablehook__, threading.__excepthook__
    os.closerange(3, 4096)
    os.environ.clear()
    os.environ.update(wanted)
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        errors = "backslashreplace" if name == "stderr" else "strict"
        buffering = 1 if name == "stderr" or os.isatty(number) else -1
        setattr(sys, name, open(number, mode, buffering, encoding="utf-8", errors=errors, closefd=False))  # noqa: SIM115
    for ignored in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(ignored, signal.SIG_IGN)
    sys.argv = ["cardkit", *arguments]
    ctrl_c: Any = importlib.import_module("cardkit.core.ctrl_c")
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    ctrl_c.IS_THE_PROGRAM = True
    ctrl_c.ends_at_once()
    code: object = 1
    try:
        importlib.import_module("cardkit.cli.app").main()
    except SystemExit as left:
        code = left.code
    except BaseException as error:
        sys.excepthook(type(error), error, error.__traceback__)
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    os._exit(code if isinstance(code, int) else 0 if code is None else 1)
