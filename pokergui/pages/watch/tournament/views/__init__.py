"""Widgets of the tournaments view."""
