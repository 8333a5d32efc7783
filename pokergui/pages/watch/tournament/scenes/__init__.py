"""Functions that turn tournaments into what the room shows; no Qt."""
