"""A record whose last write broke off, because the program was killed in the middle of it."""

from __future__ import annotations

import json

from cardkit.records.record import END

_LOG = '\n "log": ['


def mended(text: str) -> str:
    """The text of a record up to its last whole entry; as it is where it has no log to be cut.

    Entries are added over the end of the file, one a line, so all before the one that broke off are whole.
    """
    header, log, body = text.partition(_LOG)
    if not log:
        return text
    entries: list[str] = []
    for line in body.splitlines():
        if not line.startswith("  "):
            continue
        try:
            entry, end = json.JSONDecoder().raw_decode(line, 2)
        except ValueError:
            break
        if not isinstance(entry, str | dict):
            break
        entries.append(line[:end])
    return f"{header}{log}" + ",".join(f"\n{entry}" for entry in entries) + END
