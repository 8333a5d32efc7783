from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event

import numpy as np
import pytest

from ai.abstraction import tables
from ai.abstraction.build import build_abstraction
from ai.abstraction.canonical import NUM_BOARDS, canonical_boards
from ai.abstraction.cards import CardAbstraction, bucket_dtype, shipped_abstraction
from ai.abstraction.tables import bucket_tables, tables_bytes
from ai.files.arrays import write_tensors
from engine.errors import CancelledError
from engine.jobs import JobControl

pytestmark = pytest.mark.slow

FEW = {4: 400, 5: 2_000}
ALL_BOARDS = {size: canonical_boards(size).cards for size in FEW}


class Quick(CardAbstraction):
    asked = 0

    def rows_of_all(self, boards):
        self.asked += 1
        combos = np.arange(1326, dtype=np.uint16)
        return (boards.sum(axis=1, dtype=np.uint16)[:, None] + combos) & np.uint16(127)


@pytest.fixture
def quick(monkeypatch):
    def boards(num_cards):
        return replace(canonical_boards(num_cards), cards=ALL_BOARDS[num_cards][: FEW[num_cards]])

    monkeypatch.setattr(tables, "canonical_boards", boards)
    monkeypatch.setattr(tables, "NUM_BOARDS", {**NUM_BOARDS, **FEW})
    return Quick(shipped_abstraction().arrays)


def test_tables_are_built_once(quick, tmp_path):
    stopping = JobControl(lambda done, _: stopping.cancel() if done > 0.5 else None)
    with pytest.raises(CancelledError):
        bucket_tables(quick, tmp_path, stopping)
    assert list(tmp_path.iterdir()) == []
    told, quick.asked = [], 0
    first = bucket_tables(quick, tmp_path, JobControl(lambda *news: told.append(news)))
    done = [fraction for fraction, _ in told]
    assert done[0] == 0.0 and done == sorted(done) and done[-1] > 0.9
    assert {text for _, text in told} == {"Card buckets, 400 turns", "Card buckets, 2,000 rivers"}
    asked, quick.asked = quick.asked, 0
    river = first.river.copy()
    del first  # tables in use are not read again
    again = bucket_tables(quick, tmp_path)
    assert asked == 20 and quick.asked == 0
    assert np.array_equal(again.flop, quick.arrays["flop"])
    assert np.array_equal(again.river, river)
    assert np.array_equal(again.river[1_000:1_010], quick.rows_of_all(ALL_BOARDS[5][1_000:1_010]))
    assert [path.suffix for path in tmp_path.iterdir()] == [".safetensors"]
    classes = {"turn_classes": np.ones((1755, 52), np.uint8)}
    classed = CardAbstraction({**quick.arrays, **classes})
    found = bucket_tables(classed, tmp_path)
    assert found.num_rows == classed.num_rows != again.num_rows
    assert found.river is again.river and found.turn_starts is classed.starts[0]


def test_parallel_runs_share_one_copy_and_wait_no_longer_than_asked(quick, tmp_path):
    others = [Quick(quick.arrays) for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda one: bucket_tables(one, tmp_path), others))
    assert len({id(one) for one in found}) == 1
    assert sum(one.asked > 0 for one in others) == 1
    del found
    begun, given_up, control = Event(), Event(), JobControl()
    making = JobControl(lambda *_: (begun.set(), given_up.wait(60)))
    control.cancel()
    with ThreadPoolExecutor(1) as threads:  # another run is making them
        other = threads.submit(bucket_tables, quick, None, making)
        assert begun.wait(60)
        with pytest.raises(CancelledError):
            bucket_tables(quick, None, control)
        given_up.set()
        other.result()


def cut(path):
    path.write_bytes(path.read_bytes()[:1_000_000])


def high(path):
    cards, rows = shipped_abstraction(), {}
    for name, size, most in zip(
        ("flop", "turn", "river"), (3, 4, 5), cards.num_rows[1:], strict=True
    ):
        rows[name] = np.full((tables.NUM_BOARDS[size], 1326), most, bucket_dtype(most))
    write_tensors(path, {"format_version": 1, "abstraction": cards.key}, rows)


def another(path):
    write_tensors(path, {"format_version": 1, "abstraction": "other"}, {"flop": np.zeros(3)})


@pytest.mark.parametrize("harm", [cut, high, another])
def test_damaged_tables_are_built_again(quick, tmp_path, harm):
    bucket_tables(quick, tmp_path)
    (path,) = tmp_path.glob("*.safetensors")
    harm(path)
    quick.asked, told = 0, []
    found = bucket_tables(quick, tmp_path, JobControl(lambda _, text: told.append(text)))
    assert "Kept card buckets are damaged" in told and quick.asked == 20
    assert found.river.max() < 128
    del found
    quick.asked = 0
    bucket_tables(quick, tmp_path)
    assert quick.asked == 0


def test_impossible_counts_are_refused_and_streets_of_as_many_buckets_taken_from_another():
    for counts in ((200, 200), (0, 5, 5), (1001, 5, 5), (5, 10_001, 5)):
        with pytest.raises(ValueError, match="1,000, 10,000"):
            build_abstraction(counts)
    small, large = tables_bytes((200, 200, 256)), tables_bytes((200, 200, 257))
    assert large - small == NUM_BOARDS[5] * 1326  # twice the bits
    like = shipped_abstraction()
    _, flop, turn, _ = like.num_rows
    made = build_abstraction((flop, turn, 1_100), sample=2_000, like=like)
    assert made.num_rows == (169, flop, turn, 1_100)
    for name in ("flop", "flop_centres", "turn_centres", "clusters"):
        assert np.array_equal(made.arrays[name], like.arrays[name])
    assert build_abstraction(like.num_rows[1:], like=like).key == like.key
