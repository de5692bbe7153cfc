"""What trial games show of a game before it is searched, and what is supposed of others after that.

Start reading at `trial_games.py`.
"""
