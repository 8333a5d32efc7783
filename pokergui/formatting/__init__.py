"""Words and figures as written on all pages."""
