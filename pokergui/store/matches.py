"""A stored match as plain data, and its row and tallies in the tables."""

from __future__ import annotations

import copy
import hashlib
import json
import struct
import threading
import zlib
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from engine import timing
from engine.errors import PokerError, RecordError
from engine.game import Game
from engine.lines import line_text, parse_line
from engine.match_chunk import Line, MatchChunk, chunk_of, joined, num_dealt
from engine.rake import NO_RAKE, Rake
from engine.running_result import Interval, RunningResult, Tally
from engine.stats import NUM_COUNTS, PlayerStats
from pokergui.localtime import check_stored
from pokergui.store._chain import BLOCK_COLUMNS, MATCH_COLUMNS, MOST_NUMBER, Rows, append, checksum
from pokergui.store._connect import MAX_BYTES, transaction
from pokergui.store.errors import StoreError
from pokergui.store.hands import game_of, packed, unpacked

BLOCK_ROW = (*BLOCK_COLUMNS, "previous", "checksum")
"""Columns read of a block, without its hands."""


@dataclass(frozen=True)
class StoredMatch:
    """A match as stored in the database; its rows' checksums were right.

    Attributes:
        time: when it began, UTC, ISO 8601 with milliseconds.
        engines: engine names in the match's order, empty for a human.
        duplicate: whether each deal was played from every position.
        wanted: hands it was to have; 0 if that was left open.
        rake: the rule for the rake, which results are after.
        tally: sums over them; in duplicate only over deals played from all positions.
    """

    number: int
    time: str
    session: str
    mode: str
    game_name: str
    definition: str
    engines: tuple[str, ...]
    players: tuple[str, ...]
    seed: int
    duplicate: bool
    wanted: int
    hands: int
    tally: Tally = field(compare=False)
    rake: Rake = NO_RAKE

    @property
    def done(self) -> bool:
        return self.hands >= self.wanted

    @property
    def game(self) -> Game:
        return game_of(self.definition, self.game_name)

    @property
    def stats(self) -> tuple[PlayerStats, ...]:
        return self.tally.stats

    def interval(self, position: int | None = None, player: int = 0) -> Interval:
        """Return a player's mean result in mbb per hand, in one position or over all."""
        chips = self.tally.chips_per_hand(position, player)
        unit = 1000.0 / self.game.big_blind
        return Interval(chips.mean * unit, chips.half_width * unit)

    @classmethod
    def of_row(cls, row: Sequence[Any]) -> StoredMatch:
        """Return a match from the columns of ``_chain.MATCH_COLUMNS``; no hands are counted yet.

        Raises:
            RecordError: if they are not a valid match, though their checksums may be right.
        """
        try:
            match = cls._of_row(row)
            check_stored(match.time)
            seats = {len(match.players), len(match.engines), match.game.num_players}
            if len(seats) > 1 or match.number < 1:
                raise ValueError("other seats or numbers")
        except (PokerError, ValueError, TypeError, LookupError, ArithmeticError, RecursionError):
            raise RecordError("its columns are invalid") from None
        return match

    @classmethod
    def _of_row(cls, row: Sequence[Any]) -> StoredMatch:
        (number, time, session, mode, game, definition, engines, players) = row[:8]
        seed, duplicate, wanted, rake = row[8:]
        names = unpacked(players, str)
        return cls(
            number=number,
            time=time,
            session=session,
            mode=mode,
            game_name=game,
            definition=definition,
            engines=unpacked(engines, str),
            players=names,
            seed=int(seed),
            duplicate=bool(duplicate),
            wanted=wanted,
            hands=0,
            tally=Tally.zero(len(names)),
            rake=Rake.parse(rake or ""),
        )


def row_of_match(
    game: Game,
    *,
    session: str,
    mode: str,
    engines: Sequence[str],
    players: Sequence[str],
    seed: int,
    duplicate: bool,
    hands: int,
    rake: Rake = NO_RAKE,
) -> dict[str, Any]:
    """Return the row of a match that begins, without its number and the time.

    Raises:
        ValueError: if the names do not fit the players.
    """
    if not len(engines) == len(players) == game.num_players:
        raise ValueError(f"{game.num_players} names and engines are needed")
    return {
        "session": session,
        "mode": mode,
        "game": game.name,
        "definition": game.to_acpc(),
        "engines": packed(engines),
        "players": packed(players),
        "seed": str(seed),  # up to 256 bits
        "duplicate": int(duplicate),
        "hands": hands,
        "rake": rake.text,
    }


