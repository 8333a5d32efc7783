"""Hand records and their text formats."""

from engine.records.record import HandRecord

__all__ = ["HandRecord"]
