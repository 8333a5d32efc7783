"""Recorded decisions reviewed by an engine: comparison of each with the engine's own play."""
