"""Games for OpenSpiel: what `cardkit.openspiel.register` registers.

It needs the extra `openspiel`. Start reading at `course.py`, which is a game with its stops for seats and for chance,
and `drawing.py`, where cards are drawn as they come off; `games.py` and `states.py` say it in OpenSpiel's words.
"""
