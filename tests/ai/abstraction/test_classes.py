from dataclasses import replace

import numpy as np
import pytest

from ai.abstraction import classes as module
from ai.abstraction.buckets import Buckets
from ai.abstraction.canonical import CARD_IMAGES, COMBO_IMAGES, NUM_BOARDS, canonical_boards
from ai.abstraction.cards import (
    CardAbstraction,
    load_abstraction,
    save_abstraction,
    shipped_abstraction,
)
from ai.abstraction.classes import with_classes
from ai.abstraction.tables import BucketTables, fill_hands, fill_ranges
from ai.files.arrays import write_tensors
from engine.combos import combo_cards, combo_index
from engine.equity import COMBO_MASKS
from engine.errors import EngineError, StrategyFileError
from engine.evaluator import CARD_MASKS
from engine.jobs import JobControl
from engine.rng import rng_state

pytestmark = pytest.mark.slow

HANDS = (1_000, 400, 220)
NUM_CLASSES = 19


def suits_met(board, cards):
    return ((board & 3)[..., None] == (cards & 3)).sum(axis=-2)


@pytest.fixture(scope="module")
def classed():
    flops, all_cards = canonical_boards(3).cards.astype(int), np.arange(52)
    turns = 4 * np.arange(len(flops))[:, None] + suits_met(flops, all_cards) + (all_cards >> 2)
    rivers = turns[:, :, None] + 5 * turns[:, None, :]
    return CardAbstraction(
        {
            **shipped_abstraction().arrays,
            "turn_classes": (turns % NUM_CLASSES).astype(np.uint8),
            "river_classes": (rivers % NUM_CLASSES).astype(np.uint8),
        }
    )


def deals(count, size, seed=5):
    return (
        np.random.default_rng(seed).random((count, 52)).argsort(axis=1)[:, :size].astype(np.uint8)
    )


def test_one_combo_has_the_row_of_the_whole_range(classed):
    assert classed.num_rows == (169, 1_000, 400 * NUM_CLASSES, 220 * NUM_CLASSES)
    for size in (3, 4, 5):
        for board in deals(20, size):
            rows = classed.rows_on(board.tolist())
            combos = np.arange(0, 1326, 31)
            single = classed.rows_of(size - 2, np.tile(board, (len(combos), 1)), combos)
            assert np.array_equal(single, rows[combos])
            assert rows.max() < classed.num_rows[size - 2]
            assert ((rows == -1) == (COMBO_MASKS & CARD_MASKS[board].sum() != 0)).all()


def test_rows_go_with_the_suits_and_with_what_came_first(classed):
    rng, moved = np.random.default_rng(2), 0
    for board in deals(20, 5):
        rows = classed.rows_on(board.tolist())
        order = rng.integers(24)
        changed = CARD_IMAGES[order, board]
        changed = [*rng.permutation(changed[:3]), *changed[3:]]
        assert np.array_equal(classed.rows_on(changed)[COMBO_IMAGES[order]], rows)
        swapped = classed.rows_on(board[[0, 1, 2, 4, 3]].tolist())
        assert np.array_equal(swapped[rows >= 0] % HANDS[2], rows[rows >= 0] % HANDS[2])
        moved += not np.array_equal(swapped, rows)
    assert moved > 10


def test_deals_and_ranges_have_the_rows_of_their_classes(classed):
    plain = classed.plain
    assert plain.key == shipped_abstraction().key and plain.plain is plain
    blank = [np.zeros((boards, 1326), np.uint8) for boards in NUM_BOARDS.values()]
    tables = BucketTables(classed.num_rows, *blank, *classed.starts)
    count = 300
    cards, rows = np.zeros((count, 9), np.uint8), np.zeros((count, 2, 4), np.uint16)
    fill_hands(tables.arrays, rng_state(4), cards, rows, np.zeros((count, 2), np.int32))
    ranges = np.zeros((count, 4, 1326), np.uint16)
    fill_ranges(tables.arrays, cards[:, 4:], np.full(count, 3, np.int8), ranges)
    for street, size in ((2, 4), (3, 5)):
        combos = np.array([combo_index(deal[:2].tolist()) for deal in cards])
        board = cards[:, 4 : 4 + size]
        wanted = classed.rows_of(street, board, combos) - plain.rows_of(street, board, combos)
        assert len(set(wanted.tolist())) == NUM_CLASSES
        assert np.array_equal(rows[:, 0, street], wanted)
        assert np.array_equal(rows[:, 1, street], wanted)
        assert (ranges[:, street] == wanted[:, None]).all()


