"""For authors of games: the promises that `check` looks at, playthroughs, templates of a new game, help for tests.

It imports from `simulation` and what is under it. Start reading at `testing.py`, its public face, then at
`trial.py`; `laws.py` has a law for each promise.
"""
