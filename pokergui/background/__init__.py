"""Background jobs, timers and folder watchers."""
