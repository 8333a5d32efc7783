"""Hand histories of poker sites: a table of patterns for each, and what their texts share."""
