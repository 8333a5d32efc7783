"""Databases damaged in many ways, and a separate account of the sound rows in them.

A row is sound where its bytes, as SQLite's documentation says they are, are found whole in the
damaged file: neither the trees nor any reader of ours are asked.
"""

from __future__ import annotations

import hashlib
import random
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ai.simple import RaiseAgent, RandomAgent
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match, MatchChunk
from engine.match_chunk import joined
from engine.table import live_deck
from pokergui.store import (
    HandReader,
    OpponentStore,
    Store,
    StoredHand,
    TournamentJournal,
    begin_tournament,
    import_hands,
    learn_people,
    match_writer,
)
from pokergui.store._chain import COLUMNS_OF, GENESIS, row_checksum
from pokergui.store.drills import keep_answers
from pokergui.tournaments.plan import Entrant, Plan
from tests.naive.site_files import SHAPES, site_hand
from tests.pokergui.store.drilled import drill_answer
from tests.pokergui.store.random_hands import play_into

PAGE = 4096
CHAINED = ("decks", "hands", "matches", "match_blocks")
KEYS = {
    **dict.fromkeys(CHAINED, ("number",)),
    "people": ("name",),
    "opponents": ("name", "family"),
    "open_hands": ("deck",),
    "tournaments": ("number",),
    "drill_answers": ("number",),
}
Row = tuple[Any, ...]
"""A table and the key of a row in it."""
Pieces = tuple[tuple[int, bytes], ...]
"""Bytes of a row and their place in the file, -1 for anywhere in file or log."""


@dataclass
class Original:
    """A sound database.

    Attributes:
        data: the file.
        log: its write-ahead log; empty where it was at rest.
        hands: what the reader says of it.
        rows: of each row what tells its content.
        copies: of each row, where it is written; more than once after pages were split.
    """

    data: bytes
    log: bytes
    hands: dict[int, StoredHand]
    rows: dict[Row, Any] = field(default_factory=dict)
    copies: dict[Row, list[Pieces]] = field(default_factory=dict)

    def sound(self, data: bytes, log: bytes) -> set[Row]:
        """Return rows with a whole copy in damaged files."""
        both = data + b"\0" * PAGE + log

        def whole(pieces: Pieces) -> bool:
            return all(
                piece in both if at < 0 else data[at : at + len(piece)] == piece
                for at, piece in pieces
            )

        return {row for row, copies in self.copies.items() if any(map(whole, copies))}

    def untouched(self, row: Row, data: bytes, log: bytes) -> bool:
        """Return whether all copies of a row are whole.

        Rows that are replaced have a present copy, which counts, and older ones beside it: where
        the present one is damaged, nobody knows whether an older one is still true.
        """
        before, after = self.data + b"\0" * PAGE + self.log, data + b"\0" * PAGE + log
        pieces = {piece for copy in self.copies[row] for _, piece in copy}
        return all(before.count(piece) == after.count(piece) for piece in pieces)


