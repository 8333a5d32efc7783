from dataclasses import replace
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.abstraction import classes as module
from ai.abstraction.buckets import Buckets
from ai.abstraction.canonical import (
    CARD_IMAGES,
    COMBO_IMAGES,
    NUM_BOARDS,
    ORDER_BITS,
    ORDER_PRODUCTS,
    SUIT_ORDERS,
    canonical_board,
    canonical_boards,
    child_table,
    flop_table,
)
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
from ai.abstraction.classes import with_classes
from ai.abstraction.tables import BucketTables, fill_hands, fill_ranges
from ai.files.arrays import open_tensors, write_tensors
from engine.cards import NUM_CARDS, parse_cards
from engine.combos import CLASS_OF_COMBO, NUM_CLASSES, combo_cards, combo_index
from engine.equity import COMBO_MASKS
from engine.errors import CardError, EngineError, StrategyFileError
from engine.evaluator import CARD_MASKS
from engine.jobs import JobControl
from engine.rng import rng_state
from tests.naive.abstraction import river_feature, runout_feature

pytestmark = pytest.mark.slow

BOARDS = st.integers(3, 5).flatmap(
    lambda size: st.permutations(range(52)).map(lambda cards: cards[:size])
)


@pytest.fixture(scope="module")
def cards():
    return shipped_abstraction()


@pytest.fixture(scope="module")
def many():
    rng = np.random.default_rng(1)
    arrays = {
        "flop": np.zeros((1755, 1326), np.uint16),
        "clusters": rng.integers(0, 8, 169).astype(np.uint8),
    }
    for name, size, top in (("flop", 32, 1081), ("turn", 32, 1012), ("river", 8, 1000)):
        centres = rng.integers(0, top + 1, (700, size)).astype(np.uint16)
        arrays[f"{name}_centres"] = centres[np.argsort(centres.sum(axis=1))]
    return CardAbstraction(arrays)


CLASSED = "1000,30x32,60x16"


def test_shipped_abstractions_are_found_and_have_169_preflop_classes(cards):
    assert cards.num_rows == (169, 1000, 400, 220)
    for buckets, rows in ((SHIPPED_BUCKETS, cards.num_rows), (CLASSED, (169, 1000, 960, 960))):
        one = shipped_with(buckets)
        with open_tensors(shipped_path(buckets), "card buckets", 1) as file:
            assert file.record["key"] == one.key and one.num_rows == rows
        assert find_shipped_abstraction(one.key) is one
    assert find_shipped_abstraction("none") is shipped_with("1,2,3") is None
    assert np.array_equal(cards.rows_on(()), CLASS_OF_COMBO)
    combos = np.array([0, 700, 1325])
    rows = cards.rows_of(0, np.empty((3, 0), np.uint8), combos)
    assert np.array_equal(rows, CLASS_OF_COMBO[combos])


@pytest.mark.ci
@settings(max_examples=40)
@given(BOARDS, st.integers(0, 23), st.randoms())
def test_row_lookups_agree_and_are_suit_invariant(cards, many, board, change, random):
    street = {3: 1, 4: 2, 5: 3}[len(board)]
    combos = np.arange(0, 1326, 7 if street == 2 else 1)
    boards = np.tile(np.array(board, np.uint8), (len(combos), 1))
    rows = cards.rows_on(board)
    assert np.array_equal(cards.rows_of(street, boards, combos), rows[combos])
    assert (rows >= 0).sum() == (52 - len(board)) * (51 - len(board)) // 2
    assert rows.max() < cards.num_rows[street]
    changed = CARD_IMAGES[change, board].tolist()
    random.shuffle(changed)
    assert np.array_equal(cards.rows_on(changed)[COMBO_IMAGES[change]], rows)
    if street > 1:  # as training reads them
        number, order = canonical_board(board)
        canonical = canonical_boards(len(board)).cards[number]
        for abstraction in (cards, many):
            table, rows = abstraction.rows_of_all(canonical[None])[0], abstraction.rows_on(board)
            assert np.array_equal(table[COMBO_IMAGES[order]][rows >= 0], rows[rows >= 0])


@pytest.mark.parametrize(
    ("text", "step"),
    [
        *(("QsJs4h", 400), ("AhTd7c2s", 300), ("AhTh7h2h", 300)),
        *((text, 60) for text in ("AhTh7h2h3h", "Kc9c8c7c6c", "AhAdAcKsKh", "7c7d7h7s2c")),
        *((text, 60) for text in ("9h8h7h6h5h", "2c3d4h5s6c", "QsQdJhJc4s", "Ah2h3h4h9s")),
    ],
)
def test_rows_belong_to_the_nearest_centres(cards, text, step):
    """Earth mover's distance before the river, squared distance on it, counted one by one."""
    board = parse_cards(text)
    rows, name = cards.rows_on(board), ("flop", "turn", "river")[len(board) - 3]
    centres = cards.arrays[f"{name}_centres"].astype(int)
    for combo in np.flatnonzero(rows >= 0)[::step]:
        hole = combo_cards()[combo].tolist()
        if len(board) < 5:
            gaps = np.abs(np.array(runout_feature(hole, board)) - centres).sum(axis=1)
        else:
            feature = river_feature(hole, board, cards.arrays["clusters"])
            gaps = ((np.array(feature) - centres) ** 2).sum(axis=1)
        assert gaps[rows[combo]] == gaps.min()


