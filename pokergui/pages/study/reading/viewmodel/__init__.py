"""View models: frozen data."""
