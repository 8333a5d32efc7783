"""Fonts, icons and trained strategies shipped with the program."""
