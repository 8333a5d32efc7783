"""Pictures of the Preflop page."""
