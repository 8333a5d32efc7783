"""Builders of the view models: pure functions, no Qt."""
