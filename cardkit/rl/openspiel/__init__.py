"""Games for OpenSpiel: what `cardkit.openspiel.register` registers, with the extra `openspiel`.

Start reading at `games.py`, which says in OpenSpiel's words how a game goes on by seats and by chance.
"""
