"""Content of the room as frozen text and numbers."""
