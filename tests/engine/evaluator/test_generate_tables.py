from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import numpy as np

from engine.evaluator import generate_tables as tables


def test_shipped_tables_are_what_the_generator_makes() -> None:
    generated = tables.generate()
    with np.load(tables.TABLE_FILE, allow_pickle=False) as shipped:
        assert sorted(shipped.files) == sorted(generated)
        for name, table in generated.items():
            assert np.array_equal(shipped[name], table), name
            assert shipped[name].dtype == table.dtype


def test_tables_fit_the_second_level_cache() -> None:
    assert sum(table.nbytes for table in tables.generate().values()) < 400_000


def test_keys_of_up_to_seven_ranks_are_distinct() -> None:
    for keys in (tables.LOW_KEYS, tables.HIGH_KEYS):
        sums = Counter(
            sum(multiset)
            for size in range(8)
            for multiset in combinations_with_replacement(keys, size)
            if all(multiset[i] != multiset[i + 4] for i in range(size - 4))
        )
        assert max(sums.values()) == 1
        assert max(sums) < 1 << 16
