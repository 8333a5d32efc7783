"""A stored match as text that other programs read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.jobs import JobControl
from engine.records.formats import FORMATS, format_of
from engine.records.record import HandRecord
from pokergui.store.errors import StoreError
from pokergui.store.matches import StoredMatch
from pokergui.store.reader import HandReader
from pokergui.store.text import write_hands


def export_match(database: Path, number: int, path: Path, control: JobControl) -> int:
    """Write all hands of a match to a file, wholly or not at all.

    Args:
        database: the hand database.
        number: the match's.
        path: takes the place of what is there; its name says the format, else it is the first.
        control: to report progress and to stop, which leaves the old file.

    Returns:
        How many hands were written.

    Raises:
        StoreError: if there is no such match, the format has no words for it, or the file cannot
            be written.
        CancelledError: if the control says so.
    """
    with HandReader(database) as reader:
        match = next((match for match in reader.matches() if match.number == number), None)
        if match is None:
            raise StoreError(f"there is no match {number}")
        if not match.hands:
            raise StoreError("there are no hands to export")
        form = format_of(path) or FORMATS[0]
        if refusal := form.refusal(match.game):
            raise StoreError(refusal)
        left_out = write_hands(form, path, _records(reader, match), match.hands, control)
        return match.hands - len(left_out)


def _records(reader: HandReader, match: StoredMatch) -> Iterator[HandRecord]:
    for chunk in reader.match_hands(match):
        for hand in range(chunk.hands):
            yield chunk.record(hand, match.players)
