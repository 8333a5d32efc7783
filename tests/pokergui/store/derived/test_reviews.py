"""The file of reviews that were computed once."""

from __future__ import annotations

import json
import math
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from ai.review.classes import BEST, BLUNDER
from ai.review.decision import RARE
from ai.review.ledger import Parts
from ai.review.traits import Traits
from ai.review.verdict import HandReview, Verdict
from engine.errors import PokerError
from pokergui.store.derived.reviews import ReviewCache, _checksum
from pokergui.store.errors import StoreError

ROOT = Path(__file__).parents[3]
TRAITS = Traits(1, 0, "raise", "large", "pair")
REVIEW = HandReview(
    (
        Verdict(0, TRAITS, BEST, "c", "", True, 0.0, 1.5, 3000.0, 0.25),
        Verdict(
            *(2, TRAITS, BLUNDER, "r300", "", False, 2000.0, 1.5, 3000.0, -1.75, 0.25, -500.0),
            options=(("f", 0.25, -500.0), ("c", 0.0, math.nan), ("r300", 0.75, 1500.0)),
        ),
        Verdict(4, Traits(0, 1, "fold"), unread=RARE),
    ),
    Parts(0.5, -1.0, 2.0, 0.25, -0.125, -3.0),
    True,
)
PLAIN = HandReview((Verdict(0, Traits(0, 1, "check"), BEST, "c", loss_mbb=0.5),))


READ_ONLY = """
import os, sys
from pathlib import Path
from engine.errors import PokerError
from pokergui.store.derived.reviews import ReviewCache
from tests.pokergui.store.derived.test_reviews import REVIEW
path = Path(sys.argv[1]) / "reviews.db"
cache = ReviewCache(path)
cache.keep("judge", {"a": REVIEW})
before = path.read_bytes()
path.chmod(0o444)
path.parent.chmod(0o555)
if os.geteuid() == 0:
    os.seteuid(65534)
for use in (lambda: cache.find("judge", ["a"]), lambda: cache.keep("judge", {"b": REVIEW})):
    try:
        use()
    except PokerError as error:
        print("cannot be" in str(error))
print(path.read_bytes() == before, len(list(path.parent.iterdir())))
"""


def same(one: HandReview, other: HandReview) -> bool:
    """Return whether two reviews are equal, NaN being NaN."""
    return repr(one) == repr(other)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "reviews.db"


def test_what_is_kept_comes_back(path: Path) -> None:
    cache = ReviewCache(path)
    assert cache.find("judge", ["a", "b"]) == {}
    cache.keep("judge", {})
    assert not path.parent.exists()  # nothing to keep, nothing made
    cache.keep("judge", {"a": REVIEW, "b": PLAIN})
    found = ReviewCache(path).find("judge", ["b", "a", "c", "a"])
    assert found.keys() == {"a", "b"}
    assert same(found["a"], REVIEW) and same(found["b"], PLAIN)
    assert math.isnan(found["b"].verdicts[0].skill_mbb)
    cache.keep("judge", {"a": PLAIN})
    assert same(cache.find("judge", ["a"])["a"], PLAIN)


def test_each_judge_has_its_own(path: Path) -> None:
    cache = ReviewCache(path)
    cache.keep("one", {"a": REVIEW})
    assert cache.find("other", ["a"]) == {}
    cache.keep("other", {"a": PLAIN})
    assert same(cache.find("one", ["a"])["a"], REVIEW)


def test_thousands_of_keys_are_found_at_once(path: Path) -> None:
    keys = [f"{number:064x}:0" for number in range(3000)]
    cache = ReviewCache(path)
    cache.keep("judge", dict.fromkeys(keys[::2], PLAIN))
    assert cache.find("judge", keys).keys() == set(keys[::2])


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE hands (number INTEGER)",  # another database
        "CREATE TABLE reviews (judge TEXT, text BLOB)",
        "CREATE VIEW reviews AS SELECT 1 AS judge, 2 AS hand, 3 AS review, 4 AS checksum",
    ],
)
def test_another_database_in_its_place_serves_nothing(path: Path, sql: str) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as db:
        db.execute(sql)
    cache = ReviewCache(path)
    assert cache.find("judge", ["a"]) == {}
    cache.keep("judge", {"a": REVIEW})
    assert same(cache.find("judge", ["a"])["a"], REVIEW)


