"""Widgets of the Preflop page."""
