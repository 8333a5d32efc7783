"""Finished hands and their text forms."""

from engine.records.record import HandRecord

__all__ = ["HandRecord"]
