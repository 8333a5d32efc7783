"""A series of drills, off the window."""
