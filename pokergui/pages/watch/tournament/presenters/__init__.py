"""Presenters of the tournaments view."""
