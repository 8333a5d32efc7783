"""Blueprints: hold'em strategies on an abstract betting tree and card buckets."""
