"""Chances of actions from counts, and counts from hands.

Counts are kept by memory, in situations and in groups of situations. Each level leans on the wider
one before it: with n observations of a hand's class the level before counts for ``strength`` more.
At the widest level what all classes do stands between the prior and the classes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import borrowing_kernel, kernel


@borrowing_kernel
def _lean_on(
    prior: float, learned: NDArray[np.float64], counts: NDArray[np.float64], strength: float
) -> float:
    """One level: ``learned`` (kinds,) becomes that with counts (kinds,); the prior's new weight."""
    total = 0.0
    for kind in range(counts.shape[0]):
        total += counts[kind]
    kept = strength / (strength + total)
    for kind in range(counts.shape[0]):
        learned[kind] = kept * learned[kind] + counts[kind] / (strength + total)
    return kept * prior


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
    everybody = np.empty(kinds)
    for memory in range(memories):
        widest = wide[memory, groups[situation, 0]]
        for kind in range(kinds):
            everybody[kind] = 0.0
            for class_ in range(widest.shape[0]):
                everybody[kind] += widest[class_, kind]
        for class_ in range(classes):
            row = group_class[situation, class_]
            chances = learned[memory, class_]
            chances[:] = 0.0
            weight = _lean_on(1.0, chances, everybody, strength)
            for level in range(groups.shape[1]):
                counts = wide[memory, groups[situation, level], row]
                weight = _lean_on(weight, chances, counts, strength)
            counts = fine[memory, situation, class_]
            lean[memory, class_] = _lean_on(weight, chances, counts, strength)


@kernel
def fill_whole(
    fine: NDArray[np.float64],
    wide: NDArray[np.float64],
    groups: NDArray[np.int32],
    group_class: NDArray[np.int32],
    strength: float,
    trust: NDArray[np.float64],
    prior: NDArray[np.float64],
    whole: NDArray[np.float64],
) -> None:
    """Chances in all situations: ``whole`` (situations, classes, kinds), written.

    ``prior`` has the same shape; ``trust`` (memories,) sums to 1; the rest as ``fill_tables`` has
    it.
    """
    memories, situations, classes, kinds = fine.shape
    lean = np.empty((memories, classes))
    learned = np.empty((memories, classes, kinds))
    for situation in range(situations):
        fill_tables(fine, wide, situation, groups, group_class, strength, lean, learned)
        for class_ in range(classes):
            for kind in range(kinds):
                chance = 0.0
                for memory in range(memories):
                    own = lean[memory, class_] * prior[situation, class_, kind]
                    chance += trust[memory] * (own + learned[memory, class_, kind])
                whole[situation, class_, kind] = chance


@kernel
def learn_hand(
    fine: NDArray[np.float64],
    wide: NDArray[np.float64],
    seen: NDArray[np.float64],
    foreseen: NDArray[np.float64],
    groups: NDArray[np.int32],
    group_class: NDArray[np.int32],
    strength: float,
    fade: NDArray[np.float64],
    trust: NDArray[np.float64],
    situations: NDArray[np.int64],
    kinds_done: NDArray[np.int64],
    taken: NDArray[np.bool_],
    classes: NDArray[np.int32],
    prior: NDArray[np.float64],
    expected: NDArray[np.float64],
    weights: NDArray[np.float64],
    foretold: NDArray[np.float64],
) -> None:
    """Count what a seat did in one hand; the rest as ``fill_tables`` has it.

    Args:
        fine: counts, faded and added to.
        wide: counts, faded and added to.
        seen: (situations, 3) how often the seat folded, called and raised, added to.
        foreseen: (situations, 3) how often the prior expected it, added to.
        groups: of situations.
        group_class: classes in groups.
        strength: observations that a level counts for.
        fade: (memories,) what a hand leaves of the counts.
        trust: (memories,) weight of each memory, sum 1.
        situations: (steps,) where the seat acted.
        kinds_done: (steps,) what it did.
        taken: (steps, kinds) the kinds that are taken for the same action there.
        classes: (steps, combos), -1 where blocked.
        prior: (steps, combos) the prior's chance of what was done.
        expected: (steps, combos, 3) the prior's chances to fold, call and raise.
        weights: (combos,) how likely each combo was before it acted; become how likely
            afterwards, and sum to 1. If none could have acted so they stay as likely.
        foretold: (memories,) written: chance of all that was done.
    """
    memories, _, num_classes, kinds = fine.shape
    steps, combos = classes.shape
    lean = np.empty((memories, num_classes))
    learned = np.empty((memories, num_classes, kinds))
    base = np.empty(num_classes)
    each = np.empty((memories, combos))
    start = 0.0
    for combo in range(combos):
        start += weights[combo]
    for memory in range(memories):
        for combo in range(combos):
            each[memory, combo] = weights[combo] / start
    product = weights.copy()
    for step in range(steps):
        fill_tables(fine, wide, situations[step], groups, group_class, strength, lean, learned)
        mixed = np.zeros(combos)
        for memory in range(memories):
            for class_ in range(num_classes):
                base[class_] = 0.0
                for kind in range(kinds):
                    if taken[step, kind]:
                        base[class_] += learned[memory, class_, kind]
            for combo in range(combos):
                class_ = classes[step, combo]
                chance = 0.0
                if class_ >= 0:
                    chance = lean[memory, class_] * prior[step, combo] + base[class_]
                each[memory, combo] *= chance
                mixed[combo] += trust[memory] * chance
        for combo in range(combos):
            product[combo] *= mixed[combo]
    for memory in range(memories):
        foretold[memory] = 0.0
        for combo in range(combos):
            foretold[memory] += each[memory, combo]
    whole = 0.0
    for combo in range(combos):
        whole += product[combo]
    for combo in range(combos):
        weights[combo] = product[combo] / whole if whole > 0.0 else weights[combo] / start
    for step in range(steps):
        situation = situations[step]
        seen[situation, min(kinds_done[step], 2)] += 1.0
        for kind in range(3):
            for combo in range(combos):
                foreseen[situation, kind] += weights[combo] * expected[step, combo, kind]
    for memory in range(memories):
        if fade[memory] < 1.0:
            for situation in range(fine.shape[1]):
                for class_ in range(num_classes):
                    for kind in range(kinds):
                        fine[memory, situation, class_, kind] *= fade[memory]
            for group in range(wide.shape[1]):
                for class_ in range(wide.shape[2]):
                    for kind in range(kinds):
                        wide[memory, group, class_, kind] *= fade[memory]
        for step in range(steps):
            situation, kind = situations[step], kinds_done[step]
            for combo in range(combos):
                class_ = classes[step, combo]
                if class_ >= 0:
                    fine[memory, situation, class_, kind] += weights[combo]
                    row = group_class[situation, class_]
                    for level in range(groups.shape[1]):
                        wide[memory, groups[situation, level], row, kind] += weights[combo]
