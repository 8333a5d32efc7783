from collections import Counter
from itertools import combinations_with_replacement

import numpy as np

from engine.evaluator import tables
from scripts.evaluator_tables import generate


def test_shipped_tables_are_what_the_generator_makes():
    generated = generate()
    with np.load(tables.TABLE_FILE, allow_pickle=False) as shipped:
        assert sorted(shipped.files) == sorted(generated)
        for name, table in generated.items():
            assert np.array_equal(shipped[name], table), name
            assert shipped[name].dtype == table.dtype


def test_keys_of_up_to_seven_ranks_are_distinct():
    for keys in (tables.LOW_KEYS, tables.HIGH_KEYS):
        sums = Counter(
            sum(ranks)
            for size in range(8)
            for ranks in combinations_with_replacement(keys, size)
            if all(ranks[i] != ranks[i + 4] for i in range(size - 4))
        )
        assert max(sums.values()) == 1 and max(sums) < 1 << 16
