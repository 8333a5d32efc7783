"""Presenters of the room."""
