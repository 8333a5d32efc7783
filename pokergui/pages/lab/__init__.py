"""The Lab page: lessons step by step."""
