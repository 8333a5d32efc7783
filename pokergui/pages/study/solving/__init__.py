"""Solving spots: the form, the solution and its locks."""
