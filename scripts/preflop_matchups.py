"""The file of exact all-in results before the flop: ``python -m scripts.preflop_matchups``.

One combo of each of the 169 classes against all others up to suit isomorphism: 47,008 matchups,
each over all boards; half a minute on two cores.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ai.equity.matchups import MATCHUPS_FILE, class_examples, count_class_matchups
from engine.combos import NUM_CLASSES


def main() -> None:
    """Enumerate the matchups and write the file."""
    with ThreadPoolExecutor() as pool:
        rows = []
        for row in pool.map(count_class_matchups, class_examples().tolist()):
            rows.append(row)
            sys.stderr.write(f"\rclass {len(rows)} of {NUM_CLASSES}")
    counts = np.array(rows, np.uint32)
    np.savez_compressed(MATCHUPS_FILE, wins=counts[:, 0], ties=counts[:, 1])


if __name__ == "__main__":
    main()
