"""Ranges at a place of a game, and their grids: pure, without Qt."""
