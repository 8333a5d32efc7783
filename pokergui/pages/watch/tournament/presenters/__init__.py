"""Presenters that answer a person in the room of tournaments."""
