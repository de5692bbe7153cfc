"""Friends at one table: tables that are hosted, the server, the page in the browser, the screen in the terminal.

Its parts need extras: `web`, `screen`, `postgres`. Start reading at `hosted.py`, the table that knows no network.
"""
