"""What a game is written with: cards, piles, chance, the dealer, actions, events, results, and the rules themselves.

It imports nothing of cardkit but itself. Start reading at `game.py`, the four methods; then `state.py` and `events.py`.
`chance` holds the random numbers.
"""
