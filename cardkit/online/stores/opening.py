"""The store that somebody names."""

from __future__ import annotations

from pathlib import Path

from cardkit.online.stores.store import Store


def store_at(where: str, address: str = "") -> Store:
    """The store of a folder, or of a `postgresql://` whose other servers reach this one at an address."""
    if where.startswith(("postgresql://", "postgres://")):
        from cardkit.online.stores.postgres import PostgresStore

        return PostgresStore(where, address)
    from cardkit.online.stores.files import FileStore

    return FileStore(Path(where))
