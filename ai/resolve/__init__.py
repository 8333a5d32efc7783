"""Solving each street when it is reached, from both ranges, with the actual bets."""
