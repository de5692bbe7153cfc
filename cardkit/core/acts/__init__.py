"""What is done at a table and what comes of it: actions, forms that stand for many, events, results.

It imports cards, piles and errors alone. Start reading at `actions.py`.
"""
