"""Opponents: how one behaves, and what its actions say about its cards."""
