"""Local best response as distributable jobs of some deals each."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.lbr.one_seat import OneSeatResult, one_seat
from ai.lbr.response import LbrResult, local_best_response
from ai.registry import build
from engine import timing
from engine.errors import CancelledError
from engine.game import Game
from engine.jobs import JobControl
from pokergui.paths import strategies_dir
from pokergui.workers import Workers

_MOST = 50
"""Deals of a job: few enough to be shared out evenly, enough to be worth sending."""
_LOOK_S = 0.2


@dataclass(frozen=True)
class LbrJob:
    """Some deals of a measurement; each deal is the same on every worker.

    Attributes:
        definition: the game as ACPC text.
        seed, menu, rounds: as ``local_best_response`` takes them.
    """

    definition: str
    game_name: str
    engine: str
    first: int
    deals: int
    seed: int
    menu: str
    rounds: tuple[int, int]
    home: str

    @classmethod
    def of(
        cls, game: Game, engine: str, deals: int, seed: int, menu: str, rounds: tuple[int, int]
    ) -> LbrJob:
        home = str(strategies_dir())
        return cls(game.to_acpc(), game.name, engine, 0, deals, seed, menu, rounds, home)

    @property
    def game(self) -> Game:
        return Game.from_acpc(self.definition, self.game_name)


def play_lbr(job: LbrJob, control: JobControl | None = None) -> NDArray[np.float64]:
    """Play some deals, fewer if stopped.

    Returns:
        (deals, 2) net chips of two players; with more (2, deals, players), local best response's
        and the engine's own.

    Raises:
        PokerError: if the engine cannot be measured.
    """
    control = (control or JobControl()).silent()
    agent = build(job.engine, job.game, Path(job.home), control)
    game, known = job.game, (job.deals, job.seed, job.menu, job.rounds, control)
    if game.is_heads_up:
        return local_best_response(game, agent, *known, first=job.first).chips
    result = one_seat(game, agent, *known, first=job.first)
    return np.stack([result.chips, result.own])


def share_out(job: LbrJob, workers: Workers, control: JobControl) -> LbrResult:
    """Distribute all deals of a measurement to workers; the result is the same as locally.

    Args:
        control: to report progress and to stop; the contiguous deals played until then count.

    Raises:
        PokerError: if the engine cannot be measured, or workers cannot play.
    """
    start = timing.seconds()
    chips = np.concatenate([np.zeros((0, 2)), *_shared(job, workers, control)])
    about = job.game, job.engine, job.menu, job.rounds, job.seed
    return LbrResult(*about, chips, timing.seconds() - start)


def share_out_seats(job: LbrJob, workers: Workers, control: JobControl) -> OneSeatResult:
    """Do the same for three and more players."""
    start = timing.seconds()
    nothing = np.zeros((2, 0, job.game.num_players))
    chips, own = np.concatenate([nothing, *_shared(job, workers, control)], axis=1)
    about = job.game, job.engine, job.menu, job.rounds, job.seed
    return OneSeatResult(*about, chips, timing.seconds() - start, own)


def _shared(job: LbrJob, workers: Workers, control: JobControl) -> list[NDArray[np.float64]]:
    """Return the contiguous parts played, in order, as ``play_lbr`` returns them."""
    size = max(1, min(_MOST, job.deals // (4 * max(1, workers.slots()))))
    parts = [
        replace(job, first=first, deals=min(size, job.deals - first))
        for first in range(0, job.deals, size)
    ]
    done: dict[int, NDArray[np.float64]] = {}
    flying: dict[Future[NDArray[np.float64]], int] = {}
    while len(done) < len(parts) and not control.cancelled:
        while len(flying) < workers.slots() and len(done) + len(flying) < len(parts):
            place = len(done) + len(flying)
            flying[workers.submit(play_lbr, parts[place], control)] = place
        wait(flying, _LOOK_S, FIRST_COMPLETED)
        for future in [future for future in flying if future.done()]:
            try:
                done[flying[future]] = workers.outcome(future)
            except CancelledError:
                if not control.cancelled:
                    raise
            del flying[future]
        control.progress(len(done) / len(parts))
    for future in flying:
        future.cancel()
    played = next((place for place in range(len(parts)) if place not in done), len(parts))
    return [done[place] for place in range(played)]
