"""Engines of others, each in a process of its own; the protocol is in docs/reference/engine-protocol.md."""
