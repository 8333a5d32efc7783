"""View models of the drills view: frozen data."""
