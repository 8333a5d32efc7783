"""Files of hands, read and written whole."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.game import Game
from engine.records.formats import FORMATS, recorded_hands
from engine.records.record import HandRecord


def read_hands(path: Path, game: Game | None = None) -> tuple[HandRecord, ...]:
    return tuple(hand.read() for hand in recorded_hands(path, game))


def text_of(name: str, records: Sequence[HandRecord]) -> str:
    (form,) = (one for one in FORMATS if one.name == name)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "hands"
        assert form.write(path, records) == ()
        return path.read_text("utf-8")
