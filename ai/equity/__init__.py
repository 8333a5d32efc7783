"""The `equity` engine: Monte Carlo on a fixed menu against uniform beliefs, for any seats."""
