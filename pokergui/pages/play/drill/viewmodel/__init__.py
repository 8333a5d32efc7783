"""View models of the room: frozen data."""
