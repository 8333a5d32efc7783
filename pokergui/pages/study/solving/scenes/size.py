"""The cost of solving a spot, estimated before anything is built."""

from __future__ import annotations

from dataclasses import dataclass

from ai.betting.sizes import SpotError
from ai.solver.memory import free_bytes, refusal, size_text
from ai.solver.solver import Size, estimate
from ai.solver.spot import Spot
from pokergui.formatting.figures import clock, took
from pokergui.formatting.notices import capital
from pokergui.language import tr_study as tr
from pokergui.viewmodel.strips import Figure

_RIVER_S_A_BYTE, _TURN_S_A_BYTE = 0.75e-10, 1.6e-10
"""Seconds per iteration and byte of solver memory, on one core and on two."""
_TURN_S = 5e-3
"""Least time of an iteration over all rivers, in seconds."""
_ITERATIONS, _POWER = 160, 0.8
"""Iterations to 0.5% of the pot; a five times lower target takes 3.6 times as many."""
_LONG = 300.0
"""Seconds above which the form warns that solving takes long."""


def rough_seconds(size: Size, target: float, *, turn: bool) -> float:
    """Estimate the solving time, within a factor of two or three on a typical machine.

    Args:
        size: of the solver.
        target: percent of the pot.
        turn: whether the spot begins on the turn.
    """
    iterations: float = _ITERATIONS * (0.5 / target) ** _POWER
    step = size.num_bytes * (_TURN_S_A_BYTE if turn else _RIVER_S_A_BYTE)
    return iterations * (step + _TURN_S if turn else step)


def time_words(seconds: float) -> str:
    """Return a rough time as text: "under 0.1 s", "about 12 s", "about 14 min"."""
    if seconds < 0.1:
        return tr("under 0.1 s")
    digits = 1 if seconds < 10 else 2
    rounded = float(f"{seconds:.{digits}g}")
    if rounded >= 3570:
        return tr("about {time}").format(time=clock(float(f"{seconds:.2g}")))
    return tr("about {time}").format(time=took(rounded).replace(".0 ", " "))


def figures(size: Size, seconds: float) -> tuple[Figure, ...]:
    """Return the cost of solving, as figures for the foot of the form."""
    return (
        Figure(tr("Decisions"), f"{size.decision_nodes:,}"),
        Figure(tr("Actions"), f"{size.action_edges:,}"),
        Figure(tr("Information sets"), f"{size.infosets:,}"),
        Figure(tr("Memory"), size_text(size.num_bytes)),
        Figure(tr("Time"), time_words(seconds)),
    )


@dataclass(frozen=True)
class CostEstimate:
    """The cost of solving a spot.

    Attributes:
        figures: for the foot of the form.
        warning: why it is not offered, or that it will take long; empty for neither.
        fits: whether it can be solved here.
    """

    figures: tuple[Figure, ...] = ()
    warning: str = ""
    fits: bool = False


def cost_estimate(spot: Spot, target: float, *, half: bool) -> CostEstimate:
    """Count the cost of solving.

    Args:
        spot: the spot.
        target: percent of the pot.
        half: whether numbers are kept in 16 bits.
    """
    try:
        size = estimate(spot, half)
    except SpotError as error:
        return CostEstimate(warning=capital(str(error)))
    seconds = rough_seconds(size, target, turn=spot.num_streets > 1)
    refused = refusal(size.num_bytes, half, free_bytes())
    if refused:
        return CostEstimate(figures(size, seconds), capital(str(refused)))
    slow = tr("This takes a while; you can look at it, stop it and continue at any time")
    return CostEstimate(figures(size, seconds), slow if seconds >= _LONG else "", fits=True)
