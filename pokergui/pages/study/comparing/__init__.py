"""Comparing: a second engine, or the other player, beside the first."""
