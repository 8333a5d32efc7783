"""Drills: practice spots, their judges, and spaced repetition."""
