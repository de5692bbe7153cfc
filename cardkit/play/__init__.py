"""Play at a terminal: the driver of a game, commands at its prompt, the menu, the score board, tables of text.

It imports from `records` and what is under it. Start reading at `driver.py`.
"""
