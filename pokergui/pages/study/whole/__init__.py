"""Whole small games: every information set on a sheet."""
