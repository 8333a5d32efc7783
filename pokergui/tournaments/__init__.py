"""Tournaments: plans split into small seeded jobs, played on any executor, saved by block."""
