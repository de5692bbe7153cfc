"""A table as rows of styled text, as large as there is room for; it needs rich, and nothing of Textual.

Start reading at `picture.py`.
"""
