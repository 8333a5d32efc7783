"""Finished hands on disk: one writer, any number of readers, a checksum for every row."""

from pokergui.store.check import Problem, VerifyReport, verify
from pokergui.store.errors import NoDatabaseError, StoreError
from pokergui.store.hands import StoredHand, deck_hash
from pokergui.store.reader import HandFilter, HandReader, Listing, SessionStatistics
from pokergui.store.text import FORMATS, Exported, export
from pokergui.store.writer import Deal, Store, time_text

__all__ = [
    "FORMATS",
    "Deal",
    "Exported",
    "HandFilter",
    "HandReader",
    "Listing",
    "NoDatabaseError",
    "Problem",
    "SessionStatistics",
    "Store",
    "StoreError",
    "StoredHand",
    "VerifyReport",
    "deck_hash",
    "export",
    "time_text",
    "verify",
]
