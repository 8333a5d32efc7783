"""View models of the tournaments view: frozen data."""
