"""Monte Carlo CFR on an abstraction of heads-up hold'em: bet menu and card buckets.

Each sampled deal is traversed once for each player, by external or robust sampling, as on small
games (``ai/cfr/sampling.py`` has the method and its sources), but with several hands of the
traverser, because the sampled path depends on the opponent's hand alone. Information sets are pairs
of a betting line and the bucket of the player's cards on the street's board. Their blocks, regrets
and then summed strategies in float32, are in the order of streets; a block takes 4, 8 or 16 numbers
or a multiple of 16, so that none straddles cache lines needlessly. Several workers update the same
memory without locks; an occasional lost update does not affect averages, but only runs with one
worker are reproducible.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.abstraction.cards import CardRows
from ai.abstraction.tables import BucketTables, fill_deals
from ai.betting.menus import Menu
from ai.blueprint import _walk as w
from ai.blueprint.blocks import Blocks
from ai.blueprint.blueprint import VALUE_STREETS, value_offsets
from ai.cfr.robust_sampling import parse_picks
from ai.training.checks import check_shapes, demand, within
from ai.training.deals import DealTrainer, DealWorker, randomness
from ai.training.trainer import State
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl

DEFAULT_PICKS = "constant:all"
"""External sampling: none of the schedules compared was better; see docs/benchmarks.md."""
WEIGHTS = ("linear", "plain")
"""Weights of a deal in regrets and averages: its number, or one."""
TREMBLE = 0.02
"""Probability with which the opponent of a traversal acts at random, so that replies to bad actions
are learned, too; averages record its actual strategy."""
MAX_WORKERS = 64
HANDS = 4
"""Default number of the traverser's hands; docs/benchmarks.md compares numbers."""
_MOST_HANDS = 11
"""Most that the deck allows for both players and a board."""
_BATCH = 1024
"""Deals per kernel call: some 5 ms."""
_LINEAR_STEP = 1e-6
"""Weight increment from one deal to the next; only ratios matter."""
_VALUES = "values of preflop and flop"
_MOST = float(np.finfo(np.float32).max) / 1e3


@dataclass(frozen=True, eq=False)
class _BlueprintWorker(DealWorker):
    """The arrays and random state of one thread."""

    lanes: NDArray[np.uint16]
    edges: NDArray[np.float32]
    scratch: w.BlueprintScratch


