"""Chances of actions from counts: each level leans on the wider one before it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel


@kernel
def fill_tables(
    fine: NDArray[np.float64],
    wide: NDArray[np.float64],
    situation: int,
    groups: NDArray[np.int32],
    group_class: NDArray[np.int32],
    strength: float,
    lean: NDArray[np.float64],
    learned: NDArray[np.float64],
) -> None:
    """Chances in one situation as ``lean * prior + learned``, for each memory and class.

    Args:
        fine: (memories, situations, classes, kinds) counts.
        wide: (memories, groups, group classes, kinds) counts.
        situation: which.
        groups: (situations, depth), the widest first.
        group_class: (situations, classes).
        strength: observations that the level before counts for.
        lean: (memories, classes), written.
        learned: (memories, classes, kinds), written.
    """
    memories, _, classes, kinds = fine.shape
    depth = groups.shape[1]
    all_classes = np.empty(kinds)
    for memory in range(memories):
        for class_ in range(classes):
            lean[memory, class_] = 1.0
            for kind in range(kinds):
                learned[memory, class_, kind] = 0.0
        for level in range(depth + 1):
            if level < depth:
                counts = wide[memory, groups[situation, level]]
            else:
                counts = fine[memory, situation]
            total = 0.0
            for kind in range(kinds):
                all_classes[kind] = 0.0
                for class_ in range(counts.shape[0]):
                    all_classes[kind] += counts[class_, kind]
                total += all_classes[kind]
            for class_ in range(classes):
                row = group_class[situation, class_] if level < depth else class_
                own = 0.0
                for kind in range(kinds):
                    own += counts[row, kind]
                # First what all classes do here, then what this one does.
                rest = strength / (strength + total)
                part = strength / (strength + own)
                lean[memory, class_] *= rest * part
                for kind in range(kinds):
                    chance = rest * learned[memory, class_, kind]
                    chance += all_classes[kind] / (strength + total)
                    chance = part * chance + counts[row, kind] / (strength + own)
                    learned[memory, class_, kind] = chance
