"""The grid of a range."""
