"""Series of drills in the background."""
