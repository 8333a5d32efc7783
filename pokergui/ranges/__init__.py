"""Ranges at a node, and their grids, without Qt."""
