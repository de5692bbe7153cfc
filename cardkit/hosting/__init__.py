"""Tables for everybody who plays: who sits and watches there, what they say and are told, what is kept of it.

The terminal, the full screen and the server sit down at it, and it knows no network. Start reading at `hosted.py`.
"""
