"""The History page: stored hands and matches."""
