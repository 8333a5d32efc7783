"""Tournaments: plans cut into small seeded jobs, played on any executor, written block by block."""