class BlueprintSolver(DealTrainer[_BlueprintWorker]):
    """A run of Monte Carlo CFR on abstracted heads-up hold'em.

    Args:
        menu: the bets considered.
        cards: the buckets.
        tables: the buckets of every board, for dealing.
        picks: number of own actions sampled, as ``parse_picks`` reads it.
        weights: one of ``WEIGHTS``.
        hands: of the traverser updated per traversal; 1 is ordinary sampling.

    Raises:
        EngineError: if a parameter is invalid.
        GameError: if the game is not heads-up hold'em, or tree and buckets are too large.
    """

    def __init__(
        self,
        game: Game,
        menu: Menu,
        cards: CardRows,
        tables: BucketTables,
        picks: str = DEFAULT_PICKS,
        weights: str = "linear",
        seed: int = 0,
        workers: int = 1,
        hands: int = HANDS,
    ) -> None:
        if weights not in WEIGHTS:
            raise EngineError(
                "there are no weights '{weights}'; choose linear or plain", weights=weights[:60]
            )
        if not 1 <= workers <= MAX_WORKERS:
            raise EngineError("a run has 1 to {most} workers", most=MAX_WORKERS)
        if not 1 <= hands <= _MOST_HANDS:
            raise EngineError("a traversal has 1 to {most} hands", most=_MOST_HANDS)
        self.game, self.menu, self.cards = game, menu, cards
        self.hands = hands
        self.tree = menu.tree(game)
        self.picks = parse_picks(picks)
        self._tables = tables
        self._linear = weights == "linear"
        self._blocks = Blocks.of(self.tree, cards.num_rows)
        self._walks = self._blocks.walks(self.picks)
        self._state = self._blocks.blank()
        super().__init__([self._worker(seed, number) for number in range(workers)], cards.key)

    def _worker(self, seed: int, number: int) -> _BlueprintWorker:
        return _BlueprintWorker(
            *randomness(seed, number),
            np.zeros((_BATCH, 2, self.hands, self.game.num_rounds), np.uint16),
            np.zeros((_BATCH, 2, self.hands), np.float32),
            self._blocks.scratch(self.hands),
        )

    @property
    def num_bytes(self) -> int:
        """Memory of the state."""
        return self._state.nbytes

    def walk_deals(self, worker: _BlueprintWorker, first: int, count: int) -> None:
        """Walk ``count`` deals after the first ones."""
        for done in range(0, max(count, 1), _BATCH):
            deals = min(_BATCH, count - done)
            weight, step = (0.0, _LINEAR_STEP) if self._linear else (1.0, 0.0)
            number = first + done + 1
            self._walk(
                worker, deals, self._walks, self._state, np.zeros(0), number, weight, step, TREMBLE
            )

    def _walk(
        self,
        worker: _BlueprintWorker,
        deals: int,
        walks: w.BlueprintArrays,
        state: NDArray[np.float32],
        looks: NDArray[np.float64],
        first: int = 0,
        weight: float = 0.0,
        step: float = 0.0,
        tremble: float = 0.0,
    ) -> None:
        lanes, edges = worker.lanes[:deals], worker.edges[:deals]
        fill_deals(self._tables.arrays, worker.rng[0], lanes, edges)
        w.walk_deals(
            walks,
            state,
            lanes,
            edges,
            worker.scratch,
            worker.rng[1],
            worker.counters,
            looks,
            first,
            weight,
            step,
            tremble,
        )

    def average(self) -> NDArray[np.float32]:
        """Probabilities of the average strategies in the order of ``engine/policy.py``: flat.

        Unvisited rows are uniform.
        """
        return self._blocks.average(self._state)

    def visits(self) -> NDArray[np.float32]:
        """Return the effective number of visits in each row's average: flat by decision.

        A visit is a traversal for the opponent in which play reached the row.
        """
        mean = _LINEAR_STEP * (self.iteration + 1) / 2 if self._linear else 1.0
        return self._blocks.sums(self._state) / np.float32(mean)

    def values(
        self, deals: int, seed: int = 0, control: JobControl | None = None
    ) -> NDArray[np.float32]:
        """Return preflop and flop action EVs when both play the average.

        Args:
            control: progress and cancellation; 1.5 million deals of four hands take some 30 s.

        Returns:
            flat, in big blinds, as in ``Blueprint``; unvisited rows get the mean of the decision's
            other rows.
        """
        control = control or JobControl()
        control.progress(0.0, _VALUES)
        walks = self._blocks.walks(parse_picks("constant:all"))
        state = self._blocks.average_as_regrets(self._state)
        looks = np.zeros(self._blocks.looked_at)
        worker = self._worker(seed, MAX_WORKERS)
        for done in range(0, deals, _BATCH):
            control.check()
            self._walk(worker, min(_BATCH, deals - done), walks, state, looks)
            control.progress(min(1.0, (done + _BATCH) / deals), _VALUES)
        tree = self.tree
        offsets, total = value_offsets(tree, self.cards.num_rows)
        found = np.zeros(total, np.float32)
        for nodes, firsts, actions in self._blocks.groups():
            if tree.street[nodes[0]] >= VALUE_STREETS:
                continue
            sums = looks[firsts[..., None] + np.arange(actions + 1)]
            counts = sums[..., actions:]
            whole = sums.sum(axis=1, keepdims=True)
            missing = whole[..., :actions] / np.maximum(whole[..., actions:], 1.0)
            means = np.where(counts > 0, sums[..., :actions] / np.maximum(counts, 1.0), missing)
            spent = tree.spent[nodes, tree.actor[nodes]][:, None, None]
            places = offsets[nodes][:, None] + np.arange(firsts.shape[1]) * actions
            values = (means + spent) / self.game.big_blind
            found[places[..., None] + np.arange(actions)] = values
        return found

    def save_state(self) -> State:
        """A snapshot from which ``load_state`` resumes, bit for bit with one worker."""
        return {**self._own_state(), "blocks": self._state.copy()}

    def _own_state(self) -> State:
        return {"blocks": self._state, **self.workers_state()}

    def load_state(self, state: State) -> None:
        """Resume from a snapshot of a run of the same kind.

        Raises EngineError if the state does not match, or belongs to other buckets.
        """
        check_shapes(state, self._own_state())
        self.check_workers(state)
        blocks = state["blocks"]
        demand(within(blocks, -_MOST, _MOST), "blocks")
        for _, firsts, actions in self._blocks.groups():
            sums = blocks[firsts[..., None] + actions + np.arange(actions)]
            demand(sums.min() >= 0.0, "sums")
        self._state[:] = blocks
        self.load_workers(state)
