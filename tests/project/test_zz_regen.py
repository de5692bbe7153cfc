from __future__ import annotations

import pytest
from test_docs import *  # noqa
from test_docs import done, pages_with, sessions


@pytest.mark.parametrize("page", pages_with("console"))
def test_regen(page, desk):
    code = 0
    lines = page.read_text(encoding="utf-8").split("\n")
    changes = []
    for session in sessions(page):
        printed, code = done(session, desk, code, alone=page.name == "README.md")
        shown = session.shown
        if shown and shown[-1] == "...":
            body = shown[:-1]
            if printed[: len(body)] == body:
                continue
            if body and body[-1].startswith("> ") and body[-1] in printed:
                n = printed.index(body[-1]) + 1
            else:
                n = min(len(body), len(printed) - 1)
            new = [*printed[:n], "..."]
        else:
            new = printed
        if new != shown:
            changes.append((session.line, len(shown), new))
    for line, count, new in reversed(changes):
        lines[line : line + count] = new
    if changes:
        page.write_text("\n".join(lines), encoding="utf-8")
