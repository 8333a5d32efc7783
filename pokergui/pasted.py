"""Imports hands from pasted or dropped text, like those of a file."""

from __future__ import annotations

import tempfile
from pathlib import Path

from engine.jobs import JobControl
from engine.records.formats import text_format
from pokergui.files import FolderError
from pokergui.store.errors import StoreError
from pokergui.store.imports import Imported, import_hands
from pokergui.store.writer import Store

MOST_LETTERS = 10_000_000
"""Most letters of a text that is read; some ten thousand hands."""
NAME = "pasted text"


def import_text(store: Store, text: str, control: JobControl | None = None) -> Imported:
    """Import the hands of a text into the database, as ``import_hands`` does with files.

    Args:
        store: the database.
        text: in one of ``engine.records.formats``.
        control: once cancelled, what was done until then is kept and returned.

    Raises:
        PokerError: if it is too long, holds no hand, or the hands cannot be written.
    """
    if len(text) > MOST_LETTERS:
        raise StoreError(
            "a text of {count:,} characters is too long to paste (at most {most:,}): save"
            " it as a file and import that",
            count=len(text),
            most=MOST_LETTERS,
        )
    text = text.lstrip("\ufeff \t\r\n")
    form = text_format(text)
    try:
        with tempfile.TemporaryDirectory(prefix="pokergui-") as folder:
            file = Path(folder) / f"{NAME}{form.suffixes[0]}"
            file.write_text(text, "utf-8", errors="replace", newline="\n")
            return import_hands(store, [file], control=control)
    except OSError as error:
        raise FolderError(
            "a pasted text cannot be stored: {reason}", reason=error.strerror
        ) from None