@pytest.mark.parametrize("board", [(1, 2), (1, 2, 2), (1, 2, 3, 4, 5, 6), (1, 2, 52), (-1, 2, 3)])
def test_invalid_boards_are_rejected(cards, board):
    with pytest.raises(CardError):
        cards.rows_on(board)
    with pytest.raises(ValueError, match="read-only"):
        cards.rows_on((1, 2, 3))[0] = 5


CENTRES = np.zeros((10_001, 32), np.uint16)
ODD = (np.full((9, 8), 1001, np.uint16), np.zeros((9, 8)))
HOSTILE = [
    *(("clusters", lambda _, odd=odd: odd, "") for odd in (None, np.full(169, 8, "u1"))),
    ("clusters", lambda _: np.zeros(168, "u1"), ""),
    ("more", lambda _: np.zeros(1), ""),
    ("flop", lambda a: a[1:], ""),
    ("flop", lambda a: a.astype("u1"), ""),
    ("flop", lambda a: a + np.uint16(700), ""),
    *(("turn_centres", lambda _, odd=odd: odd, "") for odd in (CENTRES, CENTRES[:0], CENTRES[0])),
    *(("river_centres", lambda _, odd=odd: odd, "") for odd in ODD),
    ("river_centres", lambda a: a[::-1].copy(), ""),
    ("turn_classes", lambda a: a.astype(np.uint16), "invalid"),
    ("turn_classes", lambda a: a[1:], "invalid"),
    ("river_classes", lambda a: a[:, 0], "invalid"),
    ("river_classes", lambda a: a + np.uint8(100), "too many"),
    ("river_classes", lambda a: a[:, ::-1].copy(), "key"),
    ("flop_classes", lambda _: np.zeros(1), "not those of card buckets"),
]


@pytest.mark.parametrize(("name", "change", "words"), HOSTILE)
def test_hostile_files_are_rejected(many, classed, tmp_path, name, change, words):
    abstraction = classed if name.endswith("classes") else many
    arrays = dict(abstraction.arrays)
    found = change(arrays.pop(name, None))
    arrays |= {} if found is None else {name: found}
    path = tmp_path / "cards.safetensors"
    write_tensors(path, {"format_version": 1, "key": abstraction.key}, arrays)
    with pytest.raises(StrategyFileError, match=rf"cards\.safetensors.*{words}"):
        load_abstraction(path)


def test_files_round_trip_and_other_keys_are_rejected(many, classed, tmp_path):
    path = tmp_path / "cards.safetensors"
    assert classed.key != shipped_abstraction().key
    for abstraction, board in ((classed, (4, 9, 50, 17, 30)), (many, (1, 2, 3, 4))):
        save_abstraction(path, abstraction, {"seed": 1})
        read = load_abstraction(path)
        assert (read.key, read.num_rows) == (abstraction.key, abstraction.num_rows)
        assert np.array_equal(read.rows_on(board), abstraction.rows_on(board))
    write_tensors(path, {"format_version": 1, "key": "0" * 64}, many.arrays)
    with pytest.raises(StrategyFileError, match="key"):
        load_abstraction(path)
    with pytest.raises(StrategyFileError):
        load_abstraction(tmp_path / "none.safetensors")


def test_board_counts_match_published_figures():
    for num_cards in (3, 4, 5):
        boards = canonical_boards(num_cards)
        assert len(boards.cards) == NUM_BOARDS[num_cards]
        assert boards.sizes.sum(dtype=int) == comb(NUM_CARDS, num_cards)
        assert (np.diff(boards.keys) > 0).all()


@given(BOARDS, st.integers(0, 23), st.randoms())
def test_suit_order_maps_a_board_to_its_canonical_form(board, change, random):
    number, order = canonical_board(board)
    assert sorted(CARD_IMAGES[order, board]) == canonical_boards(len(board)).cards[number].tolist()
    changed = CARD_IMAGES[change, board].tolist()
    random.shuffle(changed)
    assert canonical_board(changed)[0] == number


def test_suit_permutation_tables_agree_with_the_cards():
    assert len(np.unique(COMBO_IMAGES.min(axis=0))) == NUM_CLASSES
    assert SUIT_ORDERS[0].tolist() == [0, 1, 2, 3]
    for first in range(24):
        assert (CARD_IMAGES[:, CARD_IMAGES[first]] == CARD_IMAGES[ORDER_PRODUCTS[:, first]]).all()
    rng, table = np.random.default_rng(1), flop_table()
    for order, combo in zip(rng.integers(0, 24, 200), rng.integers(0, 1326, 200), strict=True):
        cards = CARD_IMAGES[order, combo_cards()[combo]].tolist()
        assert COMBO_IMAGES[order, combo] == combo_index(cards)
    for place, flop in enumerate(sorted(combinations(range(12), 3), key=lambda f: f[::-1])):
        number, order = canonical_board(flop)
        assert table[place] == number << ORDER_BITS | order


