"""A person at a table: what they may type for an action, and the screen they type before.

Start reading at `reader.py`.
"""
