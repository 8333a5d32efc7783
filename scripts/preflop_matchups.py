"""The file of exact all-in results before the flop: ``python -m scripts.preflop_matchups``.

One combo of each of the 169 classes against all others, each over all boards.
"""

from __future__ import annotations

import numpy as np

from ai.equity.matchups import MATCHUPS_FILE, class_examples
from ai.preflop.pairs import count_pairs


def main() -> None:
    """Count the matchups and write the file."""
    wins, ties = count_pairs(class_examples())
    np.savez_compressed(MATCHUPS_FILE, wins=wins.astype(np.uint32), ties=ties.astype(np.uint32))


if __name__ == "__main__":
    main()
