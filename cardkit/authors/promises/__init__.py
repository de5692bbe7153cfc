"""What every game promises, and how it is checked; `cardkit.authors.testing` is the way in.

Start reading at `promise.py`, where each promise has a name and a sentence. Its check is a function of a scene or of a
game that was played, which says what is wrong with it. Checks are in `rules.py` and `secrecy.py`; what has to be seen
at the very moment when the rules are asked is checked in `trial.py`.
"""
