"""Kernels of action probabilities from counts, and counts from hands.

Counts are kept per memory, in situations and in groups of situations; each level is a prior for the
narrower one. A base prior is tilted first: its probability of each kind of action is multiplied by
the ratio of observed to expected frequency, which preserves what it implies about cards. Then there
are two accounts of the effect of the hand class: none; or counts, of all classes together at the
widest level and of the class at each. Every memory has both; the better predictor of an opponent
has more weight. A memory's account has the index ``account * memories + memory``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import borrowing_kernel, kernel

ACCOUNTS = 2


@borrowing_kernel
def _lean_on(
    prior: float, learned: NDArray[np.float64], counts: NDArray[np.float64], strength: float
) -> float:
    """One level: update ``learned`` (kinds,) by counts (kinds,); return the prior's new weight."""
    total = 0.0
    for kind in range(counts.shape[0]):
        total += counts[kind]
    kept = strength / (strength + total)
    for kind in range(counts.shape[0]):
        learned[kind] = kept * learned[kind] + counts[kind] / (strength + total)
    return kept * prior


@borrowing_kernel
def _tilt_by(
    tilt: NDArray[np.float64],
    counts: NDArray[np.float64],
    expected: NDArray[np.float64],
    strength: float,
) -> None:
    """One level: pull ``tilt`` (kinds,) towards counts (classes, kinds) over expectations."""
    kinds = tilt.shape[0]
    total = 0.0
    for kind in range(kinds):
        total += expected[kind]
    for kind in range(kinds):
        seen = 0.0
        for class_ in range(counts.shape[0]):
            seen += counts[class_, kind]
        usual = strength * (expected[kind] + 1.0 / kinds) / (total + 1.0)
        tilt[kind] = (seen + usual * tilt[kind]) / (expected[kind] + usual)


@kernel
def fill_tables(
    fine: NDArray[np.float64],
    wide: NDArray[np.float64],
    fine_expected: NDArray[np.float64],
    wide_expected: NDArray[np.float64],
    situation: int,
    groups: NDArray[np.int32],
    group_class: NDArray[np.int32],
    strength: float,
    tilt: NDArray[np.float64],
    lean: NDArray[np.float64],
    learned: NDArray[np.float64],
) -> None:
    """Probabilities in one situation as ``lean * tilted prior + learned``.

    Args:
        fine: (memories, situations, classes, kinds) counts.
        wide: (memories, groups, group classes, kinds) counts.
        fine_expected: (memories, situations, kinds) the prior's expectation.
        wide_expected: (memories, groups, kinds) the same of groups.
        groups: (situations, depth), the widest first.
        group_class: (situations, classes).
        strength: observations that the previous level counts for.
        tilt: (memories, kinds), written: factors of the prior's probabilities.
        lean: (accounts, classes), written.
        learned: (accounts, classes, kinds), written.
    """
    memories, _, classes, kinds = fine.shape
    everybody = np.empty(kinds)
    for memory in range(memories):
        tilt[memory] = 1.0
        for level in range(groups.shape[1]):
            group = groups[situation, level]
            expected = wide_expected[memory, group]
            _tilt_by(tilt[memory], wide[memory, group], expected, strength)
        expected = fine_expected[memory, situation]
        _tilt_by(tilt[memory], fine[memory, situation], expected, strength)
        widest = wide[memory, groups[situation, 0]]
        for kind in range(kinds):
            everybody[kind] = 0.0
            for class_ in range(widest.shape[0]):
                everybody[kind] += widest[class_, kind]
        for class_ in range(classes):
            row = group_class[situation, class_]
            lean[memory, class_] = 1.0
            learned[memory, class_] = 0.0
            place = memories + memory
            chances = learned[place, class_]
            chances[:] = 0.0
            weight = _lean_on(1.0, chances, everybody, strength)
            for level in range(groups.shape[1]):
                counts = wide[memory, groups[situation, level], row]
                weight = _lean_on(weight, chances, counts, strength)
            counts = fine[memory, situation, class_]
            lean[place, class_] = _lean_on(weight, chances, counts, strength)


@borrowing_kernel
def _tilted(
    prior: NDArray[np.float64], tilt: NDArray[np.float64], chances: NDArray[np.float64]
) -> None:
    """A prior's row (kinds,) with its tilt, normalised; 0 if it was 0."""
    total = 0.0
    for kind in range(prior.shape[0]):
        chances[kind] = prior[kind] * tilt[kind]
        total += chances[kind]
    for kind in range(prior.shape[0]):
        chances[kind] = chances[kind] / total if total > 0.0 else prior[kind]


@kernel
def mix(
    prior: NDArray[np.float64],
    classes: NDArray[np.int32],
    tilt: NDArray[np.float64],
    lean: NDArray[np.float64],
    learned: NDArray[np.float64],
    trust: NDArray[np.float64],
    chances: NDArray[np.float64],
) -> None:
    """Probabilities (combos, kinds), written, by all accounts; 0 for combos of class -1.

    ``prior`` (combos, kinds), ``classes`` (combos,), ``trust`` (accounts,) of sum 1; the others as
    written by ``fill_tables``.
    """
    memories = tilt.shape[0]
    combos, kinds = prior.shape
    tilted = np.empty(kinds)
    for combo in range(combos):
        class_ = classes[combo]
        for kind in range(kinds):
            chances[combo, kind] = 0.0
        if class_ < 0:
            continue
        for memory in range(memories):
            _tilted(prior[combo], tilt[memory], tilted)
            for account in range(ACCOUNTS):
                place = account * memories + memory
                for kind in range(kinds):
                    chance = lean[place, class_] * tilted[kind] + learned[place, class_, kind]
                    chances[combo, kind] += trust[place] * chance


