"""Search effort at a decision, and its text behind an engine's name."""

from __future__ import annotations

from dataclasses import dataclass

from ai.agents.options import read_options, whole_number
from ai.search.adaptive import Stop
from ai.search.methods import VISITS, check_final
from engine.errors import EngineError
from engine.wording import either

SIMULATIONS, LEVEL, THRESHOLD, FINAL, BELIEF, ROLLOUTS = (
    "simulations",
    "level",
    "threshold",
    "final",
    "belief",
    "rollouts",
)
ANY, RANGES, LEARNED = "any", "ranges", "learned"
BELIEFS = (ANY, RANGES, LEARNED)
"""Beliefs: a uniform one, the range of a strategy at a decision, or that of a model learned from
the opponent's play."""
RANDOM, MODEL = "random", "model"
HOW_ROLLED_OUT = (RANDOM, MODEL)
"""Rollouts beyond the tree: both act at random, or as the believed model plays."""
MOST_SIMULATIONS = 10_000_000
_PART = 5
"""Default divisor of the simulations: after this fraction a search may end early."""


@dataclass(frozen=True)
class SearchEffort:
    """Search settings at a decision.

    Attributes:
        simulations: for each of the player's hands; the maximum where a search may end early.
        final: one of ``methods.FINALS``.
        stop: the rule to end a search earlier; None for none.
        belief: one of ``BELIEFS``.
        rollouts: one of ``HOW_ROLLED_OUT``.

    Raises:
        EngineError: if it is invalid.
    """

    simulations: int
    final: str = VISITS
    stop: Stop | None = None
    belief: str = ANY
    rollouts: str = RANDOM

    def __post_init__(self) -> None:
        if not 1 <= self.simulations <= MOST_SIMULATIONS:
            raise EngineError("a search needs 1 to {most:,} simulations", most=MOST_SIMULATIONS)
        check_final(self.final)
        if self.belief not in BELIEFS:
            known = ", ".join(BELIEFS)
            raise EngineError(
                "the belief of a search must be {known}, not '{belief}'",
                known=known,
                belief=self.belief[:60],
            )
        if self.rollouts not in HOW_ROLLED_OUT:
            raise EngineError(
                "rollouts must be {known}, not '{rollouts}'",
                known=either(tuple(HOW_ROLLED_OUT)),
                rollouts=self.rollouts[:60],
            )


def read_effort(text: str, usual: SearchEffort) -> SearchEffort:
    """Parse search settings from options behind an engine's name.

    Args:
        text: such as ``simulations=1000,level=.98,threshold=500,final=most``: the simulations, the
            confidence at which a search may end early, the simulations before its first test, and
            the final move.

    Raises:
        EngineError: if an option is not known, or its value is invalid.
    """
    said = read_options(
        text,
        (SIMULATIONS, LEVEL, THRESHOLD, FINAL, BELIEF, ROLLOUTS),
        lambda part: EngineError(
            "a search takes simulations=N, level=0.98, threshold=N, belief=any, ranges or"
            " learned, rollouts=random or model, and final=visits, most or value, not '{part}'",
            part=part,
        ),
    )
    simulations = whole_number(said.get(SIMULATIONS, str(usual.simulations)))
    stop = None
    if LEVEL in said:
        first = whole_number(said.get(THRESHOLD, str(max(1, simulations // _PART))))
        stop = Stop(first, _parse_level(said[LEVEL]), simulations)
    elif THRESHOLD in said:
        raise EngineError("threshold needs level, as in threshold=2800,level=.98")
    final, belief = said.get(FINAL, usual.final), said.get(BELIEF, usual.belief)
    return SearchEffort(simulations, final, stop, belief, said.get(ROLLOUTS, usual.rollouts))


def _parse_level(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise EngineError("'{text}' is not a level, such as 0.98", text=text[:60]) from None
