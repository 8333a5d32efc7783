"""Monte Carlo CFR of hold'em for three and more players, on situations and card buckets.

External sampling (Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo sampling for regret
minimization in extensive games", 2009) with linear weights: each deal is walked once for each
player, who tries all of its actions while the others sample theirs. As in ``ai/blueprint`` the
walk's path does not depend on the traverser's hand, so several of its hands learn from it. At
each of its decisions it adds its strategy to the average, weighted by how likely the hand plays
there: the others' reach is sampled, so averages weigh iterations by it (stochastically weighted
averaging; Lanctot, "Monte Carlo sampling and regret minimization for equilibrium computation and
decision-making in large extensive form games", 2013). With more than two players neither CFR nor
its average has a guarantee; what it is worth is measured by play.

A strategy has a row for each situation (``_situations.py``) and bucket of hands. Rows lie densely,
64 bytes each; memory is taken up where play comes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.abstraction.cards import CardRows
from ai.abstraction.tables import BucketTables, fill_hands
from ai.betting.menus import Menu
from ai.multiway import _situations as s
from ai.multiway import _walk as w
from ai.multiway.blueprint import Block
from ai.training.checks import check_shapes, demand, within
from ai.training.deals import DealTrainer, DealWorker, randomness
from ai.training.trainer import State
from engine.errors import GameError
from engine.game import Game
from engine.jobs import JobControl

TREMBLE = 0.02
"""As in ``ai/blueprint/solver.py``."""
HANDS = 8
"""Hands of the traverser."""
_BATCH = 256
_LINEAR_STEP = 1e-6
_VALUES = "values before the flop"
_LEAST_DEALS = 30
"""Deals of a hand from which on its EVs before the flop are kept: an error of fewer says little."""
_MOST = float(np.finfo(np.float32).max) / 1e3
_PAGE = 2**16
"""Rows looked at at a time."""


@dataclass(frozen=True, eq=False)
class _MultiwayWorker(DealWorker):
    """The arrays and random state of one thread."""

    cards: NDArray[np.uint8]
    rows: NDArray[np.uint16]
    strengths: NDArray[np.int32]
    scratch: w.WalkScratch


class MultiwaySolver(DealTrainer[_MultiwayWorker]):
    """A run of Monte Carlo CFR on situations.

    Args:
        menu: the bets considered.
        cards: the buckets.
        tables: the buckets of every board, for dealing.
        weights: "linear" or "plain".

    Raises:
        GameError: if the stacks differ, or a decision of the menu has too many actions.
    """

    def __init__(
        self,
        game: Game,
        menu: Menu,
        cards: CardRows,
        tables: BucketTables,
        weights: str = "linear",
        seed: int = 0,
        workers: int = 1,
        hands: int = HANDS,
    ) -> None:
        if len(set(game.stacks)) > 1:
            raise GameError("a blueprint of three and more players needs equal stacks")
        if menu.bets.parts.shape[2] + 3 > w.SLOTS:
            raise GameError("a decision has at most {most} sizes", most=w.SLOTS - 3)
        self.game, self.menu, self.cards, self.hands = game, menu, cards, hands
        self.starts = s.first_rows(game.num_players, cards.num_rows)
        self._num_rows = np.array(cards.num_rows, np.int64)
        self._tables = tables
        self._linear = weights == "linear"
        self._state = _blank(int(self.starts[-1]))
        super().__init__([self._worker(seed, number) for number in range(workers)], cards.key)

    def _worker(self, seed: int, number: int) -> _MultiwayWorker:
        dealt = self.game.num_players + self.hands - 1
        return _MultiwayWorker(
            *randomness(seed, number),
            np.zeros((_BATCH, 2 * dealt + 5), np.uint8),
            np.zeros((_BATCH, dealt, self.game.num_rounds), np.uint16),
            np.zeros((_BATCH, dealt), np.int32),
            w.scratch(self.hands),
        )

    def walk_deals(self, worker: _MultiwayWorker, first: int, count: int) -> None:
        """Walk ``count`` deals after the first ones."""
        for done in range(0, max(count, 1), _BATCH):
            deals = min(_BATCH, count - done)
            weight, step = (0.0, _LINEAR_STEP) if self._linear else (1.0, 0.0)
            self._walk(worker, deals, first + done + 1, weight, step, TREMBLE)

    def _walk(
        self,
        worker: _MultiwayWorker,
        deals: int,
        first: int = 0,
        weight: float = 0.0,
        step: float = 0.0,
        tremble: float = 0.0,
        looks: NDArray[np.float64] | None = None,
    ) -> None:
        rows, strengths = worker.rows[:deals], worker.strengths[:deals]
        fill_hands(self._tables.arrays, worker.rng[0], worker.cards[:deals], rows, strengths)
        w.walk_deals(
            self.game.rules,
            self.menu.bets,
            self.starts[:-1],
            self._num_rows,
            self._state,
            np.zeros(0) if looks is None else looks,
            rows,
            strengths,
            worker.scratch,
            worker.rng[1],
            worker.counters,
            first,
            weight,
            step,
            tremble,
        )

    def averages(self) -> Iterator[Block]:
        """Yield the average strategies of each situation that play reached.

        Yields:
            the situation, numbered over all streets; (rows, SLOTS) probabilities, those of the
            present regrets where a row was never played; (rows,) effective visits of each row.
        """
        mean = _LINEAR_STEP * (self.iteration + 1) / 2 if self._linear else 1.0
        for number, part in self._blocks(self._state):
            sums, regrets = part[:, w.SLOTS :], np.maximum(part[:, : w.SLOTS], 0.0)
            played = sums.sum(axis=1, keepdims=True)
            if played.any():
                shares = np.where(played > 0.0, sums, regrets)
                whole = shares.sum(axis=1, keepdims=True)
                yield number, shares / np.where(whole > 0.0, whole, 1.0), played[:, 0] / mean

    def _blocks(self, state: NDArray[Any]) -> Iterator[tuple[int, NDArray[Any]]]:
        """Yield the situations' rows: (rows, ROW)."""
        number = 0
        for street, count in enumerate(s.num_situations(self.game.num_players)):
            rows = self.cards.num_rows[street]
            begin = int(self.starts[street]) * w.ROW
            for _ in range(count):
                end = begin + rows * w.ROW
                if end > len(state):
                    return
                yield number, state[begin:end].reshape(rows, w.ROW)
                number, begin = number + 1, end

    def values(
        self, deals: int, seed: int = 0, control: JobControl | None = None
    ) -> dict[int, NDArray[np.float32]]:
        """Return preflop action EVs when all play their averages.

        Args:
            control: progress and cancellation.

        Returns:
            by situation: (2, 169, SLOTS) big blinds from here on and their standard errors, NaN
            for hands met too rarely.
        """
        control = control or JobControl()
        looks = np.zeros(int(self.starts[1]) * w.ROW)
        learned, self._state = self._state, self._as_regrets()
        try:
            worker = self._worker(seed, len(self.workers))
            for done in range(0, deals, _BATCH):
                control.check()
                self._walk(worker, min(_BATCH, deals - done), looks=looks)
                control.progress(min(1.0, (done + _BATCH) / deals), _VALUES)
        finally:
            self._state = learned
        found = {}
        for number, part in self._blocks(looks):
            counts = part[:, w.ROW - 1 :]
            if (counts >= _LEAST_DEALS).any():
                known = np.where(counts >= _LEAST_DEALS, counts, np.nan)
                means = part[:, : w.SLOTS] / known
                squares = np.pad(part[:, w.SLOTS : w.ROW - 1], ((0, 0), (1, 0))) / known
                spread = np.maximum(squares - means**2, 0.0) / (known - 1.0)
                worth = np.stack([means, np.sqrt(spread)]) / self.game.big_blind
                worth[..., 0] = 0.0  # folding
                found[number] = worth.astype(np.float32)
        return found

    def _as_regrets(self) -> NDArray[np.float32]:
        """Return rows whose present strategies are the averages."""
        state = self._state.copy()
        for _, part in self._blocks(state):
            played = part[:, w.SLOTS :].any(axis=1)
            part[played, : w.SLOTS] = part[played, w.SLOTS :]
        return state

    def save_state(self) -> State:
        """A snapshot from which ``load_state`` resumes, bit for bit with one worker.

        It holds the rows that play reached.
        """
        rows = self._state.reshape(-1, w.ROW)
        reached = [
            first + np.flatnonzero(rows[first : first + _PAGE].any(axis=1))
            for first in range(0, len(rows), _PAGE)
        ]
        places = np.concatenate(reached).astype(np.int32)
        return {**self.workers_state(), "places": places, "rows": rows[places]}

    def load_state(self, state: State) -> None:
        """Resume from a snapshot of a run of the same kind.

        Raises EngineError if the state does not match, or belongs to other buckets.
        """
        given = dict(state)
        places, rows = given.pop("places", np.zeros(0)), given.pop("rows", np.zeros(0))
        check_shapes(given, self.workers_state())
        self.check_workers(state)
        fits = places.dtype == np.int32 and places.ndim == 1
        demand(fits and rows.dtype == np.float32 and rows.shape == (len(places), w.ROW), "rows")
        demand(within(places, 0, int(self.starts[-1]) - 1), "rows")
        demand(within(rows, -_MOST, _MOST) and bool((rows[:, w.SLOTS :] >= 0.0).all()), "rows")
        self._state[:] = 0.0
        self._state.reshape(-1, w.ROW)[places] = rows
        self.load_workers(state)


def num_situations(game: Game) -> int:
    """Return the situations of all streets."""
    return sum(s.num_situations(game.num_players))


def rows_bytes(game: Game, num_rows: Sequence[int]) -> int:
    """Return the memory of all rows; play reaches a part of them."""
    return int(s.first_rows(game.num_players, num_rows)[-1]) * 4 * w.ROW


def _blank(rows: int) -> NDArray[np.float32]:
    """Return zeroed rows, each a cache line; the system provides memory once it is written."""
    room = np.zeros((rows + 1) * w.ROW, np.float32)
    begin = -(room.ctypes.data // 4) % w.ROW
    return room[begin : begin + rows * w.ROW]
