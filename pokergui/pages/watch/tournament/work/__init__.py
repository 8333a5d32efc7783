"""Jobs, without Qt."""
