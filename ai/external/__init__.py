"""External engines in separate processes; see docs/reference/engine-protocol.md."""
