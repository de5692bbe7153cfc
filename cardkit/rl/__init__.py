"""Games as environments that agents learn in: actions and what a seat sees as numbers, for PettingZoo and Gymnasium.

It needs the extra `rl`, and imports from `simulation` and what is under it. Start reading at `actions.py`, which
numbers the actions, and `observations.py`, which says what a seat sees.
"""
