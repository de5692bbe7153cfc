"""What comes with a game and makes it playable: its plugin, how it is found, deck files, words, people, names, seeds.

It imports from `table` and `core`. Start reading at `plugin.py`; `setup.py` makes a game ready to be played of what
somebody asked for.
"""
