"""Reports: one line over many boards."""
