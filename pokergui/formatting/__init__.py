"""Text formatting shared by all pages."""
