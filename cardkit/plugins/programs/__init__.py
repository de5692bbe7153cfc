"""Players that are programs in any language: how they are named, started, spoken to, bounded, and ended for certain.

Start reading at `program.py`, the player; `process.py` knows nothing of games.
"""
