"""Builders of the view models from questions and answers."""
