import json
import math
import shutil
import sqlite3
import zlib
from contextlib import closing

import pytest

from ai.review.classes import BEST, BLUNDER
from ai.review.decision import RARE
from ai.review.ledger import Parts
from ai.review.traits import Traits
from ai.review.verdict import HandReview, Verdict
from engine.errors import PokerError
from pokergui.store.errors import StoreError
from pokergui.store.reviews import ReviewCache
from tests.pokergui.store.damage import change

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


def same(one, other):
    return repr(one) == repr(other)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "reviews.db"


@pytest.fixture
def cache(path):
    return ReviewCache(path)


def test_cached_reviews_round_trip(path, cache):
    assert cache.find("judge", ["a", "b"]) == {}
    cache.keep("judge", {})
    assert not path.parent.exists()  # nothing to save, nothing created
    cache.keep("judge", {"a": REVIEW, "b": PLAIN})
    found = ReviewCache(path).find("judge", ["b", "a", "c", "a"])
    assert found.keys() == {"a", "b"}
    assert same(found["a"], REVIEW) and same(found["b"], PLAIN)
    assert math.isnan(found["b"].verdicts[0].skill_mbb)
    cache.keep("judge", {"a": PLAIN})
    assert cache.find("other", ["a"]) == {}
    cache.keep("other", {"a": REVIEW})
    assert same(cache.find("judge", ["a"])["a"], PLAIN)
    keys = [f"{number:064x}:0" for number in range(3000)]
    cache.keep("judge", dict.fromkeys(keys[::2], PLAIN))
    assert cache.find("judge", keys).keys() == set(keys[::2])


@pytest.mark.parametrize(
    "made",
    [
        "CREATE TABLE hands (number INTEGER)",  # another database
        "CREATE TABLE reviews (judge TEXT, text BLOB)",
        "CREATE VIEW reviews AS SELECT 1 AS judge, 2 AS hand, 3 AS review, 4 AS checksum",
        b"no database at all" * 400,
        b"",
        b"SQLite format 3\0" + b"x" * 99,
    ],
)
def test_invalid_review_cache_is_recreated(path, cache, made):
    path.parent.mkdir()
    if isinstance(made, bytes):
        path.write_bytes(made)
        path.with_name("reviews.db-wal").write_bytes(made)
    else:
        change(path, made)
    assert cache.find("judge", ["a"]) == {}
    cache.keep("judge", {"a": REVIEW})
    assert same(cache.find("judge", ["a"])["a"], REVIEW)


def test_damaged_review_cache_is_recreated_or_skipped(path):
    keys = [f"{number:064x}:0" for number in range(300)]
    ReviewCache(path).keep("judge", dict.fromkeys(keys, REVIEW))
    sound = path.read_bytes()
    flipped = bytearray(sound)
    flipped[sound.index(b"2000.0")] ^= 1
    for at in (-1, *range(0, len(sound), 3 * 4096)):
        damaged = bytearray(sound)
        damaged[at : at + 4096] = b"\x07" * 4096
        path.write_bytes(damaged if at >= 0 else flipped)
        cache = ReviewCache(path)
        found = cache.find("judge", keys)
        assert len(found) < len(keys) and all(same(one, REVIEW) for one in found.values())
        cache.keep("judge", dict.fromkeys(keys, PLAIN))
        assert same(cache.find("judge", keys)[keys[-1]], PLAIN)


def _edited(**more):
    return json.dumps(REVIEW.to_json() | more)


def _verdict(at, value):
    first = REVIEW.to_json()["verdicts"][0]
    return _edited(verdicts=[[*first[:at], value, *first[at + 1 :]]])


NO_REVIEWS = (
    *("", "null", "7", "[]", "{}", "[" * 100_000),
    "cos\nsystem\n(S'true'\ntR.",  # a pickle
    *(_edited(verdicts=value) for value in (7, [[1]])),
    *(_edited(parts=value) for value in ([1.0], ["a"] * 6)),
    *(_verdict(0, value) for value in (-1, math.inf)),
    *(_verdict(at, value) for at, value in ((2, "jump"), (3, "huge"), (4, 7), (5, "0"))),
    *(_verdict(at, value) for at, value in ((6, "splendid"), (6, []), (7, None), (8, "because"))),
    *(_verdict(10, value) for value in ("a", {})),
)


@pytest.mark.parametrize("text", [*NO_REVIEWS, b"\xff\xfe", b""])
def test_invalid_review_rows_are_skipped(path, cache, text):
    cache.keep("judge", {"a": REVIEW, "b": PLAIN})
    with closing(sqlite3.connect(path)) as db, db:
        ((*row, own),) = db.execute("SELECT * FROM reviews WHERE hand = 'a'")
        assert own == zlib.crc32("\0".join(row).encode())
        if isinstance(text, str):
            own = zlib.crc32(f"judge\0a\0{text}".encode())
        db.execute("UPDATE reviews SET review = ?, checksum = ? WHERE hand = 'a'", [text, own])
    assert cache.find("judge", ["a", "b"]).keys() == {"b"}


def test_unusable_review_cache_is_reported(path, cache, monkeypatch):
    path.mkdir(parents=True)
    for use in (lambda: cache.keep("judge", {"a": REVIEW}), lambda: cache.find("judge", ["a"])):
        with pytest.raises(StoreError):
            use()
    path.rmdir()
    cache.keep("judge", {"a": REVIEW})
    monkeypatch.setattr("pokergui.store.reviews.BUSY_S", 0.01)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="another program"):
            cache.keep("judge", {"b": REVIEW})
    shutil.rmtree(path.parent)
    path.parent.write_text("a file where the folder was")
    with pytest.raises(PokerError):
        cache.keep("judge", {"a": REVIEW})
