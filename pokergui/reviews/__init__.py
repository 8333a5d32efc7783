"""Recorded hands reviewed by an engine: the work, kept reviews, and their figures."""
