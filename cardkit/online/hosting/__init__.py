"""What a hosted table is made of: its seats, the game that is played, clocks, machines, and what each visitor is told.

Start reading at `playing.py`, then `requests.py`.
"""
