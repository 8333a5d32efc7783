"""The engines that were asked for their ranges last, kept while their files say the same."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ai.entry import Engine
from ai.reach import RangeReader
from ai.registry import find_engine
from engine.game import Game
from pokergui.ranges.sheet import SheetGame

_MOST = 4


@dataclass
class Kept:
    """An engine that was built.

    Attributes:
        reader: asks it.
        row: what the list said of it when it was built.
        sheet: all its information sets, once they were looked at.
    """

    reader: RangeReader
    row: Engine | None
    sheet: SheetGame | None = None


class Readers:
    """Keeps a few engines; one whose file was replaced is forgotten, one whose file is gone stays.

    Args:
        home: the folder of strategies.
    """

    def __init__(self, home: Path) -> None:
        self._home = home
        self._kept: dict[tuple[str, Game], Kept] = {}
        self._rows: dict[tuple[str, Game], Engine | None] = {}

    def latest(self, name: str, game: Game) -> Kept | None:
        """An engine as it was built, whatever its file says by now."""
        kept = self._kept.pop((name, game), None)
        if kept is not None:  # at the end: the one that was not asked for longest goes first
            self._kept[name, game] = kept
        return kept

    def replaced(self, name: str, game: Game) -> bool:
        """Whether an engine was built from a file that holds another strategy by now."""
        kept, row = self._kept.get((name, game)), find_engine(name, self._home)
        # The list hands out the same row as long as the file is the same.
        return kept is not None and row is not None and row is not kept.row

    def get(self, name: str, game: Game) -> Kept | None:
        """An engine as its file has it now; None if it must be built, ``put`` follows then."""
        if self.replaced(name, game):
            self.drop(name, game)
        kept = self.latest(name, game)
        if kept is None:  # the row as it is before building: what changes meanwhile is seen later
            self._rows[name, game] = find_engine(name, self._home)
        return kept

    def put(self, name: str, game: Game, reader: RangeReader) -> None:
        """Keep an engine that was built."""
        while len(self._kept) >= _MOST:
            del self._kept[next(iter(self._kept))]
        self._kept[name, game] = Kept(reader, self._rows.pop((name, game), None))

    def drop(self, name: str, game: Game) -> None:
        """Forget an engine that failed."""
        self._kept.pop((name, game), None)
