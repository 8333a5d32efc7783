"""Presenters, which answer the page: QtCore, no widgets."""
