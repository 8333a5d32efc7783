"""Recorded decisions reviewed by an engine: how each compares with what the engine would do."""
