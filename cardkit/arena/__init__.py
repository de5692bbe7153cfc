"""Who plays better: contests of players on the same deals with the seats turned, and what follows from them.

It imports from `simulation` and what is under it. Start reading at `contest.py`, which says what is played and
what came of it.
"""
