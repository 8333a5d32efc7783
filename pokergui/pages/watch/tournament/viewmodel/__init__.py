"""Frozen text and numbers, ready to show."""
