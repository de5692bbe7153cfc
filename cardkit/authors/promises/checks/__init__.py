"""The checks of the promises: each is a function of a scene or of a game that was played, and says what is wrong.

Start reading at `rules.py`: what the rules do and say. What a seat may know is checked in `secrecy.py`, what a game
says of itself in `claims.py`.
"""
