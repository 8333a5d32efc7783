"""How far a spot is played on: one decision, the rest of its street, or of its hand."""

from __future__ import annotations

import logging
from dataclasses import replace

import numpy as np

from ai.drill.playing import PlayedOn
from engine.errors import CancelledError, PokerError
from engine.jobs import JobControl
from engine.player import Action
from pokergui.drills.judge import Judge, Question

DECISION, STREET, HAND = LENGTHS = ("decision", "street", "hand")
_STREAM = 2
"""Random stream separate from the dice rolls of the same seed."""

log = logging.getLogger(__name__)


class SpotPlay:
    """One spot of a series, with all its decisions.

    Args:
        judge: judges, and acts for the others.
        length: one of ``LENGTHS``.
        first: the first decision.
        seed: of the series.
        number: of the spot in it; with the seed it gives the cards and the others' actions.
    """

    def __init__(self, judge: Judge, length: str, first: Question, seed: int, number: int) -> None:
        self._judge, self._length, self._first = judge, length, first
        self._rng = np.random.default_rng([seed, _STREAM, number])
        self._played: PlayedOn | None = None

    def after(
        self, question: Question, action: Action, control: JobControl | None = None
    ) -> Question | None:
        """Return the next decision after an answer to one of this spot.

        Returns:
            None if the spot is over, or the judge cannot continue or gives no answer for what comes
            next.

        Raises:
            CancelledError: if stopped.
        """
        if self._length == DECISION:
            return None
        try:
            return self._next(question, action, control)
        except CancelledError:
            raise
        except PokerError as error:
            log.warning("a spot ends early: %s", error)
            return None

    def _next(
        self, question: Question, action: Action, control: JobControl | None
    ) -> Question | None:
        if self._played is None:
            self._played = self._judge.play_on(self._first, self._rng, control)
        dealt = self._played.after(question.dealt, action, control)
        street = self._first.dealt.spot.street
        if dealt is None or (self._length == STREET and dealt.spot.street > street):
            return None
        found = self._judge.ask(dealt, question.source, control)
        return None if found is None else replace(found, decision=question.decision + 1)
