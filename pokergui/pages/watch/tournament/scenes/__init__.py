"""From tournaments to what the room shows; no Qt."""
