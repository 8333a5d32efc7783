"""Appearance: colours, type, decks, icons. The views decide what is shown."""
