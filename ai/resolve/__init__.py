"""Solving the street that is reached anew, from both ranges, with the bets really made."""
