"""Where the tables of a server are kept: in files, or in a PostgreSQL that several servers share.

Whatever happens at a table is kept before anybody is told of it. So a server may be killed at any moment, and no
action that was answered is lost. Start reading at `store.py`.
"""
