"""A match as a job for one worker, with the same cards and random draws as locally."""

from __future__ import annotations

from concurrent.futures import wait
from dataclasses import dataclass
from pathlib import Path

from ai.registry import APART, build
from engine import timing
from engine.agent import Agent
from engine.errors import CancelledError
from engine.game import Game
from engine.jobs import JobControl
from engine.match import MatchResult, play
from engine.match_chunk import MatchChunk
from engine.rake import NO_RAKE, Rake
from pokergui.paths import strategies_dir
from pokergui.workers import Workers

_WARM_HANDS = 20
_LOOK_S = 0.2


@dataclass(frozen=True)
class MatchJob:
    """A whole match.

    Attributes:
        definition: the game as ACPC text.
        engines: their names, in the match's order.
        hands, seed, duplicate, rake: arguments of ``play``.
        clock: seconds that an external engine may think about a decision.
    """

    definition: str
    game_name: str
    engines: tuple[str, ...]
    hands: int
    seed: int
    duplicate: bool
    clock: float
    rake: Rake
    home: str

    @classmethod
    def of(
        cls,
        game: Game,
        engines: tuple[str, ...],
        hands: int,
        seed: int,
        duplicate: bool,
        clock: float,
        rake: Rake = NO_RAKE,
    ) -> MatchJob:
        home = str(strategies_dir())
        return cls(game.to_acpc(), game.name, engines, hands, seed, duplicate, clock, rake, home)


@dataclass(frozen=True)
class PlayedMatch:
    """The outcome of a match.

    Attributes:
        failures: engine and reason, for each failure of an external engine.
    """

    result: MatchResult
    chunks: list[MatchChunk]
    failures: list[tuple[str, str]]
    compile_seconds: float


def play_match(job: MatchJob, control: JobControl | None = None) -> PlayedMatch:
    """Play a match.

    Raises:
        PokerError: if an engine cannot be built.
        CancelledError: if stopped; none of the match is stored then.
    """
    control = (control or JobControl()).silent()
    game, home = Game.from_acpc(job.definition, job.game_name), Path(job.home)
    agents = [build(name, game, home, control, job.clock) for name in job.engines]
    seconds = warm(game, job.engines, job.seed, control, home)
    chunks: list[MatchChunk] = []
    try:
        result = play(
            game,
            agents,
            job.hands,
            job.seed,
            job.duplicate,
            control=control,
            on_chunk=chunks.append,
            rake=job.rake,
        )
        control.check()
    finally:
        failures = end(agents)
    return PlayedMatch(result, chunks, failures, seconds)


def have_played(job: MatchJob, workers: Workers, control: JobControl) -> PlayedMatch:
    """Play a match on a worker.

    Raises:
        PokerError: if an engine cannot be built, or the worker cannot play.
        CancelledError: if stopped; none of the match is stored then.
    """
    future = workers.submit(play_match, job, control)
    while not future.done():
        wait([future], _LOOK_S)
        if control.cancelled:
            future.cancel()
            raise CancelledError("stopped")
    played: PlayedMatch = workers.outcome(future)
    return played


def warm(
    game: Game, names: tuple[str, ...], seed: int, control: JobControl, home: Path | None = None
) -> float:
    """Compile the kernels of a match; return the seconds that took.

    External engines have nothing to compile here, and are not queried before the match.
    """
    start, home = timing.seconds(), home or strategies_dir()
    own = ("random" if name.startswith(APART) else name for name in names)
    agents = [build(name, game, home, control) for name in own]
    play(game, agents, _WARM_HANDS, seed)
    return timing.seconds() - start


def end(agents: list[Agent]) -> list[tuple[str, str]]:
    for agent in agents:
        agent.close()
    return [(agent.name, str(reason)) for agent in agents for reason in agent.failures]
