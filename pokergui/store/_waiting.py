"""Finished hands until they are on disk."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from sqlite_utils import Database

from pokergui.localtime import now
from pokergui.store import _index, open_hands
from pokergui.store._chain import append_deck, has_deck
from pokergui.store._connect import transaction
from pokergui.store.hands import packed
from pokergui.store.open_hands import Deal

LATE = "deck committed after play"
"""The note of a hand whose deck's hash could not be committed before the first action."""


class WaitingHands:
    """Hands in the order in which they were played, on the writer's thread."""

    def __init__(self) -> None:
        self._hands: deque[tuple[Deal, dict[str, Any], tuple[str, ...]]] = deque()

    def __len__(self) -> int:
        """How many wait."""
        return len(self._hands)

    def put(self, deal: Deal, row: dict[str, Any], notes: Sequence[str]) -> None:
        """Take a finished hand.

        Args:
            deal: what it was dealt from.
            row: what ``hands.row_of`` gave, and the time.
            notes: what is in the row, as a list.
        """
        self._hands.append((deal, row, tuple(notes)))

    def save(self, db: Database) -> int:
        """Write them, each in its own transaction; the last one's number."""
        number = 0
        while self._hands:
            deal, row, notes = self._hands[0]
            kept = 0 if deal.committed.exception() else deal.committed.result()
            with transaction(db):
                deck = kept
                if not has_deck(db, deck, deal.hash):
                    deck = append_deck(db, now(), deal.game.name, deal.hash)
                    row = {**row, "notes": packed([*notes, LATE])}
                number = _index.save_hands(db, [{**row, "deck": deck}])
                open_hands.remove(db, kept)
            self._hands.popleft()
        return number
