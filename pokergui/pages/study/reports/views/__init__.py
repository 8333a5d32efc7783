"""Passive widgets: they paint view models and emit intents."""
