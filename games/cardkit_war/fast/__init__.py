"""What plays millions of games of War; nothing of it is needed to understand the game.

Start reading at `batches.py`, which tells the kernel the rules and the cards; `kernel.py` is what is compiled.
"""

from __future__ import annotations

from typing import Any


def war_kernel() -> Any:
    """War's kernel, compiled if it was when cardkit was installed."""
    from cardkit_war.fast import kernel
    from cardkit_war.fast.batches import WarKernel

    return WarKernel(kernel)
