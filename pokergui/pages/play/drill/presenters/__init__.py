"""Presenters of the view."""
