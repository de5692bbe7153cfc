"""Where cardkit keeps what it keeps."""

from __future__ import annotations

import os
from pathlib import Path


def home() -> Path:
    """The directory for what cardkit keeps: CARDKIT_HOME, or else the user's data directory."""
    given = os.environ.get("CARDKIT_HOME")
    if given:
        return Path(given)
    from platformdirs import user_data_path

    return user_data_path("cardkit", appauthor=False)
