"""Blueprints: hold'em strategies on a betting tree of few sizes and on buckets of cards."""
