"""View models: frozen data to show."""
