"""The table of Bowling, Johanson, Burch and Szafron (ICML 2008), reproduced with our engines.

The EV of the behaviour itself (on-policy) and of a target in its place (off-policy) is estimated by
six estimators from a million hands of limit hold'em that a behaviour plays against a rival. The
true EVs of both are measured separately by long duplicate matches.

Hands are played and evaluated in jobs, each with its own random numbers, and summed in job order:
the result does not depend on the number of threads or on interruptions.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.abstraction.cards import shipped_abstraction
from ai.abstraction.tables import BucketTables, bucket_tables
from ai.agents.base import TableAgent
from ai.evaluation.coarse import Coarse, train
from ai.evaluation.estimators import MAPS
from ai.evaluation.off_policy_tables import VALUES, TableJudge
from ai.files.arrays import open_tensors, write_tensors
from ai.registry import build
from engine import timing
from engine.agent import PolicyTable
from engine.errors import EngineError
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.match_chunk import MatchChunk, joined
from engine.rng import rng_state
from engine.running_result import Z95, Interval
from engine.wording import Wording

Floats = NDArray[np.float64]

GAME = get_game("holdem-limit")
MBB = 1000.0 / GAME.big_blind
MATCH_HANDS = 1000
"""Hands of a match whose error is ``rmse``: 500 in duplicate."""
MOST_HANDS = 10**8

TRAINED = {
    "cfr8": Coarse(buckets=8, deals=5_000_000, seed=1),
    "cfr30": Coarse(buckets=30, deals=5_000_000, seed=2),
    "young": Coarse(buckets=0, deals=300_000, seed=3),
}
"""Players besides the engines of the program."""


@dataclass(frozen=True)
class Triple:
    """Behaviour, target and rival, fixed before measuring.

    Attributes:
        behaviour: the engine that plays the hands.
        target: the engine evaluated.
        rival: the opponent of both.
    """

    behaviour: str
    target: str
    rival: str


TRIPLES = (
    Triple("cfr", "cfr8", "cfr30"),
    Triple("cfr8", "cfr", "cfr30"),
    Triple("young", "cfr", "call"),
)


@dataclass(frozen=True)
class Published:
    """A published figure, mbb per hand: bias, half its interval, SD and RMSE."""

    bias: float
    ci95: float
    sd: float
    rmse: float


@dataclass(frozen=True)
class SourceEstimator:
    """A row of the table.

    Attributes:
        title: as in the source.
        how: index of the map in ``MAPS``.
        value: index of the value in ``VALUES``.
        on_policy: the source's result on policy, S2298 against PsOpti4.
        off_policy: its result off policy, CFR8 by the hands of S2298.
    """

    title: str
    how: int
    value: int
    on_policy: Published
    off_policy: Published


ROWS = (
    SourceEstimator("Basic", 0, 0, Published(0, 0, 5103, 161), Published(200, 122, 62543, 1988)),
    SourceEstimator("BC-DIVAT", 0, 1, Published(0, 0, 2891, 91), Published(84, 45, 22303, 710)),
    SourceEstimator(
        "Game-ending actions", 1, 0, Published(0, 0, 5126, 162), Published(123, 120, 61481, 1948)
    ),
    SourceEstimator(
        "Private information", 2, 0, Published(0, 0, 4213, 133), Published(12, 16, 8518, 270)
    ),
    SourceEstimator("PI+BC-DIVAT", 2, 1, Published(0, 0, 2146, 68), Published(35, 13, 3254, 109)),
    SourceEstimator("PI+GEA+BC-DIVAT", 3, 1, Published(0, 0, 1778, 56), Published(2, 12, 2514, 80)),
)


@dataclass(frozen=True)
class Figures:
    """An estimator's statistics, mbb per hand.

    Attributes:
        bias: its mean less the long match's result, with the combined interval.
        sd: standard deviation of the estimate of one hand.
        rmse: sqrt(bias^2 + sd^2 / 1000); on policy no estimator has a bias, which counts as 0.
    """

    bias: Interval
    sd: float
    rmse: float


@dataclass(frozen=True)
class TripleTable:
    """The results of a triple.

    Attributes:
        triple: the triple.
        hands: hands evaluated.
        direct: winnings of behaviour and target in long matches, mbb per hand.
        on_policy: figures by row.
        off_policy: figures by row.
        seconds: wall-clock time in this run.
    """

    triple: Triple
    hands: int
    direct: tuple[Interval, Interval]
    on_policy: tuple[Figures, ...]
    off_policy: tuple[Figures, ...]
    seconds: float


@dataclass(frozen=True)
class Experiment:
    """Sample size and seed of an experiment; checkpoints are tied to it.

    Attributes:
        hands: hands evaluated per triple.
        seed: of all random numbers.

    Raises:
        EngineError: if there are too few or too many hands.
    """

    hands: int = 1_000_000
    seed: int = 0

    def __post_init__(self) -> None:
        if not 2 <= self.hands <= MOST_HANDS:
            raise EngineError("a table takes 2 to {most:,} hands", most=MOST_HANDS)

    @property
    def jobs(self) -> tuple[tuple[int, int], ...]:
        """(kind, number of hands or deals): hands to evaluate, then deals of long matches."""
        return (
            *((_JUDGE, count) for count in _batch_sizes(self.hands, HANDS_AT_ONCE)),
            *((_TARGET, count) for count in _batch_sizes(2 * self.hands, DEALS_AT_ONCE)),
            *((_BEHAVIOUR, count) for count in _batch_sizes(2 * self.hands, DEALS_AT_ONCE)),
        )


_BEHAVIOUR, _TARGET, _JUDGE = range(3)
HANDS_AT_ONCE, DEALS_AT_ONCE = 4_000, 20_000
"""Hands and deals of a job: each takes a second or two."""
_CELLS = (2, len(MAPS), len(VALUES))
_WIDTH = 2 * int(np.prod(_CELLS))
_KEEP_SECONDS = 30.0
_MOST = 1e18
"""Largest plausible sum of squares."""
_VERSION = 1


def _batch_sizes(whole: int, most: int) -> list[int]:
    return [min(most, whole - start) for start in range(0, whole, most)]


class ExperimentResults:
    """The results of each job of each triple: sums and squares; NaN where undone.

    Args:
        plan: of all triples.
        path: file in which they are stored; None stores nothing.

    Raises:
        EngineError: if the file belongs to another plan, or its numbers are impossible.
        StrategyFileError: if it is damaged.
    """

    def __init__(self, plan: Experiment, path: Path | None = None) -> None:
        self._path = path
        self._record = {"format_version": _VERSION, "hands": plan.hands, "seed": plan.seed}
        self.done = np.full((len(TRIPLES), len(plan.jobs), _WIDTH), np.nan)
        if path is not None and path.exists():
            with open_tensors(path, Wording("sums of an evaluation table"), _VERSION) as file:
                if file.record != self._record or file.shapes != {"done": self.done.shape}:
                    raise EngineError(
                        "{path} holds a table of other hands or another seed", path=path
                    )
                file.load({"done": self.done})
            undone = np.isnan(self.done).all(axis=2)
            squares = self.done[..., _WIDTH // 2 :]
            if not (
                (np.abs(self.done).max(axis=2) < _MOST) & (squares.min(axis=2) >= 0) | undone
            ).all():
                raise EngineError("{path} holds invalid sums", path=path)
        self._kept = timing.seconds()

    def keep(self, *, now: bool = False) -> None:
        """Write the file, unless it was written a moment ago."""
        if self._path is not None and (now or timing.seconds() > self._kept + _KEEP_SECONDS):
            write_tensors(self._path, self._record, {"done": self.done})
            self._kept = timing.seconds()


class BowlingTable:
    """Computes the tables of triples.

    Args:
        plan: sample size and seed.
        home: folder of strategies and tables of buckets; None caches nothing.
        path: file of the finished jobs; None stores nothing.
        triples: those to be measured: progress refers to all of them. None is all of ``TRIPLES``.

    Raises:
        PokerError: if the file cannot be used.
    """

    def __init__(
        self,
        plan: Experiment,
        home: Path | None = None,
        path: Path | None = None,
        triples: Sequence[Triple] | None = None,
    ) -> None:
        self._plan, self._home = plan, home
        self._numbers = [TRIPLES.index(one) for one in triples or TRIPLES]
        self._sums = ExperimentResults(plan, path)
        self._players: dict[str, PolicyTable] = {}

    def measure(self, triple: Triple, workers: int, control: JobControl) -> TripleTable:
        """Measure the table of a triple.

        Args:
            triple: one of ``TRIPLES``.
            workers: threads.
            control: progress and cancellation; finished jobs are kept.

        Raises:
            CancelledError: if cancelled.
            StrategyFileError: if finished jobs cannot be saved.
        """
        begin = timing.seconds()
        number, jobs = TRIPLES.index(triple), self._plan.jobs
        done = self._sums.done[number]
        missing = np.flatnonzero(np.isnan(done).any(axis=1)).tolist()
        if missing:
            cards = shipped_abstraction()
            tables = bucket_tables(cards, self._home, control.silent())
            names = (triple.behaviour, triple.target, triple.rival)
            players = [self._player(name, tables, control.silent()) for name in names]
            work = _TripleJobs(players, TableJudge(players[0], players[1], tables), control)
            with ThreadPoolExecutor(workers, "table") as pool:
                running = {}
                for job in missing:
                    kind, count = jobs[job]
                    seeds = np.random.SeedSequence((self._plan.seed, number, job))
                    seed = int(seeds.generate_state(1, np.uint64)[0])
                    running[pool.submit(partial(work.do, kind, count, seed))] = job
                try:
                    for future in as_completed(running):
                        done[running[future]] = future.result()
                        left = np.isnan(self._sums.done[self._numbers, :, 0])
                        control.progress(1.0 - float(left.mean()))
                        self._sums.keep()
                finally:
                    pool.shutdown(wait=True, cancel_futures=True)
                    for future, job in running.items():
                        if future.done() and not future.cancelled() and not future.exception():
                            done[job] = future.result()
                    self._sums.keep(now=True)
        return table_of(triple, self._plan, done, timing.seconds() - begin)

    def _player(self, name: str, tables: BucketTables, control: JobControl) -> PolicyTable:
        table = self._players.get(name)
        if table is None:
            if name in TRAINED:
                table = train(GAME, TRAINED[name], shipped_abstraction(), tables, control)
            else:
                table = build(name, GAME, self._home, control).table()
            assert table is not None
            self._players[name] = table
        return table


@dataclass(frozen=True)
class _TripleJobs:
    """The players of a triple, and the work of jobs with them."""

    players: Sequence[PolicyTable]
    judge: TableJudge
    control: JobControl

    def do(self, kind: int, count: int, seed: int) -> Floats:
        """Return sums, then sums of squares, of the results of a job's hands or deals.

        Raises:
            CancelledError: if cancelled.
        """
        chunks: list[MatchChunk] = []
        plays = self.players[_TARGET if kind == _TARGET else _BEHAVIOUR]
        agents = [TableAgent("", player, "") for player in (plays, self.players[-1])]
        group = 1 if kind == _JUDGE else 2
        Match(GAME, agents, seed, duplicate=group == 2).run(
            group * count, self.control.silent(), chunks.append
        )
        self.control.check()
        sums = np.zeros((2, *_CELLS))
        if kind != _JUDGE:
            won = np.concatenate([chunk.payoffs[:, 0] for chunk in chunks]).reshape(-1, 2).mean(1)
            sums[0, 0, 0, 0], sums[1, 0, 0, 0] = won.sum(), (won**2).sum()
            return sums.ravel()
        rng = rng_state(seed, 2)
        chunk = joined(chunks)  # their sizes depend on time
        chips = self.judge.estimates(self.judge.hands(chunk), rng, self.control)
        sums[0], sums[1] = chips.sum(axis=0), (chips**2).sum(axis=0)
        return sums.ravel()


def table_of(triple: Triple, plan: Experiment, done: Floats, seconds: float) -> TripleTable:
    """Return the figures of a triple.

    Args:
        triple: the three strategies.
        plan: its jobs.
        done: (jobs, numbers) sums and sums of squares of each.
        seconds: time that they took.
    """
    kinds, counts = (np.array(part) for part in zip(*plan.jobs, strict=True))
    sums = {kind: done[kinds == kind].sum(axis=0).reshape(2, *_CELLS) for kind in range(3)}
    units = {kind: int(counts[kinds == kind].sum()) for kind in range(3)}

    def interval(kind: int, cell: tuple[int, ...]) -> tuple[Interval, float]:
        total, squares = sums[kind][(0, *cell)], sums[kind][(1, *cell)]
        mean = total / units[kind]
        sd = float(max(0.0, squares - units[kind] * mean**2) / (units[kind] - 1)) ** 0.5
        return Interval(MBB * mean, MBB * Z95 * sd / units[kind] ** 0.5), MBB * sd

    direct = interval(_BEHAVIOUR, (0, 0, 0))[0], interval(_TARGET, (0, 0, 0))[0]

    def figures(judged: int, row: SourceEstimator) -> Figures:
        estimate, sd = interval(_JUDGE, (judged, row.how, row.value))
        width = float(np.hypot(estimate.half_width, direct[judged].half_width))
        bias = Interval(estimate.mean - direct[judged].mean, width)
        counted = bias.mean if judged else 0.0
        return Figures(bias, sd, float(np.hypot(counted, sd / MATCH_HANDS**0.5)))

    on, off = (tuple(figures(judged, row) for row in ROWS) for judged in range(2))
    return TripleTable(triple, plan.hands, direct, on, off, seconds)