@pytest.mark.parametrize("num_cards", [3, 4])
def test_child_boards_add_one_card(num_cards):
    table, parents = child_table(num_cards), canonical_boards(num_cards).cards
    assert ((table == -1).sum(axis=1) == num_cards).all()
    for parent in np.random.default_rng(2).integers(0, len(parents), 50).tolist():
        for card in np.flatnonzero(table[parent] >= 0).tolist():
            number, order = canonical_board([*parents[parent].tolist(), card])
            assert table[parent, card] == number << ORDER_BITS | order


HANDS = (1_000, 400, 220)
FLOP_CLASSES = 19


@pytest.fixture(scope="module")
def classed():
    flops, all_cards = canonical_boards(3).cards.astype(int), np.arange(52)
    suits_met = ((flops & 3)[..., None] == (all_cards & 3)).sum(axis=-2)
    turns = 4 * np.arange(len(flops))[:, None] + suits_met + (all_cards >> 2)
    rivers = turns[:, :, None] + 5 * turns[:, None, :]
    classes = {"turn_classes": turns, "river_classes": rivers}
    classes = {name: (each % FLOP_CLASSES).astype(np.uint8) for name, each in classes.items()}
    return CardAbstraction(shipped_abstraction().arrays | classes)


def deals(count, size):
    drawn = np.random.default_rng(5).random((count, 52)).argsort(axis=1)
    return drawn[:, :size].astype(np.uint8)


def test_combo_rows_match_range_rows_and_follow_suits_and_the_flop(classed):
    assert classed.num_rows == (169, 1_000, 400 * FLOP_CLASSES, 220 * FLOP_CLASSES)
    rng, combos, moved = np.random.default_rng(2), np.arange(0, 1326, 31), 0
    for size in (3, 4, 5):
        for board in deals(20, size):
            rows = classed.rows_on(board.tolist())
            single = classed.rows_of(size - 2, np.tile(board, (len(combos), 1)), combos)
            assert np.array_equal(single, rows[combos])
            assert rows.max() < classed.num_rows[size - 2]
            assert ((rows == -1) == (COMBO_MASKS & CARD_MASKS[board].sum() != 0)).all()
            order = rng.integers(24)
            changed = CARD_IMAGES[order, board]
            changed = [*rng.permutation(changed[:3]), *changed[3:]]
            assert np.array_equal(classed.rows_on(changed)[COMBO_IMAGES[order]], rows)
            if size == 5:
                swapped = classed.rows_on(board[[0, 1, 2, 4, 3]].tolist())
                assert np.array_equal(swapped[rows >= 0] % HANDS[2], rows[rows >= 0] % HANDS[2])
                moved += not np.array_equal(swapped, rows)
    assert moved > 10


def test_deals_and_ranges_get_the_rows_of_their_classes(classed):
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
        assert len(set(wanted.tolist())) == FLOP_CLASSES
        assert np.array_equal(rows[:, 0, street], wanted)
        assert np.array_equal(rows[:, 1, street], wanted)
        assert (ranges[:, street] == wanted[:, None]).all()


def test_isomorphic_boards_share_their_classes(monkeypatch):
    few = replace(canonical_boards(3), cards=canonical_boards(3).cards[::400])
    monkeypatch.setattr(module, "canonical_boards", lambda size: few)
    monkeypatch.setattr(module, "FITTED", 300)
    low, high = combo_cards().T
    rows = (8 * (low >> 2) + 8 * (high >> 2)).astype(np.uint8)  # by ranks
    later = [np.tile(rows, (NUM_BOARDS[size], 1)) for size in (4, 5)]
    cards, buckets = shipped_abstraction(), Buckets(HANDS, (1, 3, 5))
    tables = BucketTables(cards.num_rows, cards.arrays["flop"], *later)

    def made(seed):
        return with_classes(cards, tables, buckets, seed, JobControl())

    first = made(1)
    assert 400 < first.num_rows[2] <= 1_200 and 220 < first.num_rows[3] <= 1_100
    assert first.key == made(1).key != made(2).key
    assert first.plain.key == cards.key
    turns, rivers = first.arrays["turn_classes"], first.arrays["river_classes"]
    assert turns.shape == (5, 52) and rivers.shape == (5, 52, 52)
    for flop, turn, river in zip(few.cards, turns, rivers, strict=True):
        for images in CARD_IMAGES:
            if set(images[flop].tolist()) == set(flop.tolist()):
                assert np.array_equal(turn[images], turn)
                assert np.array_equal(river[images][:, images], river)
    only = with_classes(cards, tables, Buckets(HANDS, (1, 1, 5)), 1, JobControl())
    assert only.num_rows[2] == 400 and "turn_classes" not in only.arrays


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
