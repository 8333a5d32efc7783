"""Salvage of damaged databases: every intact row, no damaged one."""

import json
import random
import shutil
import sqlite3
from collections import Counter
from contextlib import closing, suppress

import pytest

from engine.game import get_game
from pokergui.store import (
    DamagedError,
    HandReader,
    Store,
    StoredHand,
    StoreError,
    begin_tournament,
    learn_people,
    mend,
    verify,
)
from pokergui.store.drills import keep_answers
from pokergui.store.raw.rows import is_damaged, log_problem, read_frames
from pokergui.tournaments.plan import Entrant, Plan
from tests.naive.site_files import SHAPES, site_hand
from tests.pokergui.store import damage
from tests.pokergui.store.damage import BYTES, CHAINED, KEYS, SHAPE_CHANGES, TAMPERED
from tests.pokergui.store.drilled import drill_answer
from tests.pokergui.store.random_hands import play_into

KINDS = (*BYTES, "append", "forge hand", "forge row", "shape")
FIELDS = sorted({*StoredHand.__dataclass_fields__} - {"hero"})
"""Fields of hands that must be the same: other rows have an imported hand's owner."""
LOOKING = (
    *("hands stats", "hands verify", "hands matches", "hands show 3", "hands backups"),
    "hands export --format phh --out out.phhs",
    *("hands export-match 1 --out out.phhs", "hands backup copy.db"),
    *("opponents list", "opponents show you", "opponents fit home/hands.db --name 'nobody at all'"),
    *("tournament --list", "tournament --show 1", "evaluate --match 1 --target call", "doctor"),
)
CHANGING = (
    "hands import more.txt site.txt",
    "match kuhn call raise --hands 4 --db home/hands.db",
    "tournament kuhn call raise --hands 4",
    *("hands reindex", "hands list", "hands verify"),
)


def finished(log):
    """A log without its last, unreported transaction, cut short by a power loss."""
    frames = read_frames(log, damage.PAGE)
    if is_damaged(frames):
        return log
    ends = [frame.start + damage.PAGE for frame in frames if frame.ends and frame.good]
    return log[: max(ends, default=0)]


def fields(hand):
    return [getattr(hand, name) for name in FIELDS]


