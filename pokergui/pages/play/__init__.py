"""The Play page: the user against an engine, with the advisor and hand reading."""
