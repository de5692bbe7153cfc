"""The game record: the saved game, the replay, the thing to send to a friend (docs/record.md).

It imports from `plugins` and what is under it. Start reading at `record.py`.
"""
