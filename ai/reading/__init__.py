"""An engine's whole-range answers along a line: reach, and what else it can tell."""
