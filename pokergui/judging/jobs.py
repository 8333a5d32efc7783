"""Off-policy evaluation as jobs: each queries the strategies about some of the hands."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, wait
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from ai.reading.reach import Weights
from ai.registry import build
from engine.errors import CancelledError
from engine.jobs import JobControl
from engine.records.record import HandRecord
from pokergui.judging.judge import Question, ask_here
from pokergui.paths import strategies_dir
from pokergui.workers import Workers

_PART = 100
"""Hands of a job: few enough to be shared out evenly, enough to be worth sending."""
_LOOK_S = 0.2


@dataclass(frozen=True)
class JudgeJob:
    """Some hands; each gives the same estimates on every worker.

    Attributes:
        question: the question that the hands are asked.
        hands: with the position of the player evaluated by each.
        home: the folder of strategies, as text.
    """

    question: Question
    hands: tuple[tuple[HandRecord, int], ...]
    home: str


def judge_part(job: JudgeJob, control: JobControl | None = None) -> list[list[Weights]]:
    """Estimate each target's result from each hand.

    Raises:
        PokerError: if a hand is not evidence for a player, or an engine has no answer.
    """
    control = (control or JobControl()).silent()
    made = partial(build, home=Path(job.home), control=control)
    return [estimates for _, estimates in ask_here(made, job.question, iter(job.hands), control)]


def share_out(
    crew: Workers,
    question: Question,
    records: Iterator[tuple[HandRecord, int]],
    control: JobControl,
) -> Iterator[tuple[HandRecord, list[Weights]]]:
    """Distribute the queries to workers; the same results, in the same order, as ``ask_here``.

    Raises:
        CancelledError: if stopped.
        PokerError: if a hand is not evidence for a player, or workers cannot do it.
    """
    home = str(strategies_dir())
    flying: deque[tuple[Future[list[list[Weights]]], JudgeJob]] = deque()
    try:
        while True:
            while len(flying) < 2 * crew.slots():
                part = tuple((one.plain(), seat) for one, seat in islice(records, _PART))
                if not part:
                    break
                job = JudgeJob(question, part, home)
                flying.append((crew.submit(judge_part, job, control), job))
            if not flying:
                return
            future, job = flying[0]
            while not wait([future], _LOOK_S).done:
                if control.cancelled:
                    raise CancelledError
            estimates = crew.outcome(future)
            flying.popleft()
            for (record, _), numbers in zip(job.hands, estimates, strict=True):
                yield record, numbers
    finally:
        for future, _ in flying:
            future.cancel()
