"""A game being played: the match, the turn loop, the players, what a seat sees, and the faults of rules.

It imports from `core` alone. Start reading at `match.py`, then `turns.py`.
"""