def stored_sums(rows: Rows, match: int, players: int) -> tuple[int, Tally]:
    """Return the end of a match's last sound block, and its sums; no hands if there is none."""
    sql = (
        f"SELECT {', '.join(BLOCK_ROW)} FROM match_blocks WHERE match = ? AND first < ?"
        " ORDER BY first DESC LIMIT 1"
    )
    before = MOST_NUMBER
    while (block := next(iter(rows(sql, [match, before])), None)) is not None:
        _, _, before, hands, tally, *_ = block
        if is_sound(block) and 0 <= hands <= MOST_NUMBER:
            with suppress(ValueError):
                return before + hands, parse_tally(tally, players)
    return 0, Tally.zero(players)


def is_sound(block: Sequence[Any]) -> bool:
    """Return whether the columns ``BLOCK_ROW`` of a block are intact."""
    *values, previous, own = block
    return bool(checksum(previous, values) == own)


def tally_text(tally: Tally) -> str:
    """Return a tally in the form of a column; the inverse of ``parse_tally``."""
    values = {name.name: getattr(tally, name.name) for name in fields(tally)}
    plain = {
        name: value if name == "units" else value.tolist()
        for name, value in values.items()
        if value is not None
    }
    return json.dumps(plain, separators=(",", ":"))


def parse_tally(text: str, players: int) -> Tally:
    """Read a tally.

    Raises:
        ValueError: if it is not a tally of this number of players.
    """
    try:
        values = json.loads(text)
        shapes = {"chips": (players,), "squares": (players,), "counts": (players, NUM_COUNTS)}
        names = ["chips", "squares", "hands_in", "chips_in", "squares_in", "counts"]
        for name in [*names, *(["products"] if "products" in values else [])]:
            kind = np.float64 if name.startswith(("squares", "products")) else np.int64
            values[name] = np.array(values[name], kind)
            if values[name].shape != shapes.get(name, (players, players)):
                raise ValueError(f"{name} of another shape")
        values["units"] = int(values["units"])
        tally = Tally(**values)
        finite = np.isfinite(tally.squares).all()
        if tally.products is not None:
            finite &= np.isfinite(tally.products).all()
        if tally.units < 0 or not finite:
            raise ValueError("impossible sums")
        return tally
    except (TypeError, LookupError, ArithmeticError, RecursionError) as error:
        raise ValueError(f"no tally: {error}") from None


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


