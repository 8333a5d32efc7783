"""Recorded hands reviewed by an engine: the work, kept reviews, and what they add up to."""
