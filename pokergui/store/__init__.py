"""The hand database: one writer, any number of readers, a checksum for every row."""

from pokergui.localtime import time_text
from pokergui.store._connect import SQLITE_VERSION
from pokergui.store._marks import Lost, Mark, numbers_text, spans_text
from pokergui.store.backups import (
    Backup,
    Mended,
    Restored,
    backups_of,
    held,
    keep_backed_up,
    make_backup,
    mend,
    mend_open,
    restore,
    salvage_backup,
)
from pokergui.store.check import Problem, VerifyReport, examine, verify
from pokergui.store.errors import DamagedError, NoDatabaseError, StoreError
from pokergui.store.filter import NO_NOTE, POTS, STREETS, HandNote, HandSelection
from pokergui.store.hands import IMPORTED, StoredHand, deck_hash
from pokergui.store.imports import Imported, Refusal, forget_people, import_hands, learn_people
from pokergui.store.matches import MatchTicket, StoredMatch
from pokergui.store.notes import keep_note
from pokergui.store.open_hands import Deal, OpenHand, OpenHands
from pokergui.store.opponents import PERSONS_MODEL, KeptOpponent, OpponentReader, OpponentStore
from pokergui.store.reader import PLAYED, Facets, HandReader, Listing, Page, Summary
from pokergui.store.salvage import Salvaged
from pokergui.store.statistics import PERSON, YOU, GameStats, Player, PositionStats, Total, total_up
from pokergui.store.text import Exported, export, export_match, export_tournament
from pokergui.store.tournaments import TournamentJournal, add_engine, ask_to_stop, begin_tournament
from pokergui.store.writer import Store

__all__ = [
    "IMPORTED",
    "NO_NOTE",
    "PERSON",
    "PERSONS_MODEL",
    "PLAYED",
    "POTS",
    "SQLITE_VERSION",
    "STREETS",
    "YOU",
    "Backup",
    "DamagedError",
    "Deal",
    "Exported",
    "Facets",
    "GameStats",
    "HandNote",
    "HandReader",
    "HandSelection",
    "Imported",
    "KeptOpponent",
    "Listing",
    "Lost",
    "Mark",
    "MatchTicket",
    "Mended",
    "NoDatabaseError",
    "OpenHand",
    "OpenHands",
    "OpponentReader",
    "OpponentStore",
    "Page",
    "Player",
    "PositionStats",
    "Problem",
    "Refusal",
    "Restored",
    "Salvaged",
    "Store",
    "StoreError",
    "StoredHand",
    "StoredMatch",
    "Summary",
    "Total",
    "TournamentJournal",
    "VerifyReport",
    "add_engine",
    "ask_to_stop",
    "backups_of",
    "begin_tournament",
    "deck_hash",
    "examine",
    "export",
    "export_match",
    "export_tournament",
    "forget_people",
    "held",
    "import_hands",
    "keep_backed_up",
    "keep_note",
    "learn_people",
    "make_backup",
    "mend",
    "mend_open",
    "numbers_text",
    "restore",
    "salvage_backup",
    "spans_text",
    "time_text",
    "total_up",
    "verify",
]
