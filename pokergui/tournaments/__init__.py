"""Tournaments: plans cut into small seeded jobs, played by any executor, written block by block."""