@kernel
def mix_all(
    fine: NDArray[np.float64],
    wide: NDArray[np.float64],
    fine_expected: NDArray[np.float64],
    wide_expected: NDArray[np.float64],
    groups: NDArray[np.int32],
    group_class: NDArray[np.int32],
    strength: float,
    trust: NDArray[np.float64],
    prior: NDArray[np.float64],
    whole: NDArray[np.float64],
) -> None:
    """``mix`` of all situations: ``whole``, written, and ``prior`` (situations, classes, kinds)."""
    memories, situations, num_classes, kinds = fine.shape
    tilt = np.empty((memories, kinds))
    lean = np.empty((ACCOUNTS * memories, num_classes))
    learned = np.empty((ACCOUNTS * memories, num_classes, kinds))
    classes = np.arange(num_classes).astype(np.int32)
    for situation in range(situations):
        fill_tables(
            fine, wide, fine_expected, wide_expected, situation, groups, group_class,
            strength, tilt, lean, learned,
        )  # fmt: skip
        mix(prior[situation], classes, tilt, lean, learned, trust, whole[situation])


@kernel
def learn_hand(
    fine: NDArray[np.float64],
    wide: NDArray[np.float64],
    fine_expected: NDArray[np.float64],
    wide_expected: NDArray[np.float64],
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
    weights: NDArray[np.float64],
    foretold: NDArray[np.float64],
) -> None:
    """Count a seat's actions in one hand; other arguments as in ``fill_tables``.

    Args:
        fine: counts, decayed and added to; so are the next three.
        wide: counts.
        fine_expected: the prior's expectation.
        wide_expected: the same of groups.
        seen: (situations, 3) number of the seat's folds, calls and raises, added to.
        foreseen: (situations, 3) the prior's expectation of it, added to.
        groups: of situations.
        group_class: classes in groups.
        strength: observations that a level counts for.
        fade: (memories,) decay factor of the counts per hand.
        trust: (accounts,) weights, sum 1.
        situations: (steps,) of the seat's actions.
        kinds_done: (steps,) its actions.
        taken: (steps, kinds) the kinds mapped to the same action there.
        classes: (steps, combos), -1 where blocked.
        prior: (steps, combos, kinds).
        weights: (combos,) prior over combos; updated to the posterior, sum 1. If the actions are
            impossible with all combos they stay unchanged.
        foretold: (accounts,) written: probability of all its actions.
    """
    memories, _, num_classes, kinds = fine.shape
    steps, combos = classes.shape
    accounts = ACCOUNTS * memories
    tilt = np.empty((memories, kinds))
    lean = np.empty((accounts, num_classes))
    learned = np.empty((accounts, num_classes, kinds))
    base = np.empty((accounts, num_classes))
    each = np.empty((combos, accounts))
    tilted = np.empty(kinds)
    start = 0.0
    for combo in range(combos):
        start += weights[combo]
    for combo in range(combos):
        each[combo] = weights[combo] / start
    product = weights.copy()
    for step in range(steps):
        fill_tables(
            fine, wide, fine_expected, wide_expected, situations[step], groups, group_class,
            strength, tilt, lean, learned,
        )  # fmt: skip
        for place in range(accounts):
            for class_ in range(num_classes):
                base[place, class_] = 0.0
                for kind in range(kinds):
                    if taken[step, kind]:
                        base[place, class_] += learned[place, class_, kind]
        for combo in range(combos):
            class_ = classes[step, combo]
            if weights[combo] == 0.0:
                continue
            mixed = 0.0
            for memory in range(memories):
                _tilted(prior[step, combo], tilt[memory], tilted)
                own = 0.0
                for kind in range(kinds):
                    if taken[step, kind]:
                        own += tilted[kind]
                for account in range(ACCOUNTS):
                    place = account * memories + memory
                    chance = lean[place, class_] * own + base[place, class_]
                    each[combo, place] *= chance
                    mixed += trust[place] * chance
            product[combo] *= mixed
    whole = 0.0
    for place in range(accounts):
        foretold[place] = 0.0
    for combo in range(combos):
        whole += product[combo]
        for place in range(accounts):
            foretold[place] += each[combo, place]
    for combo in range(combos):
        weights[combo] = product[combo] / whole if whole > 0.0 else weights[combo] / start
    expected = np.zeros((steps, kinds))
    for step in range(steps):
        for combo in range(combos):
            if weights[combo] > 0.0:
                for kind in range(kinds):
                    expected[step, kind] += weights[combo] * prior[step, combo, kind]
        seen[situations[step], min(kinds_done[step], 2)] += 1.0
        for kind in range(kinds):
            foreseen[situations[step], min(kind, 2)] += expected[step, kind]
    for memory in range(memories):
        if fade[memory] < 1.0:
            fine[memory] *= fade[memory]
            wide[memory] *= fade[memory]
            fine_expected[memory] *= fade[memory]
            wide_expected[memory] *= fade[memory]
        for step in range(steps):
            situation, done = situations[step], kinds_done[step]
            for kind in range(kinds):
                fine_expected[memory, situation, kind] += expected[step, kind]
                for level in range(groups.shape[1]):
                    wide_expected[memory, groups[situation, level], kind] += expected[step, kind]
            for combo in range(combos):
                class_ = classes[step, combo]
                if class_ >= 0 and weights[combo] > 0.0:
                    fine[memory, situation, class_, done] += weights[combo]
                    row = group_class[situation, class_]
                    for level in range(groups.shape[1]):
                        wide[memory, groups[situation, level], row, done] += weights[combo]
