"""Off-policy evaluation on recorded hands, for the window and the command."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from ai.evaluation.luck import CHIPS, value_of
from ai.evaluation.off_policy import HandJudge, Judge, OffPolicyEstimate, cautions_of, learns
from ai.reading.reach import Weights, answers_of
from ai.registry import build
from engine.agent import Agent
from engine.errors import CancelledError, EngineError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.records.record import HandRecord
from engine.wording import Wording
from pokergui.judging.hands import EvaluatedHands
from pokergui.paths import strategies_dir
from pokergui.workers import Workers

Build = Callable[[str, Game], Agent]
"""Builds an engine by its name."""
MOST_TARGETS = 8


@dataclass(frozen=True)
class Judged:
    """The result of an off-policy evaluation.

    Attributes:
        judged: the number of hands used; fewer if the work was stopped or hands are damaged.
        verdicts: by the target's name, one for each map that the hands allow.
    """

    hands: EvaluatedHands
    judged: int
    hidden: int
    verdicts: dict[str, tuple[OffPolicyEstimate, ...]]
    cautions: tuple[Wording, ...]


@dataclass(frozen=True)
class EvaluationTask:
    """The evaluation applied to each hand."""

    game: Game
    behaviour: str
    targets: tuple[str, ...]
    value: str


Ask = Callable[
    [EvaluationTask, Iterator[tuple[HandRecord, int]], JobControl],
    Iterator[tuple[HandRecord, list[Weights]]],
]
"""Gives each hand, in order, with its estimates for each target."""


def judge(
    hands: EvaluatedHands,
    targets: Sequence[str],
    build: Build,
    strategies: Path,
    control: JobControl,
    value: str = CHIPS,
    ask: Ask | None = None,
) -> Judged:
    """Evaluate strategies on hands; if stopped, on those read so far.

    Raises:
        EngineError: if the behaviour cannot have played them, an engine learns where it must not,
            or has no answer for a whole range.
        RecordMismatchError: if a hand does not show what the estimators need.
        PokerError: if there are no hands, or an engine cannot be built.
    """
    targets = tuple(dict.fromkeys(targets))
    if not 0 < len(targets) <= MOST_TARGETS:
        raise PokerError("choose 1 to {most} strategies to evaluate", most=MOST_TARGETS)
    if learns(hands.behaviour, hands.game, strategies):
        raise EngineError(
            "'{behaviour}' learns as it plays: the probabilities of its actions are unknown",
            behaviour=hands.behaviour,
        )
    question = EvaluationTask(hands.game, hands.behaviour, targets, value)
    judges = {name: Judge() for name in targets}
    judged = 0
    try:
        for record, found in (ask or partial(ask_here, build))(question, hands.records, control):
            for one, numbers in zip(judges.values(), found, strict=True):
                one.take(record, numbers)
            judged += 1
            control.progress(judged / max(hands.count, 1), "")
    except CancelledError:
        pass  # the hands read so far count
    if not judged:
        raise PokerError("no hand was evaluated")
    verdicts = {name: one.verdicts() for name, one in judges.items()}
    cautions = _cautions(hands, targets, judged, strategies, control)
    hidden = max(one.hidden for one in judges.values())
    if hidden:
        words = Wording(
            "{hidden:,} of {all:,} hands hide the rival's cards: all hands count, but only by "
            "methods that do not need them: plain importance sampling, and game-ending actions "
            "by folds alone",
            hidden=hidden,
            all=judged,
        )
        cautions += (words,)
    return Judged(hands, judged, hidden, verdicts, cautions)


def ask_here(
    build: Build,
    question: EvaluationTask,
    records: Iterator[tuple[HandRecord, int]],
    control: JobControl,
) -> Iterator[tuple[HandRecord, list[Weights]]]:
    """Yield each hand, and its estimates for each target.

    Raises:
        PokerError: as ``judge``.
    """
    agents: dict[str, Agent] = {}
    try:
        for name in dict.fromkeys((question.behaviour, *question.targets)):
            agents[name] = build(name, question.game)
        answers = {name: answers_of(agent, question.game) for name, agent in agents.items()}
        value = value_of(question.value, question.game)
        hand_judges = [
            HandJudge(question.game, answers[question.behaviour], answers[name], value)
            for name in question.targets
        ]
        for record, seat in records:
            yield record, [one.estimates(record, seat, control) for one in hand_judges]
    finally:
        for agent in agents.values():
            agent.close()


def _cautions(
    hands: EvaluatedHands,
    targets: Sequence[str],
    judged: int,
    strategies: Path,
    control: JobControl,
) -> tuple[Wording, ...]:
    found = list(hands.cautions)
    sides = hands.behaviour, hands.rival
    found += cautions_of(*sides, targets, hands.game, hands.began, strategies)
    if judged < hands.count and not control.cancelled:
        left_out = hands.count - judged
        found.append(Wording("{count:,} hands are damaged and left out", count=left_out))
    return tuple(found)


_PART = 100
"""Hands of a job: few enough to be shared out evenly, enough to be worth sending."""
_LOOK_S = 0.2


@dataclass(frozen=True)
class JudgeJob:
    """Some hands; each gives the same estimates on every worker."""

    question: EvaluationTask
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
    question: EvaluationTask,
    records: Iterator[tuple[HandRecord, int]],
    control: JobControl,
) -> Iterator[tuple[HandRecord, list[Weights]]]:
    """Distribute the queries to workers; the same results, in the same order, as ``ask_here``.

    Raises:
        PokerError: if a hand is not evidence for a player, or workers cannot do it.
    """
    home = str(strategies_dir())
    flying: deque[tuple[Future[list[list[Weights]]], JudgeJob]] = deque()
    try:
        while True:
            while len(flying) < 2 * crew.slots():
                part = tuple((one, seat) for one, seat in islice(records, _PART))
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
