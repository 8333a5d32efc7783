"""Presenters of the page: QtCore, no widgets."""
