from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from math import comb
from threading import Event

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.abstraction import tables
from ai.abstraction.build import build_abstraction
from ai.abstraction.canonical import CARD_IMAGES, COMBO_IMAGES, NUM_BOARDS, canonical_boards
from ai.abstraction.cards import CardAbstraction, bucket_dtype, shipped_abstraction
from ai.abstraction.features import (
    NUM_CLUSTERS,
    ONES,
    TOPS,
    cluster_words,
    flop_features,
    flop_orbits,
    opponent_clusters,
    random_features,
)
from ai.abstraction.kmeans import kmeans, make_centres
from ai.abstraction.tables import BucketTables, bucket_tables, fill_deals, fill_hands, tables_bytes
from ai.files.arrays import write_tensors
from engine.combos import CLASS_NAMES, CLASS_OF_COMBO, CLASS_SIZES, combo_cards, combo_index
from engine.errors import CancelledError
from engine.evaluator import strength
from engine.jobs import JobControl
from engine.rng import rng_state, shuffle
from tests.controls import cancelled
from tests.naive.abstraction import river_feature, runout_feature

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


def test_parallel_runs_share_one_copy_and_wait_within_the_timeout(quick, tmp_path):
    others = [Quick(quick.arrays) for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda one: bucket_tables(one, tmp_path), others))
    assert len({id(one) for one in found}) == 1
    assert sum(one.asked > 0 for one in others) == 1
    del found
    begun, given_up = Event(), Event()
    making = JobControl(lambda *_: (begun.set(), given_up.wait(60)))
    with ThreadPoolExecutor(1) as threads:  # another run is making them
        other = threads.submit(bucket_tables, quick, None, making)
        assert begun.wait(60)
        with pytest.raises(CancelledError):
            bucket_tables(quick, None, cancelled())
        given_up.set()
        other.result()


def cut(path):
    path.write_bytes(path.read_bytes()[:1_000_000])


def high(path):
    cards, rows = shipped_abstraction(), {}
    sizes = {"flop": 3, "turn": 4, "river": 5}
    for (name, size), most in zip(sizes.items(), cards.num_rows[1:], strict=True):
        rows[name] = np.full((tables.NUM_BOARDS[size], 1326), most, bucket_dtype(most))
    write_tensors(path, {"format_version": 1, "abstraction": cards.key}, rows)


def another(path):
    write_tensors(path, {"format_version": 1, "abstraction": "other"}, {"flop": np.zeros(3)})


@pytest.mark.parametrize("harm", [cut, high, another])
def test_damaged_tables_are_rebuilt(quick, tmp_path, harm):
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


def test_impossible_counts_are_rejected_and_matching_streets_reused():
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


@pytest.fixture(scope="module")
def random_tables():
    rng = np.random.default_rng(3)
    flop, turn, river = (
        rng.integers(0, 200, (NUM_BOARDS[size], 1326), np.uint8) for size in (3, 4, 5)
    )
    return BucketTables((169, 200, 200, 200), flop, turn, river)


def rows_possible(table, board, combo):
    """Return a table's rows of a combo under every suit order that makes the board canonical.

    Random tables, unlike true ones, need not give a combo's images the same row.
    """
    numbers = number_of(len(board))
    found = set()
    for order, image in enumerate(np.sort(CARD_IMAGES[:, board], axis=1)):
        number = numbers.get(image.tobytes())
        if number is not None:
            found.add(int(table[number, COMBO_IMAGES[order, combo]]))
    return found


@cache
def number_of(num_cards):
    boards = canonical_boards(num_cards).cards
    return {board.tobytes(): number for number, board in enumerate(boards)}


def dealt(count, size):
    rng = rng_state(4)
    for _ in range(count):
        deck = np.arange(52).astype(np.uint8)
        shuffle(rng, deck, size)
        yield deck[:size]


def check_row(tables, row, combo, board):
    assert row[0] == CLASS_OF_COMBO[combo]
    for street, table in enumerate((tables.flop, tables.turn, tables.river), 1):
        assert row[street] in rows_possible(table, board[: street + 2], combo)


@pytest.mark.parametrize("hands", [1, 4])
def test_deals_match_the_tables(random_tables, hands):
    count = 300  # more than a batch
    lanes = np.zeros((count, 2, hands, 4), np.uint16)
    edges = np.zeros((count, 2, hands), np.float32)
    fill_deals(random_tables.arrays, rng_state(4), lanes, edges)
    for i, deck in enumerate(dealt(count, 4 * hands + 5)):
        if 20 < i < 250:
            continue
        holes, board = deck[: 4 * hands].reshape(2, hands, 2), deck[4 * hands :].copy()
        strengths = np.zeros((2, hands), int)
        for player, hand in np.ndindex(2, hands):
            hole = holes[player, hand].tolist()
            check_row(random_tables, lanes[i, player, hand].tolist(), combo_index(hole), board)
            strengths[player, hand] = strength([*hole, *board.tolist()])
        assert np.array_equal(edges[i], np.sign(strengths - strengths[::-1, :1]))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_deals_support_any_number_of_seats(random_tables, seats):
    count = 280  # more than a batch
    cards = np.zeros((count, 2 * seats + 5), np.uint8)
    rows, strengths = np.zeros((count, seats, 4), np.uint16), np.zeros((count, seats), np.int32)
    fill_hands(random_tables.arrays, rng_state(4), cards, rows, strengths)
    for i, deck in enumerate(dealt(count, 2 * seats + 5)):
        assert np.array_equal(cards[i], deck)
        board = deck[2 * seats :].copy()
        for seat in range(seats):
            hole = deck[2 * seat : 2 * seat + 2].tolist()
            assert strengths[i, seat] == strength([*hole, *board.tolist()])
            if i % 20 == 0:
                check_row(random_tables, rows[i, seat], combo_index(hole), board)


