"""What is kept between runs, in one directory: settings, games that people played, the score board.

Start reading at `place.py`.
"""
