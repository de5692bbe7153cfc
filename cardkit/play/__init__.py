"""Play at a terminal: the driver of a game, commands at its prompt, the menu, tables of text; `home.py` has what stays.

It imports from `records` and what is under it. Start reading at `driver.py`.
"""
