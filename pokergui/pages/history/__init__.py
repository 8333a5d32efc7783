"""The History page: hands and matches that are stored."""
