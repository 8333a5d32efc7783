"""Strategies judged by recorded hands."""
