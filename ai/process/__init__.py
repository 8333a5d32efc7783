"""External engines, each in a separate process; see docs/reference/engine-protocol.md."""