CLUSTERS = np.random.default_rng(1).integers(0, NUM_CLUSTERS, 169).astype(np.uint8)


@pytest.mark.parametrize(("size", "count"), [(4, 12), (5, 400)])
def test_features_of_random_deals(size, count):
    words = ONES if size == 4 else cluster_words(CLUSTERS)
    told = []
    found, again, other = (
        random_features(size, 1_500, words, seed, told.append) for seed in (1, 1, 2)
    )
    assert np.array_equal(found, again) and not np.array_equal(found, other)
    assert told[:2] == [0.0, 1_000 / 1_500] and found.max() <= TOPS[size]
    decks = np.random.default_rng(1).random((1_000, 52)).argsort(axis=1)
    for deck, feature in zip(decks[:count].tolist(), found, strict=False):
        hole, board = deck[:2], deck[2 : 2 + size]
        expected = runout_feature(hole, board) if size == 4 else None
        assert feature.tolist() == (expected or river_feature(hole, board, CLUSTERS))


@pytest.mark.ci
def test_flop_features_are_distributions_over_all_runouts():
    chosen = np.zeros((1755, 1326), bool)
    for flop in (5, 900):  # paired, and unpaired
        free = ~np.isin(combo_cards(), canonical_boards(3).cards[flop]).any(axis=1)
        chosen[flop, np.flatnonzero(free)[[3, 700]]] = True
    found = flop_features(chosen, lambda done: None)
    for feature, (flop, combo) in zip(found, np.argwhere(chosen), strict=True):
        hole, board = combo_cards()[combo].tolist(), canonical_boards(3).cards[flop].tolist()
        assert feature.tolist() == runout_feature(hole, board)
        assert feature.max() <= TOPS[3]
    least, deals = flop_orbits()
    assert (deals > 0).sum() == 1_286_792  # as published
    assert deals.sum() == comb(52, 3) * comb(49, 2)
    assert (least >= 0).sum() == 1_755 * comb(49, 2)
    clusters = dict(zip(CLASS_NAMES, opponent_clusters(1).tolist(), strict=True))
    assert set(clusters.values()) == set(range(NUM_CLUSTERS))
    assert clusters["AA"] == clusters["KK"] == NUM_CLUSTERS - 1
    assert clusters["32o"] == clusters["42o"] == 0
    assert np.bincount(list(clusters.values()), CLASS_SIZES).min() >= 24


def distances(points, centres, squared):
    gaps = points[:, None].astype(np.int64) - centres[None].astype(np.int64)
    return (gaps**2 if squared else np.abs(gaps)).sum(axis=2)


@given(st.integers(0, 2**32), st.integers(1, 70), st.booleans(), st.sampled_from([10, 1000]))
def test_nearest_centre_is_found(seed, count, squared, top):
    rng = np.random.default_rng(seed)
    size = 8 if squared else 32
    points = rng.integers(0, top, (40, size)).astype(np.uint16)
    centres = make_centres(rng.integers(0, top, (count, size)).astype(np.uint16), squared)
    labels, found = centres.nearest_to(points)
    wanted = distances(points, centres.points, squared)
    assert np.array_equal(found, wanted.min(axis=1))
    assert np.array_equal(wanted[np.arange(40), labels], found)
    assert (np.diff(centres.points.sum(axis=1, dtype=int)) >= 0).all()
    alone = np.concatenate([centres.nearest_to(points[i : i + 1])[0] for i in range(40)])
    assert np.array_equal(labels, alone)


@pytest.mark.parametrize("squared", [False, True])
def test_well_separated_clusters_are_found(squared):
    rng = np.random.default_rng(3)
    middles = np.arange(20)[:, None] * 45 + 50
    points = (middles + rng.integers(-3, 4, (50, 20, 1)) + np.zeros(8, int)).reshape(-1, 8)
    centres = kmeans(points.astype(np.uint16), np.ones(len(points)), 20, squared, rng)
    assert np.abs(centres.points.astype(int) - middles).max() <= 1


def test_kmeans_is_weighted_seeded_and_cancellable():
    rng, points = np.random.default_rng, np.array([[0] * 8, [100] * 8], np.uint16)
    assert kmeans(points, np.array([1.0, 3.0]), 1, True, rng(4)).points.tolist() == [[75] * 8]
    points = rng(5).integers(0, 1000, (500, 8)).astype(np.uint16)
    first, again, other = (
        kmeans(points, np.ones(500), 12, True, rng(seed)).points for seed in (6, 6, 7)
    )
    assert np.array_equal(first, again) and not np.array_equal(first, other)
    with pytest.raises(CancelledError):
        kmeans(points, np.ones(500), 2, True, rng(9), 1, 1, cancelled())
