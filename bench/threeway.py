"""Rivers for three players: 100 hands each, and every hand, one bet size."""

from __future__ import annotations

from statistics import median
from typing import Any

from ai.three_way.run import ThreeWayRun
from ai.three_way.spot import ThreeWaySpot
from bench import figure

_RUNS = 5
_BOARD = "Qs Jh 2h 8c 5d"
_RANGES = (
    "AJs+,KJs+,QTs+,JTs,T9s,98s,87s,KQo,AJo+,77-33,22",
    "TT-22,ATs-A7s,KTs+,Q9s+,J9s+,T8s+,87s,76s,AQo-AJo",
    "AA-99,A5s-A2s,KQs,QJs,T9s,65s,AKo,AQo,KQo,QTo+",
)
_POT, _STACK, _BETS, _RAISES = 100, 300, "75", "100"


def figures() -> dict[str, dict[str, Any]]:
    """Seconds to a NashConv in percent of the pot, evaluations included; memory of the arrays."""
    found = {}
    for name, ranges, targets in (
        ("100_hands", _RANGES, (1.0, 0.1)),
        ("all_hands", ("random",) * 3, (1.0,)),
    ):
        spot = ThreeWaySpot.parse(_BOARD, *ranges, _POT, _STACK, _BETS, _RAISES)
        for target in targets:
            runs = [_solved(spot, target) for _ in range(_RUNS)]
            found[f"{name}_to_{target:g}%"] = figure(
                median(run.seconds for run in runs),
                "s",
                iterations=runs[-1].trainer.iteration,
                hands=[int((weights > 0).sum()) for weights in spot.ranges],
            )
        found[f"{name}_memory"] = figure(runs[-1].trainer.num_bytes / 1e6, "MB")
    return found


def _solved(spot: ThreeWaySpot, target: float) -> ThreeWayRun:
    run = ThreeWayRun(spot, target=target)
    run.run(run.aim())
    return run
