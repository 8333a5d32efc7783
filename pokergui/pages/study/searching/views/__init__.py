"""Widgets that paint what is shown and report intents."""
