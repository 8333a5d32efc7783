"""Choose the weighted subsets of flops in ``ai/reports/subsets.py``, and write that module.

``python -m scripts.flop_subsets`` takes a minute. Every flop is a vector of features: its texture,
its ranks, and pairs of these. A subset is chosen greedily, so that the weighted mean of its vectors
comes near that of all 22,100 flops (orthogonal matching pursuit in the kernel of the features, plus
a Gaussian of the distances of ranks and suits, so that boards are spread). Weights are fitted by
non-negative least squares (Lawson and Hanson, "Solving Least Squares Problems", 1974, chapter 23);
boards with little weight are left out and replaced.
"""

from __future__ import annotations

import textwrap
from collections.abc import Hashable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.reports.boardsets import NUM_FLOPS, every_flop
from ai.reports.texture import texture_of
from engine.cards import Card, card_rank, card_suit

OUT = Path(__file__).resolve().parents[1] / "ai/reports/subsets.py"
SIZES = (25, 49, 95, 184)
_LEAST = 0.15
"""Least weight of a board, in parts of the mean."""
_ROUNDS = 20
_SPREAD, _WIDTH, _OTHER_SUITS = 2.0, 8.0, 6.0
"""Weight of the Gaussian, its width, and the distance of flops with other suits."""
_RIDGE = 1e-9
_HEAD = '''"""Weighted subsets of flops, written by ``scripts/flop_subsets.py``.

A board's number is how many of all 22,100 flops it stands for.
"""

SUBSETS: dict[int, str] = {
'''

Floats = NDArray[np.float64]


def suits_of(cards: tuple[Card, ...]) -> tuple[bool, ...]:
    """Return which cards share a suit: first and second, first and third, second and third."""
    first, second, third = map(card_suit, cards)
    return first == second, first == third, second == third


def features(cards: tuple[Card, ...]) -> dict[Hashable, float]:
    """Return the features of a flop, highest card first, and their weights."""
    kinds = texture_of(cards).names
    ranks = [card_rank(card) for card in cards]
    found: dict[Hashable, float] = dict.fromkeys(kinds.items(), 3.0)
    for first, second, weight in (
        ("suits", "pairing", 2.0),
        ("high", "suits", 1.0),
        ("high", "pairing", 1.0),
        ("high", "connection", 1.0),
        ("connection", "suits", 1.0),
    ):
        found[first, kinds[first], second, kinds[second]] = weight
    found |= {("has", rank): 1.5 for rank in ranks}
    found |= {("at", place, rank): 1.0 for place, rank in enumerate(ranks)}
    found["pattern", suits_of(cards), kinds["pairing"]] = 1.0
    if kinds["pairing"] != "unpaired":
        found["pair", ranks[1]] = 1.0
    return found


def kernel(flops: list[tuple[Card, ...]]) -> Floats:
    """Return the inner products (flops, flops) of all flops."""
    every = [features(cards) for cards in flops]
    names = {name: at for at, name in enumerate(dict.fromkeys(n for each in every for n in each))}
    vectors = np.zeros((len(flops), len(names)))
    for row, each in zip(vectors, every, strict=True):
        for name, weight in each.items():
            row[names[name]] = weight
    ranks = np.array([[card_rank(card) for card in cards] for cards in flops], np.float64)
    suits = np.array([suits_of(cards) for cards in flops])
    apart = ((ranks[:, None] - ranks) ** 2).sum(axis=2)
    apart += _OTHER_SUITS * (suits[:, None] != suits).any(axis=2)
    products: Floats = vectors @ vectors.T + _SPREAD * np.exp(-apart / _WIDTH)
    return products


def fitted(gram: Floats, target: Floats, start: Floats) -> Floats:
    """Return the weights >= 0 that minimize w.gram.w / 2 - w.target; those of 0 stay 0.

    Args:
        start: feasible weights; all above 0 may change.
    """
    weights = start.copy()
    free = np.ones(len(start), np.bool_)
    while True:
        wanted = np.zeros(len(start))
        some = gram[np.ix_(free, free)] + _RIDGE * np.eye(int(free.sum()))
        wanted[free] = np.linalg.solve(some, target[free])
        below = free & (wanted <= 0.0)
        if not below.any():
            return wanted
        steps = weights[below] / np.maximum(weights[below] - wanted[below], 1e-300)
        weights += steps.min() * (wanted - weights)
        free &= ~(below & (weights <= 1e-12))
        weights[~free] = 0.0


def subset(gram: Floats, mean: Floats, size: int) -> tuple[list[int], Floats]:
    """Return the places of the flops chosen, and their weights."""
    chosen: list[int] = []
    weights = np.zeros(0)
    length = np.sqrt(np.diag(gram))
    for at in range(_ROUNDS):
        while len(chosen) < size:
            missing = (mean - gram[:, chosen] @ weights) / length
            missing[chosen] = -np.inf
            chosen.append(int(missing.argmax()))
            inside = np.ix_(chosen, chosen)
            weights = fitted(gram[inside], mean[chosen], np.append(weights, 1e-9))
        heavy = weights >= _LEAST / size
        if heavy.all() or at == _ROUNDS - 1:
            break
        chosen = [one for one, kept in zip(chosen, heavy, strict=True) if kept]
        weights = fitted(gram[np.ix_(chosen, chosen)], mean[chosen], weights[heavy])
    return chosen, weights


def whole_numbers(weights: Floats) -> list[int]:
    """Round weights so that they add up to the number of all flops."""
    exact = weights / weights.sum() * NUM_FLOPS
    counts = np.floor(exact).astype(np.int64)
    largest = np.argsort(counts - exact, kind="stable")[: NUM_FLOPS - int(counts.sum())]
    counts[largest] += 1
    whole: list[int] = counts.tolist()
    return whole


def main() -> None:
    """Write the module."""
    flops = every_flop()
    gram = kernel([flop.cards for flop in flops])
    mean = gram @ np.array([flop.count for flop in flops]) / NUM_FLOPS
    text = _HEAD
    for size in SIZES:
        chosen, weights = subset(gram, mean, size)
        counts = dict(zip(chosen, whole_numbers(weights), strict=True))
        boards = " ".join(f"{flops[at].name}:{counts[at]}" for at in sorted(counts) if counts[at])
        lines = textwrap.wrap(boards, 88)
        text += f"    {size}: (\n"
        text += "".join(f'        "{line} "\n' for line in lines[:-1])
        text += f'        "{lines[-1]}"\n    ),\n'
    OUT.write_text(text + "}\n", "utf-8")


if __name__ == "__main__":
    main()
