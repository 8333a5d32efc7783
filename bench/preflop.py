"""Jam or fold: the tables of two and three hands, and spots of two, three and six seats.

HIRO15254/solvers, the peer with exact equities, states about a minute for its table of pairs and
0.7 s for ten big blinds heads-up; its machine is not stated.
"""

from __future__ import annotations

import time
from typing import Any

from ai.equity.matchups import class_examples
from ai.preflop.pairs import count_pairs
from ai.preflop.solver import solve
from ai.preflop.spot import JamFoldSpot
from ai.preflop.triples import make_triples
from bench import best_seconds, figure


def figures() -> dict[str, dict[str, Any]]:
    """Seconds; spots at ten big blinds to the usual distance."""
    count_pairs(class_examples()[:1])
    two = JamFoldSpot((10, 10))
    start = time.perf_counter()
    triples = make_triples()
    of_three = time.perf_counter() - start
    found = {
        "pairs": figure(
            best_seconds(lambda: count_pairs(class_examples()), 1), "s", elsewhere={"HIRO": "60 s"}
        ),
        "triples": figure(of_three, "s"),
        "two_seats": figure(
            1e3 * best_seconds(lambda: solve(two)), "ms", elsewhere={"HIRO": "700 ms"}
        ),
    }
    for seats in (3, 6):
        for payouts in ((), (50.0, 30.0, 20.0)):
            spot = JamFoldSpot((10.0,) * seats, payouts=payouts)
            solve(spot, triples, aim=1.0)
            start = time.perf_counter()
            solved = solve(spot, triples)
            name = f"{seats}_seats{'_prizes' if payouts else ''}"
            found[name] = figure(
                time.perf_counter() - start,
                "s",
                iterations=solved.iterations,
                nash_conv=solved.nash_conv,
            )
    return found