class Case:
    def __init__(self, kind, original, path, rng):
        self.original, self.path, self.story = original, path, kind
        self.exempt = set()
        self.appended = set()
        self.unchained = kind in BYTES
        self._log = path.with_name("hands.db-wal")
        data, log = bytearray(original.data), bytearray(original.log)
        if kind in BYTES or kind == "append":
            how = kind if kind in BYTES else rng.choice(("flip", "zero", "swap"))
            damage.harm(how, rng, data, log)
        self._put(data, log)
        if kind == "append":
            with suppress(StoreError), closing(Store.open(path)) as store:
                self.appended = set(play_into(store, 2, seed=rng.getrandbits(30)))
        elif kind.startswith("forge"):
            self._tamper(rng, of_hand=kind == "forge hand")
        elif kind == "shape":
            script = rng.choice(SHAPE_CHANGES)
            self.story += f" {script}"
            damage.change(path, script)
        self.data = path.read_bytes()
        self.log = self._log.read_bytes() if self._log.exists() else b""
        self.sound = original.sound(self.data, finished(self.log))

    def _tamper(self, rng, *, of_hand):
        tampered = [one for one in TAMPERED if (one[0] == "hands") is of_hand]
        table, column, value = rng.choice(tampered)
        number = rng.randint(1, len(self.original.hands)) if of_hand else None
        self.story += f" {table} {number or ''} {column} {str(value)[:80]}"
        if of_hand and self.original.rows["hands", number][column] == value:
            return
        damage.tamper(self.path, table, {column: value}, number)
        if of_hand:
            self.exempt = {number}
        elif (table, column) == ("decks", "game"):
            last = max(hand.deck_number for hand in self.original.hands.values())
            self.exempt = {n for n, h in self.original.hands.items() if h.deck_number == last}

    def _put(self, data, log):
        shutil.rmtree(self.path.parent, ignore_errors=True)
        self.path.parent.mkdir()
        self.path.write_bytes(data)
        if log:
            self._log.write_bytes(log)

    def again(self):
        self._put(self.data, self.log)

    @property
    def wanted(self):
        return ({row[1] for row in self.sound if row[0] == "hands"} - self.exempt) | self.appended

    def is_true(self, hand):
        truth = self.original.hands.get(hand.number)
        if hand.number in self.appended:
            return True
        known = truth is not None and hand.number not in self.exempt
        return known and fields(hand) == fields(truth)

    def check_commands(self, cli, some):
        """Commands end with a sentence or a result, and list nothing untrue."""
        for command in LOOKING[some]:
            assert cli.run(command)[0] in (0, 1, 2), command
        # A power loss may leave the log without its last transaction.
        self.again()
        cut = bool(self.log) and not log_problem(self.path)
        status, listed, _ = cli.run("hands list --json")
        if status == 0:
            found = json.loads(listed)
            numbers = {hand["number"] for hand in found["hands"]}
            assert cut or self.wanted <= numbers | set(found["damaged"])
            for hand in found["hands"]:
                truth = self.original.hands.get(hand["number"])
                if truth is not None and hand["number"] not in self.exempt:
                    assert (hand["line"], tuple(hand["payoffs"])) == (truth.line, truth.results)
        for command in CHANGING[some]:
            assert cli.run(command)[0] in (0, 1, 2), command

    def check_salvage(self, cli):
        status, _, err = cli.run("hands salvage --json")
        if status == 2:
            assert "nothing in it is intact" in err
            assert not self.wanted
            return 0
        report = verify(self.path)
        assert report.sound, report.problems[:3]
        with HandReader(self.path) as reader:
            reader.look()
            found = reader.list()
        assert found.damaged == ()
        assert {hand.number for hand in found.hands} >= self.wanted
        assert [hand.number for hand in found.hands if not self.is_true(hand)] == []
        assert report.hands == len(found.hands)
        with closing(sqlite3.connect(self.path)) as db:
            for table in KEYS if self.unchained else CHAINED[:2]:
                self._check_table(db, table)
        return len(found.hands)

    def _check_table(self, db, table):
        must = {row for row in self.sound if row[0] == table}
        rows = self.original.rows
        if table == "match_blocks":
            must = {row for row in must if ("matches", rows[row]["match"]) in self.sound}
        if table not in CHAINED:
            log = finished(self.log)
            must = {row for row in must if self.original.untouched(row, self.data, log)}
        own = "digest" if table == "match_blocks" else "checksum"
        sql = f"SELECT {', '.join(KEYS[table])}, {own} FROM {table}"
        there = {(table, *key): value for *key, value in db.execute(sql)}
        missing = must - set(there) - {(table, number) for number in self.exempt}
        if table != "open_hands":  # one resumes only if its deck is known
            assert not missing, sorted(missing)[:5]
        for row in must & set(there) if table not in CHAINED else ():
            assert there[row] == rows[row], row
        if table == "match_blocks":
            assert all(rows[row]["digest"] == digest for row, digest in there.items())


