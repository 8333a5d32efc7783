"""Rows of hole cards: the same for all callers, sensible in poker, and checked files."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.abstraction.canonical import CARD_IMAGES, COMBO_IMAGES, canonical_board, canonical_boards
from ai.abstraction.cards import (
    SHIPPED_BUCKETS,
    CardAbstraction,
    find_shipped_abstraction,
    load_abstraction,
    save_abstraction,
    shipped_abstraction,
    shipped_path,
    shipped_with,
)
from ai.abstraction.features import ONES, TOPS, random_features
from ai.tensors import open_tensors, write_tensors
from engine.cards import parse_cards
from engine.combos import CLASS_OF_COMBO, parse_combo
from engine.equity import combo_equities
from engine.errors import CardError, StrategyFileError

BOARDS = st.integers(3, 5).flatmap(
    lambda size: st.permutations(range(52)).map(lambda cards: cards[:size])
)
SIZES = {3: 1, 4: 2, 5: 3}


@pytest.fixture(scope="module")
def cards() -> CardAbstraction:
    return shipped_abstraction()


@pytest.fixture(scope="module")
def many() -> CardAbstraction:
    """An abstraction of many buckets, of no use in play."""
    rng = np.random.default_rng(1)
    arrays = {
        "flop": np.zeros((1755, 1326), np.uint16),
        "clusters": rng.integers(0, 8, 169).astype(np.uint8),
    }
    for name, size, top in (("flop", 32, 1081), ("turn", 32, 1012), ("river", 8, 1000)):
        centres = rng.integers(0, top + 1, (700, size)).astype(np.uint16)
        arrays[f"{name}_centres"] = centres[np.argsort(centres.sum(axis=1))]
    return CardAbstraction(arrays)


def test_the_shipped_one_is_small_and_loads_at_once() -> None:
    path = shipped_path(SHIPPED_BUCKETS)
    assert path.stat().st_size <= 5_000_000
    times = []
    for _ in range(5):
        begun = time.thread_time()
        abstraction = load_abstraction(path)
        times.append(time.thread_time() - begun)
    assert min(times) < 0.05
    assert abstraction.num_rows == (169, 1000, 400, 220)
    with open_tensors(path, "card buckets", 1) as file:
        record = file.record
    assert record["command"].startswith("python -m ai.abstraction.build assets/blueprints/")
    assert record["buckets"] == [169, 1000, 400, 220] and record["seconds"] > 0
    assert record["key"] == abstraction.key


def test_the_shipped_ones_are_found_by_key_and_by_buckets() -> None:
    usual = shipped_abstraction()
    assert find_shipped_abstraction(usual.key) is usual
    path = shipped_path("1000,30x32,60x16")
    with open_tensors(path, "card buckets", 1) as file:
        key = str(file.record["key"])
    classed = find_shipped_abstraction(key)
    assert classed is not None
    assert (classed.key, classed.num_rows) == (key, (169, 1000, 960, 960))
    assert shipped_with("1000,30x32,60x16") is classed
    assert shipped_with(SHIPPED_BUCKETS) is usual
    assert find_shipped_abstraction("none") is None
    assert shipped_with("1,2,3") is None


def test_no_board_has_the_169_classes(cards: CardAbstraction) -> None:
    assert np.array_equal(cards.rows_on(()), CLASS_OF_COMBO)
    combos = np.array([0, 700, 1325])
    rows = cards.rows_of(0, np.empty((3, 0), np.uint8), combos)
    assert np.array_equal(rows, CLASS_OF_COMBO[combos])


@given(BOARDS)
def test_one_combo_has_the_row_of_the_whole_range(cards: CardAbstraction, board: list[int]) -> None:
    street = SIZES[len(board)]
    combos = np.arange(0, 1326, 7 if street == 2 else 1)
    boards = np.tile(np.array(board, np.uint8), (len(combos), 1))
    rows = cards.rows_on(board)
    assert np.array_equal(cards.rows_of(street, boards, combos), rows[combos])
    assert (rows >= 0).sum() == (52 - len(board)) * (51 - len(board)) // 2
    assert rows.max() < cards.num_rows[street]


@given(BOARDS, st.integers(0, 23), st.randoms())
def test_rows_go_with_the_suits(
    cards: CardAbstraction, board: list[int], change: int, random
) -> None:
    changed = CARD_IMAGES[change, board].tolist()
    random.shuffle(changed)
    assert np.array_equal(cards.rows_on(changed)[COMBO_IMAGES[change]], cards.rows_on(board))


@given(BOARDS.filter(lambda board: len(board) > 3))
def test_training_reads_the_same_rows(
    cards: CardAbstraction, many: CardAbstraction, board: list[int]
) -> None:
    number, order = canonical_board(board)
    canonical = canonical_boards(len(board)).cards[number]
    for abstraction in (cards, many):
        table, rows = abstraction.rows_of_all(canonical[None])[0], abstraction.rows_on(board)
        free = rows >= 0
        assert np.array_equal(table[COMBO_IMAGES[order]][free], rows[free])


def test_rows_of_a_flop_are_those_of_its_centres(cards: CardAbstraction) -> None:
    from ai.abstraction._alike import fill_runout_features  # compiles: only where needed

    features = np.zeros((1326, 32), np.uint16)
    board = parse_cards("QsJs4h")
    fill_runout_features(np.array(board, np.uint8), features)
    gaps = features[:, None].astype(int) - cards.arrays["flop_centres"][None].astype(int)
    distances = np.abs(gaps).sum(axis=2)
    rows = cards.rows_on(board)
    free = np.flatnonzero(rows >= 0)
    assert np.array_equal(distances[free, rows[free]], distances[free].min(axis=1))


def test_premium_hands_have_the_high_rows(cards: CardAbstraction) -> None:
    rows = cards.rows_on(parse_cards("QsJs4h"))
    order = ["QdQc", "JdJc", "AhAc", "AdQd", "KdJd", "8d8c", "Ad7c", "7d2c"]
    found = [int(rows[parse_combo(text)]) for text in order]
    assert min(found[:2]) > max(found[2:])
    assert found[2:] == sorted(found[2:], reverse=True)
    river = cards.rows_on(parse_cards("QsJs4h2d9s"))
    assert river[parse_combo("AsKs")] == cards.num_rows[3] - 1 and river[parse_combo("5d3d")] <= 2


@pytest.mark.parametrize("num_cards", [4, 5])
def test_buckets_hold_like_hands_and_ascend(cards: CardAbstraction, num_cards: int) -> None:
    words = ONES if num_cards == 4 else cards.words
    count = 20_000 if num_cards == 4 else 100_000
    features = random_features(num_cards, count, words, 77, lambda done: None)
    rows = cards.centres(num_cards - 2).nearest_to(features)[0]
    rates = features.mean(axis=1) / TOPS[num_cards]
    sizes = np.bincount(rows, minlength=200)
    means = np.bincount(rows, rates, 200) / np.maximum(sizes, 1)
    within = np.sqrt(np.mean((rates - means[rows]) ** 2))
    assert within < 0.15 * rates.std()
    assert (np.diff(means[sizes > 20]) > -0.02).all()
    assert sizes.max() < 0.06 * count


def test_river_rows_follow_equity(cards: CardAbstraction) -> None:
    board = parse_cards("QsJs4h2d9s")
    rows = cards.rows_on(board)
    free = rows >= 0
    equity = combo_equities(np.ones(1326), board)
    assert np.corrcoef(equity[free], rows[free])[0, 1] > 0.98


def test_answers_come_in_time(cards: CardAbstraction) -> None:
    def least(work: Callable[[], object], count: int) -> float:
        times = []
        for _ in range(count):
            begun = time.thread_time()
            work()
            times.append(time.thread_time() - begun)
        return min(times)

    boards = iter(np.random.default_rng(2).permuted(np.tile(np.arange(52), (99, 1)), axis=1))
    assert least(lambda: cards.rows_on(next(boards)[:4].tolist()), 15) < 0.005
    assert least(lambda: cards.rows_on(next(boards)[:5].tolist()), 15) < 0.002
    decks = np.random.default_rng(3).permuted(
        np.tile(np.arange(52, dtype=np.uint8), (500, 1)), axis=1
    )
    combos = np.arange(500)
    assert least(lambda: cards.rows_of(2, decks[:, :4], combos), 5) < 500 * 60e-6
    assert least(lambda: cards.rows_of(3, decks[:, :5], combos), 5) < 500 * 5e-6


def test_threads_may_ask_at_once(cards: CardAbstraction) -> None:
    decks = np.random.default_rng(4).permuted(np.tile(np.arange(52), (40, 1)), axis=1)
    boards = [deck[:5].tolist() for deck in decks]
    wanted = [cards.rows_on(board).copy() for board in boards]
    wrong: list[list[int]] = []

    def ask() -> None:
        wrong.extend(
            board
            for board, rows in zip(boards, wanted, strict=True)
            if not np.array_equal(cards.rows_on(board), rows)
        )

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.parametrize("board", [(1, 2), (1, 2, 2), (1, 2, 3, 4, 5, 6), (1, 2, 52), (-1, 2, 3)])
def test_what_is_no_board_is_refused(cards: CardAbstraction, board: tuple[int, ...]) -> None:
    with pytest.raises(CardError):
        cards.rows_on(board)


def test_answers_cannot_be_changed(cards: CardAbstraction) -> None:
    with pytest.raises(ValueError, match="read-only"):
        cards.rows_on((1, 2, 3))[0] = 5


def test_files_keep_what_is_saved(many: CardAbstraction, tmp_path: Path) -> None:
    save_abstraction(tmp_path / "cards.safetensors", many, {"seed": 1})
    read = load_abstraction(tmp_path / "cards.safetensors")
    assert read.key == many.key and read.num_rows == (169, 700, 700, 700)
    assert np.array_equal(read.rows_on((1, 2, 3, 4)), many.rows_on((1, 2, 3, 4)))


HOSTILE: dict[str, Callable[[dict[str, np.ndarray]], object]] = {
    "names": lambda arrays: arrays.pop("clusters"),
    "more": lambda arrays: arrays.update(more=np.zeros(1)),
    "clusters": lambda arrays: arrays.update(clusters=np.full(169, 8, np.uint8)),
    "cluster shape": lambda arrays: arrays.update(clusters=np.zeros(168, np.uint8)),
    "flop shape": lambda arrays: arrays.update(flop=arrays["flop"][1:]),
    "flop kind": lambda arrays: arrays.update(flop=arrays["flop"].astype(np.uint8)),
    "flop rows": lambda arrays: arrays.update(flop=arrays["flop"] + np.uint16(700)),
    "too many": lambda arrays: arrays.update(turn_centres=np.zeros((10_001, 32), np.uint16)),
    "none": lambda arrays: arrays.update(turn_centres=np.zeros((0, 32), np.uint16)),
    "flat": lambda arrays: arrays.update(turn_centres=np.zeros(32, np.uint16)),
    "unsorted": lambda arrays: arrays.update(river_centres=arrays["river_centres"][::-1]),
    "large": lambda arrays: arrays.update(river_centres=np.full((9, 8), 1001, np.uint16)),
    "float": lambda arrays: arrays.update(river_centres=np.zeros((9, 8))),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_are_refused(
    many: CardAbstraction, tmp_path: Path, change: Callable[[dict[str, np.ndarray]], object]
) -> None:
    arrays = dict(many.arrays)
    change(arrays)
    path = tmp_path / "cards.safetensors"
    write_tensors(path, {"format_version": 1, "key": many.key}, arrays)
    with pytest.raises(StrategyFileError, match=r"cards\.safetensors"):
        load_abstraction(path)


def test_another_key_and_damage_are_refused(many: CardAbstraction, tmp_path: Path) -> None:
    path = tmp_path / "cards.safetensors"
    write_tensors(path, {"format_version": 1, "key": "0" * 64}, many.arrays)
    with pytest.raises(StrategyFileError, match="key"):
        load_abstraction(path)
    save_abstraction(path, many, {})
    data = bytearray(path.read_bytes())
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(StrategyFileError):
        load_abstraction(path)
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(StrategyFileError, match="damaged"):
        load_abstraction(path)
    with pytest.raises(StrategyFileError):
        load_abstraction(tmp_path / "none.safetensors")
