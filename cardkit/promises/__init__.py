"""What every game promises, and how it is checked; `cardkit.testing` is the way in.

A promise has a name and a sentence in `promise.py`, and a check: a function of a scene or of a game that was played,
which says what is wrong with it. Checks are in `rules.py` and `secrecy.py`; what has to be seen at the very moment
when the rules are asked is checked in `trial.py`.
"""
