"""A great many games: batches, who plays them (rules, kernels, processes), and the answers.

It imports from `play` and what is under it. Start reading at `simulate.py`; `batch.py` says what game number k is, and
`summary.py` what is counted.
"""
