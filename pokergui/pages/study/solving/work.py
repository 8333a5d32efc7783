"""The strategies that beat a profile in a solved spot, computed point by point. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import ceil, floor, log10
from pathlib import Path

from ai.betting.sizes import SpotError
from ai.profile.profile import Profile
from ai.solver.exploit import Exploit, ExploitPoint
from ai.solver.locks import Lock
from ai.solver.memory import free_bytes, refusal
from ai.solver.record import read_kept
from ai.solver.response import ResponseSolver
from ai.solver.run import SpotRun, compile_kernels
from ai.solver.solver import SpotSolver, estimate
from ai.solver.spot import Spot
from ai.three_way.run import ThreeWayRun
from ai.three_way.solver import ThreeWaySolver
from ai.three_way.spot import ThreeWaySpot
from ai.training.run import FIRST_SECONDS, Bounds, CurvePoint
from engine import timing
from engine.errors import StrategyFileError
from engine.jobs import JobControl
from pokergui.background.jobs import RunHalt
from pokergui.background.run_work import RunWork
from pokergui.profiling import profile_of
from pokergui.store.errors import NoDatabaseError
from pokergui.store.reader import HandReader
from pokergui.store.statistics import PERSON


@dataclass
class Exploiting:
    """The curve of one profile; points are added while it is computed.

    Attributes:
        profile: typed frequencies; None counts a player's hands.
        points: found so far, by their trust.
    """

    run: SpotRun
    rival: int
    profile: Profile | None
    player: str
    hands: Path
    exploit: Exploit | None = None
    points: dict[float, ExploitPoint] = field(default_factory=dict)

    def work(self, control: JobControl) -> None:
        """Solve all points; the points found so far may be read meanwhile.

        Raises:
            CancelledError: if stopped.
            PokerError: if there are no such hands, or memory is short.
        """
        compile_kernels()
        profile, limit = self.profile, self.run.spot.game.is_limit
        if profile is None:
            profile = profile_of(self.hands, self.player, limit=limit, control=control)
        exploit = Exploit(self.run.trainer, self.rival, profile, control=control)
        self.exploit = exploit
        for point in exploit.points(control):
            self.points = {**self.points, point.trust: point}

    def sorted(self) -> list[ExploitPoint]:
        return [self.points[trust] for trust in sorted(self.points)]

    def solver(self, point: ExploitPoint) -> ResponseSolver:
        assert self.exploit is not None
        return self.exploit.solver(point)


def players_of(path: Path) -> tuple[str, ...]:
    """Return the players with recorded hands, the user first; none without a database."""
    try:
        with HandReader(path) as reader:
            opponents = reader.facets().opponents
    except NoDatabaseError:
        return ()
    return (PERSON, *opponents) if opponents else ()


AnyRun = SpotRun | ThreeWayRun
LEAST_TARGET = 0.001
"""Percent of the pot."""
_PATIENCE = 9.0
"""Minimum pause between computations of both values, in multiples of the computing time."""


@dataclass(frozen=True)
class SpotTask:
    """A spot to be solved.

    Attributes:
        played: the engine's solution to start from; None to start from the beginning.
        rivers: whether the file of a flop keeps its rivers.
    """

    spot: Spot | ThreeWaySpot
    locks: tuple[Lock, ...] = ()
    half: bool = False
    target: float = 0.5
    played: SpotSolver | ThreeWaySolver | None = None
    engine: str = ""
    rivers: bool = False


@dataclass(frozen=True)
class SpotWorth:
    """EV in chips and equity (0 to 1) of all players, out of position first."""

    ev: tuple[float, ...]
    equity: tuple[float, ...]


class SpotWork(RunWork[AnyRun]):
    """Solves a spot, or loads its file.

    Attributes:
        target: in % of the pot: the task's, the file's, or another.
        worth: what all players win, as of a moment ago; None before.
        engine: title of the engine whose solution it started from; empty for none.
    """

    def __init__(self, path: Path, task: SpotTask | None) -> None:
        super().__init__(path, FIRST_SECONDS)
        self._task = task
        self.loads = task is None
        self.engine = task.engine if task is not None else ""
        self._played = 0
        self.target = task.target if task is not None else 0.0
        self.infosets = 0
        self.worth: SpotWorth | None = None
        self._look_next = float("-inf")

    def make(self, control: JobControl) -> AnyRun:
        task = self._task
        run: AnyRun
        if task is None:
            three_way = read_kept(self.path).is_three_way
            run = ThreeWayRun.load(self.path) if three_way else SpotRun.load(self.path)
            self.kept, self.target = run.trainer.iteration, run.target
        elif isinstance(task.spot, ThreeWaySpot):
            run = ThreeWayRun(task.spot, target=task.target)
            self._take_played(run)
        else:
            _check_memory(task, task.spot)
            run = SpotRun(task.spot, locks=task.locks, half=task.half, target=task.target)
            run.keep_rivers = task.rivers
            self._take_played(run)
        self.infosets = run.trainer.infosets
        return run

    def _take_played(self, run: AnyRun) -> None:
        """Start from a copy of the engine's solution, which must not be continued itself."""
        if self._task is not None and self._task.played is not None:
            run.trainer.load_state(self._task.played.save_state())
            self._played = run.trainer.iteration
            self._task = replace(self._task, played=None)

    @property
    def as_played(self) -> bool:
        """True if it is the solution of an engine, as the engine plays it."""
        return self.run is not None and 0 < self._played == self.run.trainer.iteration

    def look(self, halt: RunHalt) -> bool:
        """Show the solution of an engine; no file is written unless solving continues.

        Returns:
            True: it is solved as far as the engine solves it.

        Raises:
            PokerError: if it cannot be built.
        """
        run = self.ready(halt)
        run.run(Bounds(iterations=run.trainer.iteration), halt)
        self.target = run.target = _reached(run.percent)
        self._look(run)
        return True

    def resume(self, control: JobControl) -> bool:
        """Load the run, and compute its values.

        Returns:
            Whether it is solved to its target.

        Raises:
            CancelledError: if stopped.
            PokerError: if its file cannot be read.
        """
        control.check()
        run = self.ready(control)
        if not run.curve:
            raise StrategyFileError("{path}: it was never solved", path=self.path)
        self._look(run)
        return run.percent <= run.target

    def solve(self, target: float, halt: RunHalt) -> bool:
        """Solve until the target is met or the run is halted; writes the file.

        Returns:
            Whether the target was met.

        Raises:
            PokerError: if it cannot be built or loaded.
        """
        run = self.ready(halt)
        bounds = Bounds(exploitability=target * run.spot.pot / 100)
        self.target = run.target = target

        def look(point: CurvePoint) -> None:
            halt.progress(0.0)
            # The very first strategy must not be delayed.
            if len(run.curve) > 1 and timing.seconds() >= self._look_next:
                self._look(run)

        run.run(bounds, halt, look)
        if not halt.dropped:
            self._look(run)
        self.save()
        return bounds.met(run.last)

    def _look(self, run: AnyRun) -> None:
        begin = timing.seconds()
        view = run.trainer.view((), run.spot.board)
        self.worth = SpotWorth(view.total_ev, view.total_equity)
        now = timing.seconds()
        self._look_next = now + _PATIENCE * (now - begin)


def _reached(percent: float) -> float:
    """Return the lowest two-digit target that is reached."""
    digit = 10.0 ** (floor(log10(max(percent, LEAST_TARGET))) - 1)
    return ceil(max(percent, LEAST_TARGET) / digit) * digit


def _check_memory(task: SpotTask, spot: Spot) -> None:
    """Check memory: locks may need more than estimated, and comparisons stay loaded.

    Raises:
        SpotError: with the free memory, and what to cut.
    """
    size = estimate(spot, task.half, locked=bool(task.locks))
    too_large = refusal(size.num_bytes, task.half, free_bytes())
    if too_large:
        raise SpotError("{too_large}", too_large=too_large)
