"""A game's file, compiled as it is written: its twin plays the same games some times faster, and is compared with it.

Start reading at `engine.py`, then `making.py`: a game's source is read (`reading.py`), written anew (`writing.py`),
compiled together with `core.py`, `lanes.py` and `common.py`, compared with the rules, and only then kept.
"""
