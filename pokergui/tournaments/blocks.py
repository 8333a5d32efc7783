"""A tournament block: some deals of one table, as a job for any worker.

A job is plain data, and its result depends on nothing else: not on the worker, the order or
earlier play. So a learning engine starts afresh in every block.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path

from ai.registry import build
from engine.agent import Agent
from engine.errors import CancelledError, ForfeitError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.match import Match
from engine.match_chunk import MatchChunk, joined
from engine.running_result import Interval
from engine.table_match import fit_for_kernel
from pokergui.store.hands import game_of
from pokergui.tournaments.plan import Entrant, StoredTournament, Table, changed

log = logging.getLogger(__name__)
MOST_ASKED = 1_000
"""Most hands of a block if engines are queried decision by decision, to keep it short."""
_MOST_KEPT = 32
_kept = threading.local()


@dataclass(frozen=True)
class BlockJob:
    """Some deals of one table."""

    definition: str
    game_name: str
    table: Table
    engines: tuple[Entrant, ...]
    first: int
    hands: int
    block: int
    seed: int
    clock: float
    home: str


@dataclass(frozen=True)
class BlockResult:
    """The outcome of a job.

    Attributes:
        chunk: its hands, numbered as in the table's match; None if none was finished.
        stride: hands of each whole block of this table; 0 if an engine cannot be built.
    """

    chunk: MatchChunk | None
    stride: int = 0
    loser: int = -1
    reason: str = ""


class ChangedEngineError(PokerError):
    """A worker's files of an engine differ from those at the start of the tournament."""


def job_of(tournament: StoredTournament, table: Table, first: int, home: Path) -> BlockJob:
    """Return the job for a table from a hand to the end of its block."""
    plan = tournament.plan
    return BlockJob(
        tournament.game.to_acpc(),
        tournament.game.name,
        table,
        tuple(plan.engines[place] for place in table),
        first,
        plan.hands,
        plan.block,
        plan.seed,
        plan.clock,
        str(home),
    )


def play_block(job: BlockJob, control: JobControl | None = None) -> BlockResult:
    """Play a block; a shorter one if no kernel can play it.

    Args:
        control: to stop; a worker elsewhere has none.

    Returns:
        All hands; or those before an engine failed, and which one and why.

    Raises:
        ChangedEngineError: if this worker has different files of an engine.
        CancelledError: if stopped; nothing is done then.
    """
    control = control or JobControl()
    game, home = game_of(job.definition, job.game_name), Path(job.home)
    agents: list[Agent] = []
    try:
        for place, engine in zip(job.table, job.engines, strict=True):
            try:
                agents.append(_agent(engine, game, home, job.clock, control))
            except (CancelledError, ChangedEngineError):
                raise
            except PokerError as error:
                return BlockResult(None, 0, place, str(error))
        quick = fit_for_kernel([agent.table() for agent in agents]) is not None
        group = len(job.table) ** 2
        stride = job.block if quick else min(job.block, max(group, MOST_ASKED // group * group))
        start = job.first // stride * stride
        match = Match(game, agents, _seed(job, start), duplicate=True)
        return _played(job, match, stride, start, control)
    finally:
        for agent in agents:
            agent.close()


def _seed(job: BlockJob, start: int) -> int:
    words = "/".join(map(str, (job.seed, *job.table, start)))
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8]) >> 1


def _played(
    job: BlockJob, match: Match, stride: int, start: int, control: JobControl
) -> BlockResult:
    chunks: list[MatchChunk] = []
    loser, reason = -1, ""
    hands = min(stride, job.hands - start)
    try:
        match.run(hands, control.silent(), chunks.append)
        if match.hands < hands:
            raise CancelledError("stopped")
    except CancelledError:
        raise
    except ForfeitError as error:
        loser = job.table[match.table.player_to_act]
        reason = str(error)
    except Exception as error:  # whatever one engine raises, the others continue
        if not match.in_progress:
            raise
        log.exception("an engine failed in a tournament")
        loser = job.table[match.table.player_to_act]
        reason = f"{match.names[match.table.player_to_act]}: {type(error).__name__}: {error}"
    # Only the end of a block may be needed, if a damaged database lost it.
    before = job.first - start
    if sum(chunk.hands for chunk in chunks) <= before:
        return BlockResult(None, stride, loser, reason)
    chunk = joined(chunks)
    chunk = replace(chunk.part(before, chunk.hands), first=job.first)
    return BlockResult(chunk, stride, loser, reason)


def _agent(engine: Entrant, game: Game, home: Path, clock: float, control: JobControl) -> Agent:
    """Return a fresh engine; one that does not learn is reused in the next job.

    Raises:
        ChangedEngineError: if its files differ from those at the start of the tournament.
        PokerError: if it cannot be built.
    """
    known: dict[object, Agent] = _kept.__dict__.setdefault("agents", {})
    key = (engine, game, home)
    if key in known:
        return known[key]
    agent = build(engine.name, game, home, control.silent(), clock)
    if words := changed(engine.name, engine.digest, game, home):
        raise ChangedEngineError("{words}", words=words)
    if not (agent.learns or agent.external):
        if len(known) >= _MOST_KEPT:
            known.clear()
        known[key] = agent
    return agent


@dataclass(frozen=True)
class Cell:
    """One engine's winnings against another (at larger tables, alongside it), in mbb per hand.

    Attributes:
        interval: mean and half-width of the 95% interval, of whole deals played from every seat.
        lost: 1 if another engine failed and lost the rest, -1 if this one did, else 0.
    """

    interval: Interval
    hands: int
    wanted: int
    lost: int = 0
    reason: str = ""

    @property
    def done(self) -> bool:
        return bool(self.lost) or self.hands >= self.wanted

    @property
    def known(self) -> bool:
        return isfinite(self.interval.half_width)

    @property
    def even(self) -> bool:
        """True if nobody is ahead yet: the interval includes 0, or is not that of all hands."""
        return not self.done or self.interval.includes_zero

    @property
    def turned(self) -> Cell:
        mean = Interval(0.0 - self.interval.mean, self.interval.half_width)
        return Cell(mean, self.hands, self.wanted, -self.lost, self.reason)


@dataclass(frozen=True)
class Placed:
    """An engine in the standings.

    Attributes:
        field: mean against its opponents, each with equal weight, in mbb per hand.
        rating: the sort key of the standings, in mbb per hand; see ``standing``.
        best: best rank consistent with the intervals: 1 until all hands are played.
        done: tables that are played to the end; of two seats each is a pair.
    """

    engine: int
    field: Interval
    rating: Interval
    best: int
    worst: int
    done: int
    tables: int
    failed: int


def folding_loss(game: Game) -> float:
    """Return the loss of always folding, in mbb per hand: the average forced bet."""
    return 1000.0 * sum((*game.blinds, *game.antes)) / game.num_players / game.big_blind


def in_order(placed: list[Placed]) -> tuple[Placed, ...]:
    """Return the best first; those without a result last."""
    return tuple(
        sorted(placed, key=lambda one: (not isfinite(one.rating.half_width), -one.rating.mean))
    )
