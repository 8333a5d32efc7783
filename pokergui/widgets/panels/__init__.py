"""Shared panels and bars."""
