"""What every game promises, and how it is checked; `cardkit.authors.testing` is the way in.

Start reading at `promise.py`, where each promise has a name and a sentence. The checks of most
of them are in `checks`; what has to be seen at the very moment when the rules are asked is checked in `trial.py`.
"""
