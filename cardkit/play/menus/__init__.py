"""The menu that `cardkit` alone opens on a terminal, the questions it asks, and long texts a screenful at a time.

Start reading at `main.py`.
"""