def make(folder: Path, hands: int, *, hot: bool) -> Original:
    """A database with hands played and imported, matches, opponents, names, a hand in progress.

    Args:
        folder: an empty one.
        hands: played ones.
        hot: with a log, as a kill leaves it.
    """
    path = folder / "hands.db"
    with closing(Store.open(path)) as store:
        play_into(store, hands // 2)
        reader = sqlite3.connect(path)  # its transaction keeps the log from being emptied
        if hot:
            reader.execute("BEGIN").execute("SELECT * FROM seal").fetchall()
        _fill(store, folder, hands)
        play_into(store, hands - hands // 2, seed=2)
        store.submit(lambda db: None).result()
        if not hot:
            reader.close()
            store.close()
        data = path.read_bytes()
        log = path.with_name("hands.db-wal").read_bytes() if hot else b""
        reader.close()
    assert bool(log) == hot
    with HandReader(path) as found:
        made = Original(data, log, {hand.number: hand for hand in found.list().hands})
    with closing(sqlite3.connect(path)) as db:
        for table in KEYS:
            _account(db, table, made)
    return made


def _fill(store: Store, folder: Path, count: int) -> None:
    rng = random.Random(7)
    for number, shape in enumerate(SHAPES):
        low, high = shape.players
        texts = [
            site_hand(rng, shape, 100 * number + i, low + i % (high - low + 1)).text
            for i in range(4)
        ]
        file = folder / f"site{number}.txt"
        file.write_text("".join(texts), "utf-8")
        import_hands(store, [file])
    learn_people(store, ["Hero"], ["Villain"]).result()
    opponents = OpponentStore(store)
    for turn in range(4):  # the older rows stay in the page, unseen
        for name in ("you", "Zoe", "gone"):
            state = {"format": 1, "key": "leduc", "n": np.full(20 + 300 * turn, 1.0 + turn)}
            opponents.save(name, "leduc", turn, state).result()
    opponents.reset("gone").result()
    for name in ("kuhn", "leduc"):
        game = get_game(name)
        chunks: list[MatchChunk] = []
        Match(game, (RaiseAgent(game), RandomAgent(game)), 3, True).run(
            6 * count, JobControl(), chunks.append
        )
        ticket = store.begin_match(
            game,
            engines=("raise", "random"),
            players=("R", "W"),
            seed=3,
            duplicate=True,
            hands=6 * count,
        )
        whole = joined(chunks)
        step = len(whole.line_of) // 6 // 2 * 2
        for start in range(0, whole.hands, step):
            match_writer.BLOCK_HANDS, before = 1, match_writer.BLOCK_HANDS
            store.append_block(ticket, whole.part(start, min(start + step, whole.hands))).result()
            match_writer.BLOCK_HANDS = before
        store.finish_match(ticket).result()
    game = get_game("leduc")
    plan = Plan((Entrant("raise"), Entrant("random")), False, 1000, 4, 3, 10.0)
    begun = begin_tournament(store, game, plan).result()
    cards = Match(game, (RaiseAgent(game), RandomAgent(game)), 3, True)
    journal = TournamentJournal(store, begun)
    chunks = []
    cards.run(4, JobControl(), chunks.append)
    journal.write((0, 1), 0, joined(chunks), -1, "").result()
    keep_answers(store, [drill_answer(number) for number in range(6)]).result()
    deal = store.begin_hand(game, live_deck(game), engines=("", "random"), hero=0)
    deal.committed.result()


def _account(db: sqlite3.Connection, table: str, made: Original) -> None:
    """Find each row of a table in the file."""
    columns = [
        (name, key) for _, name, kind, _, _, key in db.execute(f"PRAGMA table_info({table})")
    ]
    names = [name for name, _ in columns]
    keyed = KEYS[table] in (("number",), ("deck",))
    for rowid, *values in db.execute(f"SELECT rowid, * FROM {table}").fetchall():
        said = dict(zip(names, values, strict=True))
        row = (table, *(said[name] for name in KEYS[table]))
        made.rows[row] = said["checksum"] if table not in CHAINED else said
        if keyed:
            values = [None if name == KEYS[table][0] else said[name] for name in names]
        record = encoded(values)
        start = varint(rowid)
        local = local_bytes(len(record))
        found: list[Pieces] = []
        if local == len(record):
            found = [((-1, start + record),)]
            assert start + record in made.data or start + record in made.log, row
        elif not made.log:
            at = made.data.find(start + record[:local])
            assert at >= 0, row
            while at >= 0:
                after = at + len(start) + local
                page = int.from_bytes(made.data[after : after + 4])
                pieces = [(at, start + record[:local] + made.data[after : after + 4])]
                rest = record[local:]
                while rest and page:
                    place = (page - 1) * PAGE
                    part = made.data[place : place + 4 + min(len(rest), PAGE - 4)]
                    if part[4:] != rest[: PAGE - 4]:
                        break
                    pieces.append((place, part))
                    rest, page = rest[PAGE - 4 :], int.from_bytes(part[:4])
                if not rest:
                    found.append(tuple(pieces))
                at = made.data.find(start + record[:local], at + 1)
            assert found, row
        made.copies[row] = found


def encoded(values: list[Any]) -> bytes:
    """A record as https://sqlite.org/fileformat2.html has it."""
    kinds, body = [], b""
    for value in values:
        if value is None:
            kinds.append(0)
        elif isinstance(value, int):
            if value in (0, 1):
                kinds.append(8 + value)
                continue
            size = next(
                n for n in (1, 2, 3, 4, 6, 8) if -(1 << 8 * n - 1) <= value < 1 << 8 * n - 1
            )
            kinds.append({1: 1, 2: 2, 3: 3, 4: 4, 6: 5, 8: 6}[size])
            body += value.to_bytes(size, signed=True)
        else:
            raw = value.encode() if isinstance(value, str) else value
            kinds.append(2 * len(raw) + (13 if isinstance(value, str) else 12))
            body += raw
    head = b"".join(map(varint, kinds))
    return bytes([len(head) + 1]) + head + body


def varint(value: int) -> bytes:
    """Seven bits a byte, the highest first."""
    parts = [value & 127]
    while value > 127:
        value >>= 7
        parts.insert(0, 128 | value & 127)
    return bytes(parts)


def local_bytes(size: int) -> int:
    """Return how much of a record lies in its own page."""
    if size <= PAGE - 35:
        return size
    least = (PAGE - 12) * 32 // 255 - 23
    kept = least + (size - least) % (PAGE - 4)
    return kept if kept <= PAGE - 35 else least


# Damage of bytes

Damage = Callable[[random.Random, bytearray, bytearray], None]


def flip(rng: random.Random, data: bytearray, log: bytearray) -> None:
    """Bits change."""
    for _ in range(rng.choice((1, 1, 2, 5, 20, 200))):
        bit = rng.randrange(8 * len(data))
        data[bit // 8] ^= 1 << bit % 8


def zero(rng: random.Random, data: bytearray, log: bytearray) -> None:
    """Pages are lost."""
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        page = PAGE * rng.randrange(len(data) // PAGE)
        data[page : page + PAGE] = bytes(PAGE)


def garble(rng: random.Random, data: bytearray, log: bytearray) -> None:
    """Something else is written over a part of the file."""
    size = rng.choice((1, 16, 512, PAGE, 3 * PAGE))
    at = rng.randrange(max(1, len(data) - size))
    data[at : at + size] = rng.randbytes(size)


def swap(rng: random.Random, data: bytearray, log: bytearray) -> None:
    """Swap two pages."""
    one, two = (PAGE * rng.randrange(len(data) // PAGE) for _ in range(2))
    data[one : one + PAGE], data[two : two + PAGE] = (
        data[two : two + PAGE],
        data[one : one + PAGE],
    )


def cut(rng: random.Random, data: bytearray, log: bytearray) -> None:
    """The end is missing."""
    size = rng.randrange(len(data))
    del data[size - size % PAGE if rng.random() < 0.5 else size :]


def behead(rng: random.Random, data: bytearray, log: bytearray) -> None:
    """Change the head of the file."""
    for _ in range(rng.choice((1, 3, 30))):
        data[rng.randrange(100)] = rng.randrange(256)


def tear(rng: random.Random, data: bytearray, log: bytearray) -> None:
    """The log is damaged, or cut short."""
    kind = rng.randrange(4)
    if kind == 0:
        del log[rng.randrange(len(log)) :]
    elif kind == 1:
        log[rng.randrange(32)] ^= 1 << rng.randrange(8)
    else:
        for _ in range(rng.choice((1, 3, 30))):
            bit = rng.randrange(8 * len(log))
            log[bit // 8] ^= 1 << bit % 8
    if kind == 3:
        flip(rng, data, log)


BYTES: dict[str, Damage] = {
    "flip": flip,
    "zero": zero,
    "garble": garble,
    "swap": swap,
    "cut": cut,
    "behead": behead,
    "tear": tear,
}

# Damage by another program, which knows SQL and our checksums

NONSENSE: tuple[dict[str, Any], ...] = (
    {"players": "["},
    {"players": '{"a":1}'},
    {"players": "[1,2]"},
    {"engines": "[]"},
    {"engines": "[" * 100_000},
    {"payoffs": "[1e400,0]"},
    {"payoffs": '["a","b"]'},
    {"payoffs": f"[{10**30},-{10**30}]"},
    {"payoffs": "[NaN,NaN]"},
    {"holes": "null"},
    {"holes": '["AsAs","KsKd"]'},
    {"board": "zz"},
    {"cards": "zz"},
    {"cards": ""},
    {"hero": 99},
    {"hero": -7},
    {"time": "yesterday"},
    {"time": "0001-01-01T00:00:00.000+14:00"},
    {"time": "9999-12-31T23:59:59.999Z"},
    {"definition": ""},
    {"definition": "GAMEDEF"},
    {"definition": "GAMEDEF\nlimit\nnumPlayers = 2\nEND GAMEDEF"},
    {"line": "ccq"},
    {"line": "f" * 3000},
    {"notes": "nope"},
    {"facts": "[]"},
    {"facts": '{"unit":0}'},
    {"facts": '{"taken":[1,2,3,4,5,6,7]}'},
    {"deck": 10**15},
    {"mode": "imported"},
    {"number": 10**15},
    {"number": -5},
    {"number": 2**63 - 1},
)
"""Columns of a hand that no hand has."""
PLAN = (
    '{"engines":[{"name":"raise","digest":""},{"name":"random","digest":""}],'
    '"gauntlet":false,"hands":%s,"block":4,"seed":%s,"clock":%s}'
)
PAIR = '{"stop":false,"pairs":[{"pair":[0,1],"match":%s,"loser":-1,"reason":""}]}'
FORGED: tuple[tuple[str, str, Any], ...] = (
    ("decks", "game", "x"),
    ("decks", "number", 2**63 - 1),
    ("matches", "players", "["),
    ("matches", "definition", "x"),
    ("matches", "seed", "x"),
    ("matches", "time", ""),
    ("matches", "hands", -1),
    ("match_blocks", "tally", "[]"),
    ("match_blocks", "tally", '{"units":-1}'),
    ("match_blocks", "tally", '{"units":1,"products":[[1e400]]}'),
    ("match_blocks", "tally", "[" * 100_000),
    ("match_blocks", "hands", 2**60),
    ("match_blocks", "first", -3),
    ("match_blocks", "match", 77),
    ("open_hands", "engines", "["),
    ("open_hands", "line", "x"),
    ("open_hands", "notes", "7"),
    ("opponents", "family", "x"),
    ("opponents", "data", b"x"),
    ("people", "name", ""),
    ("tournaments", "definition", "x"),
    ("tournaments", "time", "9999-12-31T23:59:59.999Z"),
    ("tournaments", "plan", PLAN % ("1e400", 3, 10.0)),
    ("tournaments", "plan", PLAN % (1000, "Infinity", 10.0)),
    ("tournaments", "plan", PLAN % (1000, 3, "NaN")),
    ("tournaments", "plan", PLAN % (1000, 3, '10.0,"seats":"1e400"')),
    ("tournaments", "plan", PLAN % (1000, 3, '10.0,"seats":3')),
    ("tournaments", "plan", PLAN % (1000, 3, '10.0,"seats":[2]')),
    ("tournaments", "state", PAIR % "1e400"),
    ("tournaments", "state", PAIR % 10**30),
    ("tournaments", "state", PAIR % -1),
    ("tournaments", "state", (PAIR % 1).replace("[0,1]", "[0,0,1]")),
    ("tournaments", "state", (PAIR % 1).replace("[0,1]", "[]")),
    ("tournaments", "state", "[" * 100_000),
    ("drill_answers", "time", "yesterday"),
    ("drill_answers", "time", "2026-05-01T12:00:00.000"),
    ("drill_answers", "time", "2026-05-01T12:00:00.000+02:00"),
    ("drill_answers", "card", "9/J"),
    ("drill_answers", "card", "x"),
    ("drill_answers", "line", "x"),
    ("drill_answers", "board", "Kh"),
    ("drill_answers", "hole", "2c"),
    ("drill_answers", "hole", ""),
    ("drill_answers", "action", "r300"),
    ("drill_answers", "verdict", '["best","good",1e999,0,0,false]'),
    ("drill_answers", "verdict", '["fine","good",0,0,0,false]'),
    ("drill_answers", "verdict", '["best","good",0,0,101,false]'),
    ("drill_answers", "verdict", '["best","good",0,0,"1",false]'),
    ("drill_answers", "verdict", "[" * 100_000),
)
"""A column of a row of another table, sealed again."""
SHAPE_CHANGES = (
    "ALTER TABLE matches RENAME TO m; CREATE VIEW matches AS SELECT 1 AS number",
    "DROP TABLE matches",
    "ALTER TABLE hands RENAME TO h; CREATE TABLE hands (number INTEGER PRIMARY KEY, x)",
    "ALTER TABLE hands RENAME TO h; CREATE VIEW hands AS SELECT * FROM h",
    "ALTER TABLE hands RENAME TO h; CREATE TABLE hands AS SELECT * FROM h",
    "ALTER TABLE hands RENAME COLUMN salt TO pepper",
    "DROP TABLE hand_index",
    "DELETE FROM hand_index WHERE number % 3 = 0",
    "UPDATE hand_index SET big_blind = 0, hero = 0",
    "UPDATE hand_index SET result = 9223372036854775807, hero = 0",
    "DROP TABLE seal",
    "DELETE FROM seal",
    "UPDATE seal SET checksum = 'x'",
    "DROP TABLE _sqlite_migrations",
    "DELETE FROM _sqlite_migrations",
    "DROP TABLE people; CREATE VIEW people AS SELECT 1 AS name, 'x' AS hero, 2 AS checksum",
    "CREATE TRIGGER t AFTER INSERT ON hands BEGIN DELETE FROM hands; END",
    "CREATE TABLE more (x)",
    "CREATE TABLE salvages (number, x)",
    "CREATE VIEW salvages AS SELECT 1",
    "DROP INDEX idx_hand_index_mode",
    "PRAGMA user_version = 1000",
    "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'CREATE' WHERE name = 'hands'",
    "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = 3 WHERE name = 'hands'",
    "PRAGMA writable_schema = ON; DELETE FROM sqlite_master WHERE name = 'hands'",
    "DELETE FROM hands WHERE number BETWEEN 4 AND 9",
    "DELETE FROM decks WHERE number = 7",
    "DELETE FROM matches",
    "UPDATE hands SET payoffs = '[0,0]' WHERE number % 5 = 0",
)
"""Changes of the tables by a stranger's SQL."""


def forge_hand(path: Path, number: int, changes: dict[str, Any]) -> None:
    """Change columns of a hand and make its checksum right."""
    _forge(path, "hands", "number", number, changes)


def forge_row(path: Path, table: str, column: str, value: Any) -> None:
    """Change a column of a table's last row and make its checksum right."""
    key = KEYS[table][0]
    with closing(sqlite3.connect(path)) as db:
        ((last,),) = db.execute(f"SELECT max({key}) FROM {table}")
    _forge(path, table, key, last, {column: value})


def _forge(path: Path, table: str, key: str, which: Any, changes: dict[str, Any]) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.row_factory = sqlite3.Row
        row = dict(db.execute(f"SELECT * FROM {table} WHERE {key} = ?", [which]).fetchone())
        db.execute(f"DELETE FROM {table} WHERE {key} = ?", [which])
        row |= changes
        if "data" in changes:
            row["digest"] = hashlib.sha256(row["data"]).hexdigest()
        values = [row[name] for name in COLUMNS_OF[table]]
        row["checksum"] = row_checksum(table, row.get("previous", GENESIS), values)
        marks = ", ".join("?" * len(row))
        db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", list(row.values()))
        db.commit()


def lose_definitions(path: Path) -> None:
    """Lose the first page, which has the head and the definitions of the tables."""
    data = path.read_bytes()
    path.write_bytes(bytes(PAGE) + data[PAGE:])


def change(path: Path, script: str) -> None:
    """Run SQL as a stranger would."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(script)
        db.commit()


# Which bytes of a file at rest mean anything

COUNTERS = (*range(40, 44), *range(96, 100))
"""Bytes of the file's head in which SQLite counts changes of the schema and names its version."""


def meant(path: Path) -> bytearray:
    """1 for each byte of a file that means something, by https://sqlite.org/fileformat2.html.

    Nothing is meant by what lies between a page's pointers and its cells, within its free blocks,
    on free pages, and behind the end of a row in its last page.
    """
    data = path.read_bytes()
    mask = bytearray(len(data))
    _mean(mask, 0, 100)
    trunk = int.from_bytes(data[32:36])
    while trunk:
        start = (trunk - 1) * PAGE
        trunk, count = struct.unpack(">II", data[start : start + 8])
        _mean(mask, start, 8 + 4 * count)
    with closing(sqlite3.connect(path)) as db:
        roots = [root for (root,) in db.execute("SELECT rootpage FROM sqlite_master") if root]
    pages = [1, *roots]
    while pages:
        pages += _mean_page(data, mask, pages.pop())
    return mask


def _mean(mask: bytearray, start: int, count: int) -> None:
    mask[start : start + count] = b"\1" * count


def _mean_page(data: bytes, mask: bytearray, number: int) -> list[int]:
    """Mark a page of a tree; returns the pages below it."""
    base = (number - 1) * PAGE
    head = base + (100 if number == 1 else 0)
    kind, free, count = struct.unpack(">BHH", data[head : head + 5])
    inner, table = kind in (2, 5), kind in (5, 13)
    size = 12 if inner else 8
    _mean(mask, head, size + 2 * count)
    while free:
        _mean(mask, base + free, 4)
        free = int.from_bytes(data[base + free : base + free + 2])
    below = [int.from_bytes(data[head + 8 : head + 12])] if inner else []
    for at in struct.unpack(f">{count}H", data[head + size : head + size + 2 * count]):
        cell = start = base + at
        if inner:
            below.append(int.from_bytes(data[cell : cell + 4]))
            cell += 4
        length = 0
        if kind != 5:
            length, cell = _read_varint(data, cell)
        if table:
            _, cell = _read_varint(data, cell)
        local = local_bytes(length) if table else _index_bytes(length)
        rest, end = length - local, cell + local
        if rest:
            page = int.from_bytes(data[end : end + 4])
            end += 4
            while rest:
                place = (page - 1) * PAGE
                _mean(mask, place, 4 + min(rest, PAGE - 4))
                rest, page = max(0, rest - PAGE + 4), int.from_bytes(data[place : place + 4])
        _mean(mask, start, end - start)
    return below


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    while data[at] & 128:
        value, at = value << 7 | data[at] & 127, at + 1
    return value << 7 | data[at], at + 1


def _index_bytes(size: int) -> int:
    """Return how much of a row of an index lies in its own page."""
    most, least = (PAGE - 12) * 64 // 255 - 23, (PAGE - 12) * 32 // 255 - 23
    kept = least + (size - least) % (PAGE - 4) if size > most else size
    return kept if kept <= most else least
