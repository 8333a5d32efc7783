"""Searches: the tree of a search from one decision."""
