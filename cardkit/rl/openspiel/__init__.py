"""Games for OpenSpiel: what `cardkit.openspiel.register` registers.

It needs the extra `openspiel`. Start reading at `course.py`, which is a game with its stops for seats and for chance,
and `drawn.py`, where cards are drawn as they come off; `games.py` says it in OpenSpiel's words.
"""
