"""View models of the page: frozen data."""
