"""The commands for playing over a network: host, serve, view, join. Start reading at `commands.py`."""
