"""The tables of a server: as they are wished, laid, run, put away and taken up again; and records that are looked at.

They know no network. Start reading at `tables.py`.
"""
