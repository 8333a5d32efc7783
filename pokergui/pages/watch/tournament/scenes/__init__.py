"""Builders of the room's view models: pure functions, no Qt."""
