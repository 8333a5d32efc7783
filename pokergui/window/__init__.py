"""The window around the pages, and the connections between them."""
