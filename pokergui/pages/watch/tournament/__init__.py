"""Tournaments in Watch: a list, a live cross table, the order."""
