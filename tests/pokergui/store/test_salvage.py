"""Damaged databases: all sound hands are salvaged, no unsound one, nothing ends in a traceback."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path

import pytest

from pokergui.store import HandReader, Store, StoredHand, StoreError, _marks, mend, verify
from pokergui.store._connect import open_writer, transaction
from pokergui.store.errors import DamagedError
from pokergui.store.raw.log import is_damaged, log_problem, read_frames
from tests.naive.site_files import SHAPES, site_hand
from tests.pokergui.cli_runner import Cli
from tests.pokergui.store import damage
from tests.pokergui.store.damage import (
    BYTES,
    CHAINED,
    FORGED,
    KEYS,
    NONSENSE,
    SHAPE_CHANGES,
    Original,
    Row,
)
from tests.pokergui.store.random_hands import play_into

HANDS = 24
KINDS = (*BYTES, "append", "forge hand", "forge row", "shape")
FIELDS = {*StoredHand.__dataclass_fields__} - {"hero"}
"""Fields of hands that must be the same: other rows have an imported hand's owner."""


@pytest.fixture(scope="module")
def rest(tmp_path_factory: pytest.TempPathFactory) -> Original:
    return damage.make(tmp_path_factory.mktemp("rest"), HANDS, hot=False)


@pytest.fixture(scope="module")
def hot(tmp_path_factory: pytest.TempPathFactory) -> Original:
    return damage.make(tmp_path_factory.mktemp("hot"), HANDS, hot=True)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def finished(log: bytes) -> bytes:
    """A log without the transaction that the end of power cut short: nobody was told of it."""
    frames = read_frames(log, damage.PAGE)
    if is_damaged(frames):
        return log
    ends = [frame.start + damage.PAGE for frame in frames if frame.ends and frame.good]
    return log[: max(ends, default=0)]


class Case:
    """One damaged database, and what must be found in it."""

    def __init__(self, kind: str, original: Original, path: Path, rng: random.Random) -> None:
        self.original, self.path, self.story = original, path, kind
        self.exempt: set[int] = set()
        self.appended: set[int] = set()
        self.unchained = kind in BYTES
        self.sound: set[Row] = set()
        self._put(original.data, original.log)
        if kind in BYTES or kind == "append":
            data, log = bytearray(original.data), bytearray(original.log)
            BYTES[kind if kind in BYTES else rng.choice(("flip", "zero", "swap"))](rng, data, log)
            self._put(bytes(data), bytes(log))
        if kind == "append":
            try:
                with closing(Store.open(path)) as store:
                    self.appended = set(play_into(store, 2, seed=rng.getrandbits(30)))
            except StoreError:
                pass
        elif kind == "forge hand":
            number, changes = rng.randint(1, len(original.hands)), rng.choice(NONSENSE)
            row = original.rows["hands", number]
            if any(row[name] != value for name, value in changes.items()):
                damage.forge_hand(path, number, changes)
                self.exempt = {number}
                self.story += f" {number} {str(changes)[:80]}"
        elif kind == "forge row":
            table, column, value = rng.choice(FORGED)
            damage.forge_row(path, table, column, value)
            self.story += f" {table} {column} {str(value)[:80]}"
            if (table, column) == ("decks", "game"):
                last = max(hand.deck_number for hand in original.hands.values())
                self.exempt = {n for n, h in original.hands.items() if h.deck_number == last}
        elif kind == "shape":
            script = rng.choice(SHAPE_CHANGES)
            self.story += f" {script}"
            damage.change(path, script)
        self.data = path.read_bytes()
        self.log = log_path.read_bytes() if (log_path := self._log).exists() else b""
        self.sound = original.sound(self.data, finished(self.log))

    @property
    def _log(self) -> Path:
        return self.path.with_name("hands.db-wal")

    def _put(self, data: bytes, log: bytes) -> None:
        shutil.rmtree(self.path.parent, ignore_errors=True)
        self.path.parent.mkdir()
        self.path.write_bytes(data)
        if log:
            self._log.write_bytes(log)

    def again(self) -> None:
        """The same damage once more, whatever was done about it."""
        self._put(self.data, self.log)

    @property
    def wanted(self) -> set[int]:
        """Numbers of hands that must be found."""
        sound = {row[1] for row in self.sound if row[0] == "hands"}
        return (sound - self.exempt) | self.appended

    def is_true(self, hand: StoredHand) -> bool:
        """Return whether a hand is as it was played."""
        truth = self.original.hands.get(hand.number)
        if hand.number in self.appended:
            return True
        return (
            truth is not None and hand.number not in self.exempt and _fields(hand) == _fields(truth)
        )


