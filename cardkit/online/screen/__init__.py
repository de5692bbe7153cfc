"""The full screen in the terminal, drawn by Textual: the same messages as the page has, for every game.

Start reading at `app.py`; `drawing` has what a table looks like.
"""
