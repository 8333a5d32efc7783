"""The Study page and its parts."""
