"""Engines: deciding, learning and judging them."""
