"""Players for any game: what a seat knows, worlds imagined from that, and search on them, without a line of game code.

Start reading at `search.py`; what a seat knows is in `knowledge.py`, playing on at full speed in `rollout.py`.
"""