@pytest.mark.ci
@pytest.mark.parametrize(
    "rounds",
    [
        pytest.param(1, marks=pytest.mark.slow),
        pytest.param(20, marks=[pytest.mark.nightly, pytest.mark.scorecard("D2")]),
    ],
)
def test_all_intact_hands_are_salvaged(
    cli, rest, hot, tmp_path, monkeypatch, rounds, release, record_property
):
    """A check gives the same result each time; only a release tries new damage."""
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "more.txt").write_text("nothing at all", "utf-8")
    hand = site_hand(random.Random(1), SHAPES[0], 1, SHAPES[0].players[0])
    (tmp_path / "site.txt").write_text(hand.text, "utf-8")
    told = Counter()
    seed = random.SystemRandom().getrandbits(32) if release else 1
    count = 2_000 if release else rounds * len(KINDS)
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        rng = random.Random(f"{seed} {number}")
        original = hot if kind == "tear" or (number // len(KINDS)) % 4 == 3 else rest
        case = Case(kind, original, tmp_path / "home" / "hands.db", rng)
        try:
            case.check_commands(cli, slice(None) if rounds > 1 else slice(number % 3, None, 3))
            case.again()
            told.update(sound=len(case.wanted), salvaged=case.check_salvage(cli))
        except Exception as error:
            raise AssertionError(f"seed {seed}, case {number}, {case.story}") from error
    words = f"{told['sound']:,} sound hands, {told['salvaged']:,} salvaged, none unsound"
    record_property("measured", f"{count:,} databases of {len(KINDS)} kinds: {words}")


@pytest.mark.ci
@pytest.mark.parametrize(
    "count", [30, pytest.param(200, marks=[pytest.mark.nightly, pytest.mark.scorecard("D2")])]
)
def test_single_flips_are_reported_or_change_nothing(rest, path, count, release, record_property):
    seed = random.SystemRandom().getrandbits(32) if release else 1
    count = 1_000 if release else count
    rng, reported = random.Random(seed), 0
    path.write_bytes(rest.data)
    right = damage.rows(path)
    for _ in range(count):
        bit = rng.randrange(8 * len(rest.data))
        data = bytearray(rest.data)
        data[bit // 8] ^= 1 << bit % 8
        path.write_bytes(data)
        where = f"seed {seed}, bit {bit}: byte {bit // 8 % damage.PAGE} of page"
        sound = verify(path).sound
        reported += not sound
        with suppress(StoreError), HandReader(path) as reader:
            hands = reader.list().hands
            assert [h for h in hands if fields(h) != fields(rest.hands[h.number])] == [], where
            assert not sound or len(hands) == len(rest.hands), where
        assert not sound or damage.rows(path) == right, where
    assert reported
    record_property("measured", f"{count:,} flips: {reported:,} reported, the others harmless")


@pytest.mark.parametrize("head", ["68cb30caa7117ee9df6cf08c", "05cb30ca", "0aff", "00ff"])
def test_names_on_a_page_with_a_lost_header_are_salvaged(rest, full, head):
    """No pointer leads to them."""
    damaged = bytearray(rest.data)
    page = rest.data.index(rest.copies["people", "Hero Smith"]) // damage.PAGE * damage.PAGE
    damaged[page : page + len(head) // 2] = bytes.fromhex(head)
    full.write_bytes(damaged)
    mend(full)
    assert damage.rows(full)["people"] == [
        (name, rest.rows[table, name]) for table, name, *_ in sorted(rest.rows) if table == "people"
    ]


def test_swapped_index_hides_no_hand(rest, full):
    """SQLite counts the rows of the list through that index."""
    damaged = bytearray(rest.data)
    names = ("idx_hand_index_game", "idx_match_blocks_match_first")
    with closing(sqlite3.connect(full)) as db:
        roots = dict(db.execute("SELECT name, rootpage FROM sqlite_master"))
    one, other = (slice((roots[n] - 1) * damage.PAGE, roots[n] * damage.PAGE) for n in names)
    damaged[one], damaged[other] = rest.data[other], rest.data[one]
    full.write_bytes(damaged)
    with HandReader(full) as reader:
        assert {hand.number for hand in reader.list().hands} == set(rest.hands)
        reader.look()
        assert reader.summary().hands == len(rest.hands)


def test_lost_first_page_loses_no_row_and_the_salvage_mark_is_verified(full):
    """The page has the head and the definitions; rows longer than a page come back, too."""
    before = damage.rows(full)
    damage.lose_definitions(full)
    mended = mend(full)
    assert (mended.found.lost.words(), mended.found.problems) == ("", ())
    assert damage.rows(full) == before
    assert verify(full).sound and len(verify(full).salvages) == 1
    for time in ("yesterday", "9999-12-31T23:59:59.999Z"):
        damage.tamper(full, "salvages", {"time": time})
        assert "salvage" in damage.problems(full)
        assert mend(full) is not None
        assert verify(full).sound


def test_small_block_is_salvaged(cli, path):
    """Its payload length fits one byte."""
    cli.json("match", "kuhn", "call", "raise", "--hands", "2", "--db", str(path))
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT length(data) FROM match_blocks").fetchall() < [(58,)]
    damage.change(path, "UPDATE seal SET checksum = 'x'")
    mended = mend(path)
    assert (mended.found.match_hands, mended.found.lost.words()) == (2, "")


def test_write_ahead_log_of_an_empty_file_is_salvaged(hot, path):
    """SQLite would remove it silently."""
    path.write_bytes(b"")
    path.with_name("hands.db-wal").write_bytes(hot.log)
    with pytest.raises(DamagedError, match="transactions in its log cannot be read"):
        Store.open(path)
    assert verify(path).hands > 0
    assert 0 < mend(path).found.hands == verify(path).hands


PLAN = Plan((Entrant("raise"), Entrant("random")), False, 1000, 4, 3, 10.0)


@pytest.mark.parametrize(
    ("fill", "found"),
    [
        (lambda store: keep_answers(store, [drill_answer()]).result(), "drill_answers"),
        (lambda store: begin_tournament(store, get_game("leduc"), PLAN).result(), "tournaments"),
        (lambda store: learn_people(store, ["ann"]).result(), "names"),
        (lambda store: None, ""),
    ],
)
def test_handless_database_is_salvaged_if_it_holds_anything(path, fill, found):
    with closing(Store.open(path)) as store:
        fill(store)
    before = damage.rows(path)
    damage.lose_definitions(path)
    if not found:
        with pytest.raises(StoreError, match="nothing in it is intact"):
            mend(path)
        return
    assert getattr(mend(path).found, found) == 1
    assert damage.rows(path) == before
    assert verify(path).sound
