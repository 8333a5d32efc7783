"""Map real decisions to kernel rows: legal actions, and actions so far.

Chips are always the real ones. An off-menu raise is mapped to one of the two around it, at random,
by the pseudo-harmonic mapping (``ai/betting/translation.py``); instead of sampling one, up to
``MAX_LINES`` rows are kept with their weights, which differ only by the ids of their actions. A
raise below the smallest has the smallest one's id: its low price is in the row. The menu has an
answer to any bet: its sizes follow from the real pot.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.betting.translation import MAX_LINES, nearest
from ai.networks.environment import Environment
from ai.networks.hands import HISTORY, IDS, NUM_IDS, SLOTS, history_id, legal
from engine.player import CALL, FOLD, Action, ActionKind, PublicState, raise_to
from engine.rules import BASE, MAX_SPENT, STATE_SIZE, apply, pot_size, start, to_call

Row = NDArray[np.int64]
"""A decision in the form for the environment's kernels."""
FOLD_SLOT, CALL_SLOT, FIRST_RAISE = 0, 1, 2


def slots_at(environment: Environment, row: Row) -> tuple[tuple[int, int], ...]:
    """Return the menu at a decision: slots, ascending, and whole-hand totals of raises."""
    totals = np.zeros(environment.num_actions, np.int64)
    mask = legal(environment.arrays, row, totals)
    return tuple([pair for pair in enumerate(totals.tolist()) if mask >> pair[0] & 1])


def actions_at(environment: Environment, row: Row) -> tuple[Action, ...]:
    """Return the menu's actions at a decision, in the order of slots."""
    base = int(row[BASE])
    passive = (FOLD, CALL)
    return tuple(
        raise_to(total - base) if slot >= FIRST_RAISE else passive[slot]
        for slot, total in slots_at(environment, row)
    )


def lines(environment: Environment, spot: PublicState) -> tuple[tuple[float, Row], ...]:
    """Return rows a decision is mapped to, and with probabilities; one if all is on the menu.

    Args:
        environment: of the game.
        spot: any decision of it.
    """
    rules, numbers = environment.arrays.rules, environment.arrays.numbers
    row = np.zeros(IDS + len(spot.actions) + 1, np.int64)
    start(rules, row)
    weights: dict[tuple[int, ...], float] = {(): 1.0}
    for action in spot.actions:
        total = action.raise_to + int(row[BASE])
        following: dict[tuple[int, ...], float] = {}
        for slot, share in _taken(environment, row, action, total):
            done = history_id(numbers, spot.game.num_players, row, slot)
            for ids, weight in weights.items():
                following[*ids, done] = following.get((*ids, done), 0.0) + weight * share
        weights = _heaviest(following)
        apply(rules, row, int(action.kind), total)
    row[NUM_IDS] = len(spot.actions)
    rows = []
    for ids, weight in weights.items():
        one = row.copy()
        one[IDS : IDS + len(ids)] = ids
        rows.append((weight, one))
    return tuple(rows)


def row_before(row: Row, spot: PublicState) -> Row:
    """Return a line's row at an earlier decision.

    Args:
        row: the line.
        spot: the earlier decision.
    """
    earlier, count = np.zeros_like(row), len(spot.actions)
    earlier[:STATE_SIZE] = spot.betting
    earlier[NUM_IDS] = count
    earlier[IDS : IDS + count] = row[IDS : IDS + count]
    return earlier


def slot_of(environment: Environment, row: Row, place: int) -> int:
    """Return the slot of an action of a line, counted from the first of the hand."""
    numbers = environment.arrays.numbers
    return int((row[IDS + place] - numbers[HISTORY]) % numbers[SLOTS])


def _taken(
    environment: Environment, row: Row, action: Action, total: int
) -> list[tuple[int, float]]:
    """Return the slots to which an action is mapped, with probabilities."""
    if action.kind is not ActionKind.RAISE:
        return [(CALL_SLOT if action.kind is ActionKind.CALL else FOLD_SLOT, 1.0)]
    rules = environment.arrays.rules
    raises = [pair for pair in slots_at(environment, row) if pair[0] >= FIRST_RAISE]
    totals = [each for _, each in raises]
    faced, pot = int(row[MAX_SPENT]), int(pot_size(rules, row) + to_call(rules, row))
    return [(raises[place][0], share) for place, share in nearest(totals, total, faced, pot)]


def _heaviest(weights: dict[tuple[int, ...], float]) -> dict[tuple[int, ...], float]:
    """The likeliest lines, their weights scaled to sum to 1."""
    if len(weights) <= MAX_LINES:
        return weights
    kept = sorted(weights.items(), key=lambda line: (-line[1], line[0]))[:MAX_LINES]
    whole = sum(weight for _, weight in kept)
    return {ids: weight / whole for ids, weight in kept}