@pytest.fixture
def few(monkeypatch):
    flops = canonical_boards(3).cards[::400]
    few = replace(canonical_boards(3), cards=flops)
    monkeypatch.setattr(module, "canonical_boards", lambda size: few)
    monkeypatch.setattr(module, "FITTED", 300)
    return flops


def by_ranks():
    low, high = combo_cards().T
    rows = (8 * (low >> 2) + 8 * (high >> 2)).astype(np.uint8)
    later = [np.tile(rows, (NUM_BOARDS[size], 1)) for size in (4, 5)]
    cards = shipped_abstraction()
    return BucketTables(cards.num_rows, cards.arrays["flop"], *later)


def test_classes_are_the_same_for_boards_that_are_alike(few):
    cards, tables, buckets = shipped_abstraction(), by_ranks(), Buckets(HANDS, (1, 3, 5))

    def made(seed):
        return with_classes(cards, tables, buckets, seed, JobControl())

    first = made(1)
    assert 400 < first.num_rows[2] <= 1_200 and 220 < first.num_rows[3] <= 1_100
    assert first.key == made(1).key != made(2).key
    assert first.plain.key == cards.key
    turns, rivers = first.arrays["turn_classes"], first.arrays["river_classes"]
    assert turns.shape == (5, 52) and rivers.shape == (5, 52, 52)
    for flop, turn, river in zip(few, turns, rivers, strict=True):
        for images in CARD_IMAGES:
            if set(images[flop].tolist()) == set(flop.tolist()):
                assert np.array_equal(turn[images], turn)
                assert np.array_equal(river[images][:, images], river)
    only = with_classes(cards, tables, Buckets(HANDS, (1, 1, 5)), 1, JobControl())
    assert only.num_rows[2] == 400 and "turn_classes" not in only.arrays


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        ("turn_classes", lambda given: given.astype(np.uint16), "invalid"),
        ("turn_classes", lambda given: given[1:], "invalid"),
        ("river_classes", lambda given: given[:, 0], "invalid"),
        ("river_classes", lambda given: given + np.uint8(100), "too many"),
        ("river_classes", lambda given: given[:, ::-1].copy(), "key"),
        ("flop_classes", lambda given: np.zeros(1), "not those of card buckets"),
    ],
)
def test_files_keep_classes_and_hostile_ones_are_refused(classed, tmp_path, name, change, words):
    path, board = tmp_path / "cards.safetensors", (4, 9, 50, 17, 30)
    save_abstraction(path, classed, {})
    read = load_abstraction(path)
    assert read.key == classed.key != shipped_abstraction().key
    assert np.array_equal(read.rows_on(board), classed.rows_on(board))
    arrays = {**classed.arrays, name: change(classed.arrays.get(name))}
    write_tensors(path, {"format_version": 1, "key": classed.key}, arrays)
    with pytest.raises(StrategyFileError, match=words):
        load_abstraction(path)


def test_buckets_as_text():
    for text, written, rows in (
        ("50", "50,50,50", (50, 50, 50)),
        (" 9, 8 ,7", "9,8,7", (9, 8, 7)),
        ("1000,1x32, 60 x 16", "1000,32,60x16", (1000, 32, 960)),
    ):
        found = Buckets.parse(text)
        assert (str(found), found.rows) == (written, rows)
        assert Buckets.parse(written) == found
    for text in (
        *("", "1,2", "9,8,7,6", "x,9,9", "9,9,3x", "9,9,2x3x4", "60x16", "9,9,257x2", "9,0x9,9"),
        *("1,9,9", "9,101x100,9", "1001,9,9", "9,-2,9", "9,9,\u0663x3", "9,9,999999"),
    ):
        with pytest.raises(EngineError):
            Buckets.parse(text)
