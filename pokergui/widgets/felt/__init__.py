"""The table of cards and chips, painted."""
