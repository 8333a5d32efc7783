"""Reading: an engine's whole range at a node."""
