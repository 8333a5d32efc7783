"""Presenters that answer to the page: QtCore, no widgets."""
