import numpy as np
import pytest
from hypothesis import given, settings
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
from ai.files.arrays import open_tensors, write_tensors
from engine.cards import parse_cards
from engine.combos import CLASS_OF_COMBO, combo_cards
from engine.errors import CardError, StrategyFileError
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


def test_the_shipped_ones_are_found_and_have_the_169_classes(cards):
    assert cards.num_rows == (169, 1000, 400, 220)
    assert find_shipped_abstraction(cards.key) is shipped_with(SHIPPED_BUCKETS) is cards
    classed = shipped_with("1000,30x32,60x16")
    assert classed.num_rows == (169, 1000, 960, 960)
    for one in (cards, classed):
        path = shipped_path(SHIPPED_BUCKETS if one is cards else "1000,30x32,60x16")
        with open_tensors(path, "card buckets", 1) as file:
            record = file.record
        assert find_shipped_abstraction(record["key"]) is one and record["key"] == one.key
    assert find_shipped_abstraction("none") is shipped_with("1,2,3") is None
    assert np.array_equal(cards.rows_on(()), CLASS_OF_COMBO)
    combos = np.array([0, 700, 1325])
    rows = cards.rows_of(0, np.empty((3, 0), np.uint8), combos)
    assert np.array_equal(rows, CLASS_OF_COMBO[combos])


@pytest.mark.ci
@settings(max_examples=40)
@given(BOARDS, st.integers(0, 23), st.randoms())
def test_every_caller_has_the_same_rows_whatever_the_suits(cards, many, board, change, random):
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
def test_rows_are_those_of_the_nearest_centres(cards, text, step):
    """By earth mover's distance before the river, by squares there, counted one by one."""
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
def test_what_is_no_board_is_refused(cards, board):
    with pytest.raises(CardError):
        cards.rows_on(board)
    with pytest.raises(ValueError, match="read-only"):
        cards.rows_on((1, 2, 3))[0] = 5


CENTRES = np.zeros((10_001, 32), np.uint16)
HOSTILE = {
    "clusters": (lambda a: None, lambda a: np.full(169, 8, "u1"), lambda a: np.zeros(168, "u1")),
    "more": (lambda a: np.zeros(1),),
    "flop": (lambda a: a[1:], lambda a: a.astype("u1"), lambda a: a + np.uint16(700)),
    "turn_centres": (lambda a: CENTRES, lambda a: CENTRES[:0], lambda a: CENTRES[0]),
    "river_centres": (
        lambda a: a[::-1].copy(),
        lambda a: np.full((9, 8), 1001, np.uint16),
        lambda a: np.zeros((9, 8)),
    ),
}


@pytest.mark.parametrize(
    ("name", "change"), [(name, make) for name, changes in HOSTILE.items() for make in changes]
)
def test_hostile_files_are_refused(many, tmp_path, name, change):
    arrays = dict(many.arrays)
    found = change(arrays.pop(name, None))
    arrays |= {} if found is None else {name: found}
    path = tmp_path / "cards.safetensors"
    write_tensors(path, {"format_version": 1, "key": many.key}, arrays)
    with pytest.raises(StrategyFileError, match=r"cards\.safetensors"):
        load_abstraction(path)


def test_files_keep_what_is_saved_and_damage_is_refused(many, tmp_path):
    path = tmp_path / "cards.safetensors"
    save_abstraction(path, many, {"seed": 1})
    read = load_abstraction(path)
    assert read.key == many.key and read.num_rows == (169, 700, 700, 700)
    assert np.array_equal(read.rows_on((1, 2, 3, 4)), many.rows_on((1, 2, 3, 4)))
    data = bytearray(path.read_bytes())
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(StrategyFileError):
        load_abstraction(path)
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(StrategyFileError, match="damaged"):
        load_abstraction(path)
    write_tensors(path, {"format_version": 1, "key": "0" * 64}, many.arrays)
    with pytest.raises(StrategyFileError, match="key"):
        load_abstraction(path)
    with pytest.raises(StrategyFileError):
        load_abstraction(tmp_path / "none.safetensors")
