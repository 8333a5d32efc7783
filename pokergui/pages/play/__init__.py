"""The Play page: a person against an engine, with the advisor and mind-reading."""
