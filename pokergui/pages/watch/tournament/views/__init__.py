"""Widgets of the room of tournaments."""
