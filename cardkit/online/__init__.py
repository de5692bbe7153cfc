"""Friends at one table: the server, its tables and its page in the browser, the full screen, the ways to a table.

Its parts need extras: `web`, `screen`, `postgres`. Start reading at `lobby.py`.
"""
