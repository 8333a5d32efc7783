"""Content of the room as frozen data."""