@pytest.mark.parametrize(
    "data", [b"no database at all" * 400, b"", b"SQLite format 3\0" + b"x" * 99]
)
def test_a_file_that_is_none_is_begun_anew(path: Path, data: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(data)
    path.with_name("reviews.db-wal").write_bytes(data)
    cache = ReviewCache(path)
    assert cache.find("judge", ["a"]) == {}
    cache.keep("judge", {"a": REVIEW})
    assert same(cache.find("judge", ["a"])["a"], REVIEW)


def test_damage_anywhere_is_begun_anew_or_passed_over(path: Path) -> None:
    keys = [f"{number:064x}:0" for number in range(600)]
    ReviewCache(path).keep("judge", dict.fromkeys(keys, REVIEW))
    sound = path.read_bytes()
    assert len(sound) > 40 * 4096
    for at in range(0, len(sound), 5 * 4096):
        damaged = bytearray(sound)
        damaged[at : at + 4096] = b"\x07" * 4096
        path.write_bytes(damaged)
        cache = ReviewCache(path)
        for found in cache.find("judge", keys).values():
            assert same(found, REVIEW)
        cache.keep("judge", dict.fromkeys(keys, PLAIN))
        assert same(cache.find("judge", keys)[keys[-1]], PLAIN)


def test_a_flipped_bit_is_never_served(path: Path) -> None:
    cache = ReviewCache(path)
    cache.keep("judge", {"a": REVIEW})
    sound = path.read_bytes()
    at = sound.index(b"2000.0")
    path.write_bytes(sound[:at] + b"3" + sound[at + 1 :])
    assert cache.find("judge", ["a"]) == {}


def _edited(**more: object) -> str:
    return json.dumps(REVIEW.to_json() | more)


def _verdict(at: int, value: object) -> str:
    first = REVIEW.to_json()["verdicts"][0]
    return _edited(verdicts=[[*first[:at], value, *first[at + 1 :]]])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "7",
        "[]",
        "{}",
        "[" * 100_000,
        "cos\nsystem\n(S'true'\ntR.",  # a pickle
        _edited(verdicts=7),
        _edited(verdicts=[[1]]),
        _edited(parts=[1.0]),
        _edited(parts=["a"] * 6),
        _verdict(0, -1),
        _verdict(0, math.inf),
        _verdict(2, "jump"),
        _verdict(3, "huge"),
        _verdict(4, 7),
        _verdict(5, "0"),
        _verdict(6, "splendid"),
        _verdict(6, []),
        _verdict(7, None),
        _verdict(8, "because"),
        _verdict(10, "a"),
        _verdict(10, {}),
    ],
)
def test_rows_that_are_no_reviews_are_passed_over(path: Path, text: str) -> None:
    cache = ReviewCache(path)
    cache.keep("judge", {"a": REVIEW, "b": PLAIN})
    with closing(sqlite3.connect(path)) as db:
        db.execute(
            "UPDATE reviews SET review = ?, checksum = ? WHERE hand = 'a'",
            (text, _checksum("judge", "a", text)),
        )
        db.commit()
    assert cache.find("judge", ["a", "b"]).keys() == {"b"}


def test_values_of_other_kinds_are_passed_over(path: Path) -> None:
    cache = ReviewCache(path)
    cache.keep("judge", {"a": REVIEW})
    for value in (b"\xff\xfe", b""):
        with closing(sqlite3.connect(path)) as db:
            db.execute("UPDATE reviews SET review = ?", (value,))
            db.commit()
        assert cache.find("judge", ["a"]) == {}


def test_what_cannot_be_used_is_said(path: Path) -> None:
    path.mkdir(parents=True)
    cache = ReviewCache(path)
    with pytest.raises(StoreError):
        cache.keep("judge", {"a": REVIEW})
    with pytest.raises(StoreError):
        cache.find("judge", ["a"])
    path.rmdir()
    cache.keep("judge", {"a": REVIEW})
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as db,
        pytest.MonkeyPatch.context() as p,
    ):
        p.setattr("pokergui.store.derived.reviews.BUSY_S", 0.01)
        db.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="another program"):
            cache.keep("judge", {"b": REVIEW})
    shutil.rmtree(path.parent)
    path.parent.write_text("a file where the folder was")
    with pytest.raises(PokerError):
        cache.keep("judge", {"a": REVIEW})


@pytest.mark.skipif(sys.platform == "win32", reason="rights of folders are another matter there")
def test_in_a_read_only_folder_it_says_so_and_changes_nothing() -> None:
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        done = subprocess.run(
            [sys.executable, "-c", READ_ONLY, name],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        Path(name).chmod(0o755)
    assert (done.stdout, done.stderr) == ("True\nTrue\nTrue 1\n", "")
