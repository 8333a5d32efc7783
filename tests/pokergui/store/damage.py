"""Damaged databases, with an independent account of their sound rows.

A row is sound where its bytes in SQLite's documented format are found whole in the damaged file;
neither SQLite nor the store is asked.
"""

import hashlib
import json
import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ai.agents.baselines import RaiseAgent, RandomAgent
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.match_chunk import MatchChunk, joined
from engine.rake import Rake
from engine.table import live_deck
from pokergui.store import (
    HandNote,
    HandReader,
    OpponentStore,
    Store,
    StoredHand,
    TournamentJournal,
    begin_tournament,
    import_hands,
    keep_note,
    learn_people,
    verify,
)
from pokergui.store import matches as matches_module
from pokergui.store.drills import keep_answers
from pokergui.store.raw.versions import covered, shapes_of
from pokergui.tournaments.plan import Entrant, Plan
from tests.naive.site_files import SHAPES, Shape, site_hand
from tests.pokergui.store.drilled import drill_answer
from tests.pokergui.store.players import begin_match, keep_match
from tests.pokergui.store.random_hands import play_into

PAGE = 4096
CHAINED = ("decks", "hands", "matches", "match_blocks")
KEYS = {
    **dict.fromkeys(CHAINED, ("number",)),
    "people": ("name",),
    "hand_notes": ("hand",),
    "opponents": ("name", "family"),
    "open_hands": ("deck",),
    "tournaments": ("number",),
    "drill_answers": ("number",),
}
Row = tuple[Any, ...]


@dataclass
class Original:
    """A sound database: its file and log, the hands that the reader finds, what each row says, and
    of each row that fits a page its bytes, which may be in several places.
    """

    data: bytes
    log: bytes
    hands: dict[int, StoredHand]
    rows: dict[Row, Any] = field(default_factory=dict)
    copies: dict[Row, bytes] = field(default_factory=dict)

    def sound(self, data: bytes, log: bytes) -> set[Row]:
        both = data + b"\0" * PAGE + log
        return {row for row, piece in self.copies.items() if piece in both}

    def untouched(self, row: Row, data: bytes, log: bytes) -> bool:
        """Return whether all copies of a row are whole.

        Replaced rows have older copies, which may be stale where the present one is damaged.
        """
        before, after = self.data + b"\0" * PAGE + self.log, data + b"\0" * PAGE + log
        piece = self.copies[row]
        return before.count(piece) == after.count(piece)


