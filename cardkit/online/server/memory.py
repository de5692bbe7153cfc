"""Python's cycle collector, kept from stopping a server that has many tables for a tenth of a second at a time."""

from __future__ import annotations

import gc

YOUNG = 20_000
"""So many objects are made until the young ones are looked through."""
GONE = 500
"""After so many tables and visitors are gone, what they left behind is collected, which takes as long as it takes."""


def tame() -> None:
    """Look through young objects alone from now on, as what tables consist of stays for long."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 1_000_000)


class Collector:
    """Collects the cycles of tables and visitors that are gone, and leaves alone those that are there."""

    def __init__(self) -> None:
        self._gone = 0

    def settle(self, gone: int) -> None:
        """Take everything that is there now for lasting; collect first where many have gone since."""
        if gone - self._gone >= GONE:
            self._gone = gone
            gc.unfreeze()
            gc.collect()
        gc.freeze()
