"""The checks of the promises: each is a function of a scene or of a game that was played, and says what is wrong.

Start reading at `rules.py`: what the rules do, and what a game says of itself. What a
seat may know, and has to conclude, is checked in `secrecy.py`.
"""
