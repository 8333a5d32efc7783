"""Measured strength of engines, and the ladder of a game."""
