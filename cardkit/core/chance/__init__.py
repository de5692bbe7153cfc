"""Random numbers, specified to the last bit in docs/rng.md.

It imports errors alone. Start reading at `generators.py`; those of Java and C are there
too. `streams.py`, which is compiled where possible, has the numbers that follow from a seed.
"""
