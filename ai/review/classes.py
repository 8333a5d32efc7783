"""Five decision classes, by EV loss, and within its noise floor by the judge's frequency."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.errors import PokerError

BEST, CORRECT, INACCURACY, WRONG, BLUNDER = "best", "correct", "inaccuracy", "wrong", "blunder"
CLASSES = (BEST, CORRECT, INACCURACY, WRONG, BLUNDER)
"""Classes from best to worst."""
MISTAKES = frozenset((INACCURACY, WRONG, BLUNDER))
"""Classes whose EV loss counts in an error rate."""
WEIGHTS = {BEST: 1.0, CORRECT: 0.9, INACCURACY: 0.6, WRONG: 0.3, BLUNDER: 0.0}
"""Points of a decision of each class in a score."""
_TIED = 1e-9


@dataclass(frozen=True)
class Thresholds:
    """Thresholds between the classes.

    Attributes:
        frequency: share from which on an action of the judge is correct where EVs are unknown.
        inaccuracy_pot: fraction of the pot lost beyond the noise floor up to which a mistake is an
            inaccuracy.
        blunder_pot: the same from which on a mistake is a blunder.
        blunder_bb: the same in big blinds; whichever is met first counts.
        floor_pot: fraction of the pot that no judge can distinguish from 0.
    """

    frequency: float = 0.035
    inaccuracy_pot: float = 0.02
    blunder_pot: float = 0.1
    blunder_bb: float = 2.0
    floor_pot: float = 0.0005

    @classmethod
    def of_percents(cls, percents: Percents) -> Thresholds:
        """Return thresholds from typed percentages.

        Raises PokerError if they are invalid, with one sentence.
        """
        correct, wrong, blunder, blunder_bb = percents
        if not LEAST_CORRECT <= correct <= MOST_CORRECT:
            raise PokerError(
                "Correct must be between {least:g} and {most:g}%",
                least=LEAST_CORRECT,
                most=MOST_CORRECT,
            )
        if not 0.0 <= wrong <= blunder <= MOST_OF_POT:
            raise PokerError(
                "Wrong must be at least 0%, and at most Blunder, which is at most {most:g}%",
                most=MOST_OF_POT,
            )
        if not 0.0 < blunder_bb <= MOST_BB:
            raise PokerError("Blunder must be more than 0 and at most {most:g} bb", most=MOST_BB)
        return cls(correct / 100.0, wrong / 100.0, blunder / 100.0, blunder_bb)


Percents = tuple[float, float, float, float]
"""Typed limits: Correct from this share of the judge's strategy on, Wrong and Blunder from this
fraction of the pot on, all in percent, and Blunder from these big blinds on."""
USUAL_PERCENTS: Percents = (3.5, 2.0, 10.0, 2.0)
LEAST_CORRECT, MOST_CORRECT, MOST_OF_POT, MOST_BB = 0.1, 50.0, 100.0, 1000.0
STANDARD = Thresholds()


def class_of(
    frequency: float,
    highest: float,
    loss: float,
    floor: float,
    pot: float,
    big_blind: float,
    limits: Thresholds = STANDARD,
) -> str:
    """Return the class of a decision.

    The EV loss decides whether it is a mistake: within the judge's noise floor it is none, beyond
    it is one, whatever the judge's own frequency, and the loss beyond the floor determines its
    class. Within the floor the judge's frequency separates best from correct. Where EVs are unknown
    frequency alone decides. ``frequency``: the judge's frequency of the action with this hand, 0 to
    1. ``loss``: EV loss in chips against the highest EV; NaN where unknown. ``floor``: chips of the
    judge's noise floor.
    """
    if math.isnan(loss) or loss <= floor:
        if frequency >= highest - _TIED:
            return BEST
        return CORRECT if frequency >= limits.frequency or loss <= floor else INACCURACY
    sure = loss - floor
    if sure >= min(limits.blunder_pot * pot, limits.blunder_bb * big_blind):
        return BLUNDER
    return WRONG if sure >= limits.inaccuracy_pot * pot else INACCURACY


def counted(quality: str, loss: float) -> float:
    """Return the part of a loss that counts in the error rate: all of a mistake's, else none."""
    return loss if quality in MISTAKES and loss > 0.0 else 0.0
