"""Builders of view models from engines and stores: pure functions, no Qt."""
