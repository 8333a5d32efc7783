"""Presenters of the room of tournaments."""
