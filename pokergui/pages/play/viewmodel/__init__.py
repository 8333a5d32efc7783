"""Content of the page as frozen data."""
