"""Blueprints of hold'em for three and more players, on situations instead of a betting tree."""
