"""What plays millions of games of Crazy 8s; nothing of it is needed to understand the game.

Start reading at `batches.py`, which says which games the kernels play, and tells them the rules and the cards;
`kernel.py` and `kernel_lanes.py` are what is compiled.
"""

from __future__ import annotations

from typing import Any


def crazy8s_kernel() -> Any:
    """The kernel of Crazy 8s, compiled if it was when cardkit was installed."""
    from cardkit_crazy8s.fast import kernel
    from cardkit_crazy8s.fast.batches import Crazy8sKernel

    return Crazy8sKernel(kernel)
