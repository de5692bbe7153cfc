"""What games came to: outcomes in rows, their counts, and how these are reported and exported.

Start reading at `summary.py`.
"""
