"""Joins each page to its presenter; with ``app.py`` the only place that knows both."""
