"""Build card abstractions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.abstraction.buckets import MAX_BUCKETS
from ai.abstraction.cards import CardAbstraction, bucket_dtype
from ai.abstraction.features import (
    ONES,
    cluster_words,
    flop_features,
    flop_orbits,
    opponent_clusters,
    random_features,
)
from ai.abstraction.kmeans import kmeans
from engine.combos import NUM_CLASSES
from engine.jobs import JobControl

COUNTS = (1000, 400, 220)
"""Buckets of the shipped abstraction on flop, turn and river."""
SEED = 1
SAMPLE = 500_000
"""Random deals to which the centres of turn and river are fitted."""


def build_abstraction(
    counts: Sequence[int] = COUNTS,
    seed: int = SEED,
    control: JobControl | None = None,
    sample: int = SAMPLE,
    like: CardAbstraction | None = None,
    by_strength: bool = False,
) -> CardAbstraction:
    """Build a card abstraction: cluster the hole cards of each street into buckets.

    The flop is clustered over all 1,286,792 canonical states, weighted by multiplicity; turn and
    river over random deals.

    Args:
        counts: buckets on flop, turn and river, each at most MAX_BUCKETS.
        seed: of initial centres and random deals; the same seed gives the same abstraction.
        control: progress and cancellation; takes minutes.
        sample: random deals for the turn, and for the river.
        like: an abstraction built with the same seed and sample: streets with the same number of
            buckets are copied from it, the river only if hands are compared the same way.
        by_strength: whether river hands are compared only by equity against a random hand, not
            against eight opponent clusters.

    Raises:
        ValueError: if a count is not 1 to MAX_BUCKETS.
    """
    if len(counts) != 3 or not all(map(int.__le__, counts, MAX_BUCKETS)) or min(counts) < 1:
        most = ", ".join(f"{count:,}" for count in MAX_BUCKETS)
        raise ValueError(f"{counts} are not three numbers of buckets from 1 to {most}")
    control = control or JobControl()
    clusters = np.zeros(NUM_CLASSES, np.uint8) if by_strength else opponent_clusters(seed)
    words = cluster_words(clusters)
    arrays = {} if like is None else _alike(like, counts)
    if like is not None and not np.array_equal(clusters, like.arrays["clusters"]):
        arrays.pop("river_centres", None)
    if "flop" not in arrays:
        arrays |= _flop(counts[0], seed, control)
    arrays["clusters"] = clusters
    for num_cards, name, count, start in (
        (4, "turn", counts[1], 0.6),
        (5, "river", counts[2], 0.8),
    ):
        if f"{name}_centres" in arrays:
            continue
        text = f"hands on {name}s"
        tell = _teller(control, start, start + 0.1, text)
        held = ONES if num_cards == 4 else words
        points = random_features(num_cards, sample, held, seed, tell)
        control.progress(start + 0.1, f"buckets of the {name}")
        rng = np.random.default_rng((seed, num_cards))
        centres = kmeans(points, np.ones(sample), count, num_cards == 5, rng, control=control)
        arrays[f"{name}_centres"] = centres.points
    control.progress(1.0)
    return CardAbstraction(arrays)


def _alike(like: CardAbstraction, counts: Sequence[int]) -> dict[str, NDArray[Any]]:
    """Return the arrays of streets with the same number of buckets."""
    streets = ("flop", "turn", "river")
    same = [
        street
        for street, count, there in zip(streets, counts, like.num_rows[1:], strict=True)
        if count == there
    ]
    return {name: array for name, array in like.arrays.items() if name.split("_")[0] in same}


def _flop(count: int, seed: int, control: JobControl) -> dict[str, NDArray[Any]]:
    """Return the flop's bucket table and centres."""
    least, deals = flop_orbits()
    chosen = deals > 0
    points = flop_features(chosen, _teller(control, 0.0, 0.3, "all hands on all flops"))
    control.progress(0.3, "buckets of the flop")
    rng = np.random.default_rng((seed, 3))
    centres = kmeans(points, deals[chosen], count, False, rng, control=control)
    places = np.zeros(least.shape, np.int64)
    places[chosen] = centres.nearest_to(points)[0]
    flop = np.where(least >= 0, np.take_along_axis(places, np.maximum(least, 0), axis=1), 0)
    return {"flop": flop.astype(bucket_dtype(count)), "flop_centres": centres.points}


def _teller(control: JobControl, start: float, stop: float, text: str) -> Callable[[float], None]:
    """Return a callback that reports progress of a stage and checks for cancellation."""

    def tell(done: float) -> None:
        control.check()
        control.progress(start + done * (stop - start), text)

    return tell
