"""The server: pages, the lobby and one WebSocket a visitor; everybody is bounded, and nobody waits for anybody else.

Start reading at `app.py`, which says what is answered and sees one visitor through.
"""
