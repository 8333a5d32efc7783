from weakref import ref

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.blueprint.blueprint import ONE, decoded, quantised, value_offsets
from engine.tree import DECISION
from tests.naive.blueprints import random_blueprint

pytestmark = pytest.mark.slow


rows = st.lists(st.lists(st.floats(0.0, 1e6), min_size=1, max_size=6), min_size=1, max_size=30)


@given(rows, st.sampled_from([255, 51, 17]))
def test_rows_of_bytes_sum_to_one_and_are_near(found, steps):
    flat = np.array([number for row in found for number in row])
    widths = np.array([len(row) for row in found])
    kept = quantised(flat, widths, np.full(len(widths), steps))
    assert not (kept % (ONE // steps)).any()
    start = 0
    for row in found:
        part = decoded(kept[start : start + len(row)])
        start += len(row)
        total = sum(row)
        expected = np.array(row) / total if total > 0 else np.full(len(row), 1 / len(row))
        assert kept[start - len(row) : start].sum() == ONE and abs(part.sum() - 1.0) < 1e-12
        assert np.abs(part - expected).max() < 1 / steps + 1e-9


def test_probabilities_of_0_and_1_stay_exact():
    flat, widths = np.array([0.0, 1.0, 0.0, 0.25, 0.75]), np.array([3, 2])
    assert quantised(flat, widths, np.array([255, 255])).tolist() == [0, 255, 0, 64, 191]
    assert quantised(flat, widths, np.array([51, 51])).tolist() == [0, 255, 0, 65, 190]


def test_the_table_is_shared_and_values_stand_where_the_first_two_streets_are():
    blueprint = random_blueprint("holdem-nolimit@10", "50,a/a")
    tree, table, start = blueprint.tree, blueprint.table, 0
    held = ref(table)  # it is shared, and goes with its last holder
    assert blueprint.table is table
    del table
    assert held() is None
    for node in range(tree.num_nodes):
        block = blueprint.value_block(node)
        if tree.kind[node] != DECISION or tree.street[node] > 1:
            assert block is None
        else:
            assert (block.ravel() == blueprint.values[start : start + block.size]).all()
            start += block.size
    assert start == len(blueprint.values) == value_offsets(tree, blueprint.cards.num_rows)[1]
