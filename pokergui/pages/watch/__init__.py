"""The Watch page: engines against each other."""
