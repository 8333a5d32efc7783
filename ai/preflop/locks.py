"""Locks of jam or fold: strategies of some seats that are given, from a JSON file."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.preflop.spot import JamFoldDecision, JamFoldSpot
from engine.combos import CLASS_NAMES, CLASS_OF_COMBO, CLASS_SIZES
from engine.errors import PokerError
from engine.ranges import parse_range

Locks = dict[JamFoldDecision, NDArray[np.float64]]


def range_of_classes(text: str) -> NDArray[np.float64]:
    """Weight of each class in a range, the mean of its combos: (169,). Raises RangeError."""
    sums = np.bincount(CLASS_OF_COMBO, parse_range(text), len(CLASS_SIZES))
    weights: NDArray[np.float64] = sums / CLASS_SIZES
    return weights


def parse_locks(spot: JamFoldSpot, text: str) -> Locks:
    """Read locks: a list of ``{"seat": "BB", "line": "call jam", "range": "22+,A2s+"}``.

    ``hands`` in place of ``range`` gives probabilities of single classes, ``{"AA": 1}``, and leaves
    the others free.

    Raises:
        PokerError: naming what is wrong.
    """
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PokerError("locks are a JSON list of decisions") from error
    if not isinstance(rows, list):
        raise PokerError("locks are a JSON list of decisions")
    decisions = {(spot.names[one.seat], spot.line(one)): one for one in spot.decisions}
    locks: Locks = {}
    for row in rows:
        if not isinstance(row, dict) or ("range" in row) == ("hands" in row):
            raise PokerError("a lock has a seat, a line, and a range or hands")
        decision = decisions.get((str(row.get("seat")), str(row.get("line"))))
        if decision is None:
            raise PokerError(
                "there is no decision '{line}' of {seat}; there are {known}",
                line=str(row.get("line"))[:60],
                seat=str(row.get("seat"))[:10],
                known=", ".join(f"{seat}: {line}" for seat, line in list(decisions)[:8]),
            )
        if decision in locks:
            raise PokerError(
                "'{line}' of {seat} is locked twice", line=row["line"], seat=row["seat"]
            )
        given = row.get("range")
        locks[decision] = range_of_classes(str(given)) if "range" in row else _hands(row["hands"])
    return locks


def _hands(hands: Any) -> NDArray[np.float64]:
    if not isinstance(hands, dict):
        raise PokerError(
            "hands of a lock are probabilities by name, such as {example}", example='{"AA": 1}'
        )
    given = np.full(len(CLASS_NAMES), np.nan)
    for name, chance in hands.items():
        if name not in CLASS_NAMES:
            raise PokerError("'{name}' is not one of the 169 hands", name=name[:10])
        if isinstance(chance, bool) or not isinstance(chance, int | float) or not 0 <= chance <= 1:
            raise PokerError("the probability of {name} is 0 to 1", name=name)
        given[CLASS_NAMES.index(name)] = chance
    return given
