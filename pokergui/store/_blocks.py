"""Compact binary encoding of a match's hands, and its decoder.

A block holds cards and betting; the rulebook computes the results. Layout: a version byte; the
length of the first part (32 bits); the betting lines that occur as ACPC text, one a line,
compressed; then for each hand the number of its line (1 or 2 bytes, low byte first), and for each
deal the cards, column by column, with Huffman coding only: shuffled cards have no repeats to match.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engine.errors import PokerError
from engine.game import Game
from engine.lines import line_text, parse_line
from engine.match_chunk import Line, MatchChunk, chunk_of, num_dealt
from pokergui.store.errors import StoreError

MOST_HANDS = 65_536
"""Most hands of a block."""
_MOST_CELLS = 2**19
"""Most cards of a block, so that it stays below the longest value that is read."""
_MOST_TEXT = 8_000_000
"""Longest betting text of a block, in bytes before compression."""
_HEAD = struct.Struct("<BI")
_VERSION = 1


def most_hands(game: Game, duplicate: bool) -> int:
    """Return the number of hands in a full block: whole deals."""
    hands = min(MOST_HANDS, _MOST_CELLS // num_dealt(game))
    return hands - hands % _group(game, duplicate)


class LineTexts:
    """Betting lines as text; each is written out once."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._by_id: dict[int, tuple[Line, str]] = {}  # holding a line keeps its id() unique

    def of(self, line: Line) -> str:
        """Return a line as ACPC text."""
        known = self._by_id.get(id(line))
        if known is None:
            if len(self._by_id) > MOST_HANDS:
                self._by_id = {}
            known = self._by_id[id(line)] = (line, line_text(self._game, line))
        return known[1]


def encode(chunk: MatchChunk, duplicate: bool, texts: Callable[[Line], str]) -> bytes:
    """Return hands of a match as bytes.

    Args:
        chunk: at most ``most_hands``, in duplicate beginning with the first hand of a deal.
        duplicate: whether each deal is played from every position.
        texts: betting lines as text.
    """
    used = np.flatnonzero(np.bincount(chunk.line_of, minlength=len(chunk.lines)))
    place = np.zeros(len(chunk.lines), np.int32)
    place[used] = np.arange(len(used))
    text = "\n".join([texts(chunk.lines[line]) for line in used.tolist()]).encode()
    lines = zlib.compress(text)
    numbers = place[chunk.line_of].astype("<u2")
    columns = [numbers.view(np.uint8).reshape(-1, 2)[:, byte] for byte in range(_width(len(used)))]
    columns += list(chunk.dealt[:: _group(chunk.game, duplicate)].T)
    packer = zlib.compressobj(strategy=zlib.Z_HUFFMAN_ONLY)
    packed = [packer.compress(column.tobytes()) for column in columns]
    return b"".join((_HEAD.pack(_VERSION, len(lines)), lines, *packed, packer.flush()))


def decode(game: Game, duplicate: bool, first: int, hands: int, data: bytes) -> MatchChunk:
    """Decode a block's hands, with bounded memory for any input.

    Args:
        game: the game.
        duplicate: whether each deal is played from every position.
        first: number of the block's first hand in the match.
        hands: the number of hands.
        data: the output of ``encode``.

    Raises:
        StoreError: if the bytes are not such a block.
    """
    group = _group(game, duplicate)
    try:
        if not 0 < hands <= MOST_HANDS or first < 0 or first % group:
            raise ValueError("hands that cannot be a block's")
        version, size = _HEAD.unpack_from(data)
        if version != _VERSION:
            raise ValueError(f"a block of version {version}")
        text = _unpacked(data[_HEAD.size : _HEAD.size + size], _MOST_TEXT).decode()
        texts = text.split("\n", hands)
        width, deals = _width(len(texts)), -(-hands // group)
        length = width * hands + num_dealt(game) * deals
        raw = np.frombuffer(_unpacked(data[_HEAD.size + size :], length), np.uint8)
        if len(raw) != length:
            raise ValueError("too few cards")
        numbers = raw[: width * hands].reshape(width, hands).astype(np.int32)
        line_of: NDArray[np.int32] = (numbers << 8 * np.arange(width)[:, None]).sum(0, np.int32)
        cards = raw[width * hands :].reshape(-1, deals).T
        dealt = np.ascontiguousarray(np.repeat(cards, group, axis=0)[:hands])
        lines = [parse_line(game, line) for line in texts]
        return chunk_of(game, first, duplicate, dealt, lines, line_of)
    except (PokerError, ValueError, struct.error, zlib.error) as error:
        raise StoreError("a block of hands cannot be read: {error}", error=error) from None


def _group(game: Game, duplicate: bool) -> int:
    """Return the number of hands that are played with each deal."""
    return game.num_players if duplicate else 1


def _width(lines: int) -> int:
    """Return the number of bytes for the number of a line."""
    return 1 if lines <= 256 else 2


def _unpacked(data: bytes, most: int) -> bytes:
    """Return decompressed bytes.

    Raises:
        ValueError: if there are more than ``most``, or they are truncated.
    """
    unpacker = zlib.decompressobj()
    raw = unpacker.decompress(data, most + 1)
    if len(raw) > most or not unpacker.eof or unpacker.unused_data:
        raise ValueError("parts of another size")
    return raw
