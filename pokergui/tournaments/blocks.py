"""A tournament block: some deals of one table, as a job for any worker.

A job is plain data, and its result depends on nothing else: not on the worker, the order or
earlier play. So a learning engine starts afresh in every block.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import threading
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isfinite
from pathlib import Path

from ai.blueprint.shipped import NAME as BLUEPRINT
from ai.blueprint.shipped import find_shipped as find_blueprint
from ai.external.added import find_added
from ai.external.program import ADDED, PYTHON, unparsed, words_of
from ai.registry import FILE, PROCESS, build, find_engine, reference
from engine.agent import Agent
from engine.errors import CancelledError, EngineError, ForfeitError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.match import Match
from engine.match_chunk import MatchChunk, joined
from engine.named_file import open_named, path_after
from engine.rake import Rake
from engine.running_result import Interval
from engine.table_match import fit_for_kernel
from engine.wording import Wording
from pokergui.store.hands import game_of
from pokergui.tournaments.plan import Entrant, StoredTournament, Table

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
    rake: Rake
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
        plan.rake,
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
        match = Match(game, agents, _seed(job, start), duplicate=True, rake=job.rake)
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


_INVERSE = "inverse"
_CHUNK = 1 << 20


def digest_of(name: str, game: Game, home: Path | None) -> str:
    """Return the SHA-256 of the files that an engine plays from; empty if it has none.

    Raises:
        EngineError: if a file cannot be read.
    """
    files, settings = _parts(name, game, home)
    if not files and not settings:
        return ""
    digest = hashlib.sha256(settings.encode())
    for file in files:
        try:
            stamp = file.stat()
            digest.update(_file_digest(file, stamp.st_mtime_ns, stamp.st_size, stamp.st_ino))
        except OSError as error:
            raise EngineError(
                "{name}: {file} cannot be read: {reason}",
                name=name[:60],
                file=file,
                reason=error.strerror,
            ) from None
    return digest.hexdigest()


@lru_cache(256)
def _file_digest(file: Path, *stamp: int) -> bytes:
    """Return a file's digest, cached by its stamp."""
    del stamp
    digest = hashlib.sha256()
    with open_named(file, None, EngineError) as data:
        while part := data.read(_CHUNK):
            digest.update(part)
    return digest.digest()


def _parts(name: str, game: Game, home: Path | None) -> tuple[list[Path], str]:
    """Return an engine's files, and anything else that determines its play."""
    if name.startswith(FILE):
        return [path_after(FILE, name)], ""
    if name.startswith(PYTHON):
        return [path_after(PYTHON, name)], ""
    if name.startswith(PROCESS):
        return _programs(name.removeprefix(PROCESS)), ""
    if name.startswith(ADDED) and home is not None:
        entry = find_added(home, name.removeprefix(ADDED))
        files = [Path(entry.words[0])] if entry.is_python else _programs(entry.command)
        return files, repr((entry.command, entry.seconds, entry.options))
    engine = find_engine(name, home, game)
    if engine is not None and engine.path is not None:
        return [engine.path], ""
    if name == _INVERSE:
        model = reference(game)
        return ([], "") if model is None else _parts(model.name, game, home)
    # Only here, as networks take long to import.
    from ai.networks.nfsp.shipped import find_shipped as find_networks

    base = name.partition(":")[0]
    blueprint = find_blueprint(game) if base == BLUEPRINT else None
    networks = find_networks(base, game)
    shipped = [blueprint, networks[0] if networks is not None else None]
    return [file for file in shipped if file is not None], ""


def _programs(command: str) -> list[Path]:
    """Return the files that a command names: its program, and arguments that are files."""
    try:
        words = words_of(command)
    except ValueError as error:
        raise EngineError("no command: {error}", error=unparsed(error)) from None
    program = shutil.which(words[0]) if words else None
    files = [word for word in words[1:] if os.path.isfile(word)]  # noqa: PTH113  any text
    return [Path(file) for file in ([program] if program else []) + files]


def changed(name: str, digest: str, game: Game, home: Path | None) -> Wording | None:
    """Return why an engine is not the same as before, as a sentence; None if it is."""
    try:
        now = digest_of(name, game, home)
    except PokerError as error:
        return Wording(
            "the engine '{name}' is no longer available as it was: {error}",
            name=name[:60],
            error=error,
        )
    if now != digest:
        return Wording(
            "the files of the engine '{name}' have changed since it began", name=name[:60]
        )
    return None


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
    return tuple(
        sorted(placed, key=lambda one: (not isfinite(one.rating.half_width), -one.rating.mean))
    )