def decode(
    game: Game, duplicate: bool, first: int, hands: int, data: bytes, rake: Rake = NO_RAKE
) -> MatchChunk:
    """Decode a block's hands, with bounded memory for any input.

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
        return replace(chunk_of(game, first, duplicate, dealt, lines, line_of), rake=rake)
    except (PokerError, ValueError, struct.error, zlib.error) as error:
        raise StoreError("a block of hands cannot be read: {error}", error=error) from None


def _group(game: Game, duplicate: bool) -> int:
    return game.num_players if duplicate else 1


def _width(lines: int) -> int:
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


BLOCK_HANDS = 1000
"""Hands that make a block, if they do not wait longer than ``BLOCK_S``."""
BLOCK_S = 2.0
"""Longest time that hands wait for others to make a block with, in seconds."""
MOST_QUEUED = 4 * MOST_HANDS
"""Hands that are taken before the match has to wait for the disk."""
MOST_WAITING = 8 * MOST_HANDS
"""Hands that are kept in memory while nothing can be written."""
_LONGEST = MAX_BYTES - 10_000
"""Longest block, in bytes, so that its row can be read."""


class MatchTicket:
    """A match being written; made by ``Store.begin_match``.

    Attributes:
        number: the match's number, once its row is safe.
    """

    number: Future[int]

    def __init__(self, game: Game, duplicate: bool, row: dict[str, Any]) -> None:
        self.game = game
        self.duplicate = duplicate
        self._group = game.num_players if duplicate else 1
        self._row = row
        self._running = RunningResult(game, (), duplicate)
        self._texts = LineTexts(game)
        self._most = most_hands(game, duplicate)
        self._match = 0  # its number, 0 before it has one
        self._saved = 0  # hands on disk
        self._waiting: list[MatchChunk] = []  # for the writer's thread only
        self._written = -BLOCK_S  # the time when a block was last written
        self._room = threading.Condition()
        self._queue: list[MatchChunk] = []
        self._next = 0  # the hand that must come next
        self._refused = False

    def put(self, chunk: MatchChunk) -> None:
        """Take hands; wait while the writer is far behind.

        Raises:
            ValueError: if they do not follow those taken before.
            StoreError: if too many could not be written.
        """
        with self._room:
            if chunk.first != self._next and not self._refused:
                raise ValueError(f"hand {self._next} comes next, not {chunk.first}")
            while self._queue and self._queued() + chunk.hands > MOST_QUEUED:
                self._room.wait()
            if self._refused:
                raise StoreError(
                    "{saved:,} hands of the match are stored, {unsaved:,} wait for the disk, and "
                    "no more can be held",
                    saved=self._saved,
                    unsaved=self.unsaved,
                )
            self._next += chunk.hands
            self._queue.append(chunk)

    def _queued(self) -> int:
        return sum(chunk.hands for chunk in self._queue)

    @property
    def stored_as(self) -> int:
        """The match's number, 0 before its row is safe."""
        return self._match

    @property
    def saved(self) -> int:
        return self._saved

    @property
    def unsaved(self) -> int:
        return self._next - self._saved

    def begin(self, db: Database, now: Callable[[], str]) -> int:
        self.save(db, now)
        return self._match

    def save(self, db: Database, now: Callable[[], str], final: bool = False) -> int:
        """Write the blocks that are due, on the writer's thread.

        Args:
            final: whether all waiting hands are due.

        Returns:
            Hands of the match that are safe.

        Raises:
            StoreError: if the match is no longer in the database.
        """
        if self._match and not self._is_there(db):
            self._refused = True
            raise StoreError("the match is not in the hand database any more; start another one")
        with self._room:
            self._waiting += self._queue
            self._queue = []
            waiting = sum(chunk.hands for chunk in self._waiting)
            self._refused |= waiting > MOST_WAITING
            self._room.notify_all()
        old = timing.seconds() - self._written >= BLOCK_S
        whole = waiting if final else waiting - (self._saved + waiting) % self._group
        due = whole > 0 and (final or old or waiting >= BLOCK_HANDS)
        if self._match and not due:
            return self._saved
        running, number = copy.copy(self._running), self._match
        rest = self._waiting
        with transaction(db):
            if not number:
                number = append(db, "matches", MATCH_COLUMNS, {**self._row, "time": now()})
            if due:
                chunk = joined(self._waiting)
                rest = [chunk.part(whole, waiting)] if whole < waiting else []
                for start in range(0, whole, self._most):
                    part = chunk.part(start, min(start + self._most, whole))
                    append_blocks(db, number, running, part, self._texts.of)
        self._match, self._running, self._waiting = number, running, rest
        if due:
            self._saved += whole
            self._written = timing.seconds()
        return self._saved

    def _is_there(self, db: Database) -> bool:
        sql = "SELECT session, seed FROM matches WHERE number = ?"
        row = db.execute(sql, [self._match]).fetchone()
        return bool(row == (self._row["session"], self._row["seed"]))


def append_blocks(
    db: Database,
    match: int,
    running: RunningResult,
    chunk: MatchChunk,
    texts: Callable[[Line], str],
) -> None:
    """Add hands as a block, or as several if one would be too long, and count them.

    Args:
        db: the database, in a transaction.
        chunk: the hands that follow, in duplicate beginning with the first hand of a deal.
    """
    data = encode(chunk, running.duplicate, texts)
    if len(data) > _LONGEST:
        group = running.game.num_players if running.duplicate else 1
        half = chunk.hands // 2 // group * group
        append_blocks(db, match, running, chunk.part(0, half), texts)
        append_blocks(db, match, running, chunk.part(half, chunk.hands), texts)
        return
    running.add(chunk)
    row = {
        "match": match,
        "first": chunk.first,
        "hands": chunk.hands,
        "tally": tally_text(running.tally),
        "digest": hashlib.sha256(data).hexdigest(),
        "data": data,
    }
    append(db, "match_blocks", BLOCK_COLUMNS, row)
