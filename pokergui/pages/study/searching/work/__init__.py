"""Sessions and jobs, without Qt."""
