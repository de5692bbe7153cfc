"""The command line, which knows all the rooms: each command parses, calls, and prints.

Start reading at `app.py`.
"""
