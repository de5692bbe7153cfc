"""A plugin for pytest: `pytest --cardkit GAME` has a test for each promise of a game.

Nothing of it is imported before the option is used, so that other test runs don't wait for it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

if TYPE_CHECKING:
    from cardkit.authors.checking import Subject


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("cardkit", "promises of card games")
    group.addoption(
        "--cardkit",
        action="append",
        default=[],
        metavar="GAME",
        help="test every promise of this game: a file.py, module:Class or an installed game's name",
    )
    group.addoption(
        "--cardkit-games", type=int, default=None, metavar="N", help="how many games are played for each promise"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Where games are given and no tests, run the tests of the games alone."""
    if config.getoption("cardkit") and config.args_source is not pytest.Config.ArgsSource.ARGS:
        config.args = []


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Add the games to what the session collects."""
    report = yield
    if isinstance(collector, pytest.Session) and report.passed:
        report.result = [*(report.result or ()), *_games(collector)]
    return report


def _games(session: pytest.Session) -> Iterator[pytest.Collector]:
    """A collector for each game that is given."""
    for spec in cast(list[str], session.config.getoption("cardkit")):
        yield cast(Any, Promises).from_parent(session, name=spec, nodeid=spec)


class Promises(pytest.Collector):
    """The promises of one game."""

    def collect(self) -> Iterator[pytest.Item]:
        """A test for each promise."""
        from cardkit.authors.checking import Subject
        from cardkit.authors.laws import EVERY_PROMISE
        from cardkit.core.errors import CardkitError

        try:
            subject = Subject.named(self.name, file=None, rules=None, options={})
        except CardkitError as error:
            raise self.CollectError(f"{error}.") from error
        for promise in EVERY_PROMISE:
            yield cast(Any, Promise).from_parent(self, name=promise, subject=subject)


class Promise(pytest.Item):
    """The test of one promise of a game."""

    def __init__(self, *, subject: Subject, **parts: Any) -> None:
        super().__init__(**parts)  # pyright: ignore[reportUnknownMemberType]
        self.subject = subject

    def runtest(self) -> None:
        """Raises BrokenPromise where the promise is broken; skips the test where it can't be looked at."""
        from cardkit.authors.checking import looked_at

        for verdict in looked_at(self.subject, self.config.getoption("cardkit_games"), 1, [self.name]):
            if verdict.broken:
                raise verdict.broken
            if verdict.unseen:
                pytest.skip(verdict.unseen)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """A sentence on a broken promise, and what pytest says of any other error."""
        from cardkit.core.errors import CardkitError

        if isinstance(excinfo.value, CardkitError):
            return f"{excinfo.value}."
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where the game comes from, and the name of the promise."""
        return self.path, None, f"{self.subject.game.name}: {self.name}"
