"""Files of hands that ``pokergui match`` writes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.errors import PokerError
from engine.match_chunk import MatchChunk
from engine.records.formats import Format
from engine.records.record import HandRecord
from engine.wording import Wording
from pokergui.files import FullDiskError, replacing


def write_hands(
    form: Format, file: Path, chunks: Sequence[MatchChunk], names: tuple[str, ...]
) -> str:
    """Write hands to a file; if the disk fills up, a new file holds the first of them.

    Returns:
        The reason why not all hands are in the file, in one sentence; empty if they are.
    """
    new = not os.path.lexists(file)
    whole = hands = sum(chunk.hands for chunk in chunks)
    problem = ""
    while True:
        records = _Records(chunks, names, hands)
        try:
            with replacing(file) as temporary:
                form.write(temporary, records)
        except FullDiskError as error:
            problem = problem or str(error)
            hands = records.taken * 9 // 10
            if not (new and hands):
                return problem
        except PokerError as error:
            return str(error)
        else:
            words = Wording(
                "only the first {saved:,} of {hands:,} hands are stored: {problem}",
                saved=hands,
                hands=whole,
                problem=problem,
            )
            return str(words) if problem else ""


class _Records:
    """The first hands of a match; ``taken`` counts those that were asked for."""

    def __init__(self, chunks: Sequence[MatchChunk], names: tuple[str, ...], most: int) -> None:
        self._chunks, self._names, self._most = chunks, names, most
        self.taken = 0

    def __iter__(self) -> Iterator[HandRecord]:
        for chunk in self._chunks:
            for hand in range(min(chunk.hands, self._most - self.taken)):
                self.taken += 1
                yield chunk.record(hand, self._names)
