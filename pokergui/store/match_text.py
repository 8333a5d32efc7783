"""A stored match as text that other programs read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.errors import RecordError
from engine.jobs import JobControl
from engine.records.acpc import write_log
from engine.records.phh import write_phhs
from engine.records.record import HandRecord
from pokergui.files import FolderError, replacing
from pokergui.store.errors import StoreError
from pokergui.store.matches import StoredMatch
from pokergui.store.reader import HandReader

_CHECK_EVERY = 100
MOST_PHH_HANDS = 200_000
"""Most hands of a PHH file, which is made in memory."""


def export_match(database: Path, number: int, path: Path, control: JobControl) -> int:
    """Write all hands of a match to a file, wholly or not at all.

    Args:
        database: the hand database.
        number: the match's.
        path: takes the place of what is there; ``.log`` and ``.xz`` are ACPC logs, others PHH.
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
        acpc = path.suffix in (".log", ".xz")
        if not acpc and match.game.num_hole != 2:
            raise StoreError("PHH is for hold'em hands; name the file .log for an ACPC log")
        if not acpc and match.hands > MOST_PHH_HANDS:
            raise StoreError(f"PHH files hold up to {MOST_PHH_HANDS:,} hands; name the file .log")
        records = _records(reader, match, control)
        try:
            with replacing(path) as temporary:
                if acpc:
                    write_log(temporary, records)
                else:
                    temporary.write_text(write_phhs(records), "utf-8", newline="\n")
        except (FolderError, RecordError) as error:
            raise StoreError(str(error)) from None
        return match.hands


def _records(reader: HandReader, match: StoredMatch, control: JobControl) -> Iterator[HandRecord]:
    done = 0
    for chunk in reader.match_hands(match):
        for hand in range(chunk.hands):
            if done % _CHECK_EVERY == 0:
                control.check()
                control.progress(done / match.hands)
            done += 1
            yield chunk.record(hand, match.players)
