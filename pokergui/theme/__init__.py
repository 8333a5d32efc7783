"""Theme: colours, fonts, decks, icons."""
