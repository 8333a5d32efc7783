"""The file of exact all-in equities before the flop: ``python -m scripts.preflop_matchups``.

One combo of each of the 169 classes is evaluated against all others up to suit isomorphism: 47,008
matchups, each over all boards; five minutes on one core.
"""

from __future__ import annotations

import numpy as np

from ai.equity.matchups import MATCHUPS_FILE, class_examples
from engine.combos import NUM_CLASSES, NUM_HOLDEM_COMBOS, combo_cards
from engine.equity import COMBO_IMAGES, equity


def main() -> None:
    """Enumerate the matchups and write the file."""
    images, masks = COMBO_IMAGES.astype(np.int64), 1 << combo_cards().astype(np.int64)
    held = masks.sum(axis=1)
    points = np.zeros((NUM_CLASSES, NUM_HOLDEM_COMBOS), np.uint32)
    for place, own in enumerate(class_examples().tolist()):
        renamings = images[images[:, own] == own]
        least = renamings.min(axis=0)
        hero = np.zeros(NUM_HOLDEM_COMBOS)
        hero[own] = 1.0
        for other in np.flatnonzero((held & held[own]) == 0).tolist():
            if least[other] < other:
                points[place, other] = points[place, least[other]]
                continue
            villain = np.zeros(NUM_HOLDEM_COMBOS)
            villain[other] = 1.0
            counts = equity(hero, villain).counts
            assert counts is not None
            points[place, other] = 2 * counts[0] + counts[1]
        print(f"class {place + 1} of {NUM_CLASSES}", flush=True)
    np.savez_compressed(MATCHUPS_FILE, points=points)


if __name__ == "__main__":
    main()