def make(folder: Path, hands: int, *, hot: bool) -> Original:
    """A database with rows of every kind, and, if ``hot``, a log as a kill leaves it."""
    path = folder / "hands.db"
    with closing(Store.open(path)) as store:
        play_into(store, hands // 2)
        reader = sqlite3.connect(path)  # its transaction keeps the log from being truncated
        if hot:
            reader.execute("BEGIN").execute("SELECT * FROM seal").fetchall()
        fill(store, folder, 6 * hands)
        play_into(store, hands - hands // 2, seed=2)
        store.look().result()
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


def fill(store: Store, folder: Path, hands: int, shapes: Sequence[Shape] = SHAPES) -> None:
    """Write rows of every kind: a match of so many hands in each small game, and a few others."""
    rng = random.Random(7)
    for number, shape in enumerate(shapes):
        low, high = shape.players
        sizes = [low + i % (high - low + 1) for i in range(4)]
        texts = [site_hand(rng, shape, 100 * number + i, n).text for i, n in enumerate(sizes)]
        file = folder / f"site{number}.txt"
        file.write_text("".join(texts), "utf-8")
        import_hands(store, [file])
    learn_people(store, ["Hero"], ["Villain"]).result()
    opponents = OpponentStore(store)
    for turn in range(4):  # the older rows stay in the page, unused
        for name in ("you", "Zoe", "gone"):
            state = {"format": 1, "key": "leduc", "n": np.full(20 + 300 * turn, 1.0 + turn)}
            opponents.save(name, "leduc", turn, state).result()
    opponents.reset("gone").result()
    for name in ("kuhn", "leduc"):
        whole = joined(play_match(name, hands, duplicate=True))
        names = ("raise", "random")
        ticket = begin_match(store, whole.game, names, hands, seed=3)
        step = max(2, len(whole.line_of) // 6 // 2 * 2)
        for start in range(0, whole.hands, step):
            matches_module.BLOCK_HANDS, before = 1, matches_module.BLOCK_HANDS
            store.append_block(ticket, whole.part(start, min(start + step, whole.hands))).result()
            matches_module.BLOCK_HANDS = before
        store.finish_match(ticket).result()
    game = get_game("leduc")
    plan = Plan((Entrant("raise"), Entrant("random")), False, 1000, 4, 3, 10.0)
    journal = TournamentJournal(store, begin_tournament(store, game, plan).result())
    journal.write((0, 1), 0, joined(play_match("leduc", 4, duplicate=True)), -1, "").result()
    keep_answers(store, [drill_answer(number) for number in range(6)]).result()
    for hand, note in enumerate(
        (HandNote(("bluff", "river"), "too large"), HandNote(("bluff",))), 1
    ):
        keep_note(store, hand, lambda _, note=note: note).result()
    raked = get_game("holdem-nolimit-3@20")
    three = ("raise", "random", "raise")
    keep_match(store, raked, three, 6, seed=3, duplicate=False, rake=Rake(5, 3))
    store.begin_hand(game, live_deck(game), engines=("", "random"), hero=0).committed.result()


def play_match(name: str, hands: int, *, duplicate: bool) -> list[MatchChunk]:
    game = get_game(name)
    chunks: list[MatchChunk] = []
    agents = (RaiseAgent(game), RandomAgent(game))
    Match(game, agents, 3, duplicate).run(hands, JobControl(), chunks.append)
    return chunks


def _account(db: sqlite3.Connection, table: str, made: Original) -> None:
    names = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
    keyed = KEYS[table] in (("number",), ("deck",), ("hand",))
    for rowid, *values in db.execute(f"SELECT rowid, * FROM {table}").fetchall():
        said = dict(zip(names, values, strict=True))
        row = (table, *(said[name] for name in KEYS[table]))
        made.rows[row] = said["checksum"] if table not in CHAINED else said
        if keyed:
            values = [None if name == KEYS[table][0] else said[name] for name in names]
        record = encoded(values)
        piece = varint(len(record)) + varint(rowid) + record
        if len(record) <= PAGE - 35:
            assert piece in made.data or piece in made.log, row
            made.copies[row] = piece


def encoded(values: list[Any]) -> bytes:
    """A record as described in https://sqlite.org/fileformat2.html."""
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
    """Seven bits per byte, highest first."""
    parts = [value & 127]
    while value > 127:
        value >>= 7
        parts.insert(0, 128 | value & 127)
    return bytes(parts)


BYTES = ("flip", "zero", "garble", "swap", "cut", "behead", "tear")


def harm(kind: str, rng: random.Random, data: bytearray, log: bytearray) -> None:
    match kind:
        case "flip":  # bits flip
            _flip(rng, data, rng.choice((1, 1, 2, 5, 20, 200)))
        case "zero":  # pages are lost
            for _ in range(rng.choice((1, 1, 2, 5, 20))):
                page = PAGE * rng.randrange(len(data) // PAGE)
                data[page : page + PAGE] = bytes(PAGE)
        case "garble":  # a part is overwritten
            size = rng.choice((1, 16, 512, PAGE, 3 * PAGE))
            at = rng.randrange(max(1, len(data) - size))
            data[at : at + size] = rng.randbytes(size)
        case "swap":  # of two pages
            pages = [PAGE * rng.randrange(len(data) // PAGE) for _ in range(2)]
            parts = [data[page : page + PAGE] for page in pages]
            for page, part in zip(pages, reversed(parts), strict=True):
                data[page : page + PAGE] = part
        case "cut":  # the end is missing
            size = rng.randrange(len(data))
            del data[size - size % PAGE if rng.random() < 0.5 else size :]
        case "behead":
            for _ in range(rng.choice((1, 3, 30))):
                data[rng.randrange(100)] = rng.randrange(256)
        case "tear":  # the log is damaged, or truncated
            how = rng.randrange(4)
            if how == 0:
                del log[rng.randrange(len(log)) :]
            elif how == 1:
                log[rng.randrange(32)] ^= 1 << rng.randrange(8)
            else:
                _flip(rng, log, rng.choice((1, 3, 30)))
            if how == 3:
                _flip(rng, data, 5)


def _flip(rng: random.Random, data: bytearray, count: int) -> None:
    for _ in range(count):
        bit = rng.randrange(8 * len(data))
        data[bit // 8] ^= 1 << bit % 8


def lines_of(name: str) -> list[str]:
    return Path(__file__).with_name(name).read_text("utf-8").splitlines()


def value_of(text: str) -> Any:
    """Return the value a script line denotes: JSON, bytes, or nested too deeply to parse."""
    if text == "DEEP":
        return "[" * 100_000
    return bytes.fromhex(text[2:-1]) if text.startswith("x'") else json.loads(text)


NONSENSE: dict[str, list[Any]] = {}
"""Invalid values of columns; the row is sealed again."""
for _line in lines_of("nonsense.txt"):
    _place, _text = _line.split(" | ")
    NONSENSE.setdefault(_place, []).append(value_of(_text))
TAMPERED = [(*place.split("."), value) for place, values in NONSENSE.items() for value in values]
SHAPE_CHANGES = lines_of("shapes.sql")[1:]


def sealed(table: str, row: dict[str, Any]) -> str:
    """The checksum of a row; columns added later count if they are filled."""
    shapes = [*map(covered, shapes_of(table) or [tuple(row)])]
    values = [row[name] for name in shapes[-1]]
    while len(values) > len(shapes[0]) and not values[-1] and table != "seal":
        values.pop()
    text = json.dumps([row.get("previous", "0" * 64), *values], separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def tamper(path: Path, table: str, changes: dict[str, Any], which: Any = None) -> None:
    """Change columns of a row, by default the last, and recompute its checksum."""
    key = KEYS.get(table, ("number",))[0]
    with closing(sqlite3.connect(path)) as db, db:
        if which is None:
            ((which,),) = db.execute(f"SELECT max({key}) FROM {table}")
        db.row_factory = sqlite3.Row
        row = dict(db.execute(f"SELECT * FROM {table} WHERE {key} = ?", [which]).fetchone())
        db.execute(f"DELETE FROM {table} WHERE {key} = ?", [which])
        row |= changes
        if "data" in changes:
            row["digest"] = hashlib.sha256(row["data"]).hexdigest()
        _put(db, table, row)


def _put(db: sqlite3.Connection, table: str, row: dict[str, Any]) -> str:
    row["checksum"] = sealed(table, row)
    marks = ", ".join("?" * len(row))
    db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", list(row.values()))
    return row["checksum"]


def rewrite(path: Path, number: int, **changes: Any) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.row_factory = sqlite3.Row
        hands = [dict(row) for row in db.execute("SELECT * FROM hands ORDER BY number")]
        seal = dict(db.execute("SELECT * FROM seal").fetchone())
        db.execute("DELETE FROM hands")
        db.execute("DELETE FROM seal")
        last = hands[0]["previous"]
        for row in hands:
            more = changes if row["number"] == number else {}
            last = _put(db, "hands", row | more | {"previous": last})
        _put(db, "seal", seal | {"hands_checksum": last})


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    found = {}
    with closing(sqlite3.connect(path)) as db:
        named = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
        for table, keys in KEYS.items():
            if table in named:
                names = ", ".join((*keys, "checksum"))
                found[table] = db.execute(f"SELECT {names} FROM {table} ORDER BY 1, 2").fetchall()
    return found


def lose_definitions(path: Path) -> None:
    """Zero the first page, with the header and the table definitions."""
    data = path.read_bytes()
    path.write_bytes(bytes(PAGE) + data[PAGE:])


def change(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript(script)
        db.commit()


def problems(path: Path) -> str:
    return " | ".join(problem.text for problem in verify(path).problems)


def limit_pages(store: Store, pages: int) -> None:
    """Make the disk full, or free it again, for the store's connection."""
    store.submit(lambda db: db.execute(f"PRAGMA max_page_count = {pages}")).result()
