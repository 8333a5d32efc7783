"""Caches of results that can be recomputed, in files of their own."""
