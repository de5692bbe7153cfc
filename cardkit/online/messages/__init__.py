"""What a table sends: frames, and the table as plain data, made of a seat's view and what is legal for it.

Start reading at `scene.py`.
"""