def _fields(hand: StoredHand) -> list[object]:
    return [getattr(hand, name) for name in sorted(FIELDS)]


def run_commands(cli: Cli, case: Case, folder: Path) -> None:
    """Every command ends with a sentence or a result, and lists nothing that is not true."""
    out = str(folder / "out.phhs")
    for args in (
        ("hands", "stats"),
        ("hands", "export", "--format", "phh", "--out", out),
        ("hands", "verify"),
        ("hands", "matches"),
        ("hands", "export-match", "1", "--out", out),
        ("hands", "show", "3"),
        ("hands", "backup", str(folder / "copy.db")),
        ("opponents", "list"),
        ("opponents", "show", "you"),
        ("opponents", "fit", str(case.path), "--name", "nobody at all"),
        ("tournament", "--list"),
        ("tournament", "--show", "1"),
        ("evaluate", "--match", "1", "--target", "call"),
        ("hands", "backups"),
        ("doctor", "--json"),
    ):
        assert cli.run(*args)[0] in (0, 1, 2), args
    # One transaction may be missing at the log's end: that is how the end of power leaves it.
    case.again()
    cut = bool(case.log) and not log_problem(case.path)
    status, listed, _ = cli.run("hands", "list", "--json")
    if status == 0:
        found = json.loads(listed)
        numbers = {hand["number"] for hand in found["hands"]}
        assert cut or case.wanted <= numbers | set(found["damaged"])
        for hand in found["hands"]:
            truth = case.original.hands.get(hand["number"])
            if truth is not None and hand["number"] not in case.exempt:
                assert (hand["line"], tuple(hand["payoffs"])) == (truth.line, truth.results)
    for args in (
        ("hands", "import", str(folder / "more.txt"), str(folder / "site.txt")),
        ("match", "kuhn", "call", "raise", "--hands", "4", "--db", str(case.path)),
        ("tournament", "kuhn", "call", "raise", "--hands", "4"),
        ("hands", "reindex"),
        ("hands", "list"),
        ("hands", "verify"),
    ):
        assert cli.run(*args)[0] in (0, 1, 2), args


def check_salvage(cli: Cli, case: Case) -> int:
    """All that is sound is salvaged, and nothing else; how many hands."""
    status, _, err = cli.run("hands", "salvage", "--json")
    if status == 2:
        assert "nothing in it is sound" in err
        assert not case.wanted
        return 0
    report = verify(case.path)
    assert report.sound, report.problems[:3]
    with HandReader(case.path) as reader:
        reader.look()
        found = reader.list()
    assert found.damaged == ()
    assert {hand.number for hand in found.hands} >= case.wanted
    assert [hand.number for hand in found.hands if not case.is_true(hand)] == []
    assert report.hands == len(found.hands)
    with closing(sqlite3.connect(case.path)) as db:
        for table in KEYS if case.unchained else CHAINED[:2]:
            check_table(db, table, case)
    return len(found.hands)


