"""Engines of others, each in a process of its own; docs/engine-protocol.md has what is spoken."""
