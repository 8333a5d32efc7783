"""Tags and a note that the user gives a hand, through the single writer.

They have a row of their own, outside the chains, so that the finished hand is not touched; their
words are in the hand's row of the index, where a search finds them.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from sqlite_utils import Database

from engine.sanitise import plain, plain_lines
from engine.wording import Wording
from pokergui.localtime import now
from pokergui.store import filter
from pokergui.store._chain import HAND_COLUMNS, Rows, row_checksum, sealed_problems
from pokergui.store._connect import transaction
from pokergui.store.errors import StoreError
from pokergui.store.filter import NO_NOTE, HandNote
from pokergui.store.hands import StoredHand
from pokergui.store.writer import Store

MOST_TAGS, MOST_TAG, MOST_NOTE = 20, 40, 10_000
"""Most tags of a hand, and most letters of a tag and of a note."""


def note_problems(rows: Rows) -> list[tuple[int, Wording]]:
    """Return the notes that are damaged or invalid: number of the hand and sentence."""
    return sealed_problems(rows, "hand_notes", _named, HandNote.of_row)


def _named(hand: int) -> Wording:
    return Wording("the note on hand {hand}", hand=hand)


def keep_note(
    store: Store, number: int, change: Callable[[HandNote], HandNote]
) -> Future[HandNote]:
    """Change the tags and the note on a hand.

    Returns:
        What is kept now; with a StoreError in it nothing has changed.
    """

    def write(db: Database) -> HandNote:
        with transaction(db):
            hand = _hand(db, number)
            known = filter.read_notes(db.execute, "WHERE hand = ?", [number])
            words = _checked(change(known.get(number, NO_NOTE)))
            filter.note(db, hand, words, now())
        return words

    return store.submit(write)


def _hand(db: Database, number: int) -> StoredHand:
    columns = ", ".join((*HAND_COLUMNS, "previous", "checksum"))
    row = db.execute(f"SELECT {columns} FROM hands WHERE number = ?", [number]).fetchone()
    if row is None:
        raise StoreError("there is no hand {number}", number=number)
    *values, previous, own = row
    if row_checksum("hands", previous, values) != own:
        raise StoreError("hand {number} is damaged: it takes no note", number=number)
    return StoredHand.of_row(values)


def _checked(words: HandNote) -> HandNote:
    """Return a note without invisible characters, each tag once and without spaces.

    Raises:
        StoreError: if there are too many tags, or a text is too long.
    """
    tags = ("-".join(plain(tag).strip("# ").split()) for tag in words.tags)
    known: dict[str, str] = {}
    for tag in tags:
        if tag:
            known.setdefault(tag.casefold(), tag)
    text = plain_lines(words.text).strip()
    if len(known) > MOST_TAGS:
        raise StoreError("a hand has at most {most} tags", most=MOST_TAGS)
    if any(len(tag) > MOST_TAG for tag in known.values()):
        raise StoreError("a tag has at most {most} characters", most=MOST_TAG)
    if len(text) > MOST_NOTE:
        raise StoreError("a note has at most {most:,} characters", most=MOST_NOTE)
    return HandNote(tuple(known.values()), text)
