"""The window around the pages, and what wires it."""
