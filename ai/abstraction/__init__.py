"""Abstraction for large games: bet menus, action translation, card buckets."""
