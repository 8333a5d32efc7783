"""Common panels and bars."""
