"""A seat at a hosted table as its client knows it: what was told, what can be chosen, and the way to the table.

Start reading at `told.py`.
"""
