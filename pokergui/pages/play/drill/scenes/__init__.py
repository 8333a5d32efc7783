"""Builders of the room's view models from questions and answers."""
