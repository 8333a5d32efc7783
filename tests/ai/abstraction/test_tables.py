"""Bucket tables: what is told of them, how they are kept; and one built whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from ai.abstraction.build import build_abstraction
from ai.abstraction.canonical import NUM_BOARDS, canonical_boards
from ai.abstraction.cards import CardAbstraction, shipped_abstraction
from ai.abstraction.tables import bucket_tables, fill_deals, tables_bytes
from ai.tensors import write_tensors
from engine.errors import CancelledError
from engine.jobs import JobControl
from engine.rng import rng_state, shuffle

COMBOS = np.arange(1326, dtype=np.uint16)
STREETS = {"flop": 3, "turn": 4, "river": 5}


class Quick(CardAbstraction):
    """As the shipped one, but what rows it finds takes no time."""

    asked = 0

    def rows_of_all(self, boards: np.ndarray) -> np.ndarray:
        self.asked += 1
        return (boards.sum(axis=1, dtype=np.uint16)[:, None] + COMBOS) & np.uint16(127)


@pytest.fixture
def quick() -> Quick:
    return Quick(shipped_abstraction().arrays)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with tables; 200 MB are not left behind."""
    folder = tmp_path_factory.mktemp("tables")
    yield folder
    for path in folder.iterdir():
        path.unlink()


def test_tables_are_built_once(quick: Quick, folder: Path) -> None:
    told: list[tuple[float, str]] = []
    first = bucket_tables(quick, folder, JobControl(lambda *news: told.append(news)))
    assert first.num_bytes == pytest.approx(tables_bytes(quick.num_rows), rel=0.01)
    done = [fraction for fraction, _ in told]
    assert done[0] == 0.0 and done == sorted(done) and done[-1] > 0.99
    assert {text for _, text in told} == {
        "Card buckets, 16,432 turns",
        "Card buckets, 134,459 rivers",
    }
    asked, quick.asked = quick.asked, 0
    again = bucket_tables(quick, folder)
    assert asked > 1_000 and quick.asked == 0
    boards = canonical_boards(5).cards
    for tables in (first, again):
        assert np.array_equal(tables.flop, quick.arrays["flop"])
        assert np.array_equal(tables.river[1_000:1_010], quick.rows_of_all(boards[1_000:1_010]))
    assert [path.suffix for path in folder.iterdir()] == [".safetensors"]


def test_more_than_256_buckets_take_twice_the_memory() -> None:
    small, large = tables_bytes((169, 200, 200, 256)), tables_bytes((169, 200, 200, 257))
    assert large - small == NUM_BOARDS[5] * 1326


def test_nothing_is_kept_without_a_folder(quick: Quick) -> None:
    tables = bucket_tables(quick)
    assert tables.turn.shape == (NUM_BOARDS[4], 1326) and tables.turn.dtype == np.uint8


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:1_000_000])


def high(path: Path) -> None:
    rows = {name: np.full((NUM_BOARDS[n], 1326), 200, np.uint8) for name, n in STREETS.items()}
    write_tensors(path, {"format_version": 1, "abstraction": shipped_abstraction().key}, rows)


def another(path: Path) -> None:
    write_tensors(path, {"format_version": 1, "abstraction": "other"}, {"flop": np.zeros(3)})


@pytest.mark.parametrize("harm", [cut, high, another])
def test_damaged_tables_are_built_again(
    quick: Quick, folder: Path, harm: Callable[[Path], None]
) -> None:
    bucket_tables(quick, folder)
    (path,) = folder.glob("*.safetensors")
    harm(path)
    quick.asked = 0
    told: list[str] = []

    def stop(done: float, text: str) -> None:
        told.append(text)
        if done > 0.1:
            control.cancel()

    control = JobControl(stop)
    with pytest.raises(CancelledError):
        bucket_tables(quick, folder, control)
    assert "Kept card buckets are damaged" in told and quick.asked > 10
    path.unlink()


def test_building_stops_when_asked(quick: Quick, tmp_path: Path) -> None:
    control = JobControl(lambda done, _: control.cancel() if done > 0.5 else None)
    with pytest.raises(CancelledError):
        bucket_tables(quick, tmp_path, control)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("counts", [(200, 200), (0, 5, 5), (5, 5, 1001)])
def test_impossible_counts_are_refused(counts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="1,000"):
        build_abstraction(counts)


@pytest.mark.long
def test_a_small_abstraction_from_nothing() -> None:
    first = build_abstraction((9, 300, 8), seed=5, sample=3_000)
    assert first.num_rows == (169, 9, 300, 8)
    tables = bucket_tables(first)
    assert tables.turn.dtype == np.uint16 and tables.river.max() == 7
    boards = canonical_boards(4).cards
    for number in range(0, len(boards), 500):
        rows = first.rows_on(boards[number].tolist())
        assert np.array_equal(tables.turn[number][rows >= 0], rows[rows >= 0])
    count = 200_000
    lanes, edges = np.zeros((count, 8), np.uint16), np.zeros(count, np.float32)
    fill_deals(tables.arrays, rng_state(1), lanes, edges)
    # Buckets ascend: on the river the higher one wins as a rule.
    higher = np.sign(lanes[:, 3].astype(int) - lanes[:, 7].astype(int))
    assert (higher * edges).mean() > 0.5
    assert abs(edges.mean()) < 0.01
    rng, decks = rng_state(1), np.empty((2_000, 9), np.uint8)
    for row in decks:
        deck = np.arange(52).astype(np.uint8)
        shuffle(rng, deck, 9)
        row[:] = deck[:9]
    for player in range(2):
        low, high = np.sort(decks[:, 2 * player : 2 * player + 2], axis=1).astype(int).T
        for street, size in enumerate((0, 3, 4, 5)):
            rows = first.rows_of(street, decks[:, 4 : 4 + size], high * (high - 1) // 2 + low)
            assert np.array_equal(lanes[:2_000, 4 * player + street], rows)
