"""Random numbers, specified to the last bit in docs/rng.md.

It imports errors alone. Start reading at `generators.py`; `languages.py` has the generators of Java and C, and
`streams.py`, which is compiled where possible, the numbers that follow from a seed.
"""