def check_table(db: sqlite3.Connection, table: str, case: Case) -> None:
    """Check that all sound rows of a table are unchanged."""
    must = {row for row in case.sound if row[0] == table}
    rows = case.original.rows
    if table == "match_blocks":
        must = {row for row in must if ("matches", rows[row]["match"]) in case.sound}
    if table not in CHAINED:
        log = finished(case.log)
        must = {row for row in must if case.original.untouched(row, case.data, log)}
    own = "digest" if table == "match_blocks" else "checksum"
    sql = f"SELECT {', '.join(KEYS[table])}, {own} FROM {table}"
    there = {(table, *key): value for *key, value in db.execute(sql)}
    missing = must - set(there) - {(table, number) for number in case.exempt}
    if table == "open_hands":  # it goes on only where its deck is known
        missing = set()
    assert not missing, sorted(missing)[:5]
    for row in must & set(there) if table not in CHAINED else ():
        assert there[row] == rows[row], row
    if table == "match_blocks":
        assert all(rows[row]["digest"] == digest for row, digest in there.items())


def seed_of(release: bool) -> int:
    """A check gives the same result each time; only a release looks for what is new."""
    return random.SystemRandom().getrandbits(32) if release else 1


def run_cases(cli: Cli, rest: Original, hot: Original, folder: Path, count: int, seed: int) -> str:
    """Damage many databases; return the outcomes in words."""
    (folder / "more.txt").write_text("nothing at all", "utf-8")
    hand = site_hand(random.Random(1), SHAPES[0], 1, SHAPES[0].players[0])
    (folder / "site.txt").write_text(hand.text, "utf-8")
    told: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        rng = random.Random(f"{seed} {number}")
        original = hot if kind == "tear" or (number // len(KINDS)) % 4 == 3 else rest
        case = Case(kind, original, folder / "home" / "hands.db", rng)
        try:
            run_commands(cli, case, folder)
            case.again()
            salvaged = check_salvage(cli, case)
        except Exception as error:
            raise AssertionError(f"seed {seed}, case {number}, {case.story}") from error
        told[kind] += Counter(databases=1, sound=len(case.wanted), salvaged=salvaged)
    whole = sum(told.values(), Counter())
    parts = [f"{kind} {counts['databases']}" for kind, counts in told.items()]
    return (
        f"{whole['databases']:,} databases ({', '.join(parts)}): {whole['sound']:,} sound hands,"
        f" {whole['salvaged']:,} salvaged, 0 sound ones left out, 0 unsound, 0 tracebacks"
    )


def test_all_sound_hands_are_salvaged(cli, rest, hot, home):
    run_cases(cli, rest, hot, home.parent, len(KINDS), seed_of(release=False))


@pytest.mark.long
@pytest.mark.scorecard("D2")
def test_all_sound_hands_of_many_databases_are_salvaged(
    cli, rest, hot, home, release, record_property
):
    count = 2_000 if release else 220
    told = run_cases(cli, rest, hot, home.parent, count, seed_of(release))
    record_property("measured", told)


@pytest.mark.parametrize("head", ["68cb30caa7117ee9df6cf08c", "05cb30ca", "0aff", "00ff"])
def test_names_of_a_page_without_its_head_are_salvaged(rest, tmp_path, head):
    """No chain says that they were there."""
    path, damaged = tmp_path / "hands.db", bytearray(rest.data)
    ((_, piece),) = rest.copies["people", "Hero Smith"][0]
    page = rest.data.index(piece) // damage.PAGE * damage.PAGE
    damaged[page : page + len(head) // 2] = bytes.fromhex(head)
    path.write_bytes(damaged)
    mend(path)
    with closing(sqlite3.connect(path)) as db:
        found = {("people", name) for (name,) in db.execute("SELECT name FROM people")}
    assert found == {row for row in rest.rows if row[0] == "people"}


def test_an_index_in_the_place_of_another_hides_no_hand(rest, tmp_path):
    """SQLite counts the rows of the list by whatever lies where its index should."""
    path, damaged = tmp_path / "hands.db", bytearray(rest.data)
    path.write_bytes(rest.data)
    names = ("idx_hand_index_game", "idx_match_blocks_match_first")
    with closing(sqlite3.connect(path)) as db:
        roots = dict(db.execute("SELECT name, rootpage FROM sqlite_master"))
    one, other = (slice((roots[n] - 1) * damage.PAGE, roots[n] * damage.PAGE) for n in names)
    damaged[one], damaged[other] = rest.data[other], rest.data[one]
    path.write_bytes(damaged)
    with HandReader(path) as reader:
        assert {hand.number for hand in reader.list().hands} == set(rest.hands)
        reader.look()
        assert reader.summary().hands == len(rest.hands)


@pytest.mark.parametrize("time", ["yesterday", "9999-12-31T23:59:59.999Z"])
def test_a_sealed_mark_of_a_salvage_that_makes_no_sense_is_damaged(
    cli: Cli, home: Path, time: str
) -> None:
    path = home / "hands.db"
    with closing(Store.open(path)) as store:
        play_into(store, 2)
    with closing(open_writer(path)) as db, transaction(db):
        _marks.write(db, [_marks.Mark(1, time, "hands-damaged.db", _marks.NOTHING)])
    status, out, err = cli.run("hands", "verify")
    assert (status, err) == (1, "")
    assert "salvage" in out
    assert mend(path) is not None
    assert verify(path).sound


def test_a_block_of_few_hands_is_salvaged(cli: Cli, home: Path) -> None:
    """Its hands take fewer bytes than SQLite needs to say in two how long they are."""
    path = home / "hands.db"
    cli.json("match", "kuhn", "call", "raise", "--hands", "2", "--db", str(path))
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT length(data) FROM match_blocks").fetchall() < [(58,)]
        db.execute("UPDATE seal SET checksum = 'x'")
        db.commit()
    mended = mend(path)
    assert mended is not None
    assert (mended.found.match_hands, mended.found.lost.words()) == (2, "")


def test_the_log_of_an_empty_file_is_salvaged(hot, tmp_path):
    """SQLite would remove it without a word."""
    path = tmp_path / "hands.db"
    path.write_bytes(b"")
    path.with_name("hands.db-wal").write_bytes(hot.log)
    with pytest.raises(DamagedError, match="transactions in its log cannot be read"):
        Store.open(path)
    assert verify(path).hands > 0
    mended = mend(path)
    assert mended is not None
    assert 0 < mended.found.hands == verify(path).hands


def flip_many(rest: Original, path: Path, count: int, seed: int) -> str:
    """Change single bits: all that mean anything are reported; how many there were, in words."""
    rng = random.Random(seed)
    path.parent.mkdir()
    path.write_bytes(rest.data)
    meant = damage.meant(path)
    reported = counters = 0
    for _ in range(count):
        bit = rng.randrange(8 * len(rest.data))
        data = bytearray(rest.data)
        data[bit // 8] ^= 1 << bit % 8
        path.write_bytes(data)
        sound = verify(path).sound
        where = f"seed {seed}, bit {bit}: byte {bit // 8 % damage.PAGE} of page"
        if bit // 8 in damage.COUNTERS:
            counters += 1
        else:
            assert sound != bool(meant[bit // 8]), where
            reported += not sound
        with suppress(StoreError), HandReader(path) as reader:
            for hand in reader.list().hands:
                assert _fields(hand) == _fields(rest.hands[hand.number]), where
    return (
        f"{count:,} flips: {reported:,} reported, {count - reported - counters:,} in free space,"
        f" {counters} in SQLite's counters, 0 silent"
    )


def test_single_flips_are_reported(rest, home):
    flip_many(rest, home / "hands.db", 40, seed_of(release=False))


@pytest.mark.long
@pytest.mark.scorecard("D2")
def test_many_single_flips_are_reported(rest, home, release, record_property):
    count = 1_000 if release else 200
    record_property("measured", flip_many(rest, home / "hands.db", count, seed_of(release)))
