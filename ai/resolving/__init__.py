"""Real-time resolving of a street from both ranges, with the actual bet sizes."""
